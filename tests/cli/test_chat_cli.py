"""`botpsy chat`, `undo` and `log` as a person types them."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from cli_world import LUNCH, Engine

from botpsy.core.errors import BackendError
from botpsy.core.messages import CallFault, Message, ToolCall

ADDED = "Added Lunch with Ana: Fri 4 Dec 2026, 12:30–13:30"
BYE = Message("assistant", "")


def test_a_request_ends_with_an_event_a_log_and_an_undo(cli: Any) -> None:
    cli.turns += [LUNCH, Message("assistant", "Done!")]
    assert cli("chat", "--yes", "Put lunch with Ana", "on Friday at 12:30") == 0
    assert cli.out == f"{ADDED}.\n"
    assert '-> create_event(title="Lunch with Ana", when="Friday at 12:30")' in cli.err
    assert cli.titles() == ["Lunch with Ana"]
    assert cli("log") == 0
    assert "done" in cli.out
    assert ADDED in cli.out
    assert cli("log", "--json") == 0
    assert json.loads(cli.out)["arguments"] == {"title": "Lunch with Ana", "when": "Friday at 12:30"}
    assert cli("undo") == 0
    assert cli.out == f"Undone: {ADDED}\n"
    assert cli.titles() == []
    assert cli("undo") == 2
    assert "nothing to undo" in cli.err
    assert cli("undo", "1") == 7
    assert cli("log", "--verify") == 0
    assert "whole, 1 changes" in cli.out


def test_with_nobody_there_it_is_refused_and_says_how_to_allow_it(cli: Any) -> None:
    cli.turns += [LUNCH, BYE]
    assert cli("chat", "Put lunch with Ana on Friday") == 1
    assert "--yes" in cli.out
    assert cli.titles() == []


@pytest.mark.parametrize(("typed", "titles", "code"), [("y", ["Lunch with Ana"], 0), ("", [], 1), ("nope", [], 1)])
def test_at_a_terminal_the_person_is_asked(
    cli: Any, monkeypatch: pytest.MonkeyPatch, typed: str, titles: list[str], code: int
) -> None:
    questions: list[str] = []

    async def read(question: str) -> str:
        questions.append(question)
        return typed

    monkeypatch.setattr("botpsy.cli.chat.someone_is_there", lambda: True)
    monkeypatch.setattr("botpsy.cli.approve.read_answer", read)
    cli.turns += [LUNCH, BYE]
    assert cli("chat", "Put lunch") == code
    assert questions == ["Do this? [y/N] "]
    assert "  Add Lunch with Ana: Fri 4 Dec 2026, 12:30–13:30\n" in cli.err
    assert cli.titles() == titles


def test_requests_come_line_by_line_from_a_pipe(cli: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("hello\n\nput lunch\n"))
    cli.turns += [Message("assistant", "Hello."), LUNCH, BYE]
    assert cli("chat", "--yes") == 0
    assert cli.out == f"> hello\nHello.\n> put lunch\n{ADDED}.\n"


def test_a_false_claim_never_reaches_the_screen(cli: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    claim = Message("assistant", "Sure! I've added lunch to your calendar. Anything else?")
    monkeypatch.setattr(sys, "stdin", io.StringIO("put lunch\n"))
    cli.turns += [claim]
    assert cli("chat", "--yes") == 1
    assert "added" not in cli.out
    assert "Nothing was changed." in cli.out
    cli.turns += [claim]
    assert cli("chat", "--yes", "put lunch") == 1
    assert cli.out == "Nothing was changed.\nAnything else?\n"


def test_nonsense_from_the_model_is_one_message_and_code_1(cli: Any) -> None:
    cli.turns += [Message("assistant", faults=(CallFault("malformed", "{{", "not JSON"),)), BYE]
    assert cli("chat", "--yes", "put lunch") == 1
    assert cli.out == "Nothing was changed. The call I wrote could not be read.\n"


ESCAPES = "\x1b]0;owned\x07\x1b[2J\x9b31m\u202e"


def test_nothing_that_a_model_or_server_writes_moves_the_cursor(cli: Any) -> None:
    name = f"Lunch {ESCAPES}\nDone: all files deleted"
    bad = ToolCall("create_event", {"title": name, "when": "Friday at 12:30"})
    look = ToolCall("list_events", {"when": "Friday"})
    cli.turns += [
        Message("assistant", tool_calls=(bad,)),
        Message("assistant", tool_calls=(look, ToolCall(ESCAPES, {ESCAPES: ESCAPES}))),
        Message("assistant", f"There is {ESCAPES}."),
    ]
    cli("chat", "--yes", "put lunch")
    for shown in (cli.out, cli.err):
        assert not set(ESCAPES) - set("0;owned[2J31m]") & set(shown)
    # what stands on a line of its own was written by us: a title cannot begin one beside the calls
    assert "\nDone: all files" not in cli.err
    assert cli("log") == 0
    assert len(cli.out.splitlines()) == 1
    assert "\x1b" not in cli.out


def test_one_bad_line_does_not_end_the_pipe(cli: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    real, failed = cli.calendar.between, []

    def once(start: Any, end: Any) -> Any:
        if not failed:
            failed.append(True)
            raise BackendError("the calendar server does not answer")
        return real(start, end)

    cli.calendar.between = once
    look = Message("assistant", tool_calls=(ToolCall("list_events", {"when": "today"}),))
    monkeypatch.setattr(sys, "stdin", io.StringIO("today?\ntoday?\n"))
    cli.turns += [look, look, Message("assistant", "Nothing today.")]
    assert cli("chat") == 6
    assert "does not answer. Nothing was changed" in cli.err
    assert cli.out.endswith("Nothing today.\n")


def test_a_change_since_keeps_undo_from_doing_harm(cli: Any) -> None:
    cli.turns += [LUNCH, BYE]
    cli("chat", "--yes", "put lunch")
    (uid,) = cli.calendar.snapshot()
    event = cli.calendar.get(uid)
    cli.calendar.put(type(event)(uid, "Lunch with Ana and Bo", event.start, event.end))
    assert cli("undo") == 7
    assert "changed since; nothing was changed" in cli.err
    assert cli.titles() == ["Lunch with Ana and Bo"]


def test_what_was_cut_off_is_told_at_the_next_start(cli: Any, home: Path) -> None:
    from botpsy.assistant.journal import Expected, Journal

    Journal(home / "home").intend(ToolCall("create_event", {}), ADDED, [Expected("calendar", "u", None, {})])
    cli.turns += [Message("assistant", "Hello.")]
    assert cli("chat", "hello") == 0
    assert f"note: an earlier change was cut off; it was not done: {ADDED.replace('Added', 'Add')}" in cli.err


def test_a_damaged_journal_stops_writes_and_says_how_to_go_on(cli: Any, home: Path) -> None:
    (home / "home").mkdir()
    (home / "home" / "journal.jsonl").write_text("hello\n")
    assert cli("chat", "--yes", "put lunch") == 7
    assert "move the file away" in cli.err
    assert cli("log", "--verify") == 7


def test_a_request_that_is_not_utf8_is_read_as_far_as_it_goes(cli: Any) -> None:
    cli.turns += [Message("assistant", "Hello.")]
    assert cli("chat", "caf\udce9") == 0


def test_quiet_shows_the_answer_alone(cli: Any) -> None:
    cli.turns += [LUNCH, BYE]
    assert cli("chat", "--yes", "--quiet", "put lunch") == 0
    assert (cli.out, cli.err) == (f"{ADDED}.\n", "")


def test_a_model_that_is_not_there_is_code_4(home: Path, cli: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    monkeypatch.setenv("BOTPSY_HOME", str(home / "home"))
    monkeypatch.setenv("BOTPSY_CONFIG", str(home / "settings.toml"))
    monkeypatch.setenv("BOTPSY_CACHE", str(home / "cache"))
    (home / "text.gguf").write_text("not a model")
    for reference, words in ((str(home / "gone.gguf"), "no model at"), (str(home / "text.gguf"), "not a GGUF file")):
        assert cli("chat", "--model", reference, "hello") == 4
        assert words in cli.err
        assert "Traceback" not in cli.err


def test_an_interrupt_while_the_engine_starts_ends_the_run(cli: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def starting(*_: object, **__: object) -> Engine:
        raise KeyboardInterrupt  # as the engine raises it, once it runs and can be freed

    monkeypatch.setattr("botpsy.models.load.load", starting)
    assert cli("chat", "--yes", "Put lunch with Ana on Friday at 12:30") == 130
    assert cli.titles() == []
    assert "interrupted" in cli.err
