"""Files and folders, as values."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

Kind = Literal["text", "sheet", "document", "photo", "video", "music"]
KINDS: dict[str, Kind] = {
    "txt": "text",
    "md": "text",
    "csv": "sheet",
    "xlsx": "sheet",
    "pdf": "document",
    "docx": "document",
    "jpg": "photo",
    "png": "photo",
    "mp4": "video",
    "mov": "video",
    "mp3": "music",
}
READABLE = ("", "txt", "md", "csv")


@dataclass(frozen=True, slots=True)
class Entry:
    """A file or folder. `parent` is the uid of its folder, "" at the top; what is binned keeps its place for later.

    `changed` is aware; `kb` is the size in kilobytes.
    """

    uid: str
    name: str
    changed: datetime
    parent: str = ""
    folder: bool = False
    text: str = ""
    kb: int = 0
    binned: bool = False


@dataclass(frozen=True, slots=True)
class Disk:
    """How much fits, and what is taken by other things than files, in kilobytes."""

    uid: str
    total_kb: int
    other_kb: int


def extension(name: str) -> str:
    """Return what follows the last dot in small letters, "" for nothing."""
    stem, dot, tail = name.rpartition(".")
    return tail.casefold() if dot and stem else ""


def stem(name: str) -> str:
    """Return a name without its extension."""
    tail = extension(name)
    return name[: -len(tail) - 1] if tail else name


def kind_of(entry: Entry) -> Kind | None:
    """Return what kind of file this is, None for a folder or something unknown."""
    if entry.folder:
        return None
    tail = extension(entry.name)
    return KINDS.get(tail) if tail else "text"


def size(kb: int) -> str:
    """Return a size as people read it: "12 kB", "3.4 MB", "1.2 GB"."""
    if kb < 1000:
        return f"{kb} kB"
    return f"{kb / 1000:.1f} MB" if kb < 1_000_000 else f"{kb / 1_000_000:.1f} GB"
