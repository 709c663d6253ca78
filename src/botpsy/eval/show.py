"""Prints episodes to read, above all the mistakes. What models and tools wrote is untrusted: it cannot move the cursor.

The dev half is for reading. Whoever reads the test half tunes on it, knowingly or not, so that needs a word of its own.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from botpsy.core.errors import UsageError
from botpsy.core.messages import Message
from botpsy.core.printable import block, safe, transcript
from botpsy.eval.record import Row, header, rows

WARNING = (
    "WARNING: these are items of the TEST half. Whoever reads its mistakes tunes on it, and its figures are then no "
    "longer a test. Read the dev half."
)


def select(
    run: Path,
    *,
    failed: bool = False,
    dropped: bool = False,
    skill: str | None = None,
    taskset: str | None = None,
    item: str | None = None,
    test_half: bool = False,
) -> list[Row]:
    """Return the rows asked for, of the dev half unless `test_half`. Dropped items only with `dropped`.

    Raises UsageError when the folder holds no run, when there is only test half, or when nothing matches a name.
    """
    header(run)
    everything = list(rows(run).values())
    for what, value in (("skill", skill), ("taskset", taskset), ("id", item)):
        there = sorted({str(row[what]) for row in everything})
        if value is not None and value not in there:
            valid = ", ".join(there[:20]) + (", ..." if len(there) > 20 else "")
            raise UsageError(f"{run} has no {what} {value!r}; it has: {safe(valid)}")
        if value is not None:
            everything = [row for row in everything if row[what] == value]
    readable = [row for row in everything if (row["split"] == "test") == test_half]
    if everything and not readable and not test_half:
        raise UsageError(
            "these items are all of the test half, whose mistakes are not to be read: evaluate the dev half and read "
            "that (or say that you want to read the test half)"
        )
    if dropped:
        return [row for row in readable if row.get("dropped")]
    return [row for row in readable if not row.get("dropped") and not (failed and row["score"] == 1.0)]


def show(chosen: list[Row], stream: TextIO | None = None, *, limit: int | None = None) -> None:
    """Print rows with their transcripts (to stdout by default), `limit` of them at most."""
    stream = stream or sys.stdout
    if any(row["split"] == "test" for row in chosen):
        print(f"{WARNING}\n", file=stream)
    for row in chosen[:limit]:
        print("\n".join(_episode(row)) + "\n", file=stream)
    if limit is not None and len(chosen) > limit:
        print(f"{len(chosen) - limit} more not shown", file=stream)


def _episode(row: Row) -> Iterator[str]:
    outcome = "dropped" if row.get("dropped") else f"score {row['score']:g}, {row['stop']}"
    yield f"=== {safe(row['taskset'])} {safe(row['id'])}  {safe(row['skill'])}, {row['split']}: {outcome}"
    parts = ", ".join(f"{name} {value:g}" for name, value in row.get("parts", {}).items())
    yield from block("why", "; ".join(text for text in (row.get("reason", ""), parts) if text))
    yield from block("tools", ", ".join(row.get("tools", [])))
    yield from transcript(Message.from_json(m) for m in row.get("messages", []))
