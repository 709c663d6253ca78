"""Multi-teacher on-policy distillation: the student plays, the teacher of a task's domain scores what was sampled.

task -> one episode by the student -> log p_teacher of each sampled token -> A_t = log p_teacher - log p_student
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from botpsy.core.errors import ConfigError, InfraError
from botpsy.core.protocols import Generator
from botpsy.core.trajectory import TrainSample
from botpsy.train.episodes import Item, Play, TaskOrder, Troubles, play
from botpsy.train.signals.rl import Tally
from botpsy.train.world import ALONE, World

Scores = Callable[[str, Sequence[TrainSample]], list[list[float]]]
"""(teacher, samples) -> the teacher's log-probabilities (nats) of each sample's tokens, 0 where it is no target."""


@dataclass(frozen=True, slots=True)
class Rounds:
    """What a round is made of: `prompts` tasks with `samples` episodes each. Many prompts with one episode each teach
    more than few with many (Nemotron 3 Ultra). Raises ConfigError."""

    prompts: int = 32
    samples: int = 1

    def __post_init__(self) -> None:
        if self.prompts < 1 or self.samples < 1:
            raise ConfigError(f"prompts and samples are at least 1, not {self.prompts}, {self.samples}")


def check_teachers(teachers: Mapping[str, str], order: TaskOrder) -> None:
    """Check that every domain has a teacher, and every teacher a task. Raises ConfigError that names which has not."""
    domains = {item.task.domain for item in order.items}
    if without := sorted(domains - teachers.keys()):
        raise ConfigError(f"no teacher for {', '.join(without)}; teachers are there for {', '.join(sorted(teachers))}")
    if idle := sorted(teachers.keys() - domains):
        raise ConfigError(
            f"the teacher of {', '.join(idle)} would never be called: the tasks are of {', '.join(sorted(domains))}"
        )


async def gather(
    engine: Generator,
    order: TaskOrder,
    rounds: Rounds,
    how: Play,
    scores: Scores | None,
    seed: int,
    world: World = ALONE,
) -> tuple[list[list[TrainSample]], dict[str, float]]:
    """Play a round and have it scored; return samples by task, and numbers for the log: those of RL, and for each
    domain the reverse KL to its teacher by sampled tokens, `reverse_kl/<domain>` in nats a token.

    Without `scores` samples say whose they are (`TrainSample.teacher`), for a loss that asks the teacher itself. With
    several processes each plays its part of the tasks, and all return the same. What a teacher fails to score is
    dropped and counted. Raises InfraError when nothing is left.
    """
    items = order.take(rounds.prompts)
    tally = Tally()
    groups: list[list[TrainSample]] = []
    gaps: dict[str, tuple[float, int]] = {}
    for part in await world.all(partial(_play_part, engine, items, rounds, how, scores, seed, world)):
        groups += part.groups
        tally.merge(part.tally)
        for domain, (gap, targets) in part.gaps.items():
            before = gaps.get(domain, (0.0, 0))
            gaps[domain] = (before[0] + gap, before[1] + targets)
    if not groups:
        raise InfraError(
            f"all {len(items) * rounds.samples} episodes of a round failed on our side; see whether the engine and the "
            f"teachers run. The last: {tally.trouble}"
        )
    tally.groups = len(groups)
    return groups, {**tally.row(), **{f"reverse_kl/{d}": gap / max(targets, 1) for d, (gap, targets) in gaps.items()}}


@dataclass(frozen=True, slots=True)
class _Part:
    """What one process made. `gaps`: by domain, log p_student - log p_teacher summed over targets, and their number."""

    groups: list[list[TrainSample]]
    tally: Tally
    gaps: dict[str, tuple[float, int]]


async def _play_part(
    engine: Generator, items: Sequence[Item], rounds: Rounds, how: Play, scores: Scores | None, seed: int, world: World
) -> _Part:
    tally, troubles = Tally(), Troubles()
    start, end = world.bounds(len(items))
    mine = [item for item in items[start:end] for _ in range(rounds.samples)]
    stride = len(items) * rounds.samples if world.size > 1 else 0
    by_domain: dict[str, list[tuple[int, TrainSample]]] = {}
    for i, episode in enumerate(await play(engine, mine, how, seed + start * rounds.samples, troubles, stride)):
        if episode is None:
            tally.dropped += 1
            continue
        tally.add(episode, episode.score.value)
        by_domain.setdefault(episode.item.task.domain, []).append((i // rounds.samples, episode.sample))
    tally.unjudged, tally.trouble = troubles.unjudged, troubles.reasons[-1] if troubles.reasons else ""
    found: list[list[TrainSample]] = [[] for _ in range(end - start)]
    gaps: dict[str, tuple[float, int]] = {}
    for domain, numbered in by_domain.items():
        if scores is None:
            for place, sample in numbered:
                found[place].append(replace(sample, teacher=domain))
            continue
        samples = [sample for _, sample in numbered]
        try:
            every = scores(domain, samples)
        except InfraError as error:  # its server is gone, after several tries
            tally.dropped += len(samples)
            tally.trouble = f"the teacher of {domain}: {error}"
            continue
        gap, targets = 0.0, 0
        for (place, sample), logprobs in zip(numbered, every, strict=True):
            found[place].append(replace(sample, teacher_logprobs=tuple(logprobs)))
            gap += sum(sample.sampled_logprobs) - sum(logprobs)
            targets += sum(sample.loss_mask)
        gaps[domain] = (gap, targets)
    return _Part([samples for samples in found if samples], tally, gaps)
