"""What writes would do, without doing them: the tools run over backends that read the real ones and keep nothing.

Within a turn each write sees what those before it would have done, so "add an event and invite Ana to it" can be
approved as a whole.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from botpsy.apps.calendar.backend import CalendarBackend
from botpsy.apps.calendar.model import Event, Occurrence
from botpsy.apps.calendar.recurrence import instant, occurrences
from botpsy.apps.calendar.simulated import event_to_json
from botpsy.apps.change import Change
from botpsy.apps.contacts.backend import ContactsBackend
from botpsy.apps.contacts.model import Contact
from botpsy.apps.contacts.simulated import contact_to_json
from botpsy.assistant.backends import Apps, new_uid
from botpsy.assistant.journal import Expected
from botpsy.core.errors import ConflictError
from botpsy.core.messages import ToolCall, ToolResult
from botpsy.tools.execute import execute

_VERBS = {"Added": "Add", "Changed": "Change", "Deleted": "Delete", "Invited": "Invite", "Updated": "Update"}
Note = Callable[[Expected], None]


@dataclass(frozen=True, slots=True)
class Plan:
    """A write that would work: what the app would say of it, the uids it would give, and what would change."""

    call: ToolCall
    summary: str
    uids: tuple[str, ...]
    expected: tuple[Expected, ...]


class Preview:
    """Tries the writes of one turn in order. `now` is the moment that the person's phrases are resolved at."""

    def __init__(self, apps: Apps, now: Callable[[], datetime]) -> None:
        self._expected: list[Expected] = []
        self._uids: list[str] = []
        note = self._expected.append
        dry = Apps(DryCalendar(apps.calendar, note), DryContacts(apps.contacts, note), now)
        self._toolbox = dry.toolbox(uid=self._uid)

    def _uid(self) -> str:
        self._uids.append(new_uid())
        return self._uids[-1]

    async def attempt(self, call: ToolCall) -> Plan | ToolResult:
        """Return what a write would do, or the result that says why it cannot be done. Raises BackendError."""
        del self._expected[:], self._uids[:]
        tried = await execute(self._toolbox, call, threaded=True)
        if not tried.ok or tried.receipt is None:
            return tried
        return Plan(call, tried.receipt.summary, tuple(self._uids), tuple(self._expected))


class DryCalendar:
    """A CalendarBackend that remembers its writes and passes none on."""

    def __init__(self, real: CalendarBackend, note: Note) -> None:
        self._real = real
        self._note = note
        self._written: dict[str, Event | None] = {}

    def between(self, start: datetime, end: datetime) -> list[Occurrence]:
        """Read from the real calendar, with what was written here."""
        found = [o for o in self._real.between(start, end) if o.event.uid not in self._written]
        for event in self._written.values():
            found += occurrences(event, start, end) if event is not None else []
        zone = start.tzinfo
        assert zone is not None, "times are aware"
        return sorted(found, key=lambda o: (instant(o.event.start, zone), o.event.title))

    def get(self, uid: str) -> Event:
        """Return what was written here, else the real one."""
        event = self._written[uid] if uid in self._written else self._real.get(uid)
        if event is None:
            raise ConflictError("this event no longer exists")
        return event

    def put(self, event: Event) -> Change:
        """Remember."""
        return self._write(event.uid, event)

    def delete(self, uid: str) -> Change:
        """Remember. Raises ConflictError when it is gone."""
        self.get(uid)
        return self._write(uid, None)

    def restore(self, change: Change) -> None:
        """No tool undoes."""

    def _write(self, uid: str, event: Event | None) -> Change:
        try:
            before = event_to_json(self.get(uid))
        except ConflictError:
            before = None
        self._written[uid] = event
        self._note(Expected("calendar", uid, before, event_to_json(event) if event else None))
        return Change(uid, None, None)


class DryContacts:
    """A ContactsBackend that remembers its writes and passes none on."""

    def __init__(self, real: ContactsBackend, note: Note) -> None:
        self._real = real
        self._note = note
        self._written: dict[str, Contact | None] = {}

    def all(self) -> list[Contact]:
        """Read from the real address book, with what was written here."""
        found = [c for c in self._real.all() if c.uid not in self._written]
        found += [c for c in self._written.values() if c is not None]
        return sorted(found, key=lambda c: (c.name, c.uid))

    def get(self, uid: str) -> Contact:
        """Return what was written here, else the real one."""
        contact = self._written[uid] if uid in self._written else self._real.get(uid)
        if contact is None:
            raise ConflictError("this contact no longer exists")
        return contact

    def put(self, contact: Contact) -> Change:
        """Remember."""
        return self._write(contact.uid, contact)

    def delete(self, uid: str) -> Change:
        """Remember. Raises ConflictError when it is gone."""
        self.get(uid)
        return self._write(uid, None)

    def restore(self, change: Change) -> None:
        """No tool undoes."""

    def _write(self, uid: str, contact: Contact | None) -> Change:
        try:
            before = contact_to_json(self.get(uid))
        except ConflictError:
            before = None
        self._written[uid] = contact
        self._note(Expected("contacts", uid, before, contact_to_json(contact) if contact else None))
        return Change(uid, None, None)


def intended(summary: str) -> str:
    """Turn "Added lunch" into "Add lunch": the app words what was done, this is not done yet."""
    verb, _, rest = summary.partition(" ")
    return f"{_VERBS.get(verb, verb)} {rest}"


def replayed(uids: Sequence[str]) -> Callable[[], str]:
    """Return a source of uids that gives those of a plan first, so that what was planned can be found again."""
    left = list(uids)
    return lambda: left.pop(0) if left else new_uid()
