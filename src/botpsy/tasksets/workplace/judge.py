"""Whether the apps are as the reference leaves them. What is free to word is judged by what it mentions.

Resources that were there are compared by their name; new ones are paired with those of the reference in any order. How
somebody got there does not matter.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

from botpsy.apps.match import words
from botpsy.core.errors import ConflictError, ToolError
from botpsy.core.messages import Json
from botpsy.envs.verifiers import said
from botpsy.tasksets.workplace.situation import Situation
from botpsy.tools.tool import Done
from botpsy.tools.validate import problems

Row = Mapping[str, Json]
State = Mapping[str, Mapping[str, Row]]  # by app and name

# fields that may be worded freely wherever nothing else is said of them
FREE = {"Mail": ("subject", "text"), "Transfer": ("note",), "Thread": ("text",)}
IGNORED = ("uid", "kb", "changed")
_ARTICLES = ("the", "a", "an")


@dataclass(frozen=True, slots=True)
class Wish:
    """What is asked of the free texts of one resource. `timed`: an event's end was asked for."""

    has: Mapping[str, Sequence[str]] = field(default_factory=dict[str, Sequence[str]])
    lacks: Sequence[str] = ()
    timed: bool = False


@dataclass(frozen=True, slots=True)
class Gold:
    """The state before and after the reference, and the wishes by (app, name)."""

    before: State
    after: State
    wishes: Mapping[tuple[str, str], Wish]


def gold(situation: Situation) -> Gold | None:
    """Play the reference in a fresh world. None when one of its calls cannot run, or changes nothing at all."""
    opened = situation.world.open(situation.apps)
    before = opened.snapshot()
    wishes: dict[tuple[str, str], Wish] = {}
    for move in situation.moves:
        for row in cast(list[dict[str, Json]], move.get("calls", [])):
            tool = opened.toolbox.get(row["name"])
            if tool is None or problems(tool.spec, row["arguments"]):
                return None
            try:
                outcome = tool.run(**row["arguments"])
            except (ToolError, ConflictError):
                return None
            if isinstance(outcome, Done) and outcome.undo is not None:
                key = (outcome.undo.app, str(outcome.undo.change["uid"]))
                old = wishes.get(key, Wish())
                timed = old.timed or bool({"duration", "new_duration"} & row["arguments"].keys())
                wishes[key] = Wish({**old.has, **row.get("has", {})}, [*old.lacks, *row.get("lacks", ())], timed)
    after = opened.snapshot()
    return None if after == before else Gold(before, after, wishes)


def as_wanted(wanted: Gold, app: str, state: Mapping[str, Row]) -> float:
    """Return 1.0 when an app is in a state that is as good as the reference's, else 0.0."""
    before = wanted.before[app]
    after, now = _renamed(before, wanted.after[app]), _renamed(before, state)
    for name, old in before.items():
        wish = wanted.wishes.get((app, name), Wish())
        if (name in after) != (name in now):
            return 0.0
        if name in after and not _fits(name, after[name], now[name], wish, old):
            return 0.0
    due = [(n, row, wanted.wishes.get((app, n), Wish())) for n, row in after.items() if n not in before]
    return float(_paired(due, [row for n, row in now.items() if n not in before]))


def mentions(text: str, needle: str) -> bool:
    """Return True when a text has the needle, or one of its alternatives parted by "|", as whole words."""
    return any(said(text, [n]) == 1.0 for n in needle.split("|"))


def _renamed(before: Mapping[str, Row], state: Mapping[str, Row]) -> dict[str, Row]:
    """Return a state in which what is new is named by what it is, since its uid says when it was made."""
    called = {name.rpartition("/")[2]: _called(row) for name, row in state.items() if name not in before}

    def renamed(value: Json) -> Json:
        if isinstance(value, list):
            return [renamed(v) for v in cast(list[Json], value)]
        return called.get(value, value) if isinstance(value, str) else value

    return {
        name: row if row == before.get(name) else {k: v if k == "uid" else renamed(v) for k, v in row.items()}
        for name, row in state.items()
    }


def _called(row: Row) -> str:
    named = row.get("name") or row.get("title")
    return f"new {named or json.dumps({k: v for k, v in row.items() if k != 'uid'}, sort_keys=True)}"


def _paired(due: list[tuple[str, Row, Wish]], made: list[Row]) -> bool:
    if len(due) != len(made):
        return False
    if not due:
        return True
    name, row, wish = due[0]
    return any(
        _fits(name, row, other, wish) and _paired(due[1:], made[:i] + made[i + 1 :]) for i, other in enumerate(made)
    )


def _fits(name: str, wanted: Row, row: Row, wish: Wish, old: Row | None = None) -> bool:
    if wanted == row:
        return True
    if old is not None and wanted == old:  # the reference left it alone
        return False
    kind = name.split("/")[0] if "/" in name else ""
    wanted, row = _flat(wanted), _flat(row)
    free = {f: [] for f in FREE.get(kind, ())} | {f: list(n) for f, n in wish.has.items()}
    loose = {*free, *IGNORED}
    if not kind and old is None:  # a new event's place and end only count where they were asked for
        loose |= {key for key, asked in (("end", wish.timed), ("location", "location" in wanted)) if not asked}
    if _plain({k: v for k, v in wanted.items() if k not in loose}) != _plain(
        {k: v for k, v in row.items() if k not in loose}
    ):
        return False
    for key, needles in free.items():
        text = str(row.get(key, ""))
        kept = str(_flat(old).get(key, "")) if old is not None and kind != "Thread" else ""
        if not text.strip() or not text.startswith(kept):
            return False
        added = text[len(kept) :]
        if not all(mentions(added, n) for n in needles) or any(mentions(added, n) for n in wish.lacks):
            return False
    return True


def _flat(row: Row) -> Row:
    """Return a thread with its last message's text as a field of its own; anything else as it is."""
    if not row.get("texts"):
        return row
    texts = cast(list[dict[str, Json]], row["texts"])
    last = {k: v for k, v in texts[-1].items() if k != "text"}
    return {**row, "texts": [*texts[:-1], last], "text": texts[-1]["text"]}


def _plain(value: Json, key: str = "") -> Json:
    """Return JSON in which what a person would call the same is equal: words alone, lists of words in any order."""
    if isinstance(value, str):
        if key == "phones":
            return "".join(c for c in value if c.isdigit() or c == "+")
        return " ".join(w for w in words(value) if w not in _ARTICLES) or value
    if isinstance(value, list):
        rows = [_plain(v, key) for v in cast(list[Json], value)]
        return sorted(rows, key=str)
    if isinstance(value, Mapping):
        return {k: _plain(v, k) for k, v in cast(Mapping[str, Json], value).items()}
    return value
