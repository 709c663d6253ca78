"""Which app group a task belongs to, and whether it is simple (one call, one request) or complex (several of
either)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import cast

from botpsy.core.messages import Json
from botpsy.core.task import Task

GROUPS: dict[str, tuple[str, ...]] = {
    "search": ("web",),
    "travel and errands": ("travel", "car"),
    "shopping and finance": ("shop", "bank"),
    "customer service": ("support",),
    "device and system control": ("devices",),
    "files and productivity": ("files", "notes", "calendar"),
    "communication": ("mail", "messages", "contacts"),
}
_GROUP_OF = {app: group for group, apps in GROUPS.items() for app in apps}
_SIMPLE = ("single", "no_call")


def scenario(task: Task) -> dict[str, Json] | None:
    """Return {"group", "complex"} of a phone task, None for any other. What a request is about is told by its intent,
    and for those of calendar and contacts by what the reference calls."""
    if task.domain != "phone":
        return None
    moves = cast("list[Mapping[str, Json]]", task.data.get("moves", []))
    calls = sum(len(move.get("calls", ())) for move in moves)
    app = str(task.data.get("intent", "")).partition(".")[0]
    if app not in _GROUP_OF:
        about = json.dumps([task.data.get("intent", ""), list(moves)]).lower()
        app = "contacts" if "contact" in about and "event" not in about else "calendar"
    return {"group": _GROUP_OF[app], "complex": calls > 1 or len(task.data.get("says", ())) > 1}


def scenario_of(row: Mapping[str, Json]) -> tuple[str, bool] | None:
    """Return (group, complex) of a recorded item; by its id and skill where a run of before did not record it."""
    told = row.get("scenario")
    if isinstance(told, Mapping):
        known = cast("Mapping[str, Json]", told)
        return str(known["group"]), bool(known["complex"])
    family, dot, rest = str(row["id"]).partition(".")
    app = rest.partition("-")[0]
    if row["taskset"] != "phone" or family != "phone" or not dot or app not in _GROUP_OF:
        return None
    return _GROUP_OF[app], row["skill"] not in _SIMPLE
