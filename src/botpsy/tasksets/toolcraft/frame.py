"""A frame: one invented tool, the ways to ask for it, and how a request and its calls come about together.

Templates have slots `{name}`. In `many`, "stem | each" repeats `each` at `{*}` with new values while the stem's slots
are shared; a stem without `|` lists the values of `{name*}` ("respectively").
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from botpsy.core.messages import Effect, Json
from botpsy.tasksets.toolcraft.kinds import Kind, Said, listed

_SLOT = re.compile(r"\{(\w*)(\*?)\}")
Values = dict[str, Said]
# what a question calls an argument whose own name does not read as a noun
_CALLED = {"n": "integer", "count": "number", "built": "year", "end": "destination", "gross": "gross salary"}


@dataclass(frozen=True, slots=True)
class Arg:
    """An argument. `says` word an optional one: a phrase goes before the last mark, a sentence after it.

    `topic` is what a question for it names.
    """

    name: str
    kind: Kind
    description: str
    required: bool = True
    default: Json = None
    says: tuple[str, ...] = ()

    @property
    def topic(self) -> str:
        """Return the argument's name in words, or what its description calls it where the name is too short."""
        if self.name in _CALLED:
            return _CALLED[self.name]
        if len(self.name) <= 2:
            first = self.description.split(",")[0].rstrip(".")
            return first[0].lower() + first[1:]
        return re.sub(r"^(from|to)_|_(kg|km|cm|id|code)$", "", self.name).replace("_", " ")


@dataclass(frozen=True, slots=True)
class Frame:
    """`names[0]` identifies the frame. Frames of one `kin` could stand in for one another, so they never share a
    view when one is to be missing."""

    area: str
    names: tuple[str, ...]
    descriptions: tuple[str, ...]
    args: tuple[Arg, ...]
    asks: tuple[str, ...]
    many: tuple[str, ...] = ()
    lack: Mapping[str, str] = field(default_factory=dict[str, str])
    kin: str = ""
    effect: Effect = "read"

    @property
    def name(self) -> str:
        """Return the frame's own name."""
        return self.names[0]

    def arg(self, name: str) -> Arg:
        """Return an argument by name. Raises KeyError naming the frame."""
        for arg in self.args:
            if arg.name == name:
                return arg
        raise KeyError(f"frame {self.name} has no argument {name!r}; it has {[a.name for a in self.args]}")


def req(name: str, kind: Kind, description: str) -> Arg:
    """A required argument."""
    return Arg(name, kind, description)


def opt(name: str, kind: Kind, description: str, default: Json, *says: str) -> Arg:
    """An optional argument with its default (None: nothing said about it) and the ways to mention it."""
    return Arg(name, kind, description, False, default, says)


def frame(
    area: str,
    names: str,
    descriptions: Sequence[str],
    args: Sequence[Arg],
    asks: Sequence[str],
    many: Sequence[str] = (),
    lack: Mapping[str, str] | None = None,
    kin: str = "",
    effect: Effect = "read",
) -> Frame:
    """Write a frame as a row; `names` are separated by spaces. Raises ValueError for slots that are no arguments."""
    made = Frame(
        area, tuple(names.split()), tuple(descriptions), tuple(args), tuple(asks), tuple(many), lack or {}, kin, effect
    )
    required = {a.name for a in args if a.required}
    for template in (*asks, *many):
        slots = {n for n, _ in _SLOT.findall(template)} - {""}
        if not required <= slots or not slots <= {a.name for a in args}:
            raise ValueError(f"{made.name}: {template!r} has {sorted(slots)}, required are {sorted(required)}")
    return made


def single(frame: Frame, rng: random.Random) -> tuple[str, dict[str, Json]]:
    """Return a request and the arguments of its one call."""
    ask = rng.choice(frame.asks)
    values = _draw(frame, _names(ask), {}, rng)
    query, more = _options(frame, _fill(ask, values), values, rng)
    return _articles(query), _arguments(frame, values | more)


