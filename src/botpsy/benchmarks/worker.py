"""Our end of a scorer that runs in a process of its own: starts it, asks it, and starts it again when it died.

The worker's death, silence or nonsense is our failure (InfraError), never the model's. It speaks JSON lines: the first
is {"ready": true} or {"failed": reason}, then one reply a request.
"""

from __future__ import annotations

import json
import subprocess
import threading
import weakref
from collections.abc import Mapping, Sequence
from typing import Any, cast

from botpsy.core.errors import InfraError
from botpsy.core.messages import Json

_LONGEST_REPLY = 1 << 16  # characters


class Worker:
    """A process on demand. `label` names it in errors; `timeout` is in seconds a request; `env` is all it is given.

    Example:
        worker = Worker("BFCL checker", [sys.executable, "-I", "worker.py"])
        reply = worker.ask({"output": []})
    """

    def __init__(
        self, label: str, command: Sequence[str], *, timeout: float = 20.0, env: Mapping[str, str] | None = None
    ) -> None:
        self._label = label
        self._command = list(command)
        self._timeout = timeout
        self._env = {"LANG": "C.UTF-8", "PATH": "/nonexistent", **(env or {})}  # nothing of the person's environment
        self._process: subprocess.Popen[str] | None = None
        self._lock = threading.Lock()

    def ask(self, request: Mapping[str, Json], known_by: str) -> dict[str, Any]:
        """Return the reply, which must have the key `known_by`. Raises InfraError when the worker cannot start, dies,
        takes longer than the timeout, or replies something else; ValueError when the request is no JSON."""
        line = json.dumps(dict(request))
        with self._lock:
            reply = self._exchange(self._running(), line)
            if known_by not in reply:
                self._stop()
                raise InfraError(f"the {self._label} answered {str(reply)[:200]!r} instead of a verdict")
            return reply

    def close(self) -> None:
        """End the worker; may be called twice, and it may be asked again."""
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
                env=self._env,
                cwd="/",
                start_new_session=True,  # Ctrl-C is for us; the worker ends with its input
            )
        except OSError as error:
            raise InfraError(f"cannot start the {self._label}: {error}") from None
        weakref.finalize(self, _end, process)
        self._process = process
        hello = self._exchange(process, None)
        if not hello.get("ready"):
            self._stop()
            raise InfraError(f"the {self._label} does not start: {str(hello.get('failed', hello))[:300]}")
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
            raise InfraError(f"the {self._label} {why}")
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
