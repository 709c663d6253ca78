"""Verifiers: what passes, what must not, and what raises."""

from __future__ import annotations

import pytest

from botpsy.core.messages import Message, ToolCall
from botpsy.core.trajectory import StopReason, Trajectory
from botpsy.envs.verifiers import asks_for, calls_match, claims_action, no_call, said, state_equals


def call(name: str, **arguments: object) -> ToolCall:
    return ToolCall(name, arguments)


def test_calls_match_in_any_order_and_by_value() -> None:
    gold = [call("f", x=1, y="Ana"), call("g")]
    assert calls_match([call("g"), call("f", x=1.0, y=" ana ")], gold) == 1.0
    for wrong in (
        [call("f", x=1, y="Ana")],
        [*gold, call("g")],
        [call("f", x=2, y="Ana"), call("g")],
        [call("f", x=1), call("g")],
    ):
        assert calls_match(wrong, gold) == 0.0


def test_said_counts_and_needs_something() -> None:
    assert said("Lunch with  Ana at 3", ["lunch with ana", "dinner"]) == 0.5
    assert said("The door is unlocked.", ["locked"]) == 0.0
    assert said("Call +34 600-1, now", ["+34 600-1"]) == 1.0
    with pytest.raises(ValueError):
        said("x", [])


def test_asks_for_needs_a_question_about_it() -> None:
    assert asks_for("Sure. When should it be?", ["when"]) == 1.0
    assert asks_for("When it is ready I tell you.", ["when"]) == 0.0
    assert asks_for("Who comes?", ["when"]) == 0.0


@pytest.mark.parametrize(
    "text",
    [
        "Done.",
        "I've added lunch.",
        "Added lunch to your calendar.",
        "I have deleted it.",
        "It was moved to 3.",
        "The meeting is scheduled for noon.",
        "I put it in.",
        "Lunch is now on your calendar.",
        "Renamed it to Tea.",
    ],
)
def test_claims_are_seen(text: str) -> None:
    assert claims_action(text)


@pytest.mark.parametrize(
    "text",
    [
        "I can't do that with the tools I have.",
        "Should it be added?",
        "Nothing was changed.",
        "When should it be?",
        "I have no answer.",
        "I can look on your calendar.",
        "Which one should be cancelled?",
        "I can't put that in.",
    ],
)
def test_denials_and_questions_are_no_claims(text: str) -> None:
    assert not claims_action(text)


def test_no_call_needs_an_answer() -> None:
    def episode(*messages: Message) -> Trajectory:
        return Trajectory("t", (), messages, StopReason.ANSWERED)

    assert no_call(episode(Message("assistant", "No."))) == 1.0
    assert no_call(episode(Message("assistant", ""))) == 0.0
    assert no_call(episode(Message("assistant", tool_calls=(call("f"),)), Message("assistant", "No."))) == 0.0


def test_created_resources_compare_by_content() -> None:
    before = {"a": {"uid": "a", "t": 1}}
    after = {**before, "x": {"uid": "x", "t": 2}}
    assert state_equals(before, after, {**before, "y": {"uid": "y", "t": 2}}, dict) == 1.0
    assert state_equals(before, after, before, dict) == 0.0
    assert state_equals(before, {}, before, dict) == 0.0
