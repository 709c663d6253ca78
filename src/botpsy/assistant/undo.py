"""Takes back what was written: the inverse stands in the journal, so it works tomorrow and after a restart."""

from __future__ import annotations

from dataclasses import dataclass

from botpsy.assistant.backends import Apps
from botpsy.assistant.journal import Entry, Journal
from botpsy.core.errors import ConflictError


@dataclass(frozen=True, slots=True)
class Undone:
    """The entry taken back. `already`: somebody had done so before us, nothing was changed now."""

    entry: Entry
    already: bool = False

    @property
    def words(self) -> str:
        """Return what is said to the person."""
        if self.already:
            return f"Already as it was before: {self.entry.summary}"
        return f"Undone: {self.entry.summary}"


def undo(apps: Apps, journal: Journal, number: int | None = None) -> Undone:
    """Take back the latest write, or the one of that id, and note it.

    Raises ConflictError when the resource was changed since (nothing is changed then), UsageError, BackendError.
    """
    with journal.writing():
        entry = journal.undoable(number)
        assert entry.undo is not None
        already = False
        try:
            apps.restore(entry.undo.app, entry.undo.change)
        except ConflictError as error:
            # a person may have taken it back by hand, or an undo was killed before it was noted
            already = bool(entry.expected) and all(apps.look(e.app, e.uid) == e.before for e in entry.expected)
            if not already:
                reason = str(error).removesuffix("; nothing was undone")
                raise ConflictError(
                    f"cannot undo {entry.id} ({entry.summary}): {reason}; nothing was changed. "
                    "`botpsy undo ID` takes back another one, `botpsy log` lists them"
                ) from None
        journal.undone(entry.id)
        return Undone(entry, already)
