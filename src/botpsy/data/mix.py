"""A mixture: several sources in given amounts, in an order that keeps conversations with one prompt together.

Nothing of a test or dev split comes in: tasksets are asked for "train" only, and every row says where it is from.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import chain, islice
from pathlib import Path
from typing import TypedDict

from botpsy.core import jsonl
from botpsy.core.errors import UsageError
from botpsy.core.messages import Json, Message
from botpsy.core.protocols import Generator, Taskset
from botpsy.core.task import Task
from botpsy.data.filter import Filter, filtered
from botpsy.data.generate import trajectories
from botpsy.data.public import sgd
from botpsy.data.public.seal_bundles import bundle_rows
from botpsy.data.public.seal_tools import read as read_seal
from botpsy.data.thinking import thinking_row


@dataclass(frozen=True, slots=True)
class Mix:
    """How much of each source: tasks of `phone`, bundles of invented tools, bundles of Seal-Tools (0 leaves one out).

    `skills`: more phone tasks of one skill, for what a model finds hard; `intents`: of one intent. `apps`: tasks of
    other apps of the phone; `languages`: single requests in another language. `beyond`: requests of the invented tools,
    made where only the phone's tools are in view, so that nothing fits; `strangers`: the same with requests to other
    apps. `thinking`: the share of all rows that are in thinking mode, with thoughts. `sgd`: dialogues of Schema-Guided
    Dialogue. `styled`: the share of the requests in English to the phone and its apps that are written as people write
    them, mistyped, dictated, clipped, chatty or two in one breath. `goals`: tasks of a person who answers what is
    asked. `cultures`: whose names, streets and cities the tasks counted by `phone`, `goals` and `apps` have.
    `public` is the folder of public data sets (`BOTPSY_DATA`), which
    Seal-Tools and Schema-Guided Dialogue need.
    """

    phone: int = 4000
    toolcraft: int = 1000
    seal: int = 1000
    seed: int = 0
    public: str = ""
    skills: tuple[tuple[str, int], ...] = ()
    intents: tuple[tuple[str, int], ...] = ()
    apps: tuple[tuple[str, int], ...] = ()
    languages: tuple[tuple[str, int], ...] = ()
    beyond: int = 0
    strangers: int = 0
    sgd: int = 0
    thinking: float = 0.0
    styled: float = 0.0
    goals: int = 0
    cultures: tuple[str, ...] = ()


# apps of which no topic is held back in tasksets/phone/no_call_intents.py (mail, bank and home devices have some)
_STRANGE = ("car", "files", "messages", "shop", "support", "travel", "web")
# what an assistant with a calendar and contacts might be asked after all
_NEAR = re.compile(r"calendar|event|appointment|meeting|contact|remind|birthday|invite|address|schedule", re.IGNORECASE)
_CORE_TOOL = re.compile(r'"(?:create_event|change_event|delete_event|list_events|invite|\w+_contact)"')
Report = Callable[[str, int, int], None]


def _silent(source: str, made: int, wanted: int) -> None:
    del source, made, wanted


def make(
    mix: Mix,
    out: Path,
    report: Report = _silent,
    *,
    generator: Generator | None = None,
    least: float = 1.0,
    filters: Sequence[Filter] = (),
) -> dict[str, int]:
    """Write the mixture as JSON lines and return the number of rows by source and skill.

    What was counted and what the filters left out is written beside it, as `<out>.made.json`.

    Each source is written to a part file of its own that is kept until all are there, so that an interrupted run goes
    on with the next source. With a generator it plays the phone tasks, and scores from `least` are kept.

    Raises UsageError when a source's data is missing, before anything is written.
    """
    sources: dict[str, Callable[[], Iterator[dict[str, Json]]]] = {}
    if mix.phone or mix.skills or mix.intents or mix.goals:
        sources["phone"] = lambda: _phone(mix, report, generator, least)
    if mix.apps or mix.languages:
        sources["apps"] = lambda: _apps(mix, report, generator, least)
    if mix.toolcraft:
        sources["toolcraft"] = lambda: _toolcraft(mix, report)
    if mix.seal:
        folder = Path(mix.public) / "seal_tools"
        if not mix.public or not folder.is_dir():
            raise UsageError(
                f"Seal-Tools is not at {folder}; set BOTPSY_DATA to the folder that holds seal_tools/, or use --seal 0"
            )
        sources["seal"] = lambda: _counted(bundle_rows(read_seal(folder), mix.seal, mix.seed), "seal", mix.seal, report)
    if mix.sgd:
        archive = Path(mix.public) / "sgd.tar.xz"
        if not mix.public or not archive.is_file():
            raise UsageError(
                f"Schema-Guided Dialogue is not at {archive}; set BOTPSY_DATA to the folder that holds sgd.tar.xz, or "
                f"use --sgd 0"
            )
        sources["sgd"] = lambda: _counted(islice(sgd.read(archive), mix.sgd), "sgd", mix.sgd, report)
    mark = hashlib.sha256(json.dumps([asdict(mix) | {"public": ""}, repr(generator), least]).encode()).hexdigest()[:8]
    parts: list[Path] = []
    for name, rows in sources.items():
        part = out.with_name(f"{out.name}.{name}.{mark}")
        parts.append(part)
        if not part.exists():
            jsonl.write_atomic(part, rows())
    counts: Counter[str] = Counter()
    removed: Counter[str] = Counter()

    def merged() -> Iterator[dict[str, Json]]:
        every = (row for part in parts for row in jsonl.read(part))
        for row in filtered(every, filters, removed):
            counts[f"{row['source']}/{row['skill']}"] += 1
            if _share(str(row["id"])) < mix.thinking:
                counts["in thinking mode"] += 1
                row = thinking_row(row)
            yield row

    jsonl.write_atomic(out, merged())
    made = {
        "mix": {**asdict(mix), "public": bool(mix.public)},
        "counts": dict(sorted(counts.items())),
        "removed": removed,
    }
    jsonl.write_text_atomic(out.with_name(f"{out.name}.made.json"), json.dumps(made, indent=2) + "\n")
    for part in parts:
        part.unlink()
    return dict(sorted(counts.items()))


def _share(name: str) -> float:
    """Return a number in [0, 1) that depends on the name alone, evenly spread."""
    return int.from_bytes(hashlib.sha256(f"thinking {name}".encode()).digest()[:4], "big") / 2**32


def _phone(mix: Mix, report: Report, generator: Generator | None, least: float) -> Iterator[dict[str, Json]]:
    """Yield the phone's conversations in a mixed order: all have one prompt, which neighbours share."""
    from botpsy.tasksets.phone.taskset import Phone
    from botpsy.tasksets.phone.world import make_world

    rows = list(_played(Phone(mix.phone, seed=mix.seed + 1, **_people(mix)), mix.phone, report, generator, least))
    for skill, count in mix.skills:  # of other worlds than those above
        rows += _played(
            Phone(count, seed=mix.seed + 101, skill=skill, styles=mix.styled), count, report, generator, least
        )
    for intent, count in mix.intents:
        rows += _played(
            Phone(count, seed=mix.seed + 201, intents=(intent,), styles=mix.styled), count, report, generator, least
        )
    if mix.goals:
        asking = Phone(mix.goals, seed=mix.seed + 501, apps=(), goals=True, cultures=mix.cultures)
        rows += _played(asking, mix.goals, report, generator, least)
    tools = [t.to_json() for t in make_world(0, "train").open().toolbox.specs]
    rows += _nothing_fits(f"beyond-{mix.seed}", mix.beyond, tools, _invented(mix))
    rows += _nothing_fits(f"stranger-{mix.seed}", mix.strangers, tools, _to_other_apps(mix))
    random.Random(f"phone-{mix.seed}").shuffle(rows)
    yield from rows


