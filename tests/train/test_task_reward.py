"""What an episode earns: success is success, near misses lie in order below it, and rewards that raise are not scores."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

pytest.importorskip("torch")
pytest.importorskip("scipy")

from rl_world import Letters, Typist

from botpsy.core.errors import ConfigError, InfraError
from botpsy.core.messages import CallFault, Json, Message, ToolCall
from botpsy.core.protocols import Completion, Conversation, Sampling, Taskset
from botpsy.core.score import Score
from botpsy.core.task import Task
from botpsy.core.trajectory import StopReason, Trajectory
from botpsy.tasksets.code.taskset import code
from botpsy.tasksets.maths.taskset import maths
from botpsy.tasksets.phone.taskset import Phone
from botpsy.tasksets.toolcraft.taskset import Toolcraft
from botpsy.train.episodes import Play, TaskOrder
from botpsy.train.signals.rl import Groups, Shaping, gather
from botpsy.train.task_reward import NEAR, earned, kind_of, reference_calls

PLAY = Play(max_tokens=64, context=4096, patience=0.0, turns=4)


def judged(taskset: Taskset, task: Task, said: Message, kind: str) -> float:
    """Return what one turn earns."""
    environment = taskset.open(task)
    opening = asyncio.run(environment.start())
    trajectory = Trajectory(task.id, opening.tools, (*opening.messages, said), StopReason.ANSWERED)
    gold = asyncio.run(reference_calls(taskset, task, 8))
    return earned(kind, trajectory, taskset.verify(task, trajectory, environment.state), gold)


def calling(*calls: ToolCall) -> Message:
    return Message("assistant", tool_calls=calls)


@pytest.fixture(scope="module")
def toolcraft() -> Toolcraft:
    return Toolcraft(60, seed=5)


def test_the_references_calls_are_what_the_task_says(toolcraft: Toolcraft) -> None:
    for task in list(toolcraft.tasks("train"))[:20]:
        calls = asyncio.run(reference_calls(toolcraft, task, 4))
        assert [(c.name, dict(c.arguments)) for c in calls] == [(c["name"], c["arguments"]) for c in task.data["gold"]]
    phone = Phone(12, seed=4)
    for task in phone.tasks("train"):
        calls = asyncio.run(reference_calls(phone, task, 8))
        moves = [row for move in task.data["moves"] for row in move.get("calls", ())]
        assert [c.name for c in calls] == [row["name"] for row in moves]


def test_nearer_calls_earn_more_and_no_failure_as_much_as_a_success(toolcraft: Toolcraft) -> None:
    task = next(t for t in toolcraft.tasks("train") if t.data["gold"] and len(t.data["gold"][0]["arguments"]) > 1)
    right = tuple(ToolCall(c["name"], c["arguments"]) for c in task.data["gold"])
    first, *others = right
    key = next(iter(first.arguments))
    wrong_value = replace(first, arguments={**first.arguments, key: "something else"})
    missing = replace(first, arguments={k: v for k, v in first.arguments.items() if k != key})
    turns = [
        calling(*right),
        calling(wrong_value, *others),
        calling(missing, *others),
        calling(ToolCall("other_tool", first.arguments)),
        Message("assistant", "I cannot do that."),
    ]
    earnings = [judged(toolcraft, task, turn, "fine") for turn in turns]
    assert earnings[0] == 1.0
    assert earnings[1] >= earnings[2] > earnings[3] >= earnings[4] == 0.0
    assert max(earnings[1:]) < NEAR
    assert [judged(toolcraft, task, turn, "binary") for turn in turns] == [1.0, 0.0, 0.0, 0.0, 0.0]
    broken = Message("assistant", tool_calls=right, faults=(CallFault("malformed", "{", "no JSON"),))
    assert judged(toolcraft, task, broken, "fine") < 1.0
    assert judged(toolcraft, task, calling(*right, *right), "fine") < NEAR


def test_rightly_not_calling_is_a_success_and_silence_is_none(toolcraft: Toolcraft) -> None:
    task = next(t for t in toolcraft.tasks("train") if not t.data["gold"] and not t.data["topic"])
    said = [Message("assistant", task.data["answer"]), Message("assistant", ""), calling(ToolCall("x", {}))]
    assert [judged(toolcraft, task, m, "fine") for m in said] == [1.0, 0.0, 0.0]
    claims = Message("assistant", "I have sent it and deleted the rest.")
    assert judged(toolcraft, task, claims, "fine") == NEAR  # it did not call, but it lied


def test_without_tools_the_parts_of_the_score_count() -> None:
    taskset = code(3)
    task = next(iter(taskset.tasks("train")))
    assert judged(taskset, task, Message("assistant", task.data["answer"]), "fine") == 1.0
    scored = Trajectory(task.id, (), task.messages, StopReason.ANSWERED)
    assert earned("fine", scored, Score(0.0, {"passed": 0.5}), ()) == NEAR / 2
    assert earned("state", scored, Score(0.25), ()) == 0.25
    assert earned("binary", scored, Score(0.25), ()) == 0.0
    taskset, task = maths(1), next(iter(maths(1).tasks("train")))
    assert judged(taskset, task, Message("assistant", "I do not know"), "fine") == 0.0


def test_each_taskset_has_its_own_reward_unless_one_is_named() -> None:
    assert [kind_of("default", name) for name in ("phone", "maths", "toolcraft")] == ["fine", "state", "fine"]
    assert kind_of("binary", "phone") == "binary"
    assert kind_of({"phone": "state"}, "phone") == "state"
    assert kind_of({"phone": "state"}, "toolcraft") == "fine"
    with pytest.raises(ConfigError, match="no reward 'best'; choose from default, state, binary, fine"):
        Groups(reward="best")
    with pytest.raises(ConfigError, match="no reward 'best'"):
        Groups(reward={"phone": "best"})


class Caller:
    """An engine that answers every even seed with the reference's calls, every odd one with half of their arguments."""

    def __init__(self, gold: Mapping[str, Sequence[ToolCall]]) -> None:
        self.gold = gold

    async def generate(self, conversations: Sequence[Conversation], sampling: Sampling) -> list[Completion]:
        made: list[Completion] = []
        for i, conversation in enumerate(conversations):
            calls = self.gold[conversation.messages[-1].content]
            if (sampling.seed + i) % 2:
                calls = [ToolCall(c.name, dict(list(c.arguments.items())[1:])) for c in calls]
            prompt = tuple(range(1000, 1060))
            made.append(Completion(calling(*calls), "stop", "", prompt, (5, 6), (-1.0, -1.0)))
        return made


