"""What the model can do with a calendar. Times come in as the person's own phrases and are resolved here."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Literal

from botpsy.apps.calendar.backend import CalendarBackend
from botpsy.apps.calendar.model import Event, Instant, Occurrence
from botpsy.apps.calendar.recurrence import exclude, override
from botpsy.apps.change import Change
from botpsy.apps.match import words_match
from botpsy.apps.when import resolve, resolve_duration, resolve_move, resolve_span, say
from botpsy.core.errors import ToolError
from botpsy.core.messages import Json, Undo
from botpsy.tools.tool import Done, tool

Repeat = Literal["daily", "weekly", "monthly", "yearly"]
HORIZON = timedelta(days=400)  # how far ahead an event is looked for by name
SHOWN = 15  # events in one answer; more would drown a small model


class CalendarTools:
    """Tools over a backend; `now` gives the aware time in the person's zone."""

    def __init__(
        self, backend: CalendarBackend, now: Callable[[], datetime], new_uid: Callable[[], str] | None = None
    ) -> None:
        self._backend = backend
        self._now = now
        self._new_uid = new_uid or (lambda: str(uuid.uuid4()))

    @tool("read")
    def list_events(self, when: str, query: str = "") -> dict[str, Json]:
        """List calendar events in a period.

        Args:
            when: day or period, as the user says it
            query: what to look for, if not all
        """
        now = self._now()
        start, end = resolve_span(when, now)
        found = [o for o in self._backend.between(start, end) if words_match(query, o.event.title)]
        if not found:
            named = f" called {query!r}" if query.strip() else ""
            return {"events": [], "note": f"nothing{named} from {say(start, end, now)}"}
        content: dict[str, Json] = {"events": [_line(o.event, now) for o in found[:SHOWN]]}
        if len(found) > SHOWN:
            content["note"] = f"{len(found) - SHOWN} more not shown"
        return content

    @tool("write")
    def create_event(
        self, title: str, when: str, duration: str = "", location: str = "", repeat: Repeat | None = None
    ) -> Done:
        """Add an event to the calendar.

        Args:
            title: short name
            when: day and time, as the user says it
            duration: length, such as "45 minutes"
            location: place
            repeat: repetition
        """
        now = self._now()
        if not title.strip():
            raise ToolError("the event needs a title")
        start, end = _times(when, duration, now)
        rule = f"FREQ={repeat.upper()}" if repeat else ""
        event = Event(self._new_uid(), title.strip(), start, end, location=location.strip(), rule=rule)
        return _done("Added", self._backend.put(event), event, now)

    @tool("write")
    def change_event(
        self,
        event: str,
        on: str = "",
        new_when: str = "",
        new_title: str = "",
        new_duration: str = "",
        new_location: str = "",
        whole_series: bool = False,
    ) -> Done:
        """Move, rename or change an event.

        Args:
            event: its title
            on: its day, if said
            new_when: new day or time, as the user says it
            new_title: new title
            new_duration: new length
            new_location: new place
            whole_series: true for all repetitions
        """
        now = self._now()
        if not any((new_when, new_title, new_duration, new_location)):
            raise ToolError("say what to change: new_when, new_title, new_duration or new_location")
        found = self._find(event, on)
        old = found.event
        series = self._backend.get(old.uid)
        target = series if whole_series and series.rule else old
        start, end = old.start, old.end
        if new_when:
            start, end = resolve_move(new_when, start, end, now)
        if new_duration:
            end = start + resolve_duration(new_duration)
        if target is not old:  # the series moves by as much as this occurrence does
            shifted = _shift(target.start, start, old.start if found.original is None else found.original)
            start, end = shifted, _shift(shifted, end, start)
        new = replace(
            target,
            start=start,
            end=end,
            title=new_title.strip() or target.title,
            location=new_location.strip() or target.location,
        )
        if target is not old:
            stored = replace(new, excluded=(), overrides=()) if new_when else new
        elif found.original is not None:
            stored = override(series, found.original, new)
        else:
            stored = new
        return _done("Changed", self._backend.put(stored), new, now)

    @tool("write")
    def delete_event(self, event: str, on: str = "", whole_series: bool = False) -> Done:
        """Delete an event.

        Args:
            event: its title
            on: its day, if said
            whole_series: true for all repetitions
        """
        now = self._now()
        found = self._find(event, on)
        series = self._backend.get(found.event.uid)
        if series.rule and not whole_series and found.original is not None:
            return _done("Deleted", self._backend.put(exclude(series, found.original)), found.event, now)
        return _done("Deleted", self._backend.delete(series.uid), series if series.rule else found.event, now)

    @tool("write")
    def invite(self, event: str, emails: list[str], on: str = "") -> Done:
        """Add people to an event by e-mail address.

        Args:
            event: its title
            emails: their addresses
            on: its day, if said
        """
        now = self._now()
        for email in emails:
            if email.count("@") != 1 or email.strip("@ ") != email or " " in email:
                raise ToolError(f"{email!r} is not an e-mail address; look the person up with find_contact")
        if not emails:
            raise ToolError("name at least one e-mail address")
        found = self._find(event, on)
        series = self._backend.get(found.event.uid)
        everyone = tuple(dict.fromkeys((*series.attendees, *emails)))
        change = self._backend.put(replace(series, attendees=everyone))
        return _done(f"Invited {', '.join(emails)} to", change, found.event, now)

    def _find(self, title: str, on: str) -> Occurrence:
        """Return the one event meant: exact title before words of it, the next occurrence of a series."""
        now = self._now()
        start, end = resolve_span(on, now) if on else (now - timedelta(days=1), now + HORIZON)
        found = [o for o in self._backend.between(start, end) if words_match(title, o.event.title)]
        exact = [o for o in found if o.event.title.casefold() == title.strip().casefold()]
        by_uid: dict[str, Occurrence] = {}
        for o in exact or found:
            by_uid.setdefault(o.event.uid, o)
        if not title.strip() or not by_uid:
            where = f" on {on}" if on else ""
            raise ToolError(f"no event called {title!r}{where}")
        if len(by_uid) > 1:
            lines = "; ".join(_line(o.event, now) for o in list(by_uid.values())[:5])
            raise ToolError(f"{len(by_uid)} events match {title!r}: {lines}. Say which, by its full title or day")
        return next(iter(by_uid.values()))


