"""The pieces that date phrases are made of: times of day and days, each read from text or refused with a reason.

English comes first; what this grammar does not know is refused here and may be tried by `apps.when` in other languages.
"""

from __future__ import annotations

import re
import unicodedata
from calendar import monthrange
from dataclasses import dataclass
from datetime import date, timedelta

from botpsy.core.errors import ToolError

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
MONTHS = (
    "january", "february", "march", "april", "may", "june",
    "july", "august", "september", "october", "november", "december",
)  # fmt: skip
_WEEKDAY = {name[:n]: i for i, name in enumerate(WEEKDAYS) for n in (3, 4, 5, len(name)) if n <= len(name)} | {
    name: i for i, name in enumerate(WEEKDAYS)
}
_MONTH = (
    {name[:3]: i + 1 for i, name in enumerate(MONTHS)} | {name: i + 1 for i, name in enumerate(MONTHS)} | {"sept": 9}
)
NUMBERS = {
    word: i
    for i, word in enumerate(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
            "twenty",
        ]
    )
} | {"a": 1, "an": 1, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "ninety": 90, "couple of": 2}
ORDINALS = {
    word: i + 1
    for i, word in enumerate(
        [
            "first",
            "second",
            "third",
            "fourth",
            "fifth",
            "sixth",
            "seventh",
            "eighth",
            "ninth",
            "tenth",
            "eleventh",
            "twelfth",
        ]
    )
}
# when a part of the day is named without an hour
PARTS = {"morning": (9, 0), "afternoon": (15, 0), "evening": (19, 0), "night": (20, 0), "lunchtime": (12, 0)}
# what a part of the day spans, for looking at a calendar
PART_SPANS = {"morning": (6, 12), "afternoon": (12, 18), "evening": (18, 24), "night": (20, 24), "lunchtime": (12, 14)}

_NUM = r"(?:\d{1,4}|" + "|".join(sorted(map(re.escape, NUMBERS), key=len, reverse=True)) + ")"
_HOURWORD = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_AMPM = r"(?P<half>a\.?m\.?|p\.?m\.?)(?!\w)"
_UNIT = r"(?P<unit>minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?)"

_CLOCK = [
    re.compile(rf"(?P<h>\d{{1,2}})(?:[:.h](?P<m>\d{{2}}))(?::\d\d)?(?!\d)\s*(?:{_AMPM})?"),
    re.compile(rf"(?P<h>\d{{1,2}}|{_HOURWORD})\s*{_AMPM}"),
    re.compile(rf"half past (?P<half_past>\d{{1,2}}|{_HOURWORD})(?:\s*{_AMPM})?(?!\w)"),
    re.compile(rf"(?:a )?quarter (?P<quarter>past|to|after) (?P<h>\d{{1,2}}|{_HOURWORD})(?:\s*{_AMPM})?(?!\w)"),
    re.compile(
        rf"(?P<mins>5|10|20|25|five|ten|twenty|twenty-five) (?:minutes )?(?P<side>past|to) (?P<h>\d{{1,2}}|{_HOURWORD})(?:\s*{_AMPM})?(?!\w)"
    ),
    re.compile(rf"(?P<h>\d{{1,2}}|{_HOURWORD}) o'?clock(?:\s*{_AMPM})?"),
    re.compile(r"(?P<named>noon|midday|midnight)"),
    re.compile(r"(?P<h>\d{1,2})h(?!\w)"),
]
_BARE = re.compile(
    rf"(?:\bat|\baround|\babout|\bby|^)\s*(?P<h>\d{{1,2}}|{_HOURWORD})$|^(?P<h2>\d{{1,2}}|{_HOURWORD})(?=\s+(?:on|tomorrow|today|tonight|in the)\b)"
)
_PART = re.compile(r"\b(?:in the |at |this )?(?P<part>morning|afternoon|evening|night|lunchtime)\b|\b(?P<lunch>lunch)$")


@dataclass(frozen=True, slots=True)
class Clock:
    """A time of day. `named` is False for a part of the day that stands for it ("evening")."""

    hour: int
    minute: int
    named: bool = True
    part: str = ""
    next_day: bool = False  # midnight ends the day it is said with


def normal(phrase: str) -> str:
    """Return the phrase in small letters, plain dashes and single spaces, without outer punctuation."""
    text = unicodedata.normalize("NFKC", phrase[:300]).casefold()
    text = re.sub(r"[‐-―−]", "-", text).replace("’", "'").replace(",", " ")
    return " ".join(text.split()).strip(" .!?;:")


def number(word: str) -> int:
    """Return a number written in digits or as a word."""
    return int(word) if word.isdigit() else NUMBERS[word]


