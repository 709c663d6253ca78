"""The one form a write's inverse has in every app: the resource before and after, in the backend's own words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from botpsy.core.messages import Json


@dataclass(frozen=True, slots=True)
class Change:
    """One resource's change. `before` is None for a creation, `after` None for a deletion; both are opaque text.

    A backend's `restore(change)` puts `before` back if the resource still is what `after` says, else it raises
    ConflictError and changes nothing.
    """

    uid: str
    before: str | None
    after: str | None

    def to_json(self) -> dict[str, Json]:
        """Return plain JSON for the journal."""
        return {"uid": self.uid, "before": self.before, "after": self.after}

    @classmethod
    def from_json(cls, row: Mapping[str, Json]) -> Change:
        """Read what `to_json` wrote."""
        return cls(row["uid"], row["before"], row["after"])
