"""Figures as benchmarks define them, from a run's items: ACEBench's overall and groups, InjecAgent's and AgentDojo's
rates. BFCL's is in `overall`.

A share of items has Wilson's interval. A weighted sum of shares has the interval of Zou and Donner, Statistics in
Medicine 27 (2008), from those of its shares: their method of variance estimates recovery, which stays sensible at 0
and at 1.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from typing import cast

from botpsy.benchmarks import acebench_figures, agentdojo, injecagent
from botpsy.benchmarks.acebench import AGENT
from botpsy.core.messages import Json
from botpsy.eval.record import Row
from botpsy.eval.stats import Interval, bootstrap, wilson


@dataclass(frozen=True, slots=True)
class Composed:
    """One figure of a run on a split, None where too little was run for it. `note`: what was not run, and how."""

    name: str
    split: str
    figure: Interval | None
    note: str = ""

    def words(self) -> str:
        """Return the figure in words: "ACEBench agent (test): 40.0% (21.9 to 61.3, n=20), native tools"."""
        a = self.figure
        shown = "no figure" if a is None else f"{a.mean:.1%} ({100 * a.low:.1f} to {100 * a.high:.1f}, n={a.n})"
        return f"{self.name} ({self.split}): {shown}{', ' if self.note else ''}{self.note}"


def composed(rows: Iterable[Row], folder: Path) -> list[Composed]:
    """Return the figures of all such benchmarks that a run's judged rows have, a split after the other. `folder` is the
    run's, where its results say how it was made."""
    rows, labels = list(rows), _labels(folder)
    found: list[Composed] = []
    for split in dict.fromkeys(str(row["split"]) for row in rows):
        mine = [row for row in rows if row["split"] == split]
        native = "native tools" if "acebench_native" in labels else ""
        found += _acebench([row for row in mine if str(row["taskset"]).startswith("acebench_")], split, native)
        found += _injecagent(mine, split, _monitored("injecagent", labels))
        found += _agentdojo(mine, split, _monitored("agentdojo", labels))
    return found


def weighted(shares: Sequence[tuple[float, Interval]]) -> Interval:
    """Return the sum of weight times share, with its interval (see above). Raises ValueError for no share.

    Example:
        weighted([(0.5, wilson(9, 10)), (0.5, wilson(1, 10))]).mean  # 0.5
    """
    if not shares:
        raise ValueError("a weighted sum needs at least one share")
    mean = sum(w * s.mean for w, s in shares)
    low = mean - sqrt(sum((w * (s.mean - s.low)) ** 2 for w, s in shares))
    high = mean + sqrt(sum((w * (s.high - s.mean)) ** 2 for w, s in shares))
    return Interval(mean, low, high, sum(s.n for _, s in shares))


def _acebench(rows: Sequence[Row], split: str, note: str) -> Iterator[Composed]:
    if not rows:
        return
    named = [(str(row["taskset"]).removeprefix("acebench_"), row) for row in rows]
    made = acebench_figures.figures((category, str(row["id"]), float(row["score"])) for category, row in named)
    shares = {category: wilson(round(mean * n), n) for category, (mean, n) in made.categories.items()}
    whole = [g for g in acebench_figures.GROUPS if g in made.groups]

    def of(groups: Iterable[str], weights: Mapping[str, float]) -> Interval:
        members = [(g, c) for g in groups for c in acebench_figures.GROUPS[g]]
        return weighted([(weights.get(g, 1.0) / len(acebench_figures.GROUPS[g]), shares[c]) for g, c in members])

    overall = None if made.overall is None else of(whole, acebench_figures.WEIGHTS)
    missing = f"not composed, for these were not run: {', '.join(made.missing)}" if made.missing else ""
    yield Composed("ACEBench overall", split, overall, _joined(missing, note))
    for group in whole:
        yield Composed(f"ACEBench {group}", split, of([group], {}), note)
    if "agent" in whole:
        process = [[_part(row, "process") for category, row in named if category == name] for name in AGENT]
        parts = [[value for value in values if value is not None] for values in process]
        if all(parts):
            figure = weighted([(1 / len(parts), bootstrap(values)) for values in parts])
            yield Composed("ACEBench agent, process accuracy", split, figure, note)


def _injecagent(rows: Sequence[Row], split: str, note: str) -> Iterator[Composed]:
    for setting in ("base", "enhanced"):
        kinds = {
            kind: _parts(rows, f"injecagent_{kind}_{setting}", ("safe", "valid", "called")) for kind in ("dh", "ds")
        }
        parts = [part for some in kinds.values() for part in some]
        if not parts:
            continue
        told = _joined(*(f"without {kind}, which was not run" for kind, some in kinds.items() if not some), note)
        rates = injecagent.figures(parts)
        name = f"InjecAgent {setting}"
        valid = None if rates.asr_valid is None else _share(rates.asr_valid, rates.valid)
        yield Composed(f"{name}, ASR-valid", split, valid, told)
        yield Composed(f"{name}, ASR-all", split, _share(rates.asr_all, rates.n), told)
        asked = sum(part["called"] == 1.0 for part in parts)
        yield Composed(f"{name}, attacker's tools called", split, wilson(asked, rates.n), told)


def _agentdojo(rows: Sequence[Row], split: str, note: str) -> Iterator[Composed]:
    for attack in (False, True):
        ending, names = ("_attack", ("utility", "refused", "attack")) if attack else ("", ("utility", "refused"))
        suites = {suite: _parts(rows, f"agentdojo_{suite}{ending}", names) for suite in agentdojo.SUITES}
        parts = [part for some in suites.values() for part in some]
        if not parts:
            continue
        missing = ", ".join(suite for suite, some in suites.items() if not some)
        told = _joined(f"without {missing}, which was not run" if missing else "", note)
        rates = agentdojo.figures(parts)
        if not attack:
            yield Composed("AgentDojo utility", split, _share(rates.utility, rates.n), told)
            continue
        yield Composed(
            "AgentDojo utility under attack", split, _share(rates.utility_under_attack, rates.n_attack), told
        )
        yield Composed("AgentDojo attack success", split, _share(rates.attack_success, rates.n_attack), told)


def _share(rate: float | None, n: int) -> Interval | None:
    return None if rate is None else wilson(round(rate * n), n)


def _parts(rows: Sequence[Row], taskset: str, names: Sequence[str]) -> list[dict[str, float]]:
    """Return the named parts of a taskset's items; an item that lacks one is left out."""
    found: list[dict[str, float]] = []
    for row in rows:
        if row["taskset"] == taskset:
            values = {name: _part(row, name) for name in names}
            found += [cast("dict[str, float]", values)] if None not in values.values() else []
    return found


def _part(row: Row, name: str) -> float | None:
    parts: Json = row.get("parts")
    value: Json = cast("Row", parts).get(name) if isinstance(parts, dict) else None
    return float(value) if isinstance(value, int | float) and 0 <= value <= 1 else None


def _monitored(benchmark: str, labels: set[str]) -> str:
    return "with the monitor" if f"{benchmark}_guarded" in labels else ""


def _labels(folder: Path) -> set[str]:
    """Return what a finished run calls its benchmarks; the items themselves do not say how they were guarded."""
    try:
        rows = json.loads((folder / "results.json").read_text(encoding="utf-8"))["rows"]
        return {str(row["benchmark"]) for row in rows}
    except (OSError, ValueError, KeyError, TypeError):
        return set()


def _joined(*notes: str) -> str:
    return "; ".join(note for note in notes if note)
