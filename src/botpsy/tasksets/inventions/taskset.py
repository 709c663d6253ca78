"""The taskset `inventions`: one turn over invented tools, judged by its calls alone, for nothing stands behind them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from botpsy.core.messages import Json, Message, ToolCall, ToolSpec
from botpsy.core.protocols import Observation, Step
from botpsy.core.score import Score, all_of
from botpsy.core.task import Split, Task
from botpsy.core.trajectory import StopReason, Trajectory
from botpsy.envs.verifiers import asks_for, calls_match, calls_of, faults_of, final_answer, no_call
from botpsy.models.scripted import Scripted
from botpsy.tasksets.inventions.generate import Item, bundles


class OneTurn:
    """An Environment that ends with the first assistant turn; calls are judged, not run."""

    def __init__(self, messages: tuple[Message, ...], tools: tuple[ToolSpec, ...]) -> None:
        self._opening = Observation(messages, tools)

    async def start(self) -> Observation:
        """Return the request and the tools."""
        return self._opening

    async def step(self, message: Message) -> Step:  # noqa: ARG002
        """End the episode."""
        return Step(stop=StopReason.ANSWERED)

    @property
    def state(self) -> Mapping[str, Json]:
        """There is no state."""
        return {}

    async def close(self) -> None:
        """Nothing to free."""


class Inventions:
    """`count` tasks a split, from bundles of frames of that split."""

    name = "inventions"

    def __init__(self, count: int = 200, seed: int = 0) -> None:
        self.count = count
        self.seed = seed

    def tasks(self, split: Split) -> Iterator[Task]:
        """Yield tasks; a task's id says the bundle and the place in it."""
        made = 0
        for number, bundle in enumerate(bundles(self.seed, self.count, split)):
            for place, item in enumerate(bundle.items):
                if made == self.count:
                    return
                made += 1
                data: dict[str, Json] = {
                    "tools": [t.to_json() for t in bundle.tools],
                    "gold": [{"name": c.name, "arguments": dict(c.arguments)} for c in item.gold],
                    "answer": item.answer,
                    "asks": item.asks,
                }
                task_id = f"inventions-{split}-{self.seed}-{number}-{place}"
                yield Task(task_id, self.name, item.skill, split, (Message("user", item.query),), 0, data)

    def open(self, task: Task) -> OneTurn:
        """Show the request and the tools."""
        return OneTurn(task.messages, tuple(ToolSpec.from_json(t) for t in task.data["tools"]))

    def reference(self, task: Task) -> Scripted:
        """Return the oracle."""
        return Scripted([reference_message(Item("", _gold(task), task.skill, task.data["answer"]))])

    def verify(self, task: Task, trajectory: Trajectory, state: Mapping[str, Json]) -> Score:  # noqa: ARG002
        """Compare the calls with the gold, in any order; without gold nothing may be called."""
        gold = _gold(task)
        if gold:
            return all_of({"calls": calls_match(calls_of(trajectory), gold), "form": float(not faults_of(trajectory))})
        parts = {"quiet": no_call(trajectory)}
        if task.skill == "missing":
            parts["asked"] = asks_for(final_answer(trajectory), task.data["asks"].split())
        return all_of(parts)


def reference_message(item: Item) -> Message:
    """Return what a perfect assistant says to an item."""
    return Message("assistant", item.answer if not item.gold else "", tool_calls=item.gold)


def _gold(task: Task) -> tuple[ToolCall, ...]:
    return tuple(ToolCall(c["name"], c["arguments"]) for c in task.data["gold"])
