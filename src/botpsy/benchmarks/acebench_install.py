"""ACEBench's prompts and the data of its agent's worlds, from the port in the `evalscope` wheel (MIT), fetched into our
cache (5 MB).

Both are constants, read from the source without running it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from botpsy.benchmarks.pinned_wheel import PinnedWheel, ensure_wheel
from botpsy.core.errors import BackendError
from botpsy.core.messages import Json
from botpsy.models.hub import Progress

VERSION = "1.14.0"
SHA256 = "4d1b95f87055b618c4a4bf43134c9a08d12c3b3f55e16b3e27ef9635839300af"
_PROMPTS = ("benchmarks/acebench/prompts.py", "benchmarks/acebench/rollout.py")
_WORLDS = "third_party/acebench/en"
_CLASSES = ("MessageApi", "ReminderApi", "FoodPlatform", "Travel")


def ensure(*, cache: Path | None = None, progress: Progress | None = None) -> Path:
    """Return the folder that holds the package `evalscope`, fetching it the first time. Raises BackendError."""
    wheel = PinnedWheel("evalscope", "evalscope", VERSION, SHA256, "acebench", "ACEBench")
    return ensure_wheel(wheel, cache=cache, progress=progress)


def constants(folder: Path) -> Mapping[str, str]:
    """Return the official texts by the names that the port gives them. Raises BackendError when they are not there."""
    found: dict[str, str] = {}
    for name in _PROMPTS:
        for node in _parsed(folder / "evalscope" / name, folder).body:
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant):
                for target in node.targets:
                    if isinstance(target, ast.Name) and isinstance(node.value.value, str):
                        found[target.id] = node.value.value
    if "SYSTEM_PROMPT_FOR_NORMAL_DATA_EN" not in found:
        raise BackendError(f"{folder} holds no ACEBench prompts; remove it and it is fetched again")
    return found


def seeds(folder: Path) -> Mapping[str, Mapping[str, Json]]:
    """Return what the agent's worlds begin with: the values that the published classes give their attributes, by class
    and attribute. Raises BackendError when they are not there."""
    found: dict[str, dict[str, Json]] = {}
    for path in sorted((folder / "evalscope" / _WORLDS).glob("*.py")):
        for node in _parsed(path, folder).body:
            if isinstance(node, ast.ClassDef):
                found[node.name] = dict(_attributes(node))
    if lacking := [name for name in _CLASSES if not found.get(name)]:
        raise BackendError(f"{folder} lacks ACEBench's {', '.join(lacking)}; remove it and it is fetched again")
    return found


def _attributes(made: ast.ClassDef) -> Iterator[tuple[str, Json]]:
    for node in made.body:
        if not isinstance(node, ast.FunctionDef) or node.name != "__init__":
            continue
        for line in node.body:
            match line:
                case ast.Assign(targets=[ast.Attribute(attr=name)], value=value):
                    pass
                case ast.AnnAssign(target=ast.Attribute(attr=name), value=ast.expr() as value):
                    pass
                case _:
                    continue
            with suppress(ValueError):  # what is computed is no data
                yield name, ast.literal_eval(value)


def _parsed(path: Path, folder: Path) -> ast.Module:
    try:
        return ast.parse(path.read_text(encoding="utf-8"))
    except (OSError, SyntaxError, ValueError) as error:
        raise BackendError(f"cannot read {path}: {error}; remove {folder} and it is fetched again") from None
