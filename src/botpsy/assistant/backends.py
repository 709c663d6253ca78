"""The person's backends together: the tools over them, and the two things done without a model, looking and undoing."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime

from botpsy.apps.calendar.backend import CalendarBackend
from botpsy.apps.calendar.simulated import event_to_json
from botpsy.apps.calendar.tools import CalendarTools
from botpsy.apps.change import Change
from botpsy.apps.contacts.backend import ContactsBackend
from botpsy.apps.contacts.simulated import contact_to_json
from botpsy.apps.contacts.tools import ContactsTools
from botpsy.core.errors import ConflictError, UsageError
from botpsy.core.messages import Json
from botpsy.tools.tool import Toolbox


def new_uid() -> str:
    """Return a uid for a resource that is created."""
    return str(uuid.uuid4())


@dataclass(frozen=True, slots=True)
class Apps:
    """The person's backends, real or simulated, and the clock in their zone."""

    calendar: CalendarBackend
    contacts: ContactsBackend
    now: Callable[[], datetime]

    def toolbox(self, now: Callable[[], datetime] | None = None, uid: Callable[[], str] = new_uid) -> Toolbox:
        """Return the tools over these backends. `now` stands in for the clock, `uid` names what is created."""
        clock = now or self.now
        return Toolbox.of(CalendarTools(self.calendar, clock, uid), ContactsTools(self.contacts, clock, uid))

    def restore(self, app: str, change: Mapping[str, Json]) -> None:
        """Take one change back. Raises ConflictError when the resource was changed since, BackendError."""
        if app == "calendar":
            self.calendar.restore(Change.from_json(change))
        elif app == "contacts":
            self.contacts.restore(Change.from_json(change))
        else:
            raise UsageError(f"the journal names the app {app!r}; this version has calendar and contacts")

    def look(self, app: str, uid: str) -> Json | None:
        """Return one resource as JSON, None when there is none. Raises BackendError."""
        try:
            if app == "calendar":
                return event_to_json(self.calendar.get(uid))
            return contact_to_json(self.contacts.get(uid))
        except ConflictError:
            return None
