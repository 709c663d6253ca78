"""Multi-teacher on-policy distillation: the student plays, the teacher of a task's domain scores what was sampled.

task -> one episode by the student -> log p_teacher of each sampled token -> A_t = log p_teacher - log p_student
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from botpsy.core.errors import ConfigError, InfraError
from botpsy.core.protocols import Generator
from botpsy.core.trajectory import TrainSample
from botpsy.train.episodes import Play, TaskOrder, play
from botpsy.train.signals.rl import Tally

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
    engine: Generator, order: TaskOrder, rounds: Rounds, how: Play, scores: Scores, seed: int
) -> tuple[list[list[TrainSample]], dict[str, float]]:
    """Play a round and have it scored; return samples by task, and numbers for the log: those of RL, and for each
    domain the reverse KL to its teacher by sampled tokens, `reverse_kl/<domain>` in nats a token.

    Raises InfraError when every episode failed.
    """
    items = [item for item in order.take(rounds.prompts) for _ in range(rounds.samples)]
    tally = Tally()
    by_domain: dict[str, list[tuple[int, TrainSample]]] = {}
    for i, episode in enumerate(await play(engine, items, how, seed)):
        if episode is None:
            tally.dropped += 1
            continue
        tally.add(episode, episode.score.value)
        by_domain.setdefault(episode.item.task.domain, []).append((i // rounds.samples, episode.sample))
    if not by_domain:
        raise InfraError(f"all {len(items)} episodes of a round failed on our side; see whether the engine runs")
    found: list[list[TrainSample]] = [[] for _ in range(rounds.prompts)]
    log: dict[str, float] = {}
    for domain, numbered in by_domain.items():
        samples = [sample for _, sample in numbered]
        gap, targets = 0.0, 0
        for (place, sample), logprobs in zip(numbered, scores(domain, samples), strict=True):
            found[place].append(replace(sample, teacher_logprobs=tuple(logprobs)))
            gap += sum(sample.sampled_logprobs) - sum(logprobs)
            targets += sum(sample.loss_mask)
        log[f"reverse_kl/{domain}"] = gap / max(targets, 1)
    groups = [samples for samples in found if samples]
    tally.groups = len(groups)
    return groups, {**tally.row(), **log}
