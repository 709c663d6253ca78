"""Requests as people write them stay as answerable as they were; without the option nothing changes."""

from __future__ import annotations

import asyncio
import hashlib
import json
import random
from dataclasses import asdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from botpsy.core.messages import Message
from botpsy.core.task import Task
from botpsy.envs.rollout import rollout
from botpsy.models.scripted import Scripted
from botpsy.tasksets.phone import styles
from botpsy.tasksets.phone.keyboard import NEIGHBOURS, mistyped
from botpsy.tasksets.phone.styles import STYLES
from botpsy.tasksets.phone.taskset import Phone

# computed before styles, cultures and goals were there; a change of an intent or a form of these apps changes them
BEFORE = [
    ("bank", 3, "7469085441946974"),
    ("car", 11, "7d0bb503a1765473"),
    ("support", 5, "30ff6f9755b0c8fa"),
    ("travel", 7, "3d4df77f29e4c464"),
]
STYLED = {style: list(Phone(10, seed=8, style=style).tasks("train")) for style in STYLES}


def play(phone: Phone, task: Task) -> float:
    return asyncio.run(rollout(phone.reference(task), phone, task))[1].value


@pytest.mark.parametrize(("app", "number", "mark"), BEFORE)
def test_tasks_without_styles_are_as_they_were(app: str, number: int, mark: str) -> None:
    task = Phone(1, seed=21, apps=(app,)).task("train", number)
    assert hashlib.sha256(json.dumps(asdict(task), sort_keys=True).encode()).hexdigest()[:16] == mark
    assert Phone(1, seed=21, apps=(app,), styles=0.0).task("train", number) == task


@pytest.mark.parametrize("style", STYLES)
def test_a_styled_task_names_its_style_and_its_reference_scores_one(style: str) -> None:
    phone = Phone(10, seed=8)
    for task in STYLED[style]:
        assert task.data["style"] == style
        assert task.id.endswith(f"-{style}")
        assert task.messages[-1].content == task.data["says"][0]
        assert play(phone, task) == 1.0, task.data["says"]
        if any("calls" in m for m in task.data["moves"]):
            assert asyncio.run(rollout(Scripted(lambda c: Message("assistant", "Sorry.")), phone, task))[1].value == 0.0


@pytest.mark.parametrize("app", ["mail", "files", "travel"])
def test_other_apps_are_styled_too(app: str) -> None:
    phone = Phone(8, seed=2, apps=(app,), styles=1.0)
    tasks = list(phone.tasks("train"))
    assert sum("style" in t.data for t in tasks) >= 7
    assert all(play(phone, t) == 1.0 for t in tasks)


def test_values_that_were_said_cleanly_are_said_in_every_style() -> None:
    for style in ("typos", "terse", "chatty", "speech"):
        for task in STYLED[style]:
            number = int(task.id.split("-")[3])
            clean = Phone(1, seed=8).task("train", number)
            for value in styles.values_of(clean.data["moves"]):
                for before, after in zip(clean.data["says"], task.data["says"], strict=True):
                    if style == "speech":
                        before, after = before.lower(), after.lower()
                    assert (value in before) <= (value in after), (value, before, after)


def test_a_share_of_the_tasks_is_styled_and_the_others_are_the_same() -> None:
    plain, some = Phone(60, seed=4), Phone(60, seed=4, styles=0.3)
    pairs = list(zip(plain.tasks("train"), some.tasks("train"), strict=True))
    changed = [b for a, b in pairs if a != b]
    assert 8 <= len(changed) <= 28
    assert all("style" in b.data for b in changed)
    assert [b for _, b in pairs] == list(Phone(60, seed=4, styles=0.3).tasks("train"))


def test_two_requests_in_one_breath_make_all_their_calls() -> None:
    phone = Phone(1, seed=8)
    for task in STYLED["breath"]:
        calls = task.data["moves"][0]["calls"]
        assert task.skill == "parallel" and len(calls) >= 2

        def fewer(conversation, task=task):
            message = asyncio.run(phone.reference(task).generate([conversation], None))[0].message
            return Message("assistant", message.content, tool_calls=message.tool_calls[:-1])

        def play_fewer(conversation):
            import concurrent.futures

            with concurrent.futures.ThreadPoolExecutor() as pool:
                return pool.submit(fewer, conversation).result()

        assert asyncio.run(rollout(Scripted(play_fewer), phone, task))[1].value == 0.0


def test_what_a_style_says_around_a_request_is_of_one_split() -> None:
    drawn = {
        split: {styles.chatty("x", random.Random(i), split) for i in range(300)} for split in ("train", "dev", "test")
    }
    for lines in (styles._BEFORE, styles._AFTER):
        held_out = [line for i, line in enumerate(lines) if i % 7 in (5, 6)]
        assert not any(line in text for text in drawn["train"] for line in held_out)
    assert any(styles._BEFORE[5] in text for text in drawn["dev"])


@given(st.from_regex(r"[a-zA-Z]{4,12}", fullmatch=True), st.integers(0, 10**6))
def test_a_slip_changes_one_letter_or_swaps_two(word: str, seed: int) -> None:
    wrong = mistyped(word, random.Random(seed))
    assert wrong == mistyped(word, random.Random(seed))
    assert wrong[0] == word[0]
    assert abs(len(wrong) - len(word)) <= 1
    if len(wrong) == len(word):
        assert sum(a != b for a, b in zip(wrong, word, strict=True)) <= 2


def test_neighbours_touch_both_ways() -> None:
    assert set(NEIGHBOURS["g"]) == set("tyfhvb")
    assert all(a in NEIGHBOURS[b] for a, near in NEIGHBOURS.items() for b in near)
    with pytest.raises(ValueError, match="too short"):
        mistyped("a", random.Random(0))


@given(st.integers(0, 10**6))
def test_typos_never_touch_what_a_call_must_carry(seed: int) -> None:
    text = "Please schedule the quarterly planning with Beatriz at Riverside Gym on 4 May at 12:30, write to bea@post.example"
    wrong = styles.typos(text, ["quarterly planning with Beatriz", "Riverside Gym"], random.Random(seed))
    for value in ("quarterly planning with Beatriz", "Riverside Gym", "4 May", "12:30", "bea@post.example"):
        assert value in wrong


def test_speech_keeps_what_times_and_addresses_are_made_of() -> None:
    said = styles.speech("Write to bea@post.example, at 12:30. Don't wait!", [], random.Random(1))
    assert "bea@post.example" in said and "12:30" in said and "don't" in said
    assert "," not in said and "!" not in said and said == said.lower()


def test_wrong_settings_are_named() -> None:
    with pytest.raises(ValueError, match="share"):
        Phone(styles=1.5)
    with pytest.raises(ValueError, match="no style 'loud'"):
        Phone(style="loud")
