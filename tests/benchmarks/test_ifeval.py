"""IFEval: handmade prompts where the checks can be had, the public ones where BOTPSY_DATA has them."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from play import HOSTILE, play
from responses import official, responses

from botpsy.benchmarks import if_checker
from botpsy.benchmarks.if_checker import WHEEL, Checker, Followed, nltk_data
from botpsy.benchmarks.ifeval import IFEVAL, ifeval
from botpsy.benchmarks.instructions import LONGEST, PARTS, accuracies
from botpsy.benchmarks.pinned_wheel import ensure_wheel
from botpsy.core.errors import InfraError, UsageError
from botpsy.core.messages import Message
from botpsy.core.score import Score
from botpsy.core.task import Task
from botpsy.core.trajectory import StopReason, Trajectory


class NoCommas(Checker):
    """Stands for the real checks: an instruction is followed when its name is said, and loosely when in any case."""

    def prepare(self) -> None: ...

    def check(self, benchmark, prompt, instructions, arguments, response) -> Followed:
        strict = tuple(name in response for name in instructions)
        loose = tuple(name in response.lower() for name in instructions)
        return Followed(strict, loose, ("",) * len(strict))


def write(folder: Path, *rows: object) -> Path:
    path = folder / IFEVAL.file
    path.parent.mkdir(exist_ok=True)
    path.write_text("\n".join(map(json.dumps, rows)))
    return folder


def row(key: int, *names: str, prompt: str = "Write.", **arguments: object) -> dict[str, object]:
    return {
        "key": key,
        "prompt": prompt,
        "instruction_id_list": names,
        "kwargs": [{**arguments, "unused": None}] * len(names),
    }


def both_halves(taskset) -> list[Task]:
    return [*taskset.tasks("dev"), *taskset.tasks("test")]


def test_the_four_figures(tmp_path: Path) -> None:
    taskset = ifeval(folder=write(tmp_path, row(1, "a", "b", "c"), row(2, "d")), checker=NoCommas())
    three, one = sorted(both_halves(taskset), key=lambda t: t.id)
    score = play(taskset, three, "a B c")
    assert score.value == 0.0
    assert score.parts == pytest.approx(
        {"prompt_strict": 0, "prompt_loose": 1, "instruction_strict": 2 / 3, "instruction_loose": 1}
    )
    assert score.reason == "not followed: b"
    assert play(taskset, three, "abc") == Score(1.0, dict.fromkeys(PARTS, 1.0))
    assert accuracies([(three, score), (one, play(taskset, one, "d"))]) == pytest.approx(
        {"prompt_strict": 1 / 2, "prompt_loose": 1.0, "instruction_strict": 3 / 4, "instruction_loose": 1.0}
    )
    with pytest.raises(ValueError, match="no item"):
        accuracies([])


def test_halves_are_whole_and_there_is_no_oracle(tmp_path: Path) -> None:
    taskset = ifeval(folder=write(tmp_path, *(row(i, "a") for i in range(40))), checker=NoCommas())
    assert {t.id for t in both_halves(taskset)} == {f"ifeval-{i}" for i in range(40)}
    assert 10 < len(list(taskset.tasks("dev"))) < 30
    with pytest.raises(UsageError, match="nothing to train on"):
        next(taskset.tasks("train"))
    with pytest.raises(UsageError, match="no reference answers"):
        taskset.reference(both_halves(taskset)[0])


def test_nothing_said_or_too_much_is_wrong_and_thinking_does_not_count(tmp_path: Path) -> None:
    taskset = ifeval(folder=write(tmp_path, row(1, "a")), checker=NoCommas())
    (task,) = both_halves(taskset)
    assert play(taskset, task, " \n").value == 0.0
    assert play(taskset, task, Message("assistant", thinking="a")).value == 0.0
    assert "characters" in play(taskset, task, "a" * (LONGEST + 1)).reason
    assert "overflow" in taskset.verify(task, Trajectory(task.id, (), task.messages, StopReason.OVERFLOW), {}).reason
    cut = Trajectory(task.id, (), (*task.messages, Message("assistant", "a")), StopReason.LENGTH)
    assert taskset.verify(task, cut, {}).value == 1.0


def test_what_is_missing_is_named_with_the_fix(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UsageError, match=r"input_data\.jsonl.*BOTPSY_DATA.*google-research"):
        next(ifeval(folder=tmp_path).tasks("dev"))
    broken = {**row(1, "a"), "kwargs": []}
    with pytest.raises(UsageError, match="whole copy"):
        next(ifeval(folder=write(tmp_path, broken), checker=NoCommas()).tasks("dev"))
    for name in ("NLTK_DATA", "BOTPSY_DATA", "HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    with pytest.raises(UsageError, match=r"nltk\.downloader punkt_tab"):
        nltk_data()
    monkeypatch.setattr(if_checker, "PACKAGES", ("json", "no_such_package"))
    with pytest.raises(UsageError, match=r"need no_such_package: run pip install 'botpsy\[eval\]'"):
        next(ifeval(folder=write(tmp_path, row(1, "a"))).tasks("dev"))


@pytest.mark.parametrize(
    ("name", "arguments", "right", "wrong"),
    [
        ("punctuation:no_comma", {}, "No pause here.", "Well, no."),
        ("keywords:existence", {"keywords": ["river", "mill"]}, "The mill at the river.", "The mill."),
        ("keywords:forbidden_words", {"forbidden_words": ["mill"]}, "The river.", "The mill."),
        ("length_constraints:number_words", {"relation": "at least", "num_words": 3}, "One two three.", "One two."),
        ("length_constraints:number_sentences", {"relation": "less than", "num_sentences": 2}, "One.", "One. Two. Three."),
        ("detectable_format:json_format", {}, '```json\n{"a": 1}\n```', '{"a": '),
        ("detectable_format:title", {}, "<<Mills>> Text.", "Mills."),
        ("detectable_format:number_bullet_lists", {"num_bullets": 2}, "* a\n* b", "* a"),
        ("detectable_content:number_placeholders", {"num_placeholders": 1}, "Dear [name]", "Dear you"),
        ("detectable_content:postscript", {"postscript_marker": "P.S."}, "Hi. P.S. Bye.", "Hi."),
        ("change_case:english_lowercase", {}, "the mill is at the river.", "The mill is at the river."),
        ("change_case:english_capital", {}, "THE MILL IS AT THE RIVER.", "the mill is at the river."),
        ("startend:end_checker", {"end_phrase": "That is all."}, "Well. That is all.", "That is all. Well."),
        ("startend:quotation", {}, '"Well."', "Well."),
        ("language:response_language", {"language": "de"}, "Das ist ein ganz normaler deutscher Satz.", "This is a plain English sentence."),
        ("combination:two_responses", {}, "One.\n******\nTwo.", "One."),
    ],
)  # fmt: skip
def test_one_instruction_of_each_kind(
    checker: Checker, name: str, arguments: dict[str, object], right: str, wrong: str
) -> None:
    assert checker.check("ifeval", "Write.", [name], [arguments], right).strict == (True,)
    assert checker.check("ifeval", "Write.", [name], [arguments], wrong).loose == (False,)


def test_loose_forgives_a_line_before_or_after_and_asterisks(checker: Checker) -> None:
    def both(response: str) -> tuple[bool, bool]:
        found = checker.check("ifeval", "Write.", ["startend:quotation"], [{}], response)
        return found.strict[0], found.loose[0]

    assert both('Sure:\n"Well."') == both('"Well."\nDone.') == both('Sure:\n"Well."\nDone.') == (False, True)
    assert both('**"Well."**') == (False, True)
    assert both("Well.") == (False, False)


def test_an_instruction_that_nobody_knows_is_our_fault(checker: Checker) -> None:
    with pytest.raises(InfraError, match="KeyError: 'no:such'"):
        checker.check("ifeval", "Write.", ["no:such"], [{}], "Well.")
    with pytest.raises(InfraError, match="cannot judge"):
        checker.check("ifeval", "Write.", ["startend:quotation"], [{"no_such": 1}], "Well.")
    assert checker.check("ifeval", "Write.", ["startend:quotation"], [{}], '"Well."').strict == (True,)


def test_verdicts_are_those_of_the_public_scorer(public: Path, checker: Checker) -> None:
    if not (public / IFEVAL.file).exists():
        pytest.skip(f"BOTPSY_DATA has no {IFEVAL.file}")
    tasks = both_halves(ifeval(folder=public, checker=checker))
    assert len(tasks) == 541
    rows = [
        {"benchmark": "ifeval", "prompt": t.messages[0].content, "response": said, **t.data}
        for number, t in enumerate(tasks[::2])
        for said in [responses(t)[number % 11].strip()]  # that scorer strips, the one of the paper does not
        if said and all(str(a.get("letter", "a")).isalpha() for a in t.data["arguments"])  # for "#" it draws a letter
    ]
    ours = [checker.check("ifeval", r["prompt"], r["instructions"], r["arguments"], r["response"]) for r in rows]
    theirs = official(rows, ensure_wheel(WHEEL))
    assert [[list(f.strict), list(f.loose)] for f in ours] == theirs
    followed = sum(sum(f.strict) for f in ours)
    assert len(rows) > 230
    assert 50 < followed < sum(len(f.strict) for f in ours) - 50  # the mix has both


def test_hostile_responses_are_judged_in_bounded_time(public: Path, checker: Checker) -> None:
    if not (public / IFEVAL.file).exists():
        pytest.skip(f"BOTPSY_DATA has no {IFEVAL.file}")
    taskset = ifeval(folder=public, checker=checker)
    kinds = {name: t for t in both_halves(taskset) for name in t.data["instructions"]}
    assert len(kinds) == 25
    started = time.monotonic()
    for number, task in enumerate(kinds.values()):
        text = HOSTILE[number % len(HOSTILE)]
        assert 0.0 <= play(taskset, task, text).value <= 1.0
        assert 0.0 <= play(taskset, task, text[:4000]).value <= 1.0
    assert time.monotonic() - started < 60
