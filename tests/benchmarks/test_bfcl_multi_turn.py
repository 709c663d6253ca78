"""BFCL's dialogues through the rollout, and our path against the official checker called directly."""

from __future__ import annotations

import ast
import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from botpsy.benchmarks.bfcl_install import ensure_mpmath
from botpsy.benchmarks.bfcl_multi_turn import CATEGORIES, TURNS, BfclMultiTurn
from botpsy.benchmarks.bfcl_world import UNKNOWN, World, call_text
from botpsy.benchmarks.worker import OverLimit
from botpsy.core.errors import BackendError, InfraError, UsageError
from botpsy.core.messages import CallFault, Message, ToolCall
from botpsy.core.protocols import Conversation
from botpsy.core.score import Score
from botpsy.core.task import Task
from botpsy.core.trajectory import StopReason, Trajectory
from botpsy.envs.rollout import Limits, rollout
from botpsy.models.scripted import Scripted

FAULT = CallFault("malformed", "{", "not valid JSON")
DONE = Message("assistant", "Done.")


@pytest.fixture(scope="session")
def mpmath() -> Path:
    try:
        return ensure_mpmath()
    except BackendError as error:
        pytest.skip(str(error))


@pytest.fixture
def base(bfcl_folder: Path, mpmath: Path) -> Iterator[BfclMultiTurn]:
    taskset = BfclMultiTurn("multi_turn_base", folder=bfcl_folder, mpmath=mpmath)
    yield taskset
    taskset.close()


def named(text: str, functions: list[dict[str, object]]) -> ToolCall:
    """A true call as a model would make it: arguments by name, in the order of the function's document."""
    call = ast.parse(text, mode="eval").body
    assert isinstance(call, ast.Call) and isinstance(call.func, ast.Name)
    names = list(next(f for f in functions if f["name"] == call.func.id)["parameters"]["properties"])  # type: ignore
    arguments = dict(zip(names, [ast.literal_eval(a) for a in call.args], strict=False))
    arguments.update({k.arg: ast.literal_eval(k.value) for k in call.keywords})  # type: ignore
    return ToolCall(call.func.id, arguments)


def true_turns(task: Task) -> list[Message]:
    turns: list[Message] = []
    for calls in task.data["truth"]:
        made = tuple(named(c, task.data["functions"]) for c in calls)
        turns += [Message("assistant", tool_calls=made)] if made else []
        turns.append(DONE)
    return turns


def play(taskset: BfclMultiTurn, task: Task, turns: list[Message]) -> tuple[Trajectory, Score]:
    return asyncio.run(rollout(Scripted(turns), taskset, task, Limits(turns=TURNS)))


def test_the_true_calls_win_and_doing_nothing_loses(base: BfclMultiTurn) -> None:
    for task in islice(base.tasks("dev"), 6):
        trajectory, score = play(base, task, true_turns(task))
        assert score.value == 1.0, score.reason
        assert sum(m.role == "user" for m in trajectory.messages) == len(task.data["turns"])
        assert play(base, task, [DONE] * 20)[1].value == 0.0
        assert base.oracle(task).value == 1.0


def test_a_wrong_argument_loses_and_extra_reads_do_not(base: BfclMultiTurn) -> None:
    task = next(t for t in base.tasks("dev") if "GorillaFileSystem" in t.data["entry"]["involved_classes"])
    turns = true_turns(task)
    looks = Message("assistant", tool_calls=(ToolCall("pwd", {}),))
    assert play(base, task, [looks, *turns])[1].value == 1.0
    messes = Message("assistant", tool_calls=(ToolCall("touch", {"file_name": "mess.txt"}),))
    score = play(base, task, [messes, *turns])[1]
    assert score.value == 0.0
    assert "multi_turn" in score.reason


def test_trials_do_not_see_each_other(base: BfclMultiTurn) -> None:
    task = next(t for t in base.tasks("dev") if "GorillaFileSystem" in t.data["entry"]["involved_classes"])
    make = Message("assistant", tool_calls=(ToolCall("mkdir", {"dir_name": "fresh"}),))
    for _ in range(2):
        trajectory, _ = play(base, task, [make, *[DONE] * 20])
        assert "exists" not in next(m.content for m in trajectory.messages if m.role == "tool")


def test_functions_that_appear_later_are_shown_at_their_turn(bfcl_folder: Path, mpmath: Path) -> None:
    taskset = BfclMultiTurn("multi_turn_miss_func", folder=bfcl_folder, mpmath=mpmath)
    task = next(taskset.tasks("dev"))
    ((turn, (name, *_)),) = task.data["late"].items()
    seen: list[set[str]] = []
    turns = iter(true_turns(task))

    def next_turn(conversation: Conversation) -> Message:
        seen.append({t.name for t in conversation.tools})
        return next(turns)

    trajectory, score = asyncio.run(rollout(Scripted(next_turn), taskset, task, Limits(turns=TURNS)))
    taskset.close()
    assert score.value == 1.0, score.reason
    assert name not in seen[0]
    assert name in seen[-1]
    said = [m.content for m in trajectory.messages if m.role == "user"][int(turn)]
    assert name in said
    assert "What about now?" in said


