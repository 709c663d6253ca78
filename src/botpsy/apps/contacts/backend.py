"""What contact tools call. A simulated and a real backend pass the same contract tests."""

from __future__ import annotations

from typing import Protocol

from botpsy.apps.change import Change
from botpsy.apps.contacts.model import Contact


class ContactsBackend(Protocol):
    """A store of people. Raises BackendError when a real service fails; a failed write leaves nothing half-written."""

    def all(self) -> list[Contact]:
        """Return everyone, sorted by name then uid."""
        ...

    def get(self, uid: str) -> Contact:
        """Return one contact. Raises ConflictError when it is gone."""
        ...

    def put(self, contact: Contact, /) -> Change:
        """Create or replace by uid. Properties we do not model are kept."""
        ...

    def delete(self, uid: str) -> Change:
        """Delete by uid. Raises ConflictError when it is gone."""
        ...

    def restore(self, change: Change) -> None:
        """Undo `change` (see Change). Raises ConflictError when the contact was changed since."""
        ...
