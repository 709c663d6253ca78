"""BFCL v4's multi-turn categories: 200 dialogues each, whose calls change a simulated world, judged officially.

The rules, as the official harness has them:

- In a turn the assistant calls until it says something without a call, or with one that does not parse; then the
  person says the next thing. After more than 20 steps in one turn the episode ends.
- miss_func: some functions are held back, and shown at a turn of their own. Its text is the official one for
  prompted models, which lists the new functions, because what a model has read is never rendered again.
- Judged are the worlds after every turn and the results of the calls, against those of the true calls.
- An episode that ended before its last turn is wrong. That includes our loop's own end when the same call has the same
  result twice running, where the official harness would go on.

Calls are run in the worker, from the beginning each time, so a worker that died loses nothing. Only names of documented
functions are run. Calls that need more processor time or memory than they may are wrong; the official harness has no
bound and would not end.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import cast

from botpsy.benchmarks.bfcl import half, rows
from botpsy.benchmarks.bfcl_install import ensure, ensure_mpmath
from botpsy.benchmarks.bfcl_schema import to_tool
from botpsy.benchmarks.bfcl_world import World, call_text, result_text
from botpsy.benchmarks.halves import refuse_train
from botpsy.benchmarks.worker import OverLimit
from botpsy.core.errors import UsageError
from botpsy.core.messages import Json, Message
from botpsy.core.protocols import Observation, Step
from botpsy.core.score import Score
from botpsy.core.task import Split, Task
from botpsy.core.trajectory import StopReason, Trajectory
from botpsy.models.hub import Progress
from botpsy.models.scripted import Scripted

CATEGORIES = ("multi_turn_base", "multi_turn_miss_func", "multi_turn_miss_param", "multi_turn_long_context")
STEPS = 20  # more than these in one turn end the episode
TURNS = 160  # assistant turns: more than any dialogue can have
_DOCUMENTS = {
    "GorillaFileSystem": "gorilla_file_system.json",
    "MathAPI": "math_api.json",
    "MessageAPI": "message_api.json",
    "TwitterAPI": "posting_api.json",
    "TicketAPI": "ticket_api.json",
    "TradingBot": "trading_bot.json",
    "TravelAPI": "travel_booking.json",
    "VehicleControlAPI": "vehicle_control.json",
}


class BfclMultiTurn:
    """The taskset of one category. `folder` holds the package `bfcl_eval`, `mpmath` that package; both are
    fetched when not given.

    Example:
        taskset = BfclMultiTurn("multi_turn_base")
        trajectory, score = await rollout(generator, taskset, task, Limits(turns=TURNS))
    """

    def __init__(
        self,
        category: str,
        *,
        folder: Path | None = None,
        mpmath: Path | None = None,
        progress: Progress | None = None,
    ) -> None:
        if category not in CATEGORIES:
            raise UsageError(f"BFCL has no multi-turn category {category!r}; valid: {', '.join(CATEGORIES)}")
        self.name = f"bfcl_{category}"
        self.category = category
        self._folder = folder
        self._mpmath = mpmath
        self._progress = progress

    @cached_property
    def folder(self) -> Path:
        """Where the wheel's data and checker are. Raises BackendError when they cannot be fetched."""
        return self._folder or ensure(progress=self._progress)

    @cached_property
    def world(self) -> World:
        """The worker that runs calls and judges them. Raises BackendError when mpmath cannot be fetched."""
        return World(self.folder, self._mpmath or ensure_mpmath(progress=self._progress))

    def tasks(self, split: Split) -> Iterator[Task]:
        """Yield the dialogues of a half in their official order. Raises UsageError for "train"."""
        refuse_train("BFCL", split)
        data = self.folder / "bfcl_eval" / "data"
        file = f"BFCL_v4_{self.category}.json"
        truth = {row["id"]: row["ground_truth"] for row in rows(data / "possible_answer" / file)}
        documents = {name: list(rows(data / "multi_turn_func_doc" / document)) for name, document in _DOCUMENTS.items()}
        for row in rows(data / file):
            if half(row["id"]) != split:
                continue
            if len(truth.get(row["id"], ())) != len(row["question"]):
                raise UsageError(f"{data / file}: {row['id']} has no answer for each turn; remove {self.folder}")
            late = cast("dict[str, list[str]]", row.get("missed_function") or {})
            needs = {
                "entry": {key: row[key] for key in ("id", "initial_config", "involved_classes")},
                "turns": row["question"],
                "late": late,
                "functions": [f for name in row["involved_classes"] for f in documents[name]],
                "truth": truth[row["id"]],
            }
            opening = tuple(Message(m["role"], m["content"]) for m in row["question"][0])
            yield Task(row["id"], self.name, self.category.removeprefix("multi_turn_"), split, opening, data=needs)

    def open(self, task: Task) -> Dialogue:
        """Open the dialogue. Raises BackendError when the worker's packages cannot be fetched."""
        return Dialogue(task, self.world)

    def verify(self, task: Task, trajectory: Trajectory, state: Mapping[str, Json]) -> Score:
        """Judge the calls that were run; the one part is `correct`. Raises InfraError when the checker fails."""
        steps = cast("list[list[list[str]]]", state["steps"])
        if state["broken"]:
            return _wrong(f"a call that cannot be run: {state['broken']}")
        if len(steps) != len(task.data["truth"]):
            return _wrong(f"ended in turn {len(steps) + 1} of {len(task.data['truth'])}: {trajectory.stop.value}")
        try:
            valid, reason = self.world.check(task.data["entry"], steps, task.data["truth"])
        except OverLimit as error:  # the true calls need next to nothing
            return _wrong(f"calls that cannot be run: {error}")
        return Score(1.0, {"correct": 1.0}) if valid else _wrong(reason)

    def reference(self, task: Task) -> Scripted:
        """Raise UsageError: the true calls are Python text with positional arguments; see `oracle`."""
        raise UsageError(f"{self.name} has no reference turns; `oracle` judges the true calls of {task.id}")

    def oracle(self, task: Task) -> Score:
        """Judge the true calls themselves, each turn's in one step."""
        steps = [[calls] if calls else [] for calls in task.data["truth"]]
        state = {"steps": steps, "broken": ""}
        return self.verify(task, Trajectory(task.id, (), task.messages, StopReason.ANSWERED), state)

    def close(self) -> None:
        """End the worker; may be called twice."""
        if "world" in self.__dict__:
            self.world.close()


