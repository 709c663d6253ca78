"""A person in the address book, as a value."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, slots=True)
class Contact:
    """`name` is the full name as people write it; the first phone and e-mail are the preferred ones."""

    uid: str
    name: str
    phones: tuple[str, ...] = ()
    emails: tuple[str, ...] = ()
    birthday: date | None = None
    address: str = ""
    notes: str = ""
