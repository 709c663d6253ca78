"""GPQA on questions written by hand in the layout of the hub's file: shuffles, repeats, letters."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import pytest
from play import oracle, play

from botpsy.benchmarks.gpqa import FILE, REPEATS, Gpqa
from botpsy.benchmarks.letters import letter_of
from botpsy.core.errors import UsageError
from botpsy.core.task import Task

COLUMNS = [
    "Record ID",
    "Question",
    "Correct Answer",
    "Incorrect Answer 1",
    "Incorrect Answer 2",
    "Incorrect Answer 3",
    "High-level domain",
]


def write(folder: Path, rows: list[list[str]], columns: list[str] = COLUMNS) -> Path:
    (folder / FILE).parent.mkdir(exist_ok=True)
    with (folder / FILE).open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([columns, *rows])
    return folder


def row(number: int) -> list[str]:
    return [
        f"rec{number}",
        f'What,\n"{number}"?',
        "right\n",
        "wrong 1",
        "wrong 2",
        " wrong 3",
        "Physics" if number % 2 else "Biology",
    ]


def every(taskset: Gpqa) -> list[Task]:
    return [*taskset.tasks("dev"), *taskset.tasks("test")]


def test_each_question_is_asked_four_times_with_other_orders(tmp_path: Path) -> None:
    taskset = Gpqa(folder=write(tmp_path, [row(i) for i in range(40)]))
    tasks = every(taskset)
    assert len(tasks) == 40 * REPEATS == len({t.id for t in tasks})
    assert {t.skill for t in tasks} == {"physics", "biology"}
    assert set(Counter(t.data["repeat_of"] for t in tasks).values()) == {REPEATS}
    assert len({t.messages[0].content for t in tasks if t.data["repeat_of"] == "gpqa-rec1"}) > 1
    letters = Counter(t.data["answer"] for t in tasks)
    assert set(letters) == set("ABCD")
    assert min(letters.values()) > 20
    for task in tasks:
        assert f"\n{task.data['answer']}. right\n" in task.messages[0].content
    assert oracle(taskset, tasks) == [1.0] * len(tasks)
    assert every(Gpqa(folder=tmp_path)) == tasks
    halves = {s: {t.data["repeat_of"] for t in taskset.tasks(s)} for s in ("dev", "test")}
    assert not halves["dev"] & halves["test"]


def test_letters_beyond_d_are_none(tmp_path: Path) -> None:
    (task, *_) = every(taskset := Gpqa(folder=write(tmp_path, [row(1)]), repeats=1))
    assert letter_of("So it is E.", "ABCD") == ""
    assert letter_of("The answer is (F). No, Answer: B", "ABCD") == "B"
    assert "no letter" in play(taskset, task, "It is E.").reason
    right = task.data["answer"]
    assert play(taskset, task, f"The answer is ({right}).").value == 1.0
    assert play(taskset, task, f"The answer is ({'A' if right != 'A' else 'B'}).").value == 0.0


def test_a_missing_or_broken_file_is_named_with_the_fix(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"gpqa_diamond.*BOTPSY_DATA.*Idavidrein"):
        next(Gpqa(folder=tmp_path).tasks("dev"))
    with pytest.raises(UsageError, match="no column 'Incorrect Answer 3'"):
        every(Gpqa(folder=write(tmp_path, [], COLUMNS[:5])))
    with pytest.raises(UsageError, match="empty question or option"):
        every(Gpqa(folder=write(tmp_path, [[*row(1)[:3], " ", *row(1)[4:]]])))
    with pytest.raises(UsageError, match="whole copy"):
        every(Gpqa(folder=write(tmp_path, [row(1)[:4]])))
    with pytest.raises(UsageError, match="once at least"):
        Gpqa(repeats=0)
    with pytest.raises(UsageError, match="nothing to train on"):
        next(Gpqa(folder=tmp_path).tasks("train"))