class _People(TypedDict):
    styles: float
    cultures: tuple[str, ...]


def _people(mix: Mix) -> _People:
    return {"styles": mix.styled, "cultures": mix.cultures}


def _apps(mix: Mix, report: Report, generator: Generator | None, least: float) -> Iterator[dict[str, Json]]:
    from botpsy.tasksets.phone.taskset import Phone

    for app, count in mix.apps:
        taskset = Phone(count, seed=mix.seed + 1, apps=(app,), **_people(mix))
        for row in _played(taskset, count, report, generator, least):
            yield row | {"source": app}
    for code, count in mix.languages:  # worlds of their own, or all languages would ask for the same
        taskset = Phone(count, seed=mix.seed + 401 + ord(code[0]) * 31 + ord(code[1]), apps=(), languages=(code,))
        for row in _played(taskset, count, report, generator, least):
            yield row | {"source": f"phone.{code}"}


def _nothing_fits(
    name: str, count: int, tools: list[dict[str, Json]], requests: Iterator[str]
) -> Iterator[dict[str, Json]]:
    """Yield requests beside the tools of calendar and contacts, none of which can serve them."""
    from botpsy.envs.prompt import SYSTEM
    from botpsy.tasksets.phone.no_call_intents import CANNOT

    fitting = (text for text in requests if not _NEAR.search(text))
    for number, text in enumerate(islice(fitting, count)):
        messages = [Message("system", SYSTEM), Message("user", text), Message("assistant", CANNOT)]
        yield {
            "id": f"{name}-{number}",
            "source": "phone",
            "skill": "no_call",
            "tools": tools,
            "messages": [m.to_json() for m in messages],
        }


