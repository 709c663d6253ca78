"""Where files are: paths from the top, such as "Documents/Taxes/2024.txt", and the entries they name.

A path is never more than names of what is there; nothing leads out of the top folder. Case does not matter. The end of
a path does when only one entry has it, and so does a name without its extension.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from botpsy.apps.files.model import Entry, stem
from botpsy.core.errors import ToolError

BIN = "Bin"
_BAD = set('\\:*?"<>|')


def parts(path: str) -> list[str]:
    """Return the names in a path. Raises ToolError for ".." and for names no file can have."""
    names = [p.strip() for p in path.strip().split("/")]
    for name in names:
        if name == "..":
            raise ToolError(f"{path!r} leads out of the files; '..' is not allowed")
        if len(name) > 100 or any(c in _BAD or not c.isprintable() for c in name):
            raise ToolError(f"{name[:60]!r} cannot be a name; use up to 100 letters, digits, spaces, '-', '_' and '.'")
    return [n for n in names if n not in ("", ".")]


def fold(name: str) -> str:
    """Return a name as it is compared."""
    return unicodedata.normalize("NFC", name).casefold()


class Tree:
    """All entries at one moment."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        found = {e.uid: e for e in entries}
        # undoing in another order than writing may leave a folder that is gone, or one inside itself: the top, then
        self.by_uid = {uid: e if _hangs(e, found) else replace(e, parent="") for uid, e in found.items()}
        self.live = [e for e in self.by_uid.values() if self._is_live(e)]
        self.binned = sorted((e for e in self.by_uid.values() if e.binned), key=self.path)

    def path(self, entry: Entry) -> str:
        """Return where an entry is; for what is in the bin, where it was."""
        names = [entry.name]
        while entry.parent:
            entry = self.by_uid[entry.parent]
            names.insert(0, entry.name)
        return "/".join(names)

    def place(self, uid: str) -> str:
        """Return the path of a folder's uid, "/" for the top."""
        return self.path(self.by_uid[uid]) if uid else "/"

    def inside(self, uid: str) -> list[Entry]:
        """Return what is in a folder ("" is the top) and not in the bin, by name."""
        return sorted((e for e in self.live if e.parent == uid), key=lambda e: fold(e.name))

    def find(self, path: str) -> Entry:
        """Return the entry a path names. Raises ToolError when there is none, or more than one fits."""
        names = parts(path)
        if not names:
            raise ToolError("name a file or folder")
        if fold(names[0]) == fold(BIN):
            return self.find_binned("/".join(names[1:]))
        found = self._fit(names, self.live, whole=True) or self._fit(names, self.live)
        if len(found) > 1:
            raise ToolError(f"{len(found)} fit {path!r}: {'; '.join(self.path(e) for e in found[:5])}. Say which")
        if found:
            return found[0]
        near = self._fit(names[:-1], self.live) if len(names) > 1 else []
        uid = near[0].uid if len(near) == 1 and near[0].folder else ""
        known = ", ".join(e.name for e in self.inside(uid)[:6]) or "nothing"
        raise ToolError(f"there is no {path!r}; in {self.place(uid)} there is: {known}")

    def find_binned(self, path: str) -> Entry:
        """Return what was put into the bin under this name, or with this path. Raises ToolError as `find`."""
        names = parts(path)
        if names and fold(names[0]) == fold(BIN):
            names = names[1:]
        found = self._fit(names, self.binned) if names else []
        if len(found) == 1:
            return found[0]
        listed = "; ".join(self.path(e) for e in (found or self.binned)[:5]) or "nothing"
        if found:
            raise ToolError(f"{len(found)} in the bin fit {path!r}: {listed}. Say which")
        raise ToolError(f"no {path!r} in the bin; there is: {listed}")

    def folder(self, path: str) -> str:
        """Return the uid of the folder a path names, "" for the top. Raises ToolError when it is no folder."""
        if not parts(path):
            return ""
        names = parts(path)
        if fold(names[0]) == fold(BIN):
            raise ToolError("the bin is no folder to put things in; delete_file puts things there")
        folders = [e for e in self.live if e.folder]
        found = self._fit(names, folders, whole=True) or self._fit(names, folders)
        if len(found) == 1:
            return found[0].uid
        if found:
            raise ToolError(f"{len(found)} folders fit {path!r}: {'; '.join(map(self.path, found[:5]))}. Say which")
        known = ", ".join(sorted(map(self.path, folders))[:8])
        raise ToolError(f"there is no folder {path!r}; make it first, or use one of: {known}")

    def free(self, parent: str, name: str, but: str = "") -> None:
        """Raise ToolError when a folder has something of this name already (other than the entry `but`)."""
        if not parent and fold(name) == fold(BIN):
            raise ToolError(f"{BIN!r} is the bin; choose another name")
        if any(fold(e.name) == fold(name) and e.uid != but for e in self.inside(parent)):
            raise ToolError(f"there is already {name!r} in {self.place(parent)}; nothing was overwritten")

    def holds(self, folder: Entry, uid: str) -> bool:
        """Return True when the folder of this uid is the given folder or in it."""
        while uid:
            if uid == folder.uid:
                return True
            uid = self.by_uid[uid].parent
        return False

    def _is_live(self, entry: Entry) -> bool:
        while not entry.binned and entry.parent:
            entry = self.by_uid[entry.parent]
        return not entry.binned

    def _fit(self, names: list[str], among: Iterable[Entry], *, whole: bool = False) -> list[Entry]:
        wanted = [fold(n) for n in names]
        readings: tuple[Callable[[Entry], str], ...] = (_exact, _bare)
        for last in readings:
            found = [e for e in among if wanted and last(e) == wanted[-1] and self._ends(e, wanted[:-1], whole)]
            if found:
                return sorted(found, key=self.path)
        return []

    def _ends(self, entry: Entry, folders: list[str], whole: bool) -> bool:
        for name in reversed(folders):
            if not entry.parent:
                return False
            entry = self.by_uid[entry.parent]
            if fold(entry.name) != name:
                return False
        return not (whole and entry.parent)


def _exact(entry: Entry) -> str:
    return fold(entry.name)


def _bare(entry: Entry) -> str:
    return "" if entry.folder else fold(stem(entry.name))


def _hangs(entry: Entry, found: Mapping[str, Entry]) -> bool:
    """Return True when the folders of an entry are there and none is in itself."""
    seen, uid = {entry.uid}, entry.parent
    while uid in found and uid not in seen:
        seen.add(uid)
        uid = found[uid].parent
    return uid != entry.uid and (not entry.parent or entry.parent in found)
