"""An address book in memory, with snapshot and diff."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date

from botpsy.apps.contacts.model import Contact
from botpsy.apps.store import Store
from botpsy.core.messages import Json


class SimulatedContacts(Store[Contact]):
    """A ContactsBackend in memory."""

    kind = "contact"

    def __init__(self, contacts: Iterable[Contact] = ()) -> None:
        super().__init__(contacts, contact_to_json, contact_from_json)

    def all(self) -> list[Contact]:
        """Return everyone, sorted by name then uid."""
        return sorted(self._items.values(), key=lambda c: (c.name, c.uid))


def contact_to_json(contact: Contact) -> dict[str, Json]:
    """Return a contact as JSON; what is empty is left out."""
    row: dict[str, Json] = {
        "uid": contact.uid,
        "name": contact.name,
        "phones": list(contact.phones),
        "emails": list(contact.emails),
        "birthday": contact.birthday.isoformat() if contact.birthday else "",
        "address": contact.address,
        "notes": contact.notes,
    }
    return {key: value for key, value in row.items() if value}


def contact_from_json(row: Mapping[str, Json]) -> Contact:
    """Read what `contact_to_json` wrote."""
    return Contact(
        uid=row["uid"],
        name=row.get("name", ""),
        phones=tuple(row.get("phones", ())),
        emails=tuple(row.get("emails", ())),
        birthday=date.fromisoformat(row["birthday"]) if row.get("birthday") else None,
        address=row.get("address", ""),
        notes=row.get("notes", ""),
    )
