"""Writes a large file whole or not at all: to a temporary sibling first, renamed into place when it is complete."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from botpsy.core.errors import BackendError

_STALE_S = 3600.0


@contextmanager
def written_whole(path: Path, needed: int) -> Generator[Path]:
    """Yield a temporary path beside `path` to write `needed` bytes to; rename it when the block ends without error.

    The temporary name holds the process id, so two processes that make the same file do not mix their bytes.

    Raises BackendError, naming the path and the space needed, when the disk is or becomes full, or refuses the write.
    """
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _remove_stale(path)
        free = shutil.disk_usage(path.parent).free
    except OSError as error:
        raise BackendError(f"cannot write {path}: {error}") from None
    if free < needed:
        raise _full(path, needed, free)
    try:
        yield part
        with part.open("rb+") as file:
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        # numpy's tofile reports a short write without an errno, so what is left on the disk tells the cause.
        free = shutil.disk_usage(path.parent).free
        written = part.stat().st_size if part.exists() else 0
        if free + written < needed:
            raise _full(path, needed, free + written) from None
        raise BackendError(f"cannot write {path}: {error}") from None
    finally:
        part.unlink(missing_ok=True)


def _full(path: Path, needed: int, free: int) -> BackendError:
    return BackendError(
        f"not enough space for {path}: {needed / 1e6:.0f} MB needed, {free / 1e6:.0f} MB free in {path.parent}; "
        "free some space or choose another folder"
    )


def _remove_stale(path: Path) -> None:
    """Remove what a killed process left behind; younger files may belong to one that still writes."""
    for part in path.parent.glob(f"{path.name}.*.part"):
        if time.time() - part.stat().st_mtime > _STALE_S:
            part.unlink(missing_ok=True)
