"""tau2's banking: through the rollout in a tiny shop of our own, and with the package against its own harness."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from test_tau2 import FAKE, ROWS, calls, mixed, play, says

from botpsy.benchmarks.halves import half
from botpsy.benchmarks.tau2 import TURNS, gold_customer
from botpsy.benchmarks.tau2_banking import Tau2Banking
from botpsy.benchmarks.tau2_banking_worker import GREETING, fitting, schema
from botpsy.benchmarks.tau2_dialogue import Tau2Dialogue
from botpsy.benchmarks.tau2_install import ensure_banking
from botpsy.benchmarks.tau2_oracle import gold_turns
from botpsy.benchmarks.tau2_user import ScriptedCustomer
from botpsy.benchmarks.tau2_world import BANKING_WORKER, World
from botpsy.core.errors import BackendError, UsageError
from botpsy.core.messages import Message
from botpsy.core.task import Task
from botpsy.core.trajectory import StopReason
from botpsy.envs.rollout import Limits, rollout
from botpsy.eval.suites import build


def everything(taskset: Tau2Banking) -> dict[str, Task]:
    return {t.data["row"]["id"]: t for split in ("dev", "test") for t in taskset.tasks(split)}


@pytest.fixture
def shop(tmp_path: Path) -> Iterator[Tau2Banking]:
    """The tiny shop in banking's place."""
    data = tmp_path / "inspect_evals" / "tau2" / "data" / "domains" / "banking_knowledge"
    data.mkdir(parents=True)
    (data / "tasks.json").write_text(json.dumps(ROWS[:3]))
    taskset = Tau2Banking(folder=tmp_path, world=World(tmp_path, timeout=20.0, worker=FAKE), play=gold_customer)
    yield taskset
    taskset.close()


def test_the_tasks_are_the_files_and_are_played_like_the_others(shop: Tau2Banking, tmp_path: Path) -> None:
    tasks = everything(shop)
    assert set(tasks) == {"plain", "both", "nothing"}
    for name, task in tasks.items():
        assert (task.id, task.skill) == (f"tau2_banking-{name}-0", "banking")
        assert task.split == half("tau2", f"banking:{name}")
        assert asyncio.run(rollout(shop.reference(task), shop, task, Limits(turns=TURNS)))[1].value == 1.0
    with pytest.raises(UsageError, match="nothing to train on"):
        next(shop.tasks("train"))
    (tmp_path / "inspect_evals" / "tau2" / "data" / "domains" / "banking_knowledge" / "tasks.json").unlink()
    with pytest.raises(UsageError, match=r"cannot read .*tasks\.json"):
        next(shop.tasks("dev"))


def test_the_suites_have_it() -> None:
    assert [part.label for part in build("tau2-banking")] == ["tau2/banking"]
    assert [part.label for part in build("tau2")] == [
        "tau2/retail", "tau2/airline", "tau2/telecom", "tau2/banking",
    ]  # fmt: skip
    assert [part.label for part in build("tau2-telecom")] == ["tau2/telecom"]


async def apply(card: str, income: float, subscribed: bool = False) -> str:
    """Apply for a card.

    At once.

    Args:
        card: which one
        income: in dollars
    """
    return f"{card} {income} {subscribed}"


async def clock() -> str:
    """Tell the time.

    Returns:
        The time in a: format
    """
    return ""


