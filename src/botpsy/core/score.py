"""A score: the same thing in data generation, training and evaluation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Score:
    """`value` in [0, 1], named partial scores, and one sentence saying why. Raises ValueError outside the range."""

    value: float
    parts: Mapping[str, float] = field(default_factory=dict[str, float])
    reason: str = ""

    def __post_init__(self) -> None:
        if not 0.0 <= self.value <= 1.0:
            raise ValueError(f"a score lies in [0, 1], not {self.value}")


def all_of(parts: Mapping[str, float], reason: str = "") -> Score:
    """Return the product of the parts. Raises ValueError for no parts: a missing criterion never counts as passed."""
    if not parts:
        raise ValueError("a score needs at least one part")
    value = 1.0
    for part in parts.values():
        value *= part
    failed = [name for name, part in parts.items() if part < 1.0]
    return Score(value, dict(parts), reason or ("" if not failed else f"failed: {', '.join(failed)}"))
