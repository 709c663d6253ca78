"""BFCL v4's composed figure, from its categories' accuracies.

overall = 10% non-live AST + 10% live AST + 10% irrelevance + 30% multi-turn + 40% agentic, where
non-live = mean(mean(simple python, java, javascript), multiple, parallel, parallel_multiple); live = its four by their
number of items; irrelevance = mean of the non-live and the live one; multi-turn = mean of its four; agentic = mean(mean
of 2 web search, mean of 3 memory).
Source: the leaderboard's own rule in bfcl-eval 2026.3.23. A category that was not run counts 0, and is named.
live_relevance and format_sensitivity have no weight in it; of the latter the spread over its formats is told beside it.

Live categories weigh what they have in the whole benchmark, also where a half or a sample of them was run: with the
numbers of a sample the figure would depend on how it was drawn, and one category alone would stand for all four.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import stdev

from botpsy.benchmarks.bfcl_format_names import FORMATS

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
UNWEIGHED = ("format_sensitivity",)  # what the leaderboard shows beside the figure
_NO_KEY = "needs a key of one's own in SERPAPI_API_KEY"
REASONS = {
    "memory_vector": "needs a sentence encoder, which BotPsy does not bring",
    "web_search_base": _NO_KEY,
    "web_search_no_snippet": _NO_KEY,
}
"""Why a category may not have been run."""
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
class Spread:
    """Format sensitivity: the accuracy of each prompt format that was run."""

    formats: Mapping[str, Category]

    @property
    def max_delta(self) -> float:
        """The best format's accuracy less the worst one's, in [0, 1]."""
        values = [accuracy for accuracy, _ in self.formats.values()]
        return max(values) - min(values)

    @property
    def deviation(self) -> float:
        """The standard deviation of the accuracies, as of a sample; 0 for one format."""
        return stdev(accuracy for accuracy, _ in self.formats.values()) if len(self.formats) > 1 else 0.0

    @property
    def missing(self) -> tuple[str, ...]:
        """The formats that were not run."""
        return tuple(name for name in FORMATS if name not in self.formats)

    def row(self) -> dict[str, object]:
        """Return the spread as plain JSON."""
        return {
            "formats": {name: {"value": value, "n": n} for name, (value, n) in self.formats.items()},
            "max_delta": self.max_delta,
            "deviation": self.deviation,
            "not_run": list(self.missing),
        }


@dataclass(frozen=True, slots=True)
class Overall:
    """The composed figure in [0, 1] and its parts; `spread` stands beside it, None where no format was run."""

    value: float
    parts: tuple[PartOfOverall, ...]
    spread: Spread | None = None

    @property
    def missing(self) -> tuple[str, ...]:
        """All categories that were not run."""
        return tuple(name for part in self.parts for name in part.missing)

    @property
    def weighed(self) -> bool:
        """Whether anything that has weight in the figure was run."""
        return any(part.n for part in self.parts)

    def row(self) -> dict[str, object]:
        """Return the figure as plain JSON; null where only formats were run."""
        parts = [
            {"name": p.name, "weight": p.weight, "value": p.value, "n": p.n, "not_run": list(p.missing)}
            for p in self.parts
        ]
        return {
            "benchmark": "BFCL v4",
            "overall": self.value if self.weighed else None,
            "parts": parts,
            "not_run": list(self.missing),
            "not_run_because": {name: REASONS[name] for name in self.missing if name in REASONS},
            "not_run_without_weight": [] if self.spread else [*UNWEIGHED],
            **({"format_sensitivity": self.spread.row()} if self.spread else {}),
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
    ours = {name.removeprefix("bfcl_"): given for name, given in accuracies.items() if name.startswith("bfcl_")}
    found = {name: given for name, given in ours.items() if name in known}
    formats = {name: ours[f"format_{name}"] for name in FORMATS if ours.get(f"format_{name}", (0.0, 0))[1] > 0}
    if not found and not formats:
        return None
    return replace(compose(found), spread=Spread(formats) if formats else None)


def in_words(overall: Overall) -> str:
    """Return the figure and its parts in words, with what was not run and why, and the spread over prompt formats."""
    said: list[str] = []
    if overall.weighed:
        parts = ", ".join(f"{p.name} {p.value:.1%} (weight {p.weight:.0%}, n={p.n})" for p in overall.parts)
        said.append(f"BFCL v4 overall: {overall.value:.1%} = {parts}.")
        if overall.missing:
            said.append(f"Not run, and counted as 0 in it: {', '.join(map(_named, overall.missing))}.")
    said.append(
        _spread(overall.spread) if overall.spread else f"Not run, without weight in it: {', '.join(UNWEIGHED)}."
    )
    return " ".join(said)


def _named(category: str) -> str:
    return f"{category} ({REASONS[category]})" if category in REASONS else category


def _spread(spread: Spread) -> str:
    ordered = sorted(spread.formats.items(), key=lambda item: item[1][0])
    (worst, (low, low_n)), (best, (high, high_n)) = ordered[0], ordered[-1]
    text = (
        f"BFCL v4 format sensitivity, without weight in it: {len(ordered)} formats of {len(FORMATS)}, from {low:.1%} "
        f"({worst}, n={low_n}) to {high:.1%} ({best}, n={high_n}), a difference of {100 * spread.max_delta:.1f} "
        f"points, standard deviation {100 * spread.deviation:.1f}."
    )
    return f"{text} Formats not run: {', '.join(spread.missing)}." if spread.missing else text
