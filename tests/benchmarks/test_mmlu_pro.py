"""MMLU-Pro: letter extraction against a literal reading of the official steps, handmade and public questions."""

from __future__ import annotations

import gzip
import itertools
import json
import random
import re
import time
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from play import hostile_turns, oracle, play

from botpsy.benchmarks.mmlu_pro import FILE, MmluPro, letter_of
from botpsy.core.errors import UsageError
from botpsy.core.task import Task
from botpsy.core.trajectory import StopReason, Trajectory


def literally(text: str) -> str:
    """The three patterns that the benchmark's evaluation is defined by, tried in turn."""
    steps = (
        (r"answer is \(?([A-J])\)?", 0),
        (r".*[aA]nswer:\s*([A-J])", 0),
        (r"\b([A-J])\b(?!.*\b[A-J]\b)", re.DOTALL),
    )
    return next((found[1] for pattern, flags in steps if (found := re.search(pattern, text, flags))), "")


PIECES = (
    "The answer is (C).", "the answer is D", "answer is (k)", "Answer: B", "answer:\n\nE", "Answer:", "so A", "I think F.", "(G)",
    "**H**", "Äa J", "A_B", "\n", " ", ":", "A", "Ans", "answer: Answer: ", "the Answer:  \t I", "no", "answer is: C", "\\boxed{B}",
)  # fmt: skip


def test_letters_are_those_of_the_official_steps_on_mixed_outputs() -> None:
    draw = random.Random(0)
    texts = ["".join(draw.choices(PIECES, k=draw.randint(0, 9))) for _ in range(2000)]
    texts += map("".join, itertools.permutations(PIECES, 2))
    assert [letter_of(t) for t in texts] == [literally(t) for t in texts]
    assert min(Counter(letter_of(t) for t in texts).values()) > 5


@given(st.text(alphabet="AaBJ nswer:is()\n\t*_", max_size=60))
def test_letters_are_those_of_the_official_steps_on_any_text(text: str) -> None:
    assert letter_of(text) == literally(text)


def write(folder: Path, *rows: object) -> Path:
    (folder / "mmlu_pro").mkdir(exist_ok=True)
    (folder / FILE).write_bytes(gzip.compress("\n".join(map(json.dumps, rows)).encode()))
    return folder


def row(number: int, answer: str = "C", options: int = 10) -> dict[str, object]:
    return {
        "question_id": number, "question": "How many?", "options": [str(i) for i in range(options)], "answer": answer,
        "answer_index": "ABCDEFGHIJ".index(answer), "category": "math" if number % 2 else "law", "src": "own",
    }  # fmt: skip


def every(taskset: MmluPro) -> list[Task]:
    return [*taskset.tasks("dev"), *taskset.tasks("test")]


def test_own_questions(tmp_path: Path) -> None:
    taskset = MmluPro(folder=write(tmp_path, *(row(i) for i in range(30)), row(30, "B", 3)))
    tasks = every(taskset)
    assert {t.id for t in tasks} == {f"mmlu_pro-{i}" for i in range(31)}
    assert {t.skill for t in tasks} == {"math", "law"}
    assert oracle(taskset, tasks) == [1.0] * 31
    first = next(t for t in tasks if t.data["answer"] == "C")
    assert first.messages[0].content.startswith("How many?\n\nA. 0\nB. 1\n")
    assert "\nJ. 9\n" in first.messages[0].content
    assert play(taskset, first, "It is C, I am sure.").reason == "I, not C"  # the official rule takes the last letter
    assert play(taskset, first, "The answer is (C). Not (D).").value == 1.0
    assert "no letter" in play(taskset, first, "").reason
    assert "overflow" in taskset.verify(first, Trajectory(first.id, (), first.messages, StopReason.OVERFLOW), {}).reason
    with pytest.raises(UsageError, match="nothing to train on"):
        next(taskset.tasks("train"))


def test_a_missing_or_broken_file_is_named_with_the_fix(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"mmlu_pro.*BOTPSY_DATA.*TIGER-Lab"):
        next(MmluPro(folder=tmp_path).tasks("dev"))
    for broken in (row(1, "J", 4), {"question_id": 2}):
        with pytest.raises(UsageError, match="whole copy"):
            every(MmluPro(folder=write(tmp_path, broken)))
    whole = write(tmp_path, *(row(i) for i in range(500))) / FILE
    for content in (b"plain text", whole.read_bytes()[:-40]):
        whole.write_bytes(content)
        with pytest.raises(UsageError, match="whole copy"):
            every(MmluPro(folder=tmp_path))


def test_hostile_answers_are_read_quickly(tmp_path: Path) -> None:
    taskset = MmluPro(folder=write(tmp_path, row(1)))
    (task,) = every(taskset)
    started = time.monotonic()
    for turn in hostile_turns():
        assert play(taskset, task, turn).value in (0.0, 1.0)
    assert time.monotonic() - started < 15


def test_the_public_questions(public: Path) -> None:
    if not (public / FILE).exists():
        pytest.skip(f"BOTPSY_DATA has no {FILE}")
    taskset = MmluPro(folder=public)
    dev, test = list(taskset.tasks("dev")), list(taskset.tasks("test"))
    assert len(dev) + len(test) == 12032 == len({t.id for t in (*dev, *test)})
    assert abs(len(dev) - len(test)) < 300
    assert len({t.skill for t in dev}) == len({t.skill for t in test}) == 14
    sample = (*dev[::10], *test[::10])
    assert sum(oracle(taskset, sample)) == len(sample)
    assert sum(play(taskset, t, "no letter here").value for t in dev[:50]) == 0
