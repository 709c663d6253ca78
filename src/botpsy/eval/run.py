"""Evaluates a generator: every task of a suite is played once through `envs.rollout`, judged, and written down at once.

Stopped anywhere and started again, it goes on with what is missing. An item on which *we* failed is tried again, then
dropped and counted apart; it never becomes a score. An item that does not fit in the model's context is the model's:
it is played once, stops with "overflow", and its reason says so.
"""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import zip_longest
from pathlib import Path

from botpsy.core import jsonl
from botpsy.core.errors import BackendError, InfraError, UsageError
from botpsy.core.messages import Json
from botpsy.core.protocols import Generator, Sampling
from botpsy.core.score import Score
from botpsy.core.task import Task
from botpsy.core.trajectory import StopReason, Trajectory
from botpsy.envs.rollout import Limits, rollout
from botpsy.eval.meter import MACHINE, Machine, Metered
from botpsy.eval.prepare import prepare
from botpsy.eval.progress import Show, Status
from botpsy.eval.record import ROWS, Key, Row, begin, claimed, digest, rows, storable
from botpsy.eval.report import Report, summarize, write
from botpsy.eval.scenario import scenario
from botpsy.eval.suites import Part

TRIES = 3
GIVE_UP = 10  # items dropped in a row: the engine is gone, and the rest would only be dropped too


@dataclass(frozen=True, slots=True)
class Item:
    """A task with its part of the suite."""

    part: Part
    task: Task

    @property
    def key(self) -> Key:
        """Under which the item is recorded."""
        return self.part.taskset.name, self.task.id


def sample(tasks: Iterable[Task], limit: int | None) -> list[Task]:
    """Return `limit` tasks in the order of a hash of their ids: a random sample, of which a larger limit has all."""
    ordered = sorted(tasks, key=lambda task: hashlib.sha256(task.id.encode()).digest())
    return ordered if limit is None else ordered[:limit]


SAMPLING = Sampling(call_grammar=True, logprobs=False)


async def evaluate(
    generator: Generator,
    suite: Sequence[Part],
    out: Path,
    *,
    settings: Mapping[str, Json] | None = None,
    limit: int | None = None,
    limits: Limits | None = None,
    sampling: Sampling | None = None,
    concurrency: int = 8,
    progress: Show | None = None,
    patience: float = 1.0,
) -> Report:
    """Evaluate into the folder `out`; write and return the report over the suite's items (also those done before).

    `settings` say which model this is; with sampling and limits they must be the same whenever `out` is used again.
    Unless `sampling` says otherwise the model decodes as it does for a person: greedily, its calls held to the grammar.
    `limit` bounds every part. `concurrency` episodes run at once. A try after a failure waits `patience` seconds, then
    twice that. Raises UsageError for a folder of another run, InfraError when the engine is gone for good.

    Example:
        report = await evaluate(load("model.gguf"), build("phone"), Path("runs/eval"), settings={"model": "model.gguf"})
    """
    sampling, limits = sampling or SAMPLING, limits or Limits()
    begin(out, {**(settings or {}), "sampling": asdict(sampling), "limits": asdict(limits)})
    with claimed(out):
        items = list(_items(suite, limit))
        done = _done(out, items)
        to_do = [(item.part, item.task) for item in items if item.key not in done]
        await prepare(generator, to_do, out, sampling, concurrency=concurrency, progress=progress)
        run = _Run(generator, limits, sampling, patience, items, done, progress)
        machine = Machine()
        try:
            with jsonl.Appender(out / ROWS) as log:
                await run.play(log, max(1, concurrency))
        finally:
            if played := run.played:
                local = "endpoint" not in (settings or {})
                with jsonl.Appender(out / MACHINE) as log:
                    log.write({**machine.cost(local=local), "items": played})
    report = summarize(out, [item.key for item in items], {part.taskset.name: part.label for part in suite})
    write(report, out)
    return report


def _items(suite: Sequence[Part], limit: int | None) -> Iterator[Item]:
    """Yield an item of each part in turn, so that a run which is cut short has as many of all of them."""
    parts = [
        [Item(part, task) for task in sample(part.taskset.tasks(part.split), part.limit if limit is None else limit)]
        for part in suite
    ]
    seen: set[Key] = set()
    for turn in zip_longest(*parts):
        for item in turn:
            if item is None:
                continue
            if item.key in seen:
                raise ValueError(
                    f"the task id {item.task.id!r} is twice in {item.part.taskset.name}; ids must be unique"
                )
            seen.add(item.key)
            yield item


def _done(out: Path, items: Sequence[Item]) -> dict[Key, Row]:
    """Return the rows that stand. Those of dropped items do not: a run that goes on tries them again."""
    recorded = rows(out)
    done: dict[Key, Row] = {}
    for item in items:
        row = recorded.get(item.key)
        if row is None or row.get("dropped"):
            continue
        if row.get("digest") != digest(item.task):
            raise UsageError(f"{out} has results for another version of the task {item.task.id!r}; give another folder")
        done[item.key] = row
    return done


