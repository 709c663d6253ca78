"""ACEBench's agent: a handmade world always; the 50 items and agreement with the port in evalscope where they are."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from acebench_seeds import SEEDS
from play import FAULT, hostile_turns

from botpsy.benchmarks.acebench import AGENT, Style
from botpsy.benchmarks.acebench_agent import AceBenchAgent, scripted_user
from botpsy.benchmarks.acebench_agent_oracle import UNREACHED, UNTOUCHED, first_way, read_milestone
from botpsy.benchmarks.acebench_checker import wrong_state
from botpsy.benchmarks.acebench_dialogue import FINISH, STEPS
from botpsy.benchmarks.acebench_install import ensure, seeds
from botpsy.benchmarks.acebench_world import LONGEST, Seeds, World
from botpsy.benchmarks.public_data import rows
from botpsy.benchmarks.tau2_user import GeneratedCustomer, ScriptedCustomer
from botpsy.core.errors import BackendError, UsageError
from botpsy.core.messages import Message, ToolCall
from botpsy.core.score import Score
from botpsy.core.task import Task
from botpsy.core.trajectory import StopReason, Trajectory
from botpsy.envs.rollout import Limits, rollout
from botpsy.models.scripted import Scripted

PROMPTS = {
    "MULTI_STEP_AGENT_SYSTEM_EN": "Call.",
    "MULTI_STEP_AGENT_USER_EN": "Functions: {functions} History: {history}",
    "MULTI_TURN_AGENT_SYSTEM_EN": "Talk and call. ",
    "MULTI_TURN_AGENT_USER_EN": "Functions: {functions} History: {history}",
    "BASE_PROMPT_EN": "Phone rules.",
    "TRAVEL_PROMPT_EN": "Airline rules.",
    "USER_SIMULATOR_BASE_EN": "You are a user: {instruction}",
    "USER_SIMULATOR_TRAVEL_EN": "You are a traveller: {instruction}",
    "DECODE_ERROR_NUDGE": "Ask nothing.",
}
SEND = "send_message(sender_name='Ann', receiver_name='Bob', message='Don\\'t wait')"
MILESTONES = ["[turn_on_wifi()]", "[delete_message(message_id=2)]", "[send_message(sender_name='Ann', "
              "receiver_name='Bob', message='Don't wait')]"]  # fmt: skip
TRUTH = [
    {"BaseApi": {"wifi": True, "logged_in": True}},
    {
        "MessageApi": {
            "inbox": {
                "1": {"sender_id": "A", "receiver_id": "B", "message": "Tea?", "time": "2024-02-02"},
                "3": {"sender_id": "A", "receiver_id": "B", "message": "Don't wait"},
            }
        }
    },
]
VERDICTS = Path(__file__).parent / "fixtures" / "acebench_agent_verdicts.jsonl"


def own(folder: Path, category: str = "agent_multi_step", style: Style = "official", **more: Any) -> AceBenchAgent:
    home = folder / "acebench" / "data_en"
    (home / "possible_answer").mkdir(parents=True, exist_ok=True)
    names = ("turn_on_wifi", "delete_message", "send_message")
    functions = [{"name": n, "description": n, "parameters": {"type": "dict", "properties": {}}} for n in names]
    ids = [f"own_{category}_{i}" for i in range(16)]
    row = {"question": "I am Ann. Tell Bob not to wait.", "function": functions, "path": []}
    row |= {"involved_classes": ["BaseApi", "MessageApi"], "initial_config": {"BaseApi": {"wifi": False}}}
    row |= more.pop("row", {})
    answer = {"ground_truth": TRUTH, "mile_stone": MILESTONES}
    (home / f"data_{category}.json").write_text("\n".join(json.dumps({"id": i, **row}) for i in ids))
    (home / "possible_answer" / f"data_{category}.json").write_text(
        "\n".join(json.dumps({"id": i, **answer}) for i in ids)
    )
    more = {"play": scripted_user, **more}
    return AceBenchAgent(category, style=style, folder=folder, prompts=PROMPTS, worlds=SEEDS, **more)


def say(taskset: AceBenchAgent, turns: Sequence[str | Message], task: Task | None = None) -> tuple[Trajectory, Score]:
    said = [Message("assistant", turn) if isinstance(turn, str) else turn for turn in turns]
    task = task or next(iter(taskset.tasks("dev")))
    return asyncio.run(rollout(Scripted(said), taskset, task, Limits(STEPS)))


def gold(taskset: AceBenchAgent, task: Task | None = None) -> tuple[Trajectory, Score]:
    task = task or next(iter(taskset.tasks("dev")))
    return asyncio.run(rollout(taskset.reference(task), taskset, task, Limits(STEPS)))


@pytest.mark.parametrize("category", AGENT)
@pytest.mark.parametrize("style", ["official", "native"])
def test_the_oracle_is_right_and_doing_nothing_is_wrong(tmp_path: Path, category: str, style: Style) -> None:
    taskset = own(tmp_path, category, style)
    tasks = [*taskset.tasks("dev"), *taskset.tasks("test")]
    assert len(tasks) == 16 and len({t.id for t in tasks}) == 16
    for task in tasks:
        trajectory, score = gold(taskset, task)
        assert (score.value, score.parts) == (1.0, {"correct": 1.0, "process": 1.0})
        assert trajectory.stop is StopReason.ANSWERED
        _, idle = say(taskset, [FINISH] * STEPS, task)
        assert (idle.value, idle.parts) == (0.0, {"correct": 0.0, "process": 0.0})


def test_what_the_agent_sees_in_each_style(tmp_path: Path) -> None:
    official, _ = gold(own(tmp_path, "agent_multi_turn"))
    native, _ = gold(own(tmp_path, "agent_multi_turn", "native"))
    assert official.tools == () and [t.name for t in native.tools] == ["turn_on_wifi", "delete_message", "send_message"]
    assert official.messages[0].content == "Talk and call. Phone rules."
    assert official.messages[1].content.endswith("History: user:I am Ann. Tell Bob not to wait.\n")
    assert "'turn_on_wifi'" in official.messages[1].content and "turn_on_wifi" not in native.messages[1].content
    assert official.messages[3].role == "user" and official.messages[3].content.startswith("execution:[{'status': True")
    assert native.messages[3].role == "tool" and json.loads(native.messages[3].content)["status"] is True
    step, _ = gold(own(tmp_path))
    assert step.messages[3].content.startswith("execution result:[{")


def test_each_style_reads_the_other(tmp_path: Path) -> None:
    calls = [read_milestone(stone) for stone in MILESTONES]
    as_calls = [*(Message("assistant", tool_calls=c) for c in calls), FINISH]
    as_text = ["[turn_on_wifi()]", "delete_message(message_id=2)", f"[{SEND}]", FINISH]
    for style in ("official", "native"):
        assert say(own(tmp_path, style=style), as_calls)[1].value == 1.0
        assert say(own(tmp_path, style=style), as_text)[1].value == 1.0


@pytest.mark.parametrize(
    ("turns", "process"),
    [
        (["[turn_on_wifi()]", "[delete_message(message_id=2)]"], 2 / 3),
        (["[turn_on_wifi()]", "[delete_message(message_id=1)]", f"[{SEND}]"], 1 / 3),  # the other message is gone
        (["[turn_on_wifi()]", "[delete_message(message_id=2)]", f"[{SEND.replace('wait', 'go')}]"], 2 / 3),
        (["[delete_message(message_id=2)]", f"[{SEND}]"], 0.0),  # without Wi-Fi
        (["[turn_on_wifi()]", f"[{SEND}]"], 1 / 3),  # without room
        (["[delete_message(message_id=2)]", "[turn_on_wifi()]"], 1 / 3),  # the order of the milestones counts
    ],
)
def test_a_state_that_differs_is_wrong(tmp_path: Path, turns: list[str], process: float) -> None:
    _, score = say(own(tmp_path), [*turns, FINISH])
    assert (score.value, score.parts["process"]) == (0.0, pytest.approx(process, abs=1e-3))
    assert "BaseApi" in score.reason or "MessageApi" in score.reason


def test_every_attribute_of_the_end_state_counts(tmp_path: Path) -> None:
    taskset = own(tmp_path)
    task = next(iter(taskset.tasks("dev")))
    opened = taskset.open(task)
    run = say(taskset, ["[turn_on_wifi()]", "[delete_message(message_id=2)]", f"[{SEND}]", FINISH], task)[0]
    assert taskset.verify(task, run, opened.state).value == 0.0  # the world of another episode, where nothing happened
    right = {"world": TRUTH, "done": []}
    assert taskset.verify(task, run, right).value == 1.0
    changes: list[Callable[[Any], object]] = [
        lambda w: w[0]["BaseApi"].update(wifi=False),
        lambda w: w[0]["BaseApi"].update(logged_in=False),
        lambda w: w[1]["MessageApi"]["inbox"].pop("3"),
        lambda w: w[1]["MessageApi"]["inbox"]["3"].update(message="Wait"),
        lambda w: w[1]["MessageApi"]["inbox"]["1"].update(time="2024-02-03"),
        lambda w: w.pop(),
    ]
    for change in changes:
        world = json.loads(json.dumps(TRUTH))
        change(world)
        assert taskset.verify(task, run, {"world": world, "done": MILESTONES}).value == 0.0


def test_the_ends_and_the_steps_are_the_official_ones(tmp_path: Path) -> None:
    step, turn = own(tmp_path), own(tmp_path, "agent_multi_turn")
    ended, _ = say(step, [FINISH] * 3)
    assert sum(m.role == "assistant" for m in ended.messages) == 2  # the first is too early, and is reminded
    assert ended.messages[3].content == "Ask nothing."
    long, _ = say(step, ["[turn_on_wifi()]"] * STEPS)
    assert long.stop is StopReason.TURNS and sum(m.role == "assistant" for m in long.messages) == STEPS // 2
    beside, score = say(step, ["[turn_on_wifi()]", f"[{SEND.replace('wait', FINISH)}]"])
    assert beside.stop is StopReason.ANSWERED and score.parts["process"] == pytest.approx(1 / 3, abs=1e-3)
    talk, _ = say(turn, ["Hello", "[turn_on_wifi()]", "What else?"])
    assert [m.content[:10] for m in talk.messages if m.role == "user"][1:] == ["user:finis", "execution:", "user:finis"]
    assert talk.stop is StopReason.ANSWERED


def test_a_message_over_two_lines_is_for_the_user_in_multi_turn_only(tmp_path: Path) -> None:
    two = "[delete_message(\nmessage_id=2)]"
    assert "'status': True" in say(own(tmp_path), [two, FINISH])[0].messages[3].content
    assert say(own(tmp_path, "agent_multi_turn"), [two, FINISH, FINISH])[0].messages[3].content == f"user:{FINISH}\n"


def test_any_generator_plays_the_user(tmp_path: Path) -> None:
    told: list[tuple[str, ...]] = []

    def user(conversation: Any) -> Message:
        told.append(tuple(m.content for m in conversation.messages))
        return Message("assistant", "Tell Bob." if len(told) == 1 else FINISH)

    taskset = own(tmp_path, "agent_multi_turn", play=lambda task, scene: GeneratedCustomer(Scripted(user), scene))
    run, _ = say(taskset, ["[turn_on_wifi()]", "agent:Done, what else?"])
    assert told[0][0] == "You are a user: I am Ann. Tell Bob not to wait."
    assert told[1][-1] == "Done, what else?" and run.stop is StopReason.ANSWERED
    assert run.messages[1].content.endswith("user:Tell Bob.\n")


def test_nobody_to_play_the_user_is_one_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("BOTPSY_USER", raising=False)
    taskset = own(tmp_path, "agent_multi_turn", play=None)
    with pytest.raises(UsageError, match="BOTPSY_USER"):
        taskset.open(next(iter(taskset.tasks("dev"))))


def test_items_that_are_not_as_expected_are_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no category 'x'"):
        AceBenchAgent("x")
    for row, match in (
        ({"involved_classes": ["Bank"]}, "no class 'Bank'"),
        ({"initial_config": {"MessageApi": {"inbox": {}}}}, "sets up no 'MessageApi'"),
        ({"initial_config": {"BaseApi": {"volume": 3}}}, "sets up no 'volume'"),
    ):
        taskset = own(tmp_path, row=row)
        with pytest.raises(UsageError, match=match):
            taskset.open(next(iter(taskset.tasks("dev"))))
    with pytest.raises(UsageError, match="nothing to train on"):
        next(iter(own(tmp_path).tasks("train")))


def test_hostile_output_is_judged_quickly_and_runs_nothing(tmp_path: Path) -> None:
    mark = tmp_path / "ran"
    deep: Any = 1
    for _ in range(100_000):
        deep = [deep]
    calls = [
        ToolCall("send_message", {"sender_name": deep, "receiver_name": {}, "message": "x"}),
        ToolCall("delete_message", {"message_id": 10**5000}),
        ToolCall("delete_message", {"message_id": [1]}),
        ToolCall("add_food_delivery_order", {"username": "Ann", "merchant_name": "x", "items": "y" * (LONGEST + 1)}),
        ToolCall("state", {}),
        ToolCall("__init__", {"seeds": {}, "classes": [], "config": {}}),
        ToolCall("turn_on_wifi", {"self": 1}),
        ToolCall("send_message", {"sender_name": object()}),
    ]
    turns: list[str | Message] = [
        f"[send_message(message=__import__('os').system('touch {mark}'))]",
        f"[send_message(message=open('{mark}', 'w'), **{{}})]",
        "[" + "turn_on_wifi(" * 59 + ")" * 59 + "]",
        "[delete_message(message_id=" + "-" * 40_000 + "1)]",
        *(Message("assistant", tool_calls=(call,)) for call in calls),
        Message("assistant", faults=(FAULT,)),
        *hostile_turns(),
    ]
    started = time.monotonic()
    for category in AGENT:
        for style in ("official", "native"):
            taskset = own(tmp_path, category, style)
            task = next(iter(taskset.tasks("dev")))
            for turn in turns:
                assert say(taskset, [turn, *[FINISH] * 3], task)[1].value == 0.0
    assert time.monotonic() - started < 30
    assert not mark.exists()


@pytest.fixture(scope="session")
def worlds() -> Seeds:
    try:
        return seeds(ensure())
    except BackendError as error:
        pytest.skip(str(error))


def whole(public: Path, category: str, style: Style = "official", **more: Any) -> AceBenchAgent:
    if not (public / "acebench").exists():
        pytest.skip("BOTPSY_DATA has no acebench")
    return AceBenchAgent(category, style=style, folder=public, **{"play": scripted_user, **more})


@pytest.mark.parametrize("style", ["official", "native"])
def test_the_public_items_are_solved_and_not_by_doing_nothing(public: Path, worlds: Seeds, style: Style) -> None:
    idle: list[str] = []
    unreached: list[str] = []
    counts: list[int] = []
    for category in AGENT:
        taskset = whole(public, category, style, worlds=worlds)
        tasks = [*taskset.tasks("dev"), *taskset.tasks("test")]
        counts.append(len(tasks))
        for task in tasks:
            _, score = gold(taskset, task)
            assert score.value == 1.0, (task.id, score.reason)
            idle += [task.id] if say(taskset, [FINISH] * STEPS, task)[1].value else []
            world = World(worlds, task.data["involved_classes"], task.data["initial_config"])
            for stone in first_way(task.data["mile_stone"]):
                for call in read_milestone(stone):
                    world.run(call)
            unreached += [task.id] if wrong_state(world.state, task.data["ground_truth"]) else []
    assert counts == [20, 30]
    assert idle == list(UNTOUCHED)
    assert sorted(unreached) == sorted(UNREACHED)


def test_the_same_verdicts_as_evalscope(public: Path, worlds: Seeds) -> None:
    """The fixture is made by `bench/agree_acebench_agent.py --write`."""
    user: list[str] = []
    tasks: dict[str, tuple[AceBenchAgent, Task]] = {}
    for category in AGENT:
        taskset = whole(public, category, worlds=worlds, play=lambda task, scene: _lines(user))
        tasks |= {task.id: (taskset, task) for split in ("dev", "test") for task in taskset.tasks(split)}
    kept = list(rows(VERDICTS))
    apart: list[str] = []
    for row in kept:
        user[:] = row["user"]
        _, score = say(tasks[row["id"]][0], [*row["said"], *[FINISH] * STEPS], tasks[row["id"]][1])
        if (score.value, score.parts["process"]) != (row["right"], row["process"]):
            apart.append(row["id"])
    assert apart == []
    assert {row["id"] for row in kept} == set(tasks) and {row["right"] for row in kept} == {0.0, 1.0}
    assert len({row["process"] for row in kept}) > 5


def _lines(said: Sequence[str]) -> ScriptedCustomer:
    return ScriptedCustomer([Message("user", text) for text in said])
