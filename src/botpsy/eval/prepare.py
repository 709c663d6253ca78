"""What episodes begin with, where the model under test made it before: BFCL's memories."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Protocol, runtime_checkable

from botpsy.core.protocols import Generator, Sampling
from botpsy.core.task import Task
from botpsy.eval.progress import Show, Status
from botpsy.eval.suites import Part


@runtime_checkable
class Prepared(Protocol):
    """A taskset whose episodes begin with what the same model made before. `prepare` makes what the tasks need, keeps
    it in the run's folder, and makes nothing twice; it tells `done` how many pieces are there, of how many."""

    async def prepare(
        self,
        generator: Generator,
        tasks: Sequence[Task],
        folder: Path,
        sampling: Sampling,
        *,
        concurrency: int = 1,
        done: Callable[[int, int], None] | None = None,
    ) -> None: ...


async def prepare(
    generator: Generator,
    items: Sequence[tuple[Part, Task]],
    out: Path,
    sampling: Sampling,
    *,
    concurrency: int,
    progress: Show | None = None,
) -> None:
    """Have the tasksets of the items prepare them, each with its part's own length."""
    parts = {id(part): part for part, _ in items}
    for number, part in parts.items():
        if not isinstance(part.taskset, Prepared):
            continue
        own = replace(sampling, max_tokens=part.max_tokens or sampling.max_tokens)
        stage = f"what {part.taskset.name} begins with:"

        def tell(there: int, of: int, stage: str = stage) -> None:
            if progress:
                progress(Status(there, of, 0, 0, None, 0.0, None, stage))

        tasks = [task for other, task in items if id(other) == number]
        await part.taskset.prepare(generator, tasks, out, own, concurrency=concurrency, done=tell)
