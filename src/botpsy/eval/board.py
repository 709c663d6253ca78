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
from typing import cast

from botpsy.core.errors import UsageError
from botpsy.core.messages import Json
from botpsy.eval.composed import composed
from botpsy.eval.overall import Overall, in_words, of_tasksets
from botpsy.eval.record import Key, Row, header, rows
from botpsy.eval.stats import Interval, paired_difference, wilson

ALL = "all"
Group = tuple[str, str, str]
"""(taskset, split, skill); the skill "all" is over all of them."""


@dataclass(frozen=True, slots=True)
class Run:
    """One evaluation: its name, settings, judged rows by item, how many were dropped, versions and its folder."""

    name: str
    settings: Row
    rows: dict[Key, Row]
    dropped: int
    folder: Path
    versions: Row


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
    groups = _with_all(groups)
    if not groups:
        raise UsageError(f"no item was judged in {', '.join(map(str, folders))}")
    return Board(runs, tuple((group, tuple(_cell(runs, run, group) for run in runs)) for group in groups))


def _with_all(groups: dict[Group, None]) -> dict[Group, None]:
    """Put a line over all skills before those of a taskset and split that has several."""
    found: dict[Group, None] = {}
    for taskset, split in dict.fromkeys((taskset, split) for taskset, split, _ in groups):
        skills = [g for g in groups if g[:2] == (taskset, split)]
        if len(skills) > 1:
            found[(taskset, split, ALL)] = None
        found.update(dict.fromkeys(skills))
    return found


def headline(found: Board) -> list[tuple[Group, tuple[Cell | None, ...]]]:
    """Return one line a taskset and split: the one over all its skills, or its only one."""
    whole = {group[:2] for group, _ in found.lines if group[2] == ALL}
    return [(group, cells) for group, cells in found.lines if group[2] == ALL or group[:2] not in whole]


def _names(folders: Sequence[Path]) -> list[str]:
    """Name runs by their folders; where two are named alike the parent comes before."""
    last = Counter(f.resolve().name for f in folders)
    full = [f.resolve() for f in folders]
    return [f.name if last[f.name] == 1 else f"{f.parent.name}/{f.name}" for f in full]


def _read(folder: Path, name: str) -> Run:
    settings, every = header(folder), rows(folder)
    judged = {key: row for key, row in every.items() if not row.get("dropped")}
    return Run(name, settings, judged, len(every) - len(judged), folder, _versions(folder))


def _versions(folder: Path) -> Row:
    """Return the versions that a finished run was made with, from its results."""
    try:
        found = json.loads((folder / "results.json").read_text(encoding="utf-8")).get("versions")
    except (OSError, ValueError, AttributeError):
        return {}
    return cast("Row", found) if isinstance(found, dict) else {}


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
    solved = [r for r in run.rows.values() if within(r, group) and r["score"] == 1.0]
    n = len(solved)
    return Cell(
        wilson(sum(score == 1.0 for score, _ in mine.values()), len(mine)),
        difference,
        sum(float(r["turns"]) for r in solved) / n if n else None,
        sum(float(r["tokens"]["sampled"]) for r in solved) / n if n else None,
    )


def within(row: Row, group: Group) -> bool:
    """Return True when a row belongs to a group, or to any skill of it where the group's skill is "all"."""
    return (row["taskset"], row["split"]) == group[:2] and group[2] in (ALL, row["skill"])


def _scores(run: Run, group: Group) -> dict[str, tuple[float, str]]:
    return {r["id"]: (float(r["score"]), r["digest"]) for r in run.rows.values() if within(r, group)}


def kinds(run: Run, group: Group) -> Counter[str]:
    """Return how often a run failed a group in which way: the first words of the reason, values aside."""
    return Counter(kind(r) for r in run.rows.values() if within(r, group) and r["score"] < 1.0)


def kind(row: Row) -> str:
    """Return the kind of a failure: why the episode stopped if not with an answer, else what the judge missed."""
    if row["stop"] != "answered":
        return f"stopped: {row['stop']}"
    reason = str(row.get("reason", ""))[:400].split(";")[0].split(". ")[0]  # a reason may quote a megabyte
    return re.sub(r"'[^']*'|\"[^\"]*\"|\[[^\]]*\]|\d+", "…", reason).strip()[:80] or "no reason given"


def as_json(found: Board, costs: Sequence[Row] = ()) -> str:
    """Return the board as JSON, with the settings of every run, and its costs where given."""
    lines: list[Json] = [
        {
            "taskset": g[0], "split": g[1], "skill": g[2],
            "runs": {r.name: None if cell is None else asdict(cell) for r, cell in zip(found.runs, cells, strict=True)},
        }
        for g, cells in found.lines
    ]  # fmt: skip
    settings = {run.name: {**run.settings, "dropped": run.dropped, "versions": run.versions} for run in found.runs}
    for run, figure in zip(found.runs, overalls(found), strict=True):
        if figure is not None:
            settings[run.name]["composed"] = [figure.row()]
        if made := composed(run.rows.values(), run.folder):
            settings[run.name]["figures"] = [asdict(f) for f in made]
    for run, cost in zip(found.runs, costs, strict=False):
        settings[run.name]["efficiency"] = cost
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
    text = "\n".join(f"| {' | '.join(c.replace('|', chr(92) + '|') for c in row)} |" for row in table) + "\n"
    lines = [f"{run.name}: {in_words(o)}" for run, o in zip(found.runs, overalls(found), strict=True) if o]
    lines += [
        f"{run.name}: {figure.words()}" for run in found.runs for figure in composed(run.rows.values(), run.folder)
    ]
    return text + "".join(f"\n{line}\n" for line in lines)


def overalls(found: Board) -> list[Overall | None]:
    """Return BFCL's composed figure of each run, None where nothing of it was run. Of a taskset's halves the one with
    more items counts, the test half where they have as many."""
    whole = {g[:2] for g, _ in found.lines if g[2] == ALL}
    figures: list[Overall | None] = []
    for place in range(len(found.runs)):
        best: dict[str, tuple[int, bool, float]] = {}
        for group, cells in found.lines:
            cell = cells[place]
            if cell is not None and (group[2] == ALL or group[:2] not in whole):
                candidate = (cell.accuracy.n, group[1] == "test", cell.accuracy.mean)
                best[group[0]] = max(best.get(group[0], candidate), candidate)
        figures.append(of_tasksets({name: (mean, n) for name, (n, _, mean) in best.items()}))
    return figures


def cell_text(cell: Cell | None) -> str:
    """Return a cell in words: "63.5% (49.9 to 75.2, n=52), +4.0 (-1.0 to 9.0)"."""
    if cell is None:
        return "not run"
    a, d = cell.accuracy, cell.difference
    text = f"{a.mean:.1%} ({100 * a.low:.1f} to {100 * a.high:.1f}, n={a.n})"
    return text + (f", {100 * d.mean:+.1f} ({100 * d.low:+.1f} to {100 * d.high:+.1f})" if d else "")
