"""Reinforcement learning: groups of episodes of one task become samples whose advantages compare them.

    task -> G episodes -> rewards -> A = (R - mean) / std over the group -> samples

A group whose rewards are all equal teaches nothing; it is dropped and another task is played in its place (DAPO's
dynamic sampling, Yu et al. 2025, section 3.2), `refills` times at most.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from botpsy.core.errors import ConfigError, InfraError
from botpsy.core.messages import ToolCall
from botpsy.core.protocols import Generator
from botpsy.core.trajectory import StopReason, TrainSample
from botpsy.train.episodes import Item, Play, Played, TaskOrder, Troubles, play
from botpsy.train.rewards import (
    batch_scaled,
    decoupled_advantages,
    format_reward,
    group_advantages,
    overlong_penalty,
    repetition_penalty,
)
from botpsy.train.task_reward import RewardError, check_kind, earned, kind_of, reference_calls
from botpsy.train.world import ALONE, World

N_GRAM = 3  # tokens, of the repetition penalty


@dataclass(frozen=True, slots=True)
class Shaping:
    """What is added to a score to make the reward. Weights; 0 leaves a part out.

    `parts`: the mean of the score's parts, for a small model that seldom has all of them; `format`: the share of
    assistant turns in the form asked for; `repetition`: of repeated 3-grams, as a penalty. `overlong`: tokens before
    the limit of a turn in which a penalty grows to 1 (DAPO, eq. 13).
    """

    parts: float = 0.0
    format: float = 0.0
    repetition: float = 0.1
    overlong: int = 0

    def reward(self, played: Played, how: Play, main: float | None = None) -> float:
        """Return the reward of an episode: `main` (its score when None) and what is added to it."""
        return sum(weight * value for weight, value in self.weighted(played, how, main))

    def weighted(self, played: Played, how: Play, main: float | None = None) -> list[tuple[float, float]]:
        """Return the parts of the reward as (weight, value); the first is `main`, those with weight 0 are left out."""
        parts = played.score.parts
        turns = [m for m in played.trajectory.messages if m.role == "assistant"]
        found = [(1.0, played.score.value if main is None else main)]
        if self.parts:
            found.append((self.parts, sum(parts.values()) / len(parts) if parts else 0.0))
        if self.format:
            formed = sum(format_reward(m, thinking=how.thinking) for m in turns)
            found.append((self.format, formed / len(turns) if turns else 0.0))
        if self.repetition:
            found.append((self.repetition, repetition_penalty(played.sampled, N_GRAM)))
        if self.overlong:
            found.append((1.0, overlong_penalty(played.longest_turn, how.max_tokens, self.overlong)))
        return found


@dataclass(frozen=True, slots=True)
class Groups:
    """What a round of rollouts is made of.

    `prompts`: groups a round; `size`: episodes a group; `refills`: how often tasks are drawn again for groups that
    taught nothing. `reward`: what an episode earns before shaping, "state", "fine" or "binary" (`train.task_reward`),
    for all tasksets or by name; "default" is each taskset's own. `divide_by_std` off is Dr. GRPO's advantage,
    `leave_one_out` RLOO's; `gdpo` scales each part of the reward by itself, and all advantages over the round. Raises
    ConfigError.
    """

    prompts: int = 8
    size: int = 8
    refills: int = 3
    reward: str | Mapping[str, str] = "default"
    divide_by_std: bool = True
    leave_one_out: bool = False
    gdpo: bool = False
    shaping: Shaping = field(default_factory=Shaping)

    def __post_init__(self) -> None:
        if self.prompts < 1 or self.size < 2 or self.refills < 0:
            raise ConfigError(
                f"a round needs at least 1 prompt, 2 episodes a group and 0 refills, not prompts={self.prompts}, "
                f"size={self.size}, refills={self.refills}"
            )
        check_kind(self.reward)
        if self.gdpo and (self.leave_one_out or not self.divide_by_std):
            raise ConfigError("gdpo has its own baseline and scale: leave leave_one_out off and divide_by_std on")


@dataclass
class Tally:
    """Counts of a round, over all episodes that were played, also those of groups that taught nothing."""

    groups: int = 0  # that teach
    flat: int = 0  # groups of equal rewards
    refilled: int = 0  # groups drawn in their place
    broken: int = 0  # groups of which fewer than two episodes were left
    dropped: int = 0  # episodes on which we failed
    unjudged: int = 0  # of these: whose reward raised, or was no finite number
    trouble: str = ""  # why the last one was dropped
    rewards: list[float] = field(default_factory=list[float])
    scores: list[float] = field(default_factory=list[float])
    lengths: list[int] = field(default_factory=list[int])
    turns: list[int] = field(default_factory=list[int])
    repetitions: list[float] = field(default_factory=list[float])
    cut: int = 0  # episodes that met the limit of a turn

    def add(self, played: Played, reward: float) -> None:
        """Count an episode."""
        self.rewards.append(reward)
        self.scores.append(played.score.value)
        self.lengths.append(sum(played.trajectory.loss_mask))
        self.turns.append(sum(m.role == "assistant" for m in played.trajectory.messages))
        self.repetitions.append(-repetition_penalty(played.sampled, N_GRAM))
        self.cut += played.trajectory.stop is StopReason.LENGTH

    def merge(self, other: Tally) -> None:
        """Add what another process, or another try, counted."""
        for name in ("groups", "flat", "refilled", "broken", "dropped", "unjudged", "cut"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name in ("rewards", "scores", "lengths", "turns", "repetitions"):
            getattr(self, name).extend(getattr(other, name))
        self.trouble = other.trouble or self.trouble

    def row(self) -> dict[str, float]:
        """Return the log's numbers: means over episodes, `length` in sampled tokens; and counts."""
        means = {
            "reward": self.rewards,
            "score": self.scores,
            "length": self.lengths,
            "turns": self.turns,
            "repetition": self.repetitions,
        }
        episodes = len(self.rewards)
        return {
            **{name: sum(values) / episodes for name, values in means.items() if episodes},
            "cut_share": self.cut / max(episodes, 1),
            "episodes": float(episodes),
            "groups": float(self.groups),
            "flat_groups": float(self.flat),
            "refilled_groups": float(self.refilled),
            "broken_groups": float(self.broken),
            "dropped_episodes": float(self.dropped),
            "unjudged_episodes": float(self.unjudged),
        }


