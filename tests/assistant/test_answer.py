"""What is finally said: receipts before words, no claim without one, and what only repeats is left out."""

from __future__ import annotations

import pytest
from assistant_world import call

from botpsy.assistant.answer import compose, grounded
from botpsy.assistant.policy import REFUSED
from botpsy.core.messages import Receipt, ToolResult
from botpsy.core.trajectory import StopReason

READ = ToolResult(call("list_events", when="today"), True, {"events": ["Moved-in party: Fri 4 Dec 2026, 12:30–13:30"]})
WROTE = ToolResult(call("create_event"), True, {}, receipt=Receipt("create_event", "Added Lunch: Fri 4 Dec 2026"))
FAILED = ToolResult(call("delete_event"), False, error="no event called 'Gym'")
ANSWERED = StopReason.ANSWERED


@pytest.mark.parametrize(
    "claim",
    [
        "Done.",
        "I have deleted the meeting.",
        "Your meeting has been moved to Monday.",
        "Okay, scheduled!",
        "Lunch with Ana is now on your calendar.",
        "I put lunch on Friday.",
        "I'll add that to your calendar.",
        "No problem! Your reminder is set.",
    ],
)
def test_a_claim_with_nothing_done_is_corrected(claim: str) -> None:
    answer = compose(claim, (), ANSWERED)
    assert answer.text == "Nothing was changed."
    assert not answer.ok


@pytest.mark.parametrize(
    "said",
    [
        "Which day should it be?",
        "I cannot book flights.",
        "No event was added.",
        "Paris is the capital of France.",
        "You could put it on your calendar if you like.",
        "Shall I add it to your calendar?",
        "Hello! How can I help you today?",
        "",
    ],
)
def test_what_claims_nothing_is_left_alone(said: str) -> None:
    assert compose(said, (), ANSWERED).text == (said or "I have no answer to that.")


def test_a_false_claim_takes_only_its_own_sentence_away() -> None:
    answer = compose("I've added lunch. Which restaurant do you like?", (), ANSWERED)
    assert answer.text == "Nothing was changed.\nWhich restaurant do you like?"


def test_words_that_a_tool_read_are_no_claim() -> None:
    said = "You have the Moved-in party on Fri 4 Dec 2026 at 12:30."
    assert compose(said, (READ,), ANSWERED).text == said
    assert compose("I moved the party to Friday.", (READ,), ANSWERED).text == "Nothing was changed."


def test_receipts_are_the_answer_and_repetition_is_dropped() -> None:
    assert compose("Lunch: Fri 4 Dec 2026.", (WROTE,), ANSWERED).text == "Added Lunch: Fri 4 Dec 2026."
    said = compose("Done. Remember that Ana eats no fish.", (WROTE,), ANSWERED)
    assert said.text == "Added Lunch: Fri 4 Dec 2026.\nRemember that Ana eats no fish."
    assert said.ok


def test_a_failure_beside_a_success_is_told() -> None:
    answer = compose("All done!", (WROTE, FAILED), ANSWERED)
    assert answer.text == "Added Lunch: Fri 4 Dec 2026.\nNo event called 'Gym'."
    assert not answer.ok


def test_a_refusal_is_said_to_the_person_as_theirs() -> None:
    refused = ToolResult(call("create_event"), False, error=REFUSED)
    assert compose("", (refused,), ANSWERED).text == "Not done: you did not allow it."


@pytest.mark.parametrize("stop", [s for s in StopReason if s not in (ANSWERED, StopReason.ENVIRONMENT)])
def test_every_other_end_is_said(stop: StopReason) -> None:
    answer = compose("", (), stop)
    assert "stopped" in answer.text.casefold()
    assert not answer.ok


def test_a_failure_is_hidden_only_when_the_same_thing_was_done_after_all() -> None:
    def write(title: str, *, ok: bool) -> ToolResult:
        made = call("create_event", title=title, when="Friday")
        return ToolResult(made, ok, error="" if ok else "no", receipt=Receipt("t", f"Added {title}") if ok else None)

    assert compose("", (write("A", ok=False), write("A", ok=True)), ANSWERED).ok
    answer = compose("", (write("A", ok=False), write("B", ok=True)), ANSWERED)
    assert answer.text == "Added B.\nNo."
    assert not answer.ok


def test_when_all_failed_the_model_may_only_ask() -> None:
    answer = compose("You have 1 event: the gym. Which day do you mean?", (FAILED,), ANSWERED)
    assert answer.text == "No event called 'Gym'.\nWhich day do you mean?"


TWO = ToolResult(
    call("list_events", when="next week"),
    True,
    {"events": ["Choir practice: Mon 22 Sep 2025, 13:00–14:00", "Mock exam: Fri 26 Sep 2025, 11:30–13:00"]},
)
ANA = ToolResult(call("find_contact", name="Ana"), True, {"contacts": [{"name": "Ana Ruiz", "phone": "600 123 456"}]})
WHOLE = "You have 2 events:\n- Choir practice: Mon 22 Sep 2025, 13:00–14:00\n- Mock exam: Fri 26 Sep 2025, 11:30–13:00"


@pytest.mark.parametrize(
    "said",
    [
        "You have 2 events:\n- Choir practice: Mon 22 Sep 2025, 13:00–14:00\n- Catching up with Freya: Fri 26 Sep 2025",
        "You have 2 events:\n- Choir practice: Mon 22 Sep 2025, 13:00–14:00",
        "- Mock exam: Fri 26 Sep 2025, 11:30–13:00\n" * 3,
        "The exam is at 12:45.",
        "You are meeting Freya.",
        "",
    ],
)
def test_what_was_not_read_is_not_told(said: str) -> None:
    assert not grounded(said, [TWO])
    assert compose(said, (TWO,), ANSWERED).text == WHOLE


@pytest.mark.parametrize("said", [WHOLE, "Your exam is on Fri 26 Sep at 11:30.", "Yes, one thing on Friday?"])
def test_what_was_read_may_be_told_in_any_words(said: str) -> None:
    assert compose(said, (TWO,), ANSWERED).text == said


def test_a_number_that_is_not_the_persons_is_not_told() -> None:
    assert compose("Ana Ruiz: 600 123 456", (ANA,), ANSWERED).text == "Ana Ruiz: 600 123 456"
    assert "600 123 456" in compose("Ana Ruiz: 600 123 457", (ANA,), ANSWERED).text


def test_a_model_that_loops_over_what_it_read_is_mended_but_not_called_done() -> None:
    answer = compose("- Mock exam: Fri\n" * 40, (TWO,), StopReason.LENGTH)
    assert answer.text == f"I stopped: the answer became too long.\n{WHOLE}"
    assert not answer.ok  # a write may have been due after the look


def test_how_long_words_grew_that_are_not_shown_is_not_told() -> None:
    answer = compose("I could not do it " * 40, (FAILED,), StopReason.LENGTH)
    assert answer.text == "No event called 'Gym'."
    assert not answer.ok
    assert compose("and so on " * 40, (), StopReason.LENGTH).text.startswith("I stopped: the answer became too long.")


def test_a_look_before_a_call_that_could_not_be_read_is_no_answer() -> None:
    answer = compose("", (ANA,), ANSWERED, faults=1)
    assert "600 123 456" not in answer.text
    assert not answer.ok


def test_silence_after_a_look_is_filled_but_not_called_done() -> None:
    answer = compose("", (TWO,), ANSWERED)
    assert answer.text == WHOLE
    assert not answer.ok
