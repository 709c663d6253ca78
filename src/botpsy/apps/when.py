"""From the person's own date phrase to times in their zone. The model copies the phrase; this code understands it.

`resolve` gives a moment or a day to put something on, `resolve_span` a period to look at, `resolve_duration` a length,
`resolve_move` new times for an event, and `say` words for receipts. All raise ToolError with a sentence that names the
phrase and what would be understood, and nothing else. The readings chosen where people could disagree are documented with
the pieces: days in `when_day`, times of day in `when_clock`. A time that a clock change skips is moved forward by the gap;
of a time that comes twice the first is taken.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import wraps
from typing import ParamSpec, TypeVar

from botpsy.apps.when_clock import PART_SPANS
from botpsy.apps.when_day import Day, month_end, monday, months_on, one_day
from botpsy.apps.when_length import length_at, read_length
from botpsy.apps.when_phrase import NotRead, Phrase, Pieces, read_phrase
from botpsy.apps.when_words import HINT, MONTH, MONTHS, WEEKDAYS, canonical, quoted
from botpsy.core.errors import ToolError

Instant = datetime | date
P = ParamSpec("P")
R = TypeVar("R")


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


def _within_calendar(function: Callable[P, R]) -> Callable[P, R]:
    """Turn dates beyond year 9999 or before year 1 into a ToolError."""

    @wraps(function)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return function(*args, **kwargs)
        except (OverflowError, ValueError):
            raise ToolError(f"{quoted(str(args[0]))} is not a date in the calendar; {HINT}") from None

    return guarded


@_within_calendar
def resolve(phrase: str, now: datetime) -> When:
    """Return the moment or day that a phrase means at `now` (aware, in the person's zone). The future is preferred.

    Example:
        resolve("Friday at 12:30", now).start
    """
    text = canonical(phrase)
    if not text:
        raise ToolError(f"no time was given; {HINT}")
    if found := _ISO.fullmatch(phrase.strip()):
        return _iso(phrase, found, now)
    try:
        return _place(read_phrase(text, now, phrase), phrase, now)
    except NotRead as refusal:
        if refusal.words:
            raise
        from botpsy.apps.when_foreign import read_foreign

        foreign = read_foreign(phrase, now)
        if foreign is None:
            raise
        day, clock = foreign
        return When(day if clock is None else _at(day, clock.hour * 60 + clock.minute, now.tzinfo))


def resolve_duration(phrase: str) -> timedelta:
    """Return a length such as "45 minutes", "1h30", "half an hour", at most 31 days."""
    return read_length(phrase)


@_within_calendar
def resolve_span(phrase: str, now: datetime) -> tuple[datetime, datetime]:
    """Return the period [start, end) to look at; an empty phrase is the next seven days. Weeks begin on Monday.

    A day is the whole day; a time alone is the hour from then on; a part of the day is its hours. Of "this week", "this
    weekend" and "this month" what is left is meant, from today on.
    """
    today, zone = now.date(), now.tzinfo
    text = re.sub(r"^(?:(?:on|for|during|over|from|any time|anytime|in) (?!\d|an? ))+(?:the (?=week|month|year))?", "", canonical(phrase))
    if not text:
        return now, _at(today + timedelta(days=7), 0, zone)
    if text in ("now", "right now"):
        return now, now + timedelta(hours=1)
    days = _period(text, today)
    if days is not None:
        return _at(days[0], 0, zone), _at(days[1], 0, zone)
    if found := re.fullmatch(r"(?:the )?(?:next|coming) (\d+ (?:hour|min))", text):
        length = length_at(found[1], 0)
        return now, now + (length[0] if length else timedelta(hours=1))
    if found := re.fullmatch(r"(?:now )?(?:until|to) (.+)", text):
        last = resolve(found[1], now)
        end = last.start if isinstance(last.start, datetime) else _at(last.start + timedelta(days=1), 0, zone)
        if end <= now:
            raise ToolError(f"{quoted(phrase)} ends in the past")
        return now, end
    found = resolve(phrase if text == canonical(phrase) else text, now)
    start = found.start
    if not isinstance(start, datetime):
        end = found.end if found.end is not None else start + timedelta(days=1)
        return _at(start, 0, zone), _at(end, 0, zone)
    if found.part and found.end is None:
        low, high = PART_SPANS[found.part]
        return _at(start.date(), low * 60, zone), _at(start.date(), high * 60, zone)
    return start, found.end if isinstance(found.end, datetime) else start + timedelta(hours=1)


@_within_calendar
def resolve_move(phrase: str, start: Instant, end: Instant, now: datetime) -> tuple[Instant, Instant]:
    """Return new times for an event: "an hour later", "to 3pm" (its day), "Thursday" (its time), "Friday at 10".

    The length is kept unless the phrase gives an end; an all-day event becomes a timed one of an hour only when a time is
    named. Times come back in the event's own zone.
    """
    text = re.sub(r"^(?:(?:to|by|for|until|at) )+", "", canonical(phrase))
    text = re.sub(r"(?:^| )(?:at )?(?:the )?same time(?: |$)", " ", text).strip()
    if not text:
        raise ToolError(f"no new time was given; {HINT}")
    zone = start.tzinfo if isinstance(start, datetime) else now.tzinfo
    local = start.astimezone(now.tzinfo) if isinstance(start, datetime) else start
    shift = _shift(text, phrase)
    if shift is not None:
        if not isinstance(start, datetime) and shift % timedelta(days=1):
            raise ToolError(f"an all-day event cannot be moved by {quoted(phrase)}; name a day or a time")
        return _later(start, shift), _later(end, shift)
    day = local.date() if isinstance(local, datetime) else local
    if text in ("next week", "next week on the same day", "the same day next week"):
        found = When(monday(now.date()) + timedelta(days=7 + day.weekday()))
    else:
        found = resolve(phrase if text == canonical(phrase) else text, now)
    new, new_end = found.start, found.end
    if isinstance(new, datetime):
        if not found.day_named:  # a time alone: on the event's day
            minutes, named = new.hour * 60 + new.minute, new
            new = _at(day, minutes, now.tzinfo)
            new_end = _later(new, new_end - named) if isinstance(new_end, datetime) else None
        length = end - start if isinstance(start, datetime) else timedelta(hours=1)
        new = new.astimezone(zone)
        return new, new_end.astimezone(zone) if isinstance(new_end, datetime) else _later(new, length)
    if isinstance(start, datetime) and isinstance(local, datetime):
        moved = _at(new, local.hour * 60 + local.minute, now.tzinfo).astimezone(zone)
        return moved, _later(moved, end - start)
    return new, new_end if new_end is not None else new + (end - start)


def say(start: Instant, end: Instant, now: datetime) -> str:
    """Return times in words, in now's zone: "Fri 4 Dec 2026, 12:30–13:30", "Fri 4 Dec 2026, all day"."""
    if isinstance(start, datetime) and isinstance(end, datetime):
        start, end = start.astimezone(now.tzinfo), end.astimezone(now.tzinfo)
        if start == end:
            return f"{_day(start)}, {_time(start)}"
        if start.date() == end.date():
            return f"{_day(start)}, {_time(start)}–{_time(end)}"
        if end.time() == start.time() == time():
            last = end.date() - timedelta(days=1)
            return f"{_day(start)}, all day" if last == start.date() else f"{_day(start)} – {_day(last)}"
        if end.time() == time() and end.date() == start.date() + timedelta(days=1):
            return f"{_day(start)}, {_time(start)}–24:00"
        return f"{_day(start)}, {_time(start)} – {_day(end)}, {_time(end)}"
    last = end - timedelta(days=1)
    return f"{_day(start)}, all day" if last <= start else f"{_day(start)} – {_day(last)}, all day"


def _day(moment: Instant) -> str:
    return f"{WEEKDAYS[moment.weekday()][:3]} {moment.day} {MONTHS[moment.month - 1][:3]} {moment.year}"


def _time(moment: datetime) -> str:
    return f"{moment.hour:02}:{moment.minute:02}"


_ISO = re.compile(r"\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:[zZ]|[+-]\d\d:?\d\d)?")


def _iso(phrase: str, found: re.Match[str], now: datetime) -> When:
    moment = datetime.fromisoformat(found[0].upper().replace(" ", "T")).replace(second=0, microsecond=0)
    if moment.tzinfo is not None:
        return When(moment.astimezone(now.tzinfo))
    return When(_at(moment.date(), moment.hour * 60 + moment.minute, now.tzinfo))


def _place(read: Phrase, phrase: str, now: datetime) -> When:
    """Put the pieces of a phrase on the time line."""
    first, last = read.first, read.last
    if last is not None and not last.empty:
        if read.length is not None or read.all_day:
            raise ToolError(f"{quoted(phrase)} names an end and a length; say one of them")
        return _period_of(first, last, phrase, now)
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
    return When(start.start, _later(start.start, read.length), start.day_named, start.part)


def _start(pieces: Pieces, phrase: str, now: datetime, *, half: str = "", all_day: bool = False) -> When:
    today, clock, part = now.date(), pieces.clock, pieces.part
    if pieces.moment is not None:
        if pieces.days or clock or part:
            raise ToolError(f"{quoted(phrase)} names two times; say one")
        return When(pieces.moment)
    day = one_day(pieces.days, today, phrase) if pieces.days else None
    if clock is None and part is None:
        return When(day.date if day else today, None, day is not None or all_day)
    if clock is not None:
        minutes, name = clock.minutes(part.name if part else "", phrase, half), ""
        if day == Day(today) and part is None and _at(today, minutes, now.tzinfo) < now and not half:
            evening = clock.as_evening  # "today at 9", said at 10, is nine in the evening
            minutes = minutes if evening is None else evening
    else:
        assert part is not None
        minutes, name = part.hour * 60, part.name
    moment = _at(day.date if day else today, minutes, now.tzinfo)
    if day is None and moment < now:
        moment = _at(today + timedelta(days=1), minutes, now.tzinfo)
    elif day is not None and day.kind == "weekday" and moment < now:
        moment = _at(day.date + timedelta(days=7), minutes, now.tzinfo)
    return When(moment, None, day is not None, name)


def _period_of(first: Pieces, last: Pieces, phrase: str, now: datetime) -> When:
    """Put "from 3 to 5 pm on Friday", "Monday to Wednesday", "2 to 5 May" or "Friday 22:00 to Saturday 2:00"."""
    if first.moment or last.moment:
        raise ToolError(f"{quoted(phrase)} is not a period I understand; {HINT}")
    timed = first.clock or first.part, last.clock or last.part
    if last.days and first.clock and first.clock.bare and not first.days and not last.clock and not last.part:
        return _days_of(None, first.clock.hour, one_day(last.days, now.date(), phrase), phrase)  # "2 to 5 May"
    if first.days and not timed[0] and last.clock and last.clock.bare and not last.days:
        return _days_from(one_day(first.days, now.date(), phrase), last.clock.hour, phrase)  # "May 2 to 5"
    if first.days and last.days and not timed[0] and not timed[1]:
        start, end = (one_day(p.days, now.date(), phrase) for p in (first, last))
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
    zone, today = now.tzinfo, now.date()
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
        end_day = one_day(last.days, today, phrase)
        extra = 7 if end_day.kind == "weekday" and end_day.date < day else 0
        return _ordered(opening, _at(end_day.date + timedelta(days=extra), closing, zone), phrase)
    begins = opening.start.hour * 60 + opening.start.minute
    if half == "pm" and begins >= closing:  # "from 11 to 1 pm"
        begins -= 720
        opening = When(_at(day, begins, zone), None, opening.day_named)
    loose = last.clock is not None and not last.clock.exact and not last.clock.half
    if closing <= begins and loose and closing + 720 > begins and closing < 720:
        closing += 720
    elif closing <= begins and begins >= 17 * 60 and closing <= 12 * 60:  # past midnight
        closing += 1440
    return _ordered(opening, _at(day, closing, zone), phrase)


def _ordered(opening: When, end: datetime, phrase: str) -> When:
    if end <= opening.start:  # pyright: ignore[reportOperatorIssue]
        raise ToolError(f"in {quoted(phrase)} the end comes before the start")
    return When(opening.start, end, opening.day_named)


def _period(text: str, today: date) -> tuple[date, date] | None:
    """Return the days [first, last) of a named period, from today on when it is under way."""
    week = monday(today)
    if found := re.fullmatch(r"(?:the )?(?:(this|next|last|coming) )?(week|weekend|month|year)", text):
        return _named_period(found[1] or "this", found[2], week, today)
    if found := re.fullmatch(r"(?:the )?rest of (?:the|this) (week|month|year)", text):
        return _named_period("this", found[1], week, today)
    if re.fullmatch(r"(?:the )?rest of (?:the day|today)", text):
        return today, today + timedelta(days=1)
    if found := re.fullmatch(r"(?:the )?(next|coming|last|past) (?:(\d{1,4}|few|several) )?(day|week|month|year)", text):
        n = 3 if found[2] in ("few", "several") else int(found[2] or 1)
        per = {"day": 1, "week": 7, "month": 31, "year": 366}[found[3]] * n
        if found[1] in ("last", "past"):
            return today - timedelta(days=per), today + timedelta(days=1)
        return today, today + timedelta(days=per)
    if found := re.fullmatch(rf"(?:this |next )?({'|'.join(MONTH)})(?: (\d{{4}}))?", text):
        month = MONTH[found[1]]
        first = date(int(found[2]) if found[2] else today.year + (month < today.month), month, 1)
        return (first if found[2] else max(today, first)), month_end(first) + timedelta(days=1)
    if found := re.fullmatch(r"(20\d\d|19\d\d)", text):
        return date(int(text), 1, 1), date(int(text) + 1, 1, 1)
    return None


def _named_period(which: str, unit: str, week: date, today: date) -> tuple[date, date]:
    step = {"next": 1, "last": -1}.get(which, 0)
    if unit == "week":
        first, last = week + timedelta(days=7 * step), week + timedelta(days=7 * step + 7)
    elif unit == "weekend":
        first, last = week + timedelta(days=7 * step + 5), week + timedelta(days=7 * step + 7)
    elif unit == "month":
        first = months_on(today.replace(day=1), step)
        last = months_on(first, 1)
    else:
        first, last = date(today.year + step, 1, 1), date(today.year + step + 1, 1, 1)
    return (max(first, today) if step == 0 else first), last


def _shift(text: str, phrase: str) -> timedelta | None:
    """Return by how much a relative phrase moves an event, or None when it is not relative."""
    if text in ("the next day", "the following day", "the day past", "the day after", "next day"):
        return timedelta(days=1)
    if text in ("the following week", "the week after"):
        return timedelta(days=7)
    if text in ("the day before", "the previous day"):
        return timedelta(days=-1)
    found = re.fullmatch(
        r"(?:(?P<side>later|earlier|back|forward|up) )?(?:by )?(?P<length>.+?)(?: (?P<after>later|earlier|sooner|after|before|back|forward|ahead|up))?",
        text,
    )
    side = (found["side"] or found["after"]) if found else None
    if found is None or side is None:
        if length_at(text, 0) == (length_at(text, 0) or (0,))[:1] + (len(text),):
            raise ToolError(f"{quoted(phrase)} does not say earlier or later")
        return None
    length = length_at(found["length"], 0)
    if length is None or length[1] != len(found["length"]):
        return None
    if side in ("forward", "up", "ahead"):
        raise ToolError(f"{quoted(phrase)} may mean earlier or later; say which")
    return -length[0] if side in ("earlier", "sooner", "before") else length[0]


def _at(day: date, minutes: int, zone: tzinfo | None) -> datetime:
    """Return a wall-clock time, moved forward by the gap when a clock change skips it; 1440 minutes are the next day."""
    moment = datetime.combine(day + timedelta(days=minutes // 1440), time(minutes % 1440 // 60, minutes % 60), zone)
    return moment.astimezone(UTC).astimezone(zone)


def _later(moment: Instant, by: timedelta) -> Instant:
    """Add a length. Whole days keep the wall clock; hours and minutes are those that a stopwatch counts."""
    if not isinstance(moment, datetime):
        return moment + by
    if by % timedelta(days=1):
        return (moment.astimezone(UTC) + by).astimezone(moment.tzinfo)
    return (moment + by).astimezone(UTC).astimezone(moment.tzinfo)
