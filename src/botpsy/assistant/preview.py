"""What a write would do, without doing it: the tools run over backends that read the real ones and keep nothing."""

from __future__ import annotations

from datetime import datetime

from botpsy.apps.calendar.backend import CalendarBackend
from botpsy.apps.calendar.model import Event, Occurrence
from botpsy.apps.change import Change
from botpsy.apps.contacts.backend import ContactsBackend
from botpsy.apps.contacts.model import Contact

_VERBS = {"Added": "Add", "Changed": "Change", "Deleted": "Delete", "Invited": "Invite", "Updated": "Update"}


class DryCalendar:
    """A CalendarBackend whose writes go nowhere."""

    def __init__(self, real: CalendarBackend) -> None:
        self._real = real

    def between(self, start: datetime, end: datetime) -> list[Occurrence]:
        """Read from the real calendar."""
        return self._real.between(start, end)

    def get(self, uid: str) -> Event:
        """Read from the real calendar."""
        return self._real.get(uid)

    def put(self, event: Event) -> Change:
        """Keep nothing."""
        return Change(event.uid, None, None)

    def delete(self, uid: str) -> Change:
        """Keep nothing."""
        self._real.get(uid)
        return Change(uid, None, None)

    def restore(self, change: Change) -> None:
        """Keep nothing."""


class DryContacts:
    """A ContactsBackend whose writes go nowhere."""

    def __init__(self, real: ContactsBackend) -> None:
        self._real = real

    def all(self) -> list[Contact]:
        """Read from the real address book."""
        return self._real.all()

    def get(self, uid: str) -> Contact:
        """Read from the real address book."""
        return self._real.get(uid)

    def put(self, contact: Contact) -> Change:
        """Keep nothing."""
        return Change(contact.uid, None, None)

    def delete(self, uid: str) -> Change:
        """Keep nothing."""
        self._real.get(uid)
        return Change(uid, None, None)

    def restore(self, change: Change) -> None:
        """Keep nothing."""


def intended(summary: str) -> str:
    """Turn "Added lunch" into "Add lunch": the app words what was done, this is not done yet."""
    verb, _, rest = summary.partition(" ")
    return f"{_VERBS.get(verb, verb)} {rest}"