def take_clock(text: str, phrase: str, *, half: str = "") -> tuple[Clock | None, str]:
    """Take a time of day out of the text: (the clock or None, what is left). Raises ToolError for 25:00 or 13 pm.

    An hour from 1 to 7 without am or pm, and without minutes in 24-hour form such as 03:00, is taken as afternoon, 8 to 11
    as morning: that is how people speak of meetings. `half` gives am or pm from elsewhere ("from 3 to 5 pm").
    """
    part = ""
    if (found := _PART.search(text)) is not None and not re.search(r"good (morning|evening)", text):
        part = found["part"] or "lunchtime"
        text = _without(text, found)
    if re.search(r"\btonight\b", text):
        part, text = "evening" if not part else part, re.sub(r"\btonight\b", "today", text)
        clock, rest = _exact(text, phrase, half or "pm")
        return (clock or Clock(20, 0, False, "night")), rest
    clock, rest = _exact(text, phrase, half, part)
    if clock is None and part:
        return Clock(*PARTS[part], False, part), rest
    return clock, rest


def _exact(text: str, phrase: str, half: str, part: str = "") -> tuple[Clock | None, str]:
    for pattern in _CLOCK:
        if (found := pattern.search(text)) is not None and not _inside_date(text, found):
            return _clock(found.groupdict(), found[0], phrase, half, part), _without(text, found)
    if (found := _BARE.search(text)) is not None:
        groups = {"h": found["h"] or found["h2"]}
        return _clock(groups, found[0], phrase, half, part), _without(text, found)
    return None, text


def _inside_date(text: str, found: re.Match[str]) -> bool:
    """A dot between numbers may be a date (4.5.2026), not a time."""
    return bool(re.match(r"\.\d", text[found.end() : found.end() + 2])) or (
        text[max(0, found.start() - 1)] in "./-" and found.start() > 0
    )


def _without(text: str, found: re.Match[str]) -> str:
    left = f"{text[: found.start()]} {text[found.end() :]}"
    return " ".join(re.sub(r"\b(?:at|around|about|by)\s*$", "", left.strip()).split())


def _clock(groups: dict[str, str | None], said: str, phrase: str, half: str, part: str) -> Clock:
    if (named := groups.get("named")) is not None:
        return Clock(0, 0, next_day=True) if named == "midnight" else Clock(12, 0)
    own = (groups.get("half") or "").replace(".", "") or half
    minute = 0
    if groups.get("half_past"):
        hour, minute = number(str(groups["half_past"])), 30
    else:
        hour = number(str(groups["h"]))
    back = False
    if groups.get("m"):
        minute = int(str(groups["m"]))
    if groups.get("quarter"):
        minute, back = (15, False) if groups["quarter"] != "to" else (45, True)
    if groups.get("mins"):
        step = {"five": 5, "ten": 10, "twenty": 20, "twenty-five": 25}.get(str(groups["mins"])) or int(
            str(groups["mins"])
        )
        minute, back = (step, False) if groups["side"] == "past" else (60 - step, True)
    if hour > 24 or minute > 59 or (hour == 24 and minute):
        raise ToolError(f"{said.strip()!r} in {phrase!r} is not a time of day; hours go to 23, minutes to 59")
    if own and (hour > 12 or hour == 0):
        raise ToolError(f"{said.strip()!r} in {phrase!r} is not a time of day; am and pm go with 1 to 12")
    written_24 = bool(groups.get("m")) and str(groups["h"]).startswith("0")
    if own.startswith("p") or (not own and part in ("afternoon", "evening", "night") and hour < 12):
        hour = hour % 12 + 12
    elif own.startswith("a"):
        hour = hour % 12
    elif not part and 1 <= hour <= 7 and not written_24:
        hour += 12
    if back:
        hour -= 1
    return Clock(hour % 24, minute, part=part, next_day=hour == 24)


def take_length(text: str) -> tuple[timedelta | None, str]:
    """Take "for 45 minutes" out of the text: (the length or None, what is left)."""
    found = re.search(
        r"\bfor (?P<length>(?:\d|an? |half|one|two|three|four|five|six|seven|eight|nine|ten|ninety|thirty|forty|sixty|twenty|fifteen).*)$",
        text,
    )
    if found is None:
        return None, text
    return length(found["length"], found["length"]), text[: found.start()].strip()


