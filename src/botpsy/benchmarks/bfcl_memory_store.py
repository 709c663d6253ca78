"""Our end of BFCL's memory backends, which run and are checked in a worker process."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import weakref
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import cast

from botpsy.benchmarks.worker import Worker
from botpsy.core.errors import InfraError
from botpsy.core.messages import Json, Message

CPU = 5.0  # seconds of processor time for one request; those of the data need hundredths
_WORKER = Path(__file__).with_name("bfcl_memory_worker.py")
_LONGEST = 1 << 23  # characters of a reply: a whole memory

Memory = dict[str, Json]
"""What a snapshot of the package holds."""


@dataclass(frozen=True, slots=True)
class Session:
    """One conversation: the official id and scenario of its entry, and the memory that it begins with (None: none yet).

    The id names the backend: "memory_kv_0-customer-0", "memory_rec_sum_prereq_10-healthcare-0".
    """

    id: str
    scenario: str
    memory: Memory | None = None

    def row(self) -> dict[str, Json]:
        """Return the session as the worker reads it."""
        return {"entry": {"id": self.id, "scenario": self.scenario}, "memory": self.memory}


class Store:
    """A worker on demand. `folder` holds `bfcl_eval`, `extra` the folders with what its key-value backend imports
    (none where that backend is not used). `cpu`: seconds of processor time that a request may need. `timeout`: seconds
    that we wait.

    Example:
        store = Store(ensure())
        store.run(Session("memory_rec_sum_0-customer-0", "customer"), [], ["memory_append(text='Likes tea.')"])
    """

    def __init__(self, folder: Path, extra: Sequence[Path] = (), *, cpu: float = CPU, timeout: float = 300.0) -> None:
        scratch = tempfile.mkdtemp(prefix="botpsy-bfcl-")
        weakref.finalize(self, shutil.rmtree, scratch, ignore_errors=True)
        places = [str(folder), os.pathsep.join(map(str, extra)), scratch]
        command = [sys.executable, "-I", "-S", "-B", str(_WORKER), *places, str(cpu)]
        env = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}  # a thread's stack is address space
        self._worker = Worker("BFCL memory", command, timeout=timeout, env=env, longest=_LONGEST)

    def open(self, session: Session, messages: Sequence[Mapping[str, Json]]) -> tuple[Message, ...]:
        """Return the first turn's messages with the official instructions before them. Raises InfraError."""
        reply = self._worker.ask({"do": "open", **session.row(), "messages": messages}, "messages")
        return tuple(Message(m["role"], m["content"]) for m in reply["messages"])

    def run(self, session: Session, before: Sequence[Sequence[str]], calls: Sequence[str]) -> list[str]:
        """Run the steps `before` and then `calls`; return these calls' results. Raises OverLimit when they need too
        much, InfraError when the worker fails."""
        reply = self._worker.ask({"do": "run", **session.row(), "before": before, "calls": calls}, "results")
        results = reply["results"]
        if not isinstance(results, list) or len(cast("list[Json]", results)) != len(calls):
            self._worker.close()
            raise InfraError(f"the BFCL memory answered {str(reply)[:200]!r} instead of {len(calls)} results")
        return [str(result) for result in cast("list[Json]", results)]

    def save(self, session: Session, before: Sequence[Sequence[str]]) -> Session:
        """Return the session with the memory that the steps leave. Raises as `run` does."""
        reply = self._worker.ask({"do": "save", **session.row(), "before": before}, "memory")
        return replace(session, memory=reply["memory"])

    def form(self) -> str:
        """Return the official text that asks for an answer's form, in all agentic categories. Raises InfraError."""
        return str(self._worker.ask({"do": "form"}, "text")["text"])

    def check(self, text: str, answers: Sequence[str]) -> tuple[bool, str]:
        """Judge what was said last. Raises InfraError when the worker fails."""
        reply = self._worker.ask({"do": "check", "text": text, "answers": answers}, "valid")
        if not isinstance(reply["valid"], bool):
            self._worker.close()
            raise InfraError(f"the BFCL memory answered {str(reply)[:200]!r} instead of a verdict")
        return reply["valid"], str(reply.get("reason", ""))

    def close(self) -> None:
        """End the worker; may be called twice, and the store may be used again."""
        self._worker.close()
