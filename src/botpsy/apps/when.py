"""From the person's own date phrase to times in their zone. The model copies the phrase; this code understands it.

`resolve` gives a moment or a day to put something on, `resolve_span` a period to look at, `resolve_duration` a length,
`resolve_move` new times for an event, and `say` words for receipts. All raise ToolError with a sentence that names the
phrase and what would be understood, and nothing else. The readings chosen where people could disagree are documented
with the pieces: days in `when_day`, times of day in `when_clock`. A time that a clock change skips is moved forward by
the gap; of a time that comes twice the first is taken.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from functools import wraps
from typing import ParamSpec, TypeVar

from botpsy.apps.when_clock import PART_SPANS
from botpsy.apps.when_day import monday, month_end, months_on
from botpsy.apps.when_length import length_at, read_length
from botpsy.apps.when_phrase import NotRead, read_phrase
from botpsy.apps.when_place import Instant, When, at, later, place
from botpsy.apps.when_words import HINT, MONTH, MONTHS, WEEKDAYS, canonical, quoted
from botpsy.core.errors import ToolError

P = ParamSpec("P")
R = TypeVar("R")


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
        return _iso(found, now)
    try:
        return place(read_phrase(text, now, phrase), phrase, now)
    except NotRead as refusal:
        if refusal.words:
            raise
        from botpsy.apps.when_foreign import read_foreign

        foreign = read_foreign(phrase, now)
        if foreign is None:
            raise
        day, clock = foreign
        return When(day if clock is None else at(day, clock.hour * 60 + clock.minute, now.tzinfo))


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
    text = re.sub(
        r"^(?:(?:on|for|during|over|from|any time|anytime|in) (?!\d|an? ))+(?:the (?=week|month|year))?",
        "",
        canonical(phrase),
    )
    if not text:
        return now, at(today + timedelta(days=7), 0, zone)
    if text in ("now", "right now"):
        return now, now + timedelta(hours=1)
    days = _period(text, today)
    if days is not None:
        return at(days[0], 0, zone), at(days[1], 0, zone)
    if found := re.fullmatch(r"(?:the )?(?:next|coming) (\d+ (?:hour|min))", text):
        length = length_at(found[1], 0)
        return now, now + (length[0] if length else timedelta(hours=1))
    if found := re.fullmatch(r"(?:now )?(?:until|to) (.+)", text):
        last = resolve(found[1], now)
        end = last.start if isinstance(last.start, datetime) else at(last.start + timedelta(days=1), 0, zone)
        if end <= now:
            raise ToolError(f"{quoted(phrase)} ends in the past")
        return now, end
    found = resolve(phrase if text == canonical(phrase) else text, now)
    start = found.start
    if not isinstance(start, datetime):
        end = found.end if found.end is not None else start + timedelta(days=1)
        return at(start, 0, zone), at(end, 0, zone)
    if found.part and found.end is None:
        low, high = PART_SPANS[found.part]
        return at(start.date(), low * 60, zone), at(start.date(), high * 60, zone)
    return start, found.end if isinstance(found.end, datetime) else start + timedelta(hours=1)


@_within_calendar
def resolve_move(phrase: str, start: Instant, end: Instant, now: datetime) -> tuple[Instant, Instant]:
    """Return new times for an event: "an hour later", "to 3pm" (its day), "Thursday" (its time), "Friday at 10".

    The length is kept unless the phrase gives an end; an all-day event becomes a timed one of an hour only when a time
    is named. Times come back in the event's own zone.
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
        return later(start, shift), later(end, shift)
    day = local.date() if isinstance(local, datetime) else local
    if text in ("next week", "next week on the same day", "the same day next week"):
        found = When(monday(now.date()) + timedelta(days=7 + day.weekday()))
    else:
        found = resolve(phrase if text == canonical(phrase) else text, now)
    new, new_end = found.start, found.end
    if isinstance(new, datetime):
        if not found.day_named:  # a time alone: on the event's day
            minutes, named = new.hour * 60 + new.minute, new
            new = at(day, minutes, now.tzinfo)
            new_end = later(new, new_end - named) if isinstance(new_end, datetime) else None
        length = _length(start, end)
        new = new.astimezone(zone)
        return new, new_end.astimezone(zone) if isinstance(new_end, datetime) else later(new, length)
    if isinstance(start, datetime) and isinstance(local, datetime):
        moved = at(new, local.hour * 60 + local.minute, now.tzinfo).astimezone(zone)
        return moved, later(moved, _length(start, end))
    return new, new_end if new_end is not None else new + timedelta(days=_days_between(start, end))


def _length(start: Instant, end: Instant) -> timedelta:
    if isinstance(start, datetime) and isinstance(end, datetime):
        return end - start
    return timedelta(hours=1)


def _days_between(start: Instant, end: Instant) -> int:
    return end.toordinal() - start.toordinal()


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


def _iso(found: re.Match[str], now: datetime) -> When:
    moment = datetime.fromisoformat(found[0].upper().replace(" ", "T")).replace(second=0, microsecond=0)
    if moment.tzinfo is not None:
        return When(moment.astimezone(now.tzinfo))
    return When(at(moment.date(), moment.hour * 60 + moment.minute, now.tzinfo))


def _period(text: str, today: date) -> tuple[date, date] | None:
    """Return the days [first, last) of a named period, from today on when it is under way."""
    week = monday(today)
    if found := re.fullmatch(r"(?:the )?(?:(this|next|last|coming) )?(week|weekend|month|year)", text):
        return _named_period(found[1] or "this", found[2], week, today)
    if found := re.fullmatch(r"(?:the )?rest of (?:the|this) (week|month|year)", text):
        return _named_period("this", found[1], week, today)
    if re.fullmatch(r"(?:the )?rest of (?:the day|today)", text):
        return today, today + timedelta(days=1)
    if found := re.fullmatch(
        r"(?:the )?(next|coming|last|past) (?:(\d{1,4}|few|several) )?(day|week|month|year)", text
    ):
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


_SHIFT = re.compile(
    r"(?:(?P<side>later|earlier|back|forward|up) )?(?:by )?(?P<length>.+?)"
    r"(?: (?P<after>later|earlier|sooner|after|before|back|forward|ahead|up))?"
)


def _shift(text: str, phrase: str) -> timedelta | None:
    """Return by how much a relative phrase moves an event, or None when it is not relative."""
    if text in ("the next day", "the following day", "the day past", "the day after", "next day"):
        return timedelta(days=1)
    if text in ("the following week", "the week after"):
        return timedelta(days=7)
    if text in ("the day before", "the previous day"):
        return timedelta(days=-1)
    found = _SHIFT.fullmatch(text)
    side = (found["side"] or found["after"]) if found else None
    if found is None or side is None:
        alone = length_at(text, 0)
        if alone is not None and alone[1] == len(text):
            raise ToolError(f"{quoted(phrase)} does not say earlier or later")
        return None
    length = length_at(found["length"], 0)
    if length is None or length[1] != len(found["length"]):
        return None
    if side in ("forward", "up", "ahead"):
        raise ToolError(f"{quoted(phrase)} may mean earlier or later; say which")
    return -length[0] if side in ("earlier", "sooner", "before") else length[0]
