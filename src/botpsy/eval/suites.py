"""What can be evaluated, by name: tasksets with the split to run and how many items unless a person says otherwise.

"dev" is for reading and tuning; a figure that is published comes from "test" (`build(name, "test")`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from botpsy.core.errors import UsageError
from botpsy.core.protocols import Taskset
from botpsy.core.task import Split


@dataclass(frozen=True, slots=True)
class Part:
    """One taskset's share of an evaluation. `limit` bounds its items (None: all of the split)."""

    taskset: Taskset
    split: Split
    limit: int | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """How a part comes about; the factory is called only when its suite runs."""

    make: Callable[[], Taskset]
    split: Split = "dev"
    limit: int | None = None


def _phone() -> Taskset:
    from botpsy.tasksets.phone.taskset import Phone

    return Phone()


def _bfcl(category: str) -> Callable[[], Taskset]:
    def make() -> Taskset:
        from botpsy.benchmarks.bfcl import Bfcl

        return Bfcl(category)

    return make


_BFCL = ("simple_python", "multiple", "parallel", "irrelevance")

SUITES: dict[str, tuple[Entry, ...]] = {
    "phone": (Entry(_phone),),
    "bfcl": tuple(Entry(_bfcl(category)) for category in _BFCL),
    "quick": (Entry(_phone, limit=60), *(Entry(_bfcl(category), limit=25) for category in _BFCL)),
}


def build(name: str, split: Split | None = None, limit: int | None = None) -> list[Part]:
    """Return a suite's parts, with another split or limit where given. Raises UsageError for an unknown name."""
    if name not in SUITES:
        raise UsageError(f"no suite {name!r}; valid: {', '.join(SUITES)}")
    if limit is not None and limit < 1:
        raise UsageError(f"a limit of {limit} items leaves nothing to evaluate; give 1 or more")
    return [Part(e.make(), split or e.split, e.limit if limit is None else limit) for e in SUITES[name]]