def _invented(mix: Mix) -> Iterator[str]:
    from botpsy.tasksets.toolcraft.generate import bundles

    for bundle in bundles(mix.seed + 2, mix.beyond, "train"):
        yield from (item.query for item in bundle.items if item.gold)


def _to_other_apps(mix: Mix) -> Iterator[str]:
    """Yield what people ask of other apps, in turn, and would not ask of a calendar or of contacts."""
    from botpsy.tasksets.phone.taskset import Phone

    many = mix.strangers * 4
    every = [Phone(many, seed=mix.seed + 301, apps=(app,)).tasks("train") for app in _STRANGE]
    for task in chain.from_iterable(zip(*every, strict=True)):
        if task.skill != "no_call" and not _CORE_TOOL.search(json.dumps(task.data["moves"])):
            yield task.messages[-1].content


def _played(
    taskset: Taskset, count: int, report: Report, generator: Generator | None, least: float
) -> Iterator[dict[str, Json]]:
    async def chunk(tasks: list[Task]) -> list[dict[str, Json]]:
        return [row async for row in trajectories(taskset, tasks, generator, least=least)]

    waiting: list[Task] = []
    made = 0
    for task in taskset.tasks("train"):
        waiting.append(task)
        if len(waiting) == 100 or made + len(waiting) == count:
            yield from asyncio.run(chunk(waiting))
            made += len(waiting)
            waiting = []
            report(taskset.name, made, count)


def _toolcraft(mix: Mix, report: Report) -> Iterator[dict[str, Json]]:
    from botpsy.tasksets.toolcraft.generate import bundles
    from botpsy.tasksets.toolcraft.taskset import reference_message

    for number, bundle in enumerate(bundles(mix.seed + 1, mix.toolcraft, "train")):
        for i, item in enumerate(bundle.items):
            yield {
                "id": f"toolcraft-{mix.seed}-{number}-{i}",
                "source": "toolcraft",
                "skill": item.skill,
                "tools": [t.to_json() for t in bundle.tools],
                "messages": [{"role": "user", "content": item.query}, reference_message(item).to_json()],
            }
        report("toolcraft", number + 1, mix.toolcraft)


def _counted(rows: Iterator[dict[str, Json]], name: str, wanted: int, report: Report) -> Iterator[dict[str, Json]]:
    for made, row in enumerate(rows, 1):
        yield row
        if made % 500 == 0:
            report(name, made, wanted)
