"""One HTML page to judge a data set by: how much of what, how long, how varied, what was left out, and rows to read.

The page is self-contained: no network, no scripts, readable on a phone, in light and dark.
"""
# ruff: noqa: E501

from __future__ import annotations

import json
import math
import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import cast

from botpsy.core import jsonl
from botpsy.core.errors import UsageError
from botpsy.core.messages import Json, Message
from botpsy.core.printable import safe, transcript
from botpsy.data.filter import requests, words

SAMPLES = 24
_BINS = (0, 50, 100, 200, 300, 400, 600, 800, 1000, 1500, 2000, 3000, 4000, 10**9)


@dataclass
class Summary:
    """What was counted in one pass; memory is bounded by the number of distinct words, not of rows."""

    rows: int = 0
    source: Counter[str] = field(default_factory=Counter[str])
    skill: Counter[str] = field(default_factory=Counter[str])
    turns: Counter[int] = field(default_factory=Counter[int])
    calls: Counter[int] = field(default_factory=Counter[int])
    tools: Counter[int] = field(default_factory=Counter[int])
    length: Counter[int] = field(default_factory=Counter[int])
    tool_names: Counter[str] = field(default_factory=Counter[str])
    openings: Counter[str] = field(default_factory=Counter[str])
    values: Counter[str] = field(default_factory=Counter[str])
    unigrams: set[int] = field(default_factory=set[int])
    bigrams: set[int] = field(default_factory=set[int])
    words: int = 0
    pairs: int = 0
    samples: list[dict[str, Json]] = field(default_factory=list[dict[str, Json]])


def summarize(rows: Iterable[Mapping[str, Json]], seed: int = 0) -> Summary:
    """Count in one pass; the samples are drawn evenly from all rows (reservoir sampling, Vitter 1985)."""
    rng = random.Random(seed)
    found = Summary()
    for row in rows:
        found.rows += 1
        messages = [Message.from_json(m) for m in cast(Sequence[Mapping[str, Json]], row["messages"])]
        found.source[str(row["source"])] += 1
        found.skill[str(row["skill"])] += 1
        found.turns[sum(m.role == "user" for m in messages)] += 1
        made = [c for m in messages for c in m.tool_calls]
        found.calls[len(made)] += 1
        found.tools[len(row.get("tools") or ())] += 1
        found.tool_names.update(c.name for c in made)
        found.values.update(str(v) for c in made for v in c.arguments.values() if isinstance(v, str))
        found.length[sum(len(words(m.content)) for m in messages)] += 1
        for text in requests(row):
            said = words(text)
            found.openings[" ".join(said[:3])] += 1
            found.words += len(said)
            found.pairs += max(0, len(said) - 1)
            found.unigrams.update(hash(w) for w in said)
            found.bigrams.update(hash(p) for p in pairwise(said))
        if len(found.samples) < SAMPLES:
            found.samples.append(dict(row))
        elif (place := rng.randrange(found.rows)) < SAMPLES:
            found.samples[place] = dict(row)
    return found


def entropy(counts: Counter[str]) -> float:
    """Return the entropy of a distribution in bits (Shannon 1948)."""
    total = sum(counts.values())
    return -sum(n / total * math.log2(n / total) for n in counts.values()) if total else 0.0


def write(data: Path, out: Path) -> Summary:
    """Summarise a file of conversations and write the page. Raises UsageError for a file with none, or none at all."""
    try:
        found = summarize(jsonl.read(data))
    except FileNotFoundError:
        raise UsageError(f"there is no file {data}; make one with `botpsy data make`") from None
    except (AttributeError, KeyError, TypeError) as error:
        raise UsageError(f"{data} does not hold conversations: {error!r}") from None
    if not found.rows:
        raise UsageError(f"{data} holds no conversation; make some with `botpsy data make`")
    notes = data.with_name(f"{data.name}.made.json")
    removed: dict[str, int] = json.loads(notes.read_text(encoding="utf-8")).get("removed", {}) if notes.exists() else {}
    jsonl.write_text_atomic(out, page(found, data.name, removed))
    return found


