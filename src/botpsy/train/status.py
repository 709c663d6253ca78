"""How a run is going, read from its `log.jsonl`: numbers over steps, as text with sparklines or as one HTML page.

Needs neither torch nor the process that trains: look at a run from another terminal, or at one that ended long ago.
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from pathlib import Path

from botpsy.core import jsonl
from botpsy.core.errors import UsageError
from botpsy.core.messages import Json

_BLOCKS = "▁▂▃▄▅▆▇█"
_WIDTH = 40  # columns of a sparkline
_COUNTED = ("step", "of", "epoch")
# what is looked at first; the others follow in the order of the log
_FIRST = (
    "validation",
    "reward",
    "score",
    "loss",
    "token_accuracy",
    "entropy",
    "kl_to_sampler",
    "length",
    "repetition",
    "clipped_share",
)


@dataclass(frozen=True, slots=True)
class Run:
    """One run. `series` has (step, value) by name; `done` and `of` are steps, `left` seconds (nan where unknown).

    `quiet`: seconds since the last line. `finished`: the result is there.
    """

    name: str
    series: Mapping[str, Sequence[tuple[int, float]]]
    done: int
    of: int
    left: float
    quiet: float
    finished: bool

    @property
    def state(self) -> str:
        """Return "finished", "going", or how long nothing was heard of it."""
        if self.finished:
            return "finished"
        usual = max(60.0, 6 * self.left / max(self.of - self.done, 1)) if math.isfinite(self.left) else 600.0
        return "going" if self.quiet < usual else f"nothing for {clock(self.quiet)}; the same command goes on with it"


def runs(folder: Path) -> list[Run]:
    """Return the run in a folder, or those in its folders by age. Raises UsageError when there is none."""
    if (folder / "log.jsonl").is_file():
        return [read(folder)]
    found = sorted(folder.glob("*/log.jsonl"), key=lambda p: p.stat().st_mtime) if folder.is_dir() else []
    if not found:
        raise UsageError(f"no run in {folder}: neither it nor a folder in it has a log.jsonl that training writes")
    return [read(path.parent) for path in found]


def read(run: Path) -> Run:
    """Read one run. A step that was logged twice, before and after a restart, counts as it was last."""
    log = run / "log.jsonl"
    rows: dict[int, Mapping[str, Json]] = {}
    for row in jsonl.read(log):
        step = row.get("step")
        if not isinstance(step, int):
            raise UsageError(f"{log} is no log of a training run: a line has no step")
        rows[step] = row
    steps = sorted(rows)
    series: dict[str, list[tuple[int, float]]] = {}
    for step in steps:
        for name, value in rows[step].items():
            if name not in _COUNTED and isinstance(value, int | float) and math.isfinite(value):
                series.setdefault(name, []).append((step, float(value)))
    if points := _validation(run):
        series["validation"] = points
    first = [name for name in _FIRST if name in series]
    ordered = {name: series[name] for name in [*first, *(n for n in series if n not in first)]}
    done, of = (steps[-1], int(rows[steps[-1]].get("of", 0))) if steps else (0, 0)
    finished = (run / "final").is_dir()
    if finished:  # the last steps need not have been logged
        done = of
    return Run(run.name, ordered, done, of, _left(rows, steps, of), time.time() - log.stat().st_mtime, finished)


def _validation(run: Path) -> list[tuple[int, float]]:
    """Return the scores of checkpoints on dev tasks by step; a recipe writes them, see `train.validation`."""
    file = run / "validation.jsonl"
    rows = {int(row["step"]): float(row["score"]) for row in jsonl.read(file)} if file.is_file() else {}
    return sorted(rows.items())


def _left(rows: Mapping[int, Mapping[str, Json]], steps: Sequence[int], of: int) -> float:
    """Return the seconds left at the pace of the last ten lines; nan when it is unknown."""
    seconds = counted = 0.0
    for before, step in zip(steps[-11:-1], steps[-10:], strict=False):
        tokens, speed = rows[step].get("tokens"), rows[step].get("tokens_per_second")
        if isinstance(tokens, int | float) and isinstance(speed, int | float) and speed > 0:
            seconds += tokens / speed
            counted += step - before
    return (of - steps[-1]) * seconds / counted if counted and steps else math.nan


def text(run: Run) -> str:
    """Return the run for a terminal: a head line, and a line for each number."""
    lines = [f"{run.name}: {head(run)}"]
    wide = max((len(name) for name in run.series), default=0)
    for name, points in run.series.items():
        values = [value for _, value in points]
        low, high = min(values), max(values)
        lines.append(f"  {name:<{wide}}  {sparkline(values)}  {_short(values[-1])}  ({_short(low)} to {_short(high)})")
    return "\n".join(lines)


def head(run: Run) -> str:
    """Return where a run stands, in words."""
    share = f", {run.done / run.of:.0%}" if run.of else ""
    left = f", about {clock(run.left)} left" if math.isfinite(run.left) and not run.finished and run.left > 0 else ""
    return f"step {run.done} of {run.of or '?'}{share}{left}; {run.state}"


def sparkline(values: Sequence[float], width: int = _WIDTH) -> str:
    """Return values as a row of blocks, each the mean of its share of them."""
    if not values:
        return ""
    count = min(width, len(values))
    edges = [round(i * len(values) / count) for i in range(count + 1)]
    means = [sum(values[a:b]) / (b - a) for a, b in pairwise(edges)]
    low, high = min(means), max(means)
    span = high - low or 1.0
    return "".join(_BLOCKS[min(len(_BLOCKS) - 1, int((m - low) / span * len(_BLOCKS)))] for m in means)


def page(found: Sequence[Run], refresh: int | None = None) -> str:
    """Return one self-contained HTML page of charts; with `refresh` a browser reads it again after so many seconds."""
    again = f'<meta http-equiv="refresh" content="{refresh}">' if refresh else ""
    body = "\n".join(
        f"<section><h2>{escape(run.name)}</h2><p>{escape(head(run))}</p><div class='charts'>"
        + "".join(_chart(name, points) for name, points in run.series.items())
        + "</div></section>"
        for run in found
    )
    return _PAGE.replace("AGAIN", again).replace("BODY", body)


def _chart(name: str, points: Sequence[tuple[int, float]]) -> str:
    steps, values = [s for s, _ in points], [v for _, v in points]
    low, high = min(values), max(values)
    first, width = steps[0], max(steps[-1] - steps[0], 1)
    span = high - low or 1.0
    line = " ".join(f"{300 * (s - first) / width:.1f},{80 - 76 * (v - low) / span:.1f}" for s, v in points)
    shown = f'<polyline points="{line}"/>' if len(points) > 1 else '<circle cx="150" cy="42" r="3"/>'
    what = f"{name} from step {first} to {steps[-1]}: {_short(values[0])} to {_short(values[-1])}"
    return (
        f"<figure><figcaption><b>{escape(name.replace('_', ' '))}</b> {_short(values[-1])}</figcaption>"
        f'<svg viewBox="0 0 300 84" role="img" aria-label="{escape(what)}" preserveAspectRatio="none">{shown}</svg>'
        f"<small><span>{_short(low)} to {_short(high)}</span><span>step {steps[-1]}</span></small></figure>"
    )


def _short(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"


def clock(seconds: float) -> str:
    """Return a length of time as people read it: 45 s, 12 min, 3 h 20 min."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    hours, minutes = divmod(round(seconds / 60), 60)
    return f"{hours} h {minutes:02} min" if hours else f"{minutes} min"


_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">AGAIN
<title>Training</title><style>
:root { color-scheme: light dark; --ink: #1b1f24; --soft: #5b6570; --line: #d9dee3; --mark: #3b76c4; --page: #fff; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e9ec; --soft: #9aa4ae; --line: #39414a; --mark: #6ea3e8; --page: #15191d; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--page); max-width: 75rem;
  margin: 0 auto; padding: 1rem; }
h2 { font-size: 1.2rem; margin: 1rem 0 0; overflow-wrap: anywhere } p { margin: 0 0 .75rem; color: var(--soft) }
.charts { display: grid; grid-template-columns: repeat(auto-fill, minmax(16rem, 1fr)); gap: .75rem }
figure { margin: 0; border: 1px solid var(--line); border-radius: .5rem; padding: .5rem .75rem; min-width: 0 }
figcaption { overflow-wrap: anywhere } small { display: flex; justify-content: space-between; color: var(--soft) }
svg { width: 100%; height: 5.5rem; display: block } circle { fill: var(--mark) }
polyline { fill: none; stroke: var(--mark); stroke-width: 1.5; vector-effect: non-scaling-stroke }
</style></head><body><h1>Training</h1>
BODY
</body></html>
"""
