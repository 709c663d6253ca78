"""Shows how an evaluation goes on: a bar where a person looks on, a line now and then elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TextIO

_EVERY = 15.0  # seconds between two plain lines


@dataclass(frozen=True, slots=True)
class Status:
    """`done` of `total` items are judged or dropped, `kept` of them by an earlier run; `accuracy` is the share solved
    so far (None before the first), `rate` in items per second of this run, `left` in seconds (None while unknown)."""

    done: int
    total: int
    kept: int
    dropped: int
    accuracy: float | None
    rate: float
    left: float | None
    stage: str = ""  # what is done, where it is not yet the items

    def line(self) -> str:
        """Return the status in one line."""
        parts = [f"{self.stage} {self.done}/{self.total}".lstrip()]
        if self.accuracy is not None:
            parts.append(f"{self.accuracy:.1%} right")
        if self.dropped:
            parts.append(f"{self.dropped} dropped")
        if self.rate:
            parts.append(f"{self.rate:.2f} items/s")
        if self.left is not None and self.done < self.total:
            parts.append(f"{clock(self.left)} left")
        return "  ".join(parts)


Show = Callable[[Status], None]


def clock(seconds: float) -> str:
    """Return h:mm:ss."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}"


@contextmanager
def shown(stream: TextIO | None = None) -> Generator[Show]:
    """Yield a function to show each status with: a live bar on a terminal, lines otherwise.

    Example:
        with shown() as progress:
            asyncio.run(evaluate(generator, suite, out, progress=progress))
    """
    to = stream or sys.stderr
    if not to.isatty():
        yield _lines(to)
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    columns = (BarColumn(), TextColumn("{task.description}", markup=False))
    with Progress(*columns, console=Console(file=to)) as bar:
        task = bar.add_task("", total=None)

        def show(status: Status) -> None:
            bar.update(task, completed=status.done, total=status.total, description=status.line())

        yield show


def _lines(stream: TextIO) -> Show:
    last = float("-inf")

    def show(status: Status) -> None:
        nonlocal last
        now = time.monotonic()
        if status.done == status.total or now - last >= _EVERY:
            last = now
            print(status.line(), file=stream, flush=True)

    return show
