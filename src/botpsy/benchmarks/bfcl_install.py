"""Fetches BFCL v4, data and official checker, into our cache: one pinned wheel, checked by its hash.

The wheel asks for 6 GB of dependencies, of which checking calls needs none: it is installed without them, into a folder
of its own, so that nothing in the person's environment changes. Its code is only ever run by `bfcl_worker`.
"""

from __future__ import annotations

import fcntl
import shutil
import subprocess
import sys
from pathlib import Path

from botpsy.core.errors import BackendError
from botpsy.models.hub import Progress, cache_folder

VERSION = "2026.3.23"
SHA256 = "3bb6dfa5f0c68ad403c9ec50b00db2bb3b4cc9b38ab1ff33f48fe30d853d3a0a"
_PACKAGE = "bfcl_eval"


def ensure(*, cache: Path | None = None, progress: Progress | None = None) -> Path:
    """Return the folder that holds the package `bfcl_eval`, fetching it with pip (2 MB) the first time.

    Uses the person's own pip settings. Raises BackendError when it cannot be fetched, has another hash, or the folder
    cannot be written; what was begun is removed, so a second try starts afresh.
    """
    folder = (cache or cache_folder()) / "bfcl"
    target = folder / VERSION
    if (target / _PACKAGE).is_dir():
        return target
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / f"{VERSION}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not (target / _PACKAGE).is_dir():  # another process may have been quicker
                _fetch(folder, target, progress)
    except OSError as error:
        raise BackendError(f"cannot write BFCL into {folder}: {error.strerror}; BOTPSY_CACHE names another") from None
    return target


def _fetch(folder: Path, target: Path, tell: Progress | None) -> None:
    part = folder / f"{VERSION}.part"
    shutil.rmtree(part, ignore_errors=True)
    wanted = folder / f"{VERSION}.txt"
    wanted.write_text(f"bfcl-eval=={VERSION} --hash=sha256:{SHA256}\n")
    if tell is not None:
        tell(f"fetching bfcl-eval=={VERSION} with pip")
    flags = "--no-deps --only-binary=:all: --no-compile --require-hashes --disable-pip-version-check --quiet"
    command = [sys.executable, "-m", "pip", "install", *flags.split(), "--target", str(part), "-r", str(wanted)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
        if done.returncode or not (part / _PACKAGE).is_dir():
            lines = [line.strip() for line in (done.stderr + done.stdout).splitlines() if line.strip()]
            reason = next((line for line in lines if "ERROR" in line), lines[-1] if lines else "no output")
            raise BackendError(f"pip could not fetch bfcl-eval=={VERSION}: {reason[:300]}. Check the network and pip")
        shutil.rmtree(target, ignore_errors=True)
        part.replace(target)
    finally:
        shutil.rmtree(part, ignore_errors=True)
