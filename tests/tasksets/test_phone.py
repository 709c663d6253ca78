"""Phone tasks are solvable, reproducible, split apart, and judged strictly."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest

from botpsy.core.messages import Message, ToolCall
from botpsy.core.protocols import Conversation
from botpsy.core.score import Score
from botpsy.core.task import Task
from botpsy.envs.rollout import rollout
from botpsy.models.scripted import Scripted
from botpsy.tasksets.phone.reference import reply
from botpsy.tasksets.phone.taskset import SKILLS, Phone
from botpsy.tasksets.phone.vocabulary import FIRST, split_of
from botpsy.tasksets.phone.world import make_world

TASKS = [(split, task) for split in ("train", "dev", "test") for task in Phone(335, seed=11).tasks(split)]
PHONE = Phone()


def score(task: Task, play: Callable[[Conversation], Message]) -> Score:
    return asyncio.run(rollout(Scripted(play), PHONE, task))[1]


def reference(task: Task, change: Callable[[Message], Message] = lambda m: m) -> Score:
    return score(task, lambda c: change(reply(task.data["moves"], c.messages)))


def test_every_reference_of_a_thousand_tasks_scores_one() -> None:
    assert len(TASKS) >= 1000
    failed = [(t.id, t.data["says"], s.reason) for _, t in TASKS if (s := reference(t)).value < 1.0]
    assert failed == []


def test_doing_nothing_scores_zero_wherever_action_is_due() -> None:
    for number, (_, task) in enumerate(TASKS):
        due = any("calls" in m for m in task.data["moves"])
        others = ("Done, I've added it.", "When should it be?", "") if number % 6 == 0 else ()
        for words in ("Sorry.", *others):
            value = score(task, lambda c, words=words: Message("assistant", words)).value
            if due:
                assert value == 0.0, (task.id, words, task.data["says"])


def test_all_skills_and_intents_come_up_in_every_split() -> None:
    for split in ("train", "dev", "test"):
        skills = Counter(t.skill for s, t in TASKS if s == split)
        assert set(skills) == set(SKILLS)
        assert min(skills.values()) >= 20


def test_a_task_depends_on_its_number_alone() -> None:
    again = Phone(5, seed=11).task("dev", 40)
    assert again == next(t for s, t in TASKS if s == "dev" and t.id == "phone-dev-11-40")
    assert make_world(again.seed, "dev").open().snapshot() == make_world(again.seed, "dev").open().snapshot()


def test_splits_share_neither_forms_nor_values() -> None:
    forms = {s: {f for sp, t in TASKS if sp == s for f in t.data["form"].split("+")} for s in ("train", "dev", "test")}
    assert not forms["train"] & forms["test"]
    assert not forms["train"] & forms["dev"]
    names = {s: {p.name.split()[0] for sp, t in TASKS if sp == s for p in make_world(t.seed, s).people} for s in forms}
    assert not names["train"] & names["test"]
    assert all(split_of(n) == "test" for n in names["test"])
    assert len({n for n in FIRST if split_of(n) == "dev"}) > 10


def test_one_wrong_argument_loses() -> None:
    tried = 0
    for _, task in TASKS:
        calls = [c for m in task.data["moves"] for c in m.get("calls", ())]
        target = next(
            (
                c
                for c in calls
                if c["name"] in ("create_event", "save_contact", "find_contact", "delete_contact")
                and not c.get("fails")
            ),
            None,
        )
        if target is None or tried >= 200:
            continue
        tried += 1
        key = "title" if "title" in target["arguments"] else "name"

        def wrong(message: Message, target: dict = target, key: str = key) -> Message:
            spoiled = tuple(
                ToolCall(c.name, {**c.arguments, key: "Zebra Quux"}) if dict(c.arguments) == target["arguments"] else c
                for c in message.tool_calls
            )
            return replace(message, tool_calls=spoiled)

        assert reference(task, wrong).value == 0.0, task.data["says"]
    assert tried == 200


def test_one_call_too_many_or_too_few_loses() -> None:
    for _, task in [x for x in TASKS if x[1].skill == "parallel"][:60]:
        assert reference(task, lambda m: replace(m, tool_calls=m.tool_calls[:1])).value == 0.0
        extra = ToolCall("create_event", {"title": "Extra", "when": "tomorrow at noon"})
        assert (
            reference(task, lambda m: replace(m, tool_calls=(*m.tool_calls, extra) if m.tool_calls else ())).value
            == 0.0
        )


def test_a_call_or_a_claim_where_none_is_due_loses() -> None:
    for _, task in [x for x in TASKS if x[1].skill == "no_call"][:80]:
        called = score(
            task, lambda c: Message("assistant", "Hm?", tool_calls=(ToolCall("list_events", {"when": "today"}),))
        )
        assert called.value == 0.0
        if task.data["intent"] == "nothing_fits":
            assert score(task, lambda c: Message("assistant", "Done, I've turned it on.")).value == 0.0


def test_a_silent_answer_about_what_was_read_loses() -> None:
    reads = [t for _, t in TASKS if t.data["intent"] in ("find_contact", "two_people")][:40]
    for task in reads:
        assert reference(task, lambda m: m if m.tool_calls else Message("assistant", "I found it.")).value == 0.0


def test_an_unknown_skill_is_named() -> None:
    with pytest.raises(ValueError, match="no skill 'fly'; valid: single"):
        Phone(1, skill="fly")
