"""Files: paths that lead nowhere else, names that are never guessed, a bin that gives back, and a disk that fills up."""

from __future__ import annotations

from datetime import datetime, timedelta
from itertools import count
from zoneinfo import ZoneInfo

import pytest

from botpsy.apps.change import Change
from botpsy.apps.files.model import Disk, Entry
from botpsy.apps.files.tools import FilesTools
from botpsy.apps.files.tree import Tree
from botpsy.apps.resources import MemoryResources
from botpsy.core.errors import ToolError
from botpsy.tools.tool import Done

NOW = datetime(2026, 12, 1, 9, 0, tzinfo=ZoneInfo("Europe/Madrid"))  # a Tuesday


def disk() -> tuple[MemoryResources, FilesTools]:
    old = NOW - timedelta(days=8)
    entries = [
        Entry("d", "Documents", old, folder=True),
        Entry("t", "Taxes", old, "d", folder=True),
        Entry("v", "Videos", old, folder=True),
        Entry("f1", "2024.txt", old, "t", text="paid", kb=1),
        Entry("f2", "plan.txt", NOW - timedelta(days=1), "t", text="one", kb=1),
        Entry("f3", "plan.txt", old, "d", text="two", kb=1),
        Entry("f4", "surf.mp4", old, "v", kb=600_000),
        Entry("f5", "old.mp4", old, "v", kb=700_000, binned=True),
    ]
    serial = count(1)
    store = MemoryResources([*entries, Disk("disk", 16_000_000, 14_400_000)])
    return store, FilesTools(store, lambda: NOW, lambda: f"new-{next(serial)}")


def paths(store: MemoryResources) -> list[str]:
    tree = Tree(store.all(Entry))
    return sorted(tree.path(e) for e in tree.live if not e.folder)


def undo(store: MemoryResources, done: Done) -> None:
    assert done.undo is not None
    store.restore(Change.from_json(done.undo.change))


@pytest.mark.parametrize("path", ["../x", "Documents/../../etc/passwd", "..", "/.. /x", "Documents\\..\\x", "a\0b"])
def test_nothing_leads_out(path: str) -> None:
    store, tools = disk()
    before = store.snapshot()
    attempts = (tools.read_file, tools.list_folder, tools.create_file, tools.delete_file, tools.make_folder)
    for attempt in attempts:
        with pytest.raises(ToolError):
            attempt(path)
    with pytest.raises(ToolError):
        tools.move_file("2024.txt", path)
    with pytest.raises(ToolError):
        tools.rename_file("2024.txt", path)
    assert store.snapshot() == before


def test_a_file_is_found_by_path_by_name_and_without_its_ending() -> None:
    _, tools = disk()
    for said in ("Documents/Taxes/2024.txt", "/documents/taxes/2024.TXT", "Taxes/2024.txt", "2024.txt", "2024"):
        assert tools.read_file(said) == {"file": "Documents/Taxes/2024.txt", "text": "paid"}


def test_a_name_of_two_files_is_not_guessed() -> None:
    store, tools = disk()
    before = store.snapshot()
    with pytest.raises(ToolError, match=r"Documents/Taxes/plan\.txt; Documents/plan\.txt\. Say which"):
        tools.delete_file("plan.txt")
    assert store.snapshot() == before
    assert tools.read_file("Documents/plan.txt")["text"] == "two"


def test_every_write_is_undone() -> None:
    store, tools = disk()
    before = store.snapshot()
    writes = [
        lambda: tools.create_file("Documents/new.txt", "hello"),
        lambda: tools.append_to_file("2024.txt", "more"),
        lambda: tools.make_folder("Documents/Car"),
        lambda: tools.rename_file("Documents/Taxes", "Duties"),
        lambda: tools.move_file("Documents/Taxes", "Videos"),
        lambda: tools.copy_file("2024.txt", "Videos"),
        lambda: tools.delete_file("Documents"),
        lambda: tools.delete_file("Bin/old.mp4"),
    ]
    for write in writes:
        done = write()
        assert store.snapshot() != before
        undo(store, done)
        assert store.snapshot() == before


def test_a_folder_takes_its_files_along_to_the_bin_and_back() -> None:
    store, tools = disk()
    tools.delete_file("Documents")
    assert paths(store) == ["Videos/surf.mp4"]
    with pytest.raises(ToolError, match=r"no '2024\.txt' in the bin"):
        tools.restore_file("2024.txt")
    with pytest.raises(ToolError, match="still has files"):
        tools.delete_file("Bin/Documents")
    tools.restore_file("Documents")
    assert "Documents/Taxes/2024.txt" in paths(store)


def test_nothing_is_restored_over_a_new_file() -> None:
    _, tools = disk()
    tools.delete_file("2024.txt")
    tools.create_file("Documents/Taxes/2024.txt", "other")
    with pytest.raises(ToolError, match="already"):
        tools.restore_file("2024.txt")


def test_a_full_disk_takes_a_copy_only_after_the_bin_gave_way() -> None:
    store, tools = disk()
    with pytest.raises(ToolError, match=r"not enough space: 600\.0 MB needed, 300\.0 MB free"):
        tools.copy_file("surf.mp4", "Documents")
    tools.delete_file("Bin/old.mp4")
    tools.copy_file("surf.mp4", "Documents")
    assert "Documents/surf.mp4" in paths(store)
    assert tools.disk_space()["free"] == "400.0 MB"


def test_a_folder_cannot_be_moved_into_itself() -> None:
    store, tools = disk()
    before = store.snapshot()
    with pytest.raises(ToolError, match="into itself"):
        tools.move_file("Documents", "Documents/Taxes")
    assert store.snapshot() == before


def test_undone_in_another_order_no_folder_is_lost() -> None:
    store, tools = disk()
    first = tools.move_file("Documents/Taxes", "/")
    tools.move_file("Documents", "Taxes")
    undo(store, first)  # now each would be in the other
    assert sorted(e["name"] for e in store.snapshot().values() if e.get("folder")) == ["Documents", "Taxes", "Videos"]
    assert "Documents/" in tools.list_folder()["entries"]


def test_names_keep_their_ending_and_are_not_taken_twice() -> None:
    store, tools = disk()
    tools.rename_file("2024.txt", "year")
    assert "Documents/Taxes/year.txt" in paths(store)
    with pytest.raises(ToolError, match=r"already 'PLAN\.txt'"):
        tools.rename_file("year", "PLAN.txt")
    tools.copy_file("year.txt")
    assert "Documents/Taxes/year copy.txt" in paths(store)
    with pytest.raises(ToolError, match="the bin"):
        tools.make_folder("bin")


def test_periods_look_back() -> None:
    _, tools = disk()
    assert tools.find_files(changed="yesterday")["files"] == ["Documents/Taxes/plan.txt (1 kB)"]
    assert tools.find_files(changed="this week")["files"] == ["Documents/Taxes/plan.txt (1 kB)"]
    assert len(tools.find_files(kind="text", changed="last week")["files"]) == 2
    assert len(tools.find_files(kind="text", changed="November")["files"]) == 3
    with pytest.raises(ToolError, match="lies ahead"):
        tools.find_files(changed="tomorrow")


def test_only_texts_are_read_and_written() -> None:
    _, tools = disk()
    with pytest.raises(ToolError, match="it is a video"):
        tools.read_file("surf.mp4")
    with pytest.raises(ToolError, match=r"only \.txt"):
        tools.create_file("Videos/new.mp4", "frames")
    with pytest.raises(ToolError, match="make it first"):
        tools.create_file("Nowhere/new.txt", "x")
