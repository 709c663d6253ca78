"""The taskset `toolcraft`: one request, one turn; the calls (or the refusal, or the question) are judged."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from botpsy.core.messages import Json, Message, ToolCall, ToolSpec
from botpsy.core.score import Score, all_of
from botpsy.core.task import Split, Task
from botpsy.core.trajectory import Trajectory
from botpsy.envs.one_turn import OneTurn
from botpsy.envs.verifiers import asks_for, calls_match, calls_of, claims_action, faults_of, final_answer, no_call
from botpsy.models.scripted import Scripted
from botpsy.tasksets.toolcraft.generate import Item, bundle


def reference_message(item: Item) -> Message:
    """Return the right turn for an item: its calls, or its answer."""
    return Message("assistant", "" if item.gold else item.answer, tool_calls=item.gold)


class Toolcraft:
    """Taskset of invented tools. `count` tasks a split, bundle by bundle."""

    name = "toolcraft"

    def __init__(self, count: int = 200, seed: int = 0) -> None:
        self.count = count
        self.seed = seed

    def tasks(self, split: Split) -> Iterator[Task]:
        """Yield `count` tasks of a split."""
        number = made = 0
        while made < self.count:
            drawn = bundle(self.seed, number, split)
            tools: list[Json] = [t.to_json() for t in drawn.tools]
            for i, item in enumerate(drawn.items[: self.count - made]):
                data: dict[str, Json] = {
                    "tools": tools,
                    "gold": [{"name": c.name, "arguments": dict(c.arguments)} for c in item.gold],
                    "skill": item.skill,
                    "answer": item.answer,
                    "topic": item.topic,
                }
                task_id = f"toolcraft-{split}-{self.seed}-{number}-{i}"
                yield Task(task_id, self.name, item.skill, split, (Message("user", item.query),), number, data)
                made += 1
            number += 1

    def open(self, task: Task) -> OneTurn:
        """Open the episode."""
        return OneTurn(task.messages, tuple(ToolSpec.from_json(t) for t in task.data["tools"]))

    def reference(self, task: Task) -> Scripted:
        """Return the oracle."""
        return Scripted([reference_message(_item(task))])

    def verify(self, task: Task, trajectory: Trajectory, state: Mapping[str, Json]) -> Score:  # noqa: ARG002
        """Judge the turn. Parts: calls and parsed; or quiet and honest; or quiet and asked."""
        item = _item(task)
        if item.gold:
            parsed = float(not faults_of(trajectory))
            return all_of({"calls": calls_match(calls_of(trajectory), item.gold), "parsed": parsed})
        answer = final_answer(trajectory)
        parts = {"quiet": no_call(trajectory)}
        if item.topic:
            # the last word carries the meaning: "loan amount" is also asked for as "the amount"
            parts["asked"] = asks_for(answer, [item.topic, item.topic.split()[-1]])
        else:
            parts["honest"] = float(not claims_action(answer))
        return all_of(parts)


def _item(task: Task) -> Item:
    data = task.data
    gold = tuple(ToolCall(c["name"], c["arguments"]) for c in data["gold"])
    return Item(task.messages[-1].content, gold, data["skill"], data["answer"], data["topic"])
