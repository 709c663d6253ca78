"""Days in canonical text: "tomorrow", "next fri", "the 3th of may", "2 week from tue", "1th mon in jun".

Readings that people could disagree on: "Friday" is the coming Friday, today included; "next Friday" is the Friday of
next week, and weeks begin on Monday; a date without year is the next one; 4/5/2026 is 4 May unless the day cannot come
first; "the weekend" begins on Saturday; "the end of the week" is Friday.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Literal

from botpsy.apps.when_words import MONTH, MONTHS, WEEKDAY, WEEKDAYS, quoted
from botpsy.core.errors import ToolError

# weekday: rolls on by a week when its time has passed. nth: a day without month. yearly: a date without year.
# weeks: "in 2 weeks". week, month: a period, which is no day by itself.
Kind = Literal["fixed", "weekday", "nth", "yearly", "weeks", "week", "month"]

_WEEKDAYS = "|".join(WEEKDAY)
_W = rf"(?P<w>{_WEEKDAYS})\b"
_M = "(?P<m>" + "|".join(MONTH) + r")\b\.?"
_D = r"(?P<d>\d{1,3})(?:st|nd|rd|th)?(?![\w:])(?! ?(?:am|pm)\b)"
_NTH = r"(?P<d>\d{1,3})(?:st|nd|rd|th)\b"
_YEAR = r"(?: (?P<y>\d{4}(?![\w:])|next year|this year))?"
_UNIT = r"(?P<u>day|week|month|year)\b(?: time)?"
_HOLIDAYS = {
    "christmas eve": (12, 24), "christmas day": (12, 25), "christmas": (12, 25), "boxing day": (12, 26),
    "new year eve": (12, 31), "new year day": (1, 1), "new year": (1, 1), "valentine day": (2, 14),
    "halloween": (10, 31),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Day:
    """A day, and how firmly it was said."""

    date: date
    kind: Kind = "fixed"


def day_at(text: str, at: int, today: date, phrase: str) -> tuple[Day, int] | None:
    """Read a day at `at`: (the day, where it ends), or None. Raises ToolError for a day that does not exist."""
    if found := _FROM.match(text, at):
        base = _base(text, found.end(), today, phrase)
        if base is not None:
            n = _count(found["n"] or "a") * (-1 if found["side"] == "before" else 1)
            return Day(_on(base[0], n, found["u"])), base[1]
    for pattern, read in _READERS:
        if found := pattern.match(text, at):
            day = read(found, today, phrase)
            if day is not None:
                return day, found.end()
    return None


def one_day(days: list[Day], phrase: str) -> Day:
    """Return the one day that mentions agree on: "Friday 4 December", "Friday next week", "the 5th of next month".

    Raises ToolError when they contradict each other, or name only a week or month.
    """
    weekdays = [d for d in days if d.kind == "weekday"]
    periods = [d for d in days if d.kind in ("week", "month")]
    others = [d for d in days if d.kind not in ("weekday", "week", "month")]
    if len(periods) == 1 and periods[0].kind == "month" and len(others) == 1 and others[0].kind == "nth":
        others, periods = [Day(_in_month(others[0].date.day, periods[0].date, phrase))], []
    weeks = [d for d in others if d.kind == "weeks"] or [d for d in periods if d.kind == "week"]
    if len(weeks) == 1 and len(weekdays) == 1 and len(days) == 2:
        return Day(monday(weeks[0].date) + timedelta(days=weekdays[0].date.weekday()))
    if periods and not (weekdays or others):
        raise ToolError(f"{quoted(phrase)} names a {periods[0].kind}, not a day; say which day")
    if periods or len({d.date for d in others}) > 1 or len({d.date for d in weekdays}) > 1:
        raise ToolError(f"{quoted(phrase)} names more than one day; say one")
    if not others:
        return weekdays[0]
    day = others[0]
    if weekdays and weekdays[0].date.weekday() != day.date.weekday():
        said = f"{day.date.day} {MONTHS[day.date.month - 1]} {day.date.year}"
        is_, not_ = WEEKDAYS[day.date.weekday()], WEEKDAYS[weekdays[0].date.weekday()]
        raise ToolError(f"{said} is a {is_}, not a {not_}; say which of the two is meant")
    return replace(day, kind="fixed") if weekdays else day


def monday(day: date) -> date:
    """Return the Monday of a day's week."""
    return day - timedelta(days=day.weekday())


def month_end(day: date) -> date:
    """Return the last day of a day's month."""
    return day.replace(day=monthrange(day.year, day.month)[1])


