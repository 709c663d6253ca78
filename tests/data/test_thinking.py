"""Thoughts say which tool, where its values are from, and what is missing; and they are true."""

from __future__ import annotations

import random

from botpsy.core.messages import Message, ToolCall
from botpsy.data.thinking import thinking_row, with_thoughts

RNG = random.Random(0)


def _thought(*messages: Message, missing: str = "") -> str:
    return with_thoughts(messages, RNG, missing)[-1].thinking


def _call(**arguments: object) -> Message:
    return Message("assistant", tool_calls=(ToolCall("create_event", dict(arguments)),))  # type: ignore[arg-type]


def test_a_value_that_was_said_is_called_so() -> None:
    thought = _thought(Message("user", "Lunch with Ana on Friday at 12:30, please"), _call(when="Friday at 12:30"))
    assert "create_event" in thought
    assert "when: Friday at 12:30, as said." in thought


def test_a_value_of_an_earlier_turn_of_the_person_counts_as_said() -> None:
    before = [Message("user", "Add lunch"), Message("assistant", "When?"), Message("user", "at noon")]
    assert "title: Lunch, as said." in _thought(*before, _call(title="Lunch", when="noon"))


def test_a_value_from_a_result_is_called_so() -> None:
    before = [
        Message("user", "Invite Ana to lunch"),
        Message("assistant", tool_calls=(ToolCall("find_contact", {"name": "Ana"}),)),
        Message("tool", '{"contacts": [{"email": "ana@example.com"}]}', name="find_contact"),
    ]
    thought = _thought(*before, _call(event="lunch", emails=["ana@example.com"]))
    assert "event: lunch, as said." in thought
    assert 'emails: ["ana@example.com"], from a result.' in thought


def test_a_value_that_nobody_said_is_the_assistants_choice() -> None:
    assert "when: the next 30 days, my choice." in _thought(
        Message("user", "When is lunch?"), _call(when="the next 30 days")
    )


def test_parts_of_a_word_are_not_what_was_said() -> None:
    assert "title: Art, my choice." in _thought(Message("user", "Start the party"), _call(title="Art"))


def test_a_question_names_what_is_missing() -> None:
    assert "when" in _thought(Message("user", "Add lunch"), Message("assistant", "When should it be?"), missing="when")


def test_a_refusal_says_that_no_tool_fits() -> None:
    assert "tool" in _thought(Message("user", "Fly"), Message("assistant", "I can't do that.")).lower()


def test_a_failure_is_repeated_and_a_success_is_not_called_one() -> None:
    asked = [Message("user", "Add lunch"), _call(title="Lunch")]
    failed = _thought(*asked, Message("tool", '{"error": "no day 39"}'), Message("assistant", "That did not work."))
    assert "no day 39" in failed
    done = _thought(*asked, Message("tool", '{"done": "Added Lunch"}'), Message("assistant", "Added Lunch."))
    assert "not" not in done


def test_thoughts_that_are_there_stay() -> None:
    messages = [Message("user", "Hi"), Message("assistant", "Hello", thinking="A greeting.")]
    assert with_thoughts(messages, RNG) == messages


def test_a_row_always_gets_the_same_thoughts() -> None:
    row = {
        "id": "a",
        "missing": "when",
        "messages": [
            {"role": "user", "content": "Add lunch"},
            {"role": "assistant", "content": "When should it be?"},
        ],
    }
    once = thinking_row(row)
    assert once == thinking_row(row)
    assert once["thinking"] is True
    assert "thinking" not in row
