"""Episodes and groups without a model: what is dropped, refilled, counted and never scored; who waits for whom."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

import pytest

pytest.importorskip("torch")

from rl_world import Letters, Typist

from botpsy.core.errors import ConfigError, ContextOverflow, InfraError, UsageError
from botpsy.core.messages import Message
from botpsy.core.protocols import Completion, Conversation, Sampling
from botpsy.models.scripted import Scripted
from botpsy.train.episodes import Play, TaskOrder, play
from botpsy.train.lockstep import Lockstep
from botpsy.train.signals.rl import Groups, Shaping, gather

PLAY = Play(max_tokens=8, context=128, patience=0.0)
PLAIN = Shaping(repetition=0.0)


def mixed(seed: int) -> str:
    return "abc" if seed % 2 else "ABC"


def collect(engine: object, taskset: Letters, groups: Groups, how: Play = PLAY):
    return asyncio.run(gather(engine, TaskOrder([taskset], 0), groups, how, seed=0))  # pyright: ignore


def test_a_group_compares_its_episodes() -> None:
    groups, tally = collect(Typist(mixed), Letters(), Groups(prompts=2, size=4, shaping=PLAIN))
    assert [len(g) for g in groups] == [4, 4]
    for sample in groups[0]:
        good = sample.token_ids[-3:] == tuple(map(ord, "abc"))
        assert sample.advantages == tuple(float(m) * (1 if good else -1) for m in sample.loss_mask)
        assert [p for p, m in zip(sample.sampled_logprobs, sample.loss_mask, strict=True) if m] == [-1.0] * 3
    assert tally.row()["reward"] == tally.row()["score"] == 0.5
    assert tally.row()["length"] == 3.0
    assert (tally.groups, tally.flat, tally.refilled) == (2, 0, 0)


def test_a_group_of_equal_rewards_is_dropped_refilled_and_counted() -> None:
    engine = Typist(lambda seed: mixed(seed) if seed >= 1 << 20 else "abc")  # the first draw teaches nothing
    groups, tally = collect(engine, Letters(), Groups(prompts=2, size=4, shaping=PLAIN))
    assert [len(g) for g in groups] == [4, 4]
    assert (tally.groups, tally.flat, tally.refilled) == (2, 2, 2)
    groups, tally = collect(Typist(lambda _: "abc"), Letters(), Groups(prompts=2, size=4, refills=1, shaping=PLAIN))
    assert groups == []
    assert (tally.groups, tally.flat, tally.refilled) == (0, 4, 2)


def test_what_failed_on_our_side_is_tried_again_then_dropped_and_never_scored() -> None:
    taskset = Letters(count=2, broken="-1")
    groups, tally = collect(Typist(mixed), taskset, Groups(prompts=2, size=4, refills=0, shaping=PLAIN))
    assert len(groups) == 1
    assert taskset.opened == 4 + 4 * PLAY.tries
    assert (tally.dropped, tally.broken, tally.flat) == (4, 1, 0)
    assert len(tally.rewards) == 4
    assert tally.row()["score"] == 0.5  # not 0.25


def test_when_everything_fails_the_run_stops() -> None:
    with pytest.raises(InfraError, match="all 8 episodes of a round failed"):
        collect(Typist(mixed), Letters(count=1, broken="-0"), Groups(prompts=2, size=4))


def test_a_token_without_log_probability_is_not_trained_on() -> None:
    with pytest.raises(InfraError, match="failed on our side"):
        collect(Typist(mixed, logprob=float("nan")), Letters(), Groups(prompts=1, size=2))


def test_an_engine_without_tokens_and_a_row_too_short_are_named() -> None:
    groups = Groups(prompts=1, size=2)
    with pytest.raises(UsageError, match="gave no token ids"):
        collect(Scripted([Message("assistant", "x")]), Letters(), groups)
    with pytest.raises(UsageError, match="63 tokens, a row 62"):
        collect(Typist(mixed), Letters(), groups, replace(PLAY, context=62))


def test_shaping_adds_up() -> None:
    (item,) = TaskOrder([Letters(count=1)], 0).take(1)
    (played,) = asyncio.run(play(Typist(lambda _: "aaaaaa"), [item], PLAY, 0))
    assert played is not None
    assert Shaping(repetition=0.0).reward(played, PLAY) == 1.0
    assert Shaping(repetition=0.4).reward(played, PLAY) == pytest.approx(1.0 - 0.4 * 3 / 4)  # 4 trigrams, 1 distinct
    assert Shaping(repetition=0.0, format=0.5).reward(played, PLAY) == 1.5
    assert Shaping(repetition=0.0, overlong=4).reward(played, PLAY) == pytest.approx(1.0 - 2 / 4)
    with pytest.raises(ConfigError, match="size=1"):
        Groups(size=1)


def test_every_task_comes_once_before_any_comes_again_and_the_place_can_be_set() -> None:
    order = TaskOrder([Letters(count=5), Letters("others", count=2)], seed=3)
    first, second = order.take(7), order.take(7)
    names = [i.task.id for i in first]
    assert sorted(names) == sorted(i.task.id for i in second) == sorted(i.task.id for i in order.items)
    assert names != [i.task.id for i in second]
    order.place = 2
    assert [i.task.id for i in order.take(5)] == names[2:]
    with pytest.raises(UsageError, match="no training task in letters"):
        TaskOrder([Letters(count=0)], 0)


def test_episodes_wait_for_one_another_and_the_engine_is_asked_once_a_turn() -> None:
    engine = Typist(mixed)
    asyncio.run(play(engine, TaskOrder([Letters()], 0).take(3), PLAY, 0))
    assert engine.asked == [3]


def test_a_full_context_ends_its_own_episode_alone() -> None:
    class Small(Typist):
        async def generate(self, conversations: Sequence[Conversation], sampling: Sampling) -> list[Completion]:
            if any(c.messages[0].content == "long" for c in conversations):
                raise ContextOverflow("full")
            return await super().generate(conversations, sampling)

    async def ask() -> list[object]:
        lockstep = Lockstep(Small(mixed), 0)
        seats = [lockstep.seat(i) for i in range(3)]
        asks = [
            seat.generate([Conversation((Message("user", text),))], Sampling())
            for seat, text in zip(seats, ("a", "long", "b"), strict=True)
        ]
        return await asyncio.gather(*asks, return_exceptions=True)

    first, full, last = asyncio.run(ask())
    assert isinstance(full, ContextOverflow)
    assert isinstance(first, list)
    assert isinstance(last, list)


def test_a_prompt_that_never_fits_is_dropped() -> None:
    class Full(Typist):
        async def generate(self, conversations: Sequence[Conversation], sampling: Sampling) -> list[Completion]:
            raise ContextOverflow("full")

    assert asyncio.run(play(Full(mixed), TaskOrder([Letters()], 0).take(2), PLAY, 0)) == [None, None]
