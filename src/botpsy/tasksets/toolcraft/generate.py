"""Bundles: a few invented tools, and requests that need one, several or none of them.

Bundle i depends on (split, seed, i) alone. Its items share the tools, so that a trainer can share the prompt.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from botpsy.core.messages import ToolCall, ToolSpec
from botpsy.core.task import Split
from botpsy.tasksets.toolcraft.catalogue import frames_of
from botpsy.tasksets.toolcraft.frame import Frame, lacking, near_miss, parallel, single
from botpsy.tasksets.toolcraft.naming import View, views
from botpsy.tasksets.toolcraft.near_misses import NEAR_MISSES
from botpsy.tasksets.toolcraft.questions import questions_of

REFUSAL = "I can't do that with the tools I have."
NEAR_MISS = 0.5  # of the irrelevant requests
SKILLS = ("single", "multiple", "parallel", "parallel_multiple", "irrelevant", "missing")
_JOINS = ("{} {}", "{} {}", "{} Also: {}", "{} And another thing: {}", "First: {} Second: {}", "1. {} 2. {}", "{}\n{}")
_QUESTIONS = ("What {} should I use?", "Could you tell me the {}, please?", "Which {} do you have in mind?")
_COUNTED = set("days nights grams hours minutes years people servings shares words degrees semitones sides".split())
_HOW_MANY = "How many {} should it be?"
_OPENINGS = ("Hi! ", "Hello. ", "Hey. ", "Good morning. ", "I need some help. ", "Can you help me? ")


@dataclass(frozen=True, slots=True)
class Item:
    """A request and what is right: calls (`gold`), or for none an `answer`. `topic`: what a question must name."""

    query: str
    gold: tuple[ToolCall, ...]
    skill: str
    answer: str = ""
    topic: str = ""


@dataclass(frozen=True, slots=True)
class Bundle:
    """Tools and the items that share them; `frames` are the names of the frames behind the tools."""

    tools: tuple[ToolSpec, ...]
    items: list[Item]
    frames: tuple[str, ...] = ()


def bundles(seed: int, count: int, split: Split) -> Iterator[Bundle]:
    """Yield `count` bundles of a split."""
    for number in range(count):
        yield bundle(seed, number, split)


def bundle(seed: int, number: int, split: Split) -> Bundle:
    """Build one bundle."""
    rng = random.Random(f"toolcraft-{split}-{seed}-{number}")
    shown = views(_tools(frames_of(split), rng), rng)
    items: list[Item] = []
    wanted = rng.randint(5, 8)
    while len(items) < wanted:
        item = _item(shown, split, rng)
        if all(item.query != i.query for i in items):
            items.append(item)
    return Bundle(tuple(v.spec for v in shown), items, tuple(v.frame.name for v in shown))


def _tools(frames: Sequence[Frame], rng: random.Random) -> list[Frame]:
    first = rng.choice(frames)
    if rng.random() < 0.45:
        return [first]
    more = rng.randint(1, 5)
    alike = [f for f in frames if f.area == first.area and f is not first]
    others = [f for f in frames if f.area != first.area]
    near = rng.sample(alike, min(len(alike), (more + 1) // 2 if rng.random() < 0.6 else more))
    chosen = [first, *near, *rng.sample(others, more - len(near))]
    rng.shuffle(chosen)
    return chosen


def _item(shown: Sequence[View], split: Split, rng: random.Random) -> Item:
    several = len(shown) > 1
    # two tools can only be asked for at once where two are in view, so they come up more often there
    weights = [42, 28 - 4 * several, 12 * several, 28, 6]
    skill = rng.choices(["one", "parallel", "parallel_multiple", "irrelevant", "missing"], weights)[0]
    view = rng.choice(shown)
    if skill == "irrelevant" and rng.random() < NEAR_MISS:
        return Item(
            _voiced(near_miss(view.frame, rng.choice(NEAR_MISSES[view.frame.name]), rng), rng),
            (),
            "irrelevant",
            REFUSAL,
        )
    if skill == "irrelevant" and rng.random() < 0.35:
        areas = {v.frame.area for v in shown}
        asked = questions_of(split)
        near = [text for area, text in asked if area in areas]
        text = rng.choice(near if near and rng.random() < 0.5 else [text for _, text in asked])
        return Item(_voiced(text, rng), (), "irrelevant", REFUSAL)
    if skill == "irrelevant" and (outside := _outside(shown, split, rng)):
        if outside.many and rng.random() < 0.15:
            return Item(_voiced(parallel(outside, 2, rng)[0], rng), (), "irrelevant", REFUSAL)
        return Item(_voiced(single(outside, rng)[0], rng), (), "irrelevant", REFUSAL)
    if skill == "missing" and view.frame.lack:
        query, arg = lacking(view.frame, rng)
        question = _HOW_MANY if arg.topic in _COUNTED else rng.choice(_QUESTIONS)
        return Item(_voiced(query, rng), (), "missing", question.format(arg.topic), arg.topic)
    if skill == "parallel":
        return _parallel(view, rng)
    if skill == "parallel_multiple":
        one, other = rng.sample(shown, 2)
        return _two_tools(one, other, rng)
    query, arguments = single(view.frame, rng)
    return Item(_voiced(query, rng), (view.call(arguments),), "multiple" if several else "single")


def _outside(shown: Sequence[View], split: Split, rng: random.Random) -> Frame | None:
    """Return a frame that nothing in view can stand in for, half the time of an area that is in view."""
    names = {v.frame.name for v in shown}
    kin = {v.frame.kin for v in shown} - {""}
    areas = {v.frame.area for v in shown}
    free = [f for f in frames_of(split) if f.name not in names and f.kin not in kin]
    near = [f for f in free if f.area in areas]
    return rng.choice(near if near and rng.random() < 0.5 else free) if free else None


def _parallel(view: View, rng: random.Random) -> Item:
    count = rng.choices([2, 3, 4], [55, 30, 15])[0]
    if view.frame.many and rng.random() < 0.7:
        try:
            query, sets = parallel(view.frame, count, rng)
        except RuntimeError:
            query, sets = parallel(view.frame, 2, rng)
    else:
        first, second = single(view.frame, rng), single(view.frame, rng)
        while second[1] == first[1]:
            second = single(view.frame, rng)
        query, sets = rng.choice(_JOINS).format(first[0], second[0]), [first[1], second[1]]
    return Item(_voiced(query, rng), tuple(view.call(s) for s in sets), "parallel")


def _two_tools(one: View, other: View, rng: random.Random) -> Item:
    query, arguments = single(one.frame, rng)
    calls = [one.call(arguments)]
    if other.frame.many and rng.random() < 0.3:
        second, sets = parallel(other.frame, 2, rng)
        calls += [other.call(s) for s in sets]
    else:
        second, more = single(other.frame, rng)
        calls.append(other.call(more))
    return Item(_voiced(rng.choice(_JOINS).format(query, second), rng), tuple(calls), "parallel_multiple")


def _voiced(query: str, rng: random.Random) -> str:
    """Word a request more or less politely and carefully."""
    kind = rng.random()
    if kind < 0.06:
        return rng.choice(_OPENINGS) + query
    if kind < 0.1:
        return f"{query} {rng.choice(['Thanks!', 'Thank you.', 'Please.'])}"
    if kind < 0.17:
        return query.rstrip(".?") if query[:2].isupper() else query[0].lower() + query[1:].rstrip(".?")
    return query
