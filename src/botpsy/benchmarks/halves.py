"""Every benchmark is split in halves by a hash of the item's id: read and tune on "dev", report on "test"."""

from __future__ import annotations

import hashlib
from typing import Literal

from botpsy.core.errors import UsageError
from botpsy.core.task import Split


def half(benchmark: str, item: str) -> Literal["dev", "test"]:
    """Return the half that an item belongs to, for all time.

    Example:
        half("bfcl", "simple_python_0")
    """
    return "test" if hashlib.sha256(f"{benchmark}:{item}".encode()).digest()[0] % 2 else "dev"


def refuse_train(benchmark: str, split: Split) -> None:
    """Raise UsageError for the split "train": a benchmark has none."""
    if split == "train":
        raise UsageError(f"{benchmark} is a benchmark: it has a dev and a test half, and nothing to train on")
