"""Our end of a scorer that runs in a process of its own: starts it, asks it, and starts it again when it died.

The worker's death, silence or nonsense is our failure (InfraError), never the model's. Only a worker that ends itself
at its own bound on one request's processor time or memory (OverLimit) tells something about the request: on a machine
that is busy with other work a wait on the clock does not. It speaks JSON lines: the first is {"ready": true} or
{"failed": reason}, then one reply a request.
"""

from __future__ import annotations

import json
import signal
import subprocess
import threading
import weakref
from collections.abc import Mapping, Sequence
from typing import Any, cast

from botpsy.core.errors import InfraError
from botpsy.core.messages import Json

_LONGEST_REPLY = 1 << 16  # characters
_START = 300.0  # seconds that a worker may take to start: no request can prolong it, a busy machine can
OUT_OF_MEMORY = 3  # a worker's exit status
_LIMITS = {OUT_OF_MEMORY: "needed more memory", -signal.SIGPROF: "needed more processor time"}


class OverLimit(InfraError):
    """One request needed more processor time, memory or room for its reply than it may, however fast the machine is.

    Whose fault that is, who asked must say; as long as nobody does it counts as ours.
    """


class Worker:
    """A process on demand. `label` names it in errors; `timeout` is in seconds a request; `env` is all it is
    given; `longest`: characters of a reply.

    Example:
        worker = Worker("BFCL checker", [sys.executable, "-I", "worker.py"])
        reply = worker.ask({"output": []})
    """

    def __init__(
        self,
        label: str,
        command: Sequence[str],
        *,
        timeout: float = 20.0,
        env: Mapping[str, str] | None = None,
        longest: int = _LONGEST_REPLY,
    ) -> None:
        self._label = label
        self._command = list(command)
        self._timeout = timeout
        self._longest = longest
        self._env = {"LANG": "C.UTF-8", "PATH": "/nonexistent", **(env or {})}  # nothing of the person's environment
        self._process: subprocess.Popen[str] | None = None
        self._lock = threading.Lock()

    def ask(self, request: Mapping[str, Json], known_by: str) -> dict[str, Any]:
        """Return the reply, which must have the key `known_by`. Raises InfraError when the worker cannot start, dies,
        takes longer than the timeout, or replies something else, OverLimit (which is one) when the request asked too
        much; ValueError when the request is no JSON."""
        line = json.dumps(dict(request))
        with self._lock:
            reply = self._exchange(self._running(), line, self._timeout)
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
        hello = self._exchange(process, None, max(self._timeout, _START))
        if not hello.get("ready"):
            self._stop()
            raise InfraError(f"the {self._label} does not start: {str(hello.get('failed', hello))[:300]}")
        return process

    def _exchange(self, process: subprocess.Popen[str], line: str | None, patience: float) -> dict[str, Any]:
        """Write a line (or only listen) and read the reply. A wait of more than `patience` seconds is ended by killing
        the process."""
        assert process.stdin is not None and process.stdout is not None
        late = threading.Event()

        def too_late() -> None:
            late.set()
            process.kill()

        clock = threading.Timer(patience, too_late)
        clock.daemon = True
        clock.start()
        try:
            if line is not None:
                process.stdin.write(line + "\n")
                process.stdin.flush()
            reply = process.stdout.readline(self._longest)
        except (OSError, ValueError):
            reply = ""
        finally:
            clock.cancel()
        if not reply.endswith("\n"):
            self._stop()
            if len(reply) >= self._longest:
                raise OverLimit(f"the {self._label} answered more than {self._longest} characters")
            if process.returncode in _LIMITS:
                raise OverLimit(f"the {self._label} died: one request {_LIMITS[process.returncode]} than it may")
            why = f"took longer than {patience:g} s" if late.is_set() else f"died ({process.returncode})"
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
