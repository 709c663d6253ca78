"""BFCL's questions in 26 prompt formats: the wheel's prompts, decoder and checker, and texts that try them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from itertools import groupby, islice
from pathlib import Path

import pytest
from official_bfcl import direct
from play import hostile_turns, oracle, play

from botpsy.benchmarks.bfcl import Bfcl, half
from botpsy.benchmarks.bfcl_format import BfclFormat
from botpsy.benchmarks.bfcl_format_names import FORMATS
from botpsy.benchmarks.bfcl_format_text import written
from botpsy.core.errors import InfraError, UsageError
from botpsy.core.messages import Message, ToolCall
from botpsy.core.protocols import Conversation, Sampling
from botpsy.core.task import Task
from botpsy.core.trajectory import StopReason, Trajectory

SOME = ("python_tag_xml", "json_bare_python", "verbose_xml_tag_json", "concise_xml_bare_json")
UNSOLVABLE = {"simple_python_96"}  # in JSON: objects in a list end the official decoder's pattern too soon


@pytest.fixture(params=SOME)
def taskset(request: pytest.FixtureRequest, bfcl_folder: Path) -> Iterator[BfclFormat]:
    taskset = BfclFormat(request.param, folder=bfcl_folder)
    yield taskset
    taskset.close()


@pytest.fixture
def python(bfcl_folder: Path) -> Iterator[BfclFormat]:
    taskset = BfclFormat("python_bare_json", folder=bfcl_folder)
    yield taskset
    taskset.close()


def gold(taskset: BfclFormat, task: Task) -> str:
    (made,) = asyncio.run(taskset.reference(task).generate([Conversation(task.messages)], Sampling()))
    return made.message.content


def everything(taskset: BfclFormat) -> list[Task]:
    return [*taskset.tasks("dev"), *taskset.tasks("test")]


def test_200_questions_keep_the_half_of_their_category(python: BfclFormat, bfcl_folder: Path) -> None:
    dev, test = list(python.tasks("dev")), list(python.tasks("test"))
    assert len({t.id for t in (*dev, *test)}) == 200
    assert all(half(t.id) == "dev" for t in dev)
    theirs = {t.id for t in Bfcl("parallel", folder=bfcl_folder).tasks("dev")}
    assert {t.id for t in dev if t.id.startswith("parallel_") and "multiple" not in t.id} <= theirs
    with pytest.raises(UsageError, match="nothing to train on"):
        next(python.tasks("train"))


def test_prompts_and_answers_are_the_official_ones_in_every_format(bfcl_folder: Path, tmp_path: Path) -> None:
    items = ["simple_python_58", "parallel_191", "live_simple_13-3-9", "live_parallel_multiple_3-2-1"]
    tasks = {t.id: t for t in everything(BfclFormat("python_tag_xml", folder=bfcl_folder)) if t.id in items}
    names = {official: ours for ours, official in FORMATS.items()}
    seen: set[tuple[str, str]] = set()
    wanted = direct("prompts", [items], bfcl_folder, tmp_path)
    for config, rows in groupby(sorted(wanted, key=str), key=lambda row: row[0]):  # type: ignore
        taskset = BfclFormat(names[config], folder=bfcl_folder)
        for _, item, told, answers in rows:  # type: ignore
            opening = asyncio.run(taskset.open(tasks[item]).start())
            assert [{"role": m.role, "content": m.content} for m in opening.messages] == told
            assert opening.tools == ()
            assert tasks[item].data["answers"] == answers
            seen.add((config, item))
        taskset.close()
    assert {config for config, _ in seen} == set(FORMATS.values())
    assert len(seen) == 26 * len(tasks) >= 26 * 3


def test_the_oracle_is_right_and_doing_nothing_is_wrong(taskset: BfclFormat) -> None:
    tasks = [t for t in everything(taskset) if "json_" not in taskset.name or t.id not in UNSOLVABLE]
    assert oracle(taskset, tasks[::4]) == [1.0] * len(tasks[::4])
    for said in ("", "I cannot help.", "[]", "<functions></functions>", "<TOOLCALL>[]</TOOLCALL>"):
        assert play(taskset, tasks[0], said).value == 0.0


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMATS)
def test_the_oracle_is_right_on_everything(form: str, bfcl_folder: Path) -> None:
    taskset = BfclFormat(form, folder=bfcl_folder)
    tasks = everything(taskset)
    missed = {t.id for t, value in zip(tasks, oracle(taskset, tasks), strict=True) if value < 1.0}
    taskset.close()
    assert missed == (UNSOLVABLE if form.startswith("json_") else set())


def test_an_answer_in_another_format_is_wrong(bfcl_folder: Path) -> None:
    tagged = BfclFormat("python_tag_json", folder=bfcl_folder)
    xml = BfclFormat("concise_xml_bare_json", folder=bfcl_folder)
    task = next(tagged.tasks("dev"))
    assert play(tagged, task, gold(tagged, task)).value == 1.0
    assert play(tagged, task, gold(tagged, task).replace("TOOLCALL", "tool_call")).value == 0.0
    assert "cannot be decoded" in play(xml, task, gold(tagged, task)).reason
    tagged.close()
    xml.close()


def texts(taskset: BfclFormat, task: Task, other: Task) -> list[str]:
    """Right answers, wrong ones and broken ones."""
    right, wrong = gold(taskset, task), gold(taskset, other)
    return [
        right, f" \n{right}\n", f"Here it is: {right}", f"{right} Done.", f"```\n{right}\n```", wrong, right[:-3],
        right.replace("=", "=-", 1), right.replace("'", '"'), right.replace(" ", ""), right.replace(",", ";", 1),
        right.replace("(", "(not_there=1, ", 1), right.replace("type=", "kind="), right + right, "", "None fits.",
        right.replace("[", "").replace("]", ""), right.upper(), "[f(a=1+2)]", "[f(a=b)]", "<functions>", "[1]",
    ]  # fmt: skip


def agreement(taskset: BfclFormat, tasks: list[Task], folder: Path, scratch: Path) -> tuple[list[bool], list[object]]:
    ours: list[bool] = []
    rows: list[object] = []
    for task, other in zip(tasks, [*tasks[1:], tasks[0]], strict=True):
        for text in texts(taskset, task, other):
            ours.append(play(taskset, task, text).value == 1.0)
            rows.append([FORMATS[taskset.form], task.id, task.data["functions"], text, task.data["answers"]])
    return ours, direct("formats", rows, folder, scratch)


def test_verdicts_are_the_official_ones(taskset: BfclFormat, bfcl_folder: Path, tmp_path: Path) -> None:
    ours, theirs = agreement(taskset, list(islice(taskset.tasks("dev"), 0, 60, 6)), bfcl_folder, tmp_path)
    assert ours == theirs
    assert len(ours) >= 200
    assert 10 < sum(ours) < len(ours) - 50


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMATS)
def test_verdicts_are_the_official_ones_in_every_format(form: str, bfcl_folder: Path, tmp_path: Path) -> None:
    taskset = BfclFormat(form, folder=bfcl_folder)
    ours, theirs = agreement(taskset, list(taskset.tasks("dev")), bfcl_folder, tmp_path)
    taskset.close()
    assert ours == theirs
    assert 0 < sum(ours) < len(ours)
    print(form, len(ours), "outputs, of them right:", sum(ours))


@pytest.mark.parametrize(
    "value",
    [
        "__import__('os')._exit(0) + 1",
        "os._exit(0) + 1",
        "builtins.exec('1') + 1",
        "().__class__.__base__.__subclasses__()[0] + 1",
        "[x for x in ()] + 1",
        "(lambda: 1)() + 1",
    ],
)
def test_code_in_an_answer_is_never_evaluated(python: BfclFormat, value: str) -> None:
    task = next(python.tasks("dev"))
    score = play(python, task, f"[f(a={value})]")
    assert score.value == 0.0
    assert "is not evaluated" in score.reason


def test_sums_of_literals_are_what_they_come_to(python: BfclFormat) -> None:
    functions = [{"name": "f", "description": "", "parameters": {"type": "dict", "properties": {"a": {"type": "integer"}}, "required": ["a"]}}]  # fmt: skip
    task = Task("simple_python_x", python.name, "format_sensitivity", "dev", (), data={"functions": functions, "answers": [{"f": {"a": [6]}}]})  # fmt: skip
    task = Task(task.id, task.domain, task.skill, task.split, (Message("user", "?"),), data=task.data)
    assert play(python, task, "[f(a=2 * 3)]").value == 1.0
    assert play(python, task, "[f(a=2 * 4)]").value == 0.0
    hasty = BfclFormat("python_bare_json", folder=python.folder, cpu=0.5)
    endless = play(hasty, task, "[f(a=9 ** 9 ** 9)]")
    hasty.close()
    assert (endless.value, "processor time" in endless.reason) == (0.0, True)


def test_hostile_turns_are_wrong_and_the_worker_lives(taskset: BfclFormat) -> None:
    task = next(taskset.tasks("dev"))
    turns = [
        *hostile_turns(),
        *(Message("assistant", text) for text in ("-" * 100_000 + "1", "(" * 90_000, "[{}" * 3_000)),
    ]
    for turn in turns:
        assert play(taskset, task, turn).value == 0.0
    assert oracle(taskset, [task]) == [1.0]


def test_an_episode_without_a_turn_is_never_right(python: BfclFormat) -> None:
    task = next(python.tasks("dev"))
    score = python.verify(task, Trajectory(task.id, (), task.messages, StopReason.OVERFLOW), {})
    assert (score.value, "overflow" in score.reason) == (0.0, True)


def test_calls_are_written_in_four_formats() -> None:
    calls = [ToolCall("f", {"a": 1, "b": '<"x">'}), ToolCall("g", {})]
    assert written(calls, "python") == "[f(a=1, b='<\"x\">'), g()]"
    assert written(calls[1:], "json", tagged=True) == (
        '<TOOLCALL>```json\n[{"function": "g", "parameters": {}}]\n```</TOOLCALL>'
    )
    assert written(calls[:1], "concise_xml") == (
        '<functions><function name="f"><param name="a" type="integer">1</param>'
        '<param name="b" type="string">&lt;"x"&gt;</param></function></functions>'
    )
    with pytest.raises(ValueError, match="valid: python"):
        written(calls, "yaml")


def test_an_unknown_format_and_a_broken_worker_are_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="python_tag_python"):
        BfclFormat("yaml")
    task = Task("simple_python_0", "x", "x", "dev", (), data={"functions": []})
    with pytest.raises(InfraError, match="does not start"):
        BfclFormat("python_tag_xml", folder=tmp_path).open(task)
