"""From the person's own date phrase to times in their zone. The model copies the phrase; this code understands it.

`resolve` gives a moment or a day to put something on, `resolve_span` a period to look at, `resolve_duration` a length,
`resolve_move` new times for an event, and `say` words for receipts. All raise ToolError with a sentence that names the
phrase and what would be understood. A time that a clock change skips is moved forward by the gap; of a time that comes
twice the first is taken.
"""

from __future__ import annotations

import re
from calendar import monthrange
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from typing import Any, cast

from botpsy.apps.when_grammar import (
    MONTHS,
    PART_SPANS,
    Clock,
    length,
    normal,
    read_day,
    take_clock,
    take_length,
)
from botpsy.core.errors import ToolError

Instant = datetime | date
_HINT = "say a day and time such as 'Friday at 12:30', 'tomorrow evening' or '4 May at 3pm'"
_LANGUAGES = ["en", "es", "fr", "it", "pt", "ru", "zh", "hi"]


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


def resolve(phrase: str, now: datetime) -> When:
    """Return the moment or day that a phrase means at `now` (aware, in the person's zone).

    Example:
        resolve("Friday at 12:30", now).start
    """
    text = _checked(phrase)
    found = _range(text, phrase, now) or _single(text, phrase, now) or _foreign(phrase, now)
    if found is None:
        raise ToolError(f"{phrase!r} is not a time I understand; {_HINT}")
    return found


def resolve_duration(phrase: str) -> timedelta:
    """Return a length such as "45 minutes", "1h30", "half an hour", at most 31 days."""
    return length(_checked(phrase), phrase)