def test_too_many_steps_end_the_episode_and_a_fault_ends_the_turn(base: BfclMultiTurn) -> None:
    task = next(base.tasks("dev"))
    name = task.data["functions"][0]["name"]
    calls = [Message("assistant", tool_calls=(ToolCall(name, {"x": i}),)) for i in range(60)]
    trajectory, score = play(base, task, calls)
    assert score.value == 0.0
    assert sum(m.role == "assistant" for m in trajectory.messages) == 21
    trajectory, _ = play(base, task, [Message("assistant", faults=(FAULT,))] * 20)
    assert sum(m.role == "assistant" for m in trajectory.messages) == len(task.data["turns"])


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("__import__", {"name": "os"}),
        ("exec", {"source": "1"}),
        ("open", {"file": "/etc/passwd"}),
        ("os.system", {"command": "true"}),
        ("execute_multi_turn_func_call", {}),
        ("_load_scenario", {"initial_config": {}}),
        ("ls() or __import__('os').system", {"x": 1}),
        ("ls", {"a=1) or exec('1'": 1}),
        ("ls", {"__class__": 1}),
        ("", {}),
    ],
)
def test_only_documented_functions_are_ever_evaluated(name: str, arguments: dict[str, object]) -> None:
    assert call_text(ToolCall(name, arguments), {"ls"}) == UNKNOWN


def test_a_value_nested_too_deep_is_no_call() -> None:
    deep: object = 1
    for _ in range(100_000):
        deep = [deep]
    assert call_text(ToolCall("ls", {"a": deep}), {"ls"}) == UNKNOWN
    assert call_text(ToolCall("ls", {"a": 10**5000}), {"ls"}) == UNKNOWN


def test_hostile_values_are_values(base: BfclMultiTurn) -> None:
    task = next(t for t in base.tasks("dev") if "GorillaFileSystem" in t.data["entry"]["involved_classes"])
    values = ["__import__('os').system('false')", "'); exec('1", "\ud800", float("nan"), "x" * 500_000]
    for value in values:
        turn = Message("assistant", tool_calls=(ToolCall("cat", {"file_name": value}),))
        trajectory, score = play(base, task, [turn, *[DONE] * 20])
        assert score.value == 0.0
        assert "rror" in next(m.content for m in trajectory.messages if m.role == "tool")
    assert base.oracle(task).value == 1.0


def test_the_executor_has_no_builtins(base: BfclMultiTurn) -> None:
    entry = next(base.tasks("dev")).data["entry"]
    for text in ("__import__('os').getpid()", "open('/etc/passwd')", "exec('1')", UNKNOWN):
        (result,) = base.world.run(entry, [], [text])
        assert "is not defined" in result


ENDLESS = ToolCall("power", {"base": 10, "exponent": 10**9})


def with_maths(base: BfclMultiTurn) -> Task:
    return next(t for t in base.tasks("dev") if "MathAPI" in t.data["entry"]["involved_classes"])


def test_an_endless_call_is_the_models_and_ends(base: BfclMultiTurn, bfcl_folder: Path, mpmath: Path) -> None:
    base.__dict__["world"] = World(bfcl_folder, mpmath, cpu=0.5)
    task = with_maths(base)
    turn = Message("assistant", tool_calls=(ENDLESS,))
    trajectory, score = play(base, task, [turn, *[DONE] * 20])
    assert (score.value, trajectory.stop) == (0.0, StopReason.ENVIRONMENT)
    assert "processor time" in score.reason
    assert base.oracle(task).value == 1.0
    steps = [[[call_text(ENDLESS, {"power"})]], *[[] for _ in task.data["truth"][1:]]]
    judged = base.verify(task, trajectory, {"steps": steps, "broken": ""})
    assert judged.value == 0.0
    assert "processor time" in judged.reason


def test_a_machine_without_time_for_the_worker_is_not_the_model(
    base: BfclMultiTurn, bfcl_folder: Path, mpmath: Path
) -> None:
    base.__dict__["world"] = World(bfcl_folder, mpmath, timeout=0.001)
    task = with_maths(base)
    with pytest.raises(InfraError, match="took longer") as caught:
        play(base, task, [Message("assistant", tool_calls=(ENDLESS,)), *[DONE] * 20])
    assert not isinstance(caught.value, OverLimit)


def test_a_function_that_is_not_there_is_named_to_the_model(base: BfclMultiTurn) -> None:
    task = next(base.tasks("dev"))
    trajectory, _ = play(base, task, [Message("assistant", tool_calls=(ToolCall("fly", {}),)), *[DONE] * 20])
    said = next(m.content for m in trajectory.messages if m.role == "tool")
    assert said == "Error during execution: name 'fly' is not defined"


