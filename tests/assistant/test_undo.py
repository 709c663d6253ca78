"""Undo after a restart, undo that must not, and what becomes of a write that was cut off."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import textwrap
from dataclasses import replace
from pathlib import Path

import pytest
from assistant_world import ADDED, LUNCH, NOW, Clock, Flaky, call, calls, event, says, titles, world

from botpsy.apps.calendar.simulated import SimulatedCalendar, event_from_json
from botpsy.assistant.backends import Apps
from botpsy.assistant.journal import Expected, Journal
from botpsy.assistant.policy import Everything
from botpsy.assistant.recovery import reconcile
from botpsy.assistant.session import Session
from botpsy.assistant.undo import undo
from botpsy.core.errors import BackendError, ConflictError
from botpsy.core.messages import Receipt, ToolCall, Undo
from botpsy.models.scripted import Scripted


def do(tmp_path: Path, apps: Apps, *made: ToolCall) -> None:
    turns = [calls(m) for m in made]
    answer = asyncio.run(Session(Scripted([*turns, says("")]), apps, Journal(tmp_path), Everything()).ask("do"))
    assert answer.ok, answer.text


def snapshot(apps: Apps) -> object:
    assert isinstance(apps.calendar, SimulatedCalendar)
    return apps.calendar.snapshot()


@pytest.mark.parametrize(
    "made",
    [
        call("create_event", **LUNCH),
        call("delete_event", event="Dentist"),
        call("change_event", event="Dentist", new_when="Friday at 10:00"),
        call("invite", event="Dentist", emails=["ana@example.org"]),
    ],
    ids=lambda made: made.name,
)
def test_each_write_is_taken_back_after_a_restart(tmp_path: Path, made: ToolCall) -> None:
    apps = world(event())
    before = snapshot(apps)
    do(tmp_path, apps, made)
    assert snapshot(apps) != before
    undone = undo(apps, Journal(tmp_path))
    assert snapshot(apps) == before
    assert undone.words == f"Undone: {undone.entry.summary}"
    assert Journal(tmp_path).entries()[0].state == "undone"


def test_contacts_come_back_too(tmp_path: Path) -> None:
    apps = world()
    do(tmp_path, apps, call("delete_contact", name="Ana Ruiz"))
    assert apps.contacts.all() == []
    undo(apps, Journal(tmp_path))
    assert [c.name for c in apps.contacts.all()] == ["Ana Ruiz"]


def test_undo_goes_back_step_by_step(tmp_path: Path) -> None:
    apps = world()
    do(tmp_path, apps, call("create_event", **LUNCH), call("change_event", event="Lunch with Ana", new_title="Lunch"))
    undo(apps, Journal(tmp_path))
    assert titles(apps) == ["Lunch with Ana"]
    undo(apps, Journal(tmp_path))
    assert titles(apps) == []


def test_what_was_changed_since_is_left_alone(tmp_path: Path) -> None:
    apps = world(event())
    do(tmp_path, apps, call("change_event", event="Dentist", new_when="Friday at 10:00"))
    apps.calendar.put(replace(apps.calendar.get("d"), location="Elm Street 4"))
    before = snapshot(apps)
    with pytest.raises(ConflictError, match=r"cannot undo 1 \(Changed Dentist.*changed since; nothing was changed"):
        undo(apps, Journal(tmp_path))
    assert snapshot(apps) == before
    assert Journal(tmp_path).entries()[0].state == "done"


def test_what_a_person_took_back_by_hand_does_not_stand_in_the_way(tmp_path: Path) -> None:
    apps = world()
    do(tmp_path, apps, call("create_event", **LUNCH))
    apps.calendar.delete(Journal(tmp_path).entries()[0].expected[0].uid)
    assert undo(apps, Journal(tmp_path)).words == f"Already as it was before: {ADDED}"
    assert Journal(tmp_path).entries()[0].state == "undone"


def test_with_the_server_down_the_entry_stays(tmp_path: Path) -> None:
    calendar = Flaky()
    apps = Apps(calendar, world().contacts, Clock())
    journal = Journal(tmp_path)
    do(tmp_path, world_apps := world(), call("create_event", **LUNCH))

    def down(_change: object) -> None:
        raise BackendError("the calendar server does not answer")

    calendar.restore = down  # type: ignore[method-assign]
    with pytest.raises(BackendError):
        undo(apps, journal)
    assert undo(world_apps, journal).entry.summary == ADDED


KILLED = """
    import asyncio, json, os, sys
    from pathlib import Path
    sys.path.insert(0, sys.argv[1])
    from assistant_world import *
    from botpsy.apps.calendar.simulated import event_to_json
    from botpsy.assistant.journal import Journal
    from botpsy.assistant.policy import Everything
    from botpsy.assistant.session import Session
    from botpsy.models.scripted import Scripted

    home, moment = Path(sys.argv[2]), sys.argv[3]

    class Killed(SimulatedCalendar):
        def put(self, event):
            if moment == "after":
                (home / "stored.json").write_text(json.dumps(event_to_json(event)))
            os.kill(os.getpid(), 9)

    apps = Apps(Killed(), world().contacts, Clock())
    script = Scripted([calls(call("create_event", **LUNCH))])
    asyncio.run(Session(script, apps, Journal(home), Everything()).ask("Put lunch"))
