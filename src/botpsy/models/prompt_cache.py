"""Prompt states on disk, so that the second start answers at once. A state belongs to exactly one model and adapter."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from pathlib import Path

from botpsy.core.errors import BotPsyError
from botpsy.models.llama_server import LlamaServer

_KEPT = 4  # states; each is some 23 kB a token for a 135M model


class PromptCache:
    """Saves and restores slot 0 in `folder`. A file that another model or llama.cpp wrote is never read: the name says
    whose it is, and a state counts only once it was written whole."""

    def __init__(self, server: LlamaServer, folder: Path, model: Path, adapter: Path | None, context: int) -> None:
        self._server = server
        self._folder = folder
        self._mark = _mark(model, adapter, context)

    def restore(self, name: str) -> bool:
        """Read a state into slot 0; False when there is none or it does not fit."""
        file = self._file(name)
        if not file.exists():
            return False
        if self._act("restore", file.name, "n_restored"):
            with suppress(OSError):
                file.touch()  # the most recently used are kept
            return True
        with suppress(OSError):
            file.unlink()
        return False

    def save(self, name: str) -> bool:
        """Write the state of slot 0; False when it cannot be written. Old states go."""
        file = self._file(name)
        part = file.with_name(file.name + ".part")
        try:
            if not self._act("save", part.name, "n_saved"):
                part.unlink(missing_ok=True)
                return False
            part.replace(file)
            states = sorted(self._folder.glob("*.kv"), key=lambda f: f.stat().st_mtime, reverse=True)
            for old in states[_KEPT:]:
                old.unlink(missing_ok=True)
        except OSError:
            return False  # a cache that cannot be kept is no reason not to answer
        return True

    def _file(self, name: str) -> Path:
        return self._folder / f"{hashlib.sha256(f'{self._mark} {name}'.encode()).hexdigest()[:24]}.kv"

    def _act(self, action: str, file: str, count: str) -> bool:
        try:
            return bool(self._server.post(f"/slots/0?action={action}", {"filename": file}).get(count))
        except BotPsyError:
            return False


def _mark(model: Path, adapter: Path | None, context: int) -> str:
    from importlib.metadata import version

    files: list[str] = []
    for path in (model, adapter):
        if path is not None:
            stat = path.stat()
            files.append(f"{path.resolve()} {stat.st_size} {stat.st_mtime_ns}")
    return f"{files} {context} {version('xllamacpp')}"
