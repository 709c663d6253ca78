"""Trajectories from tasks: a generator plays them (the reference, or a model); those with a high score are kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import dataclass, field
from typing import cast

from botpsy.core.errors import InfraError
from botpsy.core.messages import Json
from botpsy.core.protocols import Generator, Sampling, Taskset
from botpsy.core.score import Score
from botpsy.core.task import Task
from botpsy.core.trajectory import Trajectory
from botpsy.envs.rollout import Limits, rollout


@dataclass
class Tally:
    """What became of the tasks: kept, low (the score was too low), infra (we failed)."""

    counts: Counter[str] = field(default_factory=Counter[str])


async def trajectories(
    taskset: Taskset,
    tasks: Iterable[Task],
    generator: Generator | None = None,
    *,
    least: float = 1.0,
    limits: Limits | None = None,
    sampling: Sampling | None = None,
    tally: Tally | None = None,
) -> AsyncIterator[dict[str, Json]]:
    """Yield conversations with a score of at least `least` as rows. Without a generator the reference plays.

    A reference that falls short is an error in the taskset and raises ValueError; a model that does is dropped and
    counted.
    """
    tally = tally if tally is not None else Tally()
    for task in tasks:
        try:
            trajectory, score = await rollout(generator or taskset.reference(task), taskset, task, limits, sampling)
        except InfraError:
            tally.counts["infra"] += 1
            continue
        if generator is None and score.value < 1.0:
            raise ValueError(f"the reference of {task.id} scores {score.value}: {score.reason}")
        if score.value < least:
            tally.counts["low"] += 1
            continue
        tally.counts["kept"] += 1
        yield as_row(task, trajectory, score)


def as_row(task: Task, trajectory: Trajectory, score: Score) -> dict[str, Json]:
    """Return a trajectory as a row of training data. "missing": what the assistant must ask for, if anything."""
    asks = cast(list[str], task.data.get("asks") or [])
    return {
        "id": task.id,
        "source": task.domain,
        "skill": task.skill,
        "score": score.value,
        **({"missing": asks[0]} if asks else {}),
        "tools": [t.to_json() for t in trajectory.tools],
        "messages": [m.to_json() for m in trajectory.messages],
    }


Progress = Callable[[str, int, int], None]
"""(source, made, wanted)"""
