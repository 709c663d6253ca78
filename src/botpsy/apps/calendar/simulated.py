"""A calendar in memory, with snapshot and diff."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, datetime
from typing import cast
from zoneinfo import ZoneInfo

from botpsy.apps.calendar.model import Event, Instant, Occurrence
from botpsy.apps.calendar.recurrence import instant, occurrences
from botpsy.apps.store import Store
from botpsy.core.messages import Json


class SimulatedCalendar(Store[Event]):
    """A CalendarBackend in memory."""

    kind = "event"

    def __init__(self, events: Iterable[Event] = ()) -> None:
        super().__init__(events, event_to_json, event_from_json)

    def between(self, start: datetime, end: datetime) -> list[Occurrence]:
        """Return occurrences overlapping [start, end), in order of start, then title."""
        found = [o for event in self._items.values() for o in occurrences(event, start, end)]
        zone = start.tzinfo
        assert zone is not None, "times are aware"
        return sorted(found, key=lambda o: (instant(o.event.start, zone), o.event.title))


def _moment(moment: Instant) -> Json:
    if isinstance(moment, datetime):
        return [moment.replace(tzinfo=None).isoformat(), str(moment.tzinfo)]
    return moment.isoformat()


def _read_moment(value: Json) -> Instant:
    if isinstance(value, str):
        return date.fromisoformat(value)
    text, zone = cast(list[str], value)
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone))


def event_to_json(event: Event) -> dict[str, Json]:
    """Return an event as JSON; what is empty is left out."""
    row: dict[str, Json] = {
        "uid": event.uid,
        "title": event.title,
        "start": _moment(event.start),
        "end": _moment(event.end),
        "location": event.location,
        "notes": event.notes,
        "attendees": list(event.attendees),
        "rule": event.rule,
        "excluded": [_moment(m) for m in event.excluded],
        "overrides": [[_moment(m), event_to_json(e)] for m, e in event.overrides],
    }
    return {key: value for key, value in row.items() if value}


def event_from_json(row: Mapping[str, Json]) -> Event:
    """Read what `event_to_json` wrote."""
    return Event(
        uid=row["uid"],
        title=row.get("title", ""),
        start=_read_moment(row["start"]),
        end=_read_moment(row["end"]),
        location=row.get("location", ""),
        notes=row.get("notes", ""),
        attendees=tuple(row.get("attendees", ())),
        rule=row.get("rule", ""),
        excluded=tuple(_read_moment(m) for m in row.get("excluded", ())),
        overrides=tuple((_read_moment(m), event_from_json(e)) for m, e in row.get("overrides", ())),
    )
