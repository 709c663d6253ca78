"""ACEBench's prompts, from the port in the `evalscope` wheel (MIT), fetched into our cache (5 MB).

The prompts are constants, read from the source without running it.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from pathlib import Path

from botpsy.benchmarks.pinned_wheel import PinnedWheel, ensure_wheel
from botpsy.core.errors import BackendError
from botpsy.models.hub import Progress

VERSION = "1.14.0"
SHA256 = "4d1b95f87055b618c4a4bf43134c9a08d12c3b3f55e16b3e27ef9635839300af"
_FILES = ("benchmarks/acebench/prompts.py", "benchmarks/acebench/rollout.py")


def ensure(*, cache: Path | None = None, progress: Progress | None = None) -> Path:
    """Return the folder that holds the package `evalscope`, fetching it the first time. Raises BackendError."""
    wheel = PinnedWheel("evalscope", "evalscope", VERSION, SHA256, "acebench", "ACEBench")
    return ensure_wheel(wheel, cache=cache, progress=progress)


def constants(folder: Path) -> Mapping[str, str]:
    """Return the official texts by the names that the port gives them. Raises BackendError when they are not there."""
    found: dict[str, str] = {}
    for name in _FILES:
        path = folder / "evalscope" / name
        try:
            module = ast.parse(path.read_text(encoding="utf-8"))
        except (OSError, SyntaxError, ValueError) as error:
            raise BackendError(f"cannot read {path}: {error}; remove {folder} and it is fetched again") from None
        for node in module.body:
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant):
                for target in node.targets:
                    if isinstance(target, ast.Name) and isinstance(node.value.value, str):
                        found[target.id] = node.value.value
    if "SYSTEM_PROMPT_FOR_NORMAL_DATA_EN" not in found:
        raise BackendError(f"{folder} holds no ACEBench prompts; remove it and it is fetched again")
    return found
