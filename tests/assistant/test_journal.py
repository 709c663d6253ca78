"""The journal keeps what was done through crashes, shows tampering, and takes two processes at once."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from assistant_world import call

from botpsy.assistant.journal import Expected, Journal
from botpsy.core.errors import BackendError, ConflictError, UsageError
from botpsy.core.messages import Receipt, Undo

RECEIPT = Receipt("create_event", "Added lunch", Undo("calendar", {"uid": "u", "before": None, "after": "x"}))


def filled(folder: Path, count: int = 3) -> Journal:
    journal = Journal(folder)
    for i in range(count):
        journal.done(journal.intend(call("create_event", title=f"Event {i}"), "Added lunch"), RECEIPT)
    return journal


def test_an_entry_goes_from_pending_to_done_to_undone(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    expected = Expected("calendar", "u", None, {"title": "é"})
    number = journal.intend(call("create_event", title="Lunch \ud800"), "Added lunch", [expected])
    (entry,) = Journal(tmp_path).entries()
    assert (entry.id, entry.state, entry.summary, entry.expected) == (number, "pending", "Added lunch", (expected,))
    journal.done(number, RECEIPT)
    (entry,) = Journal(tmp_path).entries()
    assert (entry.state, entry.undo) == ("done", RECEIPT.undo)
    journal.undone(number)
    assert Journal(tmp_path).entries()[0].state == "undone"
    assert journal.chain.fault() == ""


def test_the_latest_is_undone_first_and_never_twice(tmp_path: Path) -> None:
    journal = filled(tmp_path, 2)
    assert journal.undoable().id == 2
    journal.undone(2)
    assert journal.undoable().id == 1
    with pytest.raises(ConflictError, match="entry 2 cannot be undone: it is undone"):
        journal.undoable(2)
    journal.undone(1)
    with pytest.raises(UsageError, match="nothing to undo"):
        journal.undoable()
    with pytest.raises(UsageError, match="no entry 9"):
        journal.undoable(9)


@pytest.mark.parametrize("length", [0, 5000])
def test_a_half_written_last_line_is_dropped_and_written_over(tmp_path: Path, length: int) -> None:
    journal = filled(tmp_path, 2)
    with journal.path.open("ab") as file:
        file.write(b'{"id": 3, "kind": "int' + b"x" * length)
    assert len(Journal(tmp_path).entries()) == 2
    assert journal.chain.fault() == ""
    filled(tmp_path, 1)
    assert [e.id for e in journal.entries()] == [1, 2, 3]
    assert journal.chain.fault() == ""


@pytest.mark.parametrize("damage", ["change", "remove", "swap", "forge"])
def test_a_change_in_the_middle_shows(tmp_path: Path, damage: str) -> None:
    journal = filled(tmp_path)
    lines = journal.path.read_text().splitlines(keepends=True)
    if damage == "change":
        lines[2] = lines[2].replace("Event 1", "Event 9")
    elif damage == "remove":
        del lines[2]
    elif damage == "swap":
        lines[2], lines[4] = lines[4], lines[2]
    else:
        row = json.loads(lines[2])
        lines[2] = json.dumps({**row, "tool": "delete_event"}) + "\n"
    journal.path.write_text("".join(lines))
    assert f"{journal.path}:3" in journal.chain.fault()


@pytest.mark.parametrize("junk", ["not json\n", "[1]\n", "{}\n", '{"id": "1", "kind": "done", "hash": ""}\n', "\n"])
def test_a_damaged_journal_stops_writes_and_names_the_line(tmp_path: Path, junk: str) -> None:
    journal = filled(tmp_path, 1)
    journal.path.write_text(junk + journal.path.read_text())
    with pytest.raises(ConflictError, match=r"journal.jsonl:1 is not a line of ours.*move the file away"):
        journal.entries()
    before = journal.path.read_bytes()
    with pytest.raises(ConflictError):
        journal.intend(call("create_event"))
    assert journal.path.read_bytes() == before
    assert "not a line of ours" in journal.chain.fault()


def test_writers_at_once_keep_one_chain(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _: filled(tmp_path, 5), range(8)))
    journal = Journal(tmp_path)
    assert [e.id for e in journal.entries()] == list(range(1, 41))
    assert {e.state for e in journal.entries()} == {"done"}
    assert journal.chain.fault() == ""


def test_two_processes_at_once_keep_one_chain(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from botpsy.assistant.journal import Journal\n"
        "from botpsy.core.messages import ToolCall\n"
        "journal = Journal(Path(sys.argv[1]))\n"
        "for i in range(30): journal.failed(journal.intend(ToolCall('t', {'i': i})), 'no')\n"
    )
    both = [subprocess.Popen([sys.executable, "-c", code, str(tmp_path)]) for _ in range(2)]
    assert [p.wait(30) for p in both] == [0, 0]
    journal = Journal(tmp_path)
    assert [e.id for e in journal.entries()] == list(range(1, 61))
    assert journal.chain.fault() == ""


def test_it_is_for_its_owner_only(tmp_path: Path) -> None:
    journal = filled(tmp_path / "home", 1)
    assert journal.path.stat().st_mode & 0o077 == 0
    assert (tmp_path / "home").stat().st_mode & 0o077 == 0


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BackendError, match="BOTPSY_HOME"):
        Journal(tmp_path / "file" / "home")


@pytest.mark.skipif(os.geteuid() != 0, reason="mounting a small disk needs root")
def test_a_full_disk_leaves_the_journal_as_it_was(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(disk)], capture_output=True)
    if mounted.returncode:
        pytest.skip("mount is not allowed here")
    try:
        journal = filled(disk, 2)
        filler = disk / "filler"
        with filler.open("wb", buffering=0) as file:
            try:
                while file.write(b"x" * 1024):
                    pass
            except OSError:
                pass
        before = journal.path.read_bytes()
        with pytest.raises(BackendError, match="No space left"):
            journal.intend(call("create_event", title="x" * 8192))
        assert journal.path.read_bytes() == before
        filler.unlink()
        filled(disk, 1)
        assert [e.id for e in journal.entries()] == [1, 2, 3]
        assert journal.chain.fault() == ""
    finally:
        subprocess.run(["umount", str(disk)], check=True)
