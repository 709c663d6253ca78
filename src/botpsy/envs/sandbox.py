"""Runs code that a model wrote, in a process of its own with limits on time, memory, processes, files and network.

The child is `sandbox_child.py`; it imports nothing of ours. What the code prints does not count as a result. The fences
keep the machine from the code; they do not keep the code from lying about itself if it sets out to: it runs in the
process that judges it. A reward that rests on this says what a cooperative model earned.
"""

from __future__ import annotations

import json
import secrets
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from botpsy.core.errors import InfraError

_CHILD = Path(__file__).with_name("sandbox_child.py")


@dataclass(frozen=True, slots=True)
class Limits:
    """`seconds` of wall time and of processor time; `memory` in bytes of address space."""

    seconds: float = 5.0
    memory: int = 1 << 29


@dataclass(frozen=True, slots=True)
class Ran:
    """Which checks held, in order, and why the first that failed did."""

    passed: tuple[bool, ...]
    reason: str = ""


def check(code: str, checks: Sequence[str], limits: Limits | None = None) -> Ran:
    """Run `code`, then each check (an expression that must be true) in its namespace. Code that raises, hangs, dies or
    writes too much fails; that is never an error of ours. Raises InfraError when no process can be started.

    Example:
        check("def double(x): return 2 * x", ["double(2) == 4"]).passed  # (True,)
    """
    limits = limits or Limits()
    # the child reports behind a word, so that nothing that the code happens to print is taken for the report
    word = secrets.token_hex(16)
    request = {"code": code, "checks": list(checks), "word": word, "memory": limits.memory, "seconds": limits.seconds}
    nothing = (False,) * len(checks)
    with tempfile.TemporaryDirectory(prefix="botpsy-") as folder:
        try:
            done = subprocess.run(
                [sys.executable, "-I", "-S", "-B", str(_CHILD)],
                input=json.dumps(request),
                capture_output=True,
                text=True,
                encoding="utf-8",
                errors="replace",
                timeout=limits.seconds + 5,
                cwd=folder,
                env={"LANG": "C.UTF-8", "PATH": "/nonexistent"},
                start_new_session=True,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return Ran(nothing, f"ran longer than {limits.seconds:g} s")
        except OSError as error:
            raise InfraError(f"cannot start the sandbox: {error}") from None
    line = next((row for row in reversed(done.stdout.splitlines()) if row.startswith(word)), None)
    if line is None:
        return Ran(nothing, f"ended without a result ({done.returncode})")
    report = json.loads(line.removeprefix(word))
    return Ran(tuple(bool(p) for p in report["passed"]), str(report["reason"])[:300])
