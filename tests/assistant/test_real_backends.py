"""The same requests over CalDAV and CardDAV on the embedded server, through restarts and with the server failing."""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from assistant_world import ADDED, LUNCH, NOW, call, calls, says

from botpsy.apps.embedded_server import EmbeddedServer
from botpsy.assistant.answer import Answer
from botpsy.assistant.backends import Apps
from botpsy.assistant.journal import Expected, Journal
from botpsy.assistant.open import open_apps
from botpsy.assistant.policy import Everything
from botpsy.assistant.recovery import reconcile
from botpsy.assistant.session import Session
from botpsy.assistant.settings import Account, Settings
from botpsy.assistant.undo import undo
from botpsy.core.errors import BackendError
from botpsy.core.messages import ToolCall
from botpsy.models.scripted import Scripted

SETTINGS = Settings(zone="Europe/Madrid")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BOTPSY_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@contextmanager
def opened(settings: Settings = SETTINGS) -> Generator[Apps]:
    """Open the backends at a fixed time, as one run of the program does."""
    with open_apps(settings) as apps:
        yield replace(apps, now=lambda: NOW)


def do(home: Path, apps: Apps, *made: ToolCall) -> Answer:
    turns = [calls(m) for m in made]
    return asyncio.run(Session(Scripted([*turns, says("")]), apps, Journal(home), Everything()).ask("do"))


def stored(home: Path, suffix: str = "ics") -> list[str]:
    found = [p for p in home.rglob(f"*.{suffix}") if ".Radicale.cache" not in p.parts]
    return [p.read_text() for p in found]


def test_an_event_stands_in_the_store_and_is_undone_after_a_restart(home: Path) -> None:
    with opened() as apps:
        answer = do(home, apps, call("create_event", **LUNCH))
    assert (answer.text, answer.ok) == (f"{ADDED}.", True)
    (text,) = stored(home)
    assert "SUMMARY:Lunch with Ana" in text
    assert re.search(r"DTSTART;TZID=\"?Europe/Madrid\"?:20261204T123000", text)
    with opened() as apps:
        assert undo(apps, Journal(home)).words == f"Undone: {ADDED}"
    assert stored(home) == []


def test_every_kind_of_write_is_undone_step_by_step(home: Path) -> None:
    made = [
        call("create_event", title="Gym", when="tomorrow at 18:00", repeat="weekly"),
        call("change_event", event="Gym", new_when="19:00"),
        call("delete_event", event="Gym", on="9 December"),
        call("invite", event="Gym", emails=["ana@example.org"]),
        call("save_contact", name="Ana Ruiz", phone="+34 600 000 000"),
        call("save_contact", name="Ana Ruiz", email="ana@example.org"),
        call("delete_contact", name="Ana Ruiz"),
    ]
    for write in made:
        with opened() as apps:
            answer = do(home, apps, write)
            assert answer.ok, (write, answer.text)
    for _ in made:
        with opened() as apps:
            undo(apps, Journal(home))
    assert stored(home) == []
    assert stored(home, "vcf") == []
    assert {e.state for e in Journal(home).entries()} == {"undone"}
    assert Journal(home).chain.fault() == ""


def test_what_a_session_did_is_recognised_after_a_crash(home: Path) -> None:
    """The intent holds what the write means to make; what the server then has must be found equal to it."""
    made = [
        call("create_event", title="Gym", when="tomorrow at 18:00", location="Main St; 4, \\ left"),
        call("change_event", event="Gym", new_when="Friday at 19:00"),
        call("save_contact", name="Ana Ruiz", birthday="4 May 1990"),
        call("save_contact", name="Ana Ruiz", address="Elm Street 4, Madrid"),
        call("delete_contact", name="Ana Ruiz"),
        call("delete_event", event="Gym"),
    ]
    for write in made:
        with opened() as apps:
            assert do(home, apps, write).ok
            journal = Journal(home)
            done = journal.entries()[-1]
            number = journal.intend(write, done.summary, done.expected)  # the same, with the receipt lost
            (told,) = reconcile(apps, journal)
            assert "it was done" in told
            assert journal.entries()[number - 1].state == "done"


def test_what_did_not_reach_the_server_is_recognised_too(home: Path) -> None:
    with opened() as apps:
        do(home, apps, call("create_event", **LUNCH))
        (expected,) = Journal(home).entries()[0].expected
        Journal(home).intend(
            call("delete_event"), "Deleted", [Expected("calendar", expected.uid, expected.after, None)]
        )
        (told,) = reconcile(apps, Journal(home))
        assert "it was not done" in told


def test_a_server_that_is_down_is_one_sentence_and_changes_nothing(home: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    account = Account(f"http://127.0.0.1:{port}/ana/", "ana", "secret")
    with (
        opened(replace(SETTINGS, calendar=account, contacts=account)) as apps,
        pytest.raises(BackendError, match="Nothing was changed") as caught,
    ):
        do(home, apps, call("create_event", **LUNCH))
    assert f"127.0.0.1:{port}" in str(caught.value)
    assert "secret" not in str(caught.value)
    assert Journal(home).entries() == []


def test_a_wrong_password_is_one_sentence(home: Path, tmp_path: Path) -> None:
    server = EmbeddedServer(tmp_path / "dav")
    running = server.start()
    try:
        account = Account(running.calendar_url, running.user, "wrong")
        with (
            opened(replace(SETTINGS, calendar=account)) as apps,
            pytest.raises(BackendError, match=r"(?i)password.*Nothing was changed"),
        ):
            do(home, apps, call("create_event", **LUNCH))
    finally:
        server.stop()
