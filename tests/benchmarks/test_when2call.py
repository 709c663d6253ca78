"""When2Call: handmade items always, the public ones where BOTPSY_DATA has them."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from play import FAULT, hostile_turns, oracle, play

from botpsy.benchmarks.public_data import rows
from botpsy.benchmarks.when2call import FILE, When2Call
from botpsy.benchmarks.when2call_outcome import outcome_of_text
from botpsy.core.errors import UsageError
from botpsy.core.messages import Message, ToolCall
from botpsy.core.task import Task
from botpsy.core.trajectory import StopReason, Trajectory

TOOL = {"name": "lamp.set", "description": "Sets a lamp.", "parameters": {"type": "dict", "properties": {}}}
ANSWERS = {
    "tool_call": '{"name": "lamp.set", "arguments": {"on": true}}',
    "request_for_info": "Which lamp do you mean?",
    "cannot_answer": "I can't do that: I have no tool for lamps.",
    "direct": "The lamp is on.",
}


def write(folder: Path, count: int = 30) -> Path:
    (folder / "when2call").mkdir(exist_ok=True)
    kinds = ("tool_call", "request_for_info", "cannot_answer")
    lines = [
        {"uuid": f"item-{i}", "question": "Lamp on", "correct_answer": kinds[i % 3], "answers": ANSWERS,
         "tools": [] if i % 3 == 2 else [json.dumps(TOOL)]}
        for i in range(count)
    ]  # fmt: skip
    (folder / FILE).write_text("\n".join(map(json.dumps, lines)))
    return folder


@pytest.fixture
def own(tmp_path: Path) -> When2Call:
    return When2Call(folder=write(tmp_path))


def one(taskset: When2Call, right: str) -> Task:
    return next(t for t in taskset.tasks("dev") if t.data["right"] == right)


CALL = Message("assistant", tool_calls=(ToolCall("lamp.set", {}),))


def test_each_outcome_is_right_where_it_is_due_and_nowhere_else(own: When2Call) -> None:
    said = {"tool_call": CALL, **{k: Message("assistant", v) for k, v in ANSWERS.items() if k != "tool_call"}}
    for right in ("tool_call", "request_for_info", "cannot_answer"):
        scores = {kind: play(own, one(own, right), turn).value for kind, turn in said.items()}
        assert scores == {kind: float(kind == right) for kind in said}


def test_the_reason_names_both_outcomes_and_a_tool_that_is_not_there(own: When2Call) -> None:
    assert play(own, one(own, "cannot_answer"), CALL).reason == "tool_call (no tool is there), not cannot_answer"


def test_nothing_said_a_broken_call_and_a_cut_answer_are_wrong(own: When2Call) -> None:
    for task in own.tasks("dev"):
        for turn in (
            Message("assistant"),
            Message("assistant", "Which one?", faults=(FAULT,)),
            Message("assistant", " \n"),
        ):
            assert play(own, task, turn).value == 0.0
        cut = Trajectory(task.id, (), (*task.messages, Message("assistant", "Which lamp?")), StopReason.LENGTH)
        assert own.verify(task, cut, {}).value == 0.0
        assert "overflow" in own.verify(task, Trajectory(task.id, (), task.messages, StopReason.OVERFLOW), {}).reason


def test_the_oracle_is_right_and_halves_are_whole(own: When2Call) -> None:
    dev, test = list(own.tasks("dev")), list(own.tasks("test"))
    assert len({t.id for t in (*dev, *test)}) == 30
    assert oracle(own, [*dev, *test]) == [1.0] * 30
    with pytest.raises(UsageError, match="nothing to train on"):
        next(own.tasks("train"))


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Could you tell me the city?", "request_for_info"),
        ("Sorry, but I need to know the date.", "request_for_info"),
        ("**Which account should I use?**", "request_for_info"),
        ("I'm sorry, I can't do that. Would you like me to help with something else?", "cannot_answer"),
        ("It is 5 o'clock. Is there anything else?", "direct"),
        ("I don’t have access to real-time data.", "cannot_answer"),
        ("I am not able to book flights.", "cannot_answer"),
        ("None of the available tools can do this.", "cannot_answer"),
        ("Paris is the capital of France.", "direct"),
        ("You can't miss it: it is next to the station.", "direct"),
        ("", "nothing"),
    ],
)
def test_what_a_text_does(text: str, kind: str) -> None:
    assert outcome_of_text(text) == kind


def test_hostile_turns_are_judged_quickly(own: When2Call) -> None:
    task = one(own, "cannot_answer")
    started = time.monotonic()
    for turn in hostile_turns():
        assert play(own, task, turn).value in (0.0, 1.0)
    assert time.monotonic() - started < 15


def test_a_missing_or_broken_file_is_named_with_the_fix(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("BOTPSY_DATA", raising=False)
    with pytest.raises(UsageError, match="set BOTPSY_DATA"):
        next(When2Call().tasks("dev"))
    with pytest.raises(UsageError, match=r"test_llm_judge\.jsonl.*NVIDIA/When2Call"):
        next(When2Call(folder=tmp_path).tasks("dev"))
    write(tmp_path)
    monkeypatch.setenv("BOTPSY_DATA", str(tmp_path))
    assert next(When2Call().tasks("dev"))
    (tmp_path / FILE).write_text('{"uuid": "item-1"}\n{"uuid"')
    with pytest.raises(UsageError, match="whole copy"):
        list(When2Call().tasks("dev"))
    (tmp_path / FILE).write_text("[1]\n")
    with pytest.raises(UsageError, match="no JSON object"):
        list(When2Call().tasks("dev"))


def test_the_public_items(public: Path) -> None:
    if not (public / FILE).exists():
        pytest.skip(f"BOTPSY_DATA has no {FILE}")
    taskset = When2Call(folder=public)
    dev, test = list(taskset.tasks("dev")), list(taskset.tasks("test"))
    assert (len(dev), len(test)) == (136, 164)
    assert sum(oracle(taskset, (*dev, *test))) == 300
    assert sum(play(taskset, t, "Done.").value for t in dev) == 0
    for task in (*dev, *test):
        taskset.open(task)  # every type of a parameter is known


def test_the_rule_agrees_with_what_the_public_texts_were_written_as(public: Path) -> None:
    if not (public / FILE).exists():
        pytest.skip(f"BOTPSY_DATA has no {FILE}")
    texts = [
        (kind, row["answers"][kind])
        for row in rows(public / FILE)
        for kind in ("direct", "request_for_info", "cannot_answer")
    ]
    agreed = {
        kind: sum(outcome_of_text(text) == kind for k, text in texts if k == kind) for kind in {k for k, _ in texts}
    }
    assert agreed == {"direct": 288, "request_for_info": 300, "cannot_answer": 299}
