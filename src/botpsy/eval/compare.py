"""Two runs side by side: the paired difference of their scores on the items that both judged."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from botpsy.core.errors import UsageError
from botpsy.eval.record import Row, rows
from botpsy.eval.stats import Interval, paired_difference


@dataclass(frozen=True, slots=True)
class Difference:
    """The mean of `after - before` in one taskset and skill; `gained` and `lost`: items whose score rose and fell."""

    taskset: str
    split: str
    skill: str
    score: Interval
    gained: int
    lost: int


def compare(before: Path, after: Path) -> list[Difference]:
    """Return the differences by taskset and skill. Raises UsageError when they share no judged item."""
    first, second = rows(before), rows(after)
    groups: dict[tuple[str, str, str], dict[str, tuple[float, float]]] = {}
    for key, row in first.items():
        other = second.get(key)
        if other is None or not _comparable(row, other):
            continue
        group = groups.setdefault((row["taskset"], row["split"], row["skill"]), {})
        group[row["id"]] = (float(row["score"]), float(other["score"]))
    if not groups:
        raise UsageError(f"{before} and {after} have no item in common; evaluate the same suite and split in both")
    differences: list[Difference] = []
    for (taskset, split, skill), pairs in groups.items():
        interval = paired_difference({k: a for k, (a, _) in pairs.items()}, {k: b for k, (_, b) in pairs.items()})
        gained = sum(b > a for a, b in pairs.values())
        lost = sum(b < a for a, b in pairs.values())
        differences.append(Difference(taskset, split, skill, interval, gained, lost))
    return differences


def _comparable(row: Row, other: Row) -> bool:
    return not row.get("dropped") and not other.get("dropped") and row["digest"] == other["digest"]


def show(differences: list[Difference], stream: TextIO | None = None) -> None:
    """Print the differences as a table for a terminal (to stdout by default)."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table("taskset", "split", "skill", "difference", "95% interval", "gained", "lost", "n")
    for d in differences:
        interval = f"{d.score.low:+.1%} to {d.score.high:+.1%}"
        cells = (
            d.taskset,
            d.split,
            d.skill,
            f"{d.score.mean:+.1%}",
            interval,
            str(d.gained),
            str(d.lost),
            str(d.score.n),
        )
        table.add_row(*(Text(cell) for cell in cells))
    (Console(file=stream) if stream else Console()).print(table)
