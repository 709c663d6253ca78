"""One task to look at: what the person wants, the world it is in, what the reference does, and how that is judged."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Mapping
from typing import cast

from botpsy.core.messages import Json
from botpsy.core.printable import block, safe, transcript
from botpsy.core.protocols import Taskset
from botpsy.core.task import Task
from botpsy.envs.rollout import rollout


def show(taskset: Taskset, task: Task, *, state: bool = True) -> Iterator[str]:
    """Yield the lines of a task's page; the reference plays it. `state` shows the world it begins in."""
    yield f"=== {safe(task.domain)} {safe(task.id)}  {safe(task.skill)}, {task.split}"
    if state:
        for app, things in _world(taskset.open(task).state):
            yield from block(app, "\n".join(json.dumps(t, ensure_ascii=False) for t in things.values()) or "(empty)")
    trajectory, score = asyncio.run(rollout(taskset.reference(task), taskset, task))
    yield from block("tools", ", ".join(t.name for t in trajectory.tools))
    yield from transcript(trajectory.messages)
    parts = ", ".join(f"{name} {value:g}" for name, value in score.parts.items())
    yield from block("score", "; ".join(text for text in (f"{score.value:g}", parts, score.reason) if text))


def _world(state: Mapping[str, Json]) -> Iterator[tuple[str, Mapping[str, Json]]]:
    """Yield each app with what it holds, for tasksets that have a world."""
    yield from cast(Mapping[str, Mapping[str, Json]], state.get("world") or {}).items()
