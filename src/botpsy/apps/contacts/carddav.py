"""An address book on a CardDAV server (RFC 6352). Writes are conditional, so a change made meanwhile is never lost."""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from xml.sax.saxutils import escape

from botpsy.apps.change import Change
from botpsy.apps.contacts.model import Contact
from botpsy.apps.contacts.vcard import Malformed, read_contact, same, write_contact
from botpsy.apps.dav_store import DavStore

_CARDDAV = "urn:ietf:params:xml:ns:carddav"
_QUERY = (
    f'<C:addressbook-query xmlns:D="DAV:" xmlns:C="{_CARDDAV}"><D:prop><D:getetag/><C:address-data/></D:prop>'
    "<C:filter>{inner}</C:filter></C:addressbook-query>"
)
_log = logging.getLogger(__name__)


class CardDavContacts:
    """A ContactsBackend on a CardDAV server. `url` is an address book, or an account whose first one is taken.

    `skipped` counts resources of the last look that could not be read. A contact is written on the condition that it is
    as this object last read it.
    """

    def __init__(self, url: str, user: str, password: str, *, timeout: float = 20.0) -> None:
        self._store = DavStore(
            url,
            user,
            password,
            timeout=timeout,
            what="contacts",
            kind=f"{{{_CARDDAV}}}addressbook",
            home=f"{{{_CARDDAV}}}addressbook-home-set",
            component="",
            data=f"{{{_CARDDAV}}}address-data",
            content_type="text/vcard",
            suffix=".vcf",
            uid_query=lambda uid: _QUERY.format(
                inner=f'<C:prop-filter name="UID"><C:text-match match-type="equals">{escape(uid)}'
                "</C:text-match></C:prop-filter>"
            ),
            read_uid=lambda text: read_contact(text).uid,
            same=same,
        )
        self.skipped = 0

    def all(self) -> list[Contact]:
        """Return everyone, sorted by name then uid. What cannot be read is skipped."""
        found: list[Contact] = []
        self.skipped = 0
        for resource in self._store.query(_QUERY.format(inner='<C:prop-filter name="UID"/>')):
            try:
                contact = read_contact(resource.text)
            except Malformed as error:
                self.skipped += 1
                _log.warning("%s is skipped: %s", resource.url, error)
                continue
            self._store.saw(contact.uid, resource)
            found.append(contact)
        return sorted(found, key=lambda c: (c.name, c.uid))

    def get(self, uid: str) -> Contact:
        """Return one contact. Raises ConflictError when it is gone or cannot be read."""
        return self._store.load(uid, read_contact)

    def put(self, contact: Contact) -> Change:
        """Create or replace by uid; what we do not model is kept. Raises ConflictError when changed meanwhile."""
        now = datetime.now(UTC)
        return self._store.write(contact.uid, lambda existing: write_contact(contact, existing, now))

    def delete(self, uid: str) -> Change:
        """Delete by uid. Raises ConflictError when it is gone or was changed meanwhile."""
        return self._store.delete(uid)

    def restore(self, change: Change) -> None:
        """Put `change.before` back. Raises ConflictError when the contact is not as `change.after` says."""
        self._store.restore(change)