def test_a_tool_is_told_by_its_docstring_and_signature() -> None:
    assert schema("apply", apply)["function"] == {
        "name": "apply",
        "description": "Apply for a card.\n\nAt once.",
        "parameters": {
            "type": "object",
            "properties": {
                "card": {"type": "string", "description": "which one"},
                "income": {"type": "number", "description": "in dollars"},
                "subscribed": {"type": "boolean", "description": "", "default": False},
            },
            "required": ["card", "income"],
        },
    }
    assert schema("clock", clock)["function"] == {
        "name": "clock", "description": "Tell the time.",
        "parameters": {"type": "object", "properties": {}, "required": []},
    }  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        ({"card": "gold"}, "missing argument 'income'"),
        ({"card": "gold", "income": 1, "x": 2}, "unknown argument 'x'; valid: card, income, subscribed"),
        ({"card": 3, "income": 1}, "'card' must be a string, not 3"),
        ({"card": "gold", "income": "1"}, "'income' must be a number"),
        ({"card": "gold", "income": True}, "'income' must be a number"),
        ({"card": "gold", "income": 1, "subscribed": 1}, "'subscribed' must be a boolean"),
        ({"card": None, "income": 1}, "'card' must be a string, not null"),
    ],
)
def test_arguments_that_do_not_fit_are_named(arguments: dict[str, Any], fault: str) -> None:
    with pytest.raises(TypeError, match=fault):
        fitting(apply, arguments)
    assert fitting(apply, {"card": "gold", "income": 1}) == {"card": "gold", "income": 1}


@pytest.fixture(scope="module")
def bank_folder() -> Path:
    try:
        return ensure_banking()
    except BackendError as error:
        pytest.skip(str(error))


@pytest.fixture(scope="module")
def bank(bank_folder: Path) -> Iterator[World]:
    world = World(bank_folder, worker=BANKING_WORKER)
    yield world
    world.close()


Bank = Callable[..., Tau2Banking]


@pytest.fixture
def made(bank_folder: Path, bank: World) -> Bank:
    return lambda **more: Tau2Banking(folder=bank_folder, world=bank, **more)


def gold(taskset: Tau2Banking, task: Task) -> float:
    return asyncio.run(rollout(taskset.reference(task), taskset, task, Limits(turns=TURNS)))[1].value


@pytest.mark.slow
def test_the_gold_actions_win_all_97_tasks(made: Bank) -> None:
    taskset = made(play=gold_customer)
    assert {name: gold(taskset, task) for name, task in everything(taskset).items()} == {
        f"task_{n:03}": 1.0 for n in sorted(int(name[5:]) for name in everything(taskset))
    }
    assert len(everything(taskset)) == 97


@pytest.mark.slow
def test_an_agent_and_customer_who_do_nothing_win_only_where_nothing_is_to_be_done(made: Bank) -> None:
    taskset = made(play=says("Hello"))
    for name, task in everything(taskset).items():
        actions = task.data["row"]["evaluation_criteria"]["actions"]
        changes = [a for a in actions if a["name"] != "transfer_to_human_agents"]
        won = play(taskset, task, [Message("assistant", "Goodbye.")])[1].value == 1.0
        assert won == (not changes), name


@pytest.mark.slow
def test_the_agent_searches_the_documents_and_must_unlock_what_they_name(made: Bank) -> None:
    tool = "close_debit_card_4721"
    trajectory, _ = play(
        made(play=says("Hello")), everything(made(play=gold_customer))["task_078"],
        [
            calls("grep", pattern=tool), calls("grep", pattern="(["), calls("grep", pattern=" "),
            calls("call_discoverable_agent_tool", agent_tool_name=tool, arguments="{"),
            calls("unlock_discoverable_agent_tool", agent_tool_name=tool),
            calls("call_discoverable_agent_tool", agent_tool_name=tool, arguments="{"),
            calls("call_discoverable_agent_tool", agent_tool_name="__class__", arguments="{}"),
            calls("get_current_time", zone="x"), calls("initialize"), Message("assistant", "Goodbye."),
        ],
    )  # fmt: skip
    found, literal, blank, locked, unlocked, broken, hidden, extra, unknown = [
        m.content for m in trajectory.messages if m.role == "tool"
    ]
    assert tool in found and "ID: doc_" in found
    assert literal == "No matches found for pattern: ([" and blank == "No matches found for pattern:  "
    assert "has not been unlocked" in locked and unlocked.startswith(f"Tool unlocked: {tool}")
    assert "Invalid JSON" in broken and "Unknown agent tool" in hidden
    assert extra == "Error: unknown argument 'zone'; valid: none" and unknown == "Error: Tool 'initialize' not found."
    assert trajectory.messages[1] == Message("assistant", GREETING)
    assert "grep" in trajectory.messages[0].content
    writes = {t.name for t in trajectory.tools if t.effect == "write"}
    assert {t.name for t in trajectory.tools} - writes == {
        "grep", "get_current_time", "get_user_information_by_id", "get_user_information_by_name",
        "get_user_information_by_email", "get_referrals_by_user", "get_credit_card_transactions_by_user",
        "get_credit_card_accounts_by_user", "list_discoverable_agent_tools",
    }  # fmt: skip
    assert len(writes) == 6


