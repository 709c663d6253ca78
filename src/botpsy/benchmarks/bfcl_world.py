"""Our end of BFCL's simulated worlds, which run and are compared in a worker process."""

from __future__ import annotations

import sys
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import cast

from botpsy.benchmarks.worker import Worker
from botpsy.core.errors import InfraError
from botpsy.core.messages import Json, ToolCall

CPU = 5.0  # seconds of processor time for one request; those of the data need hundredths
_WORKER = Path(__file__).with_name("bfcl_world_worker.py")
_LONGEST = 1 << 23  # characters of a reply: long_context lists many files
_NOTHING = "no_such_function"
UNKNOWN = f"{_NOTHING}()"  # runs to an error in every world


def call_text(call: ToolCall, known: Collection[str]) -> str:
    """Return a call as the Python text that the official executor evaluates. What is no call of a known function with
    named arguments becomes one that fails: nothing but documented functions is ever run."""
    if call.name not in known or not call.name.isidentifier() or not all(map(_is_name, call.arguments)):
        return UNKNOWN
    try:
        return f"{call.name}({','.join(f'{name}={value!r}' for name, value in call.arguments.items())})"
    except (RecursionError, ValueError):  # nested too deep, or an integer too long to write
        return UNKNOWN


def result_text(call: ToolCall, result: str, known: Collection[str]) -> str:
    """Return what a call's result says to the model: of a function that does not exist, that call's own name."""
    return result.replace(_NOTHING, call.name) if call.name.isidentifier() and call.name not in known else result


def _is_name(name: object) -> bool:
    return isinstance(name, str) and name.isidentifier() and not name.startswith("__")


class World:
    """A worker on demand. `folder` holds `bfcl_eval`, `mpmath` that package. `cpu`: seconds of processor time that a
    request may need. `timeout`: seconds that we wait, which only a machine without time for us can make too few.

    Example:
        world = World(ensure(), ensure_mpmath())
        world.run(entry, [["cd(folder='document')"]], ["ls()"])
    """

    def __init__(self, folder: Path, mpmath: Path, *, cpu: float = CPU, timeout: float = 300.0) -> None:
        command = [sys.executable, "-I", "-S", "-B", str(_WORKER), str(folder), str(mpmath), str(cpu)]
        self._worker = Worker("BFCL world", command, timeout=timeout, longest=_LONGEST)

    def run(self, entry: Mapping[str, Json], before: Sequence[Sequence[str]], calls: Sequence[str]) -> list[str]:
        """Run the steps `before` in a fresh world and then `calls`; return these calls' results. Raises OverLimit when
        the calls need too much, InfraError when the worker fails."""
        reply = self._worker.ask({"do": "run", "entry": entry, "before": before, "calls": calls}, "results")
        results = reply["results"]
        if not isinstance(results, list) or len(cast("list[Json]", results)) != len(calls):
            self.close()
            raise InfraError(f"the BFCL world answered {str(reply)[:200]!r} instead of {len(calls)} results")
        return [str(result) for result in cast("list[Json]", results)]

    def check(
        self, entry: Mapping[str, Json], steps: Sequence[Sequence[Sequence[str]]], truth: Sequence[Sequence[str]]
    ) -> tuple[bool, str]:
        """Judge calls by turn and step against the true calls by turn. Raises as `run` does."""
        reply = self._worker.ask({"do": "check", "entry": entry, "steps": steps, "truth": truth}, "valid")
        if not isinstance(reply["valid"], bool):
            self.close()
            raise InfraError(f"the BFCL world answered {str(reply)[:200]!r} instead of a verdict")
        return reply["valid"], str(reply.get("reason", ""))

    def announcement(self, functions: Sequence[Mapping[str, Json]]) -> str:
        """Return the official text that shows functions which appear later."""
        return str(self._worker.ask({"do": "announce", "functions": functions}, "text")["text"])

    def close(self) -> None:
        """End the worker; may be called twice, and the world may be used again."""
        self._worker.close()
