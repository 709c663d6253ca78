"""Events and their occurrences, as values. Recurrence rules are iCalendar's (RFC 5545)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

Instant = datetime | date  # an aware datetime, or a plain date for all-day events


@dataclass(frozen=True, slots=True)
class Event:
    """A stored event, perhaps a series.

    `start` and `end` (exclusive) are both aware datetimes or both dates (all-day). `rule` is an RRULE value such as
    "FREQ=WEEKLY;COUNT=10" or "". `excluded` holds original starts that do not happen (EXDATE); `overrides` maps an
    original start (RECURRENCE-ID) to the event that happens instead, whose own `rule` is "".
    """

    uid: str
    title: str
    start: Instant
    end: Instant
    location: str = ""
    notes: str = ""
    attendees: tuple[str, ...] = ()  # e-mail addresses
    rule: str = ""
    excluded: tuple[Instant, ...] = ()
    overrides: tuple[tuple[Instant, Event], ...] = ()

    @property
    def all_day(self) -> bool:
        """True when the event has dates instead of times."""
        return not isinstance(self.start, datetime)


@dataclass(frozen=True, slots=True)
class Occurrence:
    """One happening: the effective event (override applied, own start and end), and which one of a series it is.

    `original` is the start that the rule gives it (its RECURRENCE-ID), None for a single event.
    """

    event: Event
    original: Instant | None = None
