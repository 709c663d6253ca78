"""Reinforcement learning: groups of episodes of one task become samples whose advantages compare them.

    task -> G episodes -> rewards -> A = (R - mean) / std over the group -> samples

A group whose rewards are all equal teaches nothing; it is dropped and another task is played in its place (DAPO's
dynamic sampling, Yu et al. 2025, section 3.2), `refills` times at most.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from botpsy.core.errors import ConfigError, InfraError
from botpsy.core.protocols import Generator
from botpsy.core.trajectory import StopReason, TrainSample
from botpsy.train.episodes import Item, Play, Played, TaskOrder, play
from botpsy.train.rewards import format_reward, group_advantages, overlong_penalty, repetition_penalty

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

    def reward(self, played: Played, how: Play) -> float:
        """Return the reward of an episode."""
        reward = played.score.value
        if self.parts and played.score.parts:
            reward += self.parts * sum(played.score.parts.values()) / len(played.score.parts)
        turns = [m for m in played.trajectory.messages if m.role == "assistant"]
        if self.format and turns:
            reward += self.format * sum(format_reward(m, thinking=how.thinking) for m in turns) / len(turns)
        if self.repetition:
            reward += self.repetition * repetition_penalty(played.sampled, N_GRAM)
        if self.overlong:
            reward += overlong_penalty(played.longest_turn, how.max_tokens, self.overlong)
        return reward


@dataclass(frozen=True, slots=True)
class Groups:
    """What a round of rollouts is made of.

    `prompts`: groups a round; `size`: episodes a group; `refills`: how often tasks are drawn again for groups that
    taught nothing. `divide_by_std` off is Dr. GRPO's advantage, `leave_one_out` RLOO's. Raises ConfigError.
    """

    prompts: int = 8
    size: int = 8
    refills: int = 3
    divide_by_std: bool = True
    leave_one_out: bool = False
    shaping: Shaping = field(default_factory=Shaping)

    def __post_init__(self) -> None:
        if self.prompts < 1 or self.size < 2 or self.refills < 0:
            raise ConfigError(
                f"a round needs at least 1 prompt, 2 episodes a group and 0 refills, not prompts={self.prompts}, "
                f"size={self.size}, refills={self.refills}"
            )


@dataclass
class Tally:
    """Counts of a round, over all episodes that were played, also those of groups that taught nothing."""

    groups: int = 0  # that teach
    flat: int = 0  # groups of equal rewards
    refilled: int = 0  # groups drawn in their place
    broken: int = 0  # groups of which fewer than two episodes were left
    dropped: int = 0  # episodes on which we failed
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
        }


async def gather(
    engine: Generator, order: TaskOrder, groups: Groups, how: Play, seed: int
) -> tuple[list[list[TrainSample]], Tally]:
    """Play a round; return the samples of each group that teaches, and the counts.

    `seed` is that of the first completion; those that follow have the next ones. Raises InfraError when every episode
    failed: then the engine or the environments are gone.
    """
    tally = Tally()
    found: list[list[TrainSample]] = []
    for attempt in range(groups.refills + 1):
        items = order.take(groups.prompts - len(found))
        if attempt:
            tally.refilled += len(items)
        episodes = await play(engine, _repeated(items, groups.size), how, seed + (attempt << 20))
        for start in range(0, len(episodes), groups.size):
            samples = _group(episodes[start : start + groups.size], groups, how, tally)
            if samples:
                found.append(samples)
        if not tally.rewards:
            raise InfraError(
                f"all {tally.dropped} episodes of a round failed on our side, each {how.tries} times; see whether the "
                f"engine and the environments run"
            )
        if len(found) == groups.prompts:
            break
    tally.groups = len(found)
    return found, tally


def _repeated(items: Sequence[Item], times: int) -> list[Item]:
    return [item for item in items for _ in range(times)]


def _group(episodes: Sequence[Played | None], groups: Groups, how: Play, tally: Tally) -> list[TrainSample]:
    """Return the samples of one group, none when it teaches nothing."""
    judged = [episode for episode in episodes if episode is not None]
    tally.dropped += len(episodes) - len(judged)
    rewards = [groups.shaping.reward(episode, how) for episode in judged]
    for episode, reward in zip(judged, rewards, strict=True):
        tally.add(episode, reward)
    if len(judged) < 2:
        tally.broken += 1
        return []
    advantages = group_advantages(rewards, divide_by_std=groups.divide_by_std, leave_one_out=groups.leave_one_out)
    if advantages is None:
        tally.flat += 1
        return []
    return [with_advantage(episode.sample, a) for episode, a in zip(judged, advantages, strict=True)]


def with_advantage(sample: TrainSample, advantage: float) -> TrainSample:
    """Return the sample with this advantage at each of its targets."""
    return replace(sample, advantages=tuple(advantage * wanted for wanted in sample.loss_mask))
