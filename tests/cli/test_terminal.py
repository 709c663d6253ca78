"""Text is text: no character of it is a command to the terminal. And what streams never claims what was not done."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from botpsy.chat.parse import CallEvent, Retraction, TextDelta
from botpsy.cli.screen import Screen
from botpsy.core.messages import ToolCall
from botpsy.core.printable import line, safe


@given(st.text())
def test_nothing_unprintable_but_line_breaks_and_tabs_is_left(text: str) -> None:
    shown = safe(text)
    assert all(c.isprintable() or c in "\n\t" for c in shown)
    assert "\u202e" not in shown
    assert "\n" not in line(text)
    shown.encode()


def test_ordinary_text_is_left_alone() -> None:
    text = "Café — «Лента», 东京, 12:30–13:30\n\tnew line"
    assert safe(text) == text
    assert safe("\x1b[31m") == "\\x1b[31m"


def write(screen: Screen, text: str) -> None:
    for character in text:
        screen.event(TextDelta(character))


def test_sentences_are_shown_as_they_come_and_once(capsys: pytest.CaptureFixture[str]) -> None:
    screen = Screen()
    write(screen, "You have two things. First the dentist. Then")
    assert capsys.readouterr().out == "You have two things. First the dentist. "
    write(screen, " lunch.")
    screen.answer("You have two things. First the dentist. Then lunch.")
    assert capsys.readouterr().out == "Then lunch.\n"


def test_the_whole_of_what_is_shown_is_the_answer(capsys: pytest.CaptureFixture[str]) -> None:
    screen = Screen()
    text = "You have two things. First the dentist.\nThen lunch."
    write(screen, text)
    screen.answer(text)
    assert capsys.readouterr().out == text + "\n"


def test_a_claim_waits_for_its_receipt(capsys: pytest.CaptureFixture[str]) -> None:
    screen = Screen()
    write(screen, "Sure. I've added lunch to your calendar. It is at noon. ")
    assert "added" not in capsys.readouterr().out
    screen.answer("Nothing was changed.")
    assert capsys.readouterr().out.endswith("\nNothing was changed.\n")


def test_what_comes_before_a_call_gets_its_own_line(capsys: pytest.CaptureFixture[str]) -> None:
    screen = Screen(quiet=True)
    write(screen, "Let me look. ")
    screen.event(CallEvent(ToolCall("list_events", {"when": "today"})))
    write(screen, "The dentist. ")
    screen.answer("The dentist.")
    assert capsys.readouterr().out == "Let me look. \nThe dentist. \n"


def test_thinking_that_was_not_shown_yet_is_taken_back(capsys: pytest.CaptureFixture[str]) -> None:
    screen = Screen()
    write(screen, "the user wants lunch")
    screen.event(Retraction())
    write(screen, "Hello.")
    screen.answer("Hello.")
    assert capsys.readouterr().out == "Hello.\n"


def test_a_call_is_one_short_line(capsys: pytest.CaptureFixture[str]) -> None:
    screen = Screen()
    screen.event(CallEvent(ToolCall("create_event", {"title": "x\n" * 500})))
    shown = capsys.readouterr().err
    assert shown.count("\n") == 1
    assert len(shown) < 230
