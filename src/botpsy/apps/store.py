"""The simulated half of every app: values by uid, in memory, with snapshot and diff."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Generic, Protocol, TypeVar

from botpsy.apps.change import Change
from botpsy.core.errors import ConflictError
from botpsy.core.messages import Json


class _Resource(Protocol):
    @property
    def uid(self) -> str: ...


R = TypeVar("R", bound=_Resource)


class Store(Generic[R]):
    """Resources by uid. `dump` and `load` turn one into JSON and back, exactly."""

    kind = "resource"

    def __init__(
        self, resources: Iterable[R], dump: Callable[[R], dict[str, Json]], load: Callable[[Mapping[str, Json]], R]
    ) -> None:
        self._items: dict[str, R] = {r.uid: r for r in resources}
        self._dump = dump
        self._load = load

    def get(self, uid: str) -> R:
        """Return one resource. Raises ConflictError when it is gone."""
        if uid not in self._items:
            raise ConflictError(f"this {self.kind} no longer exists")
        return self._items[uid]

    def put(self, resource: R) -> Change:
        """Create or replace."""
        before = self._text(resource.uid)
        self._items[resource.uid] = resource
        return Change(resource.uid, before, self._text(resource.uid))

    def delete(self, uid: str) -> Change:
        """Delete. Raises ConflictError when it is gone."""
        self.get(uid)
        before = self._text(uid)
        del self._items[uid]
        return Change(uid, before, None)

    def restore(self, change: Change) -> None:
        """Put `change.before` back. Raises ConflictError when the resource is not as `change.after` says."""
        if self._text(change.uid) != change.after:
            raise ConflictError(f"this {self.kind} was changed since; nothing was undone")
        if change.before is None:
            del self._items[change.uid]
        else:
            self._items[change.uid] = self._load(json.loads(change.before))

    def snapshot(self) -> dict[str, Json]:
        """Return all resources as JSON by uid; equal states give equal snapshots."""
        return {uid: self._dump(self._items[uid]) for uid in sorted(self._items)}

    def _text(self, uid: str) -> str | None:
        item = self._items.get(uid)
        return None if item is None else json.dumps(self._dump(item), sort_keys=True, ensure_ascii=False)


def diff(before: Mapping[str, Json], after: Mapping[str, Json]) -> list[tuple[Json, Json]]:
    """Return (before, after) of each resource that differs between two snapshots; None stands for absent."""
    uids = sorted(before.keys() | after.keys())
    return [(before.get(u), after.get(u)) for u in uids if before.get(u) != after.get(u)]
