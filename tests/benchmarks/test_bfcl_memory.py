"""BFCL's memories: filled by the model once a topic, asked about many times, judged as the wheel judges."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy
import pytest
from official_bfcl import direct
from play import hostile_turns, oracle, play

from botpsy.benchmarks.bfcl_install import ensure_rank_bm25
from botpsy.benchmarks.bfcl_memory import CATEGORIES, TURNS, BfclMemory
from botpsy.benchmarks.bfcl_memory_store import Session, Store
from botpsy.core.errors import BackendError, InfraError, UsageError
from botpsy.core.messages import CallFault, Message, ToolCall
from botpsy.core.protocols import Completion, Conversation, Sampling
from botpsy.core.score import Score
from botpsy.core.task import Task
from botpsy.core.trajectory import StopReason, Trajectory
from botpsy.envs.rollout import Limits, rollout
from botpsy.models.scripted import Scripted

FAULT = CallFault("malformed", "{", "not valid JSON")
ADD = {"memory_kv": "core_memory_add", "memory_rec_sum": "memory_append"}


@pytest.fixture(scope="session")
def extra() -> tuple[Path, ...]:
    try:
        return ensure_rank_bm25(), Path(numpy.__file__).parents[1]
    except BackendError as error:
        pytest.skip(str(error))


@pytest.fixture(params=CATEGORIES)
def taskset(request: pytest.FixtureRequest, bfcl_folder: Path, extra: tuple[Path, ...]) -> Iterator[BfclMemory]:
    taskset = made(request.param, bfcl_folder, extra)
    yield taskset
    taskset.close()


@pytest.fixture
def kv(bfcl_folder: Path, extra: tuple[Path, ...]) -> Iterator[BfclMemory]:
    taskset = made("memory_kv", bfcl_folder, extra)
    yield taskset
    taskset.close()


def made(category: str, folder: Path, extra: Sequence[Path]) -> BfclMemory:
    topics = ("student", "customer", "finance", "healthcare", "notetaker")
    return BfclMemory(category, folder=folder, extra=extra, memories=dict.fromkeys(topics))


def fresh(taskset: BfclMemory, folder: Path, extra: Sequence[Path]) -> BfclMemory:
    return BfclMemory(taskset.category, folder=folder, extra=extra)


def everything(taskset: BfclMemory) -> list[Task]:
    return [*taskset.tasks("dev"), *taskset.tasks("test")]


def asked(taskset: BfclMemory, task: Task, turns: list[Message]) -> tuple[Trajectory, Score]:
    return asyncio.run(rollout(Scripted(turns), taskset, task, Limits(turns=TURNS)))


def on(taskset: BfclMemory, scenario: str) -> Task:
    return next(t for t in taskset.tasks("dev") if t.data["scenario"] == scenario)


def adds(category: str, number: int, text: str) -> ToolCall:
    arguments = {"text": text} if category == "memory_rec_sum" else {"key": f"note_{number}", "value": text}
    return ToolCall(ADD[category], arguments)


def plain(said: str) -> str:
    """The beginning of a text as JSON writes it too."""
    return "".join(c for c in said if c.isascii() and (c.isalnum() or c == " "))[:40]


class NoteTaker:
    """A model that writes down the beginning of the first thing it is told in each conversation."""

    def __init__(self, category: str, fail_at: int = -1) -> None:
        self.category = category
        self.conversations: list[Conversation] = []
        self.fail_at = fail_at

    async def generate(self, conversations: Sequence[Conversation], sampling: Sampling) -> list[Completion]:
        (conversation,) = conversations
        first = sum(m.role == "assistant" for m in conversation.messages) == 0
        if not first:
            return [Completion(Message("assistant", "I see."), "stop")]
        if len(self.conversations) == self.fail_at:
            raise InfraError("the engine died")
        self.conversations.append(conversation)
        said = next(m.content for m in conversation.messages if m.role == "user")
        call = adds(self.category, len(self.conversations), plain(said))
        return [Completion(Message("assistant", tool_calls=(call,)), "stop")]


def test_there_are_155_questions_on_five_topics_in_the_same_halves(
    taskset: BfclMemory, bfcl_folder: Path, extra: tuple[Path, ...]
) -> None:
    dev, test = list(taskset.tasks("dev")), list(taskset.tasks("test"))
    assert len({t.id for t in (*dev, *test)}) == 155
    assert {t.data["scenario"] for t in dev} == {t.data["scenario"] for t in test}
    other = made(next(c for c in CATEGORIES if c != taskset.category), bfcl_folder, extra)
    assert [t.messages for t in other.tasks("dev")] == [t.messages for t in dev]
    with pytest.raises(UsageError, match="nothing to train on"):
        next(taskset.tasks("train"))


def test_the_oracle_is_right_and_doing_nothing_is_wrong(taskset: BfclMemory) -> None:
    tasks = everything(taskset)
    assert oracle(taskset, tasks) == [1.0] * 155
    for said in ("", "I do not know.", "{'answer': 'I do not know', 'context': 'I do not know'}"):
        assert play(taskset, tasks[0], said).value == 0.0


def test_a_question_begins_with_the_official_instructions_and_the_memory(
    bfcl_folder: Path, extra: tuple[Path, ...]
) -> None:
    memory = {"core_memory": {"first_name": "Mich4el"}, "archival_memory": {"cup": "Bl4ck"}}
    taskset = BfclMemory("memory_kv", folder=bfcl_folder, extra=extra, memories={"customer": memory})
    opening = asyncio.run(taskset.open(on(taskset, "customer")).start())
    system, question = opening.messages
    assert (system.role, question.role) == ("system", "user")
    assert system.content.startswith("You are a general customer support assistant")
    assert "Mich4el" in system.content and "Bl4ck" not in system.content
    assert "you must respond in this format: {'answer':" in system.content
    assert {"archival_memory_key_search", "core_memory_add"} <= {t.name for t in opening.tools}
    call = ToolCall("archival_memory_retrieve", {"key": "cup"})
    trajectory, _ = asked(
        taskset, on(taskset, "customer"), [Message("assistant", tool_calls=(call,)), Message("assistant", "?")]
    )
    assert [m.content for m in trajectory.messages if m.role == "tool"] == ['{"value": "Bl4ck"}']
    taskset.close()


def test_what_a_question_writes_is_forgotten(taskset: BfclMemory) -> None:
    task = on(taskset, "customer")
    write = Message("assistant", tool_calls=(adds(taskset.category, 1, "wr1tten"),))
    for _ in range(2):
        trajectory, _ = asked(taskset, task, [write, Message("assistant", "Done.")])
        assert "added" in str(trajectory.messages) or "appended" in str(trajectory.messages)
        assert "wr1tten" not in asyncio.run(taskset.open(task).start()).messages[0].content


def test_memories_are_built_once_a_topic_and_reused(
    taskset: BfclMemory, bfcl_folder: Path, extra: tuple[Path, ...], tmp_path: Path
) -> None:
    new = fresh(taskset, bfcl_folder, extra)
    tasks = [t for t in new.tasks("dev") if t.data["scenario"] in ("notetaker", "healthcare")]
    assert len(tasks) > 2
    model = NoteTaker(taskset.category)
    told: list[tuple[int, int]] = []
    heard = new.prepare(model, tasks, tmp_path, Sampling(), concurrency=2, done=lambda *pieces: told.append(pieces))
    asyncio.run(heard)
    assert told[0] == (0, 10) and told[-1] == (10, 10)
    assert len(model.conversations) == 10  # five conversations on either topic, however many questions
    opening = asyncio.run(new.open(on(new, "notetaker")).start()).messages[0].content
    first = new.topic("notetaker").conversations[0]["question"][0][0]["content"]
    assert plain(first) in opening
    asyncio.run(new.prepare(model, tasks, tmp_path, Sampling()))
    again = fresh(taskset, bfcl_folder, extra)
    asyncio.run(again.prepare(model, tasks, tmp_path, Sampling(), done=lambda *pieces: told.append(pieces)))
    assert told[-2:] == [(5, 10), (10, 10)]  # what an earlier run had
    assert len(model.conversations) == 10
    assert asyncio.run(again.open(on(again, "notetaker")).start()).messages[0].content == opening
    with pytest.raises(UsageError, match="'customer' is not there"):
        new.open(on(new, "customer"))
    new.close()
    again.close()


def test_each_conversation_is_a_context_of_its_own_with_the_memory_so_far(
    taskset: BfclMemory, bfcl_folder: Path, extra: tuple[Path, ...], tmp_path: Path
) -> None:
    new = fresh(taskset, bfcl_folder, extra)
    model = NoteTaker(taskset.category)
    asyncio.run(new.prepare(model, [on(new, "notetaker")], tmp_path, Sampling()))
    told = [[m.content for m in c.messages] for c in model.conversations]
    assert [len(t) for t in told] == [2] * 5
    assert "There is no content in the" in told[0][0]
    for number, topic in enumerate(new.topic("notetaker").conversations):
        said = topic["question"][0][0]["content"]
        assert told[number][1] == said
        assert [plain(said) in system for system, _ in told] == [n > number for n in range(5)]
    rows = [json.loads(line) for line in (tmp_path / "memory" / new.category / "notetaker.jsonl").open()]
    turns = [sum(m["role"] == "user" for m in row["messages"]) for row in rows]
    assert turns == [len(c["question"]) for c in new.topic("notetaker").conversations]
    assert {row["stop"] for row in rows} == {"answered"}
    new.close()


def test_a_build_that_was_stopped_goes_on(
    kv: BfclMemory, bfcl_folder: Path, extra: tuple[Path, ...], tmp_path: Path
) -> None:
    new = fresh(kv, bfcl_folder, extra)
    model = NoteTaker("memory_kv", fail_at=3)
    with pytest.raises(InfraError, match="engine died"):
        asyncio.run(new.prepare(model, [on(new, "notetaker")], tmp_path, Sampling(), patience=0.0))
    file = tmp_path / "memory" / "memory_kv" / "notetaker.jsonl"
    assert len(file.read_text().splitlines()) == 3
    with file.open("a") as torn:
        torn.write('{"id": "half a li')
    later = NoteTaker("memory_kv")
    asyncio.run(new.prepare(later, [on(new, "notetaker")], tmp_path, Sampling()))
    assert len(later.conversations) == 2
    whole = fresh(kv, bfcl_folder, extra)
    asyncio.run(whole.prepare(NoteTaker("memory_kv"), [on(whole, "notetaker")], tmp_path / "whole", Sampling()))
    rows = [json.loads(line) for line in file.open()]
    assert [row["id"] for row in rows] == [c["id"] for c in whole.topic("notetaker").conversations]
    assert sorted(rows[-1]["memory"]["core_memory"]) == ["note_1", "note_2", "note_3"]  # the later one counts anew
    file.write_text(file.read_text().replace("notetaker-0", "notetaker-9"))
    with pytest.raises(UsageError, match="remove it"):
        asyncio.run(fresh(kv, bfcl_folder, extra).prepare(later, [on(new, "notetaker")], tmp_path, Sampling()))
    new.close()
    whole.close()


class Cut(NoteTaker):
    """Every turn is cut by its length, and the third conversation does not fit."""

    async def generate(self, conversations: Sequence[Conversation], sampling: Sampling) -> list[Completion]:
        (completion,) = await super().generate(conversations, sampling)
        if len(self.conversations) == 3:
            from botpsy.core.errors import ContextOverflow

            raise ContextOverflow("too long")
        return [Completion(completion.message, "length" if not completion.message.tool_calls else "stop")]


def test_a_cut_turn_goes_on_and_an_overflow_leaves_the_memory(
    kv: BfclMemory, bfcl_folder: Path, extra: tuple[Path, ...], tmp_path: Path
) -> None:
    new = fresh(kv, bfcl_folder, extra)
    asyncio.run(new.prepare(Cut("memory_kv"), [on(new, "notetaker")], tmp_path, Sampling()))
    rows = [json.loads(line) for line in (tmp_path / "memory" / "memory_kv" / "notetaker.jsonl").open()]
    assert [row["stop"] for row in rows] == ["answered", "answered", "overflow", "answered", "answered"]
    turns = [sum(m["role"] == "user" for m in row["messages"]) for row in rows]
    wanted = [len(c["question"]) for c in new.topic("notetaker").conversations]
    assert (turns[0], turns[1]) == (wanted[0], wanted[1])
    assert rows[2]["memory"] == rows[1]["memory"]
    assert sorted(rows[4]["memory"]["core_memory"]) == ["note_1", "note_2", "note_4", "note_5"]
    new.close()


def test_too_many_steps_end_a_question(taskset: BfclMemory) -> None:
    calls = [Message("assistant", tool_calls=(adds(taskset.category, n, f"{n}"),)) for n in range(30)]
    trajectory, score = asked(taskset, on(taskset, "customer"), calls)
    assert (score.value, trajectory.stop) == (0.0, StopReason.ENVIRONMENT)
    assert sum(m.role == "assistant" for m in trajectory.messages) == 21


def test_hostile_turns_are_wrong_and_the_worker_lives(taskset: BfclMemory) -> None:
    task = on(taskset, "customer")
    for turn in hostile_turns():
        assert asked(taskset, task, [turn, *[Message("assistant", "?")] * TURNS])[1].value == 0.0
    for value in ("__import__('os').system('false')", "'); exec('1", "\ud800", 10**400, "x" * 100_000):
        call = ToolCall(ADD[taskset.category], {"text": value, "key": value, "value": value})
        assert (
            asked(taskset, task, [Message("assistant", tool_calls=(call,)), Message("assistant", "?")])[1].value == 0.0
        )
    for name in ("_flush_memory_to_local_file", "_load_scenario", "open", "exec"):
        call = ToolCall(name, {})
        trajectory, _ = asked(taskset, task, [Message("assistant", tool_calls=(call,)), Message("assistant", "?")])
        assert "is not defined" in next(m.content for m in trajectory.messages if m.role == "tool")
    assert oracle(taskset, [task]) == [1.0]


GROWS = ToolCall("memory_replace", {"old_text": "x", "new_text": "x" * 9_000})
HUGE = {"memory": "x" * 9_000}


def test_calls_that_need_too_much_are_the_models_and_end(bfcl_folder: Path) -> None:
    taskset = BfclMemory("memory_rec_sum", folder=bfcl_folder, memories={"customer": HUGE})
    taskset.__dict__["store"] = Store(bfcl_folder, cpu=0.2)
    seeks = ToolCall("memory_replace", {"old_text": "xy", "new_text": ""})
    turn = Message("assistant", tool_calls=(GROWS, *[seeks] * 500))
    trajectory, score = asked(taskset, on(taskset, "customer"), [turn, Message("assistant", "?")])
    assert (score.value, trajectory.stop) == (0.0, StopReason.ENVIRONMENT)
    assert "processor time" in score.reason
    assert oracle(taskset, [on(taskset, "customer")]) == [1.0]
    taskset.close()


def test_a_memory_that_is_too_long_is_not_kept(bfcl_folder: Path) -> None:
    taskset = BfclMemory("memory_rec_sum", folder=bfcl_folder, memories={"customer": HUGE})
    talk = taskset.open(on(taskset, "customer"))
    asyncio.run(talk.step(Message("assistant", tool_calls=(GROWS,))))
    assert talk.left().memory == HUGE
    assert "more memory" in talk.state["broken"]
    taskset.close()


def test_a_broken_worker_is_our_failure(tmp_path: Path) -> None:
    with pytest.raises(InfraError, match="does not start"):
        Store(tmp_path).check("a", ["a"])


def test_the_vector_backend_and_unknown_ones_are_refused_with_the_reason() -> None:
    with pytest.raises(UsageError, match="sentence encoder"):
        BfclMemory("memory_vector")
    with pytest.raises(UsageError, match="memory_rec_sum"):
        BfclMemory("memory_sql")


def outputs(task: Task, other: Task) -> list[list[Message]]:
    """Right answers, wrong ones, and broken ones of many kinds."""
    right, call = task.data["answers"][0], ToolCall("not_there", {})
    calls = Message("assistant", tool_calls=(call,))
    texts = [
        str({"answer": right, "context": "c"}), f"It is {right}.", right.upper(), f"x{right}y", right[:-1],
        " ".join(right) if len(right) > 1 else "-", f"({right})", f"**{right}**", str(other.data["answers"][0]),
        "I do not know", "", "\ud800", f'{{"answer": {right}',
    ]  # fmt: skip
    return [
        *([Message("assistant", text)] for text in texts),
        [calls, Message("assistant", f"It is {right}.")],
        [Message("assistant", f"It is {right}.", tool_calls=(call,)), Message("assistant", "Done.")],
        [Message("assistant", f"<tool_call>{right}", faults=(FAULT,))],
        [Message("assistant", faults=(FAULT,))],
        [calls, Message("assistant", tool_calls=(ToolCall("not_there", {"a": 1}),))] * 12,
    ]


def agreement(taskset: BfclMemory, tasks: list[Task], folder: Path, scratch: Path) -> tuple[list[bool], list[object]]:
    ours: list[bool] = []
    rows: list[object] = []
    for task, other in zip(tasks, [*tasks[1:], tasks[0]], strict=True):
        for turns in outputs(task, other):
            trajectory, score = asked(taskset, task, turns)
            ours.append(score.value == 1.0)
            said = [m for m in trajectory.messages if m.role == "assistant"]
            steps = [[c.name for c in m.tool_calls] or m.content for m in said]
            rows.append([steps, task.data["answers"]])
    return ours, direct("agentic", rows, folder, scratch)


def test_verdicts_are_the_official_ones(kv: BfclMemory, bfcl_folder: Path, tmp_path: Path) -> None:
    ours, theirs = agreement(kv, list(kv.tasks("dev"))[:12], bfcl_folder, tmp_path)
    assert ours == theirs
    assert len(ours) >= 200
    assert 50 < sum(ours) < len(ours) - 50


@pytest.mark.slow
def test_verdicts_are_the_official_ones_on_every_question(
    taskset: BfclMemory, bfcl_folder: Path, tmp_path: Path
) -> None:
    ours, theirs = agreement(taskset, everything(taskset), bfcl_folder, tmp_path)
    assert ours == theirs
    assert len(ours) == 155 * 18
    print(taskset.name, len(ours), "outputs, of them right:", sum(ours))


CALLS: dict[str, list[tuple[str, dict[str, object]]]] = {
    "memory_kv": [
        ("core_memory_add", {"key": "first_name", "value": "Michael"}),
        ("core_memory_add", {"key": "first_name", "value": "twice"}),
        ("core_memory_add", {"key": "Not Snake", "value": "x"}),
        ("core_memory_add", {"key": "long", "value": "x" * 301}),
        ("archival_memory_add", {"key": "coffee_machine", "value": "steam, 300 dollars"}),
        ("archival_memory_add", {"key": "home_town", "value": "Seattle"}),
        ("archival_memory_key_search", {"query": "coffee machine", "k": 2}),
        ("core_memory_key_search", {"query": "name"}),
        ("core_memory_retrieve", {"key": "last_name"}),
        ("core_memory_replace", {"key": "first_name", "value": 7}),
        ("core_memory_retrieve_all", {}),
        ("archival_memory_remove", {"key": "home_town"}),
        ("archival_memory_list_keys", {}),
        ("core_memory_add", {"key": "no_value"}),
    ],
    "memory_rec_sum": [
        ("memory_retrieve", {}),
        ("memory_append", {"text": "Michael lives in Seattle. "}),
        ("memory_append", {"text": "x" * 10_001}),
        ("memory_replace", {"old_text": "Seattle", "new_text": "Boston"}),
        ("memory_replace", {"old_text": "Rome", "new_text": "Oslo"}),
        ("memory_retrieve", {}),
        ("memory_update", {"text": 12}),
        ("memory_append", {"text": "!"}),
    ],
}


def test_a_backend_answers_as_the_official_class_does(
    taskset: BfclMemory, bfcl_folder: Path, extra: tuple[Path, ...], tmp_path: Path
) -> None:
    calls = CALLS[taskset.category]
    session = Session(f"{taskset.category}_prereq_0-customer-0", "customer")
    written = [[f"{name}({','.join(f'{k}={v!r}' for k, v in given.items())})"] for name, given in calls]
    ours = [taskset.store.run(session, written[:n], written[n])[0] for n in range(len(calls))]
    left = taskset.store.save(session, written).memory
    kind = taskset.category.replace("memory_", "MemoryAPI_")
    ((theirs, memory),) = direct("backend", [[kind, session.id, "customer", calls]], bfcl_folder, tmp_path, *extra)  # type: ignore
    assert ours == theirs
    assert left == memory