def months_on(day: date, months: int) -> date:
    """Return the same day some months later, or the month's last day where it has none. Raises OverflowError."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    if not 1 <= year <= 9999:
        raise OverflowError("year out of range")
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def next_date(day: int, month: int, today: date, phrase: str) -> date:
    """Return the next such date, today included. Raises ToolError when no year has it."""
    if not 1 <= month <= 12:
        raise ToolError(f"there is no month {month}: {quoted(phrase)}")
    most = 29 if month == 2 else monthrange(2001, month)[1]
    if not 1 <= day <= most:
        raise ToolError(f"{MONTHS[month - 1]} has no day {day}: {quoted(phrase)}")
    year = today.year
    while day > monthrange(year, month)[1] or date(year, month, day) < today:
        year += 1
    return date(year, month, day)


def _exact_date(day: int, month: int, year: int, phrase: str) -> date:
    if not 1 <= month <= 12:
        raise ToolError(f"there is no month {month}: {quoted(phrase)}")
    if not 1 <= year <= 9999 or not 1 <= day <= monthrange(year, month)[1]:
        raise ToolError(f"{MONTHS[month - 1]} {year} has no day {day}: {quoted(phrase)}")
    return date(year, month, day)


def _in_month(day: int, month: date, phrase: str) -> date:
    return _exact_date(day, month.month, month.year, phrase)


def _count(n: str) -> int:
    return 1 if n.startswith("a") else int(n)


def _on(day: date, n: int, unit: str) -> date:
    if unit in ("day", "week"):
        return day + timedelta(days=n * (7 if unit == "week" else 1))
    return months_on(day, n * (12 if unit == "year" else 1))


def _base(text: str, at: int, today: date, phrase: str) -> tuple[date, int] | None:
    if found := re.compile(r"(?:now|today)\b").match(text, at):
        return today, found.end()
    inner = day_at(text, at, today, phrase)
    return None if inner is None or inner[0].kind in ("week", "month") else (inner[0].date, inner[1])


def _named(found: re.Match[str], today: date, _: str) -> Day:
    return Day(today + timedelta(days={"today": 0, "tonight": 0, "tomorrow": 1, "yesterday": -1}[found[1]]))


def _relative(found: re.Match[str], today: date, _: str) -> Day:
    return Day(_on(today, _count(found["n"]), found["u"]), "weeks" if found["u"] == "week" else "fixed")


def _ago(found: re.Match[str], today: date, _: str) -> Day:
    return Day(_on(today, -_count(found["n"]), found["u"]))


def _iso(found: re.Match[str], _: date, phrase: str) -> Day:
    return Day(_exact_date(int(found["d"]), int(found["mm"]), int(found["y"]), phrase))


def _numeric(found: re.Match[str], today: date, phrase: str) -> Day | None:
    day, month = int(found["d"]), int(found["mm"])
    if month > 12 >= day:
        day, month = month, day
    if (year := found.groupdict().get("y")) is None:
        return Day(next_date(day, month, today, phrase), "yearly")
    return Day(_exact_date(day, month, int(year) + (2000 if len(year) == 2 else 0), phrase))


def _dated(found: re.Match[str], today: date, phrase: str) -> Day:
    day, month, year = int(found["d"]), MONTH[found["m"]], found["y"]
    if year is None:
        return Day(next_date(day, month, today, phrase), "yearly")
    number = today.year + (year == "next year") if year.endswith("year") else int(year)
    return Day(_exact_date(day, month, number, phrase))


def _nth_weekday(found: re.Match[str], today: date, phrase: str) -> Day:
    weekday, nth = WEEKDAY[found["w"]], 0 if found["nth"] == "last" else int(found["nth"][:-2])
    if found["month"]:
        first = months_on(today.replace(day=1), 1 if found["month"].startswith("next") else 0)
        if found["month"] == "month" and _weekday_of(first, weekday, nth, phrase) < today:
            first = months_on(first, 1)
        return Day(_weekday_of(first, weekday, nth, phrase))
    month, year = MONTH[found["m"]], found["y"]
    if year:
        number = today.year + (year == "next year") if year.endswith("year") else int(year)
        return Day(_weekday_of(date(number, month, 1), weekday, nth, phrase))
    day = _weekday_of(date(today.year, month, 1), weekday, nth, phrase)
    return Day(day if day >= today else _weekday_of(date(today.year + 1, month, 1), weekday, nth, phrase))


def _weekday_of(first: date, weekday: int, nth: int, phrase: str) -> date:
    day = first + timedelta(days=(weekday - first.weekday()) % 7)
    days = [day + timedelta(days=7 * i) for i in range(5)]
    days = [d for d in days if d.month == first.month]
    if nth > len(days):
        raise ToolError(f"{MONTHS[first.month - 1]} {first.year} has no {nth}th {WEEKDAYS[weekday]}: {quoted(phrase)}")
    return days[nth - 1]


def _weekday(found: re.Match[str], today: date, _: str) -> Day:
    which, weekend = found["which"] or "", found["w"] == "weekend"
    weekday = 5 if weekend else WEEKDAY[found["w"]]
    ahead = (weekday - today.weekday()) % 7
    if which == "next":
        return Day(monday(today) + timedelta(days=7 + weekday))
    if which in ("last", "past", "previous"):
        return Day(today + timedelta(days=ahead - 7))
    if found["tail"] == " week":  # "Friday week", a week after the coming one
        return Day(today + timedelta(days=ahead + 7))
    if found["tail"] == " after next":
        return Day(monday(today) + timedelta(days=14 + weekday))
    return Day(today + timedelta(days=ahead), "weekday")


def _period(found: re.Match[str], today: date, _: str) -> Day:
    step = {"next": 1, "last": -1}.get(found["which"], 0)
    if found["u"] == "week":
        return Day(monday(today) + timedelta(days=7 * step), "week")
    return Day(months_on(today.replace(day=1), step), "month")


def _edge(found: re.Match[str], today: date, _: str) -> Day:
    edge, step = found["edge"], 1 if found["which"] == "next" else 0
    end = edge in ("end", "last day")
    if found["of"] == "week":
        first = monday(today) + timedelta(days=7 * step)
        return Day(first + timedelta(days=4 if end else 2 if edge == "middle" else 0))
    if found["of"] == "year":
        year = today.year + step
        return Day(date(year, 12, 31) if end else date(year, 7 if edge == "middle" else 1, 1))
    if found["m"]:
        year = int(found["y"]) if found["y"] else today.year + (MONTH[found["m"]] < today.month)
        first = date(year, MONTH[found["m"]], 1)
    else:
        first = months_on(today.replace(day=1), step)
    day = month_end(first) if end else first.replace(day=15 if edge == "middle" else 1)
    if day < today and not found["which"] and not found["m"]:
        day = months_on(day, 1)
    return Day(day)


def _nth(found: re.Match[str], today: date, phrase: str) -> Day:
    day = int(found["d"])
    if not 1 <= day <= 31:
        raise ToolError(f"there is no day {day} in any month: {quoted(phrase)}")
    month = today.replace(day=1)
    while monthrange(month.year, month.month)[1] < day or month.replace(day=day) < today:
        month = months_on(month, 1)
    return Day(month.replace(day=day), "nth")


def _holiday(found: re.Match[str], today: date, phrase: str) -> Day:
    month, day = _HOLIDAYS[found[1]]
    return Day(next_date(day, month, today, phrase), "yearly")


_FROM = re.compile(
    r"(?:in )?(?:the |(?P<n>\d{1,4}|an?) )?(?P<u>day|week|month|year) "
    r"(?P<side>after|before|from|on) (?:the (?=day|\d))?"
)
_Reader = Callable[[re.Match[str], date, str], Day | None]
_READERS: tuple[tuple[re.Pattern[str], _Reader], ...] = tuple(
    (re.compile(pattern), read)
    for pattern, read in (
        (r"(today|tomorrow|yesterday)\b", _named),
        (r"(?P<y>\d{4})(?P<s>[-/.])(?P<mm>\d{1,2})(?P=s)(?P<d>\d{1,2})(?!\w)", _iso),
        (r"(?P<d>\d{1,2})(?P<s>[-/.])(?P<mm>\d{1,2})(?P=s)(?P<y>\d{4}|\d\d)(?![\w:])", _numeric),
        (r"(?P<d>\d{1,2})/(?P<mm>\d{1,2})(?![\w:/])", _numeric),
        (r"(?P<d>2[4-9]|3\d)\.(?P<mm>\d{1,2})(?![\w:.])", _numeric),  # 12.30 is a time, 24.12 a day
        (rf"(?:the )?{_D} (?:of )?{_M}{_YEAR}", _dated),
        (rf"{_M} (?:the )?{_D}{_YEAR}", _dated),
        (rf"(?:the )?(?P<nth>[1-5]th|[1-5](?:st|nd|rd)|last) {_W} (?:in|of) "
         rf"(?:(?:the )?(?P<month>month|this month|next month)\b|{_M}{_YEAR})", _nth_weekday),
        (rf"(?:the )?(?:(?P<which>next|this coming|this|coming|last|past|previous) )?(?P<w>{_WEEKDAYS}|weekend)\b"
         r"(?P<tail> week(?! (?:from|on))\b| after next)?", _weekday),
        (rf"in (?P<n>\d{{1,4}}|an?) {_UNIT}(?! and)(?: from (?:now|today)\b)?", _relative),
        (rf"(?P<n>\d{{1,4}}|an?) {_UNIT} (?:hence|from now|from today)\b", _relative),
        (rf"(?P<n>\d{{1,4}}|an?) {_UNIT} ago\b", _ago),
        (r"(?:the )?(?P<which>next|this|last) (?P<u>week|month)\b", _period),
        (r"(?:the )?(?P<edge>end|start|beginning|middle|last day|1th day) of (?:the )?"
         rf"(?:(?P<which>this|next) )?(?:(?P<of>week|month|year)\b|{_M}(?: (?P<y>\d{{4}})\b)?)", _edge),
        (rf"(?:the )?{_NTH}", _nth),
        (rf"({'|'.join(_HOLIDAYS)})\b", _holiday),
    )
)  # fmt: skip
