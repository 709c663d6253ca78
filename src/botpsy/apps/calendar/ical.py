"""Events to and from iCalendar text (RFC 5545). What we do not model — alarms, categories, X- properties — is kept."""

from __future__ import annotations

import re
from collections.abc import Callable
from copy import deepcopy
from datetime import UTC, date, datetime, timedelta, tzinfo
from typing import Any, cast
from zoneinfo import ZoneInfo

from icalendar import Calendar, vCalAddress, vRecur, vText
from icalendar import Event as Component
from icalendar.cal import Timezone

from botpsy.apps.calendar.model import Event, Instant
from botpsy.apps.calendar.vtimezone import vtimezone

_PRODUCT = "-//BotPsy//BotPsy//EN"
_REWRITTEN = {"DTSTAMP", "PRODID", "LAST-MODIFIED", "SEQUENCE", "CREATED"}  # servers write these on their own
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


class Malformed(ValueError):
    """The text is not an event that we can read."""


def read_event(text: str, zone: tzinfo) -> Event:
    """Return the event that a calendar object holds, with its overrides. Times without a zone are placed in `zone`.

    Raises Malformed.
    """
    master, overrides = _components(_parse(text))
    event = _event(master, zone)
    excluded = tuple(_like(m, event.start, zone) for m in _dates(master, "EXDATE"))
    changed = tuple((_original(c, event, zone), _event(c, zone)) for c in overrides)
    return _replace(event, rule=_rule(master), excluded=excluded, overrides=changed)


def write_event(event: Event, existing: str | None, now: datetime, zone: tzinfo) -> str:
    """Return the calendar object for `event`: a new one, or `existing` with what differs changed and all else kept.

    `now` (aware) becomes its DTSTAMP. Raises Malformed when `existing` cannot be read, or the rule is no RRULE.
    """
    calendar = _parse(existing) if existing is not None else _new_calendar()
    if existing is None:
        master, overrides = Component(), list[Component]()
        master.add("uid", event.uid)
        calendar.add_component(master)
        old = None
    else:
        master, overrides = _components(calendar)
        old = read_event(existing, zone)
    _patch(master, event, _replace(old, overrides=()) if old else None, now)
    _patch_series(master, event, old)
    before = dict(old.overrides) if old else {}
    components = {_original(c, old, zone): c for c in overrides} if old else {}
    for original, component in components.items():
        if original not in dict(event.overrides):
            calendar.subcomponents.remove(component)
    for original, happening in event.overrides:
        component = components.get(original)
        if component is None:
            component = _occurrence(master, original)
            calendar.add_component(component)
            _patch(component, happening, None, now)
        else:
            _patch(component, happening, before[original], now)
    _add_timezones(calendar)
    return calendar.to_ical().decode()


def same(one: str | None, other: str | None) -> bool:
    """Return True when two calendar objects mean the same, apart from what servers write on their own."""
    if one is None or other is None:
        return one is other
    if one == other:
        return True
    try:
        return _normal(_parse(one)) == _normal(_parse(other))
    except Malformed:
        return False


def _parse(text: str) -> Calendar:
    try:
        return cast(Calendar, Calendar.from_ical(text))
    except (ValueError, KeyError, IndexError, AttributeError, TypeError) as error:
        raise Malformed(f"not a calendar object: {error}") from None


def _new_calendar() -> Calendar:
    calendar = Calendar()
    calendar.add("version", "2.0")
    calendar.add("prodid", _PRODUCT)
    return calendar


def _components(calendar: Calendar) -> tuple[Component, list[Component]]:
    """Return the series (or single event) and the components that override occurrences of it."""
    events = cast(list[Component], calendar.walk("VEVENT"))
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
        attendees=tuple(dict.fromkeys(filter(None, map(_address, _several(component, "ATTENDEE"))))),
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
    value = component.get(name)
    if value is None:
        return None
    moment = getattr(value[0] if isinstance(value, list) else value, "dt", None)
    if not isinstance(moment, date):
        raise Malformed(f"{name} is not a date or time")
    return _aware(moment, zone)


def _aware(moment: date, zone: tzinfo) -> Instant:
    if not isinstance(moment, datetime):
        return moment
    if moment.tzinfo is None:
        return moment.replace(tzinfo=zone)
    if moment.utcoffset() == timedelta() and moment.tzname() in ("UTC", "Z", "GMT"):
        return moment.replace(tzinfo=ZoneInfo("UTC"))
    return moment


def _like(moment: date, start: Instant, zone: tzinfo) -> Instant:
    """Return an exception's date in the form of the series' start, as RFC 5545 wants it and not everybody writes it."""
    moment = _aware(moment, zone)
    if not isinstance(start, datetime):
        return moment.date() if isinstance(moment, datetime) else moment
    if not isinstance(moment, datetime):
        return datetime.combine(moment, start.timetz())
    return moment.astimezone(start.tzinfo)


def _original(component: Component, series: Event, zone: tzinfo) -> Instant:
    moment = getattr(component.get("RECURRENCE-ID"), "dt", None)
    if not isinstance(moment, date):
        raise Malformed("RECURRENCE-ID is not a date or time")
    return _like(moment, series.start, zone)


def _dates(component: Component, name: str) -> list[date]:
    found: list[date] = []
    for value in _several(component, name):
        for each in getattr(value, "dts", ()):
            if isinstance(each.dt, date):
                found.append(each.dt)
    return found


def _several(component: Component, name: str) -> list[Any]:
    value: Any = component.get(name)
    if value is None:
        return []
    return cast(list[Any], value) if isinstance(value, list) else [value]


