"""A taskset of single questions without tools: one generator of questions, one judge of answers.

What is asked is drawn from templates, of which every seventh but one is held out for dev and every seventh for test, so
that no split shares a template with another.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from botpsy.core.messages import Json, Message
from botpsy.core.score import Score
from botpsy.core.task import Split, Task
from botpsy.core.trajectory import Trajectory
from botpsy.envs.one_turn import OneTurn
from botpsy.envs.verifiers import final_answer
from botpsy.models.scripted import Scripted

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Question:
    """`text` is asked, `answer` is one that scores 1, `data` is what the judge needs (plain JSON)."""

    text: str
    answer: str
    skill: str
    data: Mapping[str, Json] = field(default_factory=dict[str, Json])


Draw = Callable[[random.Random, Split], Question]
Judge = Callable[[Mapping[str, Json], str], Score]


class Questions:
    """Taskset over a generator. Task i of a split depends on (name, split, seed, i) alone.

    Example:
        maths = Questions("maths", draw, judge, count=100)
    """

    def __init__(self, name: str, draw: Draw, judge: Judge, count: int = 200, seed: int = 0) -> None:
        self.name = name
        self._draw = draw
        self._judge = judge
        self.count = count
        self.seed = seed

    def tasks(self, split: Split) -> Iterator[Task]:
        """Yield `count` tasks of a split."""
        for number in range(self.count):
            question = self._draw(random.Random(f"{self.name}-{split}-{self.seed}-{number}"), split)
            data = {"answer": question.answer, "judge": dict(question.data)}
            task_id = f"{self.name}-{split}-{self.seed}-{number}"
            yield Task(task_id, self.name, question.skill, split, (Message("user", question.text),), number, data)

    def open(self, task: Task) -> OneTurn:
        """Open the episode: one turn, no tools."""
        return OneTurn(task.messages)

    def reference(self, task: Task) -> Scripted:
        """Return the oracle."""
        return Scripted([Message("assistant", task.data["answer"])])

    def verify(self, task: Task, trajectory: Trajectory, state: Mapping[str, Json]) -> Score:  # noqa: ARG002
        """Judge the answer; an episode without one scores 0."""
        answer = final_answer(trajectory).strip()
        if not answer:
            return Score(0.0, {"answered": 0.0}, f"no answer: {trajectory.stop.value}")
        return self._judge(task.data["judge"], answer)


def held(things: Sequence[T], split: Split) -> list[T]:
    """Return the things of a split by their place: of seven, the sixth is dev's and the seventh is test's."""
    return [t for i, t in enumerate(things) if {5: "dev", 6: "test"}.get(i % 7, "train") == split]
