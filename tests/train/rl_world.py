"""Tasks for tests of the on-policy stages: one question, a reward that a tiny random model can raise by chance."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from botpsy.core.errors import InfraError
from botpsy.core.messages import Json, Message
from botpsy.core.protocols import Completion, Conversation, Sampling, Step
from botpsy.core.score import Score
from botpsy.core.task import Split, Task
from botpsy.core.trajectory import Trajectory
from botpsy.envs.one_turn import OneTurn
from botpsy.models.scripted import Scripted

ASKED = "Say something with as many small letters as you can, whatever comes to your mind first"


class Letters:
    """A bandit: the score is the share of small letters among all that was said. `judge` replaces the score."""

    def __init__(
        self, name: str = "letters", count: int = 4, judge: Callable[[str], float] | None = None, broken: str = ""
    ) -> None:
        self.name = name
        self.count = count
        self.judge = judge or small_letters
        self.broken = broken  # tasks whose id ends so fail on our side
        self.opened = 0

    def tasks(self, split: Split) -> Iterator[Task]:
        for i in range(self.count):
            yield Task(f"{self.name}-{i}", self.name, "say", split, (Message("user", f"{ASKED}, {i}"),))

    def open(self, task: Task) -> OneTurn:
        self.opened += 1
        return Broken(task.messages) if self.broken and task.id.endswith(self.broken) else OneTurn(task.messages)

    def verify(self, task: Task, trajectory: Trajectory, state: Mapping[str, Json]) -> Score:
        return Score(self.judge(trajectory.messages[-1].content))

    def reference(self, task: Task) -> Scripted:
        return Scripted([Message("assistant", "something")])


class Broken(OneTurn):
    """An environment that dies after the model has spoken."""

    async def step(self, message: Message) -> Step:
        raise InfraError("the world is gone")


def small_letters(text: str) -> float:
    return sum("a" <= c <= "z" for c in text) / max(len(text), 1)


class Typist:
    """An engine without a model: says `text(seed)` letter by letter, one token a letter."""

    def __init__(self, text: Callable[[int], str], logprob: float = -1.0) -> None:
        self.text = text
        self.logprob = logprob
        self.asked: list[int] = []  # conversations in each call

    async def generate(self, conversations: Sequence[Conversation], sampling: Sampling) -> list[Completion]:
        self.asked.append(len(conversations))
        return [self.one(c, sampling.seed + i) for i, c in enumerate(conversations)]

    def one(self, conversation: Conversation, seed: int) -> Completion:
        text = self.text(seed)
        prompt = (*conversation.token_ids, *range(1000, 1060))
        ids = tuple(ord(c) for c in text)
        return Completion(Message("assistant", text), "stop", text, prompt, ids, (self.logprob,) * len(ids))
