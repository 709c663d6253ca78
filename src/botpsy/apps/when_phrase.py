"""Reads a date phrase into its pieces, left to right, in any order. What cannot be read is refused, never skipped."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta

from botpsy.apps.when_clock import Clock, Part, clock_at, part_at
from botpsy.apps.when_day import Day, day_at
from botpsy.apps.when_length import length_at
from botpsy.apps.when_words import HINT, quoted
from botpsy.core.errors import ToolError

_FILLER = re.compile(r"(?:on|at|the|of|in|from|by|approx|this|for|starting|beginning|and|@|-|,)(?!\w)")
_BETWEEN = re.compile(r"between\b")
_JOIN = re.compile(r"(?:to|until|-)(?= |\d|$)|-")
_AND = re.compile(r"and\b")
_FOR = re.compile(r"(?:for|lasting) (?:approx )?(?:the )?")
_IN = re.compile(r"in (?:approx )?")
_AGO = re.compile(r" (?P<side>ago|hence|from now)\b")
_TONIGHT = re.compile(r"tonight\b")
_SHADE = re.compile(r"(early|late)\b")
_ALL_DAY = re.compile(r"allday\b")


@dataclass(slots=True)
class Pieces:
    """What one end of a phrase names. A list of days may still contradict itself (see when_day.one_day)."""

    days: list[Day] = field(default_factory=list[Day])
    clock: Clock | None = None
    part: Part | None = None
    shade: str = ""  # "early", apart from its part: "early Friday morning"
    moment: datetime | None = None  # "in 20 minutes"

    @property
    def empty(self) -> bool:
        """True when nothing was named."""
        return not self.days and self.clock is None and self.part is None and self.moment is None


@dataclass(slots=True)
class Phrase:
    """A phrase in pieces: its start, its end when there are two ends, a length ("for 45 minutes"), or all day."""

    first: Pieces = field(default_factory=Pieces)
    last: Pieces | None = None
    length: timedelta | None = None
    all_day: bool = False


class NotRead(ToolError):
    """A word was not understood; `words` were, before it. Another language may be tried when there were none."""

    def __init__(self, message: str, words: bool) -> None:
        super().__init__(message)
        self.words = words


def read_phrase(text: str, now: datetime, phrase: str) -> Phrase:
    """Read canonical `text`. Raises NotRead for a word that is not understood, ToolError for what is impossible."""
    found = Phrase()
    here, today, at, between, words = found.first, now.date(), 0, False, False
    while at < len(text):
        if text[at] == " ":
            at += 1
            continue
        after = _piece(text, at, today, now, phrase, found, here)
        if after is None and (joint := (_AND if between else _JOIN).match(text, at) or _JOIN.match(text, at)):
            if here.empty and (here is not found.first or joint[0] == "until"):
                raise NotRead(f"{quoted(phrase)} is not a time I understand; {HINT}", True)
            if not here.empty:
                if found.last is not None:
                    raise ToolError(f"{quoted(phrase)} names more than two times; {HINT}")
                here = found.last = Pieces()
                between = False
            after = joint.end()
        elif after is None and (open_ := _BETWEEN.match(text, at)):
            between, after = True, open_.end()
        elif after is None and (filler := _FILLER.match(text, at)):
            after = filler.end()
        elif after is not None:
            words = words or any(c.isalpha() for c in text[at:after])
        if after is None:
            unknown = text[at:].split(" ")[0]
            raise NotRead(f"{quoted(phrase)} is not a time I understand, because of {unknown!r}; {HINT}", words)
        at = after
    if found.first.empty and not found.all_day:
        raise NotRead(f"{quoted(phrase)} is not a time I understand; {HINT}", words)
    return found


def _piece(text: str, at: int, today: date, now: datetime, phrase: str, found: Phrase, here: Pieces) -> int | None:
    """Read one piece into `found` or `here`; return where it ends, None when there is none here."""
    if read := _FOR.match(text, at):
        length = length_at(text, read.end())
        if length is not None and _ends(text, length[1]):
            if found.length is not None:
                raise ToolError(f"{quoted(phrase)} names two lengths; say one")
            found.length = length[0]
            return length[1]
    if read := _TONIGHT.match(text, at):
        here.days.append(Day(today))
        here.part = here.part or Part("night", 20, True)
        return read.end()
    if read := _ALL_DAY.match(text, at):
        found.all_day = True
        return read.end()
    if (part := part_at(text, at)) is not None:
        if here.part is not None and (here.part.name, part[0].name) != ("night", "evening"):
            raise ToolError(f"{quoted(phrase)} names two parts of the day; say one")
        here.part = part[0]
        if part[0].today:
            here.days.append(Day(today))
        return part[1]
    if read := _SHADE.match(text, at):
        here.shade = read[1]
        return read.end()
    if (day := day_at(text, at, today, phrase)) is not None:
        here.days.append(day[0])
        return day[1]
    if (moment := _moment(text, at, now)) is not None:
        if here.moment is not None:
            raise ToolError(f"{quoted(phrase)} names two times; say one")
        here.moment = moment[0]
        return moment[1]
    if (clock := clock_at(text, at, phrase)) is None:
        return None
    if here.clock is not None:
        if not here.clock.bare:
            raise ToolError(f"{quoted(phrase)} names two times of day; say one")
        day = day_at(f"{here.clock.hour}th", 0, today, phrase)  # "Friday 5 at 3": the number was a day
        assert day is not None, "a number with th reads as a day"
        here.days.append(day[0])
    here.clock = clock[0]
    return clock[1]


def _moment(text: str, at: int, now: datetime) -> tuple[datetime, int] | None:
    """Read "in 20 min", "an hour from now", "2 hour ago"; clock time, so a clock change does not stretch it."""
    opening = _IN.match(text, at)
    length = length_at(text, opening.end() if opening else at)
    if length is None:
        return None
    end, sign = length[1], 1
    if closing := _AGO.match(text, end):
        end, sign = closing.end(), -1 if closing["side"] == "ago" else 1
    elif not opening:
        return None
    if not _ends(text, end):
        return None
    moment = (now.astimezone(UTC) + sign * length[0]).astimezone(now.tzinfo)
    return moment.replace(second=0, microsecond=0), end


def _ends(text: str, at: int) -> bool:
    return at == len(text) or text[at] == " "
