"""BFCL v4's composed figure, from its categories' accuracies.

overall = 10% non-live AST + 10% live AST + 10% irrelevance + 30% multi-turn + 40% agentic, where
non-live = mean(mean(simple python, java, javascript), multiple, parallel, parallel_multiple); live = its four by their
number of items; irrelevance = mean of the non-live and the live one; multi-turn = mean of its four; agentic = mean(mean
of 2 web search, mean of 3 memory).
Source: the leaderboard's own rule in bfcl-eval 2026.3.23. A category that was not run counts 0, and is named.
live_relevance and format_sensitivity have no weight in it; the latter cannot be run here.

Live categories weigh what they have in the whole benchmark, also where a half or a sample of them was run: with the
numbers of a sample the figure would depend on how it was drawn, and one category alone would stand for all four.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Category = tuple[float, int]
"""(accuracy, items judged)"""

WEIGHTS = {"non_live": 0.1, "live": 0.1, "irrelevance": 0.1, "multi_turn": 0.3, "agentic": 0.4}
SIMPLE = ("simple_python", "simple_java", "simple_javascript")
NON_LIVE = ("multiple", "parallel", "parallel_multiple")
LIVE = {"live_simple": 258, "live_multiple": 1053, "live_parallel": 16, "live_parallel_multiple": 24}  # items
IRRELEVANCE = ("irrelevance", "live_irrelevance")
MULTI_TURN = ("multi_turn_base", "multi_turn_miss_func", "multi_turn_miss_param", "multi_turn_long_context")
WEB = ("web_search_base", "web_search_no_snippet")
MEMORY = ("memory_kv", "memory_vector", "memory_rec_sum")
UNWEIGHED = ("format_sensitivity",)  # what the leaderboard shows beside the figure and cannot be run here
MEMBERS = {
    "non_live": (*SIMPLE, *NON_LIVE),
    "live": tuple(LIVE),
    "irrelevance": IRRELEVANCE,
    "multi_turn": MULTI_TURN,
    "agentic": (*WEB, *MEMORY),
}


@dataclass(frozen=True, slots=True)
class PartOfOverall:
    """One summand: its value in [0, 1], items judged, and the categories of it that were not run and so count 0."""

    name: str
    weight: float
    value: float
    n: int
    missing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Overall:
    """The composed figure in [0, 1] and its parts."""

    value: float
    parts: tuple[PartOfOverall, ...]

    @property
    def missing(self) -> tuple[str, ...]:
        """All categories that were not run."""
        return tuple(name for part in self.parts for name in part.missing)

    def row(self) -> dict[str, object]:
        """Return the figure as plain JSON."""
        parts = [
            {"name": p.name, "weight": p.weight, "value": p.value, "n": p.n, "not_run": list(p.missing)}
            for p in self.parts
        ]
        return {
            "benchmark": "BFCL v4",
            "overall": self.value,
            "parts": parts,
            "not_run": list(self.missing),
            "not_run_without_weight": [*UNWEIGHED],
        }


def compose(categories: Mapping[str, Category]) -> Overall:
    """Return the overall figure of the categories that were run, by name. Those with no judged item count as not run.

    Example:
        compose({"multi_turn_base": (0.5, 200)}).value  # 0.3 * 0.5 / 4
    """
    run = {name: given for name, given in categories.items() if given[1] > 0}

    def mean(names: Sequence[str]) -> float:
        return sum(run[name][0] for name in names if name in run) / len(names)

    items = sum(LIVE.values())
    values = {
        "non_live": (mean(SIMPLE) + sum(run[name][0] for name in NON_LIVE if name in run)) / (1 + len(NON_LIVE)),
        "live": sum(run[name][0] * count for name, count in LIVE.items() if name in run) / items,
        "irrelevance": mean(IRRELEVANCE),
        "multi_turn": mean(MULTI_TURN),
        "agentic": (mean(WEB) + mean(MEMORY)) / 2,
    }
    parts = tuple(
        PartOfOverall(
            name,
            weight,
            values[name],
            sum(run[m][1] for m in MEMBERS[name] if m in run),
            tuple(m for m in MEMBERS[name] if m not in run),
        )
        for name, weight in WEIGHTS.items()
    )
    return Overall(sum(part.weight * part.value for part in parts), parts)


def of_tasksets(accuracies: Mapping[str, Category]) -> Overall | None:
    """Return the overall figure from accuracies by taskset ("bfcl_multiple"), None when none of them is BFCL's."""
    known = {name for members in MEMBERS.values() for name in members}
    found = {name.removeprefix("bfcl_"): given for name, given in accuracies.items() if name.startswith("bfcl_")}
    found = {name: given for name, given in found.items() if name in known}
    return compose(found) if found else None


def in_words(overall: Overall) -> str:
    """Return the figure and its parts in words, with what was not run."""
    parts = ", ".join(f"{p.name} {p.value:.1%} (weight {p.weight:.0%}, n={p.n})" for p in overall.parts)
    text = f"BFCL v4 overall: {overall.value:.1%} = {parts}."
    if overall.missing:
        text += f" Not run, and counted as 0 in it: {', '.join(overall.missing)}."
    return f"{text} Not run, without weight in it: {', '.join(UNWEIGHED)}."
