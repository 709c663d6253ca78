"""What was done, so that it can be undone: an append-only file of JSON lines, each holding the hash of the one before.

A write leaves an intent before it happens and an outcome after it. An intent without outcome is a write that was cut off:
whether it happened is unknown, and the next start says so.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from botpsy.core.errors import BackendError, ConflictError, UsageError
from botpsy.core.messages import Json, Receipt, ToolCall, Undo

Kind = Literal["intent", "done", "failed", "undone", "noted"]
_START = "0" * 64


@dataclass(frozen=True, slots=True)
class Entry:
    """One write as it stands now. `state`: "pending" (cut off), "done", "failed" or "undone"."""

    id: int
    time: str
    tool: str
    arguments: dict[str, Json]
    state: Literal["pending", "done", "failed", "undone"]
    summary: str = ""
    undo: Undo | None = None


class Journal:
    """The journal in one folder. Two processes may use it at once; a half-written last line is cut off.

    Raises BackendError when it cannot be written: then nothing may be changed either.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / "journal.jsonl"
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as error:
            raise BackendError(f"cannot make {folder}: {error.strerror}; set BOTPSY_HOME to another folder") from None

    def intend(self, call: ToolCall) -> int:
        """Note that a write is about to happen; return its id."""
        with self._locked() as rows:
            number = max((int(r["id"]) for r in rows), default=0) + 1
            self._append(rows, "intent", number, {"tool": call.name, "arguments": dict(call.arguments)})
            return number

    def done(self, number: int, receipt: Receipt) -> None:
        """Note what the backend confirmed, and how to take it back."""
        undo = {"app": receipt.undo.app, "change": dict(receipt.undo.change)} if receipt.undo else None
        with self._locked() as rows:
            self._append(rows, "done", number, {"summary": receipt.summary, "undo": undo})

    def failed(self, number: int, reason: str) -> None:
        """Note that the write did not happen."""
        with self._locked() as rows:
            self._append(rows, "failed", number, {"reason": reason})

    def undone(self, number: int) -> None:
        """Note that the write was taken back."""
        with self._locked() as rows:
            self._append(rows, "undone", number, {})

    def settle(self, number: int, reason: str) -> None:
        """Note that a cut-off write was reported to the person."""
        with self._locked() as rows:
            self._append(rows, "noted", number, {"reason": reason})

    def entries(self) -> list[Entry]:
        """Return all writes, oldest first."""
        found: dict[int, Entry] = {}
        for row in self._read():
            number, kind = int(row["id"]), row["kind"]
            if kind == "intent":
                found[number] = Entry(number, row["time"], row["tool"], row["arguments"], "pending")
            elif number in found:
                found[number] = _after(found[number], row)
        return list(found.values())

    def last_undoable(self, number: int | None = None) -> Entry:
        """Return the entry to undo: the latest done one, or the one of that id. Raises UsageError, ConflictError."""
        entries = self.entries()
        if number is None:
            for entry in reversed(entries):
                if entry.state == "done" and entry.undo is not None:
                    return entry
            raise UsageError("there is nothing to undo")
        for entry in entries:
            if entry.id == number:
                if entry.state != "done" or entry.undo is None:
                    raise ConflictError(f"entry {number} cannot be undone: it is {entry.state}")
                return entry
        raise UsageError(f"the journal has no entry {number}; `botpsy log` lists them")

    def verify(self) -> str:
        """Return "" when the chain of hashes is whole, else where it breaks."""
        previous = _START
        for line, row in enumerate(self._read(), 1):
            if row.get("previous") != previous or row.get("hash") != _hash(row):
                return f"{self.path}:{line} does not fit the lines before it: it was changed, or lines were removed"
            previous = row["hash"]
        return ""

    def _read(self) -> list[dict[str, Json]]:
        rows: list[dict[str, Json]] = []
        if not self.path.exists():
            return rows
        with self.path.open("rb") as file:
            for line in file:
                if not line.endswith(b"\n"):
                    break  # cut off in the middle of writing
                try:
                    rows.append(json.loads(line))
                except ValueError:
                    raise UsageError(
                        f"{self.path}:{len(rows) + 1} is not JSON; the journal was damaged by something else"
                    ) from None
        return rows

    def _append(self, rows: list[dict[str, Json]], kind: Kind, number: int, rest: dict[str, Json]) -> None:
        row: dict[str, Json] = {
            "id": number,
            "kind": kind,
            "time": datetime.now(UTC).isoformat(timespec="seconds"),
            **rest,
            "previous": rows[-1]["hash"] if rows else _START,
        }
        row["hash"] = _hash(row)
        data = json.dumps(row, ensure_ascii=False).encode() + b"\n"
        with self.path.open("rb+") as file:
            whole = 0
            for line in file:
                if not line.endswith(b"\n"):
                    break
                whole += len(line)
            file.seek(whole)
            file.truncate()
            try:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            except OSError as error:
                with _quiet():
                    file.truncate(whole)
                raise BackendError(f"cannot write {self.path}: {error.strerror}; nothing was changed") from None

    @contextmanager
    def _locked(self) -> Iterator[list[dict[str, Json]]]:
        try:
            descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise BackendError(f"cannot write {self.path}: {error.strerror}; nothing was changed") from None
        with os.fdopen(descriptor, "rb+") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield self._read()


@contextmanager
def _quiet() -> Iterator[None]:
    try:
        yield
    except OSError:
        pass


def _after(entry: Entry, row: dict[str, Json]) -> Entry:
    kind = row["kind"]
    if kind == "done":
        undo = Undo(row["undo"]["app"], row["undo"]["change"]) if row.get("undo") else None
        return Entry(entry.id, entry.time, entry.tool, entry.arguments, "done", row["summary"], undo)
    if kind == "undone":
        return Entry(entry.id, entry.time, entry.tool, entry.arguments, "undone", entry.summary, entry.undo)
    return Entry(entry.id, entry.time, entry.tool, entry.arguments, "failed", row.get("reason", ""))


def _hash(row: dict[str, Json]) -> str:
    body = {k: v for k, v in row.items() if k != "hash"}
    return hashlib.sha256(json.dumps(body, sort_keys=True, ensure_ascii=False).encode()).hexdigest()