class Dialogue:
    """One episode: the person's turns in order, and in between the calls of the assistant."""

    def __init__(self, task: Task, world: World) -> None:
        self._task = task
        self._world = world
        self._known = {f["name"] for f in task.data["functions"]}
        held = {name for names in task.data["late"].values() for name in names}
        self._shown = [f for f in task.data["functions"] if f["name"] not in held]
        self._done: list[list[list[str]]] = []
        self._turn: list[list[str]] = []
        self._broken = ""

    async def start(self) -> Observation:
        """Return the first turn and the functions that are there from the start."""
        return Observation(self._task.messages, tuple(to_tool(f) for f in self._shown))

    async def step(self, message: Message) -> Step:
        """Run the calls, or let the person say the next thing."""
        if not message.tool_calls:
            return self._next()
        calls = [call_text(call, self._known) for call in message.tool_calls]
        try:
            results = self._run(calls)
        except OverLimit as error:
            self._broken = str(error)
            return Step(stop=StopReason.ENVIRONMENT)
        self._turn.append(calls)
        said = tuple(
            Message("tool", result_text(call, result, self._known), name=call.name)
            for call, result in zip(message.tool_calls, results, strict=True)
        )
        if len(self._turn) > STEPS:
            self._done.append(self._turn)
            return Step(said, StopReason.ENVIRONMENT)
        return Step(said)

    def _run(self, calls: Sequence[str]) -> list[str]:
        before = [step for turn in [*self._done, self._turn] for step in turn]
        return self._world.run(self._task.data["entry"], before, calls)

    def _next(self) -> Step:
        self._done.append(self._turn)
        self._turn = []
        number = len(self._done)
        if number == len(self._task.data["turns"]):
            return Step(stop=StopReason.ANSWERED)
        if names := self._task.data["late"].get(str(number)):
            late = [f for f in self._task.data["functions"] if f["name"] in names]
            self._shown = [*self._shown, *late]
            text = self._world.announcement(late)
            return Step((Message("user", text),), tools=tuple(to_tool(f) for f in self._shown))
        return Step(tuple(Message(m["role"], m["content"]) for m in self._task.data["turns"][number]))

    @property
    def state(self) -> Mapping[str, Json]:
        """The calls that were run, under "steps" by turn and step, and under "broken" why one could not be."""
        return {"steps": self._done, "broken": self._broken}

    async def close(self) -> None:
        """Nothing to free: the worker is the taskset's."""


def _wrong(reason: str) -> Score:
    return Score(0.0, {"correct": 0.0}, reason)