async def gather(
    engine: Generator, order: TaskOrder, groups: Groups, how: Play, seed: int, world: World = ALONE
) -> tuple[list[list[TrainSample]], Tally]:
    """Play a round; return the samples of each group that teaches, and the counts.

    `seed` is that of the first completion; those that follow have the next ones. With several processes each plays its
    part of the groups; all draw the same tasks, count together which groups taught something, refill together, and
    return the same. Raises InfraError when every episode failed: then the engine or the environments are gone.
    """
    tally = Tally()
    found: list[_Compared] = []
    for attempt in range(groups.refills + 1):
        items = order.take(groups.prompts - len(found))
        if attempt:
            tally.refilled += len(items)
        part = partial(_play_part, engine, items, groups, how, seed + (attempt << 20), world)
        for compared, counted in await world.all(part):
            found += compared
            tally.merge(counted)
        if not tally.rewards:
            raise InfraError(
                f"all {tally.dropped} episodes of a round failed on our side, each {how.tries} times; see whether the "
                f"engine, the environments and the rewards run. The last: {tally.trouble}"
            )
        if len(found) == groups.prompts:
            break
    tally.groups = len(found)
    advantages = [group.advantages for group in found]
    scaled = batch_scaled(advantages) if groups.gdpo else advantages
    return [
        [with_advantage(sample, a) for sample, a in zip(group.samples, mine, strict=True)]
        for group, mine in zip(found, scaled, strict=True)
    ], tally


async def _play_part(
    engine: Generator, items: Sequence[Item], groups: Groups, how: Play, seed: int, world: World
) -> tuple[list[_Compared], Tally]:
    """Play this process's part of the groups; return those that teach, and the counts."""
    tally, troubles = Tally(), Troubles()
    start, end = world.bounds(len(items))
    mine = items[start:end]
    stride = len(items) * groups.size if world.size > 1 else 0
    first = seed + start * groups.size
    episodes = await play(engine, _repeated(mine, groups.size), how, first, troubles, stride)
    found: list[_Compared] = []
    for number, item in enumerate(mine):
        group = episodes[number * groups.size : (number + 1) * groups.size]
        compared = await _compared(item, group, groups, how, tally, troubles)
        if compared:
            found.append(compared)
    tally.unjudged, tally.trouble = troubles.unjudged, troubles.reasons[-1] if troubles.reasons else ""
    return found, tally


@dataclass(frozen=True, slots=True)
class _Compared:
    """A group that teaches: its samples, and the advantage of each."""

    samples: list[TrainSample]
    advantages: list[float]


def _repeated(items: Sequence[Item], times: int) -> list[Item]:
    return [item for item in items for _ in range(times)]


async def _compared(
    item: Item, episodes: Sequence[Played | None], groups: Groups, how: Play, tally: Tally, troubles: Troubles
) -> _Compared | None:
    """Return one group with its advantages, None when it teaches nothing."""
    played = [episode for episode in episodes if episode is not None]
    tally.dropped += len(episodes) - len(played)
    kind = kind_of(groups.reward, item.taskset.name)
    gold: tuple[ToolCall, ...] = ()
    if played and kind == "fine" and played[0].trajectory.tools:
        try:
            gold = await reference_calls(item.taskset, item.task, how.turns)
        except RewardError as error:
            for _ in played:
                troubles.note(error)
            tally.dropped += len(played)
            played = []
    judged: list[tuple[Played, list[tuple[float, float]]]] = []
    for episode in played:
        try:
            parts = groups.shaping.weighted(episode, how, earned(kind, episode.trajectory, episode.score, gold))
            if not all(math.isfinite(value) for _, value in parts):
                raise ValueError(f"a part of the reward is no finite number: {parts}")
        except Exception as error:
            troubles.note(RewardError(f"the reward of {item.task.id} raised {error!r}"))
            tally.dropped += 1
            continue
        judged.append((episode, parts))
        tally.add(episode, sum(weight * value for weight, value in parts))
    if len(judged) < 2:
        tally.broken += 1
        return None
    if groups.gdpo:
        columns = list(zip(*(parts for _, parts in judged), strict=True))
        advantages = decoupled_advantages([(column[0][0], [value for _, value in column]) for column in columns])
    else:
        rewards = [sum(weight * value for weight, value in parts) for _, parts in judged]
        advantages = group_advantages(rewards, divide_by_std=groups.divide_by_std, leave_one_out=groups.leave_one_out)
    if advantages is None:
        tally.flat += 1
        return None
    return _Compared([episode.sample for episode, _ in judged], advantages)


def with_advantage(sample: TrainSample, advantage: float) -> TrainSample:
    """Return the sample with this advantage at each of its targets."""
    return replace(sample, advantages=tuple(advantage * wanted for wanted in sample.loss_mask))
