"""What the model can do with the address book."""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable
from dataclasses import replace
from datetime import date, datetime

from botpsy.apps.change import Change
from botpsy.apps.contacts.backend import ContactsBackend
from botpsy.apps.contacts.model import Contact
from botpsy.apps.match import words, words_match
from botpsy.apps.when import resolve
from botpsy.core.errors import ToolError
from botpsy.core.messages import Json, Undo
from botpsy.tools.tool import Done, tool

SHOWN = 8


class ContactsTools:
    """Tools over a backend; `now` gives the aware time in the person's zone."""

    def __init__(
        self, backend: ContactsBackend, now: Callable[[], datetime], new_uid: Callable[[], str] | None = None
    ) -> None:
        self._backend = backend
        self._now = now
        self._new_uid = new_uid or (lambda: str(uuid.uuid4()))

    @tool("read")
    def find_contact(self, name: str) -> dict[str, Json]:
        """Look up a person's phone, e-mail, address and birthday.

        Args:
            name: person's name
        """
        found = [c for c in self._backend.all() if words_match(name, c.name)] if name.strip() else []
        if not found:
            return {"contacts": [], "note": f"no contact called {name!r}"}
        content: dict[str, Json] = {"contacts": [_shown(c) for c in found[:SHOWN]]}
        if len(found) > SHOWN:
            content["note"] = f"{len(found) - SHOWN} more not shown"
        return content

    @tool("write")
    def save_contact(
        self, name: str, phone: str = "", email: str = "", birthday: str = "", address: str = "", notes: str = ""
    ) -> Done:
        """Save details of a person, new or known.

        Args:
            name: full name
            phone: phone number
            email: e-mail address
            birthday: date of birth
            address: postal address
            notes: anything else
        """
        if not words(name):
            raise ToolError("the contact needs a name")
        if email and not re.fullmatch(r"[^@\s]+@[^@\s]+\.[^@\s]+", email):
            raise ToolError(f"{email!r} is not an e-mail address")
        if phone and not re.fullmatch(r"\+?[\d\s().\-/]{3,25}", phone):
            raise ToolError(f"{phone!r} is not a phone number")
        if not any((phone, email, birthday, address, notes)):
            raise ToolError("say what to save: phone, email, birthday, address or notes")
        same = [c for c in self._backend.all() if words(c.name) == words(name)]
        if len(same) > 1:
            raise ToolError(f"{len(same)} contacts are called {name!r}; rename one first")
        old = same[0] if same else Contact(self._new_uid(), name.strip())
        new = replace(
            old,
            phones=_first(phone, old.phones),
            emails=_first(email, old.emails),
            birthday=_birthday(birthday, self._now()) if birthday else old.birthday,
            address=address.strip() or old.address,
            notes=notes.strip() or old.notes,
        )
        return _done("Updated" if same else "Added", self._backend.put(new), new)

    @tool("write")
    def delete_contact(self, name: str) -> Done:
        """Delete a person from the contacts.

        Args:
            name: full name
        """
        everyone = self._backend.all()
        found = [c for c in everyone if words(c.name) == words(name)]
        found = found or [c for c in everyone if name.strip() and words_match(name, c.name)]
        if not found:
            raise ToolError(f"no contact called {name!r}")
        if len(found) > 1:
            names = ", ".join(c.name for c in found[:5])
            raise ToolError(f"{len(found)} contacts match {name!r}: {names}. Say which, by the full name")
        return _done("Deleted", self._backend.delete(found[0].uid), found[0])


def _first(value: str, rest: tuple[str, ...]) -> tuple[str, ...]:
    value = value.strip()
    return (value, *(r for r in rest if r != value)) if value else rest


def _birthday(phrase: str, now: datetime) -> date:
    start = resolve(phrase, now).start
    day = start.date() if isinstance(start, datetime) else start
    named = re.search(r"\b(19|20)\d\d\b", phrase)
    if named:
        return day.replace(year=int(named[0]))
    # without a year the last such day is kept; a birthday lies in the past
    return day if day <= now.date() else day.replace(year=day.year - 1)


def _shown(contact: Contact) -> dict[str, Json]:
    row: dict[str, Json] = {
        "name": contact.name,
        "phone": ", ".join(contact.phones),
        "email": ", ".join(contact.emails),
        "birthday": contact.birthday.isoformat() if contact.birthday else "",
        "address": contact.address,
        "notes": contact.notes,
    }
    return {key: value for key, value in row.items() if value}


def _done(verb: str, change: Change, contact: Contact) -> Done:
    details = ", ".join(str(v) for k, v in _shown(contact).items() if k != "name")
    summary = f"{verb} contact {contact.name}" + (f": {details}" if details and verb != "Deleted" else "")
    return Done({"done": summary}, summary, Undo("contacts", change.to_json()))