@pytest.mark.slow
def test_a_world_that_died_goes_on_where_it_was_and_a_pattern_that_hangs_is_the_agents(bank_folder: Path) -> None:
    world = World(bank_folder, worker=BANKING_WORKER)
    taskset = Tau2Banking(folder=bank_folder, world=world, play=gold_customer)
    task = everything(taskset)["task_078"]
    agent, _ = gold_turns(task.data["row"])

    class Killed(Tau2Dialogue):
        async def step(self, message: Message) -> Any:
            world.close()
            return await super().step(message)

    environment = taskset.open(task)
    environment.__class__ = Killed
    try:
        steps = asyncio.run(_all(environment, agent))
        assert steps[-1].stop is StopReason.ANSWERED and environment.state["end"] == "user_stop"
        verdict = world.judge(taskset._place(task), "user_stop", environment.state["messages"])  # pyright: ignore
        assert verdict.reward == 1.0
        trajectory, score = play(taskset, task, [calls("grep", pattern="(.*.*)*(.*.*)*(.*.*)*#[^x]y")])
        assert (trajectory.stop, score.value) == (StopReason.ENVIRONMENT, 0.0)
    finally:
        taskset.close()


async def _all(environment: Tau2Dialogue, turns: list[Message]) -> list[Any]:
    await environment.start()
    return [await environment.step(turn) for turn in turns]


def harness(folder: Path, episodes: list[dict[str, Any]]) -> dict[str, bool]:
    """The package's own harness on the same turns; it needs `inspect_ai`, on PYTHONPATH or installed."""
    done = subprocess.run(
        [sys.executable, str(Path(__file__).with_name("official_tau2_banking.py")), str(folder)],
        input=json.dumps(episodes), capture_output=True, text=True, check=True, env={**os.environ},
    )  # fmt: skip
    return json.loads(done.stdout)


@pytest.mark.slow
def test_verdicts_are_those_of_the_packages_own_harness(made: Bank, bank_folder: Path) -> None:
    if importlib.util.find_spec("inspect_ai") is None:
        pytest.skip("inspect_ai is not installed: pip install --target FOLDER inspect-ai; PYTHONPATH=FOLDER")
    opened: list[Tau2Dialogue] = []

    class Kept(Tau2Banking):
        def open(self, task: Task) -> Tau2Dialogue:
            opened.append(super().open(task))
            return opened[-1]

    taskset = Kept(folder=bank_folder, world=made().world, play=lambda task, _: ScriptedCustomer(mixed(task, kind)[1]))
    ours: dict[str, bool] = {}
    episodes: list[dict[str, Any]] = []
    for number, task in enumerate(islice(taskset.tasks("dev"), 40)):
        for kind in range(number, number + 3):
            agent, _, limit = mixed(task, kind)
            _, score = play(taskset, task, agent, limit)
            state = opened[-1].state
            if state["end"] != "user_stop":  # a premature end, of which the package's harness knows nothing
                continue
            name = f"{task.data['row']['id']}.{kind % 6}"
            sides = {who: [m for m in state["messages"] if m["role"] == who] for who in ("assistant", "user")}
            turns = {"agent": sides["assistant"][1:], "user": sides["user"]}
            episodes.append({"id": name, "task": task.data["row"], **turns})
            ours[name] = score.value == 1.0
    assert len(ours) > 90 and 20 < sum(ours.values()) < len(ours) - 20
    assert harness(bank_folder, episodes) == ours
