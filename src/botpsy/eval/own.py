"""A benchmark from a file of one's own: `botpsy eval MODEL --suite my_benchmark.py`. See docs/add-a-benchmark.md.

The file is a Python program that the person names, and it is run as such.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any, cast

from botpsy.core.errors import BotPsyError, UsageError
from botpsy.core.protocols import Taskset
from botpsy.core.task import Split
from botpsy.eval.suites import Part

_NEEDED = ("name", "tasks", "open", "verify", "reference")


def own(path: Path, split: Split | None = None, limit: int | None = None) -> Part:
    """Return the part that a file's `benchmark()` makes; its `TURNS` and `MAX_TOKENS`, where it has them, are limits.

    Raises UsageError for a file that is missing, cannot be run, or makes something else.
    """
    if not path.is_file():
        raise UsageError(f"no file {path}; a suite that ends in .py is a file with a benchmark of your own")
    name = f"botpsy_own_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None  # it ends in .py
    module: Any = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look their module up
    try:
        spec.loader.exec_module(module)
        taskset: Any = module.benchmark()
    except BotPsyError:
        raise
    except Exception as error:
        raise UsageError(f"{path} cannot be run: {type(error).__name__}: {error}") from None
    if missing := [one for one in _NEEDED if not hasattr(taskset, one)]:
        raise UsageError(f"{path}: what benchmark() returns has no {missing[0]!r}; a Taskset has {', '.join(_NEEDED)}")
    turns, tokens = getattr(module, "TURNS", None), getattr(module, "MAX_TOKENS", None)
    return Part(cast(Taskset, taskset), split or "dev", limit, str(taskset.name), turns, tokens)
