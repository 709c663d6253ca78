"""A taskset of additions, and a generator that answers them by a plan; nothing here needs a model."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from botpsy.core.errors import InfraError
from botpsy.core.messages import Json, Message, ToolSpec
from botpsy.core.protocols import Completion, Conversation, Observation, Sampling, Step
from botpsy.core.score import Score
from botpsy.core.task import Split, Task
from botpsy.core.trajectory import StopReason, Trajectory
from botpsy.models.scripted import Scripted


class Asked:
    def __init__(self, task: Task) -> None:
        self._task = task

    async def start(self) -> Observation:
        return Observation(self._task.messages, (ToolSpec("add", "Adds.", {"type": "object", "properties": {}}),))

    async def step(self, message: Message) -> Step:
        return Step(stop=StopReason.ANSWERED)

    @property
    def state(self) -> Mapping[str, Json]:
        return {}

    async def close(self) -> None:
        pass


class Sums:
    """Task i asks for i + i. Even ones are "easy", odd ones "hard"; half the score is for any number at all."""

    def __init__(self, count: int = 20, name: str = "sums", wording: str = "what is") -> None:
        self.name = name
        self._count = count
        self._wording = wording

    def tasks(self, split: Split) -> Iterator[Task]:
        for i in range(self._count):
            messages = (Message("user", f"{self._wording} {i} + {i}?"),)
            yield Task(f"{split}-{i}", self.name, ("easy", "hard")[i % 2], split, messages, data={"sum": 2 * i})

    def open(self, task: Task) -> Asked:
        return Asked(task)

    def verify(self, task: Task, trajectory: Trajectory, state: Mapping[str, Json]) -> Score:
        said = trajectory.messages[-1].content
        number, right = float(said.isdigit()), float(said == str(task.data["sum"]))
        return Score((number + right) / 2, {"number": number, "right": right}, "" if right else f"{said!r} is wrong")

    def reference(self, task: Task) -> Scripted:
        return Scripted([Message("assistant", str(task.data["sum"]))])


@dataclass
class Planned:
    """Answers right but for the numbers in `wrong`; fails as an engine `failing[n]` times at question n. `asked` counts
    the questions that were answered. `stuck_after`: waits for ever once so many were answered."""

    wrong: Sequence[int] = ()
    failing: dict[int, int] = field(default_factory=dict)
    stuck_after: int | None = None
    say: str = "no idea"
    asked: dict[str, int] = field(default_factory=dict)
    together: int = 0
    most: int = 0

    async def generate(self, conversations: Sequence[Conversation], sampling: Sampling) -> list[Completion]:
        (conversation,) = conversations
        question = conversation.messages[-1].content
        number = int(question.split()[-1].rstrip("?"))
        self.together += 1
        self.most = max(self.most, self.together)
        try:
            if self.stuck_after is not None and sum(self.asked.values()) >= self.stuck_after:
                await asyncio.sleep(3600)
            await asyncio.sleep(0)
            if self.failing.get(number, 0) > 0:
                self.failing[number] -= 1
                raise InfraError("the engine died")
        finally:
            self.together -= 1
        self.asked[question] = self.asked.get(question, 0) + 1
        answer = self.say if number in self.wrong else str(2 * number)
        return [Completion(Message("assistant", answer), "stop", answer, (1, 2, 3), (4, 5), (0.0, -0.1))]
