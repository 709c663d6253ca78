"""Several runs as one table: a line for each taskset and skill, a cell for each run, differences against the first.

Cells are accuracies with Wilson intervals over what a run judged; differences are paired, over items both judged.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from botpsy.core.errors import UsageError
from botpsy.core.messages import Json
from botpsy.eval.record import Key, Row, header, rows
from botpsy.eval.stats import Interval, paired_difference, wilson

Group = tuple[str, str, str]
"""(taskset, split, skill)."""


@dataclass(frozen=True, slots=True)
class Run:
    """One evaluation: its name, settings, and judged rows by item."""

    name: str
    settings: Row
    rows: dict[Key, Row]
    dropped: int


@dataclass(frozen=True, slots=True)
class Cell:
    """What one run reached in one group. `difference` is against the first run, None for it and for nothing shared.

    `turns` and `sampled` are means over solved items: how much it took to succeed. None when nothing was solved.
    """

    accuracy: Interval
    difference: Interval | None
    turns: float | None
    sampled: float | None


@dataclass(frozen=True, slots=True)
class Board:
    """`lines[i]` is (group, one cell or None a run)."""

    runs: tuple[Run, ...]
    lines: tuple[tuple[Group, tuple[Cell | None, ...]], ...]


def board(folders: Sequence[Path]) -> Board:
    """Read runs and put them side by side. Raises UsageError for a folder without a run, or runs without an item."""
    names = _names(folders)
    runs = tuple(_read(folder, name) for folder, name in zip(folders, names, strict=True))
    groups: dict[Group, None] = {}
    for run in runs:
        for row in run.rows.values():
            groups.setdefault((row["taskset"], row["split"], row["skill"]))
    if not groups:
        raise UsageError(f"no item was judged in {', '.join(map(str, folders))}")
    return Board(runs, tuple((group, tuple(_cell(runs, run, group) for run in runs)) for group in groups))


def _names(folders: Sequence[Path]) -> list[str]:
    """Name runs by their folders; where two are named alike the parent comes before."""
    last = Counter(f.resolve().name for f in folders)
    full = [f.resolve() for f in folders]
    return [f.name if last[f.name] == 1 else f"{f.parent.name}/{f.name}" for f in full]


def _read(folder: Path, name: str) -> Run:
    settings, every = header(folder), rows(folder)
    judged = {key: row for key, row in every.items() if not row.get("dropped")}
    return Run(name, settings, judged, len(every) - len(judged))


def _cell(runs: Sequence[Run], run: Run, group: Group) -> Cell | None:
    mine = _scores(run, group)
    if not mine:
        return None
    difference = None
    if run is not runs[0]:
        first = _scores(runs[0], group)
        shared = [i for i in mine if i in first and first[i][1] == mine[i][1]]  # the same task, by its digest
        if shared:
            difference = paired_difference({i: first[i][0] for i in shared}, {i: mine[i][0] for i in shared})
    solved = [r for r in run.rows.values() if _group(r) == group and r["score"] == 1.0]
    n = len(solved)
    return Cell(
        wilson(sum(score == 1.0 for score, _ in mine.values()), len(mine)),
        difference,
        sum(float(r["turns"]) for r in solved) / n if n else None,
        sum(float(r["tokens"]["sampled"]) for r in solved) / n if n else None,
    )


def _group(row: Row) -> Group:
    return row["taskset"], row["split"], row["skill"]


def _scores(run: Run, group: Group) -> dict[str, tuple[float, str]]:
    return {r["id"]: (float(r["score"]), r["digest"]) for r in run.rows.values() if _group(r) == group}


def kinds(run: Run, group: Group) -> Counter[str]:
    """Return how often a run failed a group in which way: the first words of the reason, values aside."""
    return Counter(kind(r) for r in run.rows.values() if _group(r) == group and r["score"] < 1.0)


def kind(row: Row) -> str:
    """Return the kind of a failure: why the episode stopped if not with an answer, else what the judge missed."""
    if row["stop"] != "answered":
        return f"stopped: {row['stop']}"
    reason = str(row.get("reason", "")).split(";")[0].split(". ")[0]
    return re.sub(r"'[^']*'|\"[^\"]*\"|\[[^\]]*\]|\d+", "…", reason).strip()[:80] or "no reason given"


def as_json(found: Board) -> str:
    """Return the board as JSON, with the settings of every run."""
    lines: list[Json] = [
        {
            "taskset": g[0], "split": g[1], "skill": g[2],
            "runs": {r.name: None if cell is None else asdict(cell) for r, cell in zip(found.runs, cells, strict=True)},
        }
        for g, cells in found.lines
    ]  # fmt: skip
    settings = {run.name: {**run.settings, "dropped": run.dropped} for run in found.runs}
    return json.dumps({"runs": settings, "lines": lines}, indent=2, ensure_ascii=False) + "\n"


_HEAD = ("taskset", "split", "skill", "run", "accuracy", "low", "high", "n", "difference", "difference_low",
         "difference_high", "difference_n", "turns_solved", "tokens_solved")  # fmt: skip


def as_csv(found: Board) -> str:
    """Return the board as CSV, one row a cell."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_HEAD)
    for group, cells in found.lines:
        for run, cell in zip(found.runs, cells, strict=True):
            if cell is not None:
                a, d = cell.accuracy, cell.difference
                paired = (d.mean, d.low, d.high, d.n) if d else ("", "", "", "")
                writer.writerow((*group, run.name, a.mean, a.low, a.high, a.n, *paired, cell.turns, cell.sampled))
    return out.getvalue()


def as_markdown(found: Board) -> str:
    """Return the board as a Markdown table."""
    head = ["taskset", "split", "skill", *(run.name for run in found.runs)]
    table = [head, ["---"] * 3 + ["---:"] * len(found.runs)]
    table += [[*group, *(cell_text(cell) for cell in cells)] for group, cells in found.lines]
    return "\n".join(f"| {' | '.join(c.replace('|', chr(92) + '|') for c in row)} |" for row in table) + "\n"


def cell_text(cell: Cell | None) -> str:
    """Return a cell in words: "63.5% (49.9 to 75.2, n=52), +4.0 (-1.0 to 9.0)"."""
    if cell is None:
        return "not run"
    a, d = cell.accuracy, cell.difference
    text = f"{a.mean:.1%} ({100 * a.low:.1f} to {100 * a.high:.1f}, n={a.n})"
    return text + (f", {100 * d.mean:+.1f} ({100 * d.low:+.1f} to {100 * d.high:+.1f})" if d else "")
