"""A file of JSON lines that only grows, each line holding the hash of the one before: a change in the middle shows.

Lines taken off the end do not show; nothing outside the file says how long it was.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, cast

from botpsy.core.errors import BackendError, ConflictError
from botpsy.core.messages import Json

Row = dict[str, Json]
_START = "0" * 64


class Chain:
    """Rows by append. Several processes may use one file: an appender locks it, and the system frees a dead one's lock.

    A half-written last line, which a crash leaves, is ignored on reading and cut off before the next append.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    def rows(self) -> list[Row]:
        """Return all rows. Raises ConflictError when a line before the last is not one of ours, BackendError."""
        try:
            with self.path.open("rb") as file:
                return self._read(file)
        except FileNotFoundError:
            return []
        except OSError as error:
            raise BackendError(f"cannot read {self.path}: {error.strerror}") from None

    @contextmanager
    def appending(self) -> Generator[Appending]:
        """Lock the file and yield its rows with a way to add one. Raises BackendError when it cannot be written."""
        new = not self.path.exists()
        try:
            file = os.fdopen(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600), "rb+", buffering=0)
        except OSError as error:
            raise BackendError(f"cannot write {self.path}: {error.strerror}") from None
        with file:
            fcntl.flock(file, fcntl.LOCK_EX)
            if new:
                _sync_folder(self.path.parent)
            yield Appending(self.path, file, self._read(file))

    def fault(self) -> str:
        """Return "" when every line fits the one before, else where the chain breaks."""
        try:
            rows = self.rows()
        except ConflictError as error:
            return str(error)
        previous = _START
        for line, row in enumerate(rows, 1):
            if row.get("previous") != previous or row.get("hash") != _hash(row):
                return f"{self.path}:{line} does not fit the lines before it: it was changed, or lines were removed"
            previous = cast(str, row["hash"])
        return ""

    def _read(self, file: IO[bytes]) -> list[Row]:
        found: list[Row] = []
        for line in _whole_lines(file.read()):
            try:
                row = json.loads(line)
                if (
                    not isinstance(row["hash"], str)
                    or not isinstance(row["id"], int)
                    or not isinstance(row["kind"], str)
                ):
                    raise TypeError
            except (ValueError, KeyError, TypeError, RecursionError):
                raise ConflictError(
                    f"{self.path}:{len(found) + 1} is not a line of ours: something else damaged it; move the file "
                    "away to begin a new one"
                ) from None
            found.append(row)
        return found


class Appending:
    """A locked chain: `rows` as they stand, and `add`."""

    def __init__(self, path: Path, file: IO[bytes], rows: list[Row]) -> None:
        self.rows = rows
        self._path = path
        self._file = file

    def add(self, body: Mapping[str, Json]) -> None:
        """Append a row and have it on the disk before returning. Raises BackendError, leaving the file as it was."""
        row: Row = {
            **body,
            "time": datetime.now(UTC).isoformat(timespec="seconds"),
            "previous": self.rows[-1]["hash"] if self.rows else _START,
        }
        row["hash"] = _hash(row)
        data = json.dumps(row).encode() + b"\n"
        self._file.seek(0)
        whole = sum(len(line) + 1 for line in _whole_lines(self._file.read()))
        try:
            self._file.truncate(whole)
            self._file.seek(whole)
            if self._file.write(data) != len(data):
                raise OSError(28, "No space left on device")
            os.fsync(self._file.fileno())
        except OSError as error:
            with suppress(OSError):
                self._file.truncate(whole)
            raise BackendError(f"cannot write {self._path}: {error.strerror}") from None
        self.rows.append(row)


def _whole_lines(data: bytes) -> Iterator[bytes]:
    *lines, _half = data.split(b"\n")
    return iter(lines)


def _hash(row: Mapping[str, Json]) -> str:
    body = {key: value for key, value in row.items() if key != "hash"}
    return hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()


def _sync_folder(folder: Path) -> None:
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
