"""From the pieces of a phrase to a place on the time line: a moment, a day, or a period with two ends."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo

from botpsy.apps.when_clock import SHADES
from botpsy.apps.when_day import Day, month_end, months_on, one_day
from botpsy.apps.when_phrase import Phrase, Pieces
from botpsy.apps.when_words import HINT, MONTHS, quoted
from botpsy.core.errors import ToolError

Instant = datetime | date


@dataclass(frozen=True, slots=True)
class When:
    """`start` is an aware datetime when a time was named, else a date; `end` (exclusive) if the phrase gave one."""

    start: Instant
    end: Instant | None = None
    day_named: bool = True  # False for a time alone, such as "3pm"
    part: str = ""  # "morning" when a part of the day stands for the time

    @property
    def day_only(self) -> bool:
        """True when no time of day was named."""
        return not isinstance(self.start, datetime)


def at(day: date, minutes: int, zone: tzinfo | None) -> datetime:
    """Return a wall-clock time, moved forward by the gap when the clock skips it; 1440 minutes are the next day."""
    moment = datetime.combine(day + timedelta(days=minutes // 1440), time(minutes % 1440 // 60, minutes % 60), zone)
    return moment.astimezone(UTC).astimezone(zone)


def later(moment: Instant, by: timedelta) -> Instant:
    """Add a length. Whole days keep the wall clock; hours and minutes are those that a stopwatch counts."""
    if not isinstance(moment, datetime):
        return moment + by
    if by % timedelta(days=1):
        return (moment.astimezone(UTC) + by).astimezone(moment.tzinfo)
    return (moment + by).astimezone(UTC).astimezone(moment.tzinfo)


def place(read: Phrase, phrase: str, now: datetime) -> When:
    """Put the pieces of a phrase on the time line."""
    first, last = read.first, read.last
    if last is not None and not last.empty:
        period = _period_of(first, last, phrase, now)
        if read.length is not None or (read.all_day and isinstance(period.start, datetime)):
            raise ToolError(f"{quoted(phrase)} names an end and a length; say one of them")
        return period
    if last is not None:
        raise ToolError(f"{quoted(phrase)} names no end; {HINT}")
    start = _start(first, phrase, now, all_day=read.all_day)
    if read.all_day:
        if isinstance(start.start, datetime):
            raise ToolError(f"{quoted(phrase)} names a time of day and all day; say one of them")
        return When(start.start, start.start + timedelta(days=1), start.day_named)
    if read.length is None:
        return start
    if not isinstance(start.start, datetime) and read.length % timedelta(days=1):
        raise ToolError(f"{quoted(phrase)} names no time of day; say when it starts")
    return When(start.start, later(start.start, read.length), start.day_named, start.part)


def _start(pieces: Pieces, phrase: str, now: datetime, *, half: str = "", all_day: bool = False) -> When:
    today, clock, part = now.date(), pieces.clock, pieces.part
    if pieces.moment is not None:
        if pieces.days or clock or part:
            raise ToolError(f"{quoted(phrase)} names two times; say one")
        return When(pieces.moment)
    if pieces.shade and part is None:
        raise ToolError(f"{quoted(phrase)} names no part of the day to be {pieces.shade}; say a time")
    day = one_day(pieces.days, phrase) if pieces.days else None
    if clock is None and part is None:
        return When(day.date if day else today, None, day is not None or all_day)
    if clock is not None:
        minutes, name = clock.minutes(part.name if part else "", phrase, half), ""
        if day == Day(today) and part is None and at(today, minutes, now.tzinfo) < now and not half:
            evening = clock.as_evening  # "today at 9", said at 10, is nine in the evening
            minutes = minutes if evening is None else evening
    else:
        assert part is not None
        minutes, name = SHADES.get((pieces.shade, part.name), part.hour) * 60, part.name
    moment = at(day.date if day else today, minutes, now.tzinfo)
    if day is None and moment < now:
        moment = at(today + timedelta(days=1), minutes, now.tzinfo)
    elif day is not None and day.kind == "weekday" and moment < now:
        moment = at(day.date + timedelta(days=7), minutes, now.tzinfo)
    return When(moment, None, day is not None, name)


def _period_of(first: Pieces, last: Pieces, phrase: str, now: datetime) -> When:
    """Put "from 3 to 5 pm on Friday", "Monday to Wednesday", "2 to 5 May" or "Friday 22:00 to Saturday 2:00"."""
    if first.moment or last.moment:
        raise ToolError(f"{quoted(phrase)} is not a period I understand; {HINT}")
    timed = first.clock or first.part, last.clock or last.part
    if last.days and first.clock and first.clock.bare and not first.days and not last.clock and not last.part:
        return _days_of(None, first.clock.hour, one_day(last.days, phrase), phrase)  # "2 to 5 May"
    if first.days and not timed[0] and last.clock and last.clock.bare and not last.days:  # "May 2 to 5"
        start = one_day(first.days, phrase)
        if start.kind not in ("weekday", "weeks"):
            return _days_from(start, last.clock.hour, phrase)
    if first.days and last.days and not timed[0] and not timed[1]:
        start, end = (one_day(p.days, phrase) for p in (first, last))
        return _days_of(start, start.date.day, end, phrase)
    if not timed[0] or not timed[1]:
        raise ToolError(f"{quoted(phrase)} is not a period I understand; give both ends a day or both a time")
    return _times_of(first, last, phrase, now)


def _days_of(start: Day | None, number: int, end: Day, phrase: str) -> When:
    if start is None or (start.kind == "nth" and end.kind in ("yearly", "fixed")):
        start = Day(end.date.replace(day=number))
    first, last = start.date, end.date
    if last < first and end.kind == "weekday":
        last += timedelta(days=7 * (((first - last).days + 6) // 7))
    if last < first and start.kind == "yearly":  # the period is under way: "1 May to 5 May" on the 3rd
        first = months_on(first, -12)
    elif last < first and end.kind in ("yearly", "nth"):
        last = months_on(last, 12 if end.kind == "yearly" else 1)
    if last < first:
        raise ToolError(f"in {quoted(phrase)} the end comes before the start")
    return When(first, last + timedelta(days=1))


def _days_from(start: Day, number: int, phrase: str) -> When:
    if not start.date.day < number <= month_end(start.date).day:
        raise ToolError(f"in {quoted(phrase)}, {number} is no later day of {MONTHS[start.date.month - 1]}")
    return When(start.date, start.date.replace(day=number) + timedelta(days=1))


def _times_of(first: Pieces, last: Pieces, phrase: str, now: datetime) -> When:
    zone = now.tzinfo
    own_day = bool(last.days) and bool(first.days)
    if not first.days:
        first.days = last.days
    if not own_day and first.clock and last.clock:
        first.part, last.part = first.part or last.part, last.part or first.part
    half = last.clock.half if last.clock and first.clock and not first.clock.half and not first.part else ""
    opening = _start(first, phrase, now, half=half)
    assert isinstance(opening.start, datetime)
    closing = last.clock.minutes(last.part.name if last.part else "", phrase) if last.clock else None
    if closing is None:
        assert last.part is not None
        closing = last.part.hour * 60
    day = opening.start.date()
    if own_day:
        end_day = one_day(last.days, phrase)
        extra = 7 if end_day.kind == "weekday" and end_day.date < day else 0
        return _ordered(opening, at(end_day.date + timedelta(days=extra), closing, zone), phrase)
    begins = opening.start.hour * 60 + opening.start.minute
    if half == "pm" and begins >= closing:  # "from 11 to 1 pm"
        begins -= 720
        opening = When(at(day, begins, zone), None, opening.day_named)
    loose = last.clock is not None and not last.clock.exact and not last.clock.half
    if closing <= begins and loose and closing + 720 > begins and closing < 720:
        closing += 720
    elif closing <= begins and begins >= 17 * 60 and closing <= 12 * 60:  # past midnight
        closing += 1440
    return _ordered(opening, at(day, closing, zone), phrase)


def _ordered(opening: When, end: datetime, phrase: str) -> When:
    if isinstance(opening.start, datetime) and end <= opening.start:
        raise ToolError(f"in {quoted(phrase)} the end comes before the start")
    return When(opening.start, end, opening.day_named)
