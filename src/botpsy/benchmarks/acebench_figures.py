"""ACEBench's figures from the items' scores: categories, the three groups, and the overall.

overall = 0.578 normal + 0.2676 special + 0.1545 agent, each group the plain mean of its 12, 3 and 2 categories. The
weights add up to 1.0001, as in the paper. A step's score is its dialogue's only when all steps are right.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from botpsy.benchmarks.acebench import AGENT, NORMAL, SPECIAL, dialogue

GROUPS = {"normal": NORMAL, "special": SPECIAL, "agent": AGENT}
WEIGHTS = {"normal": 0.578, "special": 0.2676, "agent": 0.1545}


@dataclass(frozen=True, slots=True)
class Figures:
    """`categories`: accuracy and n (dialogues in multi-turn); `groups` holds those that ran whole; `overall` is None
    unless all did; `missing`: what did not run."""

    categories: dict[str, tuple[float, int]]
    groups: dict[str, float]
    overall: float | None
    missing: tuple[str, ...]


def figures(scores: Iterable[tuple[str, str, float]]) -> Figures:
    """Compose (category, item id, value) of items into figures. Nothing that did not run counts as 0 or as right.

    Example:
        figures([("normal_multi_turn_user_adjust", "normal_multi_turn_user_adjust_0_0", 1.0)]).overall  # None
    """
    worst: dict[str, dict[str, float]] = {}
    for category, item, value in scores:
        of = worst.setdefault(category, {})
        key = dialogue(category, item)
        of[key] = min(of.get(key, 1.0), value)
    categories = {c: (sum(v.values()) / len(v), len(v)) for c, v in worst.items()}
    groups = {
        group: sum(categories[c][0] for c in members) / len(members)
        for group, members in GROUPS.items()
        if all(c in categories for c in members)
    }
    missing = tuple(c for members in GROUPS.values() for c in members if c not in categories)
    overall = None if missing else sum(WEIGHTS[group] * value for group, value in groups.items())
    return Figures(categories, groups, overall, missing)
