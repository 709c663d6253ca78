"""From a stored event to its occurrences. Rules run on wall-clock time, so a 9:00 meeting stays at 9:00 across DST."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from itertools import islice

from dateutil.rrule import rrulestr

from botpsy.apps.calendar.model import Event, Instant, Occurrence

MOST = 2000  # occurrences looked at in one call; a rule of every second must not hang the assistant


def instant(moment: Instant, zone: tzinfo) -> datetime:
    """Return an aware datetime; a date becomes its midnight in `zone`."""
    if isinstance(moment, datetime):
        return moment
    return datetime.combine(moment, time(), zone)


def occurrences(event: Event, start: datetime, end: datetime) -> list[Occurrence]:
    """Return the occurrences that overlap [start, end), in order. All-day events are placed in start's zone.

    An event without length counts as overlapping when it begins inside. Raises ValueError for a rule that is no RRULE.
    """
    zone = start.tzinfo or UTC
    if not event.rule:
        return [Occurrence(event)] if _overlaps(event, start, end, zone) else []
    found: list[Occurrence] = []
    overrides = dict(event.overrides)
    excluded = set(event.excluded)
    length = _length(event)
    for original in _starts(event, start - length - timedelta(days=1), end, zone):
        if original in excluded or original in overrides:
            continue
        happening = replace(event, start=original, end=_plus(original, length), rule="", excluded=(), overrides=())
        if _overlaps(happening, start, end, zone):
            found.append(Occurrence(happening, original))
    for original, override in overrides.items():
        if original not in excluded and _overlaps(override, start, end, zone):
            found.append(Occurrence(override, original))
    return sorted(found, key=lambda o: instant(o.event.start, zone))


def _length(event: Event) -> timedelta:
    start, end = event.start, event.end
    if isinstance(start, datetime) and isinstance(end, datetime):
        return end - start
    if isinstance(start, datetime) or isinstance(end, datetime):
        raise ValueError(f"{event.title!r} begins as a time and ends as a day, or the other way round")
    return end - start


def _starts(event: Event, after: datetime, before: datetime, zone: tzinfo) -> Iterator[Instant]:
    first = event.start
    # dateutil walks naive time; the zone is put back afterwards, which keeps the wall clock
    own_zone = first.tzinfo if isinstance(first, datetime) else None
    naive = first.replace(tzinfo=None) if isinstance(first, datetime) else datetime.combine(first, time())
    low = _naive(after, own_zone or zone)
    rule = rrulestr(_naive_until(event.rule, own_zone), dtstart=_nearer(event.rule, naive, low))
    high = _naive(before, own_zone or zone)
    for moment in islice(rule.xafter(low, inc=True), MOST):
        if moment >= high:
            return
        yield moment.date() if own_zone is None else moment.replace(tzinfo=own_zone)


def _nearer(rule: str, start: datetime, low: datetime) -> datetime:
    """Return a later start with the same occurrences from `low` on, for a rule that repeats within the day.

    dateutil walks from the start; ten years of minutes would take minutes. With COUNT the start cannot be moved.
    """
    parts = dict(part.upper().split("=", 1) for part in rule.split(";") if "=" in part)
    unit = {"SECONDLY": 1, "MINUTELY": 60, "HOURLY": 3600}.get(parts.get("FREQ", ""))
    interval = parts.get("INTERVAL", "1")
    if unit is None or "COUNT" in parts or low <= start or not interval.isdecimal() or int(interval) == 0:
        return start
    step = timedelta(seconds=unit * int(interval))
    return start + step * ((low - start) // step)


def _naive(moment: datetime, zone: tzinfo) -> datetime:
    return moment.astimezone(zone).replace(tzinfo=None)


def _naive_until(rule: str, zone: tzinfo | None) -> str:
    """Return the rule with a UTC UNTIL turned into the event's wall clock, as dateutil wants beside a naive start."""
    parts: list[str] = []
    for part in rule.split(";"):
        if part.upper().startswith("UNTIL=") and part.endswith("Z"):
            until = datetime.strptime(part[6:], "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)
            part = f"UNTIL={(until.astimezone(zone) if zone else until):%Y%m%dT%H%M%S}"
        parts.append(part)
    return ";".join(parts)


def _plus(moment: Instant, length: timedelta) -> Instant:
    # datetime arithmetic keeps the wall clock, which is what a meeting's length means to people
    return moment + length


def _overlaps(event: Event, start: datetime, end: datetime, zone: tzinfo) -> bool:
    begins, ends = instant(event.start, zone), instant(event.end, zone)
    return begins < end and (ends > start or begins >= start)


def override(event: Event, original: Instant, happening: Event) -> Event:
    """Return the series with one occurrence replaced (RECURRENCE-ID)."""
    own = replace(happening, uid=event.uid, rule="", excluded=(), overrides=())
    others = tuple(o for o in event.overrides if o[0] != original)
    return replace(event, overrides=(*others, (original, own)))


def exclude(event: Event, original: Instant) -> Event:
    """Return the series without one occurrence (EXDATE)."""
    others = tuple(o for o in event.overrides if o[0] != original)
    return replace(event, excluded=(*event.excluded, original), overrides=others)


def at(moment: Instant, day: date) -> Instant:
    """Return the same wall-clock time on another day."""
    if isinstance(moment, datetime):
        return datetime.combine(day, moment.timetz())
    return day
