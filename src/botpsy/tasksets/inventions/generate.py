"""Bundles of requests over one set of invented tools. Bundle i depends on (seed, i) alone."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass

from botpsy.core.messages import Json, ToolCall, ToolSpec
from botpsy.core.task import Split
from botpsy.tasksets.inventions.frame import Arg, Drawn, Frame
from botpsy.tasksets.inventions.frames_life import LIFE
from botpsy.tasksets.inventions.frames_science import SCIENCE
from botpsy.tasksets.inventions.names import Names, split_of

FRAMES = (*SCIENCE, *LIFE)
NONE_FITS = "I can't do that with the tools I have."


@dataclass(frozen=True, slots=True)
class Item:
    """A request, its gold calls (none for irrelevant and missing), and the answer where there is no call."""

    query: str
    gold: tuple[ToolCall, ...]
    skill: str
    answer: str = ""
    asks: str = ""


@dataclass(frozen=True, slots=True)
class Bundle:
    """Requests that share the tools in view."""

    tools: tuple[ToolSpec, ...]
    items: tuple[Item, ...]


def bundles(seed: int, count: int, split: Split) -> Iterator[Bundle]:
    """Yield bundles of a split's frames; whole frames are held out for dev and test."""
    frames = [f for f in FRAMES if split_of(f.name) == split]
    for number in range(count):
        yield _bundle(random.Random(f"inventions-{split}-{seed}-{number}"), frames)


def _bundle(r: random.Random, frames: list[Frame]) -> Bundle:
    main = r.choice(frames)
    in_view = [main]
    for _ in range(0 if r.random() < 0.45 else r.choice([1, 1, 2, 2, 3, 4, 5])):
        near = [f for f in frames if f.area == main.area]
        other = r.choice(near if r.random() < 0.5 else frames)
        if other not in in_view:
            in_view.append(other)
    r.shuffle(in_view)
    names = Names(r, in_view)
    items: list[Item] = []
    for _ in range(r.randint(5, 8)):
        target = main if r.random() < 0.6 else r.choice(in_view)
        kind = r.choices(["one", "parallel", "mixed", "irrelevant", "missing"], [44, 29, 8, 15, 5])[0]
        if kind == "mixed" and len(in_view) == 1:
            kind = "parallel"
        if kind == "missing" and not target.required:
            kind = "one"
        if kind == "one":
            query, arguments = _single(r, target)
            items.append(Item(query, (names.call(target, arguments),), "single" if len(in_view) == 1 else "multiple"))
        elif kind == "parallel":
            items.append(_parallel(r, target, names))
        elif kind == "mixed":
            items.append(_mixed(r, in_view, names))
        elif kind == "irrelevant":
            items.append(_irrelevant(r, in_view, frames, main))
        else:
            items.append(_missing(r, target))
    return Bundle(tuple(names.spec(f) for f in in_view), tuple(items))


def _draw(r: random.Random, args: tuple[Arg, ...]) -> dict[str, Drawn]:
    return {a.name: a.draw(r) for a in args}


def _single(r: random.Random, frame: Frame) -> tuple[str, dict[str, Json]]:
    values = _draw(r, frame.required)
    form = r.choice(frame.forms)
    query = form.format(**{k: said for k, (_, said) in values.items()})
    query, more = _with_options(r, query, frame)
    return _dress(r, query), {k: v for k, (v, _) in values.items()} | more


def _with_options(r: random.Random, query: str, frame: Frame) -> tuple[str, dict[str, Json]]:
    more: dict[str, Json] = {}
    for arg in frame.optional:
        if r.random() < 0.3:
            value, said = arg.draw(r)
            if query[-1].isalnum() or query[-1] in "!'":
                query += "."
            query += arg.phrase.replace("{}", said)
            more[arg.name] = value
    return query, more


def _dress(r: random.Random, query: str) -> str:
    if query[:1].islower():
        query = r.choice(["", "", "", "Please ", "Can you ", "Could you "]) + query
        if query.startswith(("Can", "Could")) and query[-1].isalnum():
            query += "?"
    query = query[:1].upper() + query[1:]
    return query if query[-1] in ".?!" or r.random() < 0.4 else query + "."


