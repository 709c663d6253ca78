"""Events from iCalendar text (RFC 5545), and whether two texts mean the same."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, tzinfo
from typing import Any, cast
from zoneinfo import ZoneInfo

from icalendar import Calendar, vRecur

from botpsy.apps.calendar.model import Event, Instant

Component = Any  # icalendar's components are dictionaries of values of many types
_REWRITTEN = {"DTSTAMP", "PRODID", "LAST-MODIFIED", "SEQUENCE", "CREATED"}  # servers write these on their own


class Malformed(ValueError):
    """The text is not an event that we can read."""


def read_event(text: str, zone: tzinfo) -> Event:
    """Return the event that a calendar object holds, with its overrides. Times without a zone are placed in `zone`.

    Raises Malformed.
    """
    master, overrides = components(parse(text))
    for part in (master, *overrides):
        if twice := [n for n in ("DTSTART", "DTEND", "RECURRENCE-ID") if isinstance(part.get(n), list)]:
            raise Malformed(f"the VEVENT has more than one {twice[0]}")
    try:
        event = _event(master, zone)
        excluded = tuple(_like(m, event.start, zone) for m in _dates(master, "EXDATE"))
        changed = tuple((original(c, event, zone), _event(c, zone)) for c in overrides)
        return replace(event, rule=_rule(master), excluded=excluded, overrides=changed)
    except (ValueError, KeyError, AttributeError, TypeError, OverflowError) as error:  # icalendar reads values late
        raise Malformed(str(error)) from None


def same(one: str | None, other: str | None) -> bool:
    """Return True when two calendar objects mean the same, apart from what servers write on their own."""
    if one is None or other is None:
        return one is other
    if one == other:
        return True
    try:
        return _normal(parse(one)) == _normal(parse(other))
    except Malformed:
        return False


def parse(text: str) -> Calendar:
    """Return the calendar object in a text. Raises Malformed."""
    try:
        return Calendar.from_ical(text)
    except (ValueError, KeyError, IndexError, AttributeError, TypeError) as error:
        raise Malformed(f"not a calendar object: {error}") from None


def components(calendar: Calendar) -> tuple[Component, list[Component]]:
    """Return the series (or single event) and the components that override occurrences of it."""
    events = cast(list[Component], cast(Any, calendar).walk("VEVENT"))
    masters = [c for c in events if "RECURRENCE-ID" not in c]
    if not events:
        raise Malformed("there is no VEVENT")
    master = masters[0] if masters else events[0]  # an invitation to one occurrence has no series
    uid = str(master.get("UID", ""))
    if not uid:
        raise Malformed("the VEVENT has no UID")
    return master, [c for c in events if c is not master and "RECURRENCE-ID" in c and str(c.get("UID")) == uid]


def _event(component: Component, zone: tzinfo) -> Event:
    start = _moment(component, "DTSTART", zone)
    if start is None:
        raise Malformed("the VEVENT has no DTSTART")
    end = _moment(component, "DTEND", zone)
    if end is None:
        end = _end(start, component)
    if isinstance(end, datetime) != isinstance(start, datetime):
        raise Malformed("DTSTART and DTEND are of different kinds")
    if _before(end, start):
        raise Malformed("DTEND lies before DTSTART")
    return Event(
        uid=str(component.get("UID", "")),
        title=_text(component, "SUMMARY"),
        start=start,
        end=end,
        location=_text(component, "LOCATION"),
        notes=_text(component, "DESCRIPTION"),
        attendees=tuple(dict.fromkeys(filter(None, map(address, several(component, "ATTENDEE"))))),
    )


def _before(end: Instant, start: Instant) -> bool:
    if isinstance(end, datetime) and isinstance(start, datetime):
        return end < start
    return end < start


def _end(start: Instant, component: Component) -> Instant:
    duration = getattr(component.get("DURATION"), "dt", None)
    if isinstance(duration, timedelta):
        return start + duration
    return start if isinstance(start, datetime) else start + timedelta(days=1)


def _moment(component: Component, name: str, zone: tzinfo) -> Instant | None:
    if name not in component:
        return None
    moment: Any = getattr(several(component, name)[0], "dt", None)
    if not isinstance(moment, date):
        raise Malformed(f"{name} is not a date or time")
    return _aware(moment, zone)


def _aware(moment: date, zone: tzinfo) -> Instant:
    if not isinstance(moment, datetime):
        return moment
    if moment.tzinfo is None:
        return moment.replace(tzinfo=zone)
    return moment.replace(tzinfo=ZoneInfo("UTC")) if is_utc(moment.tzinfo) else moment


def is_utc(zone: tzinfo) -> bool:
    """Return True for UTC under any of its names, and not for a zone that merely has no offset now, as London."""
    if isinstance(zone, ZoneInfo):
        return zone.key.removeprefix("Etc/") in ("UTC", "UCT", "Universal", "Zulu")
    return zone is UTC or type(zone).__name__ == "tzutc"


def _like(moment: date, start: Instant, zone: tzinfo) -> Instant:
    """Return an exception's date in the form of the series' start, as RFC 5545 wants it and not everybody writes it."""
    moment = _aware(moment, zone)
    if not isinstance(start, datetime):
        return moment.date() if isinstance(moment, datetime) else moment
    if not isinstance(moment, datetime):
        return datetime.combine(moment, start.timetz())
    return moment.astimezone(start.tzinfo)


def original(component: Component, series: Event, zone: tzinfo) -> Instant:
    """Return which occurrence of a series a component overrides."""
    moment = getattr(component.get("RECURRENCE-ID"), "dt", None)
    if not isinstance(moment, date):
        raise Malformed("RECURRENCE-ID is not a date or time")
    return _like(moment, series.start, zone)


def _dates(component: Component, name: str) -> list[date]:
    found: list[date] = []
    for value in several(component, name):
        for each in getattr(value, "dts", ()):
            if isinstance(each.dt, date):
                found.append(each.dt)
    return found


def several(component: Component, name: str) -> list[Any]:
    """Return all values of a property, perhaps none."""
    value: Any = component.get(name)
    if value is None:
        return []
    return cast(list[Any], value) if isinstance(value, list) else [value]


def _rule(component: Component) -> str:
    rules = several(component, "RRULE")
    if not rules:
        return ""
    if not isinstance(rules[0], vRecur):
        raise Malformed(f"RRULE {rules[0]!s:.60} is no recurrence rule")
    return rules[0].to_ical().decode()


def _text(component: Component, name: str) -> str:
    values = several(component, name)
    return str(values[0]) if values else ""


def address(value: object) -> str:
    """Return an attendee's e-mail address, "" when it is no such address."""
    text = str(value)
    return text[7:] if text.lower().startswith("mailto:") else ""


def _normal(component: Any) -> Any:
    properties = sorted(
        (name, _parameters(value), _ical(value))
        for name in component
        if name not in _REWRITTEN
        for value in several(component, name)
    )
    parts = sorted((_normal(part) for part in component.subcomponents if part.name != "VTIMEZONE"), key=repr)
    return component.name, properties, parts


def _ical(value: Any) -> str:
    raw = value.to_ical() if hasattr(value, "to_ical") else str(value)
    return raw.decode() if isinstance(raw, bytes) else str(raw)


def _parameters(value: Any) -> list[tuple[str, str]]:
    skip = {"DATE-TIME", "TEXT", "CAL-ADDRESS"}
    return sorted((k, str(v)) for k, v in getattr(value, "params", {}).items() if not (k == "VALUE" and str(v) in skip))
