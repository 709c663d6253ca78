"""Resources as JSON files in a folder of the person's own disk: one file each, written whole or not at all."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import TypeVar
from urllib.parse import quote

from botpsy.apps.change import Change
from botpsy.apps.codec import from_json, to_json
from botpsy.apps.resources import Resource, key
from botpsy.core import jsonl
from botpsy.core.errors import BackendError, ConflictError

R = TypeVar("R", bound=Resource)


class FileResources:
    """`folder/Note/<uid>.json`. Implements Resources; a person may read, copy and edit the files."""

    def __init__(self, folder: Path, resources: Iterable[Resource] = ()) -> None:
        self._folder = folder
        for resource in resources:
            self.put(resource)

    def all(self, kind: type[R]) -> list[R]:
        """Return every resource of a kind, in order of uid."""
        found = [from_json(kind, self._row(path)) for path in (self._folder / kind.__name__).glob("*.json")]
        return sorted(found, key=lambda r: r.uid)

    def get(self, kind: type[R], uid: str) -> R:
        """Return one resource. Raises ConflictError when it is gone."""
        path = self._path(f"{kind.__name__}/{uid}")
        if not path.exists():
            raise ConflictError(f"this {kind.__name__.lower()} no longer exists")
        return from_json(kind, self._row(path))

    def put(self, resource: Resource, /) -> Change:
        """Create or replace."""
        name, after = key(resource), _text(to_json(resource))
        before = self._read(name)
        self._write(name, after)
        return Change(name, before, after)

    def delete(self, resource: Resource, /) -> Change:
        """Delete. Raises ConflictError when it is gone."""
        name = key(resource)
        before = self._read(name)
        if before is None:
            raise ConflictError(f"this {type(resource).__name__.lower()} no longer exists")
        self._write(name, None)
        return Change(name, before, None)

    def restore(self, change: Change) -> None:
        """Put `change.before` back. Raises ConflictError when the file is no longer as `change.after` says."""
        if self._read(change.uid) != change.after:
            raise ConflictError(f"{change.uid} was changed since; nothing was undone")
        self._write(change.uid, change.before)

    def _path(self, name: str) -> Path:
        kind, _, uid = name.partition("/")
        return self._folder / kind / f"{quote(uid, safe='')}.json"

    def _row(self, path: Path) -> dict[str, object]:
        try:
            return json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise BackendError(f"cannot read {path}: {error}") from None

    def _read(self, name: str) -> str | None:
        path = self._path(name)
        return _text(self._row(path)) if path.exists() else None

    def _write(self, name: str, text: str | None) -> None:
        try:
            if text is None:
                self._path(name).unlink()
            else:
                jsonl.write_text_atomic(self._path(name), text + "\n")
        except OSError as error:
            raise BackendError(f"cannot write {self._path(name)}: {error.strerror or error}") from None


def _text(row: object) -> str:
    return json.dumps(row, sort_keys=True, ensure_ascii=False)