def _parallel(r: random.Random, frame: Frame, names: Names) -> Item:
    """Two to four calls of one tool: some arguments shared, the others told one by one."""
    count = r.choice([2, 2, 2, 3, 3, 4])
    form = r.choice(frame.forms)
    varied = r.sample(frame.required, r.choice([1, 1, min(2, len(frame.required))])) if frame.required else []
    shared = _draw(r, frame.required)
    sets: list[dict[str, Drawn]] = []
    for _ in range(count * 5):
        drawn = shared | _draw(r, tuple(varied))
        if len(sets) < count and [v for v, _ in drawn.values()] not in [[v for v, _ in s.values()] for s in sets]:
            sets.append(drawn)
    lists = any(isinstance(v, list) for s in sets for v, _ in s.values())
    manner = r.choice(["list", "list", "sentences", "again"])
    if len(sets) < 2 or (lists and manner == "list"):
        manner = "sentences"
    if len(varied) > 1 and manner == "again":
        manner = "list"
    if manner == "list":
        said = {a.name: shared[a.name][1] for a in frame.required}
        for arg in varied:
            each = [s[arg.name][1] for s in sets]
            said[arg.name] = ", ".join(each[:-1]) + " and " + each[-1]
        query = form.format(**said)
        if len(varied) > 1:
            query = query.rstrip(".?!") + " respectively" + ("?" if query.endswith("?") else "")
    elif manner == "again":
        query = form.format(**{k: s for k, (_, s) in sets[0].items()})
        rest = [s[varied[0].name][1] for s in sets[1:]]
        tail = ", ".join(rest[:-1]) + (" and " if len(rest) > 1 else "") + rest[-1]
        query += ("" if query[-1] in ".?!" else ".") + " " + r.choice(
            [f"Do the same for {tail}.", f"And what about {tail}?", f"Also for {tail}.", f"I need it for {tail} too."]
        )
    else:
        told = [r.choice(frame.forms).format(**{k: s for k, (_, s) in one.items()}) for one in sets]
        query = told[0]
        for sentence in told[1:]:
            query += ("" if query[-1] in ".?!" else ".") + r.choice([" ", " Then ", " Also, ", " And "])
            query += sentence if query[-2] in ".?!" else sentence[:1].lower() + sentence[1:]
    query, more = _with_options(r, query, frame) if manner == "list" else (query, {})
    calls = tuple(names.call(frame, {k: v for k, (v, _) in one.items()} | more) for one in sets)
    return Item(_dress(r, query), calls, "parallel" if len(calls) > 1 else "single")


def _mixed(r: random.Random, in_view: list[Frame], names: Names) -> Item:
    """Two different tools in one request."""
    calls: list[ToolCall] = []
    query = ""
    for frame in r.sample(in_view, 2):
        said, arguments = _single(r, frame)
        calls.append(names.call(frame, arguments))
        lead = r.choice([" ", " Then ", " Also, ", " After that, "]) if query else ""
        if lead.strip():
            said = said[:1].lower() + said[1:] if not re.match(r"I\b|I'", said) else said
        query += ("" if not query or query[-1] in ".?!" else ".") + lead + said
    return Item(query, tuple(calls), "parallel_multiple")


def _irrelevant(r: random.Random, in_view: list[Frame], frames: list[Frame], main: Frame) -> Item:
    near = [f for f in frames if f.area == main.area and f not in in_view]
    far = [f for f in frames if f not in in_view]
    query, _ = _single(r, r.choice(near if near and r.random() < 0.5 else far))
    return Item(query, (), "irrelevant", NONE_FITS)


def _missing(r: random.Random, frame: Frame) -> Item:
    """A required value is left out: its place in the request stays vague."""
    gone = r.choice(frame.required)
    values = _draw(r, frame.required)
    vague = r.choice(["some", "a certain", "the given"]) + " " + gone.name.replace("_", " ")
    query = r.choice(frame.forms).format(**{k: (vague if k == gone.name else s) for k, (_, s) in values.items()})
    about = gone.name.replace("_", " ")
    return Item(_dress(r, query), (), "missing", f"What is the {about}?", about)
