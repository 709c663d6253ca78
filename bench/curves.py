"""Curves with axes on one self-contained HTML page, drawn by hand: no network, no scripts, light and dark."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

COLOURS = ("#3b76c4", "#c4663b", "#4a9a5b")
WIDTH, HEIGHT, LEFT, LOW, TOP = 460, 260, 52, 40, 12


@dataclass(frozen=True, slots=True)
class Chart:
    """Curves over one axis; a point is (x, [y of each round]), drawn at the median, with a whisker over all rounds."""

    title: str
    x: str
    y: str
    curves: Mapping[str, Sequence[tuple[float, Sequence[float]]]]


def page(title: str, words: Sequence[str], charts: Sequence[Chart], rows: Sequence[Sequence[str]]) -> str:
    """Return the HTML: a heading, paragraphs, the charts, and a table whose first row is its head."""
    head, *body = rows
    table = "".join(f"<th>{escape(cell)}</th>" for cell in head) + "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in body
    )
    return _PAGE.format(
        title=escape(title),
        words="".join(f"<p>{escape(w)}</p>" for w in words),
        charts="".join(_drawn(chart) for chart in charts),
        table=table,
    )


def _drawn(chart: Chart) -> str:
    xs = [x for points in chart.curves.values() for x, _ in points]
    top = max((y for points in chart.curves.values() for _, ys in points for y in ys), default=1.0) or 1.0
    right = max(xs, default=1.0) or 1.0

    def at(x: float, y: float) -> tuple[float, float]:  # both axes begin at 0
        return LEFT + (WIDTH - LEFT - 12) * x / right, HEIGHT - LOW - (HEIGHT - LOW - TOP) * y / top

    made: list[str] = []
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        _, y = at(0, top * share)
        made.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - 12}" y1="{y:.1f}" y2="{y:.1f}"/>')
        made.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{top * share:.3g}</text>')
    for x in sorted(set(xs)):
        made.append(f'<text x="{at(x, 0)[0]:.1f}" y="{HEIGHT - LOW + 16}" text-anchor="middle">{x:g}</text>')
    made.append(f'<text x="{(LEFT + WIDTH) / 2}" y="{HEIGHT - 6}" text-anchor="middle">{escape(chart.x)}</text>')
    names: list[str] = []
    for number, (name, points) in enumerate(chart.curves.items()):
        ink = COLOURS[number % len(COLOURS)]
        middle = [(x, sorted(ys)[len(ys) // 2]) for x, ys in sorted(points)]
        line = " ".join("{:.1f},{:.1f}".format(*at(x, y)) for x, y in middle)
        made.append(f'<polyline points="{line}" style="stroke:{ink}"/>')
        for (x, ys), (_, y) in zip(sorted(points), middle, strict=True):
            (px, low), (_, high) = at(x, min(ys)), at(x, max(ys))
            made.append(f'<line x1="{px:.1f}" x2="{px:.1f}" y1="{low:.1f}" y2="{high:.1f}" style="stroke:{ink}"/>')
            told = f"{name}: {y:.4g} at {x:g}, {min(ys):.4g} to {max(ys):.4g}, n={len(ys)}"
            made.append(
                f'<circle cx="{px:.1f}" cy="{at(x, y)[1]:.1f}" r="3.5" style="fill:{ink}">'
                f"<title>{escape(told)}</title></circle>"
            )
        names.append(f'<i style="background:{ink}"></i>{escape(name)}')
    return (
        f"<figure><figcaption><b>{escape(chart.title)}</b> {escape(chart.y)}<br>{' '.join(names)}</figcaption>"
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(chart.title)}">'
        f"{''.join(made)}</svg></figure>"
    )


_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title><style>
:root {{ color-scheme: light dark; --ink: #1b1f24; --soft: #5b6570; --line: #d9dee3; --page: #fff }}
@media (prefers-color-scheme: dark) {{ :root {{ --ink: #e6e9ec; --soft: #9aa4ae; --line: #39414a; --page: #15191d }} }}
body {{ font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--page); max-width: 70rem;
  margin: 0 auto; padding: 1rem }}
.charts {{ display: grid; grid-template-columns: repeat(auto-fill, minmax(19rem, 1fr)); gap: .75rem }}
figure {{ margin: 0; border: 1px solid var(--line); border-radius: .5rem; padding: .5rem .75rem; min-width: 0 }}
svg {{ width: 100% }} svg text {{ font-size: 11px; fill: var(--soft) }} .grid {{ stroke: var(--line) }}
polyline {{ fill: none; stroke-width: 1.5 }}
i {{ display: inline-block; width: .7em; height: .7em; margin: 0 .3em 0 .6em }}
.wide {{ overflow-x: auto }} table {{ border-collapse: collapse }} th, td {{ padding: .2rem .6rem; text-align: right;
  border-bottom: 1px solid var(--line) }}
</style></head><body><h1>{title}</h1>
{words}<div class="charts">{charts}</div><div class="wide"><table>{table}</table></div>
</body></html>
"""
