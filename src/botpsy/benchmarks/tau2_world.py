"""Our end of tau2's environments and evaluator, which run in a worker process."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from botpsy.benchmarks.worker import Worker
from botpsy.core.errors import InfraError
from botpsy.core.messages import Json, ToolSpec

_WORKER = Path(__file__).with_name("tau2_worker.py")
BANKING_WORKER = Path(__file__).with_name("tau2_banking_worker.py")
_LONGEST = 1 << 24  # characters of a reply
TIMEOUT = 300.0  # seconds that we wait, which only a machine without time for us can make too few


@dataclass(frozen=True, slots=True)
class Scene:
    """How an episode opens, in the package's words: the agent's `system` prompt, what it says first (`greeting`) and
    its `tools`; what whoever plays the customer is told (`user_system`), and the customer's own tools."""

    system: str
    greeting: str
    tools: tuple[ToolSpec, ...]
    user_system: str = ""
    user_tools: tuple[ToolSpec, ...] = ()


@dataclass(frozen=True, slots=True)
class Place:
    """Which world: a session's, of a task of a domain. `task` is the package's own row."""

    session: str
    domain: str
    task: Mapping[str, Json]

    def request(self, do: str, **more: Json) -> dict[str, Json]:
        """Return a request about this world."""
        return {"do": do, "session": self.session, "domain": self.domain, "task": self.task, **more}


@dataclass(frozen=True, slots=True)
class Verdict:
    """The official reward in [0, 1], its parts by name, and why where it says so."""

    reward: float
    parts: Mapping[str, float]
    note: str = ""


class World:
    """A worker on demand. `folder` holds `tau2` and what it imports; `timeout` is in seconds a request; `worker` is
    another program that speaks the same protocol: banking's, or one for tests.

    Example:
        world = World(ensure())
        scene = world.open(Place("1", "retail", row))
    """

    def __init__(self, folder: Path, *, timeout: float = TIMEOUT, worker: Path = _WORKER) -> None:
        command = [sys.executable, "-I", "-S", "-B", str(worker), str(folder)]
        self._worker = Worker("tau2 world", command, timeout=timeout, longest=_LONGEST)

    def open(self, place: Place) -> Scene:
        """Return how the task opens. Raises InfraError."""
        scene = self._ask(place.request("open"), "scene")["scene"]
        try:
            writes = set(scene["writes"])
            tools = [
                ToolSpec.from_json(row, "write" if row["function"]["name"] in writes else "read")
                for row in scene["tools"]
            ]
            mine = [ToolSpec.from_json(row) for row in scene["user_tools"]]
            return Scene(scene["system"], scene["greeting"], tuple(tools), scene["user_system"], tuple(mine))
        except (KeyError, TypeError) as error:
            raise self._nonsense(scene, f"a scene ({error})") from None

    def run(
        self, place: Place, before: Sequence[Mapping[str, Json]], calls: Sequence[Mapping[str, Json]]
    ) -> list[tuple[str, bool]]:
        """Run `calls` after those of `before`; return each one's text and whether it is an error. Raises OverLimit
        when they need too much, InfraError when the worker fails."""
        reply = self._ask(place.request("run", before=list(before), calls=list(calls)), "results")
        results = cast("list[Mapping[str, Json]]", reply["results"])
        try:
            found = [(str(row["content"]), bool(row["error"])) for row in results]
        except (KeyError, TypeError):
            found = []
        if len(found) != len(calls):
            raise self._nonsense(reply, f"{len(calls)} results")
        return found

    def judge(self, place: Place, end: str, messages: Sequence[Mapping[str, Json]]) -> Verdict:
        """Return the official verdict on an episode that ended for the reason `end`. Raises InfraError."""
        reply = self._ask(place.request("judge", end=end, messages=list(messages)), "reward")
        try:
            parts = {str(name): float(value) for name, value in reply["parts"].items()}
            return Verdict(float(reply["reward"]), parts, str(reply.get("note", "")))
        except (KeyError, TypeError, ValueError, AttributeError):
            raise self._nonsense(reply, "a verdict") from None

    def close(self) -> None:
        """End the worker; may be called twice, and the world may be used again."""
        self._worker.close()

    def _nonsense(self, reply: Json, wanted: str) -> InfraError:
        self.close()
        return InfraError(f"the tau2 world answered {str(reply)[:200]!r} instead of {wanted}")

    def _ask(self, request: Mapping[str, Json], known_by: str) -> dict[str, Json]:
        try:
            return self._worker.ask(request, known_by)
        except (ValueError, RecursionError) as error:  # text that JSON cannot hold
            raise InfraError(f"the tau2 world cannot be asked this: {error}") from None