def _times(when: str, duration: str, now: datetime) -> tuple[Instant, Instant]:
    moment = resolve(when, now)
    start = moment.start
    if duration:
        length = resolve_duration(duration)
        if not isinstance(start, datetime) and length < timedelta(days=1):
            raise ToolError(f"{when!r} names no time of day; say when it starts")
        return start, start + length
    if moment.end is not None:
        return start, moment.end
    return start, start + (timedelta(hours=1) if isinstance(start, datetime) else timedelta(days=1))


def _shift(moment: Instant, new: Instant, old: Instant) -> Instant:
    if isinstance(new, datetime) and isinstance(old, datetime):
        return moment + (new.replace(tzinfo=None) - old.replace(tzinfo=None))
    if isinstance(new, datetime) or isinstance(old, datetime):
        raise ToolError("a series cannot change between all-day and timed; delete it and create a new one")
    return moment + (new - old)


def _line(event: Event, now: datetime) -> str:
    place = f", {event.location}" if event.location else ""
    return f"{event.title}: {say(event.start, event.end, now)}{place}"


def _done(verb: str, change: Change, event: Event, now: datetime) -> Done:
    repeat = {"DAILY": "daily", "WEEKLY": "weekly", "MONTHLY": "monthly", "YEARLY": "yearly"}
    again = next((f", repeats {word}" for key, word in repeat.items() if f"FREQ={key}" in event.rule), "")
    summary = f"{verb} {_line(event, now)}{again}"
    return Done({"done": summary}, summary, Undo("calendar", change.to_json()))
