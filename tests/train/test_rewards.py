"""Rewards: perfect is one, abstention is rewarded, extras cost, matching is optimal; advantages add up."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from botpsy.core.messages import CallFault, Message, ToolCall
from botpsy.train.rewards import (
    format_reward,
    group_advantages,
    overlong_penalty,
    repetition_penalty,
    tool_call_reward,
)

pytest.importorskip("scipy")
A = ToolCall("add", {"x": 1, "y": 2})
B = ToolCall("add", {"x": 3, "y": 4})
C = ToolCall("look", {"when": "today"})
calls = st.lists(
    st.builds(
        ToolCall,
        st.sampled_from(["add", "look"]),
        st.dictionaries(st.sampled_from("xyz"), st.integers(0, 2), max_size=3),
    ),
    max_size=4,
)


def test_the_same_calls_in_any_order_earn_everything() -> None:
    for order in itertools.permutations([A, B, C]):
        assert tool_call_reward(order, [A, B, C]) == pytest.approx(1.0)


def test_not_calling_is_rewarded_where_it_is_right_and_nowhere_else() -> None:
    assert tool_call_reward([], []) == 1.0
    assert tool_call_reward([A], []) == 0.0
    assert tool_call_reward([], [A]) == 0.0


def test_closer_is_better() -> None:
    half = ToolCall("add", {"x": 1, "y": 9})
    other = ToolCall("add", {"x": 8, "y": 9})
    wrong = ToolCall("look", {"x": 1, "y": 2})
    rewards = [tool_call_reward([c], [A]) for c in (A, half, other, wrong)]
    assert rewards == sorted(rewards, reverse=True)
    assert len(set(rewards)) == 4


def test_what_is_too_much_costs() -> None:
    assert tool_call_reward([A, A], [A]) < tool_call_reward([A], [A])
    assert tool_call_reward([ToolCall("add", {"x": 1, "y": 2, "z": 0})], [A]) < 1.0
    assert tool_call_reward([A, B, C, C, C], [A]) < tool_call_reward([A, B], [A])


def test_matching_is_optimal_not_greedy() -> None:
    near_both = ToolCall("add", {"x": 1, "y": 4})  # greedy would give it to A and leave A itself unmatched
    assert tool_call_reward([near_both, A], [A, B]) == tool_call_reward([A, near_both], [A, B])
    assert tool_call_reward([near_both, A], [A, B]) > tool_call_reward([near_both, near_both], [A, B])


def test_true_is_not_one() -> None:
    assert tool_call_reward([ToolCall("add", {"x": True, "y": 2})], [A]) < 1.0


@given(calls, calls)
def test_a_reward_lies_between_nothing_and_one_and_one_means_equal(made: list[ToolCall], gold: list[ToolCall]) -> None:
    reward = tool_call_reward(made, gold)
    assert 0.0 <= reward <= 1.0 + 1e-9

    def key(call: ToolCall) -> str:
        return repr((call.name, sorted(call.arguments.items())))

    assert (reward > 1 - 1e-9) == (sorted(map(key, made)) == sorted(map(key, gold)))


def test_the_form_of_a_turn() -> None:
    assert format_reward(Message("assistant", "Hello"), thinking=False) == 1.0
    assert format_reward(Message("assistant", "Hello", thinking="hm"), thinking=False) == 0.0
    assert format_reward(Message("assistant", thinking="hm", tool_calls=(A,)), thinking=True) == 1.0
    assert format_reward(Message("assistant", "", thinking="hm"), thinking=True) == 0.0
    assert format_reward(Message("assistant", "x", faults=(CallFault("cut", "{", "cut"),)), thinking=False) == 0.0


def test_overlong_falls_evenly_inside_the_buffer() -> None:
    assert [overlong_penalty(n, 100, 20) for n in (10, 80, 90, 100, 150)] == [0, 0, -0.5, -1, -1]
    with pytest.raises(ValueError, match="not 0"):
        overlong_penalty(1, 100, 0)


def test_repetition_is_the_share_of_repeated_trigrams() -> None:
    assert repetition_penalty([1, 2, 3, 4, 5]) == 0
    assert repetition_penalty([1, 2, 1, 2, 1, 2]) == pytest.approx(-0.5)
    assert repetition_penalty([1]) == 0


@given(st.lists(st.integers(0, 4), min_size=2, max_size=8))
def test_advantages_are_centred_scaled_and_absent_without_variance(rewards: list[int]) -> None:
    found = group_advantages([float(r) for r in rewards])
    if len(set(rewards)) == 1:
        assert found is None
        return
    assert found is not None
    assert sum(found) == pytest.approx(0, abs=1e-9)
    assert sum(a * a for a in found) / len(found) == pytest.approx(1)
    loo = group_advantages([float(r) for r in rewards], divide_by_std=False, leave_one_out=True)
    plain = group_advantages([float(r) for r in rewards], divide_by_std=False)
    assert loo is not None
    assert plain is not None
    n = len(rewards)
    assert loo == pytest.approx([a * n / (n - 1) for a in plain])


def test_a_reward_that_is_no_number_is_an_error() -> None:
    with pytest.raises(ValueError, match="not a finite number"):
        group_advantages([1.0, float("nan")])