@pytest.mark.parametrize(("kind", "lower"), [("binary", 0.0), ("fine", None), ("default", None)])
def test_the_round_uses_the_reward_that_was_chosen(toolcraft: Toolcraft, kind: str, lower: float | None) -> None:
    tasks = [
        t for t in toolcraft.tasks("train") if len(t.data["gold"]) == 1 and len(t.data["gold"][0]["arguments"]) > 1
    ]

    class Some(Toolcraft):
        def tasks(self, split: str):  # pyright: ignore
            return iter(tasks[:2])

    gold = {t.messages[-1].content: [ToolCall(c["name"], c["arguments"]) for c in t.data["gold"]] for t in tasks}
    groups = Groups(prompts=2, size=4, reward=kind, shaping=Shaping(repetition=0.0))
    found, tally = asyncio.run(gather(Caller(gold), TaskOrder([Some()], 0), groups, PLAY, seed=0))
    assert len(found) == 2
    assert sorted(tally.rewards)[-4:] == [1.0] * 4
    near = sorted(tally.rewards)[:4]
    assert near == [0.0] * 4 if lower is not None else all(0 < r < NEAR for r in near)


def test_a_reward_that_raises_drops_its_episode_and_is_counted() -> None:
    def judge(text: str) -> float:
        if text == "ABC":
            raise KeyError("the answer key")
        return float(text.count("a")) / 3

    said = ("abc", "ABC", "aab", "aaa")
    groups = Groups(prompts=2, size=4, refills=0, shaping=Shaping(repetition=0.0))
    taskset = Letters(judge=judge)
    found, tally = asyncio.run(
        gather(Typist(lambda seed: said[seed % 4]), TaskOrder([taskset], 0), groups, PLAY, seed=0)
    )
    assert [len(g) for g in found] == [3, 3]
    assert (tally.dropped, tally.unjudged, len(tally.rewards)) == (2, 2, 6)
    assert tally.row()["unjudged_episodes"] == 2.0
    assert "KeyError('the answer key')" in tally.trouble
    assert taskset.opened == 8  # trying again would raise again
    with pytest.raises(InfraError, match=r"all 4 episodes .* The last: the reward of letters-\d raised KeyError"):
        asyncio.run(gather(Typist(lambda seed: "ABC"), TaskOrder([taskset], 0), replace(groups, prompts=1), PLAY, 0))


