"""What the model can do with files and folders."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Literal

from botpsy.apps.app_tools import AppTools
from botpsy.apps.files.model import KINDS, READABLE, Disk, Entry, extension, kind_of, size, stem
from botpsy.apps.files.tree import BIN, Tree, fold, parts
from botpsy.apps.match import words_match
from botpsy.apps.when import resolve_span, say
from botpsy.apps.when_words import MONTHS, WEEKDAYS
from botpsy.core.errors import ToolError
from botpsy.core.messages import Json
from botpsy.tools.tool import Done, tool

_SHOWN = 8
_LONGEST = 3000  # characters of a text that are read


class FilesTools(AppTools):
    """Tools of files and folders."""

    app = "files"

    @tool("read")
    def list_folder(self, folder: str = "/") -> dict[str, Json]:
        """Show what is in a folder.

        Args:
            folder: such as "Documents/Taxes"; "Bin" for deleted files
        """
        tree = self._tree()
        if [fold(p) for p in parts(folder)] == [fold(BIN)]:
            named, entries = BIN, [tree.path(e) for e in tree.binned]
        else:
            uid = tree.folder(folder)
            named = tree.place(uid)
            entries = [f"{e.name}/" if e.folder else e.name for e in tree.inside(uid)]
        if not entries:
            return {"folder": named, "entries": [], "note": f"{named} is empty"}
        found: dict[str, Json] = {"folder": named, "entries": entries[: 2 * _SHOWN]}
        return found | _cut(len(entries), 2 * _SHOWN)

    @tool("read")
    def find_files(
        self,
        name: str = "",
        kind: Literal["text", "sheet", "document", "photo", "video", "music"] | None = None,
        changed: str = "",
    ) -> dict[str, Json]:
        """Find files in all folders.

        Args:
            name: words of the name
            kind: only this kind
            changed: period of last change, such as "last week"
        """
        if not (name.strip() or kind or changed.strip()):
            raise ToolError("say what to look for: a name, a kind or a period")
        tree, found = self._tree(), list[Entry]()
        start, end = _past(changed, self._now()) if changed.strip() else (None, None)
        for entry in tree.live:
            fits = words_match(_spaced(name), _spaced(entry.name)) and (kind is None or kind_of(entry) == kind)
            if fits and not entry.folder and (start is None or end is None or start <= entry.changed < end):
                found.append(entry)
        if not found:
            looked = [f"called {name!r}"] * bool(name) + [f"of kind {kind}"] * bool(kind)
            looked += [f"changed {say(start, end, self._now())}"] if start and end else []
            return {"files": [], "note": f"no file {' and '.join(looked)}"}
        found.sort(key=lambda e: (-e.changed.timestamp(), tree.path(e)))
        lines: list[Json] = [f"{tree.path(e)} ({size(e.kb)})" for e in found[:_SHOWN]]
        return {"files": lines} | _cut(len(found), _SHOWN)

    @tool("read")
    def read_file(self, path: str) -> dict[str, Json]:
        """Read the text of a file.

        Args:
            path: such as "Documents/Taxes/2024.txt"
        """
        tree = self._tree()
        found = tree.find(path)
        if found.folder:
            raise ToolError(f"{tree.path(found)} is a folder; list_folder shows what is in it")
        if extension(found.name) not in READABLE:
            raise ToolError(f"{tree.path(found)} has no text to read; it is a {kind_of(found) or 'file'}")
        shown: dict[str, Json] = {"file": tree.path(found), "text": found.text[:_LONGEST]}
        if not found.text:
            return shown | {"note": f"{found.name} is empty"}
        return shown | ({"note": "only the beginning is shown"} if len(found.text) > _LONGEST else {})

    @tool("read")
    def disk_space(self) -> dict[str, Json]:
        """Show free space and the largest files."""
        tree, free, total = self._tree(), self._free(), sum(d.total_kb for d in self._backend.all(Disk))
        largest = sorted((e for e in tree.live if not e.folder), key=lambda e: (-e.kb, tree.path(e)))[:3]
        return {
            "free": size(free),
            "total": size(total),
            "in_bin": size(sum(e.kb for e in tree.binned)),
            "largest": [f"{tree.path(e)} ({size(e.kb)})" for e in largest],
        }

    @tool("write")
    def create_file(self, path: str, text: str = "") -> Done:
        """Make a new text file.

        Args:
            path: folder and name, such as "Documents/list.txt"
            text: what to write
        """
        tree = self._tree()
        parent, name = self._new_place(tree, path)
        if extension(name) not in READABLE and extension(name) in KINDS:
            raise ToolError(f"only .txt, .md and .csv files can be written, not .{extension(name)}")
        self._fits(_kb(text))
        entry = Entry(self._new_uid(), name, self._now(), parent, text=text.strip(), kb=_kb(text))
        change = self._backend.put(entry)
        return self._done(f"Created {_join(tree.place(parent), name)}", change)

    @tool("write")
    def append_to_file(self, path: str, text: str) -> Done:
        """Add text at the end of a file.

        Args:
            path: the file
            text: what to add
        """
        tree = self._tree()
        found = tree.find(path)
        if found.folder or extension(found.name) not in READABLE:
            raise ToolError(f"{tree.path(found)} is not a text file")
        if not text.strip():
            raise ToolError("say what to add")
        whole = f"{found.text}\n{text.strip()}".strip()
        self._fits(_kb(whole) - found.kb)
        change = self._backend.put(replace(found, text=whole, kb=_kb(whole), changed=self._now()))
        return self._done(f"Added to {tree.path(found)}: {text.strip()}", change)

    @tool("write")
    def make_folder(self, path: str) -> Done:
        """Make a new folder.

        Args:
            path: such as "Documents/Taxes"
        """
        tree = self._tree()
        parent, name = self._new_place(tree, path)
        change = self._backend.put(Entry(self._new_uid(), name, self._now(), parent, folder=True))
        return self._done(f"Made folder {_join(tree.place(parent), name)}", change)

    @tool("write")
    def rename_file(self, path: str, new_name: str) -> Done:
        """Rename a file or folder; it stays where it is.

        Args:
            path: the file or folder
            new_name: name without a folder
        """
        tree = self._tree()
        found = self._live(tree, path)
        name = _name(new_name, found)
        if name == found.name:
            raise ToolError(f"it is called {name!r} already")
        tree.free(found.parent, name, but=found.uid)
        change = self._backend.put(replace(found, name=name))
        return self._done(f"Renamed {tree.path(found)} to {name}", change)

    @tool("write")
    def move_file(self, path: str, to_folder: str) -> Done:
        """Move a file or folder into another folder.

        Args:
            path: the file or folder
            to_folder: such as "Documents/Taxes"; "/" for the top
        """
        tree = self._tree()
        found, parent = self._live(tree, path), tree.folder(to_folder)
        if found.parent == parent:
            raise ToolError(f"{found.name} is in {tree.place(parent)} already")
        if found.folder and tree.holds(found, parent):
            raise ToolError(f"{tree.path(found)} cannot be moved into itself")
        tree.free(parent, found.name)
        change = self._backend.put(replace(found, parent=parent))
        return self._done(f"Moved {tree.path(found)} to {tree.place(parent)}", change)

    @tool("write")
    def copy_file(self, path: str, to_folder: str = "", new_name: str = "") -> Done:
        """Copy a file.

        Args:
            path: the file
            to_folder: where to; the same folder if not said
            new_name: name of the copy, if another
        """
        tree = self._tree()
        found = self._live(tree, path)
        if found.folder:
            raise ToolError(f"{tree.path(found)} is a folder; only files can be copied")
        parent = tree.folder(to_folder) if to_folder.strip() else found.parent
        tail = extension(found.name)
        own = f"{stem(found.name)} copy" + (f".{tail}" if tail else "")
        name = _name(new_name, found) if new_name.strip() else (own if parent == found.parent else found.name)
        tree.free(parent, name)
        self._fits(found.kb)
        change = self._backend.put(replace(found, uid=self._new_uid(), name=name, parent=parent, changed=self._now()))
        return self._done(f"Copied {tree.path(found)} to {_join(tree.place(parent), name)}", change)

    @tool("write")
    def delete_file(self, path: str) -> Done:
        """Move to the bin; what is in the bin goes forever.

        Args:
            path: file or folder; "Bin/old.mp4" deletes it forever
        """
        tree = self._tree()
        found = tree.find(path)
        if not found.binned:
            change = self._backend.put(replace(found, binned=True))
            return self._done(f"Moved {tree.path(found)} to the bin", change)
        if any(e.parent == found.uid for e in tree.by_uid.values()):
            raise ToolError(f"the folder {found.name} still has files in it; restore it and delete them one by one")
        return self._done(f"Deleted {tree.path(found)} from the bin forever", self._backend.delete(found))

    @tool("write")
    def restore_file(self, name: str) -> Done:
        """Take a file or folder out of the bin.

        Args:
            name: its name
        """
        tree = self._tree()
        found = tree.find_binned(name)
        if found.parent and tree.by_uid[found.parent] not in tree.live:
            raise ToolError(f"its folder {tree.place(found.parent)} is in the bin; restore that first")
        tree.free(found.parent, found.name)
        change = self._backend.put(replace(found, binned=False))
        return self._done(f"Restored {tree.path(found)}", change)

    def _tree(self) -> Tree:
        return Tree(self._backend.all(Entry))

    def _live(self, tree: Tree, path: str) -> Entry:
        found = tree.find(path)
        if found.binned:
            raise ToolError(f"{found.name} is in the bin; restore it first")
        return found

    def _new_place(self, tree: Tree, path: str) -> tuple[str, str]:
        names = parts(path)
        if not names or path.strip().endswith("/"):
            raise ToolError(f"{path!r} has no name at its end")
        parent = tree.folder("/".join(names[:-1]))
        tree.free(parent, names[-1])
        return parent, names[-1]

    def _free(self) -> int:
        disks = self._backend.all(Disk)
        return sum(d.total_kb - d.other_kb for d in disks) - sum(e.kb for e in self._backend.all(Entry))

    def _fits(self, kb: int) -> None:
        free = self._free()
        if self._backend.all(Disk) and kb > max(free, 0):
            lack = f"{size(kb)} needed, {size(max(free, 0))} free"
            raise ToolError(f"not enough space: {lack}; delete something from the bin forever first")


def _spaced(name: str) -> str:
    """Return a name with what is between its words as spaces."""
    return re.sub(r"[._\-]+", " ", name)


def _past(phrase: str, now: datetime) -> tuple[datetime, datetime]:
    """Return the period a phrase means when it speaks of what was. Raises ToolError when it lies ahead."""
    text = " ".join(phrase.casefold().split()).removeprefix("in ").removeprefix("on ").removeprefix("during ")
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    if found := re.fullmatch(r"(?:the |this )(week|month|year)", text):
        first = {"week": midnight - timedelta(days=now.weekday()), "month": midnight.replace(day=1)}
        return first.get(found[1], midnight.replace(month=1, day=1)), midnight + timedelta(days=1)
    start, end = resolve_span(text, now)
    if start > now and text in (d.casefold() for d in WEEKDAYS):
        start, end = start - timedelta(days=7), end - timedelta(days=7)
    elif text in (months := [m.casefold() for m in MONTHS]):
        start, end = resolve_span(f"{text} {now.year - (months.index(text) >= now.month)}", now)
    if start > now:
        raise ToolError(f"{phrase!r} lies ahead; say when it was changed")
    return start, end


def _name(said: str, entry: Entry) -> str:
    names = parts(said)
    if len(names) != 1 or "/" in said.strip():
        raise ToolError(f"{said!r} is no name; give one without a folder")
    tail = extension(entry.name)
    return names[0] if entry.folder or not tail or extension(names[0]) else f"{names[0]}.{tail}"


def _kb(text: str) -> int:
    return -(-len(text.strip().encode()) // 1000)


def _join(folder: str, name: str) -> str:
    return name if folder == "/" else f"{folder}/{name}"


def _cut(count: int, shown: int) -> dict[str, Json]:
    return {"note": f"{count - shown} more are not shown"} if count > shown else {}
