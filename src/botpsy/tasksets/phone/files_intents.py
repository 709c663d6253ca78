"""Requests about files and folders, with what a perfect assistant does."""

from __future__ import annotations

from collections.abc import Callable

from botpsy.apps.files.model import Disk, Entry, extension, kind_of, size, stem
from botpsy.apps.files.tree import Tree
from botpsy.tasksets.phone.calendar_intents import ANSWER
from botpsy.tasksets.phone.draft import Draft, Draw, call
from botpsy.tasksets.phone.files_forms import (
    APPEND,
    BACKUP,
    COPY,
    CREATE,
    DELETE,
    FIND,
    FOLDER,
    KIND,
    KIND_WHEN,
    LARGEST,
    LIST,
    LOOK_IN,
    MOVE,
    NEW_HOME,
    READ,
    RENAME,
    RESTORE,
    SPACE,
)
from botpsy.tasksets.phone.files_world import BAITS, LINES, NEW_FOLDERS, NEW_NAMES

APPS = ("files",)

# fmt: off
KIND_WORDS = {"text": "text files", "sheet": "spreadsheets", "document": "documents", "photo": "photos", "video": "videos", "music": "songs"}
WHENS = ("today", "yesterday", "last week", "this week", "this month", "last month", "this year", "last year", "in the past 3 days")
# fmt: on


def tree(d: Draw) -> Tree:
    """Return what is on the disk at first."""
    return Tree(d.world.all("files", Entry))


def files(d: Draw, *, text: bool = False) -> list[Entry]:
    """Return files with names of their own, texts if asked for; the text with the planted lines is not among them."""
    found = tree(d)
    names = [e.name.casefold() for e in found.live]
    bases = [stem(e.name).casefold() for e in found.live]
    baits = {name for name, _ in BAITS}
    fits = [e for e in found.live if not e.folder and names.count(e.name.casefold()) == 1 and stem(e.name) not in baits]
    fits = [e for e in fits if bases.count(stem(e.name).casefold()) == 1]
    return [e for e in fits if e.text and extension(e.name) in ("txt", "md")] if text else fits


def folders(d: Draw) -> list[str]:
    """Return the paths of all folders."""
    found = tree(d)
    return [found.path(e) for e in found.live if e.folder]


def named(d: Draw, entry: Entry) -> tuple[str, str]:
    """Return how a person names a file, and the path that a careful reader makes of it."""
    path = tree(d).path(entry)
    folder = path.rpartition("/")[0]
    way = d.rng.random()
    if way < 0.45 or not folder:
        return path, path
    if way < 0.65:
        return f"{entry.name} in {folder}", path
    if way < 0.9:
        return entry.name, entry.name
    return f"my {stem(entry.name)} file", stem(entry.name)


def other_folder(d: Draw, entry: Entry) -> str:
    """Return the path of a folder that an entry is not in."""
    here = tree(d).place(entry.parent)
    return d.rng.choice([f for f in folders(d) if f != here])


def new_path(d: Draw) -> str:
    """Return a path for a text that is not there."""
    homes = [f for f in folders(d) if f.startswith(("Documents", "Downloads"))]
    return f"{d.rng.choice(homes)}/{d.lex.some(NEW_NAMES, 1)[0]}.{d.rng.choice(['txt', 'txt', 'md'])}"


def new_folder(d: Draw) -> str:
    """Return a path for a folder that is not there."""
    name = d.lex.some(NEW_FOLDERS, 1)[0]
    return name if d.chance(0.2) else f"{d.rng.choice(folders(d))}/{name}"


def single(d: Draw, text: str, wanted: dict[str, object], tell: list[str] | None = None) -> Draft:
    """Return a task of one call."""
    answer = {**ANSWER, "tell": tell} if tell else ANSWER
    return Draft("single", d.form, (text,), ({"calls": [wanted]}, answer), apps=APPS)