def test_a_reference_that_cannot_play_drops_its_group(toolcraft: Toolcraft) -> None:
    class Broken(Toolcraft):
        def reference(self, task: Task):  # pyright: ignore
            raise RuntimeError("no oracle")

    groups = Groups(prompts=1, size=2, shaping=Shaping(repetition=0.0))
    with pytest.raises(InfraError, match=r"the reference of toolcraft-.* cannot play it"):
        asyncio.run(gather(Typist(lambda _: "abc"), TaskOrder([Broken(4)], 0), groups, PLAY, 0))


def test_format_is_judged_by_the_mode() -> None:
    class Thinker(Typist):
        def one(self, conversation: Conversation, seed: int) -> Completion:
            plain = super().one(conversation, seed)
            thought = Message("assistant", plain.message.content, thinking="hm") if seed % 2 else plain.message
            return replace(plain, message=thought)

    groups = Groups(prompts=1, size=4, refills=0, shaping=Shaping(repetition=0.0, format=0.5))
    for thinking, right in ((True, 1), (False, 0)):
        how = replace(PLAY, thinking=thinking)
        _, tally = asyncio.run(gather(Thinker(lambda _: "abc"), TaskOrder([Letters()], 0), groups, how, 0))
        assert tally.rewards == [1.5 if seed % 2 == right else 1.0 for seed in range(4)]


def test_gdpo_scales_each_part_by_itself() -> None:
    said = ("abc", "abC", "aBC", "ABC")  # the score differs by thirds, the format not at all
    groups = Groups(prompts=2, size=4, gdpo=True, shaping=Shaping(repetition=0.0, format=9.0))
    found, _ = asyncio.run(gather(Typist(lambda seed: said[seed % 4]), TaskOrder([Letters()], 0), groups, PLAY, 0))
    values = [max(s.advantages, key=abs) for group in found for s in group]
    assert sum(values) == pytest.approx(0.0, abs=1e-9)
    assert sum(v * v for v in values) / len(values) == pytest.approx(1.0)
    assert values[:4] == sorted(values[:4], reverse=True)
    with pytest.raises(ConfigError, match="gdpo has its own"):
        Groups(gdpo=True, leave_one_out=True)


def test_a_verifier_may_use_what_it_likes_and_still_be_guarded() -> None:
    class Odd(Letters):
        def verify(self, task: Task, trajectory: Trajectory, state: Mapping[str, Json]) -> Score:
            return Score(float("nan"))

    with pytest.raises(InfraError, match="a score lies in"):
        asyncio.run(gather(Typist(lambda _: "a"), TaskOrder([Odd()], 0), Groups(prompts=1, size=2), PLAY, 0))
