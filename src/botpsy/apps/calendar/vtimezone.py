"""VTIMEZONE components for zones of the IANA database, so that a calendar file says itself what its times mean.

icalendar 7.3 can write them too, but puts the changes to summer time an hour late (it writes their wall-clock time
after the change, where RFC 5545 3.6.5 wants the time before it).
"""

from __future__ import annotations

from calendar import monthrange
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

_YEARS = 12  # looked ahead: a rule that holds this long is written as a rule, other changes one by one
_DAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")


@dataclass(frozen=True, slots=True)
class _Change:
    onset: datetime  # naive wall clock before the change
    before: timedelta
    after: timedelta
    name: str
    summer: bool


@lru_cache(maxsize=64)
def vtimezone(key: str, year: int) -> str:
    """Return the VTIMEZONE of a zone, as CRLF text, right for times from `year` on. Raises ZoneInfoNotFoundError.

    Example:
        vtimezone("Europe/Madrid", 2026)
    """
    zone = ZoneInfo(key)
    begin = datetime(max(year, 2) - 1, 1, 1, tzinfo=UTC)
    changes = _changes(zone, begin, min(begin.year + _YEARS, 9998))
    first = begin.astimezone(zone)
    base = first.utcoffset() or timedelta()
    lines = ["BEGIN:VTIMEZONE", f"TZID:{key}"]
    lines += _observance(_Change(first.replace(tzinfo=None), base, base, first.tzname() or key, bool(first.dst())), "")
    for group in _grouped(changes):
        rule = _rule(group)
        for change in group[:1] if rule else group:
            lines += _observance(change, rule)
    return "\r\n".join([*lines, "END:VTIMEZONE", ""])


def _changes(zone: ZoneInfo, begin: datetime, last_year: int) -> list[_Change]:
    found: list[_Change] = []
    low, step = begin, timedelta(days=7)
    while low.year < last_year:
        high = low + step
        if low.astimezone(zone).utcoffset() != high.astimezone(zone).utcoffset():
            found.append(_exact(zone, low, high))
        low = high
    return found


def _exact(zone: ZoneInfo, low: datetime, high: datetime) -> _Change:
    before = low.astimezone(zone).utcoffset() or timedelta()
    while high - low > timedelta(minutes=1):
        middle = low + (high - low) // 2
        middle = middle.replace(second=0, microsecond=0)
        if middle in (low, high):
            break
        if middle.astimezone(zone).utcoffset() == before:
            low = middle
        else:
            high = middle
    after = high.astimezone(zone)
    onset = (high + before).replace(tzinfo=None)
    return _Change(onset, before, after.utcoffset() or timedelta(), after.tzname() or "", bool(after.dst()))


def _grouped(changes: list[_Change]) -> list[list[_Change]]:
    """Put together what may be one yearly rule: same month, weekday, time and offsets."""
    groups: dict[object, list[_Change]] = {}
    for c in changes:
        groups.setdefault((c.onset.month, c.onset.weekday(), c.onset.time(), c.before, c.after), []).append(c)
    return list(groups.values())


def _rule(group: list[_Change]) -> str:
    years = [c.onset.year for c in group]
    if len(group) < _YEARS - 1 or years != list(range(years[0], years[0] + len(years))):
        return ""
    onset = group[0].onset
    day = f"{_DAYS[onset.weekday()]}"
    if all(c.onset.day + 7 > monthrange(c.onset.year, c.onset.month)[1] for c in group):
        return f"FREQ=YEARLY;BYMONTH={onset.month};BYDAY=-1{day}"
    nth = {(c.onset.day - 1) // 7 + 1 for c in group}
    return f"FREQ=YEARLY;BYMONTH={onset.month};BYDAY={nth.pop()}{day}" if len(nth) == 1 else ""


def _observance(change: _Change, rule: str) -> list[str]:
    kind = "DAYLIGHT" if change.summer else "STANDARD"
    return [
        f"BEGIN:{kind}",
        f"DTSTART:{change.onset:%Y%m%dT%H%M%S}",
        f"TZOFFSETFROM:{_offset(change.before)}",
        f"TZOFFSETTO:{_offset(change.after)}",
        f"TZNAME:{change.name}",
        *([f"RRULE:{rule}"] if rule else []),
        f"END:{kind}",
    ]


def _offset(offset: timedelta) -> str:
    seconds = int(offset.total_seconds())
    sign, seconds = ("-" if seconds < 0 else "+"), abs(seconds)
    text = f"{sign}{seconds // 3600:02}{seconds % 3600 // 60:02}"
    return text + (f"{seconds % 60:02}" if seconds % 60 else "")