def test_unknown_names_and_the_train_half_are_refused(base: BfclMultiTurn) -> None:
    with pytest.raises(UsageError, match="multi_turn_base"):
        BfclMultiTurn("multi_turn_x")
    with pytest.raises(UsageError):
        next(base.tasks("train"))


DIRECT = """
import json, sys
sys.path[:0] = sys.argv[1:3]
from bfcl_eval.eval_checker.multi_turn_eval.multi_turn_checker import multi_turn_checker
for number, line in enumerate(sys.stdin):
    row = json.loads(line)
    category = row["entry"]["id"].rsplit("_", 1)[0]
    if len(row["steps"]) != len(row["truth"]):
        print("RESULT", False)
        continue
    print("RESULT", multi_turn_checker(row["steps"], row["truth"], row["entry"], category, f"direct{number}")["valid"])
"""


def direct(rows: list[dict[str, object]], *folders: Path) -> list[bool]:
    """The official checker, called in a process that has nothing of ours."""
    done = subprocess.run(
        [sys.executable, "-B", "-c", DIRECT, *map(str, folders)],
        input="\n".join(json.dumps(row) for row in rows), capture_output=True, text=True, check=True,
    )  # fmt: skip
    return [line == "RESULT True" for line in done.stdout.splitlines() if line.startswith("RESULT")]


def mixed(task: Task, number: int) -> list[Message]:
    """Right, wrong and broken outputs of one dialogue, by its number."""
    turns = true_turns(task)
    made = [i for i, m in enumerate(turns) if m.tool_calls]
    at = made[number // 6 % len(made)]
    kind = number % 6
    if kind == 1:  # a call is left out
        turns[at] = Message("assistant", tool_calls=turns[at].tool_calls[:-1] or (ToolCall("nothing", {}),))
    if kind == 2:  # an argument is another
        call = turns[at].tool_calls[0]
        turns[at] = Message("assistant", tool_calls=(ToolCall(call.name, dict.fromkeys(call.arguments, "other")),))
    if kind == 3:  # a turn without a call that parses
        turns[at : at + 2] = [Message("assistant", faults=(FAULT,))]
    if kind == 4:  # the calls one by one, and one that is not there
        calls = (*turns[at].tool_calls, ToolCall("not_there", {"a": 1}))
        turns[at : at + 1] = [Message("assistant", tool_calls=(c,)) for c in calls]
    if kind == 5:  # twice the same
        turns[at] = Message("assistant", tool_calls=turns[at].tool_calls * 2)
    return turns


def agreement(taskset: BfclMultiTurn, tasks: list[Task], *folders: Path) -> tuple[list[bool], list[bool]]:
    ours: list[bool] = []
    rows: list[dict[str, object]] = []
    for number, task in enumerate(tasks):
        environments = []
        opened = taskset.open

        def kept(task: Task) -> object:
            environments.append(opened(task))
            return environments[-1]

        taskset.open = kept  # type: ignore
        _, score = play(taskset, task, mixed(task, number))
        taskset.open = opened  # type: ignore
        ours.append(score.value == 1.0)
        steps = environments[0].state["steps"]
        rows.append({"entry": task.data["entry"], "steps": steps, "truth": task.data["truth"]})
    return ours, direct(rows, *folders)


def test_verdicts_are_the_official_ones(base: BfclMultiTurn, bfcl_folder: Path, mpmath: Path) -> None:
    ours, theirs = agreement(base, list(islice(base.tasks("dev"), 24)), bfcl_folder, mpmath)
    assert ours == theirs
    assert 0 < sum(ours) < len(ours)


@pytest.mark.slow
def test_all_true_calls_pass_the_official_checker(bfcl_folder: Path, mpmath: Path) -> None:
    right = total = 0
    for category in CATEGORIES:
        taskset = BfclMultiTurn(category, folder=bfcl_folder, mpmath=mpmath)
        for half in ("dev", "test"):
            for task in taskset.tasks(half):
                right += taskset.oracle(task).value == 1.0
                total += 1
        taskset.close()
    assert (right, total) == (800, 800)


@pytest.mark.slow
def test_verdicts_are_the_official_ones_on_every_category(bfcl_folder: Path, mpmath: Path) -> None:
    count = 0
    for category in CATEGORIES:
        taskset = BfclMultiTurn(category, folder=bfcl_folder, mpmath=mpmath)
        tasks = list(taskset.tasks("dev"))
        ours, theirs = agreement(taskset, tasks, bfcl_folder, mpmath)
        assert ours == theirs, category
        assert 0 < sum(ours) < len(ours)
        count += len(tasks)
        taskset.close()
    assert count >= 200
