"""Single questions: every reference scores 1, wrong answers lose, splits share no template, answers are read fairly."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Callable

import pytest

from botpsy.core.messages import Message
from botpsy.core.task import Split
from botpsy.envs.rollout import rollout
from botpsy.models.scripted import Scripted
from botpsy.tasksets.choice.taskset import choice, from_rows, letter_of
from botpsy.tasksets.constraints.kinds import KINDS
from botpsy.tasksets.constraints.taskset import constraints
from botpsy.tasksets.constraints.taskset import judge as keeps
from botpsy.tasksets.maths.answer import equal, final_number
from botpsy.tasksets.maths.taskset import maths
from botpsy.tasksets.questions import Questions
from botpsy.tasksets.structured.taskset import structured

MAKE: dict[str, Callable[[int], Questions]] = {
    "maths": maths, "structured": structured, "choice": choice, "constraints": constraints,
}  # fmt: skip
SPLITS: tuple[Split, ...] = ("train", "dev", "test")
each = pytest.mark.parametrize("name", list(MAKE))


def play(taskset: Questions, answer: str | None, count: int) -> list[float]:
    async def scores() -> list[float]:
        found: list[float] = []
        for split in SPLITS:
            for task in taskset.tasks(split):
                player = taskset.reference(task) if answer is None else Scripted([Message("assistant", answer)])
                found.append((await rollout(player, taskset, task))[1].value)
        return found

    taskset.count = count
    return asyncio.run(scores())


@each
def test_references_score_one_over_a_thousand_tasks(name: str) -> None:
    scores = play(MAKE[name](1), None, 340)
    assert len(scores) > 1000
    assert set(scores) == {1.0}


@each
def test_saying_nothing_of_use_loses(name: str) -> None:
    most = 0.0 if name in ("maths", "structured") else 0.1
    scores = play(MAKE[name](1), "I am not sure about that.", 60)
    assert sum(s == 1.0 for s in scores) / len(scores) <= most
    assert set(play(MAKE[name](1), "  ", 10)) == {0.0}


@each
def test_splits_share_no_question(name: str) -> None:
    asked = {s: {t.messages[0].content for t in MAKE[name](200).tasks(s)} for s in SPLITS}
    assert not asked["train"] & asked["test"]
    assert not asked["train"] & asked["dev"]


def test_templates_of_maths_are_held_out() -> None:
    used = {s: {t.data["judge"]["template"] for t in maths(200).tasks(s)} for s in SPLITS}
    assert not used["train"] & (used["dev"] | used["test"])
    assert len(used["train"]) == 10


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("So 3 + 4 = 7.", "7"),
        ("The answer is 1,250 dollars, not 3.", "1250"),
        (r"\boxed{-3/4}", "-3/4"),
        ("#### 12.50\nThat took 5 steps", "12.50"),
        ("**Answer:** $40", "40"),
        ("none", ""),
    ],
)
def test_the_final_number_is_found(text: str, number: str) -> None:
    assert final_number(text) == number


def test_numbers_are_compared_exactly() -> None:
    assert equal("0.5", "1/2")
    assert equal("12.50", "25/2")
    assert not equal("0.3333", "1/3")
    assert not equal("1/0", "1")
    assert not equal("", "1")


def test_a_letter_is_read_in_steps() -> None:
    options = ["Lima", "Oslo", "Riga"]
    assert letter_of("The answer is (B).", options) == "B"
    assert letter_of("c", options) == "C"
    assert letter_of("A) Lima", options) == "A"
    assert letter_of("It must be Oslo", options) == "B"
    assert letter_of("Oslo or Riga", options) == ""


def test_options_are_shuffled_evenly() -> None:
    letters = Counter(t.data["judge"]["letter"] for t in choice(600).tasks("train"))
    assert max(letters[x] for x in "ABC") < 1.5 * min(letters[x] for x in "ABC")


def test_rows_of_a_public_set_become_questions() -> None:
    rows = [{"question": f"Q{i}?", "options": ["right", "wrong", "other"], "answer_index": 0} for i in range(14)]
    taskset = from_rows("mine", rows, 20)
    assert set(play(taskset, None, 20)) == {1.0}
    with pytest.raises(ValueError, match="mine has 3 rows"):
        from_rows("mine", rows[:3], 5)


def test_json_beside_prose_or_with_another_value_loses() -> None:
    task = next(structured(1).tasks("train"))
    good, value = task.data["answer"], json.loads(task.data["answer"])
    taskset = structured(1)

    def score(answer: str) -> float:
        return asyncio.run(rollout(Scripted([Message("assistant", answer)]), taskset, task))[1].value

    assert score(f"```json\n{good}\n```") == 1.0
    assert score(f"Here it is: {good}") == 0.0
    first = next(iter(value))
    assert score(json.dumps({**value, first: "zzz"})) == 0.0
    assert score(json.dumps({**value, "more": 1})) == 0.0
    assert score("[" * 5000) == 0.0


def test_every_kind_of_constraint_can_be_kept_and_broken() -> None:
    seen: Counter[str] = Counter()
    for task in constraints(400).tasks("train"):
        for name, value in task.data["judge"]["constraints"]:
            seen[name] += 1
            assert keeps({"constraints": [[name, value]]}, task.data["answer"]).value == 1.0
            assert (
                keeps({"constraints": [[name, value]]}, "one\ntwo; three; four; five; six").value == 0.0
                or name == "lines"
            )
    assert set(seen) == {k.name for k in KINDS}
