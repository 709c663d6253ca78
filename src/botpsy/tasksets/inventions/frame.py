"""A frame: one invented tool with its arguments, and how people ask for it."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from botpsy.core.messages import Json

Drawn = tuple[Json, str]
"""(value as JSON, value as people say it)"""
Sampler = Callable[[random.Random], Drawn]
_WORDS = "two three four five six seven eight nine ten eleven twelve".split()


@dataclass(frozen=True, slots=True)
class Arg:
    """`schema` is the JSON Schema without description. `phrase` is set for optional arguments: the words that are added
    to a request when the value is given, with {} for it."""

    name: str
    schema: dict[str, Json]
    about: str
    draw: Sampler
    phrase: str = ""


@dataclass(frozen=True, slots=True)
class Frame:
    """`name` in snake_case; `forms` have a {slot} for each required argument."""

    area: str
    name: str
    about: tuple[str, ...]
    args: tuple[Arg, ...]
    forms: tuple[str, ...]

    @property
    def required(self) -> tuple[Arg, ...]:
        """The arguments that must be given."""
        return tuple(a for a in self.args if not a.phrase)

    @property
    def optional(self) -> tuple[Arg, ...]:
        """The arguments that may be left out."""
        return tuple(a for a in self.args if a.phrase)


def whole(low: int, high: int) -> Sampler:
    """An integer; small ones are sometimes said in words."""

    def draw(r: random.Random) -> Drawn:
        n = r.randint(low, high)
        if 2 <= n <= 12 and r.random() < 0.15:
            return n, _WORDS[n - 2]
        return n, f"{n:,}" if n >= 10_000 and r.random() < 0.4 else str(n)

    return draw


def real(low: float, high: float, places: int = 1) -> Sampler:
    """A number with up to so many decimals; sometimes a whole one."""

    def draw(r: random.Random) -> Drawn:
        n = round(r.uniform(low, high), r.randint(1, places))
        if r.random() < 0.35 and round(n) >= low:
            n = float(round(n))
        value: Json = int(n) if n.is_integer() else n
        return value, str(value)

    return draw


def word(values: str) -> Sampler:
    """One of some texts, separated by semicolons."""
    known = [v.strip() for v in values.split(";")]

    def draw(r: random.Random) -> Drawn:
        v = r.choice(known)
        return v, v

    return draw


def choice(values: str) -> Sampler:
    """One of an enum; "value=words" when people say it differently."""
    known = [v.strip().partition("=") for v in values.split(";")]

    def draw(r: random.Random) -> Drawn:
        value, _, said = r.choice(known)
        return value, said or value

    return draw


def several(of: Sampler, low: int, high: int) -> Sampler:
    """A list of distinct values, said as an enumeration."""

    def draw(r: random.Random) -> Drawn:
        values: list[Drawn] = []
        wanted = r.randint(low, high)
        for _ in range(wanted * 4):
            drawn = of(r)
            if len(values) < wanted and drawn[0] not in [v[0] for v in values]:
                values.append(drawn)
        said = [s for _, s in values]
        return [v for v, _ in values], ", ".join(said[:-1]) + (" and " if len(said) > 1 else "") + said[-1]

    return draw


def flag(value: bool = True) -> Sampler:
    """A boolean that the phrase itself says."""
    return lambda r: (value, "")


def integer(name: str, about: str, low: int, high: int, phrase: str = "") -> Arg:
    """An integer argument."""
    return Arg(name, {"type": "integer"}, about, whole(low, high), phrase)


def number(name: str, about: str, low: float, high: float, places: int = 1, phrase: str = "") -> Arg:
    """A number argument."""
    return Arg(name, {"type": "number"}, about, real(low, high, places), phrase)


def text(name: str, about: str, values: str, phrase: str = "") -> Arg:
    """A string argument."""
    return Arg(name, {"type": "string"}, about, word(values), phrase)


def enum(name: str, about: str, values: str, phrase: str = "") -> Arg:
    """An enum argument."""
    allowed = [v.strip().partition("=")[0] for v in values.split(";")]
    return Arg(name, {"type": "string", "enum": allowed}, about, choice(values), phrase)


def switch(name: str, about: str, phrase: str, value: bool = True) -> Arg:
    """An optional boolean."""
    return Arg(name, {"type": "boolean"}, about, flag(value), phrase)


def listed(name: str, about: str, of: Sampler, kind: str, low: int = 2, high: int = 4, phrase: str = "") -> Arg:
    """An array argument of strings, integers or numbers."""
    return Arg(name, {"type": "array", "items": {"type": kind}}, about, several(of, low, high), phrase)


def frame(area: str, name: str, about: str, args: Sequence[Arg], forms: str) -> Frame:
    """Build a frame; descriptions are separated by "|", forms by line."""
    lines = tuple(f.strip() for f in forms.strip().splitlines())
    return Frame(area, name, tuple(a.strip() for a in about.split("|")), tuple(args), lines)
