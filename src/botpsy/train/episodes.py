"""Experience to train on: tasks in an endless order, and episodes played together, token for token as sampled.

An episode on which *we* failed is tried again, then dropped and counted; it never becomes a score.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from botpsy.core.errors import InfraError, UsageError
from botpsy.core.protocols import Generator, Sampling, Taskset
from botpsy.core.score import Score
from botpsy.core.task import Task
from botpsy.core.trajectory import StopReason, TrainSample, Trajectory
from botpsy.envs.rollout import Limits, rollout
from botpsy.train.lockstep import Lockstep, Seat
from botpsy.train.task_reward import Guarded, RewardError


@dataclass(frozen=True, slots=True)
class Play:
    """How episodes are played.

    `turns`: assistant turns in an episode; `max_tokens`: tokens of one turn; `context`: tokens of an episode, and of a
    row to train on. `tries` after failures of ours, `patience` seconds after the first, twice that after the second.
    """

    turns: int = 8
    max_tokens: int = 256
    context: int = 2048
    thinking: bool = False
    tries: int = 3
    patience: float = 0.5


@dataclass(frozen=True, slots=True)
class Item:
    """A task with its taskset."""

    taskset: Taskset
    task: Task


@dataclass(frozen=True, slots=True)
class Played:
    """An episode with its score."""

    item: Item
    trajectory: Trajectory
    score: Score

    @property
    def sample(self) -> TrainSample:
        """The streams to train on, without advantages."""
        t = self.trajectory
        return TrainSample(t.token_ids, t.loss_mask, t.logprobs)

    @property
    def sampled(self) -> list[int]:
        """The tokens that the model sampled."""
        t = self.trajectory
        return [token for token, mine in zip(t.token_ids, t.loss_mask, strict=True) if mine]

    @property
    def longest_turn(self) -> int:
        """The most tokens sampled in one assistant turn."""
        longest = run = 0
        for mine in self.trajectory.loss_mask:
            run = run + 1 if mine else 0
            longest = max(longest, run)
        return longest


@dataclass
class Troubles:
    """Why episodes were dropped: the last reason of each, and how many of them a verifier could not judge."""

    reasons: list[str] = field(default_factory=list[str])
    unjudged: int = 0

    def note(self, error: InfraError) -> None:
        """Write down why an episode is dropped."""
        self.reasons.append(str(error))
        self.unjudged += isinstance(error, RewardError)


class TaskOrder:
    """Every task once in a shuffled order, then all again in another. `place` counts those drawn, and can be set.

    Raises UsageError when the tasksets hold no training task.
    """

    def __init__(self, tasksets: Sequence[Taskset], seed: int) -> None:
        self.items = [Item(taskset, task) for taskset in tasksets for task in taskset.tasks("train")]
        if not self.items:
            names = ", ".join(t.name for t in tasksets) or "no taskset"
            raise UsageError(f"there is no training task in {names}")
        self.place: int = 0
        self._seed = seed
        self._epoch: int = -1
        self._order: list[int] = []

    def take(self, count: int) -> list[Item]:
        """Return the next `count` tasks."""
        return [self._next() for _ in range(count)]

    def _next(self) -> Item:
        epoch, at = self.place // len(self.items), self.place % len(self.items)
        if epoch != self._epoch:
            self._order = list(range(len(self.items)))
            random.Random(f"{self._seed}-{epoch}").shuffle(self._order)
            self._epoch = epoch
        self.place += 1
        return self.items[self._order[at]]

    @property
    def digest(self) -> str:
        """A hash of what is asked, for the run's configuration and lineage."""
        digest = hashlib.sha256()
        for item in self.items:
            row = [item.taskset.name, item.task.id, [m.to_json() for m in item.task.messages]]
            digest.update(json.dumps(row, sort_keys=True).encode())
        return digest.hexdigest()


async def play(
    engine: Generator, items: Sequence[Item], how: Play, seed: int, troubles: Troubles | None = None, stride: int = 0
) -> list[Played | None]:
    """Play the items at once and return them in their order, None for an episode that was dropped; `troubles` gets why.

    `stride`: seeds between one call of the engine and the next (`Lockstep`). Raises UsageError when the engine says
    what cannot be trained on.
    """
    lockstep = Lockstep(engine, seed, stride)
    seats = [lockstep.seat(i) for i in range(len(items))]
    noted = troubles or Troubles()
    tasks = [asyncio.create_task(_play(seat, item, how, noted)) for seat, item in zip(seats, items, strict=True)]
    try:
        return list(await asyncio.gather(*tasks))
    finally:  # when one fails for good or we are stopped, the others are not left running
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _play(seat: Seat, item: Item, how: Play, troubles: Troubles) -> Played | None:
    sampling = Sampling(temperature=1.0, max_tokens=how.max_tokens, thinking=how.thinking)
    taskset, trouble = Guarded(item.taskset), InfraError(f"{item.task.id} was never played: tries is 0")
    with seat:
        for attempt in range(how.tries):
            if attempt:
                await asyncio.sleep(how.patience * attempt)
            try:
                trajectory, score = await rollout(seat, taskset, item.task, Limits(how.turns), sampling)
                return _trainable(Played(item, trajectory, score), how)
            except RewardError as error:  # would be raised again
                trouble = error
                break
            except InfraError as error:
                trouble = error
    troubles.note(trouble)
    return None


def _trainable(played: Played, how: Play) -> Played | None:
    """Return the episode with all that a loss needs; None where nothing was sampled, as in a prompt that is too long.

    Raises InfraError for an episode that must be played again, UsageError for one that no row holds.
    """
    trajectory = played.trajectory
    if trajectory.stop is StopReason.CANCELLED:
        raise InfraError("the engine stopped in the middle of a turn")
    if trajectory.stop is StopReason.OVERFLOW and not any(trajectory.loss_mask):
        return None
    if not any(trajectory.loss_mask):
        raise UsageError(
            f"the engine gave no token ids for {trajectory.task_id}; rollouts need a model that tokenises, such as "
            f"the one that is trained, or llama.cpp"
        )
    if len(trajectory.token_ids) > how.context:
        raise UsageError(
            f"an episode has {len(trajectory.token_ids)} tokens, a row {how.context}: load the engine with a context "
            f"of at most {how.context}, or raise `context`"
        )
    if not all(math.isfinite(p) for p, m in zip(trajectory.logprobs, trajectory.loss_mask, strict=True) if m):
        raise InfraError(f"the engine gave no log-probability for a token of {trajectory.task_id}")
    return played