def resolve_span(phrase: str, now: datetime) -> tuple[datetime, datetime]:
    """Return the period [start, end) to look at; an empty phrase is the next seven days. Weeks begin on Monday."""
    text = normal(phrase)
    today, zone = now.date(), now.tzinfo
    text = re.sub(r"^(?:on|for|during|over|in|from|sometime|any time) (?!\d+ (?:min|hour|day|week))", "", text)
    if not text:
        return now, _at(today + timedelta(days=7), 0, 0, now)
    monday = today - timedelta(days=today.weekday())
    days: tuple[date, date] | None = None
    counted = re.fullmatch(r"(?:the )?(?:next|coming) (\w+) (days?|weeks?|months?)", text)
    months = "|".join(MONTHS)
    if text in ("this week", "week", "the week"):
        days = today, monday + timedelta(days=7)
    elif text in ("next week", "the next week"):
        days = monday + timedelta(days=7), monday + timedelta(days=14)
    elif text in ("this weekend", "the weekend", "weekend"):
        saturday = monday + timedelta(days=5)
        days = max(today, saturday), monday + timedelta(days=7)
    elif text == "next weekend":
        days = monday + timedelta(days=12), monday + timedelta(days=14)
    elif text in ("this month", "the month"):
        days = today, _month_end(today) + timedelta(days=1)
    elif text == "next month":
        first = _month_end(today) + timedelta(days=1)
        days = first, _month_end(first) + timedelta(days=1)
    elif text in ("this year", "next year"):
        year = today.year + (text == "next year")
        days = max(today, date(year, 1, 1)), date(year + 1, 1, 1)
    elif counted is not None:
        days = today, today + _counted_days(counted[1], counted[2], phrase)
    elif re.fullmatch(rf"(?:{months})(?: \d{{4}})?", text):
        name, _, year_said = text.partition(" ")
        month = MONTHS.index(name) + 1
        year = int(year_said) if year_said else today.year + (month < today.month)
        first = date(year, month, 1)
        days = (max(today, first) if not year_said else first), _month_end(first) + timedelta(days=1)
    elif text in ("now", "right now"):
        return now, now + timedelta(hours=1)
    if days is not None:
        return _at(days[0], 0, 0, now), _at(days[1], 0, 0, now)
    between = re.fullmatch(r"(?:between )?(.+?) (?:and|to|until|till|through|-) (.+)", text) or re.fullmatch(
        r"(.+?)-(.+)", text
    )
    if between is not None and (first := _days(between[1], between[2], phrase, today)) is not None:
        return _at(first[0], 0, 0, now), _at(first[1] + timedelta(days=1), 0, 0, now)
    found = resolve(phrase, now)
    start = found.start
    if not isinstance(start, datetime):
        end = found.end if found.end is not None else start + timedelta(days=1)
        return _at(start, 0, 0, now), _at(end, 0, 0, now)
    if found.part and found.end is None:
        low, high = PART_SPANS[found.part]
        day = start.date()
        return _at(day, low, 0, now), _at(day + timedelta(days=high // 24), high % 24, 0, now)
    end = found.end if isinstance(found.end, datetime) else start + timedelta(hours=1)
    assert zone is not None
    return start, end


def resolve_move(phrase: str, start: Instant, end: Instant, now: datetime) -> tuple[Instant, Instant]:
    """Return new times for an event: "an hour later", "to 3pm" (its day), "Thursday" (its time), "Friday at 10".

    The length is kept unless the phrase gives an end; an all-day event becomes a timed one of an hour only when a time is
    named.
    """
    text = re.sub(r"^(?:to|at|by|for|until) ", "", _checked(phrase))
    by = re.fullmatch(r"(?:by )?(.+?) (later|earlier|sooner|forward|back|after|before|ahead)", text)
    if by is not None:
        delta = length(by[1], phrase) * (-1 if by[2] in ("earlier", "sooner", "before", "forward") else 1)
        if not isinstance(start, datetime) and delta % timedelta(days=1):
            raise ToolError(f"an all-day event cannot be moved by {by[1]!r}; name a day or a time")
        return _real(start + delta), _real(end + delta)
    span = end - start
    anchor = start.date() if isinstance(start, datetime) else start
    found = resolve(phrase if text == normal(phrase) else text, now)
    new = found.start
    if isinstance(new, datetime):
        if not found.day_named:
            new = _at(anchor, new.hour, new.minute, now)
            shift = new - found.start if isinstance(found.start, datetime) else timedelta()
            new_end = found.end + shift if isinstance(found.end, datetime) else None
        else:
            new_end = found.end if isinstance(found.end, datetime) else None
        if isinstance(start, datetime):
            return new, _real(new_end or new + span)
        return new, _real(new_end or new + timedelta(hours=1))
    if isinstance(start, datetime):
        moved = _at(new, start.hour, start.minute, start)
        return moved, _real(moved + span)
    return new, found.end or new + span


def say(start: Instant, end: Instant, now: datetime) -> str:
    """Return times in words, in now's zone: "Fri 4 Dec 2026, 12:30–13:30", "Fri 4 Dec 2026, all day"."""
    if isinstance(start, datetime) and isinstance(end, datetime):
        start, end = start.astimezone(now.tzinfo), end.astimezone(now.tzinfo)
        if start.date() == end.date():
            return f"{_day(start)}, {start:%H:%M}–{end:%H:%M}"
        if end == _at(start.date() + timedelta(days=1), 0, 0, now):
            return f"{_day(start)}, {start:%H:%M}–24:00" if start.time() != time() else f"{_day(start)}, all day"
        if start.time() == end.time() == time():
            return f"{_day(start)} – {_day(end.date() - timedelta(days=1))}"
        return f"{_day(start)}, {start:%H:%M} – {_day(end)}, {end:%H:%M}"
    last = end - timedelta(days=1)
    if last <= start:
        return f"{_day(start)}, all day"
    return f"{_day(start)} – {_day(last)}, all day"


def _day(moment: Instant) -> str:
    return f"{moment:%a} {moment.day} {moment:%b} {moment.year}"


def _checked(phrase: str) -> str:
    text = normal(phrase)
    if not text:
        raise ToolError(f"no time was given; {_HINT}")
    return text


def _single(text: str, phrase: str, now: datetime) -> When | None:
    """Read "[day] [time] [for length]" in any order."""
    iso = re.fullmatch(r"(\d{4}-\d\d-\d\d)[t ](\d\d:\d\d)(?::\d\d(?:\.\d+)?)?(z|[+-]\d\d:?\d\d)?", text)
    if iso is not None:
        return _iso(iso[1], iso[2], iso[3] or "", phrase, now)
    soon = re.fullmatch(
        r"in (.+? (?:minutes?|mins?|hours?|hrs?)(?: and a half)?|half an hour|an hour and a half)", text
    )
    if soon is not None:
        moment = now.astimezone(UTC) + length(soon[1], phrase)
        return When(moment.astimezone(now.tzinfo).replace(second=0, microsecond=0))
    lasting, rest = take_length(text)
    whole_day = re.search(r"\b(?:all day|the whole day|all-day)\b", rest)
    if whole_day is not None:
        rest = (rest[: whole_day.start()] + rest[whole_day.end() :]).strip()
        day = read_day(rest, now.date(), phrase) if rest else now.date()
        return When(day, day + timedelta(days=1)) if day is not None else None
    exact = read_day(rest, now.date(), phrase)
    if exact is not None and re.search(r"[a-z]|\d[-/.]\d", rest):
        return When(exact, exact + lasting if lasting and not lasting % timedelta(days=1) else None)
    clock, rest = take_clock(rest, phrase)
    rest = re.sub(r"^(?:on|at|of|from|the)$|(?:\s+(?:on|at|of|from|in the))$", "", rest).strip()
    if clock is None:
        return None
    return _placed(clock, rest, lasting, phrase, now)


def _placed(clock: Clock, rest: str, lasting: timedelta | None, phrase: str, now: datetime) -> When | None:
    today = now.date()
    at_today = _at(today + timedelta(days=clock.next_day), clock.hour, clock.minute, now)
    if not rest:
        start = at_today
        if start < now:
            start = _at(today + timedelta(days=1), clock.hour, clock.minute, now)
        named = False
    else:
        day = read_day(rest, today, phrase, later_today=at_today >= now)
        if day is None:
            return None
        start = _at(day + timedelta(days=clock.next_day), clock.hour, clock.minute, now)
        named = True
    end = _real(start + lasting) if lasting else None
    return When(start, end, named, "" if clock.named else clock.part)


def _range(text: str, phrase: str, now: datetime) -> When | None:
    """Read "from 3 to 5 pm on Friday", "9-10:30 tomorrow", "Monday to Wednesday"."""
    clockish = r"(?:\d{1,2}(?:[:.]\d\d)?\s*(?:[ap]\.?m\.?)?|noon|midnight|midday)"
    found = re.search(
        rf"\b(?:from |between )?(?P<a>{clockish})\s*(?:-|to|until|till|and)\s*(?P<b>{clockish})(?=\s|$)", text
    )
    if (
        found is not None
        and not re.search(r"\d-\d+-\d|\d/\d", text)
        and not re.match(rf"\s*(?:{'|'.join(MONTHS)})", text[found.end() :])
    ):
        half = re.search(r"[ap]\.?m", found["b"])
        half_b = half[0].replace(".", "") if half else ""
        first, _ = take_clock(
            "at " + found["a"].strip(), phrase, half="" if re.search("[ap]\\.?m|noon|mid", found["a"]) else half_b
        )
        second, _ = take_clock("at " + found["b"].strip(), phrase)
        rest = " ".join((text[: found.start()] + " " + text[found.end() :]).split())
        if first is None or second is None:
            return None
        if half_b == "pm" and (first.hour, first.minute) > (second.hour, second.minute) and first.hour >= 12:
            first = Clock(first.hour - 12, first.minute)  # "from 11 to 1 pm"
        opening = _placed(first, rest, None, phrase, now)
        if opening is None or not isinstance(opening.start, datetime):
            return None
        day = opening.start.date()
        end = _at(day + timedelta(days=second.next_day), second.hour, second.minute, now)
        if end <= opening.start and second.hour < 12 and not half_b:
            end = _at(day, second.hour + 12, second.minute, now)
        if end <= opening.start:
            raise ToolError(f"in {phrase!r} the end comes before the start")
        return When(opening.start, end, opening.day_named)
    days = re.fullmatch(r"(?:from |between )?(.+?)(?: to | until | till | through | and | ?- ?)(.+)", text)
    if days is not None and (both := _days(days[1], days[2], phrase, now.date())) is not None:
        return When(both[0], both[1] + timedelta(days=1))
    return None


def _days(first: str, last: str, phrase: str, today: date) -> tuple[date, date] | None:
    end = read_day(last, today, phrase)
    if end is None:
        return None
    start = None
    if re.fullmatch(r"(?:the )?\d{1,2}(?:st|nd|rd|th)?", first.strip()):  # "2 to 5 May"
        number = int(re.sub(r"\D", "", first))
        if 1 <= number <= monthrange(end.year, end.month)[1]:
            start = end.replace(day=number)
    start = start or read_day(first, today, phrase)
    if start is None:
        return None
    while end < start and end - start > timedelta(days=-7) and not re.search(r"\d", last):
        end += timedelta(days=7)
    if end < start:
        raise ToolError(f"in {phrase!r} the end comes before the start")
    return start, end


def _iso(day: str, clock: str, offset: str, phrase: str, now: datetime) -> When:
    try:
        moment = datetime.fromisoformat(f"{day}T{clock}" + offset.upper())
    except ValueError:
        raise ToolError(f"{phrase!r} is not a possible date and time; {_HINT}") from None
    if moment.tzinfo is not None:
        return When(moment.astimezone(now.tzinfo))
    return When(_at(moment.date(), moment.hour, moment.minute, now))


def _at(day: date, hour: int, minute: int, like: datetime) -> datetime:
    return cast(datetime, _real(datetime.combine(day, time(hour, minute), like.tzinfo)))


def _real(moment: Instant) -> Instant:
    """Return the moment, moved forward by the gap when a clock change skips it."""
    if not isinstance(moment, datetime):
        return moment
    return moment.astimezone(UTC).astimezone(moment.tzinfo)


def _month_end(day: date) -> date:
    return day.replace(day=monthrange(day.year, day.month)[1])


def _counted_days(count: str, unit: str, phrase: str) -> timedelta:
    try:
        return length(f"{count} {unit}" if not unit.startswith("month") else "", phrase)
    except ToolError:
        from botpsy.apps.when_grammar import NUMBERS

        n = int(count) if count.isdigit() else NUMBERS.get(count, 0)
        per = {"d": 1, "w": 7, "m": 31}[unit[0]]
        if not 0 < n * per <= 3700:
            raise ToolError(f"{phrase!r} is not a period I understand; say 'next week' or 'the next 3 days'") from None
        return timedelta(days=n * per)


def _foreign(phrase: str, now: datetime) -> When | None:
    """Try dateparser, for languages this grammar does not speak. It is not asked for English: it accepts too much."""
    if phrase.isascii() and re.search(r"[a-zA-Z]{3}", phrase) and _english(phrase):
        return None
    if len(phrase) > 80 or not re.search(r"\w", phrase):
        return None
    try:
        found = _dateparse(phrase, now)
    except (ValueError, OverflowError, RecursionError, TypeError):
        return None
    if found is None:
        return None
    moment = found.replace(tzinfo=None)
    if re.search(r"\d\s*[:h.]\s*\d\d|\d\s*h\b|\d\s*(?:点|час|बजे|uhr|heures?)", phrase.casefold()):
        return When(_at(moment.date(), moment.hour, moment.minute, now))
    return When(moment.date())


def _english(phrase: str) -> bool:
    known = {
        "the",
        "on",
        "at",
        "next",
        "this",
        "in",
        "of",
        "day",
        "days",
        "week",
        "weeks",
        "month",
        "time",
        "soon",
        "later",
        "some",
        "and",
        "for",
        "to",
    }
    return bool(known & set(normal(phrase).split()))


def _dateparse(phrase: str, now: datetime) -> datetime | None:
    settings = {
        "RELATIVE_BASE": now.replace(tzinfo=None),
        "PREFER_DATES_FROM": "future",
        "DATE_ORDER": "DMY",
        "RETURN_AS_TIMEZONE_AWARE": False,
        "PARSERS": ["relative-time", "absolute-time", "custom-formats"],
    }
    return cast("datetime | None", _parser()(phrase, languages=_LANGUAGES[1:], settings=settings))


@lru_cache(maxsize=1)
def _parser() -> Any:
    import dateparser

    return dateparser.parse
