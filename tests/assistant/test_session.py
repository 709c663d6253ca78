"""A request from words to a change in a backend: approval first, receipts last, and honesty when something fails."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from assistant_world import ADDED, LUNCH, MADRID, NOW, Clock, Flaky, Person, call, calls, event, says, titles, world

from botpsy.apps.calendar.simulated import SimulatedCalendar
from botpsy.assistant import session as session_module
from botpsy.assistant.answer import Answer
from botpsy.assistant.backends import Apps
from botpsy.assistant.journal import Journal
from botpsy.assistant.policy import NOBODY, Approver, Everything, Nobody
from botpsy.assistant.session import Session
from botpsy.core.errors import BackendError, ContextOverflow, InfraError
from botpsy.core.messages import CallFault, Message
from botpsy.core.protocols import Completion, Conversation, Generator, Sampling
from botpsy.core.trajectory import StopReason
from botpsy.models.scripted import Scripted

ADD = calls(call("create_event", **LUNCH))


def ask(
    tmp_path: Path, apps: Apps, approver: Approver, turns: Sequence[Message] | Generator, text: str = "Put lunch"
) -> Answer:
    generator = Scripted(turns) if isinstance(turns, Sequence) else turns
    return asyncio.run(Session(generator, apps, Journal(tmp_path), approver).ask(text))


def test_nothing_is_written_before_the_person_agreed_to_what_will_happen(tmp_path: Path) -> None:
    apps = world()
    seen: list[list[str]] = []
    person = Person(True, meanwhile=lambda: seen.append(titles(apps)))
    answer = ask(tmp_path, apps, person, [ADD, says("Done!")])
    assert seen == [[]]  # while the person thought, the calendar was empty
    assert person.asked == [["Add Lunch with Ana: Fri 4 Dec 2026, 12:30–13:30"]]
    assert titles(apps) == ["Lunch with Ana"]
    assert (answer.text, answer.ok) == (f"{ADDED}.", True)


def test_a_refusal_is_obeyed_and_said(tmp_path: Path) -> None:
    apps = world()
    answer = ask(tmp_path, apps, Person(False), [ADD, says("Done, I've added it.")])
    assert titles(apps) == []
    assert not answer.ok
    assert answer.text == "Nothing was changed.\nNot done: you did not allow it."
    assert Journal(tmp_path).entries() == []


def test_with_nobody_there_nothing_is_written_and_the_way_is_told(tmp_path: Path) -> None:
    apps = world()
    answer = ask(tmp_path, apps, Nobody(), [ADD, says("")])
    assert titles(apps) == []
    assert NOBODY[1:] in answer.text
    assert "--yes" in answer.text


def test_reads_need_no_approval(tmp_path: Path) -> None:
    person = Person()
    answer = ask(tmp_path, world(event()), person, [calls(call("list_events", when="Thursday")), says("The dentist.")])
    assert person.asked == []
    assert answer.ok
    assert answer.text == "The dentist."


def test_the_writes_of_a_turn_are_asked_about_together_and_answered_apart(tmp_path: Path) -> None:
    apps = world()
    second = call("create_event", title="Gym", when="Friday at 18:00")
    person = Person(False, True)
    answer = ask(tmp_path, apps, person, [calls(call("create_event", **LUNCH), second), says("")])
    assert [len(batch) for batch in person.asked] == [2]
    assert titles(apps) == ["Gym"]
    assert "Added Gym" in answer.text
    assert "not allow" in answer.text


def test_a_write_may_build_on_the_one_before_it_in_the_same_turn(tmp_path: Path) -> None:
    apps = world()
    person = Person()
    invite = call("invite", event="Lunch with Ana", emails=["ana@example.org"])
    answer = ask(tmp_path, apps, person, [calls(call("create_event", **LUNCH), invite), says("")])
    assert person.asked[0][1].startswith("Invite ana@example.org to Lunch with Ana")
    assert answer.ok
    assert isinstance(apps.calendar, SimulatedCalendar)
    (row,) = apps.calendar.snapshot().values()
    assert row["attendees"] == ["ana@example.org"]


def test_a_write_sees_that_the_one_before_it_took_its_event_away(tmp_path: Path) -> None:
    apps = world(event())
    person = Person()
    gone = calls(call("delete_event", event="Dentist"), call("change_event", event="Dentist", new_title="Doctor"))
    answer = ask(tmp_path, apps, person, [gone, says("")])
    assert [len(batch) for batch in person.asked] == [1]
    assert "No event called 'Dentist'" in answer.text
    assert titles(apps) == []


@pytest.mark.parametrize(
    "bad",
    [
        call("create_event", title="Lunch"),  # no time
        call("create_event", title="Lunch", when="blue o'clock"),
        call("create_event", title="Lunch", when=12),
        call("delete_event", event="Nowhere to be found"),
        call("create_evnt", **LUNCH),  # a near miss is not repaired
    ],
)
def test_a_call_that_cannot_work_is_told_to_the_model_and_not_asked_about(tmp_path: Path, bad: object) -> None:
    person = Person()
    apps = world(event())
    answer = ask(tmp_path, apps, person, [calls(bad), says("I could not do that.")])  # type: ignore[arg-type]
    assert person.asked == []
    assert titles(apps) == ["Dentist"]
    assert not answer.ok


@pytest.mark.parametrize(
    "claim",
    ["Done!", "I've added lunch with Ana.", "OK, lunch is on your calendar.", "No problem, I scheduled it for Friday."],
)
def test_a_claim_without_a_receipt_is_replaced(tmp_path: Path, claim: str) -> None:
    answer = ask(tmp_path, world(), Everything(), [says(claim)])
    assert answer.text == "Nothing was changed."
    assert not answer.ok


def test_a_mistake_that_was_mended_is_not_told(tmp_path: Path) -> None:
    wrong = calls(call("create_event", title="Lunch with Ana", when="blue o'clock"))
    answer = ask(tmp_path, world(), Everything(), [wrong, ADD, says("")])
    assert (answer.text, answer.ok) == (f"{ADDED}.", True)


def test_the_same_write_is_done_once_in_a_request(tmp_path: Path) -> None:
    apps = world()
    answer = ask(tmp_path, apps, Everything(), [ADD, ADD, ADD, ADD, says("")])
    assert titles(apps) == ["Lunch with Ana"]
    assert answer.text.startswith(f"{ADDED}.")
    apps = world()
    ask(tmp_path, apps, Everything(), [calls(*ADD.tool_calls, *ADD.tool_calls), says("")])
    assert titles(apps) == ["Lunch with Ana"]


def test_another_request_may_do_it_again(tmp_path: Path) -> None:
    apps = world()
    session = Session(Scripted([ADD, says(""), ADD, says("")]), apps, Journal(tmp_path), Everything())
    asyncio.run(session.ask("Put lunch"))
    asyncio.run(session.ask("And once more"))
    assert titles(apps) == ["Lunch with Ana", "Lunch with Ana"]


def test_tomorrow_is_the_day_after_the_request_however_late_the_answer(tmp_path: Path) -> None:
    clock = Clock(datetime(2026, 12, 1, 23, 59, 50, tzinfo=MADRID))
    apps = world(clock=clock)

    def midnight_passes() -> None:
        clock.now += timedelta(minutes=1)

    add = calls(call("create_event", title="Run", when="tomorrow at 8:00"))
    answer = ask(tmp_path, apps, Person(meanwhile=midnight_passes), [add, says("")])
    assert "Wed 2 Dec 2026, 08:00" in answer.text


def test_what_changed_while_the_person_decided_is_not_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_module, "STALE_S", 0.0)
    apps = world(event())
    person = Person(meanwhile=lambda: apps.calendar.put(event(hour=15)))
    answer = ask(tmp_path, apps, person, [calls(call("delete_event", event="Dentist")), says("")])
    assert titles(apps) == ["Dentist"]
    assert "things changed while you decided" in answer.text
    assert "15:00" in answer.text


def test_what_did_not_change_meanwhile_is_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_module, "STALE_S", 0.0)
    apps = world()
    assert ask(tmp_path, apps, Person(), [ADD, says("")]).ok
    assert titles(apps) == ["Lunch with Ana"]


def test_the_conversation_only_grows_over_the_requests(tmp_path: Path) -> None:
    session = Session(Scripted([says("Hello."), ADD, says("")]), world(), Journal(tmp_path), Everything())
    asyncio.run(session.ask("hello"))
    first = session.conversation.messages
    asyncio.run(session.ask("Put lunch"))
    assert session.conversation.messages[: len(first)] == first
    assert [m.role for m in session.conversation.messages] == [
        "system", "user", "assistant", "user", "assistant", "tool", "assistant",
    ]  # fmt: skip
    assert session.conversation.tools == session.opening.tools


def test_nonsense_is_not_run_and_is_told(tmp_path: Path) -> None:
    apps = world()
    fault = Message("assistant", faults=(CallFault("malformed", "{{{", "not valid JSON"),))
    answer = ask(tmp_path, apps, Everything(), [fault, says("")])
    assert titles(apps) == []
    assert answer.text == "Nothing was changed. The call I wrote could not be read."
    assert not answer.ok


def test_going_in_circles_ends_with_an_honest_message(tmp_path: Path) -> None:
    look = calls(call("list_events", when="today"))
    answer = ask(tmp_path, world(), Everything(), [look] * 8)
    assert answer.stop is StopReason.NO_PROGRESS
    assert "repeating" in answer.text
    assert not answer.ok


class Small:
    """A model whose context holds so many messages."""

    def __init__(self, room: int, turns: Sequence[Message]) -> None:
        self._room = room
        self._turns = list(turns)

    async def generate(self, conversations: Sequence[Conversation], _sampling: Sampling) -> list[Completion]:
        if len(conversations[0].messages) > self._room:
            raise ContextOverflow("full")
        return [Completion(self._turns.pop(0), "stop")]


def test_a_full_conversation_begins_anew_with_the_request(tmp_path: Path) -> None:
    apps = world()
    session = Session(Small(4, [says("Hi."), ADD, says("")]), apps, Journal(tmp_path), Everything())
    asyncio.run(session.ask("hello"))
    answer = asyncio.run(session.ask("Put lunch"))
    # the first try ran out after its write, so it was not tried again
    assert titles(apps) == ["Lunch with Ana"]
    assert ADDED in answer.text
    assert len(session.conversation.messages) == 1

    session = Session(Small(4, [says("Hi."), says("Hi."), ADD, says("")]), world(), Journal(tmp_path), Everything())
    for text in ("one", "two", "three"):
        answer = asyncio.run(session.ask(text))
    assert answer.text == f"(The conversation was full; this begins a new one.)\n{ADDED}."
    assert [m.content for m in session.conversation.messages if m.role == "user"] == ["three"]


def test_a_request_too_large_for_an_empty_conversation_says_so(tmp_path: Path) -> None:
    answer = ask(tmp_path, world(), Everything(), Small(1, []), "x" * 1000)
    assert answer.stop is StopReason.OVERFLOW
    assert "did not fit" in answer.text


class Dying:
    """Adds an event, then the engine is dead."""

    async def generate(self, conversations: Sequence[Conversation], _sampling: Sampling) -> list[Completion]:
        if conversations[0].messages[-1].role == "tool":
            raise InfraError("llama.cpp stopped answering")
        return [Completion(ADD, "stop")]


def test_when_the_engine_dies_what_was_done_is_said(tmp_path: Path) -> None:
    with pytest.raises(InfraError, match=r"stopped answering\. Before that: Added Lunch"):
        ask(tmp_path, world(), Everything(), Dying())
    with pytest.raises(InfraError, match=r"stopped answering\. Nothing was changed"):
        ask(tmp_path, world(), Nobody(), Dying())


@pytest.mark.parametrize(
    ("calendar", "state", "words"),
    [
        (Flaky(), "failed", "This was not done: Add Lunch"),
        (Flaky(after=True), "done", "This was done: Add Lunch"),
        (Flaky(dead=True), "pending", "This may or may not have been done: Add Lunch"),
    ],
)
def test_when_a_server_fails_in_a_write_it_is_looked_what_became_of_it(
    tmp_path: Path, calendar: Flaky, state: str, words: str
) -> None:
    apps = Apps(calendar, world().contacts, Clock())
    with pytest.raises(BackendError, match=words) as caught:
        ask(tmp_path, apps, Everything(), [ADD])
    assert "Nothing was changed" not in str(caught.value)
    assert [e.state for e in Journal(tmp_path).entries()] == [state]


class Slow(SimulatedCalendar):
    """A calendar that takes its time to write."""

    def __init__(self) -> None:
        super().__init__()
        self.writing = threading.Event()
        self.go_on = threading.Event()

    def put(self, event):  # type: ignore[no-untyped-def]
        self.writing.set()
        self.go_on.wait(5)
        return super().put(event)


def test_a_stop_in_the_middle_of_a_write_lets_it_end_with_a_receipt(tmp_path: Path) -> None:
    calendar = Slow()
    apps = Apps(calendar, world().contacts, Clock())
    session = Session(Scripted([ADD, says("")]), apps, Journal(tmp_path), Everything())

    async def stop_midway() -> None:
        task = asyncio.ensure_future(session.ask("Put lunch"))
        while not calendar.writing.is_set():
            await asyncio.sleep(0.005)
        task.cancel()
        await asyncio.sleep(0.02)
        calendar.go_on.set()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(stop_midway())
    assert [e.state for e in Journal(tmp_path).entries()] == ["done"]
    assert titles(apps) == ["Lunch with Ana"]
    assert session.so_far().text == f"{ADDED}.\nStopped."


def test_now_is_read_at_each_request(tmp_path: Path) -> None:
    clock = Clock(NOW)
    add = calls(call("create_event", title="Run", when="tomorrow at 8:00"))
    session = Session(Scripted([add, says(""), add, says("")]), world(clock=clock), Journal(tmp_path), Everything())
    assert "Wed 2 Dec" in asyncio.run(session.ask("x")).text
    clock.now += timedelta(days=1)
    assert "Thu 3 Dec" in asyncio.run(session.ask("x")).text
