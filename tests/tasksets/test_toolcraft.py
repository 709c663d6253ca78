"""Toolcraft: what is asked for is what is called, the splits share nothing, and the verifier tells right from wrong."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest

from botpsy.core.messages import Message, ToolCall
from botpsy.core.protocols import Conversation, Generator, Sampling
from botpsy.core.task import Split, Task
from botpsy.core.trajectory import StopReason, Trajectory
from botpsy.models.scripted import Scripted
from botpsy.tasksets.toolcraft.catalogue import FRAMES, frames_of
from botpsy.tasksets.toolcraft.frame import frame, req
from botpsy.tasksets.toolcraft.generate import Bundle, bundles
from botpsy.tasksets.toolcraft.kinds import array, clock, date, percent, whole
from botpsy.tasksets.toolcraft.taskset import Toolcraft
from botpsy.tools.validate import problems

SPLITS: tuple[Split, ...] = ("train", "dev", "test")


@pytest.fixture(scope="module")
def made() -> list[Bundle]:
    return list(bundles(3, 260, "train"))


def played(taskset: Toolcraft, task: Task, generator: Generator) -> float:
    async def play() -> Trajectory:
        environment = taskset.open(task)
        seen = await environment.start()
        (turn,) = await generator.generate([Conversation(seen.messages, seen.tools)], Sampling())
        step = await environment.step(turn.message)
        assert step.stop is StopReason.ANSWERED
        return Trajectory(task.id, seen.tools, (*seen.messages, turn.message), step.stop)

    return taskset.verify(task, asyncio.run(play()), {}).value


def test_gold_is_valid_for_the_tools_in_view(made: list[Bundle]) -> None:
    items = 0
    for bundle in made:
        specs = {t.name: t for t in bundle.tools}
        assert len(specs) == len(bundle.tools)
        for item in bundle.items:
            items += 1
            for call in item.gold:
                assert problems(specs[call.name], call.arguments) == [], item
    assert items > 1000


def test_text_slots_are_filled_and_calls_of_an_item_differ(made: list[Bundle]) -> None:
    for item in (i for b in made for i in b.items):
        assert "{" not in item.query and "}" not in item.query and "*" not in item.query, item.query
        assert len({repr(c) for c in item.gold}) == len(item.gold), item


def test_skills_come_in_the_planned_shares(made: list[Bundle]) -> None:
    counts = Counter(i.skill for b in made for i in b.items)
    total = sum(counts.values())
    planned = {"parallel": 0.25, "parallel_multiple": 0.07, "irrelevant": 0.22, "missing": 0.04}
    for skill, share in planned.items():
        assert counts[skill] / total == pytest.approx(share, abs=0.035), counts
    assert (counts["single"] + counts["multiple"]) / total == pytest.approx(0.42, abs=0.05)
    for item in (i for b in made for i in b.items):
        if item.skill in ("single", "multiple"):
            assert len(item.gold) == 1
        elif item.skill == "parallel":
            assert 2 <= len(item.gold) <= 4 and len({c.name for c in item.gold}) == 1
        elif item.skill == "parallel_multiple":
            assert len({c.name for c in item.gold}) == 2
        else:
            assert not item.gold and item.answer


def test_one_tool_is_in_view_nearly_half_the_time_and_never_more_than_six(made: list[Bundle]) -> None:
    sizes = Counter(len(b.tools) for b in made)
    assert max(sizes) == 6
    assert sizes[1] / len(made) == pytest.approx(0.45, abs=0.1)


def test_the_splits_share_no_frame() -> None:
    names = {s: {f.name for f in frames_of(s)} for s in SPLITS}
    assert all(not names[a] & names[b] for a, b in combinations(SPLITS, 2))
    assert sum(map(len, names.values())) == len(FRAMES) == len({f.name for f in FRAMES}) >= 110
    for split in SPLITS:
        assert {n for b in bundles(0, 40, split) for n in b.frames} <= names[split]


def test_a_bundle_depends_on_seed_and_number_alone() -> None:
    assert list(bundles(5, 3, "dev")) == list(bundles(5, 8, "dev"))[:3]
    assert next(bundles(5, 1, "dev")) != next(bundles(6, 1, "dev"))


@pytest.mark.parametrize("split", SPLITS)
def test_the_reference_is_right(split: Split) -> None:
    taskset = Toolcraft(120, seed=4)
    tasks = list(taskset.tasks(split))
    assert len(tasks) == len({t.id for t in tasks}) == 120
    assert [played(taskset, t, taskset.reference(t)) for t in tasks] == [1.0] * 120


def test_the_wrong_turn_is_wrong() -> None:
    taskset = Toolcraft(150, seed=9)
    silent = Scripted([Message("assistant", "")])
    refusing = Scripted([Message("assistant", "I can't do that with the tools I have.")])
    for task in taskset.tasks("train"):
        assert played(taskset, task, silent) == 0.0
        assert played(taskset, task, refusing) == float(task.skill == "irrelevant")
        gold = tuple(ToolCall(c["name"], c["arguments"]) for c in task.data["gold"])
        if gold:
            assert played(taskset, task, Scripted([Message("assistant", tool_calls=gold[::-1])])) == 1.0
            assert played(taskset, task, Scripted([Message("assistant", tool_calls=gold[:-1])])) == 0.0
            more = replace(gold[0], arguments={**gold[0].arguments, "surely_not_there": 1})
            assert played(taskset, task, Scripted([Message("assistant", tool_calls=(more, *gold[1:]))])) == 0.0
        else:
            guess = (ToolCall(task.data["tools"][0]["function"]["name"], {}),)
            assert played(taskset, task, Scripted([Message("assistant", tool_calls=guess)])) == 0.0


def test_values_keep_their_form_in_the_call() -> None:
    import random

    rng = random.Random(0)
    for _ in range(50):
        said = percent(1, 20, 0.5, fraction=True).draw(rng)
        assert float(said.text.removesuffix("%").removesuffix(" percent")) == pytest.approx(said.value * 100)
        day = date().draw(rng)
        assert len(day.value) == 10 and str(int(day.value[8:])) in day.text
        hour = clock().draw(rng)
        if "pm" in hour.text:
            assert int(hour.value[:2]) in (12, int(hour.text.split(":")[0].split()[0]) + 12)
        numbers = array(whole(1, 9), 2, 4).draw(rng)
        assert all(isinstance(v, int) and str(v) in numbers.text for v in numbers.value)


def test_a_template_that_forgets_a_required_argument_is_refused() -> None:
    args = [req("width", whole(1, 9), "Width."), req("height", whole(1, 9), "Height.")]
    with pytest.raises(ValueError, match="box_area"):
        frame("x", "box_area", ["Area."], args, ["How big is a box of width {width}?"])
