"""tau2's taskset: through the rollout in a tiny shop of our own, and with the package against its evaluator."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import pytest

from botpsy.benchmarks.halves import half
from botpsy.benchmarks.tau2 import DOMAINS, TURNS, Tau2, gold_customer, pass_hat
from botpsy.benchmarks.tau2_dialogue import ERRORS, STEPS, Tau2Dialogue
from botpsy.benchmarks.tau2_install import ensure
from botpsy.benchmarks.tau2_oracle import gold_turns
from botpsy.benchmarks.tau2_user import STOP, GeneratedCustomer, ScriptedCustomer, Speaker, named_generator
from botpsy.benchmarks.tau2_world import Scene, World
from botpsy.core.errors import BackendError, InfraError, UsageError
from botpsy.core.messages import CallFault, Message, ToolCall
from botpsy.core.protocols import Conversation
from botpsy.core.score import Score
from botpsy.core.task import Task
from botpsy.core.trajectory import StopReason, Trajectory
from botpsy.envs.rollout import Limits, rollout
from botpsy.envs.user import Line, ScriptedUser
from botpsy.models.scripted import Scripted

FAKE = Path(__file__).parent / "fixtures" / "tau2_worker.py"
FAULT = CallFault("malformed", "{", "not valid JSON")


def action(name: str, order: str, who: str = "assistant") -> dict[str, object]:
    return {"action_id": "a", "name": name, "arguments": {"order": order}, "requestor": who}


def row(name: str, actions: list[dict[str, object]], told: list[str] | None = None) -> dict[str, object]:
    return {"id": name, "user_scenario": {}, "evaluation_criteria": {"actions": actions, "communicate_info": told}}


ROWS = [
    row("plain", [action("cancel", "7")], ["42"]),
    row("both", [action("pay", "1", "user"), action("cancel", "1"), action("pay", "2", "user")]),
    row("nothing", []),
    row("nonsense", []),
    row("left out of base", []),
]


@pytest.fixture
def shop(tmp_path: Path) -> Iterator[Callable[..., Tau2]]:
    """Makes tasksets of the tiny shop."""
    data = tmp_path / "tau2" / "data" / "tau2" / "domains" / "retail"
    data.mkdir(parents=True)
    (data / "tasks.json").write_text(json.dumps(ROWS))
    (data / "split_tasks.json").write_text(json.dumps({"base": [r["id"] for r in ROWS[:-1]]}))
    made: list[Tau2] = []

    def make(**more: object) -> Tau2:
        world = World(tmp_path, timeout=more.pop("timeout", 20.0), worker=FAKE)  # type: ignore
        made.append(Tau2("retail", folder=tmp_path, world=world, **more))  # type: ignore
        return made[-1]

    yield make
    for taskset in made:
        taskset.close()


def all_tasks(taskset: Tau2) -> dict[str, Task]:
    return {t.data["row"]["id"]: t for split in ("dev", "test") for t in taskset.tasks(split)}  # type: ignore


def play(taskset: Tau2, task: Task, turns: list[Message], limit: int = TURNS) -> tuple[Trajectory, Score]:
    def turn(conversation: Conversation) -> Message:
        return turns[sum(m.role == "assistant" for m in conversation.messages) - 1]

    return asyncio.run(rollout(Scripted(turn), taskset, task, Limits(turns=limit)))


def says(*turns: str | ToolCall) -> Callable[[Task, Scene], ScriptedCustomer]:
    made = [Message("user", t) if isinstance(t, str) else Message("user", tool_calls=(t,)) for t in turns]
    return lambda task, scene: ScriptedCustomer(made)


def calls(name: str, **arguments: object) -> Message:
    return Message("assistant", tool_calls=(ToolCall(name, arguments),))


def test_the_gold_actions_of_both_sides_win(shop: Callable[..., Tau2]) -> None:
    taskset = shop(play=gold_customer)
    for name in ("plain", "both", "nothing"):
        task = all_tasks(taskset)[name]
        trajectory, score = asyncio.run(rollout(taskset.reference(task), taskset, task, Limits(turns=TURNS)))
        assert (score.value, score.parts) == (1.0, {"db": 1.0, "communicate": 1.0}), name
        assert trajectory.stop is StopReason.ANSWERED
    assert trajectory.messages[:2] == (Message("system", "Serve by the policy."), Message("assistant", "Hi!"))
    assert [t.name for t in trajectory.tools if t.effect == "write"] == ["cancel"]


def test_the_agent_sees_what_is_said_to_it_and_nothing_of_the_customers_calls(shop: Callable[..., Tau2]) -> None:
    taskset = shop(play=says(ToolCall("pay", {"order": "1"}), "Hello", f"Bye {STOP}"))
    trajectory, score = play(taskset, all_tasks(taskset)["plain"], [Message("assistant", "Yes?")])
    assert [m.role for m in trajectory.messages] == ["system", "assistant", "user", "assistant", "user"]
    assert trajectory.messages[2].content == "Hello"
    assert (score.value, score.reason) == (0.0, "failed: db, communicate")


def test_the_wrong_order_or_an_unsaid_fact_loses_its_part(shop: Callable[..., Tau2]) -> None:
    taskset = shop(play=says("Cancel 7"))
    task = all_tasks(taskset)["plain"]
    for order, said, parts in (("7", "no", (1, 0)), ("8", "42", (0, 1)), ("7", "it is 42", (1, 1))):
        _, score = play(taskset, task, [calls("cancel", order=order), Message("assistant", said)])
        assert tuple(score.parts.values()) == parts
        assert score.value == parts[0] * parts[1]


@pytest.mark.parametrize("word", ["###TRANSFER###", "###OUT-OF-SCOPE###", "thanks ###STOP### bye"])
def test_the_customers_words_for_an_end_end_it(shop: Callable[..., Tau2], word: str) -> None:
    taskset = shop(play=says("Hi", word, "never said"))
    trajectory, score = play(taskset, all_tasks(taskset)["nothing"], [Message("assistant", "Yes?")] * 3)
    assert (trajectory.stop, score.value) == (StopReason.ANSWERED, 1.0)


def test_a_premature_end_scores_nothing(shop: Callable[..., Tau2]) -> None:
    taskset = shop(play=says("Hi", *["go on"] * 300))
    task = all_tasks(taskset)["nothing"]
    looks = [calls("look", order=str(i)) for i in range(300)]
    trajectory, score = play(taskset, task, looks, 400)
    assert (score.value, "max_steps" in score.reason) == (0.0, True)
    assert (
        sum(m.role == "assistant" for m in trajectory.messages) - 1 == (STEPS + 1) // 2
    )  # the customer's was the first
    assert "too_many_errors" in play(taskset, task, [calls(f"no{i}") for i in range(20)])[1].reason
    trajectory, score = play(taskset, task, [Message("assistant", f"{i}", faults=(FAULT,)) for i in range(20)])
    assert "too_many_errors" in score.reason
    assert sum(m.role == "tool" for m in trajectory.messages) == ERRORS
    assert "agent_error" in play(taskset, task, [Message("assistant", " ")])[1].reason
    assert "no_progress" in play(taskset, task, [calls("look")] * 9)[1].reason
    assert "max_steps (turns)" in play(taskset, task, looks, 2)[1].reason


def test_a_call_that_needs_too_much_is_the_agents(shop: Callable[..., Tau2]) -> None:
    taskset = shop(play=says("Hi"))
    for name in ("hang", "grow"):
        trajectory, score = play(taskset, all_tasks(taskset)["nothing"], [calls("look"), calls(name)])
        assert (trajectory.stop, score.value) == (StopReason.ENVIRONMENT, 0.0)
        assert "agent_error" in score.reason


@pytest.mark.parametrize(("name", "why"), [("wait", "took longer than 3 s"), ("die", "died")])
def test_a_worker_that_fails_in_a_call_is_our_failure(shop: Callable[..., Tau2], name: str, why: str) -> None:
    taskset = shop(play=says("Hi"), timeout=3.0)
    with pytest.raises(InfraError, match=why):
        play(taskset, all_tasks(taskset)["nothing"], [calls("look"), calls(name)])


def test_a_worker_that_talks_nonsense_is_our_failure(shop: Callable[..., Tau2]) -> None:
    taskset = shop(play=says("Hi"))
    with pytest.raises(InfraError, match="instead of a verdict"):
        play(taskset, all_tasks(taskset)["nonsense"], [Message("assistant", "Bye")])
    with pytest.raises(InfraError, match="before the agent"):
        taskset = shop(play=says())
        play(taskset, all_tasks(taskset)["plain"], [])


def test_trials_halves_and_what_is_refused(shop: Callable[..., Tau2], monkeypatch: pytest.MonkeyPatch) -> None:
    taskset = shop(play=gold_customer, trials=3)
    for split in ("dev", "test"):
        tasks = list(taskset.tasks(split))  # type: ignore
        assert all(half("tau2", f"retail:{t.data['row']['id']}") == split for t in tasks)
        assert len({t.id for t in tasks}) == len(tasks) == 3 * len({t.data["repeat_of"] for t in tasks})
    assert set(all_tasks(taskset)) == {r["id"] for r in ROWS[:-1]}
    with pytest.raises(UsageError):
        next(taskset.tasks("train"))
    with pytest.raises(UsageError, match="airline"):
        Tau2("banking")
    monkeypatch.delenv("BOTPSY_USER", raising=False)
    named_generator.cache_clear()
    with pytest.raises(UsageError, match="BOTPSY_USER"):
        play(shop(), all_tasks(shop())["plain"], [])


def test_who_plays_the_customer_is_part_of_the_task(shop: Callable[..., Tau2], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOTPSY_USER", "one.gguf")
    assert all_tasks(shop())["plain"].data["customer"] == "one.gguf"


def test_pass_hat_is_the_chance_that_k_trials_all_pass() -> None:
    def tried(name: str, won: int, of: int) -> list[tuple[Task, Score]]:
        task = Task(name, "tau2", "x", "dev", (), data={"repeat_of": name})
        return [(task, Score(float(i < won))) for i in range(of)]

    results = [*tried("a", 4, 4), *tried("b", 2, 4), *tried("c", 0, 4)]
    assert pass_hat(results, 1) == pytest.approx((1 + 0.5 + 0) / 3)
    assert pass_hat(results, 2) == pytest.approx((1 + 1 / 6 + 0) / 3)
    assert pass_hat(results, 4) == pytest.approx(1 / 3)
    for k in (0, 5):
        with pytest.raises(ValueError, match="trials"):
            pass_hat(results, k)


def test_a_user_of_ours_speaks() -> None:
    async def talk() -> list[str]:
        customer = Speaker(ScriptedUser([Line("It is 7", when="asked")]), "Cancel my order")
        heard = ["Hi!", "Which one?", "Done."]
        return [(await customer.turn((Message("assistant", text),))).content for text in heard]

    assert asyncio.run(talk()) == ["Cancel my order", "It is 7", STOP]


def test_a_generated_customer_is_told_the_scene_and_uses_its_tools() -> None:
    scene = Scene("", "Hi!", (), "You are Ann.", ())
    seen: list[Conversation] = []
    turns = iter(["I want a refund.\nAgent: Sure, done!", "", "   ", "x" * 9000, "", "", ""])

    def turn(conversation: Conversation) -> Message:
        seen.append(conversation)
        return Message("assistant", next(turns))

    async def talk() -> list[Message]:
        customer = GeneratedCustomer(Scripted(turn), scene)
        return [await customer.turn((Message("assistant", text),)) for text in ("Hi!", "And?")]

    first, second = asyncio.run(talk())
    assert first == Message("user", "I want a refund.")
    assert second.content == "x" * 4000
    assert seen[-1].messages[0] == Message("system", "You are Ann.")
    assert [m.role for m in seen[-1].messages] == ["system", "user", "assistant", "user"]
    with pytest.raises(InfraError, match="said nothing"):
        asyncio.run(GeneratedCustomer(Scripted(turn), scene).turn((Message("assistant", "Hi!"),)))


@pytest.fixture(scope="session")
def tau2_folder() -> Path:
    try:
        return ensure()
    except BackendError as error:
        pytest.skip(str(error))


@pytest.mark.slow
def test_the_gold_actions_win_everywhere(tau2_folder: Path) -> None:
    for domain, size in zip(DOMAINS, (114, 50, 114), strict=True):
        taskset = Tau2(domain, folder=tau2_folder, play=gold_customer)
        scores = [
            asyncio.run(rollout(taskset.reference(task), taskset, task, Limits(turns=TURNS)))[1].value
            for split in ("dev", "test")
            for task in taskset.tasks(split)  # type: ignore
        ]
        taskset.close()
        assert (sum(scores), len(scores)) == (size, size), domain


def mixed(task: Task, number: int) -> tuple[list[Message], list[Message], int]:
    """The agent's and the customer's turns: right, wrong and cut short, by their number; and how many turns there are."""
    agent, customer = gold_turns(task.data["row"])
    at = next((i for i, m in enumerate(agent) if m.tool_calls), None)
    kind = number % 6
    if kind == 1:  # the agent does nothing
        agent = [m for m in agent if not m.tool_calls]
    if kind == 2:  # the customer does nothing; nothing is said at the end
        customer = [m for m in customer if not m.tool_calls]
        agent[-1] = Message("assistant", "Goodbye.")
    if kind == 3 and at is not None:  # an argument is another, and a tool is not there
        call = agent[at].tool_calls[0]
        agent[at] = Message("assistant", tool_calls=(ToolCall(call.name, dict.fromkeys(call.arguments, "x")),))
        agent.insert(at, calls("not_there", a=1, requestor="user", tool_name="x"))
    if kind == 4 and at is not None:  # all twice, with words
        agent[at] = Message("assistant", "Now:", tool_calls=agent[at].tool_calls * 2)
    return agent, customer, len(agent) - (kind == 5)


DIRECT = """
import json, sys, types
sys.path.insert(0, sys.argv[1])
class Quiet:
    def __getattr__(self, name): return lambda *a, **k: None
