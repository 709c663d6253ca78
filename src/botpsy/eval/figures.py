"""The figures of a comparison as HTML and SVG, drawn by hand: bars, points, lines and the table of costs.

Whatever comes from a run (names, skills, reasons) goes through `text`, which escapes it and writes control characters
out.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from botpsy.core.printable import safe
from botpsy.eval.board import Board, Cell, Run, cell_text, headline
from botpsy.eval.composed import Composed, composed
from botpsy.eval.efficiency import NOT_TOLD, Efficiency, judged_by_all, solved_by_all
from botpsy.eval.record import Row
from botpsy.eval.scenario import GROUPS, scenario_of
from botpsy.eval.stats import Interval, wilson

COLOURS = ("#3b76c4", "#c4663b", "#4a9a5b", "#8a5bb8", "#b8923b", "#4aa3a3", "#b84a7a", "#6b7280")
_WIDTH, _HEIGHT, _LEFT, _LOW = 560, 300, 46, 34


def text(value: object) -> str:
    """Return a value as HTML text that can do nothing."""
    return escape(safe(str(value)))


def colour(number: int) -> str:
    """Return the colour of the n-th run."""
    return COLOURS[number % len(COLOURS)]


def legend(runs: Sequence[Run]) -> str:
    """Return which colour is which run."""
    items = "".join(f'<li><i style="background:{colour(i)}"></i>{text(run.name)}</li>' for i, run in enumerate(runs))
    return f'<ul class="legend">{items}</ul>'


def bars(found: Board) -> str:
    """Return the accuracy of each run, benchmark by benchmark, with whiskers at the interval's ends."""
    return "".join(_group(f"{group[0]} · {group[1]}", [(n, c.accuracy, cell_text(c)) for n, c in _there(cells)])
                   for group, cells in headline(found))  # fmt: skip


def _there(cells: Sequence[Cell | None]) -> list[tuple[int, Cell]]:
    return [(number, cell) for number, cell in enumerate(cells) if cell is not None]


def _group(name: str, drawn: Sequence[tuple[int, Interval, str]]) -> str:
    made = "".join(_bar(number, share, title) for number, share, title in drawn)
    return f'<div class="group"><div class="name">{text(name)}</div>{made}</div>'


def _bar(number: int, a: Interval, title: str) -> str:
    whisker = f'<b style="left:{100 * a.low:.1f}%;width:{100 * (a.high - a.low):.1f}%"></b>'
    fill = f'<i style="width:{100 * a.mean:.1f}%;background:{colour(number)}"></i>'
    return f'<div class="bar" title="{text(title)}">{fill}{whisker}<span>{a.mean:.0%}</span></div>'


def scatter(found: Board) -> str:
    """Return pass rate against turns per solved task, over the items that all runs judged, with the Pareto frontier."""
    shared = judged_by_all(found.runs)
    if not shared:
        return "<p>There is no item that all runs judged.</p>"
    placed = [(number, _point([run.rows[key] for key in shared])) for number, run in enumerate(found.runs)]
    points = [(number, *point) for number, point in placed if point is not None]
    if not points:
        return f"<p>No run solved one of the {len(shared)} items that all judged.</p>"
    most = max(2.0, max(turns for _, turns, _ in points) * 1.15)

    def x(turns: float) -> float:
        return _LEFT + (_WIDTH - _LEFT - 10) * turns / most

    y = _y
    grid = _shares()
    steps = [most * i / 4 for i in range(5)]
    grid += "".join(f'<text x="{x(t):.1f}" y="{_HEIGHT - 12}" text-anchor="middle">{t:.1f}</text>' for t in steps)
    best = frontier([(turns, share) for _, turns, share in points])
    path = " ".join(f"{x(t):.1f},{y(s):.1f}" for t, s in best)
    dots = "".join(
        f'<circle cx="{x(t):.1f}" cy="{y(s):.1f}" r="6" fill="{colour(n)}"><title>{text(found.runs[n].name)}: {s:.1%}, '
        f"{t:.2f} turns</title></circle>"
        for n, t, s in points
    )
    return (
        f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="pass rate against turns per solved task">{grid}'
        f'<polyline points="{path}" class="front"/>{dots}</svg><p>n={len(shared)}</p>'
    )


