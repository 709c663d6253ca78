"""Compares our ACEBench agent with the port in evalscope 1.14: the same made-up messages in both, then the end state,
what was told to the world, and both accuracies.

    BOTPSY_DATA=../shared/data python bench/agree_acebench_agent.py [--scripts N] [--write FILE]

The messages are made here from the milestones (changed, left out, repeated, broken) and at random; no model's outputs
are read, so all 50 items serve. The port's rollout and classes run with empty stand-ins for the parts of evalscope that
record and draw. `--write` keeps messages and the port's verdicts as the fixture of a quick test.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib
import json
import random
import sys
import types
from collections import Counter
from itertools import chain, repeat
from pathlib import Path
from typing import Any

from agree_acebench import change

from botpsy.benchmarks.acebench import AGENT
from botpsy.benchmarks.acebench_agent import AceBenchAgent
from botpsy.benchmarks.acebench_agent_oracle import gold_turns
from botpsy.benchmarks.acebench_calls import read_loose, write_calls
from botpsy.benchmarks.acebench_dialogue import FINISH, STEPS
from botpsy.benchmarks.acebench_install import ensure
from botpsy.benchmarks.tau2_user import ScriptedCustomer
from botpsy.core.messages import Message, ToolCall
from botpsy.core.protocols import Conversation, Sampling
from botpsy.core.task import Task
from botpsy.core.trajectory import Trajectory
from botpsy.envs.rollout import Limits, converse
from botpsy.models.scripted import Scripted

VALUES: tuple[Any, ...] = (
    "Eve", "Frank", "Grace", "Helen", "user1", "user2", "user3", "password123", "password456", "password789", "res_1",
    "res_2", "res_4", "CA1234", "CZ4321", "CZ4352", "MU3561", "MH1765", "Economy Class", "Business Class", "cash",
    "bank", "Beijing", "Shanghai", "Nanjing", "Shenzhen", "Heytea", "Domino's", "To-do list", "call", 1,
    2, 3, 4, 6, 7, 0, -1,
    2.5, True, None, "", [], {}, [{"product": "Cheese Milk Tea", "quantity": 2}], [{"product": "Cheese Milk Tea"}],
    "The airline has canceled the flight.", "First Class",
)  # fmt: skip
LIKELY: dict[str, tuple[Any, ...]] = {  # by what a parameter is called
    "user_id": ("user1", "user2", "user3"), "password": ("password123", "password456", "password789"),
    "reservation_id": ("res_1", "res_2", "res_3", "res_4", "res_5"), "payment_method": ("bank", "cash"),
    "flight_no": ("CA1234", "MU5678", "CZ4321", "MU1566", "MH2616"), "cabin": ("Economy Class", "Business Class"),
    "new_flight_no": ("CZ4321", "CZ4352", "CA1234", "MH2616"), "new_cabin": ("Economy Class", "First"),
    "add_baggage": (0, 1, 2, 40, 200), "baggage_count": (0, 1, 4, 9), "new_payment_method": ("bank", "cash", "gold"),
    "reason": ("The airline has canceled the flight.", "other"), "message_id": (1, 2, 3, 4, 5, 6, 7),
    "sender_name": ("Eve", "Frank", "Grace"), "receiver_name": ("Frank", "Helen", "Jack"), "keyword": ("CALL", "e"),
    "username": ("Eve", "Jack", "Grace"), "merchant_name": ("Heytea", "Domino's"), "time": ("noon", "2024-07-15 09:30"),
    "items": ([{"product": "Cheese Milk Tea", "quantity": 2}], [{"product": "Cheese Milk Tea"}],
              [{"product": "Margherita Pizza", "quantity": 3}], [{"product": "Margherita Pizza", "quantity": 0}], []),
}  # fmt: skip
BROKEN = (
    "", "I am on it.", "[turn_on_wifi()", "turn_on_wifi()", "[login_device(), turn_on_wifi()]", "[1, 2]", "Sure, [ok]",
    "[turn_on_wifi(),\nlogin_device()]", "agent:[turn_on_wifi()]", "[unknown(x=1)]", "[turn_on_wifi(x=1)]", FINISH,
    f"[add_reminder(title='{FINISH}', description='x', time='y')]", "Which one?", "['a']", "[f(x=open('/etc/passwd'))]",
)  # fmt: skip


Outcome = tuple[Any, list[str], float, float]
"""The end state, what was told to the world, end-to-end and process accuracy."""


class _Any:
    """Takes any arguments and does nothing."""

    def __init__(self, *_: Any, **given: Any) -> None:
        self.__dict__.update(given)
        self.id, self.total_usage = "", None

    def add_event(self, *_: Any, **__: Any) -> None:
        """Record nothing."""


def port(folder: Path) -> tuple[Any, Any]:
    """Return evalscope's rollout and checker modules, with stand-ins for what they import from its other parts."""
    root = folder / "evalscope"
    for name, path in (
        ("evalscope", root),
        ("evalscope.third_party", root / "third_party"),
        ("evalscope.benchmarks", root / "benchmarks"),
        ("evalscope.benchmarks.acebench", root / "benchmarks" / "acebench"),
    ):
        package = types.ModuleType(name)
        package.__path__ = [str(path)]
        sys.modules[name] = package
    names = (
        "AgentTrace", "ChatMessage", "ChatMessageSystem", "ChatMessageTool", "ChatMessageUser", "Model", "ModelOutput",
        "ModelUsage",
    )  # fmt: skip
    for name in ("evalscope.api.agent", "evalscope.api.messages", "evalscope.api.model", "evalscope.utils.logger"):
        module = types.ModuleType(name)
        module.__dict__.update(dict.fromkeys(names, _Any))
        kinds = dict.fromkeys(("ERROR", "TOOL_CALL", "TOOL_RESULT", "MODEL_GENERATE", "SUBMIT"), "")
        module.__dict__.update({"get_logger": lambda: None, "EventType": types.SimpleNamespace(**kinds)})
        sys.modules[name] = module
    package = "evalscope.benchmarks.acebench"
    return importlib.import_module(f"{package}.rollout"), importlib.import_module(f"{package}.checker")