for name, content in {"loguru": {"logger": Quiet()}, "deepdiff": {"DeepDiff": None}, "yaml": {}, "pandas": {"DataFrame": 0},
                      "dotenv": {"load_dotenv": lambda: 1}, "tau2.utils.llm_utils": {"generate": 0, "get_cost": 0}}.items():
    sys.modules[name] = types.ModuleType(name)
    vars(sys.modules[name]).update(content)
from tau2.data_model.message import AssistantMessage, ToolMessage, UserMessage
from tau2.data_model.simulation import SimulationRun
from tau2.domains.airline.environment import get_tasks as airline
from tau2.domains.retail.environment import get_tasks as retail
from tau2.domains.telecom.environment import get_tasks as telecom
from tau2.evaluator.evaluator import EvaluationType, evaluate_simulation
tasks = {"airline": airline, "retail": retail, "telecom": telecom}[sys.argv[2]]("base")
tasks = {task.id: task for task in tasks}
kinds = {"assistant": AssistantMessage, "user": UserMessage, "tool": ToolMessage}
for line in sys.stdin:
    row = json.loads(line)
    run = SimulationRun(id="x", task_id=row["id"], start_time="", end_time="", duration=1, termination_reason=row["end"],
                        messages=[kinds[m["role"]].model_validate(m) for m in row["messages"]])
    print(evaluate_simulation(run, tasks[row["id"]], EvaluationType.ALL, False, sys.argv[2]).reward)
