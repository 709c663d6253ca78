"""A taskset that the model prepares for: once a run, before its first item, and never again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

from eval_tasks import Planned, Sums

from botpsy.core.protocols import Generator, Sampling
from botpsy.core.task import Task
from botpsy.eval.run import evaluate
from botpsy.eval.suites import Part


class Remembers(Sums):
    def __init__(self) -> None:
        super().__init__(6)
        self.prepared: list[tuple[int, Path, int, int]] = []

    async def prepare(
        self,
        generator: Generator,
        tasks: Sequence[Task],
        folder: Path,
        sampling: Sampling,
        *,
        concurrency: int = 1,
        done: Callable[[int, int], None] | None = None,
    ) -> None:
        assert done is not None
        done(3, 8)
        self.prepared.append((len(tasks), folder, sampling.max_tokens, concurrency))


def test_it_is_prepared_for_the_missing_items_with_the_parts_own_limit(tmp_path: Path) -> None:
    taskset = Remembers()
    suite = [Part(taskset, "dev", max_tokens=7), Part(Sums(3, "others"), "dev")]
    seen: list[str] = []
    asyncio.run(
        evaluate(Planned(), suite, tmp_path, limit=2, concurrency=3, progress=lambda status: seen.append(status.line()))
    )
    assert seen[0] == f"what {taskset.name} begins with: 3/8" and seen[-1].startswith("4/4")
    assert taskset.prepared == [(2, tmp_path, 7, 3)]
    asyncio.run(evaluate(Planned(), suite, tmp_path, concurrency=3))
    assert taskset.prepared[1:] == [(4, tmp_path, 7, 3)]
    asyncio.run(evaluate(Planned(), suite, tmp_path))
    assert len(taskset.prepared) == 2
