"""After a write was cut off, by a kill or a server that fell silent: did it happen? The backend is asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from botpsy.assistant.backends import Apps
from botpsy.assistant.journal import Expected, Journal
from botpsy.assistant.preview import intended
from botpsy.core.errors import InfraError

Outcome = Literal["done", "failed", "unknown"]
WORDS = {"done": "was done", "failed": "was not done", "unknown": "may or may not have been done"}


def outcome(apps: Apps, expected: Sequence[Expected]) -> Outcome:
    """Compare each resource with what the write meant to make of it. Raises BackendError when there is no answer."""
    seen: set[Outcome] = {_seen(apps, e) for e in expected}
    return seen.pop() if len(seen) == 1 else "unknown"


def _seen(apps: Apps, expected: Expected) -> Outcome:
    now = apps.look(expected.app, expected.uid)
    # a server may hand an event back in other words than it got it, so absence and presence weigh more than equality
    if now == expected.after or (expected.before is None and now is not None):
        return "done"
    if now == expected.before or (expected.after is None and now is not None):
        return "failed"
    return "unknown"


def reconcile(apps: Apps, journal: Journal) -> list[str]:
    """Settle writes that were cut off, and return a sentence for each. One that is under way elsewhere is left alone.

    While a backend cannot be reached its entries stay pending, and are looked at again next time.
    """
    told: list[str] = []
    with journal.at_rest() as free:
        pending = [e for e in journal.entries() if e.state == "pending"] if free else []
        for entry in pending:
            what = intended(entry.summary) if entry.summary else entry.tool
            try:
                found = outcome(apps, entry.expected)
            except InfraError as error:
                told.append(f"an earlier change was cut off and cannot be looked at now ({error}): {what}")
                continue
            journal.settle(entry.id, found, f"cut off; on looking it {WORDS[found]}")
            hint = "; look whether it is as you want it" if found == "unknown" else ""
            told.append(f"an earlier change was cut off; it {WORDS[found]}{hint}: {what}")
    return told
