"""What calendar tools call. A simulated and a real backend pass the same contract tests."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from botpsy.apps.calendar.model import Event, Occurrence
from botpsy.apps.change import Change


class CalendarBackend(Protocol):
    """A store of events. Raises BackendError when a real service fails; a failed write leaves nothing half-written."""

    def between(self, start: datetime, end: datetime) -> list[Occurrence]:
        """Return occurrences that overlap [start, end), in order of start; all-day ones are placed in start's zone."""
        ...

    def get(self, uid: str) -> Event:
        """Return the stored event (the series, not one occurrence). Raises ConflictError when it is gone."""
        ...

    def put(self, event: Event, /) -> Change:
        """Create or replace by uid. Properties we do not model are kept."""
        ...

    def delete(self, uid: str) -> Change:
        """Delete the event with its whole series. Raises ConflictError when it is gone."""
        ...

    def restore(self, change: Change) -> None:
        """Undo `change` (see Change). Raises ConflictError when the event was changed since."""
        ...
