"""What an evaluation found: accuracy with its interval by taskset and skill, how it was made, and what was dropped.

`accuracy` is the share of items with score 1 (Wilson interval); `score` the mean score (bootstrap interval). Dropped
items are in neither. `results.json` is what `export.card` reads.
"""

from __future__ import annotations

import json
import platform
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import TextIO, cast

from botpsy.core.jsonl import write_text_atomic
from botpsy.core.messages import Json
from botpsy.core.trajectory import StopReason
from botpsy.eval.overall import Overall, in_words, of_tasksets
from botpsy.eval.record import Key, Row, header, rows
from botpsy.eval.stats import Interval, bootstrap, wilson

ALL = "all"
_PACKAGES = ("botpsy", "xllamacpp", "numpy")


@dataclass(frozen=True, slots=True)
class Line:
    """One taskset and skill (or "all" skills of it). Without a judged item, `accuracy` and `score` are None.

    `sampled` and `turns` are means an item; `stops` counts why episodes ended; `label` is the part's (see `Part`).
    """

    taskset: str
    split: str
    skill: str
    n: int
    dropped: int
    accuracy: Interval | None
    score: Interval | None
    sampled: float
    turns: float
    stops: dict[str, int]
    label: str = ""

    def row(self) -> Row:
        """Return the line as a row of `results.json`. `value` is the accuracy, null when every item was dropped."""
        benchmark, _, category = (self.label or self.taskset).partition("/")
        accuracy, score = self.accuracy, self.score
        return {
            "benchmark": benchmark,
            "category": category or self.skill,
            "split": self.split,
            "value": accuracy.mean if accuracy else None,
            "n": self.n,
            "interval": [accuracy.low, accuracy.high] if accuracy else None,
            "dropped": self.dropped,
            "score": score.mean if score else None,
            "score_interval": [score.low, score.high] if score else None,
            "sampled": self.sampled,
            "turns": self.turns,
            "stops": self.stops,
        }


@dataclass(frozen=True, slots=True)
class Report:
    """All lines, the settings they were made with, versions, and how many items of the suite are still missing."""

    lines: tuple[Line, ...]
    settings: Row
    versions: dict[str, str]
    missing: int = 0

    @property
    def overflowed(self) -> int:
        """How many items ended because the model's context was full; they are in the figures."""
        skills = {(line.taskset, line.split) for line in self.lines if line.skill != ALL}
        whole = [line for line in self.lines if line.skill != ALL or (line.taskset, line.split) not in skills]
        return sum(line.stops.get(StopReason.OVERFLOW.value, 0) for line in whole)

    @property
    def bfcl(self) -> Overall | None:
        """BFCL's composed figure, None when nothing of it was run."""
        lines = [line for line in self.lines if line.accuracy is not None]
        whole = {line.taskset for line in lines if line.skill == ALL}
        taken = [line for line in lines if line.skill == ALL or line.taskset not in whole]
        return of_tasksets({line.taskset: (line.accuracy.mean, line.n) for line in taken if line.accuracy})


def summarize(out: Path, keys: Iterable[Key], labels: Mapping[str, str] | None = None) -> Report:
    """Return the report over the items `keys` of a run, in their tasksets' order; `labels` are by the taskset's name.

    Raises UsageError for no run.
    """
    recorded = rows(out)
    wanted = list(keys)
    there = [recorded[key] for key in wanted if key in recorded]
    groups: dict[tuple[str, str], dict[str, list[Row]]] = {}
    for row in there:
        groups.setdefault((row["taskset"], row["split"]), {}).setdefault(row["skill"], []).append(row)
    lines: list[Line] = []
    for (taskset, split), skills in groups.items():
        if len(skills) > 1:
            skills[ALL] = [row for some in skills.values() for row in some]
        label = (labels or {}).get(taskset, "")
        order = sorted(skills, key=lambda skill: (skill == ALL, skill))
        lines += [_line(taskset, split, skill, skills[skill], label) for skill in order]
    return Report(tuple(lines), header(out), _versions(), len(wanted) - len(there))


