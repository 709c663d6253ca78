"""One self-contained HTML page about runs: table, figures, failures with their transcripts, settings and versions.

No network and no scripts; it opens from disk, reads on a phone, in light and dark. Transcripts of a test half are left
out unless asked for: whoever reads them tunes on the test.
"""
# ruff: noqa: E501

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from html import escape

from botpsy.core.messages import Message
from botpsy.core.printable import line, transcript
from botpsy.eval.board import ALL, Board, Cell, Group, Run, headline, kind, kinds, overalls, within
from botpsy.eval.efficiency import efficiency
from botpsy.eval.figures import (
    app_groups,
    bars,
    colour,
    composed_table,
    costs_table,
    legend,
    reasoning,
    scatter,
    stages,
    text,
)
from botpsy.eval.overall import in_words
from botpsy.eval.record import Row

MOST = 40  # transcripts of one kind of failure
RIGHT = 5  # transcripts of solved items of one skill
LONGEST = 30_000  # characters of one transcript


def page(found: Board, *, test_transcripts: bool = False) -> str:
    """Return the HTML of a board."""
    title = "Evaluation: " + ", ".join(run.name for run in found.runs)
    costs = efficiency(found.runs)
    body = [
        f"<h1>{text(title)}</h1>",
        legend(found.runs),
        "<h2>Headline</h2>",
        "<p>Share of items with score 1, with Wilson's 95% interval. Differences are paired against the first run, over the "
        "items both judged, with a bootstrap interval; bold where it excludes zero. A figure leads to its transcripts.</p>",
        _table(found, headline(found)),
        *_defined(found),
        f"<details><summary>By skill: {len(found.lines)} lines</summary>{_table(found, found.lines)}</details>",
        *_composed(found),
        "<h2>By benchmark</h2>",
        bars(found),
        "<h2>Success against effort</h2>",
        "<p>Pass rate against assistant turns per solved task, over the items that all runs judged. The line joins the runs "
        "that no other run beats in both.</p>",
        scatter(found),
        "<h2>Reasoning tokens</h2>",
        reasoning(found, costs),
        "<h2>App groups</h2>",
        "<p>Phone tasks by what they are about; simple is one call or none, complex is several calls or requests.</p>",
        app_groups(found),
        "<h2>Stages</h2>",
        "<p>The runs in the order they were given, for instance the stages of a recipe.</p>",
        stages(found),
        "<h2>Efficiency</h2>",
        costs_table(found.runs, costs),
        "<h2>Transcripts: failures by kind</h2>",
        *_failures(found, test_transcripts),
        "<h2>Settings and versions</h2>",
        *(_settings(run) for run in found.runs),
    ]
    return _PAGE.replace("TITLE", text(title)).replace("BODY", "\n".join(body))


def _defined(found: Board) -> Iterator[str]:
    """The figures that benchmarks make of their items, in the headline."""
    if table := composed_table(found.runs):
        yield "<h3>As the benchmarks define them</h3>"
        yield (
            "<p>With a 95% interval. ACEBench: accuracy, n in dialogues where a dialogue is judged as a whole. InjecAgent and "
            "AgentDojo: of attacks, the share that succeeded, so less is better; utility is the user's task done.</p>"
        )
        yield table


def _composed(found: Board) -> Iterator[str]:
    """BFCL's composed figure of each run that has any of it."""
    figures = [(run, o) for run, o in zip(found.runs, overalls(found), strict=True) if o is not None]
    if figures:
        yield "<h3>Composed figures</h3>"
    for run, overall in figures:
        yield f"<p>{text(run.name)}: {text(in_words(overall))}</p>"


def _anchor(number: int, group: Group) -> str:
    """Return the name of a place on the page that holds nothing but letters and digits."""
    return f"t{number}-{hashlib.sha256(json.dumps(group).encode()).hexdigest()[:12]}"


def _table(found: Board, lines: Sequence[tuple[Group, Sequence[Cell | None]]]) -> str:
    head = "".join(f"<th>{text(run.name)}</th>" for run in found.runs)
    rows: list[str] = []
    for group, cells in lines:
        rows.append(f"<tr><th>{text(group[0])} <small>{text(group[2])}, {text(group[1])}</small></th>")
        rows += [f"<td>{_cell(cell, _anchor(number, group))}</td>" for number, cell in enumerate(cells)]
        rows.append("</tr>")
    return (
        '<div class="wide"><table><thead><tr><th>taskset <small>skill, split</small></th>'
        f"{head}</tr></thead><tbody>{''.join(rows)}</tbody></table></div>"
    )


