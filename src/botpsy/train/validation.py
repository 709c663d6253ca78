"""Checkpoints on held-out tasks: each is scored once, greedily, and the row is kept in the run's `validation.jsonl`.

Only dev tasks are played: the test split is for figures, and choosing by it would spoil them.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from botpsy.core import jsonl
from botpsy.core.errors import InfraError, UsageError
from botpsy.core.messages import Json
from botpsy.core.protocols import Generator, Sampling, Taskset
from botpsy.envs.rollout import Limits, rollout
from botpsy.train import lineage
from botpsy.train.episodes import Item, Play
from botpsy.train.lockstep import Lockstep, Seat

ROWS = "validation.jsonl"
TOGETHER = 64  # episodes played at once
WEIGHTS = ("adapter_model.safetensors", "model.safetensors")


@dataclass(frozen=True)
class Validation:
    """Held-out tasks: the first `limit` dev tasks of each taskset. `play` as in training, but greedily.

    `call_grammar`: calls held to the tools on offer, as the assistant decodes; only llama.cpp can.
    """

    tasksets: Callable[[], Sequence[Taskset]]
    limit: int = 40
    play: Play = field(default_factory=Play)
    call_grammar: bool = False

    def items(self) -> list[Item]:
        """Return the tasks. Raises UsageError when there are none."""
        found = [Item(t, task) for t in self.tasksets() for task in islice(t.tasks("dev"), self.limit)]
        if not found:
            raise UsageError("there is no dev task to choose a checkpoint by")
        return found


@dataclass(frozen=True, slots=True)
class Scores:
    """`score`: the mean over tasksets of their mean scores; `by_taskset` those; `n` tasks judged, `dropped` not."""

    score: float
    by_taskset: dict[str, float]
    n: int
    dropped: int


def digest(items: Sequence[Item]) -> str:
    """Return a hash of the tasks, so that scores of other tasks are not taken for these."""
    rows = [[i.taskset.name, i.task.id, [m.to_json() for m in i.task.messages]] for i in items]
    return hashlib.sha256(json.dumps(rows, sort_keys=True).encode()).hexdigest()[:16]


async def score(engine: Generator, items: Sequence[Item], validation: Validation) -> Scores:
    """Play the tasks and return the scores. Raises InfraError when more than half of them failed on our side."""
    sampling = Sampling(
        max_tokens=validation.play.max_tokens,
        thinking=validation.play.thinking,
        call_grammar=validation.call_grammar,
        logprobs=False,
    )
    judged: dict[str, list[float]] = {}
    reason = ""
    for start in range(0, len(items), TOGETHER):
        part = items[start : start + TOGETHER]
        lockstep = Lockstep(engine, 0)
        seats = [lockstep.seat(i) for i in range(len(part))]
        plays = [_one(seat, item, validation.play, sampling) for seat, item in zip(seats, part, strict=True)]
        for item, value in zip(part, await asyncio.gather(*plays), strict=True):
            if isinstance(value, str):
                reason = value
            else:
                judged.setdefault(item.taskset.name, []).append(value)
    n = sum(map(len, judged.values()))
    if n < len(items) / 2:
        raise InfraError(f"{len(items) - n} of {len(items)} validation tasks failed on our side, the last: {reason}")
    means = {name: sum(values) / len(values) for name, values in judged.items()}
    return Scores(sum(means.values()) / len(means), means, n, len(items) - n)


async def _one(seat: Seat, item: Item, how: Play, sampling: Sampling) -> float | str:
    """Return the score of one episode, or why there is none."""
    reason = ""
    with seat:
        for attempt in range(how.tries):
            if attempt:
                await asyncio.sleep(how.patience * attempt)
            try:
                _, result = await rollout(seat, item.taskset, item.task, Limits(how.turns), sampling)
                return result.value
            except InfraError as error:
                reason = str(error)
    return reason


def weights_of(folder: Path) -> Path:
    """Return the file with the weights of a checkpoint. Raises UsageError when there is none."""
    for name in WEIGHTS:
        if (folder / name).is_file():
            return folder / name
    raise UsageError(f"{folder} holds no weights: there is none of {', '.join(WEIGHTS)}")


def validate(
    run: Path, candidates: Sequence[tuple[str, int, Path]], validation: Validation, engine: Callable[[Path], Generator]
) -> list[dict[str, Json]]:
    """Score candidates, each (name, step, folder), that have no row yet; return a row for each, in their order.

    Stopped anywhere it goes on with what is missing. Raises InfraError when the engine is gone.
    """
    items = validation.items()
    suite = digest(items)
    known = {(r["checkpoint"], r["sha256"], r["suite"]): r for r in stored(run)}
    found: list[dict[str, Json]] = []
    with jsonl.Appender(run / ROWS) as log:
        for name, step, folder in candidates:
            key = (name, lineage.sha256(weights_of(folder)), suite)
            row = known.get(key)
            if row is None:
                made = asyncio.run(score(engine(folder), items, validation))
                row = {
                    "checkpoint": name, "step": step, "score": made.score, "n": made.n, "dropped": made.dropped,
                    "scores": made.by_taskset, "sha256": key[1], "suite": suite,
                }  # fmt: skip
                log.write(row)
                print(f"{run.name}: {name} scores {made.score:.3f} on {made.n} dev tasks", flush=True)
            found.append(row)
    return found


def stored(run: Path) -> list[dict[str, Json]]:
    """Return the rows of a run's validation, none when there is none."""
    return list(jsonl.read(run / ROWS)) if (run / ROWS).is_file() else []