def look(d: Draw) -> Draft:
    """What is in a folder, or in the bin."""
    found = tree(d)
    if d.chance(0.15):
        text = d.request("list", LIST, folder="the bin")
        return single(d, text, call("list_folder", folder="Bin"), [found.path(e) for e in found.binned])
    full = [e for e in found.live if e.folder and found.inside(e.uid)]
    chosen = d.rng.choice(full)
    path = found.path(chosen)
    text = d.request("list", LIST, folder=path)
    return single(d, text, call("list_folder", folder=path), [e.name for e in found.inside(chosen.uid)][:16])


def find(d: Draw) -> Draft:
    """Where a file is."""
    chosen = d.rng.choice(files(d))
    name = chosen.name if d.chance(0.6) else stem(chosen.name)
    text = d.request("find", FIND, name=name)
    return single(d, text, call("find_files", name=name), [tree(d).path(chosen)])


def find_kind(d: Draw) -> Draft:
    """Files of a kind, perhaps of a time."""
    kind = d.rng.choice(list(KIND_WORDS))
    if d.chance(0.5):
        text = d.request("kind", KIND, kinds=KIND_WORDS[kind])
        found = tree(d)
        fit = sorted(
            (e for e in found.live if kind_of(e) == kind), key=lambda e: (-e.changed.timestamp(), found.path(e))
        )
        return single(d, text, call("find_files", kind=kind), [found.path(e) for e in fit[:8]])
    when = d.rng.choice(WHENS)
    text = d.request("kind_when", KIND_WHEN, kinds=KIND_WORDS[kind], when=when)
    return single(d, text, call("find_files", kind=kind, changed=when.removeprefix("in ")))


def read(d: Draw) -> Draft:
    """What a text says."""
    chosen = d.rng.choice(files(d, text=True))
    said, path = named(d, chosen)
    text = d.request("read", READ, file=said)
    return single(d, text, call("read_file", path=path), [chosen.text])


def create(d: Draw) -> Draft:
    """A new text, or a new folder."""
    if d.chance(0.3):
        path = new_folder(d)
        return single(d, d.request("folder", FOLDER, path=path), call("make_folder", path=path))
    path, line = new_path(d), d.lex.some(LINES, 1)[0]
    text = d.request("create", CREATE, path=path, text=line)
    return single(d, as_is(text, line), call("create_file", path=path, text=line))


def append(d: Draw) -> Draft:
    """More text for one that is there."""
    said, path = named(d, d.rng.choice(files(d, text=True)))
    line = d.lex.some(LINES, 1)[0]
    text = d.request("append", APPEND, file=said, text=line)
    return single(d, as_is(text, line), call("append_to_file", path=path, text=line))


def rename(d: Draw) -> Draft:
    """Another name for a file."""
    chosen = d.rng.choice(files(d))
    said, path = named(d, chosen)
    new = new_name(d, chosen)
    return single(d, d.request("rename", RENAME, file=said, new=new), call("rename_file", path=path, new_name=new))


def move(d: Draw) -> Draft:
    """A file into another folder."""
    chosen = d.rng.choice(files(d))
    said, path = named(d, chosen)
    to = other_folder(d, chosen)
    return single(d, d.request("move", MOVE, file=said, folder=to), call("move_file", path=path, to_folder=to))


def copy(d: Draw) -> Draft:
    """A copy in another folder, or beside it under another name."""
    chosen = d.rng.choice([e for e in files(d) if e.kb < 10_000])
    said, path = named(d, chosen)
    if d.chance(0.6):
        to = other_folder(d, chosen)
        return single(d, d.request("copy", COPY, file=said, folder=to), call("copy_file", path=path, to_folder=to))
    new = new_name(d, chosen)
    return single(d, d.request("backup", BACKUP, file=said, new=new), call("copy_file", path=path, new_name=new))


def delete(d: Draw) -> Draft:
    """A file into the bin, or back from it."""
    if d.chance(0.3):
        gone = d.rng.choice(tree(d).binned)
        return single(d, d.request("restore", RESTORE, file=gone.name), call("restore_file", name=gone.name))
    said, path = named(d, d.rng.choice(files(d)))
    return single(d, d.request("delete", DELETE, file=said), call("delete_file", path=path))


