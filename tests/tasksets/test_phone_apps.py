"""Every app of the simulated phone keeps the same contract: solvable tasks, strict judgement, and writes that can be
undone, in memory and on disk alike."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import pytest

from botpsy.apps.change import Change
from botpsy.apps.resource_files import FileResources
from botpsy.apps.resources import MemoryResources
from botpsy.core.errors import BackendError, ConflictError, ToolError
from botpsy.core.messages import Message, ToolCall
from botpsy.core.protocols import Conversation
from botpsy.core.score import Score
from botpsy.core.task import Task
from botpsy.core.trajectory import Trajectory
from botpsy.envs.rollout import rollout
from botpsy.models.scripted import Scripted
from botpsy.tasksets.phone.app_intents import APP_INTENTS
from botpsy.tasksets.phone.apps import APPS
from botpsy.tasksets.phone.reference import reply
from botpsy.tasksets.phone.taskset import Phone
from botpsy.tasksets.phone.world import CORE, make_world
from botpsy.tools.tool import Done, Toolbox

SPLITS = ("train", "dev", "test")
each_app = pytest.mark.parametrize("app", list(APPS))


@lru_cache
def tasks(app: str) -> tuple[Task, ...]:
    return tuple(task for split in SPLITS for task in Phone(45, seed=23, apps=(app,)).tasks(split))


def play(task: Task, change: Callable[[Message], Message] = lambda m: m) -> tuple[Trajectory, Score]:
    phone = Phone(1, apps=CORE)
    return asyncio.run(
        rollout(Scripted(lambda c: change(reply(task.data["moves"], c.messages))), phone, task)
    )  # fmt: skip


def say(task: Task, words: str) -> Score:
    idle: Callable[[Conversation], Message] = lambda _: Message("assistant", words)  # noqa: E731
    return asyncio.run(rollout(Scripted(idle), Phone(1), task))[1]


def due(task: Task) -> bool:
    return any("calls" in move for move in task.data["moves"])


@each_app
def test_every_reference_scores_one(app: str) -> None:
    failed = [(t.id, t.data["says"], s.reason) for t in tasks(app) if (s := play(t)[1]).value < 1.0]
    assert failed == []


@each_app
def test_doing_nothing_scores_zero_where_action_is_due(app: str) -> None:
    for number, task in enumerate(t for t in tasks(app) if due(t)):
        for words in ("Sorry.", "Done, I've taken care of it.") if number % 4 == 0 else ("Sorry.",):
            assert say(task, words).value == 0.0, (words, task.data["says"])


@each_app
def test_a_false_claim_loses_where_nothing_may_be_done(app: str) -> None:
    for task in [t for t in tasks(app) if not due(t)]:
        assert say(task, "Done, I've added it for you.").value == 0.0, task.data["says"]


@each_app
def test_a_missing_call_and_a_forbidden_one_lose(app: str) -> None:
    for task in [t for t in tasks(app) if due(t)][::3]:
        count = sum("calls" in move for move in task.data["moves"])
        seen = 0

        def without(message: Message, last: int = count) -> Message:
            nonlocal seen
            seen += bool(message.tool_calls)
            if message.tool_calls and seen == last:  # the last calls are not made, and it is claimed that they were
                return Message("assistant", "Done.")
            return message

        assert play(task, without)[1].value == 0.0, task.data["says"]


@each_app
def test_one_wrong_argument_loses(app: str) -> None:
    tried = 0
    for task in tasks(app):
        last = next((m["calls"] for m in reversed(task.data["moves"]) if "calls" in m), None)
        if last is None or last[-1].get("fails") or not any(isinstance(v, str) for v in last[-1]["arguments"].values()):
            continue
        spoil = next(k for k, v in last[-1]["arguments"].items() if isinstance(v, str))

        def wrong(message: Message, target: dict = last[-1], spoil: str = spoil) -> Message:  # type: ignore[type-arg]
            calls = tuple(
                ToolCall(c.name, {**c.arguments, spoil: "zzqx 77"}) if dict(c.arguments) == target["arguments"] else c
                for c in message.tool_calls
            )
            return replace(message, tool_calls=calls)

        tried += 1
        assert play(task, wrong)[1].value == 0.0, (task.data["says"], spoil)
    assert tried >= 20


@each_app
def test_a_replay_ends_in_the_same_state(app: str) -> None:
    def state(task: Task) -> str:
        phone = Phone(1)
        environment = phone.open(task)
        for move in task.data["moves"]:
            if "calls" in move:
                calls = tuple(ToolCall(c["name"], c["arguments"]) for c in move["calls"])
                asyncio.run(environment.step(Message("assistant", tool_calls=calls)))
        return hashlib.sha256(json.dumps(environment.state, sort_keys=True, default=str).encode()).hexdigest()

    for task in tasks(app)[::7]:
        assert state(task) == state(task)


@each_app
def test_memory_and_files_agree_and_every_write_is_undone(app: str, tmp_path: Path) -> None:
    written = 0
    for task in tasks(app)[::2]:
        world = make_world(task.seed, task.split)
        held = world.resources(app)
        kinds = {type(r) for r in held}
        memory = MemoryResources(held)
        files = FileResources(tmp_path / task.id, held) if written < 6 else None
        changes: list[Change] = []
        for backend in [b for b in (memory, files) if b is not None]:
            serial = iter(range(100))
            box = Toolbox.of(APPS[app].tools(backend, lambda w=world: w.now, lambda s=serial: f"new-{next(s)}"))
            for move in task.data["moves"]:
                for row in move.get("calls", ()):
                    found = box.get(row["name"])
                    if found is None:
                        continue  # of another app
                    try:
                        result = found.run(**row["arguments"])
                    except (ToolError, ConflictError):
                        continue
                    if isinstance(result, Done) and backend is memory:
                        assert result.undo is not None and result.undo.app == app
                        changes.append(Change.from_json(result.undo.change))
                        kinds |= {type(r) for r in memory._items.values()}  # pyright: ignore[reportPrivateUsage]
        written += bool(changes)
        if files is not None:
            for kind in kinds:
                assert memory.all(kind) == files.all(kind)
        for change in reversed(changes):
            memory.restore(change)
        assert memory.snapshot() == MemoryResources(held).snapshot()
    assert written


def test_a_broken_file_is_named(tmp_path: Path) -> None:
    from botpsy.apps.notes.model import Note

    files = FileResources(tmp_path, [Note("n-1", "milk")])
    (tmp_path / "Note" / "n-1.json").write_text("{", encoding="utf-8")
    with pytest.raises(BackendError, match=r"n-1\.json"):
        files.all(Note)


def test_tool_names_are_unique_across_the_whole_phone_and_described_briefly() -> None:
    specs = make_world(1, "train").open((*CORE, *APPS)).toolbox.specs  # raises for two of one name
    for spec in specs:
        assert len(spec.description.split()) <= 20, spec.name
    assert set(APPS) == set(APP_INTENTS)


@each_app
def test_a_world_opened_twice_is_two_worlds(app: str) -> None:
    world = make_world(11, "train")
    first, second = world.open((app,)), world.open((app,))
    before = second.snapshot()
    for task in tasks(app)[:12]:
        opened = make_world(task.seed, task.split).open(tuple(task.data["apps"]))
        kept = opened.snapshot()
        for move in task.data["moves"]:
            for row in move.get("calls", ()):
                found = opened.toolbox.get(row["name"])
                assert found is not None
                with contextlib.suppress(ToolError, ConflictError):
                    found.run(**row["arguments"])
        assert make_world(task.seed, task.split).open(tuple(task.data["apps"])).snapshot() == kept
    assert first.snapshot() == second.snapshot() == before
