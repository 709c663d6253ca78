"""The lines of a chat: commands, and a chat that outlives what goes wrong in it."""

from __future__ import annotations

import asyncio
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from cli_world import LUNCH, Engine

from botpsy.apps.calendar.simulated import SimulatedCalendar
from botpsy.apps.contacts.simulated import SimulatedContacts
from botpsy.assistant.backends import Apps
from botpsy.assistant.journal import Journal
from botpsy.assistant.policy import Everything
from botpsy.assistant.session import Session
from botpsy.assistant.streaming import Streaming
from botpsy.cli.repl import serve
from botpsy.cli.screen import Screen
from botpsy.core.messages import Message

NOW = datetime(2026, 12, 1, 10, 0, tzinfo=ZoneInfo("Europe/Madrid"))


class Chat:
    """A chat to type into."""

    def __init__(self, folder: Path, *turns: Message) -> None:
        self.apps = Apps(SimulatedCalendar(), SimulatedContacts(), lambda: NOW)
        self.journal = Journal(folder)
        self.screen = Screen()
        streaming = Streaming(Engine(list(turns)), self.screen.event)
        self.session = Session(streaming, self.apps, self.journal, Everything(), on_result=self.screen.result)

    def __call__(self, *lines: str) -> None:
        async def type_all() -> None:
            for text in lines:
                await serve(text, self.session, self.screen, self.apps, self.journal)

        asyncio.run(type_all())


def test_ask_log_and_undo(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    chat = Chat(tmp_path, LUNCH, Message("assistant", ""))
    chat("put lunch", "/log", "/undo")
    shown = capsys.readouterr()
    assert shown.out == "Added Lunch with Ana: Fri 4 Dec 2026, 12:30–13:30.\n"
    assert "   1  " in shown.err
    assert shown.err.endswith("Undone: Added Lunch with Ana: Fri 4 Dec 2026, 12:30–13:30\n")
    assert chat.apps.calendar.between(NOW, NOW.replace(year=2027)) == []


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("/undo abc", "takes the number of a change, not 'abc'"),
        ("/undo -1", "not '-1'"),
        ("/undo 7", "no entry 7"),
        ("/undoo", "there is no command '/undoo'"),
    ],
)
def test_a_mistyped_command_changes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], typed: str, words: str
) -> None:
    chat = Chat(tmp_path, LUNCH, Message("assistant", ""))
    chat("put lunch", typed)
    assert words in capsys.readouterr().err
    assert [e.state for e in chat.journal.entries()] == ["done"]


def test_new_forgets_the_conversation(tmp_path: Path) -> None:
    chat = Chat(tmp_path, Message("assistant", "Hello."))
    chat("hello", "/new")
    assert chat.session.conversation == chat.session.opening


def test_a_fault_of_ours_does_not_end_the_chat(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    chat = Chat(tmp_path)  # a model with nothing to say raises IndexError
    chat("hello", "/help")
    shown = capsys.readouterr().err
    assert "a fault of ours: IndexError" in shown
    assert "/undo [ID]" in shown
    Path(shown.partition("details are in ")[2].splitlines()[0]).unlink()


def test_ctrl_c_stops_the_answer_and_says_what_was_done(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import os
    import signal

    chat = Chat(tmp_path, LUNCH, Message("assistant", "Then a very long story."))

    class Interrupting(Streaming):
        async def _one(self, conversation, sampling):  # type: ignore[no-untyped-def]
            if conversation.messages[-1].role == "tool":
                os.kill(os.getpid(), signal.SIGINT)
                await asyncio.sleep(5)
            return await super()._one(conversation, sampling)

    chat.session._generator = Interrupting(Engine([LUNCH]), chat.screen.event)
    chat("put lunch")
    assert capsys.readouterr().out == "Added Lunch with Ana: Fri 4 Dec 2026, 12:30–13:30.\nStopped.\n"
