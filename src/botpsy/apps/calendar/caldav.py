"""A calendar on a CalDAV server (RFC 4791). Writes are conditional, so a change made meanwhile is never overwritten."""

from __future__ import annotations

import logging
import re
from datetime import UTC, datetime, timedelta, tzinfo
from xml.sax.saxutils import escape

from botpsy.apps.calendar.ical import read_event, same
from botpsy.apps.calendar.ical_write import write_event
from botpsy.apps.calendar.model import Event, Occurrence
from botpsy.apps.calendar.recurrence import instant, occurrences
from botpsy.apps.change import Change
from botpsy.apps.dav_store import DavStore

_CALDAV = "urn:ietf:params:xml:ns:caldav"
_QUERY = (
    f'<C:calendar-query xmlns:D="DAV:" xmlns:C="{_CALDAV}"><D:prop><D:getetag/><C:calendar-data/></D:prop>'
    '<C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT">{inner}</C:comp-filter></C:comp-filter>'
    "</C:filter></C:calendar-query>"
)
_SLACK = timedelta(days=1)  # servers place all-day events in UTC; we look in the person's zone afterwards

_TOO_OFTEN = re.compile(r"FREQ=(?:SECONDLY|MINUTELY)", re.IGNORECASE)  # counted from the start, years of it hang us

_log = logging.getLogger(__name__)


class CalDavCalendar:
    """A CalendarBackend on a CalDAV server. `url` is a calendar, or an account whose first calendar is used.

    `zone` is where times without a zone are placed, the system's by default. `skipped` counts resources of the last
    look that could not be read. An event is written on the condition that it is as this object last read it.
    """

    def __init__(
        self, url: str, user: str, password: str, *, zone: tzinfo | None = None, timeout: float = 20.0
    ) -> None:
        self._zone = zone or _system_zone()
        self._store = DavStore(
            url,
            user,
            password,
            timeout=timeout,
            what="calendar",
            kind=f"{{{_CALDAV}}}calendar",
            home=f"{{{_CALDAV}}}calendar-home-set",
            component="VEVENT",
            data=f"{{{_CALDAV}}}calendar-data",
            content_type="text/calendar",
            suffix=".ics",
            uid_query=lambda uid: _QUERY.format(
                inner=f'<C:prop-filter name="UID"><C:text-match collation="i;octet">{escape(uid)}'
                "</C:text-match></C:prop-filter>"
            ),
            read_uid=lambda text: read_event(text, self._zone).uid,
            same=same,
        )
        self.skipped = 0

    def between(self, start: datetime, end: datetime) -> list[Occurrence]:
        """Return occurrences overlapping [start, end), by start, then title. What cannot be read is skipped."""
        low, high = (f"{m.astimezone(UTC):%Y%m%dT%H%M%SZ}" for m in (start - _SLACK, end + _SLACK))
        found: list[Occurrence] = []
        self.skipped = 0
        for resource in self._store.query(_QUERY.format(inner=f'<C:time-range start="{low}" end="{high}"/>')):
            try:
                event = read_event(resource.text, self._zone)
                if _TOO_OFTEN.search(event.rule):
                    raise ValueError(f"it happens too often: {event.rule}")
                found += occurrences(event, start, end)
                self._store.saw(event.uid, resource)
            except (ValueError, OverflowError) as error:  # Malformed, or a rule that cannot be expanded
                self.skipped += 1
                _log.warning("%s is skipped: %s", resource.url, error)
        zone = start.tzinfo or UTC
        return sorted(found, key=lambda o: (instant(o.event.start, zone), o.event.title))

    def get(self, uid: str) -> Event:
        """Return the stored event. Raises ConflictError when it is gone or cannot be read."""
        return self._store.load(uid, lambda text: read_event(text, self._zone))

    def put(self, event: Event) -> Change:
        """Create or replace by uid; what we do not model is kept. Raises ConflictError when changed meanwhile."""
        now = datetime.now(UTC)
        return self._store.write(event.uid, lambda existing: write_event(event, existing, now, self._zone))

    def delete(self, uid: str) -> Change:
        """Delete the event with its series. Raises ConflictError when it is gone or was changed meanwhile."""
        return self._store.delete(uid)

    def restore(self, change: Change) -> None:
        """Put `change.before` back. Raises ConflictError when the event is not as `change.after` says."""
        self._store.restore(change)


def _system_zone() -> tzinfo:
    from tzlocal import get_localzone

    return get_localzone()
