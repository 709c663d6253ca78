"""Where a checkpoint comes from: data by hash, configuration, code version, parent, metrics. Written beside it."""

from __future__ import annotations

import hashlib
import json
import platform
import subprocess
from collections.abc import Mapping
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import botpsy
from botpsy.core import jsonl
from botpsy.core.messages import Json

LIBRARIES = ("torch", "transformers", "peft", "accelerate", "gguf")


def sha256(path: Path) -> str:
    """Return the hex SHA-256 of a file."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


def code_version() -> str:
    """Return the package version and, in a checkout, the commit."""
    try:
        commit = subprocess.run(
            ["git", "rev-parse", "--short=12", "HEAD"],
            cwd=Path(__file__).parent,
            capture_output=True,
            text=True,
            timeout=5,
            check=True,
        ).stdout.strip()
    except (OSError, subprocess.SubprocessError):
        return botpsy.__version__
    return f"{botpsy.__version__}+{commit}"


def library_versions() -> dict[str, str]:
    """Return the versions of what computed this."""
    found: dict[str, str] = {"python": platform.python_version()}
    for name in LIBRARIES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


def write(
    path: Path, stage: str, config: Mapping[str, Json], parent: Mapping[str, Json], data: Mapping[str, Json]
) -> None:
    """Write a stage's lineage. `parent` and `data` name files with their hashes."""
    row: dict[str, Json] = {
        "stage": stage,
        "written": datetime.now(UTC).isoformat(timespec="seconds"),
        "code": code_version(),
        "libraries": library_versions(),
        "parent": dict(parent),
        "data": dict(data),
        "config": dict(config),
    }
    jsonl.write_text_atomic(path, json.dumps(row, indent=2, ensure_ascii=False) + "\n")
