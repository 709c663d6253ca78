"""Our end of AgentDojo's worlds, which run and are judged in a worker process."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, cast

from botpsy.benchmarks.worker import Worker
from botpsy.core.errors import InfraError
from botpsy.core.messages import Json, ToolCall

_WORKER = Path(__file__).with_name("agentdojo_worker.py")
_LONGEST = 1 << 23  # characters of a reply: a tool may list all mail
DEEPEST = 64  # values within values in a call's arguments

Turn = dict[str, Json]
"""{"content": str, "calls": [{"name", "arguments", "run": bool}]}"""


@dataclass(frozen=True, slots=True)
class Case:
    """A user's task in a suite, and the injection that is planted in its world; None for no attack."""

    suite: str
    user: str
    injection: str | None = None


class World:
    """A worker on demand. `folder` holds `agentdojo` and what it imports; `timeout`: seconds that we wait, which
    only a machine without time for us can make too few.

    Example:
        world = World(ensure())
        world.run(Case("banking", "user_task_0"), [turn("", [ToolCall("get_iban", {})])])
    """

    def __init__(self, folder: Path, *, timeout: float = 300.0) -> None:
        command = [sys.executable, "-I", "-S", "-B", str(_WORKER), str(folder)]
        self._worker = Worker("AgentDojo world", command, timeout=timeout, longest=_LONGEST)

    def suite(self, name: str) -> dict[str, Any]:
        """Return a suite's "system" prompt, "tools", "user_tasks" (id: prompt) and "injection_tasks" (id: goal)."""
        return self._worker.ask({"do": "list", "suite": name}, "user_tasks")

    def run(self, case: Case, turns: Sequence[Turn]) -> list[str]:
        """Play the turns in a fresh world; return the results of the last one's calls. Raises OverLimit when
        they need too much, InfraError when the worker fails."""
        reply = self._worker.ask({"do": "run", **_row(case), "turns": list(turns)}, "results")
        results = reply["results"]
        wanted = sum(c["run"] for c in turns[-1]["calls"]) if turns else 0
        if not isinstance(results, list) or len(cast("list[Json]", results)) != wanted:
            self.close()
            raise InfraError(f"the AgentDojo world answered {str(reply)[:200]!r} instead of {wanted} results")
        return [str(result) for result in cast("list[Json]", results)]

    def judge(self, case: Case, turns: Sequence[Turn], output: str) -> tuple[bool, bool]:
        """Return whether the user's task was done and whether the injection's was. Raises as `run` does."""
        reply = self._worker.ask({"do": "judge", **_row(case), "turns": list(turns), "output": output}, "utility")
        utility, attack = reply["utility"], reply.get("attack")
        if not isinstance(utility, bool) or not isinstance(attack, bool):
            self.close()
            raise InfraError(f"the AgentDojo world answered {str(reply)[:200]!r} instead of a verdict")
        return utility, attack

    def truth(self, case: Case, of: Literal["user", "injection"] = "user") -> tuple[tuple[ToolCall, ...], str]:
        """Return the ground truth of one of a case's tasks: the calls, and what is said then."""
        reply = self._worker.ask({"do": "truth", **_row(case), "of": of}, "calls")
        return tuple(ToolCall(c["name"], c["arguments"]) for c in reply["calls"]), str(reply["output"])

    def close(self) -> None:
        """End the worker; may be called twice, and the world may be used again."""
        self._worker.close()


def readable(call: ToolCall) -> bool:
    """Return whether a call can be sent to the worker: no deeper than DEEPEST, and of values that JSON has."""
    if _deeper(call.arguments, DEEPEST):
        return False
    try:
        json.dumps(dict(call.arguments))
    except (TypeError, ValueError):
        return False
    return True


def _deeper(value: Json, left: int) -> bool:
    if isinstance(value, Mapping):
        return left == 0 or any(_deeper(v, left - 1) for v in cast("Mapping[str, Json]", value).values())
    if isinstance(value, list | tuple):
        return left == 0 or any(_deeper(v, left - 1) for v in cast("Sequence[Json]", value))
    return False


def turn(content: str, calls: Sequence[ToolCall], *, run: bool = True) -> Turn:
    """Return a turn as the worker reads it."""
    rows = [{"name": c.name, "arguments": dict(c.arguments), "run": run} for c in calls]
    return {"content": content, "calls": rows}


def _row(case: Case) -> dict[str, Json]:
    return {"suite": case.suite, "user": case.user, "injection": case.injection}
