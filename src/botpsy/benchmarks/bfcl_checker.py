"""Our end of the official BFCL checker, which runs in a worker process."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from botpsy.benchmarks.worker import Worker
from botpsy.core.errors import InfraError
from botpsy.core.messages import Json

_WORKER = Path(__file__).with_name("bfcl_worker.py")


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the official checker says of one item, and why."""

    valid: bool
    reason: str = ""


class Checker:
    """A worker on demand. `folder` holds the package `bfcl_eval`; `timeout` is in seconds an item.

    Example:
        checker = Checker(ensure())
        checker.check({"language": "python", "category": "multiple", "functions": [], "output": [], "answers": [{}]})
    """

    def __init__(self, folder: Path, *, timeout: float = 20.0, worker: Path = _WORKER) -> None:
        command = [sys.executable, "-I", "-S", "-B", str(worker), str(folder)]
        self._worker = Worker("BFCL checker", command, timeout=timeout)

    def check(self, request: Mapping[str, Json]) -> Verdict:
        """Judge one item. Raises InfraError when the worker cannot start, dies, or takes longer than the timeout."""
        reply = self._worker.ask(request, "valid")
        if not isinstance(reply["valid"], bool):
            self.close()
            raise InfraError(f"the BFCL checker answered {str(reply)[:200]!r} instead of a verdict")
        return Verdict(reply["valid"], str(reply.get("reason", "")))

    def close(self) -> None:
        """End the worker; may be called twice, and the checker may be used again."""
        self._worker.close()
