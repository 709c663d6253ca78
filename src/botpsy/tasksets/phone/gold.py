"""What a task's reference calls leave and read, and when two states or two results are the same."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, cast

from botpsy.apps.match import words
from botpsy.core.errors import ConflictError, ToolError
from botpsy.core.messages import Json, ToolCall
from botpsy.core.task import Split
from botpsy.envs.verifiers import state_equals
from botpsy.tasksets.phone.cultures import Cultures
from botpsy.tasksets.phone.styling import Moves
from botpsy.tasksets.phone.world import CORE, World, make_world
from botpsy.tools.tool import Done, Toolbox
from botpsy.tools.validate import problems


def moves_text(moves: Any) -> str:
    """Return moves as text that is the same for the same moves."""
    return json.dumps(moves, sort_keys=True)


def agreement(world: World, apps: tuple[str, ...]) -> Callable[[Moves, Moves], bool]:
    """Return what tells whether the calls of two lists of moves run, leave the same and read the same."""

    def agree(first: Moves, second: Moves) -> bool:
        one, other = (gold_of(world, moves_text(moves), apps) for moves in (first, second))
        if one is None or other is None:
            return False
        before = world.open(apps).snapshot()
        canons = {app: canon if app in CORE else plain for app in apps}
        same = all(state_equals(before[app], other[0][app], one[0][app], canons[app]) for app in apps)
        seen = [json.dumps(result) for _, result in other[1]]
        return same and len(seen) == len(one[1]) and all(any(same_read(r, s) for s in seen) for _, r in one[1])

    return agree


def gold_of(
    world: World, moves: str, apps: tuple[str, ...]
) -> tuple[dict[str, Mapping[str, Json]], list[tuple[ToolCall, Json]]] | None:
    """Return the state that moves (as text) leave, by app, and what their calls read; None when they do not run."""
    return _played(world.seed, world.split, world.cultures, moves, apps)


@lru_cache(maxsize=256)
def _played(
    seed: int, split: Split, cultures: Cultures | None, moves: str, apps: tuple[str, ...]
) -> tuple[dict[str, Mapping[str, Json]], list[tuple[ToolCall, Json]]] | None:
    """Run the reference calls, as JSON text, in a fresh world: the state they leave and what was read.

    None when one cannot run that should, or runs although the task says that it fails. Who makes a task and then judges
    it asks twice, hence the cache; what it returns is only read.
    """
    opened = make_world(seed, split, cultures).open(apps)
    reads: list[tuple[ToolCall, Json]] = []
    for move in json.loads(moves):
        for row in move.get("calls", ()):
            call = ToolCall(row["name"], row["arguments"])
            ran, outcome = _run(opened.toolbox, call)
            if ran == bool(row.get("fails")):
                return None
            if not ran:
                continue
            if not isinstance(outcome, Done):
                reads.append((call, outcome))
    return opened.snapshot(), reads


def _run(toolbox: Toolbox, call: ToolCall) -> tuple[bool, Any]:
    tool = toolbox.get(call.name)
    if tool is None or problems(tool.spec, call.arguments):
        return False, None
    try:
        return True, tool.run(**call.arguments)
    except (ToolError, ConflictError):
        return False, None


def same_read(gold: Json, seen: str) -> bool:
    """Tell whether a result, as text, shows what the reference read."""
    try:
        result = json.loads(seen)
    except ValueError:
        return False
    if gold.get("events") or gold.get("contacts"):  # the period may be worded differently if it shows the same
        return all(result.get(key) == gold[key] for key in ("events", "contacts") if key in gold)
    return result == gold


def plain(value: Json) -> Json:
    """Return JSON with every text reduced to its words, articles aside."""
    if isinstance(value, str):
        return " ".join(w for w in words(value) if w not in ("the", "a", "an")) or value
    if isinstance(value, Mapping):
        return {k: v if k == "uid" else plain(v) for k, v in cast(Mapping[str, Json], value).items()}
    if isinstance(value, list):
        return [plain(v) for v in cast(list[Json], value)]
    return value


def canon(resource: Json) -> Json:
    """Return a resource in a form where what a person would call the same is equal."""
    row = dict(cast(Mapping[str, Json], resource))
    for key in ("title", "location", "name", "notes", "address"):
        if key in row:
            row[key] = " ".join(w for w in words(row[key]) if w not in ("the", "a", "an"))
    if "phones" in row:
        row["phones"] = ["".join(c for c in p if c.isdigit() or c == "+") for p in row["phones"]]
    if "emails" in row:
        row["emails"] = [e.casefold() for e in row["emails"]]
    return row