def _cell(cell: Cell | None, anchor: str) -> str:
    if cell is None:
        return '<span class="soft">not run</span>'
    a, d = cell.accuracy, cell.difference
    shown = f'<a href="#{anchor}">{a.mean:.1%}</a> <small>{100 * a.low:.1f} to {100 * a.high:.1f}, n={a.n}</small>'
    if d is not None:
        sure = d.low > 0 or d.high < 0
        change = f"{100 * d.mean:+.1f} <small>({100 * d.low:+.1f} to {100 * d.high:+.1f}, n={d.n})</small>"
        shown += f"<br>{'<b>' if sure else ''}{change}{'</b>' if sure else ''}"
    return shown


def _failures(found: Board, test_transcripts: bool) -> Iterator[str]:
    for number, run in enumerate(found.runs):
        yield f'<h3><i class="dot" style="background:{colour(number)}"></i>{text(run.name)}</h3>'
        for group, cells in found.lines:
            if cells[number] is None:
                continue
            if group[2] == ALL:  # its skills follow
                yield f'<h4 id="{_anchor(number, group)}">{text(group[0])} ({text(group[1])})</h4>'
            else:
                yield from _of_group(run, group, _anchor(number, group), test_transcripts)


def _of_group(run: Run, group: Group, anchor: str, test_transcripts: bool) -> Iterator[str]:
    mine = [r for r in run.rows.values() if within(r, group)]
    right = [r for r in mine if r["score"] == 1.0]
    counts = kinds(run, group)
    name = f"{text(group[0])} · {text(group[2])} ({text(group[1])})"
    yield f"<details><summary>{name}: {len(mine) - len(right)} failed, {len(right)} right</summary>"
    yield f'<p id="{anchor}" class="at">Why they failed, most common first.</p>'  # a link opens what it stands in
    hidden = group[1] == "test" and not test_transcripts
    if hidden:
        yield "<p>Transcripts of the test half are left out; read the dev half, or ask for them.</p>"
    for reason, count in counts.most_common():
        yield f"<details class='in'><summary>{count} × {text(reason)}</summary>"
        if not hidden:
            failed = [r for r in mine if r["score"] < 1.0 and kind(r) == reason]
            yield from (_episode(row) for row in failed[:MOST])
            if len(failed) > MOST:
                yield f"<p>{len(failed) - MOST} more.</p>"
        yield "</details>"
    if right and not hidden:
        yield f"<details class='in'><summary>{len(right)} right</summary>"
        yield from (_episode(row) for row in right[:RIGHT])
        if len(right) > RIGHT:
            yield f"<p>{len(right) - RIGHT} more.</p>"
        yield "</details>"
    yield "</details>"


def _episode(row: Row) -> str:
    messages = [Message.from_json(m) for m in row.get("messages", [])]
    head = line(f"{str(row['id'])[:100]}: {str(row.get('reason', ''))[:300]}")
    told = "\n".join(transcript(messages))
    if len(told) > LONGEST:
        told = f"{told[:LONGEST]}\n{len(told) - LONGEST} characters more; botpsy eval --show has them"
    return f"<h4>{text(head)}</h4><pre>{escape(told)}</pre>"


def _settings(run: Run) -> str:
    settings = {**run.settings, "items": len(run.rows), "dropped": run.dropped, "versions": run.versions}
    told = json.dumps(settings, indent=2, ensure_ascii=False)
    return f"<details><summary>{text(run.name)}</summary><pre>{text(told)}</pre></details>"


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
.bar { position: relative; height: 1.15rem; background: var(--fill); border-radius: 2px; margin: 2px 3rem 2px 0 }
.bar i { display: block; height: 100%; border-radius: 2px } .bar b { position: absolute; top: 45%; height: 10%; background: var(--ink); opacity: .55 }
.bar span { position: absolute; right: -3rem; width: 2.7rem; text-align: right; top: 0; font-size: .75rem; line-height: 1.15rem }
td:has(small), td:has(.soft) { min-width: 9rem } svg { overflow: visible; width: 100%; max-width: 40rem } svg text { font-size: 11px; fill: var(--soft) } .grid { stroke: var(--line) }
.front { fill: none; stroke: var(--soft); stroke-dasharray: 4 3 }
.bar i.over { position: absolute; left: 0; top: 0 } a { color: inherit; text-decoration-color: var(--soft) } .at { scroll-margin-top: 1rem }
details { border-top: 1px solid var(--line); padding: .35rem 0 } details.in { margin-left: 1rem } summary { cursor: pointer }
@media (max-width: 600px) { svg text { font-size: 17px } thead th { min-width: 4rem } }
pre { white-space: pre-wrap; font-size: .78rem; background: var(--fill); padding: .5rem; border-radius: .3rem }
</style></head><body>
BODY
</body></html>
"""