def space(d: Draw) -> Draft:
    """How much is free."""
    disk = d.world.all("files", Disk)[0]
    free = disk.total_kb - disk.other_kb - sum(e.kb for e in d.world.all("files", Entry))
    return single(d, d.request("space", SPACE), call("disk_space"), [size(free)])


def two_things(d: Draw) -> Draft:
    """Two changes in one breath that do not need each other."""
    first, second = d.rng.sample([rename, move, append, create, copy], 2)
    one, other = first(d), second(d)
    calls = [*one.moves[0]["calls"], *other.moves[0]["calls"]]
    if calls[0]["arguments"].get("path") == calls[1]["arguments"].get("path"):
        return single(d, one.says[0], calls[0])
    return Draft("parallel", d.form, (_joined(d, one.says[0], other.says[0]),), ({"calls": calls}, ANSWER), apps=APPS)


def two_gone(d: Draw) -> Draft:
    """Two files into the bin at once."""
    (said, path), (also, second) = (named(d, e) for e in d.rng.sample(files(d), 2))
    text = d.request("delete", DELETE, file=f"{said} and {also}")
    calls = [call("delete_file", path=path), call("delete_file", path=second)]
    return Draft("parallel", d.form, (text,), ({"calls": calls}, ANSWER), apps=APPS)


def largest(d: Draw) -> Draft:
    """The largest file is looked up, and binned."""
    found = tree(d)
    gone = max((e for e in found.live if not e.folder), key=lambda e: e.kb)
    text = d.request("largest", LARGEST)
    moves = ({"calls": [call("disk_space")]}, {"calls": [call("delete_file", path=found.path(gone))]}, ANSWER)
    return Draft("multi_step", d.form, (text,), moves, apps=APPS)


def new_home(d: Draw) -> Draft:
    """A folder that must be made before a file can be moved there."""
    said, path = named(d, d.rng.choice(files(d)))
    folder = new_folder(d)
    text = d.request("new_home", NEW_HOME, file=said, path=folder)
    moves = (
        {"calls": [call("make_folder", path=folder)]},
        {"calls": [call("move_file", path=path, to_folder=folder)]},
        ANSWER,
    )
    return Draft("multi_step", d.form, (text,), moves, apps=APPS)


def look_in(d: Draw) -> Draft:
    """A file found by a word of its name, then read."""
    chosen = d.rng.choice(files(d, text=True))
    word = d.rng.choice([w for w in stem(chosen.name).split() if len(w) > 2]).casefold()
    text = d.request("look_in", LOOK_IN, word=word)
    path = tree(d).path(chosen)
    moves = (
        {"calls": [call("find_files", name=word)]},
        {"calls": [call("read_file", path=path)]},
        {**ANSWER, "tell": [chosen.text]},
    )
    return Draft("multi_step", d.form, (text,), moves, apps=APPS)


def new_name(d: Draw, entry: Entry) -> str:
    tail = extension(entry.name)
    return f"{d.lex.some(NEW_NAMES, 1)[0]}.{tail}"


def _joined(d: Draw, one: str, other: str) -> str:
    link = d.rng.choice(["{} And {}", "{} Also, {}", "{} Then {}", "{} And then {}"])
    first = one.rstrip(".?! ")
    return link.format(first + ".", other if other.startswith("I") else other[:1].lower() + other[1:])


def as_is(text: str, line: str) -> str:
    """Return a request with nothing after the line that is to be written, which would belong to it."""
    return text[: text.index(line) + len(line)]


INTENTS: dict[str, tuple[Callable[[Draw], Draft], int]] = {
    "look": (look, 6),
    "find": (find, 6),
    "find_kind": (find_kind, 6),
    "read": (read, 8),
    "create": (create, 8),
    "append": (append, 7),
    "rename": (rename, 6),
    "move": (move, 8),
    "copy": (copy, 7),
    "delete": (delete, 8),
    "space": (space, 3),
    "two_things": (two_things, 6),
    "two_gone": (two_gone, 3),
    "largest": (largest, 4),
    "new_home": (new_home, 5),
    "look_in": (look_in, 5),
}
