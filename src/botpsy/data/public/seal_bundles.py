"""Conversations from Seal-Tools: several requests over one set of tools in view, so that training shares the prompt.

From each request with one call come, besides itself: parallel requests (another value of the same argument, said in one
of the ways people say it), and its use as an irrelevant request where its tool is not in view: half the time next to a
tool of the same subject that takes the same argument and does something else (`near_misses`).
"""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from botpsy.core.messages import Json, Message, ToolCall, ToolSpec
from botpsy.data.masking import Renaming
from botpsy.data.public.seal_tools import SealTools, Unit

NONE_FITS = "I can't do that with the tools I have."
NEAR_MISS = 0.5  # of the bundles have a tool in view that has near misses, and of the irrelevant requests there are one
_BROAD = re.compile(r"\b(?:information|details?|search|overview|data)\b")  # such a tool may hold any answer
_EMPTY = """about analyze based calculate certain check current data date details find from generate given identify into
list location monitor name number obtain provide retrieve specific specified that their this time type update user using
value various with""".split()  # words that tell nothing of what a tool does
Item = tuple[str, tuple[ToolCall, ...], str]  # request, gold calls, skill


class Bundler:
    """Makes bundles from what the converter read. Bundle i depends on (seed, i) alone."""

    def __init__(self, data: SealTools, seed: int) -> None:
        self._data = data
        self._seed = seed
        self._single = [u for u in data.units if len(u.calls) == 1]
        self._several = [u for u in data.units if len(u.calls) > 1]
        self._by_tool: dict[str, list[Unit]] = defaultdict(list)
        self._by_field: dict[str, list[str]] = defaultdict(list)
        self._values: dict[str, list[Json]] = defaultdict(list)
        for unit in self._single:
            self._by_tool[unit.calls[0].name].append(unit)
            for name, value in unit.calls[0].arguments.items():
                if value not in self._values[name]:
                    self._values[name].append(value)
        for name, field in data.field.items():
            self._by_field[field].append(name)
        self._near = near_misses(data, self._single)
        self._missable = [u for u in self._single if self._near.get(u.calls[0].name)]

    def rows(self, count: int) -> Iterator[dict[str, Json]]:
        """Yield the conversations of `count` bundles; those of one bundle stand together."""
        for number in range(count):
            rng = random.Random(f"seal-{self._seed}-{number}")
            tools, items = self._bundle(rng)
            rng.shuffle(tools)
            names = Renaming(rng, tools)
            specs = [names.spec(t) for t in tools]
            for i, (query, calls, skill) in enumerate(items):
                if calls:
                    answer = Message("assistant", tool_calls=tuple(names.call(c) for c in calls))
                else:
                    answer = Message("assistant", NONE_FITS)
                yield {
                    "id": f"seal-{self._seed}-{number}-{i}",
                    "source": "seal_tools",
                    "skill": skill,
                    "tools": [s.to_json() for s in specs],
                    "messages": [Message("user", query).to_json(), answer.to_json()],
                }

    def _bundle(self, rng: random.Random) -> tuple[list[ToolSpec], list[Item]]:
        if rng.random() < 0.22:
            anchor = rng.choice(self._several)
            in_view = list(dict.fromkeys(c.name for c in anchor.calls))
            items: list[Item] = [(anchor.query, anchor.calls, "parallel_multiple")]
        else:
            missable = self._missable and rng.random() < NEAR_MISS
            in_view = [rng.choice(self._missable if missable else self._single).calls[0].name]
            items = []
        anchors = list(in_view)
        for _ in range(rng.choice([0, 0, 0, 1, 2, 3, 4])):
            near = self._by_field[self._data.field[anchors[0]]]
            name = rng.choice(near) if rng.random() < 0.5 else rng.choice(list(self._data.tools))
            if name not in in_view and len(in_view) < 7:
                in_view.append(name)
        for name in in_view:
            units = list(self._by_tool[name])
            rng.shuffle(units)
            for unit in units[: 2 if name in anchors else 1]:
                items.append((unit.query, unit.calls, "single"))
                for _ in range(rng.choice([1, 1, 2]) if name in anchors else 1):
                    if (twin := self._parallel(rng, unit)) is not None:
                        items.append(twin)
        for _ in range(rng.choice([1, 1, 2])):
            other = self._irrelevant(rng, in_view)
            if other is not None:
                items.append((other.query, (), "irrelevant"))
        rng.shuffle(items)
        return [self._data.tools[n] for n in in_view], items[:9]

    def _irrelevant(self, rng: random.Random, in_view: Sequence[str]) -> Unit | None:
        """Return a request that no tool in view serves, None when none turns up (a small set, all of it in view)."""
        missed = [unit for name in in_view for unit in self._near.get(name, ())]
        for _ in range(200):
            if missed and rng.random() < NEAR_MISS:
                units = [rng.choice(missed)]
            else:
                near = self._by_field[self._data.field[in_view[0]]]
                units = self._by_tool[
                    rng.choice(near) if rng.random() < 0.4 else rng.choice(self._single).calls[0].name
                ]
            # a tool of nearly the same description would be able to do it
            if units and not self._served(units[0].calls[0].name, in_view):
                return rng.choice(units)
        return None

    def _served(self, name: str, in_view: Sequence[str]) -> bool:
        return name in in_view or any(_alike(self._data.tools[name], self._data.tools[v]) for v in in_view)

    def _parallel(self, rng: random.Random, unit: Unit) -> Item | None:
        """Return the request for several values of one argument, None when it has no other value to take."""
        call = unit.calls[0]
        fixed = [(n, v) for n, v in call.arguments.items() if _once(unit.query, v) and len(self._values[n]) >= 4]
        if not fixed:
            return None
        name, value = rng.choice(fixed)
        others = [v for v in self._values[name] if v != value and type(v) is type(value) and _kin(str(v), str(value))]
        if not others:
            return None
        more = rng.sample(others, min(len(others), rng.choice([1, 1, 1, 2, 2, 3])))
        said = re.search(rf"(['\"]?){re.escape(str(value))}(['\"]?)", unit.query, re.IGNORECASE)
        assert said is not None
        quoted = [f"{said[1]}{v}{said[2]}" for v in [value, *more]]
        rest = quoted[1:]
        listed = ", ".join(quoted[:-1]) + f" and {quoted[-1]}"
        first = unit.query
        manner = rng.choice(["list", "list", "list", "again", "again", "full", "both"])
        if manner == "list":
            text = first.replace(said[0], listed, 1)
        elif manner == "both" and len(quoted) == 2:
            text = first.replace(said[0], f"both {quoted[0]} and {quoted[1]}", 1)
        elif manner == "full":
            text = " ".join(
                [
                    first,
                    *(rng.choice(["Also: ", "Then, ", "And "]) + _small(first.replace(said[0], q, 1)) for q in rest),
                ]
            )
        else:
            tail = ", ".join(rest[:-1]) + (" and " if len(rest) > 1 else "") + rest[-1]
            text = (
                first
                + " "
                + rng.choice(
                    [
                        f"Do the same for {tail}.",
                        f"And also for {tail}.",
                        f"I need this for {tail} as well.",
                        f"Then repeat it with {tail}.",
                    ]
                )
            )
        calls = tuple(ToolCall(call.name, {**call.arguments, name: v}) for v in [value, *more])
        return text, calls, "parallel"


