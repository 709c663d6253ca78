"""Our end of the BFCL checker: starts the worker, asks it, and starts it again when it died.

The worker's death, silence or nonsense is our failure (InfraError), never the model's.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import weakref
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from botpsy.core.errors import InfraError
from botpsy.core.messages import Json

_WORKER = Path(__file__).with_name("bfcl_worker.py")
_LONGEST_REPLY = 1 << 16  # characters


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
        self._command = [sys.executable, "-I", "-S", "-B", str(worker), str(folder)]
        self._timeout = timeout
        self._process: subprocess.Popen[str] | None = None
        self._lock = threading.Lock()

    def check(self, request: Mapping[str, Json]) -> Verdict:
        """Judge one item. Raises InfraError when the worker cannot start, dies, or takes longer than the timeout."""
        line = json.dumps(dict(request))
        with self._lock:
            reply = self._exchange(self._running(), line)
            if not isinstance(reply.get("valid"), bool):
                self._stop()
                raise InfraError(f"the BFCL checker answered {str(reply)[:200]!r} instead of a verdict")
            return Verdict(reply["valid"], str(reply.get("reason", "")))

    def close(self) -> None:
        """End the worker; may be called twice, and the checker may be used again."""
        with self._lock:
            self._stop()

    def _running(self) -> subprocess.Popen[str]:
        if self._process is not None and self._process.poll() is None:
            return self._process
        self._stop()
        try:
            process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                encoding="utf-8",
                errors="replace",
                env={"LANG": "C.UTF-8", "PATH": "/nonexistent"},  # nothing of the person's environment
                cwd="/",
                start_new_session=True,  # Ctrl-C is for us; the worker ends with its input
            )
        except OSError as error:
            raise InfraError(f"cannot start the BFCL checker: {error}") from None
        weakref.finalize(self, _end, process)
        self._process = process
        hello = self._exchange(process, None)
        if not hello.get("ready"):
            self._stop()
            raise InfraError(f"the BFCL checker does not start: {str(hello.get('failed', hello))[:300]}")
        return process

    def _exchange(self, process: subprocess.Popen[str], line: str | None) -> dict[str, Any]:
        """Write a line (or only listen) and read the reply. A wait that is too long is ended by killing the process."""
        assert process.stdin is not None and process.stdout is not None
        late = threading.Event()

        def too_late() -> None:
            late.set()
            process.kill()

        clock = threading.Timer(self._timeout, too_late)
        clock.daemon = True
        clock.start()
        try:
            if line is not None:
                process.stdin.write(line + "\n")
                process.stdin.flush()
            reply = process.stdout.readline(_LONGEST_REPLY)
        except (OSError, ValueError):
            reply = ""
        finally:
            clock.cancel()
        if not reply.endswith("\n"):
            self._stop()
            why = f"took longer than {self._timeout:g} s" if late.is_set() else f"died ({process.returncode})"
            raise InfraError(f"the BFCL checker {why}")
        try:
            row = json.loads(reply)
        except ValueError:
            row = None
        return cast("dict[str, Any]", row) if isinstance(row, dict) else {"said": reply}

    def _stop(self) -> None:
        if self._process is not None:
            _end(self._process)
            self._process = None


def _end(process: subprocess.Popen[str]) -> None:
    process.kill()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            try:
                pipe.close()
            except OSError:  # what was still to be written has no reader any more
                continue
    process.wait()