def page(found: Summary, name: str, removed: Mapping[str, int]) -> str:
    """Return the page's HTML."""
    lengths: Counter[str] = Counter()
    for length, count in found.length.items():
        low = max(b for b in _BINS if b <= length)
        high = next(b for b in _BINS if b > length)
        lengths[f"{low:>5} – {high - 1 if high < 10**9 else 'more'}"] += count
    facts = [
        ("conversations", f"{found.rows:,}"),
        ("distinct tools called", f"{len(found.tool_names):,}"),
        ("distinct-1 of requests", _share(len(found.unigrams), found.words)),
        ("distinct-2 of requests", _share(len(found.bigrams), found.pairs)),
        ("entropy of openings (first three words)", f"{entropy(found.openings):.1f} bits"),
        ("entropy of text values", f"{entropy(found.values):.1f} bits"),
    ]
    parts = [
        f"<h1>{escape(name)}</h1>",
        "<dl>" + "".join(f"<div><dt>{escape(k)}</dt><dd>{escape(v)}</dd></div>" for k, v in facts) + "</dl>",
        _bars("Source", found.source),
        _bars("Skill", found.skill),
        _bars("Turns of the person", {str(k): v for k, v in sorted(found.turns.items())}),
        _bars("Calls", {str(k): v for k, v in sorted(found.calls.items())}),
        _bars("Tools in view", {str(k): v for k, v in sorted(found.tools.items())}),
        _bars("Words of a conversation", {k: lengths[k] for k in sorted(lengths)}),
        _bars("Most called tools", dict(found.tool_names.most_common(20))),
        _bars("Most frequent openings", dict(found.openings.most_common(20))),
        _bars("Left out by filters", removed) if removed else "<h2>Left out by filters</h2><p>No filter was used.</p>",
        "<h2>Conversations to read</h2>",
        *(_sample(row) for row in found.samples),
    ]
    title = f"Data report: {name}"
    return _PAGE.replace("TITLE", escape(title)).replace("BODY", "\n".join(parts))


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.3f} ({part:,} of {whole:,})" if whole else "none"


def _bars(title: str, counts: Mapping[str, int]) -> str:
    most, total = max(counts.values(), default=1), sum(counts.values())
    rows = "".join(
        f'<tr><th scope="row">{escape(safe(name))}</th><td class="bar"><i style="width:{100 * n / most:.1f}%"></i></td>'
        f"<td>{n:,}</td><td>{100 * n / max(total, 1):.1f}%</td></tr>"
        for name, n in counts.items()
    )
    return f"<h2>{escape(title)}</h2><table>{rows}</table>"


def _sample(row: Mapping[str, Json]) -> str:
    messages = [Message.from_json(m) for m in cast(Sequence[Mapping[str, Json]], row["messages"])]
    opening = next((m.content for m in messages if m.role == "user"), "")
    names = ", ".join(str(t.get("name")) for t in row.get("tools") or ())
    text = "\n".join([f"{'tools':>12} | {safe(names)}", *transcript(messages)])
    head = escape(f"{row['source']} · {row['skill']} · {safe(opening)[:90]}")
    return f"<details><summary>{head}</summary><pre>{escape(text)}</pre></details>"


_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>TITLE</title><style>
:root { color-scheme: light dark; --ink: #1b1f24; --soft: #5b6570; --line: #d9dee3; --bar: #3b76c4; --page: #fff; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ec; --soft: #9aa4ae; --line: #39414a; --bar: #6ea3e8; --page: #15191d; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--page); max-width: 60rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.5rem; overflow-wrap: anywhere } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem }
dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: .75rem; margin: 0 }
dl div { border: 1px solid var(--line); border-radius: .5rem; padding: .5rem .75rem }
dt { color: var(--soft); font-size: .85rem } dd { margin: 0; font-size: 1.1rem }
table { width: 100%; border-collapse: collapse; font-size: .9rem } th { text-align: left; font-weight: normal; width: 35%; overflow-wrap: anywhere }
td { text-align: right; padding: .1rem .4rem; white-space: nowrap; width: 4rem } td.bar { width: auto; padding: 0 }
i { display: block; height: .8rem; background: var(--bar); border-radius: 2px; min-width: 1px }
details { border-top: 1px solid var(--line); padding: .4rem 0 } summary { cursor: pointer; overflow-wrap: anywhere }
pre { overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere; font-size: .8rem }
</style></head><body>
BODY
</body></html>
"""