def parallel(frame: Frame, count: int, rng: random.Random) -> tuple[str, list[dict[str, Json]]]:
    """Return one request for `count` calls of the tool. Raises RuntimeError when values never differ."""
    template = rng.choice(frame.many)
    stem, _, each = (part.strip() for part in template.partition("|"))
    if each:
        varied = _names(each)
        shared = _draw(frame, _names(stem), {}, rng)
        sets = _distinct(frame, varied, shared, count, rng)
        parts = [_fill(each, s) for s in sets]
        if rng.random() < 0.2 and ":" not in stem and len(stem.split()) > 3:
            query = _ended(_fill(stem, shared).replace("{*}", parts[0]))
            query, more = _options(frame, query, shared | sets[0], rng, 0.5, every=True)
            same = "; ".join(parts[1:]) if any(" and " in p for p in parts[1:]) else listed(parts[1:])
            query += rng.choice([f" Do the same for {same}.", f" Then the same for {same}.", f" And also for {same}."])
        else:
            joined = "; ".join(parts) if any(", " in p or " and " in p for p in parts) else listed(parts)
            lists = any(frame.arg(n).kind.schema["type"] == "array" for n in varied)
            if "; " in joined and not lists and rng.random() < 0.5:
                joined = ", and ".join(parts) if count == 2 else ", ".join(parts[:-1]) + ", and " + parts[-1]
            query = _ended(_fill(stem, shared).replace("{*}", joined))
            query, more = _options(frame, query, shared | sets[0], rng, 0.5, every=True)
    else:
        varied = [n for n, star in _SLOT.findall(stem) if star]
        shared = _draw(frame, [n for n, star in _SLOT.findall(stem) if not star], {}, rng)
        sets = _distinct(frame, varied, shared, count, rng)
        query = re.sub(r"\{(\w+)\*\}", lambda m: listed([s[m.group(1)].text for s in sets]), stem)
        query, more = _options(frame, _fill(query, shared), shared | sets[0], rng, 0.5, every=True)
    return _articles(query[0].upper() + query[1:]), [_arguments(frame, shared | s | more) for s in sets]


def lacking(frame: Frame, rng: random.Random) -> tuple[str, Arg]:
    """Return a request that leaves out a required argument, and that argument."""
    name = rng.choice(sorted(frame.lack))
    template = frame.lack[name]
    return _articles(_fill(template, _draw(frame, _names(template), {}, rng))), frame.arg(name)


def near_miss(frame: Frame, template: str, rng: random.Random) -> str:
    """Return a request of a near miss (near_misses.py), with values of the frame."""
    return _articles(_fill(template, _draw(frame, _names(template), {}, rng)))


def _draw(frame: Frame, names: Sequence[str], beside: Values, rng: random.Random) -> Values:
    """Draw values; arguments of one kind of text get different ones (no flight from Oslo to Oslo)."""
    drawn: Values = {}
    for name in names:
        kind = frame.arg(name).kind
        said = kind.draw(rng)
        alike = [v.value for n, v in (beside | drawn).items() if frame.arg(n).kind is kind]
        for _ in range(20):
            if kind.schema["type"] != "string" or said.value not in alike:
                break
            said = kind.draw(rng)
        drawn[name] = said
    return drawn


def _ended(query: str) -> str:
    return query if query[-1] in ".?!" else query + "."


def _articles(query: str) -> str:
    return re.sub(r"\b([Aa]) (?=(?!one\b|uni|eu)[aeiouAEIO]|SUV\b|8\b|8\d\b|11\b|18\b)", r"\1n ", query)


def _names(template: str) -> list[str]:
    return list(dict.fromkeys(n for n, _ in _SLOT.findall(template) if n))


def _fill(template: str, values: Values) -> str:
    query = _SLOT.sub(lambda m: values[m.group(1)].text if m.group(1) in values else m.group(0), template)
    return query[0].upper() + query[1:] if query and query[-1] in ".?!" else query


def _options(
    frame: Frame, query: str, given: Values, rng: random.Random, chance: float = 0.5, *, every: bool = False
) -> tuple[str, Values]:
    """Mention some of the optional arguments. A phrase comes before the closing mark, sentences after it.

    With `every` they are meant for several calls: no phrase then, for it would be read with the last call alone.
    """
    more: Values = {}
    after = ""
    for arg in frame.args:
        if arg.required or arg.name in given or not arg.says or rng.random() > chance:
            continue
        said = arg.kind.draw(rng)
        if said.value == arg.default and arg.default is not None:
            continue
        phrase = rng.choice(arg.says).replace("{}", said.text)
        if every and not phrase[0].isupper():
            continue
        more[arg.name] = said
        if phrase[0].isupper() or query[-1] not in ".?!":
            after += " " + phrase
        else:
            query = query[:-1].rstrip() + ("" if phrase[0] == "," else " ") + phrase + query[-1]
    return query + after, more


def _distinct(frame: Frame, names: Sequence[str], shared: Values, count: int, rng: random.Random) -> list[Values]:
    sets: list[Values] = []
    for _ in range(200):
        drawn = _draw(frame, names, shared, rng)
        if all(all(drawn[n].value != s[n].value for n in names if not _coarse(frame.arg(n))) for s in sets) and all(
            any(drawn[n].value != s[n].value for n in names) for s in sets
        ):
            sets.append(drawn)
        if len(sets) == count:
            return sets
    raise RuntimeError(f"{frame.name}: {names} do not take {count} different values")


def _coarse(arg: Arg) -> bool:
    return "enum" in arg.kind.schema or arg.kind.schema["type"] == "boolean"


def _arguments(frame: Frame, values: Values) -> dict[str, Json]:
    return {a.name: values[a.name].value for a in frame.args if a.name in values}