"""


def direct(folder: Path, domain: str, rows: list[dict[str, object]]) -> list[float]:
    """The package's evaluator, called in a process that has nothing of ours, on its own tasks."""
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-B", "-c", DIRECT, str(folder), domain],
        input="\n".join(json.dumps(r) for r in rows), capture_output=True, text=True, check=True,
    )  # fmt: skip
    return [float(line) for line in done.stdout.splitlines()]


def agreement(folder: Path, domain: str, most: int, kinds: int) -> tuple[list[float], list[float]]:
    """Play the dev half's first tasks in `kinds` ways each; return our verdicts and the package's."""
    ours: list[float] = []
    rows: list[dict[str, object]] = []
    opened: list[Tau2Dialogue] = []

    class Kept(Tau2):
        def open(self, task: Task) -> Tau2Dialogue:
            opened.append(super().open(task))
            return opened[-1]

    taskset = Kept(domain, folder=folder, play=lambda task, scene: ScriptedCustomer(mixed(task, kind)[1]))
    for number, task in enumerate(islice(taskset.tasks("dev"), most)):
        for kind in range(number, number + kinds):
            agent, _, limit = mixed(task, kind)
            _, score = play(taskset, task, agent, limit)
            ours.append(score.value)
            state = opened[-1].state
            rows.append(
                {"id": task.data["row"]["id"], "end": state["end"] or "max_steps", "messages": state["messages"]}
            )
    taskset.close()
    return ours, direct(folder, domain, rows)


@pytest.mark.slow
@pytest.mark.parametrize(("domain", "most", "kinds"), [("retail", 14, 3), ("airline", 6, 2), ("telecom", 30, 6)])
def test_verdicts_are_the_packages(tau2_folder: Path, domain: str, most: int, kinds: int) -> None:  # 234 in all
    ours, theirs = agreement(tau2_folder, domain, most, kinds)
    assert len(ours) == most * kinds
    assert ours == theirs
    assert 0 < sum(ours) < len(ours)