def _y(share: float) -> float:
    return (_HEIGHT - _LOW) * (1 - share) + 6


def _shares() -> str:
    return "".join(
        f'<line x1="{_LEFT}" x2="{_WIDTH - 10}" y1="{_y(s):.1f}" y2="{_y(s):.1f}" class="grid"/>'
        f'<text x="{_LEFT - 6}" y="{_y(s) + 4:.1f}" text-anchor="end">{s:.0%}</text>'
        for s in (0, 0.25, 0.5, 0.75, 1)
    )


def _point(rows: Sequence[Row]) -> tuple[float, float] | None:
    solved = [row for row in rows if row["score"] == 1.0]
    if not solved:
        return None
    return sum(float(row["turns"]) for row in solved) / len(solved), len(solved) / len(rows)


def frontier(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return the (effort, success) points that no other point beats in both, by effort: the Pareto frontier."""
    best: list[tuple[float, float]] = []
    for effort, success in sorted(points, key=lambda p: (p[0], -p[1])):
        if not best or success > best[-1][1]:
            best.append((effort, success))
    return best


def stages(found: Board) -> str:
    """Return the accuracy of each benchmark as a line over the runs, in the order they were given."""
    runs = found.runs
    lines = [(group, cells) for group, cells in headline(found) if sum(c is not None for c in cells) > 1]
    if not lines:
        return "<p>A line needs two runs of the same benchmark.</p>"

    def x(number: int) -> float:
        return _LEFT + 20 + (_WIDTH - _LEFT - 60) * number / max(1, len(runs) - 1)

    drawn = [_shares()]
    for number in range(len(runs)):
        drawn.append(f'<text x="{x(number):.1f}" y="{_HEIGHT - 12}" text-anchor="middle">{number + 1}</text>')
    for place, (group, cells) in enumerate(lines):
        points = [(x(n), _y(c.accuracy.mean), c) for n, c in _there(cells)]
        path = " ".join(f"{px:.1f},{py:.1f}" for px, py, _ in points)
        name = text(f"{group[0]} · {group[1]}")
        drawn.append(f'<polyline points="{path}" fill="none" stroke="{colour(place)}" stroke-width="2"/>')
        drawn += [
            f'<circle cx="{px:.1f}" cy="{py:.1f}" r="4" fill="{colour(place)}"><title>{name}: {text(cell_text(c))}'
            "</title></circle>"
            for px, py, c in points
        ]
    names = "".join(f"<li>{n + 1} {text(run.name)}</li>" for n, run in enumerate(runs))
    keys = "".join(
        f'<li><i style="background:{colour(n)}"></i>{text(group[0])} · {text(group[1])}</li>'
        for n, (group, _) in enumerate(lines)
    )
    svg = f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="accuracy by stage">{"".join(drawn)}</svg>'
    return f'<ul class="legend">{keys}</ul>{svg}<ul class="legend soft">{names}</ul>'


def app_groups(found: Board) -> str:
    """Return the accuracy on phone tasks by app group, simple and complex apart."""
    shares: dict[tuple[str, bool], list[tuple[int, Interval, str]]] = {}
    for number, run in enumerate(found.runs):
        counts: dict[tuple[str, bool], list[bool]] = {}
        for row in run.rows.values():
            if (place := scenario_of(row)) is not None:
                counts.setdefault(place, []).append(row["score"] == 1.0)
        for place, right in counts.items():
            share = wilson(sum(right), len(right))
            shares.setdefault(place, []).append((number, share, f"{run.name}: {share.mean:.1%}, n={share.n}"))
    if not shares:
        return "<p>No run has phone tasks.</p>"
    return "".join(
        _group(f"{group} · {'complex' if hard else 'simple'}", shares[group, hard])
        for group in GROUPS
        for hard in (False, True)
        if (group, hard) in shares
    )


def reasoning(found: Board, costs: Sequence[Efficiency]) -> str:
    """Return tokens of thought, and of all that was sampled, on the items that all runs solved."""
    if not (shared := len(solved_by_all(found.runs))):
        return "<p>No item was solved by all runs.</p>"
    most = max([c.sampled.mean for c in costs if c.sampled] + [1.0])
    rows: list[str] = []
    for number, (run, cost) in enumerate(zip(found.runs, costs, strict=True)):
        if cost.sampled is None:
            rows.append(f'<div class="group"><div class="name">{text(run.name)}: tokens were not recorded</div></div>')
            continue
        thought = cost.thinking.mean if cost.thinking else 0.0
        said = "tokens of thought were not recorded" if cost.thinking is None else f"{thought:.0f} of them thought"
        rows.append(
            f'<div class="group"><div class="name">{text(run.name)}: {cost.sampled.mean:.0f} tokens an item, '
            f"{said}</div>"
            f'<div class="bar"><i style="width:{100 * cost.sampled.mean / most:.1f}%;'
            f'background:{colour(number)};opacity:.45"></i>'
            f'<i class="over" style="width:{100 * thought / most:.1f}%;background:{colour(number)}"></i></div></div>'
        )
    return f"<p>{shared} items that all runs solved; the strong part is thought.</p>{''.join(rows)}"


def composed_table(runs: Sequence[Run]) -> str:
    """Return the figures as benchmarks define them, one line a figure and split; "" where no run has one."""
    made = [{(f.name, f.split): f for f in composed(run.rows.values(), run.folder)} for run in runs]
    keys = dict.fromkeys(key for figures in made for key in figures)
    if not keys:
        return ""
    head = "".join(f"<th>{text(run.name)}</th>" for run in runs)
    body = "".join(
        f"<tr><th>{text(name)} <small>{text(split)}</small></th>"
        f"{''.join(f'<td>{_composed_cell(figures.get((name, split)))}</td>' for figures in made)}</tr>"
        for name, split in keys
    )
    return f'<div class="wide"><table><thead><tr><th></th>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _composed_cell(made: Composed | None) -> str:
    if made is None:
        return '<span class="soft">not run</span>'
    shown = "no figure"
    if (a := made.figure) is not None:
        shown = f"{a.mean:.1%} <small>{100 * a.low:.1f} to {100 * a.high:.1f}, n={a.n}</small>"
    return shown + (f"<br><small>{text(made.note)}</small>" if made.note else "")


def costs_table(runs: Sequence[Run], costs: Sequence[Efficiency]) -> str:
    """Return the table of costs, one line a measure."""

    def shown(value: float | None, form: str, missing: str = "not recorded") -> str:
        return f'<span class="soft">{missing}</span>' if value is None else form.format(value)

    def mean(value: Interval | None) -> str:
        if value is None:
            return '<span class="soft">not recorded</span>'
        return f"{value.mean:.1f} <small>{value.low:.1f} to {value.high:.1f}, n={value.n}</small>"

    lines: list[tuple[str, list[str]]] = [
        ("tokens of thought, on what all solved", [mean(c.thinking) for c in costs]),
        ("tokens sampled, on what all solved", [mean(c.sampled) for c in costs]),
        ("turns, on what all solved", [mean(c.turns) for c in costs]),
        ("answers going round in circles", [f"{c.repetitive:.1%}" for c in costs]),
        ("answers cut at the limit", [f"{c.truncated:.1%}" for c in costs]),
        ("time to first token", [shown(c.first_token, "{:.3f} s") for c in costs]),
        ("tokens a second, decoding", [shown(c.speed, "{:.1f}") for c in costs]),
        ("peak memory", [shown(c.memory and c.memory / 2**20, "{:.0f} MiB", NOT_TOLD) for c in costs]),
        ("energy an item", [shown(c.energy, "{:.1f} J", NOT_TOLD) for c in costs]),
    ]
    head = "".join(f"<th>{text(run.name)}</th>" for run in runs)
    body = "".join(f"<tr><th>{name}</th>{''.join(f'<td>{c}</td>' for c in cells)}</tr>" for name, cells in lines)
    return f'<div class="wide"><table><thead><tr><th></th>{head}</tr></thead><tbody>{body}</tbody></table></div>'
