"""Kinds of argument: a JSON Schema, and a sampler of values together with how a person would say them."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from botpsy.core.messages import Json

_WORDS = "zero one two three four five six seven eight nine ten eleven twelve".split()
_MONTHS = "January February March April May June July August September October November December".split()


@dataclass(frozen=True, slots=True)
class Said:
    """A value as it goes into the call, and its wording in the request."""

    value: Json
    text: str


@dataclass(frozen=True, slots=True)
class Kind:
    """`schema` without a description; `note` is what a caller must know about the format, and is never dropped."""

    schema: Mapping[str, Json]
    draw: Callable[[random.Random], Said]
    note: str = ""


def listed(texts: Sequence[str]) -> str:
    """Return "a", "a and b", "a, b and c"."""
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} and {texts[-1]}"


def whole(lo: int, hi: int, step: int = 1, *, words: bool = True) -> Kind:
    """Integers; small ones sometimes in words, large ones sometimes with a comma."""

    def draw(rng: random.Random) -> Said:
        value = rng.randrange(lo, hi + 1, step)
        if words and 0 <= value <= 12 and rng.random() < 0.2:
            return Said(value, _WORDS[value])
        return Said(
            value, f"{value:,}" if abs(value) >= 10_000 or (value >= 1000 and rng.random() < 0.4) else str(value)
        )

    return Kind({"type": "integer"}, draw)


def year(lo: int = 1950, hi: int = 2024) -> Kind:
    """Years, and other integers that are never written with a comma."""

    def draw(rng: random.Random) -> Said:
        value = rng.randint(lo, hi)
        return Said(value, str(value))

    return Kind({"type": "integer"}, draw)


def real(lo: float, hi: float, digits: int = 1) -> Kind:
    """Numbers, a third of them without decimals."""

    def draw(rng: random.Random) -> Said:
        value = round(rng.uniform(lo, hi), digits if rng.random() < 0.67 else 0)
        value = max(value, lo)
        if value == 1 and hi > 2:  # "1 metres" is no one's wording
            value = 2.0
        shown: float = int(value) if float(value).is_integer() else value
        return Said(shown, f"{shown:,}" if abs(shown) >= 10_000 else str(shown))

    return Kind({"type": "number"}, draw)


def money(lo: int, hi: int, step: int = 50, symbol: str = "$", *, integer: bool = False) -> Kind:
    """Amounts of money: "$2,500", "2500 dollars"."""
    word = {"$": "dollars", "€": "euros", "£": "pounds"}[symbol]

    def draw(rng: random.Random) -> Said:
        value: float = rng.randrange(lo, hi + 1, step)
        if not integer and value < 500 and rng.random() < 0.3:
            value = round(value + rng.choice([0.5, 0.25, 0.99, 0.75]), 2)
        shown = f"{value:,.2f}" if isinstance(value, float) else f"{value:,}"
        return Said(value, rng.choice([f"{symbol}{shown}", f"{symbol}{shown}", f"{shown} {word}"]))

    return Kind({"type": "integer" if integer else "number"}, draw)


def percent(lo: float, hi: float, step: float = 0.5, *, fraction: bool = False) -> Kind:
    """Percentages, passed as a number of percent (5 for 5%) or as a fraction (0.05 for 5%)."""

    def draw(rng: random.Random) -> Said:
        value = round(float(lo + step * rng.randint(0, round((hi - lo) / step))), 4)
        shown = int(value) if value.is_integer() else value
        text = rng.choice([f"{shown}%", f"{shown}%", f"{shown} percent"])
        return Said(round(value / 100, 6) if fraction else shown, text)

    note = "As a decimal fraction, e.g. 0.05 for 5%." if fraction else "In percent, e.g. 5 for 5%."
    return Kind({"type": "number"}, draw, note)


def text(*values: str, quote: bool = False, note: str = "") -> Kind:
    """Strings from a list; `quote` puts them in quotation marks in the request."""

    def draw(rng: random.Random) -> Said:
        value = rng.choice(values)
        mark = rng.choice(["'", '"']) if quote else ""
        if mark == "'" and "'" in value:
            mark = '"'
        return Said(value, f"{mark}{value}{mark}")

    return Kind({"type": "string"}, draw, note)


def coded(values: Mapping[str, str], note: str, bare: float = 0.0) -> Kind:
    """Strings said in another form than they are passed: value -> wording. `note` tells the form; a share of `bare`
    is said as it is passed."""

    def draw(rng: random.Random) -> Said:
        value = rng.choice(list(values))
        return Said(value, value if rng.random() < bare else values[value])

    return Kind({"type": "string"}, draw, note)


def enum(*values: str, **said: str) -> Kind:
    """One of a list, said as it is, or by a phrase: `enum("mean", mode="most frequent value")`."""
    wording = {v: v.replace("_", " ") for v in values} | said

    def draw(rng: random.Random) -> Said:
        value = rng.choice(list(wording))
        return Said(value, wording[value])

    return Kind({"type": "string", "enum": list(wording)}, draw)


def flag(yes: str, no: str = "") -> Kind:
    """A boolean, said by a phrase for true or for false; without one for false it is only ever true."""

    def draw(rng: random.Random) -> Said:
        value = not no or rng.random() < 0.5
        return Said(value, yes if value else no)

    return Kind({"type": "boolean"}, draw)


def array(of: Kind, lo: int = 2, hi: int = 4, *, distinct: bool = True, brackets: float = 0.25) -> Kind:
    """A list of values; a share of `brackets` of lists of numbers is written in brackets.

    Elements of type "number" are passed with a point (3.0): strict callers, BFCL's checker among them, take no integer
    inside an array of floats.
    """

    def draw(rng: random.Random) -> Said:
        wanted = rng.randint(lo, hi)
        items: list[Said] = []
        for _ in range(wanted * 6):
            item = of.draw(rng)
            if of.schema.get("type") == "number":
                item = Said(float(cast(float, item.value)), item.text)
            if not distinct or all(item.value != i.value for i in items):
                items.append(item)
            if len(items) == wanted:
                break
        numbers = all(isinstance(i.value, int | float) for i in items)
        if numbers:
            items = [Said(i.value, str(i.value).removesuffix(".0")) for i in items]
            if rng.random() < brackets:
                return Said([i.value for i in items], f"[{', '.join(i.text for i in items)}]")
            if rng.random() < 0.3:
                return Said([i.value for i in items], ", ".join(i.text for i in items))
        return Said([i.value for i in items], listed([i.text for i in items]))

    return Kind({"type": "array", "items": dict(of.schema)}, draw, of.note)


def record(wording: str, **fields: tuple[Kind, str]) -> Kind:
    """An object: `record("{x} by {y}", x=(whole(1, 9), "The width."), ...)`. Every field is required."""
    properties: dict[str, Json] = {
        k: {**kind.schema, "description": f"{description} {kind.note}".strip()}
        for k, (kind, description) in fields.items()
    }

    def draw(rng: random.Random) -> Said:
        drawn = {k: kind.draw(rng) for k, (kind, _) in fields.items()}
        return Said({k: s.value for k, s in drawn.items()}, wording.format(**{k: s.text for k, s in drawn.items()}))

    return Kind({"type": "object", "properties": properties, "required": list(properties)}, draw)


def date(lo: int = 2023, hi: int = 2026) -> Kind:
    """Days, passed as YYYY-MM-DD and mostly said in words."""

    def draw(rng: random.Random) -> Said:
        y, m, d = rng.randint(lo, hi), rng.randint(1, 12), rng.randint(1, 28)
        iso = f"{y}-{m:02}-{d:02}"
        month = _MONTHS[m - 1]
        return Said(iso, rng.choice([iso, f"{month} {d}, {y}", f"{d} {month} {y}"]))

    return Kind({"type": "string"}, draw, "Format: YYYY-MM-DD.")


def clock() -> Kind:
    """Times of day, passed as HH:MM and said with am or pm, or as they are."""

    def draw(rng: random.Random) -> Said:
        h, m = rng.randint(7, 22), rng.choice([0, 0, 15, 30, 45])
        half = "am" if h < 12 else "pm"
        twelve = h if h <= 12 else h - 12
        spoken = f"{twelve}:{m:02} {half}" if m else f"{twelve} {half}"
        return Said(f"{h:02}:{m:02}", rng.choice([spoken, spoken, f"{h:02}:{m:02}"]))

    return Kind({"type": "string"}, draw, "24-hour HH:MM.")
