"""Fetches a public scorer into our cache: one pinned wheel, checked by its hash, without what it asks for.

It lies in a folder of its own, so that nothing in the person's environment changes; its code is only ever run by a
worker process.
"""

from __future__ import annotations

import fcntl
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from botpsy.core.errors import BackendError
from botpsy.models.hub import Progress, cache_folder


@dataclass(frozen=True, slots=True)
class PinnedWheel:
    """`project` is what pip calls it, `package` what is imported, `folder` where it lies in the cache, `label` what a
    person calls it, `needs` what its code imports: packages that pip puts beside it."""

    project: str
    package: str
    version: str
    sha256: str
    folder: str
    label: str
    needs: tuple[str, ...] = ()


def ensure_wheel(wheel: PinnedWheel, *, cache: Path | None = None, progress: Progress | None = None) -> Path:
    """Return the folder that holds the package, fetching it with pip the first time.

    Uses the person's own pip settings. Raises BackendError when it cannot be fetched, has another hash, or the folder
    cannot be written; what was begun is removed, so a second try starts afresh.
    """
    folder = (cache or cache_folder()) / wheel.folder
    target = folder / wheel.version
    if (target / wheel.package).is_dir():
        return target
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / f"{wheel.version}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not (target / wheel.package).is_dir():  # another process may have been quicker
                _fetch(wheel, folder, target, progress)
    except OSError as error:
        reason = f"cannot write {wheel.label} into {folder}: {error.strerror}"
        raise BackendError(f"{reason}; BOTPSY_CACHE names another") from None
    return target


def _fetch(wheel: PinnedWheel, folder: Path, target: Path, tell: Progress | None) -> None:
    exact = f"{wheel.project}=={wheel.version}"
    part = folder / f"{wheel.version}.part"
    shutil.rmtree(part, ignore_errors=True)
    wanted = folder / f"{wheel.version}.txt"
    wanted.write_text(f"{exact} --hash=sha256:{wheel.sha256}\n")
    base = [sys.executable, "-m", "pip", "install", "--only-binary=:all:", "--disable-pip-version-check", "--quiet"]
    if not wheel.needs:  # much code is slow to read when nobody may write it down compiled
        base.append("--no-compile")
    base += ["--target", str(part)]
    try:
        if tell is not None:
            tell(f"fetching {exact} with pip")
        _pip([*base, "--no-deps", "--require-hashes", "-r", str(wanted)], exact)
        if not (part / wheel.package).is_dir():
            raise BackendError(f"{exact} holds no package {wheel.package}")
        if wheel.needs:
            if tell is not None:
                tell(f"fetching what {wheel.label} imports with pip: {', '.join(wheel.needs)}")
            _pip([*base, *wheel.needs], f"what {wheel.label} imports")
        shutil.rmtree(target, ignore_errors=True)
        part.replace(target)
    finally:
        shutil.rmtree(part, ignore_errors=True)


def _pip(command: Sequence[str], what: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    if done.returncode:
        lines = [line.strip() for line in (done.stderr + done.stdout).splitlines() if line.strip()]
        reason = next((line for line in lines if "ERROR" in line), lines[-1] if lines else "no output")
        raise BackendError(f"pip could not fetch {what}: {reason[:300]}. Check the network and pip")
