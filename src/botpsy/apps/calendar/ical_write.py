"""Events to iCalendar text (RFC 5545). What we do not model — alarms, categories, X- properties — is kept."""

from __future__ import annotations

import re
from copy import deepcopy
from datetime import UTC, datetime, tzinfo
from typing import Any, cast
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from icalendar import Calendar, Timezone, vCalAddress, vRecur, vText
from icalendar import Event as NewComponent

from botpsy.apps.calendar.ical import (
    Component,
    Malformed,
    address,
    components,
    is_utc,
    original,
    parse,
    read_event,
    several,
)
from botpsy.apps.calendar.model import Event, Instant
from botpsy.apps.calendar.vtimezone import vtimezone

_PRODUCT = "-//BotPsy//BotPsy//EN"
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


def write_event(event: Event, existing: str | None, now: datetime, zone: tzinfo) -> str:
    """Return the calendar object for `event`: a new one, or `existing` with what differs changed and all else kept.

    `now` (aware) becomes its DTSTAMP. Raises Malformed when `existing` cannot be read, or the rule is no RRULE.
    """
    calendar: Any = parse(existing) if existing is not None else _new_calendar(event.uid)
    series, parts = components(calendar)
    old = read_event(existing, zone) if existing is not None else None
    changed = _patch(series, event, old) | _patch_rule(series, event, old)
    _stamp(series, now, changed=changed, new=old is None)
    known = {original(part, old, zone): part for part in parts} if old else {}
    before, wanted = dict(old.overrides) if old else {}, dict(event.overrides)
    for moment, part in known.items():
        if moment not in wanted:
            calendar.subcomponents.remove(part)
    for moment, happening in event.overrides:
        part = known.get(moment)
        if part is None:
            part = _occurrence(series, moment)
            calendar.add_component(part)
        changed = _patch(part, happening, before.get(moment))
        _stamp(part, now, changed=changed, new=moment not in known)
    _add_timezones(calendar)
    return cast(bytes, calendar.to_ical()).decode()


def _patch(component: Component, new: Event, old: Event | None) -> bool:
    """Write what differs from `old` into the component, all of it when `old` is None. Returns whether anything did."""
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
    if old is None or new.attendees != old.attendees:
        changed = True
        kept = {address(value): value for value in several(component, "ATTENDEE") if address(value)}
        others = [value for value in several(component, "ATTENDEE") if not address(value)]  # no e-mail: none of ours
        component.pop("ATTENDEE", None)
        for value in [kept.get(a) or vCalAddress(f"mailto:{_clean(a)}") for a in new.attendees] + others:
            component.add("ATTENDEE", value, encode=False)
    return changed


def _stamp(component: Component, now: datetime, *, changed: bool, new: bool) -> None:
    if not changed:
        return
    for name in ("DTSTAMP", "LAST-MODIFIED"):
        component.pop(name, None)
        component.add(name, now.astimezone(UTC).replace(microsecond=0))
    if not new:
        sequence = str(component.pop("SEQUENCE", 0))
        component.add("SEQUENCE", (int(sequence) if sequence.isdigit() else 0) + 1)


def _zones(event: Event) -> tuple[str, str]:
    return _zone_name(event.start), _zone_name(event.end)


def _zone_name(moment: Instant) -> str:
    return str(moment.tzinfo) if isinstance(moment, datetime) else ""


def _patch_rule(master: Component, event: Event, old: Event | None) -> bool:
    rule_differs = event.rule != (old.rule if old else "")
    excluded_differ = event.excluded != (old.excluded if old else ())
    if rule_differs:
        master.pop("RRULE", None)
        if event.rule:
            try:
                master.add("RRULE", vRecur.from_ical(event.rule))
            except (ValueError, KeyError) as error:
                raise Malformed(f"{event.rule!r} is not a recurrence rule: {error}") from None
    if excluded_differ:
        master.pop("EXDATE", None)
        for moment in event.excluded:
            _set_moment(master, "EXDATE", moment)
    return rule_differs or excluded_differ


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
    if not key:
        component.add(name, moment.astimezone(UTC))
    else:
        component.add(name, moment.replace(tzinfo=None), parameters={"TZID": key})


def _tzid(zone: tzinfo | None) -> str:
    """Return the TZID to write: an IANA name, or that of a VTIMEZONE in the object; "" for UTC and plain offsets."""
    if zone is None or is_utc(zone):
        return ""
    if isinstance(zone, ZoneInfo):
        return zone.key or ""
    return str(getattr(zone, "_tzid", ""))


def _clean(text: str) -> str:
    return _CONTROL.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))


def _add_timezones(calendar: Component) -> None:
    """Put in the VTIMEZONE of each zone used and not yet described; drop none, in case others refer to them."""
    known = {str(z.get("TZID")) for z in calendar.walk("VTIMEZONE")}
    used: dict[str, int] = {}
    for component in calendar.walk("VEVENT"):
        for name in ("DTSTART", "DTEND", "RECURRENCE-ID", "EXDATE"):
            for value in several(component, name):
                key = str(value.params.get("TZID", ""))
                for moment in [value.dt] if hasattr(value, "dt") else [d.dt for d in value.dts]:
                    if key and key not in known:
                        used[key] = min(used.get(key, moment.year), moment.year)
    for key, year in used.items():
        try:
            described = Timezone.from_ical(vtimezone(key, year))
        except (ZoneInfoNotFoundError, ValueError, OSError):
            continue  # a name of another program's that was never described; it stays as it is
        calendar.subcomponents.insert(0, described)


def _new_calendar(uid: str) -> Calendar:
    calendar: Any = Calendar()
    calendar.add("version", "2.0")
    calendar.add("prodid", _PRODUCT)
    component: Any = NewComponent()
    component.add("uid", uid)
    calendar.add_component(component)
    return calendar