"""


@pytest.mark.parametrize(("moment", "state"), [("before", "failed"), ("after", "done")])
def test_a_kill_between_intent_and_receipt_is_found_at_the_next_start(tmp_path: Path, moment: str, state: str) -> None:
    here = str(Path(__file__).parent)
    code = textwrap.dedent(KILLED)
    killed = subprocess.run([sys.executable, "-c", code, here, str(tmp_path), moment], capture_output=True, text=True)
    assert killed.returncode == -9, killed.stderr
    journal = Journal(tmp_path)
    assert [e.state for e in journal.entries()] == ["pending"]
    stored = tmp_path / "stored.json"
    apps = world(*([event_from_json(json.loads(stored.read_text()))] if stored.exists() else []))
    (told,) = reconcile(apps, journal)
    assert f"it was {'done' if state == 'done' else 'not done'}: Add Lunch with Ana: Fri 4 Dec 2026" in told
    assert [e.state for e in journal.entries()] == [state]
    assert reconcile(apps, journal) == []
    assert journal.chain.fault() == ""


def pending(tmp_path: Path, before: object, after: object) -> Journal:
    journal = Journal(tmp_path)
    journal.intend(call("change_event"), "Changed Dentist", [Expected("calendar", "d", before, after)])
    return journal


def test_a_change_that_can_be_neither_told_nor_excluded_is_called_unknown(tmp_path: Path) -> None:
    apps = world(event())
    journal = pending(tmp_path, {"title": "Old"}, {"title": "New"})
    (told,) = reconcile(apps, journal)
    assert "may or may not have been done; look whether it is as you want it: Change Dentist" in told
    assert [e.state for e in journal.entries()] == ["unknown"]


def test_while_the_server_is_down_it_stays_pending(tmp_path: Path) -> None:
    calendar = Flaky()
    calendar.dead = True
    journal = pending(tmp_path, None, {"title": "New"})
    (told,) = reconcile(Apps(calendar, world().contacts, lambda: NOW), journal)
    assert "cannot be looked at now" in told
    assert [e.state for e in journal.entries()] == ["pending"]


def test_a_write_that_another_process_has_under_way_is_left_alone(tmp_path: Path) -> None:
    other = Journal(tmp_path)
    with other.writing():
        pending(tmp_path, None, {"title": "New"})
        assert reconcile(world(), Journal(tmp_path)) == []
        assert [e.state for e in other.entries()] == ["pending"]
    assert len(reconcile(world(), Journal(tmp_path))) == 1


def test_without_knowing_what_was_meant_a_conflict_is_a_conflict(tmp_path: Path) -> None:
    apps = world(event())
    journal = Journal(tmp_path)
    change = {"uid": "d", "before": None, "after": "something else"}
    journal.done(journal.intend(call("create_event")), Receipt("create_event", "Added", Undo("calendar", change)))
    with pytest.raises(ConflictError):
        undo(apps, journal)
    assert titles(apps) == ["Dentist"]
