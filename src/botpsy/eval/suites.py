"""What can be evaluated, by name: tasksets with the split to run and how many items unless a person says otherwise.

"dev" is for reading and tuning; a figure that is published comes from "test" (`build(name, "test")`). A limit bounds
each part, so each skill of `phone` and each category of `bfcl` has an n of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from botpsy.core.errors import UsageError
from botpsy.core.protocols import Taskset
from botpsy.core.task import Split

Make = Callable[[int | None], Taskset]
"""A taskset of so many items, or of as many as it has. Generated tasks are prefixes: more items extend fewer."""


@dataclass(frozen=True, slots=True)
class Part:
    """One taskset's share of an evaluation. `limit` bounds its items (None: all of the split). `label` is what results
    call it, "benchmark" or "benchmark/category"; without a category the skill is it. "": the taskset's name. `turns`:
    how many turns of the assistant its episodes may have, and `max_tokens`: how long one of them may be, where the
    run's own limits are too few."""

    taskset: Taskset
    split: Split
    limit: int | None = None
    label: str = ""
    turns: int | None = None
    max_tokens: int | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """How a part comes about; the factory is called only when its suite runs."""

    label: str
    make: Make
    split: Split = "dev"
    limit: int | None = None
    turns: int | None = None
    max_tokens: int | None = None


def _phone(skill: str) -> Make:
    def make(count: int | None) -> Taskset:
        from botpsy.tasksets.phone.taskset import Phone

        return Phone(count or 100, skill=skill)

    return make


def _app(app: str) -> Make:
    def make(count: int | None) -> Taskset:
        from botpsy.tasksets.phone.taskset import Phone

        return Phone(count or 100, apps=(app,))

    return make


def _language(code: str) -> Make:
    def make(count: int | None) -> Taskset:
        from botpsy.tasksets.phone.taskset import Phone

        return Phone(count or 100, apps=(), languages=(code,))

    return make


def _toolcraft(count: int | None) -> Taskset:
    from botpsy.tasksets.toolcraft.taskset import Toolcraft

    return Toolcraft(count or 200)


def _workplace(count: int | None) -> Taskset:
    from botpsy.tasksets.workplace.taskset import Workplace

    return Workplace(count or 130)


def _bfcl(category: str) -> Make:
    def make(_: int | None) -> Taskset:
        from botpsy.benchmarks.bfcl import Bfcl

        return Bfcl(category)

    return make


def _when2call(_: int | None) -> Taskset:
    from botpsy.benchmarks.when2call import When2Call

    return When2Call()


def _ifeval(_: int | None) -> Taskset:
    from botpsy.benchmarks.ifeval import ifeval

    return ifeval()


def _ifbench(_: int | None) -> Taskset:
    from botpsy.benchmarks.ifbench import ifbench

    return ifbench()


def _mmlu_pro(_: int | None) -> Taskset:
    from botpsy.benchmarks.mmlu_pro import MmluPro

    return MmluPro()


_PHONE = ("single", "parallel", "multi_step", "multi_turn", "no_call")
_BFCL = ("simple_python", "multiple", "parallel", "irrelevance")
_BFCL_LIVE = (
    "live_simple", "live_multiple", "live_parallel", "live_parallel_multiple", "live_irrelevance", "live_relevance",
)  # fmt: skip
_APPS = ("bank", "car", "devices", "files", "mail", "messages", "notes", "shop", "support", "travel", "web")
_LANGUAGES = ("zh", "fr", "es", "it", "pt", "ru", "hi")

SUITES: dict[str, tuple[Entry, ...]] = {
    "phone": tuple(Entry("phone", _phone(skill)) for skill in _PHONE),
    "bfcl": tuple(Entry(f"bfcl/{category}", _bfcl(category)) for category in _BFCL),
    "bfcl-live": tuple(Entry(f"bfcl/{category}", _bfcl(category)) for category in _BFCL_LIVE),
    "bfcl-all": tuple(
        Entry(f"bfcl/{category}", _bfcl(category)) for category in (*_BFCL, "parallel_multiple", *_BFCL_LIVE)
    ),
    "apps": tuple(Entry(f"apps/{app}", _app(app)) for app in _APPS),
    "languages": tuple(Entry(f"languages/{code}", _language(code)) for code in _LANGUAGES),
    "toolcraft": (Entry("toolcraft", _toolcraft),),
    "when2call": (Entry("when2call", _when2call),),
    "ifeval": (Entry("ifeval", _ifeval, max_tokens=1280),),
    "ifbench": (Entry("ifbench", _ifbench, max_tokens=1280),),
    "mmlu-pro": (Entry("mmlu_pro", _mmlu_pro, max_tokens=2048),),
    "quick": (
        *(Entry("phone", _phone(skill), limit=12) for skill in _PHONE),
        *(Entry(f"bfcl/{category}", _bfcl(category), limit=25) for category in _BFCL),
    ),
    "workplace": (Entry("workplace", _workplace, turns=24),),
}


def build(name: str, split: Split | None = None, limit: int | None = None) -> list[Part]:
    """Return a suite's parts, with another split or limit where given. Raises UsageError for an unknown name."""
    if name not in SUITES:
        raise UsageError(f"no suite {name!r}; valid: {', '.join(SUITES)}")
    if limit is not None and limit < 1:
        raise UsageError(f"a limit of {limit} items leaves nothing to evaluate; give 1 or more")
    parts: list[Part] = []
    for entry in SUITES[name]:
        count = entry.limit if limit is None else limit
        parts.append(Part(entry.make(count), split or entry.split, count, entry.label, entry.turns, entry.max_tokens))
    return parts
