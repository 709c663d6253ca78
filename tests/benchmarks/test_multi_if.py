"""Multi-IF on dialogues written by hand in the layout of the hub's file; the checks are a double, or the public ones."""

from __future__ import annotations

import asyncio
import csv
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import pytest
from play import hostile_turns

from botpsy.benchmarks.if_checker import Checker, Followed
from botpsy.benchmarks.multi_if import FILE, MultiIf, figures
from botpsy.core.errors import UsageError
from botpsy.core.messages import Message
from botpsy.core.score import Score
from botpsy.core.task import Task
from botpsy.envs.rollout import rollout
from botpsy.models.scripted import Scripted

TURNS = [
    ("Say hello, no commas.", ["punctuation:no_comma"], [{}]),
    ("All in lower case.", ["punctuation:no_comma", "change_case:english_lowercase"], [{}, {}]),
    ("Two sections.", ["punctuation:no_comma", "change_case:english_lowercase", "keywords:existence"], [{}, {}, {"keywords": ["rain"], "num_words": None}]),
]  # fmt: skip


class Double:
    """Follows what an answer names by the instruction's last word; loose also counts upper case."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, list[Mapping[str, Any]]]] = []

    def prepare(self) -> None:
        pass

    def check(
        self, benchmark: str, prompt: str, names: Sequence[str], arguments: Sequence[Mapping[str, Any]], response: str
    ) -> Followed:
        assert benchmark == "ifeval"
        self.asked.append((prompt, list(arguments)))
        strict = tuple(name.split(":")[1] in response for name in names)
        return Followed(strict, tuple(name.split(":")[1] in response.lower() for name in names), ("",) * len(names))

    def close(self) -> None:
        pass


def write(folder: Path, rows: list[dict[str, str]]) -> Path:
    (folder / FILE).parent.mkdir(exist_ok=True)
    with (folder / FILE).open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0].keys())
        writer.writeheader()
        writer.writerows(rows)
    return folder


def row(key: str, language: str = "English", turns: int = 3) -> dict[str, str]:
    found = {"key": key, "turn_index": "3", "language": language, "turns": "", "responses": ""}
    for number in range(1, 4):
        prompt, names, arguments = TURNS[number - 1]
        there = number <= turns
        found[f"turn_{number}_prompt"] = json.dumps({"role": "user", "content": prompt}) if there else "None"
        found[f"turn_{number}_instruction_id_list"] = json.dumps(names) if there else ""
        found[f"turn_{number}_kwargs"] = json.dumps([json.dumps(a) for a in arguments]) if there else ""
    return found


def every(taskset: MultiIf) -> list[Task]:
    return [*taskset.tasks("dev"), *taskset.tasks("test")]


def say(taskset: MultiIf, task: Task, *answers: str) -> Score:
    turns = [Message("assistant", a) for a in answers]
    return asyncio.run(rollout(Scripted(turns), taskset, task))[1]


def test_every_turn_is_judged_by_all_instructions_so_far(tmp_path: Path) -> None:
    double = Double()
    taskset = MultiIf(folder=write(tmp_path, [row("1:1:en")]), checker=cast(Checker, double))
    (task,) = every(taskset)
    score = say(taskset, task, "no_comma", "no_comma ENGLISH_LOWERCASE", "existence")
    assert [len(a) for _, a in double.asked] == [1, 2, 3]
    assert double.asked[2][1][2] == {"keywords": ["rain"]}  # empty arguments are left out
    assert score.parts["turn_1"] == 1.0
    assert score.parts["turn_2"] == (0 + 1 + 0.5 + 1) / 4
    assert score.parts["turn_3"] == pytest.approx((0 + 0 + 1 / 3 + 1 / 3) / 4)
    assert score.value == pytest.approx(sum(score.parts[f"turn_{n}"] for n in (1, 2, 3)) / 3)
    assert score.reason == "turn 2 not followed, turn 3 not followed"


def test_figures_are_by_language_and_turn_and_weigh_every_instruction(tmp_path: Path) -> None:
    rows = [row("1:1:en"), row("2:1:en", turns=2), row("3:1:fr", "French")]
    taskset = MultiIf(folder=write(tmp_path, rows), checker=cast(Checker, Double()))
    tasks = every(taskset)
    assert {t.skill for t in tasks} == {"english", "french"}
    answers = {
        "multi_if-1:1:en": ("no_comma", "no_comma english_lowercase", ""),
        "multi_if-2:1:en": ("x", "x"),
        "multi_if-3:1:fr": ("", "", ""),
    }
    found = figures([(t, say(taskset, t, *(a or " " for a in answers[t.id]))) for t in tasks])
    assert found[("english", 1)] == 0.5
    assert found[("english", 2)] == 0.5
    assert found[("english", 3)] == 0.0
    assert ("english", 4) not in found
    assert found[("french", 1)] == 0.0
    only = MultiIf(folder=tmp_path, checker=cast(Checker, Double()), languages=("French",))
    assert [t.id for t in every(only)] == ["multi_if-3:1:fr"]


def test_hostile_answers_get_a_score(tmp_path: Path) -> None:
    taskset = MultiIf(folder=write(tmp_path, [row("1", turns=1)]), checker=cast(Checker, Double()))
    (task,) = every(taskset)
    for turn in hostile_turns():
        if not turn.tool_calls and not turn.faults:
            assert say(taskset, task, turn.content).value == 0.0


def test_a_missing_or_broken_file_is_named_with_the_fix(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"multi_if.*BOTPSY_DATA.*CC-BY-NC"):
        next(MultiIf(folder=tmp_path).tasks("dev"))
    for broken in (
        {"turn_1_prompt": "no json"},
        {"turn_2_kwargs": "[]"},
        {"turn_1_prompt": "None", "turn_2_prompt": "", "turn_3_prompt": ""},
    ):
        with pytest.raises(UsageError, match="whole copy"):
            every(MultiIf(folder=write(tmp_path, [{**row("1"), **broken}]), checker=cast(Checker, Double())))
    taskset = MultiIf(folder=tmp_path, checker=cast(Checker, Double()))
    with pytest.raises(UsageError, match="no oracle"):
        taskset.reference(Task("t", "multi_if", "english", "dev", ()))


def test_the_public_checks_judge_it(tmp_path: Path, checker: Checker) -> None:
    taskset = MultiIf(folder=write(tmp_path, [row("1")]), checker=checker)
    (task,) = every(taskset)
    assert say(taskset, task, "Hello there", "hello there", "hello rain").value == 1.0
    score = say(taskset, task, "Hello, there", "Hello there", "hello")
    assert score.parts["turn_1"] == 0.0
    assert score.parts["turn_2.instruction_strict"] == 0.5
    assert score.parts["turn_3.instruction_strict"] == pytest.approx(2 / 3)
