"""Resources by uid in one DAV collection, for calendars and address books alike: find, write on condition, undo."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from typing import TypeVar
from urllib.parse import quote

from botpsy.apps.change import Change
from botpsy.apps.dav import DAV, DavClient, Resource, Uncertain
from botpsy.core.errors import BackendError, ConflictError

R = TypeVar("R")


class DavStore:
    """One collection. Keeps what it last saw of each resource, and writes only if the server still has exactly that.

    `read_uid` and `same` know the format: they return the uid in a text, and whether two texts mean the same.
    """

    def __init__(
        self,
        url: str,
        user: str,
        password: str,
        *,
        timeout: float,
        what: str,
        kind: str,
        home: str,
        component: str,
        data: str,
        content_type: str,
        suffix: str,
        uid_query: Callable[[str], str],
        read_uid: Callable[[str], str],
        same: Callable[[str | None, str | None], bool],
    ) -> None:
        self._client = DavClient(url, user, password, what, timeout)
        self._thing = "event" if what == "calendar" else "contact"
        self._kind, self._home, self._component, self._data = kind, home, component, data
        self._content_type, self._suffix = content_type, suffix
        self._uid_query, self._read_uid, self._same = uid_query, read_uid, same
        self._collection = ""
        self._seen: dict[str, Resource] = {}

    def query(self, report: str) -> list[Resource]:
        """Return the resources that a REPORT finds."""
        found: list[Resource] = []
        for url, properties in self._client.multistatus("REPORT", self._url(), report, "1"):
            text = properties.findtext(self._data)
            if text is not None:
                found.append(Resource(url, properties.findtext(f"{DAV}getetag") or "", text))
        return found

    def saw(self, uid: str, resource: Resource) -> None:
        """Remember a resource as the state that a later write builds on."""
        self._seen[uid] = resource

    def load(self, uid: str, read: Callable[[str], R]) -> R:
        """Return what the resource holds. Raises ConflictError when it is gone or cannot be read."""
        resource = self._fetch(uid)
        if resource is None:
            raise ConflictError(f"this {self._thing} no longer exists")
        try:
            return read(resource.text)
        except ValueError as error:
            raise ConflictError(f"this {self._thing} cannot be read: {error}") from None

    def write(self, uid: str, render: Callable[[str | None], str]) -> Change:
        """Create or replace; `render` gets the text the server has, or None, and returns the new one."""
        old = self._seen.get(uid) or self._fetch(uid)
        try:
            text = render(old.text if old else None)
        except ValueError as error:
            raise ConflictError(f"this {self._thing} cannot be written: {error}") from None
        new = self._put(uid, text, old)
        return Change(uid, old.text if old else None, new.text)

    def delete(self, uid: str) -> Change:
        """Delete. Raises ConflictError when it is gone or was changed since it was last seen."""
        old = self._seen.get(uid) or self._fetch(uid)
        if old is None:
            raise ConflictError(f"this {self._thing} no longer exists")
        self._remove(uid, old)
        return Change(uid, old.text, None)

    def restore(self, change: Change) -> None:
        """Put `change.before` back if the resource still is what `change.after` says, else raise ConflictError."""
        current = self._fetch(change.uid)
        if not self._same(current.text if current else None, change.after):
            raise ConflictError(f"this {self._thing} was changed since; nothing was undone")
        if change.before is not None:
            self._put(change.uid, change.before, current)
        elif current is not None:
            self._remove(change.uid, current)

    def _url(self) -> str:
        if not self._collection:
            self._collection = self._client.find_collection(self._kind, self._home, self._component)
        return self._collection

    def _fetch(self, uid: str) -> Resource | None:
        """Return the resource as the server has it now."""
        seen = self._seen.pop(uid, None)
        found = self._client.get(seen.url) if seen else None
        if found is None:
            found = self._search(uid)
        if found is not None:
            self._seen[uid] = found
        return found

    def _search(self, uid: str) -> Resource | None:
        for resource in self.query(self._uid_query(uid)):
            try:
                if self._read_uid(resource.text) == uid:
                    return resource
            except ValueError:
                continue
        return None

    def _put(self, uid: str, text: str, old: Resource | None) -> Resource:
        url = old.url if old else self._url() + _file_name(uid) + self._suffix
        self._seen.pop(uid, None)  # whatever comes of it, the next write looks again
        try:
            self._client.put(url, text, self._content_type, old.etag if old else None)
        except Uncertain as error:
            if not self._happened(url, text, error):
                raise
        new = self._client.get(url)
        if new is None:
            raise ConflictError(f"this {self._thing} was deleted by someone else meanwhile")
        self._seen[uid] = new
        return new

    def _remove(self, uid: str, old: Resource) -> None:
        self._seen.pop(uid, None)
        try:
            self._client.delete(old.url, old.etag)
        except Uncertain as error:
            if not self._happened(old.url, None, error):
                raise

    def _happened(self, url: str, wanted: str | None, error: Uncertain) -> bool:
        """Look whether a write took effect although the server failed: Radicale, for one, fails after storing the event
        when the disk fills up before its cache is written."""
        try:
            now = self._client.get(url)
        except BackendError:
            raise error from None
        return self._same(now.text if now else None, wanted)


def _file_name(uid: str) -> str:
    """Return a name for a new resource; a uid from elsewhere may hold anything."""
    if re.fullmatch(r"[A-Za-z0-9_.@-]{1,120}", uid) and not uid.startswith("."):
        return quote(uid)
    return hashlib.sha256(uid.encode()).hexdigest()