def near_misses(data: SealTools, units: Sequence[Unit]) -> dict[str, list[Unit]]:
    """Return, by tool, requests for another tool of its subject: it could take a value of theirs, but does
    something else. Left out are pairs with two telling words in common, and tools broad enough to hold the answer.
    """
    by_subject: dict[str, list[str]] = defaultdict(list)
    for name, subject in data.subject.items():
        if not _BROAD.search(data.tools[name].description.lower()):
            by_subject[subject].append(name)
    telling = {name: _telling(tool) for name, tool in data.tools.items()}
    found: dict[str, list[Unit]] = defaultdict(list)
    for unit in units:
        asked = unit.calls[0]
        for name in by_subject[data.subject[asked.name]]:
            shared = asked.arguments.keys() & data.tools[name].parameters["properties"].keys()
            if name != asked.name and shared and len(telling[name] & telling[asked.name]) < 2:
                found[name].append(unit)
    return found


def _telling(tool: ToolSpec) -> set[str]:
    return {word[:6] for word in re.findall(r"[a-z]{4,}", _text(tool)) if word not in _EMPTY}


def _once(query: str, value: Json) -> bool:
    text = str(value)
    return (
        not isinstance(value, bool) and len(re.findall(rf"(?<!\w){re.escape(text)}(?!\w)", query, re.IGNORECASE)) == 1
    )


def _kin(a: str, b: str) -> bool:
    """Return True when two values look like the same kind of thing: both words, or both codes."""
    return (re.search(r"\d", a) is None) == (re.search(r"\d", b) is None) and abs(len(a) - len(b)) < 25


def _alike(a: ToolSpec, b: ToolSpec) -> bool:
    words_a, words_b = (set(re.findall(r"[a-z]{4,}", _text(t))) for t in (a, b))
    return len(words_a & words_b) / max(1, min(len(words_a), len(words_b))) > 0.4


def _text(tool: ToolSpec) -> str:
    split = re.sub(r"([a-z])([A-Z])", r"\1 \2", tool.name)
    return f"{split} {tool.description}".lower()


def _small(text: str) -> str:
    return text[:1].lower() + text[1:] if not text.startswith("I ") else text


def bundle_rows(data: SealTools, bundles: int, seed: int) -> Iterator[dict[str, Json]]:
    """Yield the conversations of some bundles.

    Example:
        rows = bundle_rows(read(Path("seal_tools")), bundles=1000, seed=0)
    """
    yield from Bundler(data, seed).rows(bundles)