class _Run:
    def __init__(
        self,
        generator: Generator,
        limits: Limits,
        sampling: Sampling,
        patience: float,
        items: Sequence[Item],
        done: Mapping[Key, Row],
        progress: Show | None,
    ) -> None:
        self._generator = generator
        self._limits = limits
        self._sampling = sampling
        self._patience = patience
        self._total = len(items)
        self._missing = [item for item in items if item.key not in done]
        self._kept = len(done)
        self._judged = len(done)
        self._right = sum(row["score"] == 1.0 for row in done.values())
        self._dropped = 0
        self._dropped_in_a_row = 0
        self._progress = progress
        self._started = time.monotonic()

    async def play(self, log: jsonl.Appender, concurrency: int) -> None:
        """Play what is missing with so many at once; when one fails for good, or we are stopped, all are."""
        queue = iter(self._missing)
        self._show()

        async def work() -> None:
            for item in queue:
                row = await self._item(item)
                _write(log, row)
                self._count(row)
                self._show()

        workers = [asyncio.create_task(work()) for _ in range(min(concurrency, len(self._missing)))]
        try:
            await asyncio.gather(*workers)
        finally:
            for worker in workers:
                worker.cancel()
            await asyncio.gather(*workers, return_exceptions=True)

    async def _item(self, item: Item) -> Row:
        started = time.monotonic()
        reason = ""
        part = item.part
        limits = replace(self._limits, turns=part.turns or self._limits.turns)
        sampling = replace(self._sampling, max_tokens=part.max_tokens or self._sampling.max_tokens)
        for attempt in range(TRIES):
            if attempt:
                await asyncio.sleep(self._patience * attempt)
            try:
                meter = Metered(self._generator)
                trajectory, score = await rollout(meter, part.taskset, item.task, limits, sampling)
                if trajectory.stop is StopReason.CANCELLED:
                    raise InfraError("the engine stopped in the middle of the answer")
            except InfraError as error:
                reason = str(error)
                continue
            cost = meter.cost()
            if trajectory.stop is StopReason.OVERFLOW:
                room: int | None = getattr(self._generator, "context", None)
                score = _overflowed(score, room, began=cost.get("sampled") != 0)
            return {
                **_about(item),
                **_outcome(trajectory, score),
                "cost": cost,
                "seconds": round(time.monotonic() - started, 3),
            }
        return {**_about(item), "dropped": True, "reason": reason, "seconds": round(time.monotonic() - started, 3)}

    @property
    def played(self) -> int:
        """How many items this session played."""
        return self._judged + self._dropped - self._kept

    def _count(self, row: Row) -> None:
        if row.get("dropped"):
            self._dropped += 1
            self._dropped_in_a_row += 1
            if self._dropped_in_a_row >= GIVE_UP:
                raise InfraError(
                    f"{GIVE_UP} items in a row failed on our side, the last: {row['reason']}. What is done is kept; "
                    f"run the same command to go on"
                )
            return
        self._dropped_in_a_row = 0
        self._judged += 1
        self._right += row["score"] == 1.0

    def _show(self) -> None:
        if self._progress is None:
            return
        done = self._judged + self._dropped
        fresh = done - self._kept
        rate = fresh / max(time.monotonic() - self._started, 1e-9)
        left = (self._total - done) / rate if fresh else None
        accuracy = self._right / self._judged if self._judged else None
        self._progress(Status(done, self._total, self._kept, self._dropped, accuracy, rate, left))


def _write(log: jsonl.Appender, row: Row) -> None:
    try:
        log.write(storable(row))
    except OSError as error:
        raise BackendError(
            f"cannot write results: {error.strerror}; make room and run the same command to go on"
        ) from None


def _about(item: Item) -> Row:
    task = item.task
    about = {name: task.data[name] for name in ("repeat_of",) if name in task.data}
    if (known := scenario(task)) is not None:
        about["scenario"] = known
    return {
        **about,
        "id": task.id,
        "taskset": item.part.taskset.name,
        "split": task.split,
        "skill": task.skill,
        "digest": digest(task),
    }


def _overflowed(score: Score, room: int | None, *, began: bool) -> Score:
    """Name a full context. Where not even the first prompt fitted nothing was answered, so nothing is right, whatever a
    verifier says of doing nothing."""
    context = f"context of {room} tokens" if room else "context"
    if not began:
        return replace(score, value=0.0, reason=f"the prompt does not fit in the model's {context}")
    return replace(score, reason="; ".join(r for r in (f"the model's {context} was full", score.reason) if r))


def _outcome(trajectory: Trajectory, score: Score) -> Row:
    sampled = sum(trajectory.loss_mask)
    return {
        "score": score.value,
        "parts": dict(score.parts),
        "reason": score.reason,
        "stop": trajectory.stop.value,
        "turns": sum(m.role == "assistant" for m in trajectory.messages),
        "tokens": {"sampled": sampled, "read": len(trajectory.token_ids) - sampled},
        "tools": [tool.name for tool in trajectory.tools],
        "messages": [m.to_json() for m in trajectory.messages],
    }
