"""Messages: who is meant, when nothing can go out, and that every write can be undone."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import count
from zoneinfo import ZoneInfo

import pytest

from botpsy.apps.change import Change
from botpsy.apps.messages.model import Status, Text, Thread
from botpsy.apps.messages.tools import MessagesTools
from botpsy.apps.resources import MemoryResources
from botpsy.core.errors import ToolError
from botpsy.tools.tool import Done

NOW = datetime(2026, 12, 1, 9, 0, tzinfo=ZoneInfo("Europe/Madrid"))


def phone(*, on: bool = True, signal: bool = True) -> tuple[MemoryResources, MessagesTools]:
    serial = count(1)
    heard = Text("Ana Ruiz", "The key is under the mat", NOW - timedelta(hours=3))
    said = Text("me", "Who has the key?", NOW - timedelta(hours=2))
    backend = MemoryResources(
        [
            Status("status", on, signal),
            Thread("1", "Ana Ruiz", ("+34600111222",), (heard,), unread=1),
            Thread("2", "Ana Kim", ("600333444",), (), muted=True),
            Thread("3", "Book club", ("+34600111222", "600333444"), (said,)),
        ]
    )
    return backend, MessagesTools(backend, lambda: NOW, lambda: f"new-{next(serial)}")


def texts(backend: MemoryResources, uid: str) -> list[str]:
    return [x.text for x in backend.get(Thread, uid).texts]


@pytest.mark.parametrize("to", ["+34 600 111 222", "+34-600-111-222", "+34600111222", "ana ruiz"])
def test_a_number_in_any_writing_finds_its_thread(to: str) -> None:
    backend, tools = phone()
    tools.send_text(to, " Thanks ")
    assert texts(backend, "1") == ["The key is under the mat", "Thanks"]


def test_a_new_number_gets_one_thread_however_it_is_written() -> None:
    backend, tools = phone()
    tools.send_text("(030) 123-456", "Hello")
    tools.send_text("030 123 456", "Are you there?")
    assert texts(backend, "new-1") == ["Hello", "Are you there?"]
    assert backend.get(Thread, "new-1").numbers == ("030123456",)
    assert len(backend.all(Thread)) == 4


@pytest.mark.parametrize(
    ("to", "reason"),
    [
        ("Ana", "2 fit 'Ana'"),
        ("Zoe", "contacts"),
        ("12", "5 to 15 digits"),
        ("1" * 16, "5 to 15 digits"),
        ("", "no thread"),
    ],
)
def test_nothing_is_sent_to_somebody_unclear(to: str, reason: str) -> None:
    backend, tools = phone()
    before = backend.snapshot()
    with pytest.raises(ToolError, match=reason):
        tools.send_text(to, "Hello")
    assert backend.snapshot() == before


def test_without_signal_nothing_goes_out_and_the_way_out_is_named() -> None:
    backend, tools = phone(on=False)
    with pytest.raises(ToolError, match="switch_signal"):
        tools.send_text("Book club", "Hi")
    assert tools.check_signal() == {"signal": "off"}
    tools.switch_signal(on=True)
    tools.send_text("Book club", "Hi")
    assert texts(backend, "3")[-1] == "Hi"
    _, nowhere = phone(signal=False)
    with pytest.raises(ToolError, match="no signal here"):
        nowhere.send_text("Book club", "Hi")
    with pytest.raises(ToolError, match="already on"):
        nowhere.switch_signal(on=True)


def test_reading_shows_texts_and_leaves_them_unread() -> None:
    backend, tools = phone()
    before = backend.snapshot()
    assert tools.read_thread("Ana Ruiz")["messages"] == ["Ana Ruiz, Tue 1 Dec 2026, 06:00: The key is under the mat"]
    assert tools.read_thread("Ana Kim")["note"] == "no messages with Ana Kim"
    assert tools.list_threads(unread_only=True)["threads"] == ["Ana Ruiz (1 unread), last Tue 1 Dec 2026, 06:00"]
    assert backend.snapshot() == before


def test_search_finds_the_newest_first_and_says_what_it_looked_for() -> None:
    _, tools = phone()
    found = tools.search_texts("key")["messages"]
    assert [line.split(",")[0] for line in found] == ["Book club: me", "Ana Ruiz"]
    assert tools.search_texts("umbrella") == {"messages": [], "note": "no message about 'umbrella'"}
    with pytest.raises(ToolError, match="which words"):
        tools.search_texts(" ")


def test_muting_for_a_time_ends() -> None:
    backend, tools = phone()
    tools.mute_thread("Ana Ruiz", "8 hours")
    assert backend.get(Thread, "1").muted_until == NOW + timedelta(hours=8)
    with pytest.raises(ToolError, match="already muted"):
        tools.mute_thread("Ana Kim")
    with pytest.raises(ToolError, match="not muted"):
        tools.unmute_thread("Book club")
    with pytest.raises(ToolError, match="some time"):
        tools.mute_thread("Book club", "some time")


def test_only_groups_are_renamed_and_to_a_free_name() -> None:
    backend, tools = phone()
    with pytest.raises(ToolError, match="not a group"):
        tools.rename_group("Ana Kim", "Aunt")
    with pytest.raises(ToolError, match="already a thread"):
        tools.rename_group("Book club", "ana kim")
    tools.rename_group("Book club", "Readers")
    assert backend.get(Thread, "3").name == "Readers"


@pytest.mark.parametrize(
    "write",
    [
        lambda t: t.send_text("Ana Kim", "Hi"),
        lambda t: t.send_text("030123456", "Hi"),
        lambda t: t.mark_thread("Ana Ruiz", read=True),
        lambda t: t.mark_thread("Ana Kim", read=False),
        lambda t: t.mute_thread("Book club", "1 hour"),
        lambda t: t.unmute_thread("Ana Kim"),
        lambda t: t.rename_group("Book club", "Readers"),
        lambda t: t.delete_thread("Book club"),
        lambda t: t.switch_signal(on=False),
    ],
)
def test_every_write_can_be_undone(write: Callable[[MessagesTools], Done]) -> None:
    backend, tools = phone()
    before = backend.snapshot()
    done = write(tools)
    assert backend.snapshot() != before
    assert done.undo is not None and done.undo.app == "messages"
    backend.restore(Change.from_json(done.undo.change))
    assert backend.snapshot() == before