class Player:
    """Says its lines in order, as one of evalscope's models."""

    name = "player"

    def __init__(self, lines: list[str]) -> None:
        self._lines = chain(lines, repeat(FINISH))

    def generate(self, _: Any) -> Any:
        """Return the next line."""
        return types.SimpleNamespace(completion=next(self._lines), message=_Any(), usage=None, stop_reason="")


def script(task: Task, draw: random.Random) -> list[str]:
    """Return the agent's messages: near the milestones, or at random; after them it is finished."""
    made: list[str] = []
    gold = [m.content for m in gold_turns(task.id, task.data["mile_stone"], native=False)[:-1]]
    if draw.random() < 0.2:
        gold = []
    for text in gold:
        match draw.randrange(12):
            case 0:
                continue
            case 1:
                made += [text, text]
            case 2:
                made.append(write_calls([changed(call, draw) for call in read_loose(text)]))
            case 3:
                made += [draw.choice(BROKEN), text]
            case 4:
                made += [anything(task, draw), text]
            case _:
                made.append(text)
    if not gold or draw.random() < 0.3:
        made += [
            anything(task, draw) if draw.random() < 0.85 else draw.choice(BROKEN) for _ in range(draw.randrange(16))
        ]
    if draw.random() < 0.2:
        draw.shuffle(made)
    return made[:STEPS]


def changed(call: ToolCall, draw: random.Random) -> ToolCall:
    """Return the call with other values."""
    return ToolCall(call.name, {name: change(value, draw) for name, value in call.arguments.items()})


def anything(task: Task, draw: random.Random) -> str:
    """Return a call of one of the item's functions with values at random."""
    function = draw.choice(task.data["function"])
    names = [n for n in function["parameters"]["properties"] if draw.random() < 0.95]
    same = draw.randrange(3)  # who and their password
    given: dict[str, Any] = {}
    for name in names:
        likely = LIKELY.get(name, VALUES)
        given[name] = likely[same] if name in ("user_id", "username", "password") else draw.choice(likely)
        if draw.random() < 0.1:
            given[name] = draw.choice(VALUES)
    return write_calls([ToolCall(function["name"], given)])


def theirs(modules: tuple[Any, Any], task: Task, said: list[str], user: list[str]) -> Outcome:
    """Return the port's outcome."""
    rollouts, checker = modules
    row = task.data
    about = {
        "test_category": f"agent_{task.skill}", "question": row["question"], "functions": row["function"],
        "initial_config": row["initial_config"], "involved_classes": row["involved_classes"], "language": "en",
    }  # fmt: skip
    result = rollouts.run_rollout(Player(said), about, STEPS, Player(user))
    right = checker.check_agent_end_state(result.end_state, row["ground_truth"])["valid"]
    process = 1.0 if right else checker.milestone_accuracy(result.process, row["mile_stone"])
    return result.end_state, result.process, float(right), process


async def ours(taskset: AceBenchAgent, task: Task, said: list[str]) -> Outcome:
    """Return our outcome."""
    opened = taskset.open(task)
    first = await opened.start()
    lines = [Message("assistant", text) for text in [*said, *[FINISH] * STEPS]]
    conversation = Conversation(first.messages, first.tools)
    episode = await converse(Scripted(lines), opened.step, conversation, Limits(STEPS), Sampling())
    whole = Trajectory(task.id, first.tools, episode.conversation.messages, episode.stop)
    score = taskset.verify(task, whole, opened.state)
    return opened.state["world"], list(opened.state["done"]), score.value, score.parts["process"]


def main() -> int:
    """Compare, print, and exit with 1 when anything differs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--scripts", type=int, default=20, help="messages of so many episodes an item")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--write", type=Path)
    chosen = parser.parse_args()
    modules, draw, counts = port(ensure()), random.Random(chosen.seed), Counter[str]()
    apart: list[str] = []
    kept: list[str] = []
    for category in AGENT:
        user: list[str] = []
        taskset = AceBenchAgent(
            category,
            play=lambda task, scene: ScriptedCustomer([Message("user", text) for text in user]),  # noqa: ARG005, B023
        )
        for task in (*taskset.tasks("dev"), *taskset.tasks("test")):
            for _ in range(chosen.scripts):
                said = script(task, draw)
                user[:] = [draw.choice(("Yes.", "No.", "Eve", FINISH)) for _ in range(STEPS + 1)]
                found = theirs(modules, task, said, user), asyncio.run(ours(taskset, task, said))
                _, done, right, process = found[0]
                verdict = {"done": len(done), "right": right, "process": process}
                kept.append(json.dumps({"id": task.id, "said": said, "user": user[: len(said) + 2], **verdict}))
                counts["right" if found[0][2] else "wrong"] += 1
                if found[0] != found[1]:
                    apart.append(json.dumps({"id": task.id, "said": said, "user": user, "found": found}))
    print(f"{counts.total()} episodes of 50 items: {len(apart)} differ; {dict(counts)}")
    for line in apart[:5]:
        print(line[:6000])
    if chosen.write:
        chosen.write.write_text("\n".join(kept) + "\n", encoding="utf-8")
    return 1 if apart else 0


if __name__ == "__main__":
    raise SystemExit(main())
