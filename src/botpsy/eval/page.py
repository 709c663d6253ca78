"""One self-contained HTML page about runs: table, figures, failures with their transcripts, settings and versions.

No network and no scripts; it opens from disk, reads on a phone, in light and dark. Transcripts of a test half are left
out unless asked for: whoever reads them tunes on the test.
"""
# ruff: noqa: E501

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from html import escape

from botpsy.core.messages import Message
from botpsy.core.printable import safe, transcript
from botpsy.eval.board import Board, Cell, Group, Run, cell_text, kind, kinds
from botpsy.eval.record import Row

COLOURS = ("#3b76c4", "#c4663b", "#4a9a5b", "#8a5bb8", "#b8923b", "#4aa3a3", "#b84a7a", "#6b7280")
MOST = 40  # transcripts of one kind of failure


def page(found: Board, *, test_transcripts: bool = False) -> str:
    """Return the HTML of a board."""
    title = "Evaluation: " + ", ".join(run.name for run in found.runs)
    body = [
        f"<h1>{_e(title)}</h1>",
        _legend(found.runs),
        "<h2>Accuracy</h2>",
        "<p>Share of items with score 1, with Wilson's 95% interval. Differences are paired against the first run, over the "
        "items both judged, with a bootstrap interval; bold where it excludes zero.</p>",
        _table(found),
        "<h2>By taskset and skill</h2>",
        _bars(found),
        "<h2>Success against effort</h2>",
        "<p>Pass rate against assistant turns per solved task, all items of a run. The line joins the runs that no other run "
        "beats in both.</p>",
        _scatter(found),
        "<h2>Failures by kind</h2>",
        *_failures(found, test_transcripts),
        "<h2>Settings</h2>",
        *(_settings(run) for run in found.runs),
    ]
    return _PAGE.replace("TITLE", _e(title)).replace("BODY", "\n".join(body))


def _e(text: object) -> str:
    return escape(safe(str(text)))


def _colour(number: int) -> str:
    return COLOURS[number % len(COLOURS)]


def _legend(runs: Sequence[Run]) -> str:
    items = "".join(f'<li><i style="background:{_colour(i)}"></i>{_e(run.name)}</li>' for i, run in enumerate(runs))
    return f'<ul class="legend">{items}</ul>'


def _table(found: Board) -> str:
    head = "".join(f"<th>{_e(run.name)}</th>" for run in found.runs)
    rows: list[str] = []
    for group, cells in found.lines:
        rows.append(f"<tr><th>{_e(group[0])}</th><td>{_e(group[2])}</td><td>{_e(group[1])}</td>")
        rows += [f"<td>{_cell(cell)}</td>" for cell in cells]
        rows.append("</tr>")
    return (
        '<div class="wide"><table><thead><tr><th>taskset</th><th>skill</th><th>split</th>'
        f"{head}</tr></thead><tbody>{''.join(rows)}</tbody></table></div>"
    )


def _cell(cell: Cell | None) -> str:
    if cell is None:
        return '<span class="soft">not run</span>'
    a, d = cell.accuracy, cell.difference
    text = f"{a.mean:.1%} <small>{100 * a.low:.1f} to {100 * a.high:.1f}, n={a.n}</small>"
    if d is not None:
        sure = d.low > 0 or d.high < 0
        change = f"{100 * d.mean:+.1f} <small>({100 * d.low:+.1f} to {100 * d.high:+.1f}, n={d.n})</small>"
        text += f"<br>{'<b>' if sure else ''}{change}{'</b>' if sure else ''}"
    return text


def _bars(found: Board) -> str:
    rows: list[str] = []
    for group, cells in found.lines:
        bars = "".join(_bar(number, cell) for number, cell in enumerate(cells) if cell is not None)
        rows.append(f'<div class="group"><div class="name">{_e(group[0])} · {_e(group[2])}</div>{bars}</div>')
    return "".join(rows)


def _bar(number: int, cell: Cell) -> str:
    a = cell.accuracy
    whisker = f'<b style="left:{100 * a.low:.1f}%;width:{100 * (a.high - a.low):.1f}%"></b>'
    fill = f'<i style="width:{100 * a.mean:.1f}%;background:{_colour(number)}"></i>'
    return f'<div class="bar" title="{_e(cell_text(cell))}">{fill}{whisker}<span>{a.mean:.0%}</span></div>'


def _scatter(found: Board) -> str:
    points = [(number, *point) for number, run in enumerate(found.runs) if (point := _point(run)) is not None]
    if not points:
        return "<p>No run solved an item.</p>"
    most = max(2.0, max(turns for _, turns, _ in points) * 1.15)
    width, height, left, low = 560, 300, 46, 34

    def x(turns: float) -> float:
        return left + (width - left - 10) * turns / most

    def y(share: float) -> float:
        return (height - low) * (1 - share) + 6

    grid = "".join(
        f'<line x1="{left}" x2="{width - 10}" y1="{y(s):.1f}" y2="{y(s):.1f}" class="grid"/>'
        f'<text x="{left - 6}" y="{y(s) + 4:.1f}" text-anchor="end">{s:.0%}</text>'
        for s in (0, 0.25, 0.5, 0.75, 1)
    )
    steps = [most * i / 4 for i in range(5)]
    grid += "".join(f'<text x="{x(t):.1f}" y="{height - 12}" text-anchor="middle">{t:.1f}</text>' for t in steps)
    best = frontier([(turns, share) for _, turns, share in points])
    path = " ".join(f"{x(t):.1f},{y(s):.1f}" for t, s in best)
    dots = "".join(
        f'<circle cx="{x(t):.1f}" cy="{y(s):.1f}" r="6" fill="{_colour(n)}"><title>{_e(found.runs[n].name)}: {s:.1%}, '
        f"{t:.2f} turns</title></circle>"
        for n, t, s in points
    )
    return (
        f'<svg viewBox="0 0 {width} {height}" role="img" aria-label="pass rate against turns per solved task">{grid}'
        f'<polyline points="{path}" class="front"/>{dots}</svg>'
    )


