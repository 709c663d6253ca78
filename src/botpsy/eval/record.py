"""A run's folder: `run.json` says how it was made, `items.jsonl` holds one row an item, in the order they ended.

Rows are only appended, so a run that is stopped anywhere goes on where it was. A folder belongs to one model and one
way of sampling: mixing is refused.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import cast

import botpsy
from botpsy.core import jsonl
from botpsy.core.errors import UsageError
from botpsy.core.messages import Json
from botpsy.core.task import Task

ROWS = "items.jsonl"
HEADER = "run.json"
Row = dict[str, Json]
Key = tuple[str, str]
"""(taskset, task id)."""


def digest(task: Task) -> str:
    """Return a short hash of everything a task asks and judges by, so that changed tasks are not taken for done."""
    messages = [m.to_json() for m in task.messages]
    whole = [task.id, task.domain, task.skill, task.split, messages, task.seed, dict(task.data)]
    return hashlib.sha256(json.dumps(whole, sort_keys=True).encode()).hexdigest()[:16]


def fingerprint(model: Path, adapter: Path | None = None) -> Row:
    """Return the settings that say which model this is: its name, and hashes of the files, since names are reused.

    `model` is a GGUF or a folder with one. Raises UsageError for a file that cannot be read.
    """
    files = sorted(model.glob("*.gguf")) if model.is_dir() else [model]
    settings: Row = {"model": model.name, "model_sha256": _sha256(files)}
    return settings if adapter is None else {**settings, "adapter_sha256": _sha256([adapter])}


def _sha256(files: list[Path]) -> str:
    whole = hashlib.sha256()
    for path in files:
        try:
            with path.open("rb") as file:
                while block := file.read(1 << 20):
                    whole.update(block)
        except OSError as error:
            raise UsageError(f"cannot read {path}: {error.strerror}") from None
    return whole.hexdigest()


def begin(out: Path, settings: Mapping[str, Json]) -> None:
    """Write the header, or check that the folder's is the same. Raises UsageError naming every setting that differs."""
    wanted = cast("Row", json.loads(json.dumps({**settings, "botpsy": botpsy.__version__})))
    path = out / HEADER
    if not path.exists():
        if (out / ROWS).exists():
            raise UsageError(f"{out} has {ROWS} without {HEADER}; give another folder, or remove it")
        try:
            out.mkdir(parents=True, exist_ok=True)
            jsonl.write_text_atomic(path, json.dumps({"settings": wanted}, indent=2) + "\n")
        except OSError as error:
            raise UsageError(f"cannot write in {out}: {error.strerror}; give another folder") from None
        return
    there, wanted = _flat(header(out)), _flat(wanted)
    differing = [
        f"{key} was {there.get(key)!r} and is now {wanted.get(key)!r}"
        for key in sorted(there.keys() | wanted.keys())
        if there.get(key) != wanted.get(key)
    ]
    if differing:
        raise UsageError(
            f"{out} holds a run with other settings: {'; '.join(differing)}. Give another folder, "
            f"or the same settings to go on"
        )


def _flat(settings: Mapping[str, Json], prefix: str = "") -> Row:
    """Return nested settings as one level, `sampling.temperature` and so on."""
    flat: Row = {}
    for key, value in settings.items():
        name = prefix + key
        flat.update(_flat(cast("Row", value), f"{name}.") if isinstance(value, dict) else {name: value})
    return flat


def header(out: Path) -> Row:
    """Return the settings of a run. Raises UsageError when the folder holds none."""
    path = out / HEADER
    try:
        return cast("Row", json.loads(path.read_text(encoding="utf-8"))["settings"])
    except FileNotFoundError:
        raise UsageError(f"{out} holds no evaluation ({HEADER} is missing)") from None
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UsageError(f"cannot read {path}: {error}; remove it to start afresh") from None


def rows(out: Path) -> dict[Key, Row]:
    """Return the last row of every item; a later row replaces the one of an item that was dropped and tried again."""
    path = out / ROWS
    found: dict[Key, Row] = {}
    if path.exists():
        for row in jsonl.read(path):
            if "id" not in row or "taskset" not in row:
                raise UsageError(f"{path} has a row without id and taskset; it is not an evaluation's file")
            found[(row["taskset"], row["id"])] = row
    return found


def storable(row: Row) -> Row:
    """Return the row with what UTF-8 cannot hold (lone surrogates, which a model may write) replaced."""
    return cast("Row", json.loads(json.dumps(row, ensure_ascii=False).encode("utf-8", "replace")))


@contextmanager
def claimed(out: Path) -> Generator[None]:
    """Hold a run's folder, so that two processes do not both evaluate into it. Raises UsageError when it is held."""
    with (out / ".lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise UsageError(f"another evaluation is writing in {out}; wait for it or give another folder") from None
        yield
