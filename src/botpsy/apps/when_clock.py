"""Times of day in canonical text, and what they mean when am or pm is not said."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from botpsy.apps.when_words import quoted
from botpsy.core.errors import ToolError

# The hour that a part of the day stands for, and the hours it spans when a calendar is looked at.
PARTS = {"morning": 9, "lunchtime": 12, "afternoon": 15, "evening": 19, "night": 20, "dayend": 17}
PART_SPANS = {
    "morning": (6, 12), "lunchtime": (12, 14), "afternoon": (12, 18), "evening": (18, 24), "night": (20, 24),
    "dayend": (16, 18),
}  # fmt: skip
SHADES = {
    ("early", "morning"): 7, ("late", "morning"): 11, ("mid", "morning"): 10, ("early", "afternoon"): 13,
    ("late", "afternoon"): 17, ("early", "evening"): 18, ("late", "evening"): 21, ("late", "night"): 22,
}  # fmt: skip

_END = r"(?![\w:])(?!\.\d)"
_HALF = r"(?: ?(?P<half>am|pm)\b)?"
_FULL = re.compile(
    rf"(?P<h>\d{{1,2}})(?::| ?[h.]|(?= ))(?: ?)(?P<m>\d\d)(?::\d\d)?{_HALF}(?! ?(?:min|hour|week|month|day)\b){_END}"
)
_WITH_HALF = re.compile(rf"(?P<h>\d{{1,2}}) ?(?P<half>am|pm){_END}")
_HALF_PAST = re.compile(rf"half(?: past)? (?P<h>\d{{1,2}}){_HALF}{_END}")
_QUARTER = re.compile(
    rf"(?:a )?(?P<q>quarter|\d{{1,2}} min) (?P<side>past|after|to|before) (?P<h>\d{{1,2}}|noon|midnight)"
    rf"{_HALF}(?: oclock)?{_END}"
)
_PAST = re.compile(rf"(?P<q>5|10|20|25) (?P<side>past|after) (?P<h>\d{{1,2}}|noon|midnight){_HALF}{_END}")
_OCLOCK = re.compile(rf"(?P<h>\d{{1,2}}) (?:oclock|h){_HALF}{_END}")
_MILITARY = re.compile(rf"(?P<h>[0-2]\d)(?P<m>[0-5]\d) ?(?:hour|h)(?P<half>){_END}")
_NAMED = re.compile(r"(?:12 )?(?P<named>noon|midnight)\b")
_BARE = re.compile(rf"(?P<h>\d{{1,3}}){_END}")
_PART = re.compile(
    r"(?P<this>this )?(?:in the )?(?:(?P<shade>early|late|mid)[- ](?:in the )?)?"
    r"(?P<part>morning|afternoon|evening|night|lunchtime|dayend)\b"
)


@dataclass(frozen=True, slots=True)
class Clock:
    """A time as it was said. `half` is "am", "pm" or ""; `back` are minutes before the hour ("quarter to")."""

    hour: int
    minute: int
    said: str
    half: str = ""
    back: int = 0
    exact: bool = False  # written so that am or pm is no question: 03:00, 15:00, noon
    bare: bool = False  # a number and nothing else; it may turn out to be a day: "2 to 5 May"

    def minutes(self, part: str, phrase: str, half: str = "") -> int:
        """Return minutes after midnight; from 1440 on it is the next day.

        Without am or pm, the part of the day decides; without that either, 1 to 7 are in the afternoon and 8 to 11 in
        the morning, as people speak of meetings. `half` is what the other end of a period says ("from 3 to 5 pm").
        Midnight ends the day it is said with. Raises ToolError when the part contradicts the time.
        """
        hour, own = self.hour, self.half or (half if not self.exact else "")
        if own:
            hour = hour % 12 + (12 if own == "pm" else 0)
        elif not self.exact:
            hour = _guess(hour, part)
        if part == "night" and hour < 5:
            hour += 24
        wrong = {"morning": hour > 12, "afternoon": not 12 <= hour < 19, "evening": hour < 16, "night": hour < 17}
        if wrong.get(part, False):
            raise ToolError(f"{self.said!r} is not in the {part}: {quoted(phrase)}")
        return hour * 60 + self.minute - self.back

    @property
    def as_evening(self) -> int | None:
        """Minutes after midnight of the same numerals twelve hours on, when am was only assumed; else None."""
        if self.half or self.exact or not 8 <= self.hour <= 11:
            return None
        return (self.hour + 12) * 60 + self.minute - self.back


def _guess(hour: int, part: str) -> int:
    if part in ("afternoon", "lunchtime", "dayend"):
        return hour % 12 + 12
    if part == "evening":
        return hour if hour > 12 else hour + 12  # twelve in the evening is midnight
    if part == "night":
        return hour % 12 + (24 if hour == 12 or hour < 5 else 12)
    return hour + 12 if 1 <= hour <= 7 and part != "morning" else hour


def clock_at(text: str, at: int, phrase: str) -> tuple[Clock, int] | None:
    """Read a time at `at`: (the time, where it ends), or None. Raises ToolError for 25:00 and the like."""
    if found := _NAMED.match(text, at):
        return Clock(12 if found["named"] == "noon" else 24, 0, found[0], exact=True), found.end()
    for pattern, read in _READERS:
        if found := pattern.match(text, at):
            return _checked(read(found), phrase), found.end()
    return None


def _checked(clock: Clock, phrase: str) -> Clock:
    said = clock.said
    if clock.hour > 24 or clock.minute > 59 or clock.back > 59 or (clock.hour == 24 and clock.minute):
        raise ToolError(f"{said!r} in {quoted(phrase)} is not a time of day; hours go to 23, minutes to 59")
    if clock.half and (clock.hour > 12 or (clock.hour == 0 and clock.half == "pm")):
        raise ToolError(f"{said!r} in {quoted(phrase)} is not a time of day; am and pm go with 1 to 12")
    return clock


def _full(found: re.Match[str]) -> Clock:
    hour, half = int(found["h"]), found["half"] or ""
    exact = not half and (found["h"].startswith("0") or hour > 12)
    return Clock(hour, int(found["m"]), found[0].strip(), half, exact=exact)


def _hour(found: re.Match[str]) -> Clock:
    hour, half = int(found["h"]), found.groupdict().get("half") or ""
    return Clock(hour, 0, found[0], half, exact=not half and (hour > 12 or hour == 0))


def _half_past(found: re.Match[str]) -> Clock:
    hour, half = int(found["h"]), found["half"] or ""
    return Clock(hour, 30, found[0], half, exact=not half and hour > 12)


def _beside(found: re.Match[str]) -> Clock:
    step = 15 if found["q"] == "quarter" else int(found["q"].split()[0])
    named = {"noon": 12, "midnight": 24}.get(found["h"])
    hour, half = named or int(found["h"]), found["half"] or ""
    exact = not half and (named is not None or hour > 12)
    if found["side"] in ("past", "after"):
        return Clock(hour if hour < 24 else 0, step, found[0], half, exact=exact)
    return Clock(hour, 0, found[0], half, back=step, exact=exact)


def _bare(found: re.Match[str]) -> Clock:
    hour = int(found["h"])
    return Clock(hour, 0, found[0], exact=hour > 12 or hour == 0, bare=True)


_READERS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Clock]], ...] = (
    (_QUARTER, _beside),
    (_PAST, _beside),
    (_HALF_PAST, _half_past),
    (_FULL, _full),
    (_WITH_HALF, _hour),
    (_OCLOCK, _hour),
    (_MILITARY, _full),
    (_BARE, _bare),
)


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the day: its name, the hour it stands for, and whether "this" tied it to today."""

    name: str
    hour: int
    today: bool


def part_at(text: str, at: int) -> tuple[Part, int] | None:
    """Read a part of the day at `at`: (the part, where it ends), or None."""
    found = _PART.match(text, at)
    if found is None:
        return None
    name = found["part"]
    hour = SHADES.get((found["shade"] or "", name), PARTS[name])
    return Part(name, hour, bool(found["this"])), found.end()
