"""What was done, so that it can be undone, also after a restart.

A write leaves an intent before it happens and an outcome after it. An intent without outcome is a write that was cut
off: whether it happened is not known, and the next start looks (`recovery`).
"""

from __future__ import annotations

import fcntl
from collections.abc import Generator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, cast

from botpsy.assistant.chain import Chain, Row
from botpsy.core.errors import BackendError, ConflictError, UsageError
from botpsy.core.messages import Json, Receipt, ToolCall, Undo

State = Literal["pending", "done", "failed", "undone", "unknown"]


@dataclass(frozen=True, slots=True)
class Expected:
    """What a write means to do to one resource: its app, uid, and its value before and after, None for absent."""

    app: str
    uid: str
    before: Json | None
    after: Json | None


@dataclass(frozen=True, slots=True)
class Entry:
    """One write as it stands now.

    `state`: "pending" while under way or cut off; "unknown" when it was cut off and looking did not tell either.
    `summary` says what was confirmed, or while nothing is, what was meant.
    """

    id: int
    time: str
    tool: str
    arguments: Mapping[str, Json]
    state: State
    summary: str = ""
    reason: str = ""
    undo: Undo | None = None
    expected: tuple[Expected, ...] = ()


class Journal:
    """The journal in one folder; several processes may use it at once.

    Raises BackendError when it cannot be written, and ConflictError when something else damaged it: then nothing may be
    changed either.
    """

    def __init__(self, folder: Path) -> None:
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as error:
            raise BackendError(f"cannot make {folder}: {error.strerror}; set BOTPSY_HOME to another folder") from None
        self.chain = Chain(folder / "journal.jsonl")
        self._lock = folder / "writing.lock"

    @property
    def path(self) -> Path:
        """Return where the journal is."""
        return self.chain.path

    @contextmanager
    def writing(self) -> Generator[None]:
        """Hold while a write is under way, from its intent to its outcome: nobody else takes it for cut off."""
        with self._held(fcntl.LOCK_SH):
            yield

    @contextmanager
    def at_rest(self) -> Generator[bool]:
        """Yield True and keep writes out meanwhile, or False when one is under way in some process."""
        with ExitStack() as stack:
            try:
                stack.enter_context(self._held(fcntl.LOCK_EX | fcntl.LOCK_NB))
                free = True
            except BlockingIOError:
                free = False
            yield free

    def intend(self, call: ToolCall, summary: str = "", expected: Sequence[Expected] = ()) -> int:
        """Note that a write is about to happen; return its id."""
        with self.chain.appending() as chain:
            number = max((int(row["id"]) for row in chain.rows), default=0) + 1
            chain.add(
                {
                    "id": number,
                    "kind": "intent",
                    "tool": call.name,
                    "arguments": dict(call.arguments),
                    "summary": summary,
                    "expected": [[e.app, e.uid, e.before, e.after] for e in expected],
                }
            )
            return number

    def done(self, number: int, receipt: Receipt) -> None:
        """Note what the backend confirmed, and how to take it back."""
        undo = {"app": receipt.undo.app, "change": dict(receipt.undo.change)} if receipt.undo else None
        self._note(number, "done", {"summary": receipt.summary, "undo": undo})

    def failed(self, number: int, reason: str) -> None:
        """Note that the write did not happen."""
        self._note(number, "failed", {"reason": reason})

    def undone(self, number: int) -> None:
        """Note that the write was taken back."""
        self._note(number, "undone", {})

    def settle(self, number: int, state: Literal["done", "failed", "unknown"], reason: str) -> None:
        """Note what looking at the backend told about a write that was cut off."""
        self._note(number, "settled", {"state": state, "reason": reason})

    def entries(self) -> list[Entry]:
        """Return all writes, oldest first."""
        found: dict[int, Entry] = {}
        for row in self.chain.rows():
            try:
                number = cast(int, row["id"])
                if row["kind"] == "intent":
                    found[number] = _entry(row)
                elif number in found:
                    found[number] = _after(found[number], row)
            except (KeyError, TypeError, ValueError):
                raise ConflictError(f"{self.path} holds a row that is not ours: {str(row)[:80]}") from None
        return list(found.values())

    def undoable(self, number: int | None = None) -> Entry:
        """Return the entry to undo: the latest done one, or the one of that id. Raises UsageError, ConflictError."""
        entries = self.entries()
        if number is None:
            for entry in reversed(entries):
                if entry.state == "done" and entry.undo is not None:
                    return entry
            raise UsageError("there is nothing to undo")
        entry = next((e for e in entries if e.id == number), None)
        if entry is None:
            raise UsageError(f"the journal has no entry {number}; `botpsy log` lists them")
        if entry.state != "done" or entry.undo is None:
            why = entry.state if entry.state != "done" else "done, but was cut off before its inverse was noted"
            raise ConflictError(f"entry {number} cannot be undone: it is {why}")
        return entry

    def _note(self, number: int, kind: str, rest: Row) -> None:
        with self.chain.appending() as chain:
            chain.add({"id": number, "kind": kind, **rest})

    @contextmanager
    def _held(self, how: int) -> Generator[None]:
        try:
            file = self._lock.open("a")
        except OSError as error:
            raise BackendError(f"cannot write {self._lock}: {error.strerror}") from None
        with file:
            fcntl.flock(file, how)
            yield


def _entry(row: Row) -> Entry:
    return Entry(
        row["id"],
        row["time"],
        row["tool"],
        row["arguments"],
        "pending",
        row.get("summary", ""),
        expected=tuple(Expected(*e) for e in row.get("expected", ())),
    )


def _after(entry: Entry, row: Row) -> Entry:
    kind = row["kind"]
    if kind == "done":
        undo = Undo(row["undo"]["app"], row["undo"]["change"]) if row["undo"] else None
        return replace(entry, state="done", summary=row["summary"], undo=undo)
    if kind == "undone":
        return replace(entry, state="undone")
    if kind == "failed":
        return replace(entry, state="failed", reason=row["reason"])
    if kind == "settled":
        return replace(entry, state=row["state"], reason=row["reason"])
    return entry
