"""Playing an item with one turn, or with the oracle."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from botpsy.core.messages import CallFault, Message, ToolCall
from botpsy.core.protocols import Taskset
from botpsy.core.score import Score
from botpsy.core.task import Task
from botpsy.envs.rollout import rollout
from botpsy.models.scripted import Scripted

FAULT = CallFault("malformed", "{", "not valid JSON")


def deep(levels: int = 100_000) -> object:
    value: object = 1
    for _ in range(levels):
        value = [value]
    return value


HOSTILE = (
    "A" * 1_000_000,
    "answer is " * 100_000,
    "Answer:" * 100_000,
    "Answer:" + " " * 1_000_000,
    "would you " * 100_000,
    "i can't " * 60_000 + "?",
    "\x00\x1b[31m\x07\u202e\ud800\r\n" * 2000,
    "[" * 100_000,
    '{"a":' * 100_000,
    "<html><script>alert(1)</script><!-- " * 20_000,
    "*" * 200_000,
    "\n" * 200_000,
    "\u0301" * 100_000,
)


def play(taskset: Taskset, task: Task, turn: Message | str) -> Score:
    said = Message("assistant", turn) if isinstance(turn, str) else turn
    return asyncio.run(rollout(Scripted([said]), taskset, task))[1]


def oracle(taskset: Taskset, tasks: Iterable[Task]) -> list[float]:
    async def scores() -> list[float]:
        return [(await rollout(taskset.reference(t), taskset, t))[1].value for t in tasks]

    return asyncio.run(scores())


def hostile_turns() -> list[Message]:
    calls = [
        Message("assistant", tool_calls=(ToolCall("x" * 1_000_000, {"a": deep()}),)),
        Message("assistant", faults=(FAULT,)),
    ]
    return [*(Message("assistant", text) for text in HOSTILE), *calls]