def _line(taskset: str, split: str, skill: str, group: Sequence[Row], label: str) -> Line:
    # in the order of ids, so that a run that was interrupted has the very same bootstrap interval
    judged = sorted((row for row in group if not row.get("dropped")), key=lambda row: row["id"])
    values = [float(row["score"]) for row in judged]
    stops: dict[str, int] = {}
    for row in judged:
        stops[row["stop"]] = stops.get(row["stop"], 0) + 1
    n = len(judged)
    return Line(
        taskset,
        split,
        skill,
        n,
        len(group) - n,
        wilson(sum(v == 1.0 for v in values), n) if n else None,
        bootstrap(values) if n else None,
        sum(row["tokens"]["sampled"] for row in judged) / n if n else 0.0,
        sum(row["turns"] for row in judged) / n if n else 0.0,
        dict(sorted(stops.items())),
        label,
    )


def _versions() -> dict[str, str]:
    versions = {"python": platform.python_version(), "machine": f"{platform.system()} {platform.machine()}"}
    for package in _PACKAGES:
        try:
            versions[package] = metadata.version(package)
        except metadata.PackageNotFoundError:
            continue
    return versions


def write(report: Report, out: Path) -> None:
    """Write `results.json` and `results.md` into a folder, each whole or not at all."""
    content: Row = {
        "model": report.settings.get("model", ""),
        "settings": report.settings,
        "versions": report.versions,
        "missing": report.missing,
        "rows": [line.row() for line in report.lines],
    }
    if report.bfcl is not None:
        content["composed"] = [report.bfcl.row()]
    write_text_atomic(out / "results.json", json.dumps(content, indent=2, ensure_ascii=False) + "\n")
    write_text_atomic(out / "results.md", markdown(report))


_HEAD = ("taskset", "split", "skill", "accuracy", "95% interval", "mean score", "n", "dropped", "tokens", "turns")


def _cells(line: Line) -> tuple[str, ...]:
    accuracy, score = line.accuracy, line.score
    return (
        line.taskset,
        line.split,
        line.skill,
        f"{accuracy.mean:.1%}" if accuracy else "-",
        f"{accuracy.low:.1%} to {accuracy.high:.1%}" if accuracy else "-",
        f"{score.mean:.3f} ({score.low:.3f} to {score.high:.3f})" if score else "-",
        str(line.n),
        str(line.dropped),
        f"{line.sampled:.0f}",
        f"{line.turns:.1f}",
    )


def _flat(value: Json, name: str) -> list[str]:
    if isinstance(value, dict):
        inner = cast("dict[str, Json]", value)
        return [text for key, v in inner.items() for text in _flat(v, f"{name}.{key}" if name else key)]
    return [] if value in ("", None, [], {}) else [f"{name} {value}"]


def notes(report: Report) -> str:
    """Return how the figures were made, in a few sentences."""
    text = (
        "Accuracy: share of items with score 1, Wilson interval. Mean score: percentile bootstrap over items. "
        "The line named all is over the items evaluated, however many of each skill. "
        "Tokens sampled and turns are means an item. Dropped: items on which we failed, not scored. "
        f"Settings: {', '.join(_flat(report.settings, ''))}. Versions: {', '.join(_flat(report.versions, ''))}."
    )
    if report.bfcl is not None:
        text = f"{in_words(report.bfcl)} {text}"
    if report.overflowed:
        text += f" Ended because the model's context was full, and counted: {report.overflowed} items."
    return f"{text} Not complete: {report.missing} items are missing." if report.missing else text


def markdown(report: Report) -> str:
    """Return the report as a Markdown table with notes."""
    table = [_HEAD, ("---",) * 3 + ("---:",) * 7, *(_cells(line) for line in report.lines)]
    return "\n".join(f"| {' | '.join(_cell(c) for c in row)} |" for row in table) + f"\n\n{notes(report)}\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def show(report: Report, stream: TextIO | None = None) -> None:
    """Print the report as a table for a terminal of 80 columns (to stdout by default); `results.md` has the rest."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table()
    for number, name in enumerate(("taskset, split", "skill", "accuracy", "95% interval", "n", "dropped")):
        table.add_column(name, justify="left" if number < 2 else "right")
    for line in report.lines:
        taskset, split, skill, accuracy, interval, _, n, dropped, *_ = _cells(line)
        cells = (f"{taskset}, {split}", skill, accuracy, interval, n, dropped)
        table.add_row(*(Text(cell) for cell in cells), style="bold" if line.skill == ALL else None)
    console = Console(file=stream) if stream else Console()
    console.print(table)
    console.print(Text(notes(report)))