def length(text: str, phrase: str) -> timedelta:
    """Return a length of time. Raises ToolError for none, zero, negative or more than 31 days."""
    text = normal(text).replace("-", " ") if not normal(text).startswith("-") else normal(text)
    total = timedelta()
    rest = re.sub(r"^(?:for|about|around) ", "", text)
    for pattern, unit in (
        (r"(?P<n>\d+)\s*h(?:ours?|rs?)?\s*(?P<m>\d{1,2})(?:\s*m(?:in(?:ute)?s?)?)?$", "hm"),
        (rf"(?P<n>{_NUM})(?: and a half|½| 1/2) hours?", "half_more"),
        (rf"(?P<n>{_NUM}) hours? and a half", "half_more"),
        (r"half an hour|half hour|a half hour", "half"),
        (r"(?:a )?quarter of an hour|(?:a )?quarter hour", "quarter"),
        (r"three quarters of an hour", "three_quarters"),
        (r"(?P<f>\d+[.,]\d+)\s*h(?:ours?|rs?)?\b", "decimal"),
        (rf"\b(?P<n>{_NUM})\s*(?:hours?|hrs?|h)\b", "hours"),
        (rf"\b(?P<n>{_NUM})\s*(?:minutes?|mins?|min|m)\b", "minutes"),
        (rf"\b(?P<n>{_NUM})\s*(?:days?|d)\b", "days"),
        (rf"\b(?P<n>{_NUM})\s*(?:weeks?|w)\b", "weeks"),
        (r"all day|the whole day", "day"),
    ):
        found = re.search(pattern, rest)
        if found is None:
            continue
        named = found.groupdict()
        n = number(named["n"]) if named.get("n") else 0
        total += {
            "hm": lambda: timedelta(hours=n, minutes=int(found["m"])),
            "half_more": lambda: timedelta(hours=n, minutes=30),
            "half": lambda: timedelta(minutes=30),
            "quarter": lambda: timedelta(minutes=15),
            "three_quarters": lambda: timedelta(minutes=45),
            "decimal": lambda: timedelta(hours=float(found["f"].replace(",", "."))),
            "hours": lambda: timedelta(hours=n),
            "minutes": lambda: timedelta(minutes=n),
            "days": lambda: timedelta(days=n),
            "weeks": lambda: timedelta(weeks=n),
            "day": lambda: timedelta(days=1),
        }[unit]()
        rest = " ".join((rest[: found.start()] + " " + rest[found.end() :]).split())
        if not rest or unit in ("hm", "half_more"):
            break
    rest = re.sub(r"\b(?:and|long|about)\b", " ", rest).strip()
    if rest or not timedelta() < total <= timedelta(days=31):
        raise ToolError(f"{phrase!r} is not a length of time; say for instance '45 minutes' or '2 hours'")
    return total


def read_day(text: str, today: date, phrase: str, *, later_today: bool = True) -> date | None:
    """Return the day a phrase names, None when it names none. The future is preferred.

    "Friday" is the coming Friday, today included while `later_today`; "next Friday" is the Friday of next week, weeks
    beginning on Monday; 3 May without a year is the next one; 4/5/2026 has the day first unless that cannot be.
    Raises ToolError for a day that does not exist, or a weekday that is not that day's.
    """
    text = re.sub(r"^(?:on|for|to|by|from|at|until|of) ", "", text.strip())
    text = re.sub(r"^(?:on|the) (?=\w)", "", text).strip()
    if not text:
        return None
    if (
        plain := {"today": 0, "tomorrow": 1, "day after tomorrow": 2, "yesterday": -1, "tmrw": 1}.get(text)
    ) is not None:
        return today + timedelta(days=plain)
    return (
        _weekday(text, today, later_today) or _counted(text, today, phrase, later_today) or _dated(text, today, phrase)
    )


def _weekday(text: str, today: date, later_today: bool) -> date | None:
    found = re.fullmatch(
        r"(?P<which>next |this |coming |this coming )?(?P<day>[a-z]+)(?P<week> next week| this week)?", text
    )
    if found is None:
        return None
    which, week = (found["which"] or "").strip(), (found["week"] or "").strip()
    if found["day"] == "weekend":
        weekday = 5
    elif found["day"] in _WEEKDAY:
        weekday = _WEEKDAY[found["day"]]
    else:
        return None
    monday = today - timedelta(days=today.weekday())
    if which == "next" or week == "next week":
        return monday + timedelta(days=7 + weekday)
    ahead = (weekday - today.weekday()) % 7
    if ahead == 0 and not later_today:
        ahead = 7
    return today + timedelta(days=ahead)


def _counted(text: str, today: date, phrase: str, later_today: bool) -> date | None:
    found = re.fullmatch(
        rf"in (?P<n>{_NUM}) (?P<unit>days?|weeks?|months?|years?)(?:'? time)?|(?P<n2>{_NUM}) (?P<unit2>days?|weeks?|months?) from (?P<base>.+)",
        text,
    )
    if found is not None:
        n, unit = number(found["n"] or found["n2"]), found["unit"] or found["unit2"]
        base = today
        if found["base"] and found["base"] not in ("now", "today"):
            named = read_day(found["base"], today, phrase, later_today=later_today)
            if named is None:
                return None
            base = named
        if n > 1200:
            raise ToolError(f"{phrase!r} is too far away")
        if unit.startswith("day"):
            return base + timedelta(days=n)
        if unit.startswith("week"):
            return base + timedelta(weeks=n)
        return _months_on(base, n * (12 if unit.startswith("year") else 1))
    found = re.fullmatch(
        r"(?P<nth>first|second|third|fourth|last) (?P<day>[a-z]+) (?:in|of) (?P<month>[a-z]+)(?: (?P<year>\d{4}))?",
        text,
    )
    if found is not None and found["day"] in _WEEKDAY and found["month"] in _MONTH:
        month, year = _MONTH[found["month"]], int(found["year"] or today.year)
        while True:
            day = _nth(year, month, _WEEKDAY[found["day"]], found["nth"])
            if found["year"] or day >= today:
                return day
            year += 1
    if text in ("end of the month", "end of month", "last day of the month"):
        return date(today.year, today.month, monthrange(today.year, today.month)[1])
    return None