def _rule(component: Component) -> str:
    rules = _several(component, "RRULE")
    return rules[0].to_ical().decode() if rules and isinstance(rules[0], vRecur) else ""


def _text(component: Component, name: str) -> str:
    values = _several(component, name)
    return str(values[0]) if values else ""


def _address(value: object) -> str:
    text = str(value)
    return text[7:] if text.lower().startswith("mailto:") else ""


def _replace(event: Event, **fields: Any) -> Event:
    from dataclasses import replace

    return replace(event, **fields)


def _patch(component: Component, new: Event, old: Event | None, now: datetime) -> None:
    """Write what differs from `old` into the component; all of it when `old` is None."""
    changed = old is None
    for name, value, was in (
        ("SUMMARY", new.title, old.title if old else None),
        ("LOCATION", new.location, old.location if old else None),
        ("DESCRIPTION", new.notes, old.notes if old else None),
    ):
        if value != was:
            changed = True
            component.pop(name, None)
            if value:
                component.add(name, vText(_clean(value)))
    if old is None or (new.start, new.end) != (old.start, old.end) or _zones(new) != _zones(old):
        changed = True
        for name in ("DTSTART", "DTEND", "DURATION"):
            component.pop(name, None)
        _set_moment(component, "DTSTART", new.start)
        _set_moment(component, "DTEND", new.end)
    if new.attendees != (old.attendees if old else ()) or (old is None and "ATTENDEE" in component):
        changed = True
        known = {_address(v): v for v in _several(component, "ATTENDEE")}
        component.pop("ATTENDEE", None)
        others = [v for address, v in known.items() if not address]  # no e-mail address: none of ours
        for value in [known.get(a) or vCalAddress(f"mailto:{_clean(a)}") for a in new.attendees] + others:
            component.add("ATTENDEE", value, encode=0)
    if changed:
        for name in ("DTSTAMP", "LAST-MODIFIED"):
            component.pop(name, None)
            component.add(name, now.astimezone(UTC).replace(microsecond=0))
        if old is not None:
            sequence = component.pop("SEQUENCE", 0)
            component.add("SEQUENCE", (int(sequence) if str(sequence).isdigit() else 0) + 1)


def _zones(event: Event) -> tuple[str, str]:
    return _zone_name(event.start), _zone_name(event.end)


def _zone_name(moment: Instant) -> str:
    return str(moment.tzinfo) if isinstance(moment, datetime) else ""


def _patch_series(master: Component, event: Event, old: Event | None) -> None:
    if event.rule != (old.rule if old else ""):
        master.pop("RRULE", None)
        if event.rule:
            try:
                master.add("RRULE", vRecur.from_ical(event.rule))
            except (ValueError, KeyError) as error:
                raise Malformed(f"{event.rule!r} is not a recurrence rule: {error}") from None
    if event.excluded != (old.excluded if old else ()):
        master.pop("EXDATE", None)
        for moment in event.excluded:
            _set_moment(master, "EXDATE", moment)


def _occurrence(master: Component, original: Instant) -> Component:
    component = deepcopy(master)
    for name in ("RRULE", "RDATE", "EXDATE", "EXRULE", "SEQUENCE"):
        component.pop(name, None)
    _set_moment(component, "RECURRENCE-ID", original)
    return component


def _set_moment(component: Component, name: str, moment: Instant) -> None:
    if not isinstance(moment, datetime):
        component.add(name, moment, parameters={"VALUE": "DATE"})
        return
    key = _tzid(moment.tzinfo)
    if key in ("", "UTC"):
        component.add(name, moment.astimezone(UTC))
    else:
        component.add(name, moment.replace(tzinfo=None), parameters={"TZID": key})


def _tzid(zone: tzinfo | None) -> str:
    """Return the TZID to write: an IANA name, or that of a VTIMEZONE the object already holds; "" for plain offsets."""
    if isinstance(zone, ZoneInfo):
        return zone.key or ""
    return str(getattr(zone, "_tzid", ""))


def _clean(text: str) -> str:
    return _CONTROL.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))


def _add_timezones(calendar: Calendar) -> None:
    """Put in the VTIMEZONE of each zone used and not yet described; drop none, in case others refer to them."""
    known = {str(z.get("TZID")) for z in calendar.walk("VTIMEZONE")}
    used: dict[str, int] = {}
    for component in calendar.walk("VEVENT"):
        for name in ("DTSTART", "DTEND", "RECURRENCE-ID", "EXDATE"):
            for value in _several(cast(Component, component), name):
                key = str(value.params.get("TZID", ""))
                for moment in [value.dt] if hasattr(value, "dt") else [d.dt for d in value.dts]:
                    if key and key not in known:
                        used[key] = min(used.get(key, moment.year), moment.year)
    for key, year in used.items():
        calendar.subcomponents.insert(0, cast(Timezone, Timezone.from_ical(vtimezone(key, year))))


def _normal(component: Any) -> Any:
    properties = sorted(
        (name, _parameters(value), _ical(value))
        for name in component
        if name not in _REWRITTEN
        for value in _several(component, name)
    )
    parts = sorted(
        (_normal(part) for part in component.subcomponents if part.name != "VTIMEZONE"), key=cast(Callable[[Any], str], repr)
    )
    return component.name, properties, parts


def _ical(value: Any) -> str:
    raw = value.to_ical() if hasattr(value, "to_ical") else str(value)
    return raw.decode() if isinstance(raw, bytes) else str(raw)


def _parameters(value: Any) -> list[tuple[str, str]]:
    skip = {"DATE-TIME", "TEXT", "CAL-ADDRESS"}
    return sorted((k, str(v)) for k, v in getattr(value, "params", {}).items() if not (k == "VALUE" and str(v) in skip))
