"""What can be evaluated, by name: tasksets with the split to run and how many items unless a person says otherwise.

"dev" is for reading and tuning; a figure that is published comes from "test" (`build(name, "test")`). A limit bounds
each part, so each skill of `phone` and each category of `bfcl` has an n of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from botpsy.benchmarks.bfcl_format_names import FORMATS
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


def _style(style: str) -> Make:
    def make(count: int | None) -> Taskset:
        from botpsy.tasksets.phone.taskset import Phone

        return Phone(count or 100, style=style)

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


def _bfcl_multi_turn(category: str) -> Make:
    def make(_: int | None) -> Taskset:
        from botpsy.benchmarks.bfcl_multi_turn import BfclMultiTurn

        return BfclMultiTurn(category)

    return make


def _bfcl_memory(category: str) -> Make:
    def make(_: int | None) -> Taskset:
        from botpsy.benchmarks.bfcl_memory import BfclMemory

        return BfclMemory(category)

    return make


def _bfcl_web(category: str, optional: bool) -> Entry:
    def make(_: int | None) -> Taskset:
        from botpsy.benchmarks.bfcl_web import BfclWeb

        return BfclWeb(category, optional=optional)

    return Entry(f"bfcl/{category}", make, turns=24, max_tokens=1024)


def _bfcl_format(form: str) -> Make:
    def make(_: int | None) -> Taskset:
        from botpsy.benchmarks.bfcl_format import BfclFormat

        return BfclFormat(form)

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


def _gpqa(_: int | None) -> Taskset:
    from botpsy.benchmarks.gpqa import Gpqa

    return Gpqa()


def _multi_if(_: int | None) -> Taskset:
    from botpsy.benchmarks.multi_if import MultiIf

    return MultiIf()


def _safety(_: int | None) -> Taskset:
    from botpsy.benchmarks.safety import Safety

    return Safety()


def _claw(count: int | None) -> Taskset:
    from botpsy.tasksets.claw.taskset import TRIALS, Claw

    return Claw(39 if count is None else max(1, count // TRIALS))


def _browsecomp_plus(_: int | None) -> Taskset:
    from botpsy.benchmarks.browsecomp_plus import BrowseCompPlus

    return BrowseCompPlus()


def _tau2(domain: str) -> Make:
    def make(_: int | None) -> Taskset:
        from botpsy.benchmarks.tau2 import Tau2

        return Tau2(domain)

    return make


def _tau2_banking(_: int | None) -> Taskset:
    from botpsy.benchmarks.tau2_banking import Tau2Banking

    return Tau2Banking()


def _acebench(category: str, style: Literal["official", "native"]) -> Make:
    def make(_: int | None) -> Taskset:
        from botpsy.benchmarks.acebench import AceBench

        return AceBench(category, style=style)

    return make


def _acebench_agent(category: str, style: Literal["official", "native"]) -> Make:
    def make(_: int | None) -> Taskset:
        from botpsy.benchmarks.acebench_agent import AceBenchAgent

        return AceBenchAgent(category, style=style)

    return make


def _acebench_suite(label: str, style: Literal["official", "native"]) -> dict[str, tuple[Entry, ...]]:
    """Return the suites of a style: what needs no user, and the agent, of which multi-turn needs one."""
    alone = tuple(Entry(f"{label}/{c}", _acebench(c, style), max_tokens=512) for c in _ACEBENCH)
    step, turn = (
        Entry(f"{label}/{c}", _acebench_agent(c, style), turns=40, max_tokens=512)
        for c in ("agent_multi_step", "agent_multi_turn")
    )
    name = label.replace("_", "-")
    return {name: (*alone, step), f"{name}-agent": (step, turn)}


def _injecagent(kind: Literal["dh", "ds"], setting: Literal["base", "enhanced"], guarded: bool) -> Make:
    def make(_: int | None) -> Taskset:
        from botpsy.benchmarks.injecagent import InjecAgent
        from botpsy.benchmarks.monitor import writes_need_a_person
        from botpsy.tools.execute import allow_all

        return InjecAgent(kind, setting, allow=writes_need_a_person if guarded else allow_all)

    return make


def _agentdojo(suite: Literal["workspace", "travel", "banking", "slack"], attack: bool, guarded: bool) -> Make:
    def make(_: int | None) -> Taskset:
        from botpsy.benchmarks.agentdojo import AgentDojo
        from botpsy.benchmarks.monitor import writes_need_a_person
        from botpsy.tools.execute import allow_all

        return AgentDojo(suite, attack=attack, allow=writes_need_a_person if guarded else allow_all)

    return make


def _agentdojo_suite(label: str, guarded: bool) -> tuple[Entry, ...]:
    """Return the four suites, each without and then under attack."""
    return tuple(
        Entry(f"{label}/{s}{'_attack' if attack else ''}", _agentdojo(s, attack, guarded), turns=16, max_tokens=512)
        for s in _AGENTDOJO
        for attack in (False, True)
    )


_PHONE = ("single", "parallel", "multi_step", "multi_turn", "no_call")
_BFCL = ("simple_python", "multiple", "parallel", "irrelevance")
_BFCL_REST = (  # with `_BFCL`, all of BFCL's overall figure that is asked in one turn
    "simple_java", "simple_javascript", "parallel_multiple", "live_simple", "live_multiple", "live_parallel",
    "live_parallel_multiple", "live_irrelevance",
)  # fmt: skip
_BFCL_LIVE = (
    "live_simple", "live_multiple", "live_parallel", "live_parallel_multiple", "live_irrelevance", "live_relevance",
)  # fmt: skip
_BFCL_MULTI_TURN = tuple(  # a dialogue has up to 21 steps in each of its turns
    Entry(f"bfcl/multi_turn_{name}", _bfcl_multi_turn(f"multi_turn_{name}"), turns=160)
    for name in ("base", "miss_func", "miss_param", "long_context")
)
_BFCL_MEMORY = tuple(  # memory_vector needs an encoder that BotPsy does not bring
    Entry(f"bfcl/{name}", _bfcl_memory(name), turns=24, max_tokens=1024) for name in ("memory_kv", "memory_rec_sum")
)
_WEB = ("web_search_base", "web_search_no_snippet")
_APPS = ("bank", "car", "devices", "files", "mail", "messages", "notes", "shop", "support", "travel", "web")
_STYLES = ("typos", "speech", "terse", "chatty", "breath")
_ACEBENCH = (
    "normal_single_turn_single_function", "normal_single_turn_parallel_function", "normal_multi_turn_user_adjust",
    "normal_multi_turn_user_switch", "normal_similar_api", "normal_preference", "normal_atom_bool", "normal_atom_enum",
    "normal_atom_number", "normal_atom_list", "normal_atom_object_deep", "normal_atom_object_short",
    "special_incomplete", "special_error_param", "special_irrelevant",
)  # fmt: skip
_INJECTIONS: tuple[tuple[Literal["dh", "ds"], Literal["base", "enhanced"]], ...] = (
    ("dh", "base"), ("dh", "enhanced"), ("ds", "base"), ("ds", "enhanced"),
)  # fmt: skip
_TAU2 = (
    *(Entry(f"tau2/{d}", _tau2(d), turns=200, max_tokens=1024) for d in ("retail", "airline", "telecom")),
    Entry("tau2/banking", _tau2_banking, turns=200, max_tokens=1024),
)
_AGENTDOJO: tuple[Literal["workspace", "travel", "banking", "slack"], ...] = (
    "workspace", "travel", "banking", "slack",
)  # fmt: skip
_LANGUAGES = ("zh", "fr", "es", "it", "pt", "ru", "hi")

SUITES: dict[str, tuple[Entry, ...]] = {
    "phone": tuple(Entry("phone", _phone(skill)) for skill in _PHONE),
    "bfcl": tuple(Entry(f"bfcl/{category}", _bfcl(category)) for category in _BFCL),
    "bfcl-live": tuple(Entry(f"bfcl/{category}", _bfcl(category)) for category in _BFCL_LIVE),
    "bfcl-multi-turn": _BFCL_MULTI_TURN,
    "bfcl-memory": _BFCL_MEMORY,
    "bfcl-web-search": tuple(_bfcl_web(category, optional=False) for category in _WEB),
    "bfcl-agentic": (*_BFCL_MEMORY, *(_bfcl_web(category, optional=True) for category in _WEB)),
    "bfcl-format": tuple(Entry(f"bfcl_format/{form}", _bfcl_format(form), max_tokens=512) for form in FORMATS),
    "bfcl-all": (
        *(
            Entry(f"bfcl/{category}", _bfcl(category))
            for category in (*_BFCL, "simple_java", "simple_javascript", "parallel_multiple", *_BFCL_LIVE)
        ),
        *_BFCL_MULTI_TURN,
        *_BFCL_MEMORY,
    ),
    "apps": tuple(Entry(f"apps/{app}", _app(app)) for app in _APPS),
    "languages": tuple(Entry(f"languages/{code}", _language(code)) for code in _LANGUAGES),
    "styles": tuple(Entry(f"styles/{style}", _style(style)) for style in _STYLES),
    "toolcraft": (Entry("toolcraft", _toolcraft),),
    "when2call": (Entry("when2call", _when2call),),
    "ifeval": (Entry("ifeval", _ifeval, max_tokens=1280),),
    "ifbench": (Entry("ifbench", _ifbench, max_tokens=1280),),
    "mmlu-pro": (Entry("mmlu_pro", _mmlu_pro, max_tokens=2048),),
    "gpqa": (Entry("gpqa_diamond", _gpqa, max_tokens=2048),),
    "multi-if": (Entry("multi_if", _multi_if, max_tokens=1280),),
    "safety": (Entry("safety", _safety),),
    "claw": (Entry("claw", _claw, turns=30),),
    "browsecomp-plus": (Entry("browsecomp_plus", _browsecomp_plus, turns=24, max_tokens=1280),),
    **_acebench_suite("acebench", "official"),
    **_acebench_suite("acebench_native", "native"),
    "injecagent": tuple(Entry(f"injecagent/{k}_{s}", _injecagent(k, s, False)) for k, s in _INJECTIONS),
    "injecagent-guarded": tuple(Entry(f"injecagent_guarded/{k}_{s}", _injecagent(k, s, True)) for k, s in _INJECTIONS),
    "tau2": _TAU2,
    "tau2-retail": _TAU2[:1],
    "tau2-airline": _TAU2[1:2],
    "tau2-telecom": _TAU2[2:3],
    "tau2-banking": _TAU2[3:],
    "agentdojo": _agentdojo_suite("agentdojo", guarded=False),
    "agentdojo-guarded": _agentdojo_suite("agentdojo_guarded", guarded=True),
    "quick": (
        *(Entry("phone", _phone(skill), limit=12) for skill in _PHONE),
        *(Entry(f"bfcl/{category}", _bfcl(category), limit=25) for category in _BFCL),
        *(Entry(f"bfcl/{category}", _bfcl(category), limit=12) for category in _BFCL_REST),
    ),
    "workplace": (Entry("workplace", _workplace, turns=24),),
}


def build(name: str, split: Split | None = None, limit: int | None = None) -> list[Part]:
    """Return a suite's parts, with another split or limit where given. A name that ends in ".py" is a file with a
    benchmark of one's own (docs/add-a-benchmark.md). Raises UsageError for an unknown name."""
    if limit is not None and limit < 1:
        raise UsageError(f"a limit of {limit} items leaves nothing to evaluate; give 1 or more")
    if name.endswith(".py"):
        from botpsy.eval.own import own

        return [own(Path(name), split, limit)]
    if name not in SUITES:
        raise UsageError(f"no suite {name!r}; valid: {', '.join(SUITES)}, or a file of your own that ends in .py")
    parts: list[Part] = []
    for entry in SUITES[name]:
        count = entry.limit if limit is None else limit
        parts.append(Part(entry.make(count), split or entry.split, count, entry.label, entry.turns, entry.max_tokens))
    return parts