def _nth(year: int, month: int, weekday: int, nth: str) -> date:
    first = date(year, month, 1)
    day = first + timedelta(days=(weekday - first.weekday()) % 7)
    if nth == "last":
        while (day + timedelta(days=7)).month == month:
            day += timedelta(days=7)
        return day
    return day + timedelta(days=7 * (["first", "second", "third", "fourth"].index(nth)))


def _months_on(day: date, months: int) -> date:
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    if not 1 <= year <= 9999:
        raise ToolError("that is too far away")
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


_ORD = r"(?:st|nd|rd|th)?"
_ORDWORD = "|".join(ORDINALS)
_DATES = [
    re.compile(r"(?P<y>\d{4})-(?P<m>\d{1,2})-(?P<d>\d{1,2})"),
    re.compile(r"(?P<d>\d{1,2})[/.](?P<m>\d{1,2})(?:[/.](?P<y>\d{2,4}))?\.?"),
    re.compile(rf"(?P<d>\d{{1,3}}|{_ORDWORD}){_ORD} (?:of )?(?P<month>[a-z]+)\.?(?: (?P<y>\d{{4}}))?"),
    re.compile(rf"(?P<month>[a-z]+)\.? (?:the )?(?P<d>\d{{1,3}}|{_ORDWORD}){_ORD}(?: (?P<y>\d{{4}}))?"),
    re.compile(rf"(?P<d>\d{{1,3}})(?:st|nd|rd|th)|(?P<dw>{_ORDWORD})"),
]


def _dated(text: str, today: date, phrase: str) -> date | None:
    wanted: int | None = None
    named = re.match(r"(?P<day>[a-z]{3,})(?: the)? (?=.*\d|.*(?:" + _ORDWORD + "))", text)
    if named is not None and named["day"] in _WEEKDAY:
        wanted, text = _WEEKDAY[named["day"]], text[named.end() :]
    for pattern in _DATES:
        found = pattern.fullmatch(text)
        if found is None:
            continue
        groups = found.groupdict()
        if groups.get("month") and groups["month"] not in _MONTH:
            continue
        day = _from_groups(groups, today, phrase)
        if wanted is not None and day.weekday() != wanted:
            raise ToolError(f"{day.day} {MONTHS[day.month - 1].title()} {day.year} is a {WEEKDAYS[day.weekday()].title()}, "
                            f"not a {WEEKDAYS[wanted].title()}; say which of the two is meant")  # fmt: skip
        return day
    return None


def _from_groups(groups: dict[str, str | None], today: date, phrase: str) -> date:
    said = groups.get("d") or groups.get("dw") or ""
    day = ORDINALS[said] if said in ORDINALS else int(said)
    if not groups.get("m") and not groups.get("month"):  # "the 3rd": of this month or the next that has it
        if not 1 <= day <= 31:
            raise ToolError(f"there is no day {day} in any month: {phrase!r}")
        moment = today.replace(day=1)
        while monthrange(moment.year, moment.month)[1] < day or moment.replace(day=day) < today:
            moment = _months_on(moment, 1)
        return moment.replace(day=day)
    month = _MONTH[str(groups["month"])] if groups.get("month") else int(str(groups["m"]))
    if groups.get("m") and month > 12 >= day:
        day, month = month, day
    if not 1 <= month <= 12:
        raise ToolError(f"there is no month {month}: {phrase!r}")
    if groups.get("y"):
        year = int(str(groups["y"]))
        year += 2000 if year < 100 else 0
        if not year >= 1 or not 1 <= day <= monthrange(year, month)[1]:
            raise ToolError(f"{MONTHS[month - 1].title()} {year} has no day {day}: {phrase!r}")
        return date(year, month, day)
    most = 29 if month == 2 else monthrange(2001, month)[1]
    if not 1 <= day <= most:
        raise ToolError(f"{MONTHS[month - 1].title()} has no day {day}: {phrase!r}")
    year = today.year
    while day > monthrange(year, month)[1] or date(year, month, day) < today:
        year += 1
    return date(year, month, day)
