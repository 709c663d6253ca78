"""What an app keeps, for every app that speaks no protocol of its own: frozen dataclasses by kind and uid.

Tools call `Resources`; behind it lies memory (`MemoryResources`, the simulated half) or a folder of JSON files
(`resource_files.FileResources`, real on the person's own disk). Both pass the same contract tests.

Example:
    @dataclass(frozen=True, slots=True)
    class Note:
        uid: str
        text: str

    notes = MemoryResources([Note("n-1", "milk")])
    notes.all(Note)  # [Note(uid="n-1", text="milk")]
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Protocol, TypeVar

from botpsy.apps.change import Change
from botpsy.apps.codec import from_json, to_json
from botpsy.core.errors import ConflictError
from botpsy.core.messages import Json


class Resource(Protocol):
    """A frozen dataclass with a uid; its class is its kind."""

    @property
    def uid(self) -> str: ...


R = TypeVar("R", bound=Resource)


class Resources(Protocol):
    """Resources of several kinds. Raises BackendError when the store fails; a failed write leaves nothing half-done."""

    def all(self, kind: type[R]) -> list[R]:
        """Return every resource of a kind, in order of uid."""
        ...

    def get(self, kind: type[R], uid: str) -> R:
        """Return one resource. Raises ConflictError when it is gone."""
        ...

    def put(self, resource: Resource, /) -> Change:
        """Create or replace."""
        ...

    def delete(self, resource: Resource, /) -> Change:
        """Delete. Raises ConflictError when it is gone."""
        ...

    def restore(self, change: Change) -> None:
        """Put `change.before` back. Raises ConflictError when the resource is no longer as `change.after` says."""
        ...


class MemoryResources:
    """Resources in memory, with a snapshot."""

    def __init__(self, resources: Iterable[Resource] = ()) -> None:
        self._items: dict[str, Resource] = {key(r): r for r in resources}
        # those seen so far, for what is restored
        self._kinds: dict[str, type[Resource]] = {type(r).__name__: type(r) for r in self._items.values()}
        # what a resource is as JSON; copies share it, and it holds for this very object only
        self._written: dict[str, tuple[Resource, dict[str, Json]]] = {}

    def copy(self) -> MemoryResources:
        """Return another store of the same resources; cheap, for these are frozen and their JSON is shared."""
        other = MemoryResources()
        other._items, other._kinds, other._written = dict(self._items), dict(self._kinds), self._written
        return other

    def all(self, kind: type[R]) -> list[R]:
        """Return every resource of a kind, in order of uid."""
        return sorted((r for r in self._items.values() if isinstance(r, kind)), key=lambda r: r.uid)

    def get(self, kind: type[R], uid: str) -> R:
        """Return one resource. Raises ConflictError when it is gone."""
        found = self._items.get(f"{kind.__name__}/{uid}")
        if not isinstance(found, kind):
            raise ConflictError(f"this {kind.__name__.lower()} no longer exists")
        return found

    def put(self, resource: Resource, /) -> Change:
        """Create or replace."""
        name = key(resource)
        before = self._text(name)
        self._items[name] = resource
        self._kinds[type(resource).__name__] = type(resource)
        return Change(name, before, self._text(name))

    def delete(self, resource: Resource, /) -> Change:
        """Delete. Raises ConflictError when it is gone."""
        name = key(resource)
        before = self._text(name)
        if before is None:
            raise ConflictError(f"this {type(resource).__name__.lower()} no longer exists")
        del self._items[name]
        return Change(name, before, None)

    def restore(self, change: Change) -> None:
        """Put `change.before` back. Raises ConflictError when the resource is no longer as `change.after` says."""
        if self._text(change.uid) != change.after:
            raise ConflictError(f"{change.uid} was changed since; nothing was undone")
        if change.before is None:
            del self._items[change.uid]
        else:
            kind = self._kinds[change.uid.split("/")[0]]
            self._items[change.uid] = from_json(kind, json.loads(change.before))

    def snapshot(self) -> dict[str, Json]:
        """Return all resources as JSON by kind and uid, to be read only; equal states give equal snapshots."""
        return {name: self._row(name) for name in sorted(self._items)}

    def _row(self, name: str) -> dict[str, Json]:
        item = self._items[name]
        known = self._written.get(name)
        if known is None or known[0] is not item:
            known = self._written[name] = (item, to_json(item))
        return known[1]

    def _text(self, name: str) -> str | None:
        return json.dumps(self._row(name), sort_keys=True, ensure_ascii=False) if name in self._items else None


def key(resource: Resource) -> str:
    """Return the name a resource has in a snapshot and in a change: kind and uid."""
    return f"{type(resource).__name__}/{resource.uid}"