def _point(run: Run) -> tuple[float, float] | None:
    solved = [r for r in run.rows.values() if r["score"] == 1.0]
    if not solved:
        return None
    return sum(float(r["turns"]) for r in solved) / len(solved), len(solved) / len(run.rows)


def frontier(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return the (effort, success) points that no other point beats in both, by effort: the Pareto frontier."""
    best: list[tuple[float, float]] = []
    for effort, success in sorted(points, key=lambda p: (p[0], -p[1])):
        if not best or success > best[-1][1]:
            best.append((effort, success))
    return best


def _failures(found: Board, test_transcripts: bool) -> Iterator[str]:
    for number, run in enumerate(found.runs):
        yield f'<h3><i class="dot" style="background:{_colour(number)}"></i>{_e(run.name)}</h3>'
        for group, cells in found.lines:
            if cells[number] is not None:
                yield from _of_group(run, group, test_transcripts)


def _of_group(run: Run, group: Group, test_transcripts: bool) -> Iterator[str]:
    counts = kinds(run, group)
    if not counts:
        return
    total = sum(counts.values())
    yield f"<details><summary>{_e(group[0])} · {_e(group[2])} ({_e(group[1])}): {total} failed</summary>"
    for name, count in counts.most_common():
        yield f"<details class='in'><summary>{count} × {_e(name)}</summary>"
        if group[1] == "test" and not test_transcripts:
            yield "<p>Transcripts of the test half are left out; read the dev half, or ask for them.</p>"
        else:
            mine = [r for r in run.rows.values() if (r["taskset"], r["split"], r["skill"]) == group]
            failed = [r for r in mine if r["score"] < 1.0 and kind(r) == name]
            yield from (_episode(row) for row in failed[:MOST])
            if len(failed) > MOST:
                yield f"<p>{len(failed) - MOST} more.</p>"
        yield "</details>"
    yield "</details>"


def _episode(row: Row) -> str:
    messages = [Message.from_json(m) for m in row.get("messages", [])]
    head = f"{row['id']}: {row.get('reason', '')}"
    return f"<h4>{_e(head)[:300]}</h4><pre>{escape(chr(10).join(transcript(messages)))}</pre>"


def _settings(run: Run) -> str:
    text = json.dumps({**run.settings, "items": len(run.rows), "dropped": run.dropped}, indent=2, ensure_ascii=False)
    return f"<details><summary>{_e(run.name)}</summary><pre>{_e(text)}</pre></details>"


_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>TITLE</title><style>
:root { color-scheme: light dark; --ink: #1b1f24; --soft: #5b6570; --line: #d9dee3; --page: #fff; --fill: #eef1f4; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e9ec; --soft: #9aa4ae; --line: #39414a; --page: #15191d; --fill: #222930; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--page);
  max-width: 68rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere; }
h1 { font-size: 1.4rem } h2 { font-size: 1.15rem; margin: 2rem 0 .5rem } h3 { font-size: 1rem } h4 { margin: 1rem 0 .2rem; font-size: .85rem }
small, .soft { color: var(--soft) } p { color: var(--soft); font-size: .9rem }
.wide { overflow-x: auto } table { border-collapse: collapse; font-size: .9rem; min-width: 100%; overflow-wrap: normal }
th, td { text-align: left; padding: .35rem .6rem; border-bottom: 1px solid var(--line); vertical-align: top } tbody th { font-weight: normal }
.legend { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .3rem 1.2rem } .legend i, .dot { display: inline-block;
  width: .8rem; height: .8rem; border-radius: 2px; margin-right: .4rem }
.group { margin: .7rem 0 } .name { font-size: .85rem }
.bar { position: relative; height: 1.15rem; background: var(--fill); border-radius: 2px; margin: 2px 0 }
.bar i { display: block; height: 100%; border-radius: 2px } .bar b { position: absolute; top: 45%; height: 10%; background: var(--ink); opacity: .55 }
.bar span { position: absolute; right: .3rem; top: 0; font-size: .75rem; line-height: 1.15rem }
svg { width: 100%; max-width: 40rem } svg text { font-size: 11px; fill: var(--soft) } .grid { stroke: var(--line) }
.front { fill: none; stroke: var(--soft); stroke-dasharray: 4 3 }
details { border-top: 1px solid var(--line); padding: .35rem 0 } details.in { margin-left: 1rem } summary { cursor: pointer }
pre { white-space: pre-wrap; font-size: .78rem; background: var(--fill); padding: .5rem; border-radius: .3rem }
</style></head><body>
BODY
</body></html>
"""
