"""Fetches BFCL v4, data and official checker, into our cache (2 MB).

The wheel asks for 6 GB of dependencies, of which checking calls needs none; its code is only ever run by `bfcl_worker`.
"""

from __future__ import annotations

from pathlib import Path

from botpsy.benchmarks.pinned_wheel import PinnedWheel, ensure_wheel
from botpsy.models.hub import Progress

VERSION = "2026.3.23"
SHA256 = "3bb6dfa5f0c68ad403c9ec50b00db2bb3b4cc9b38ab1ff33f48fe30d853d3a0a"

MPMATH_SHA256 = "a0b2b9fe80bbcd81a6647ff13108738cfb482d481d826cc0e02f5b35e5c88d2c"


def ensure(*, cache: Path | None = None, progress: Progress | None = None) -> Path:
    """Return the folder that holds the package `bfcl_eval`, fetching it the first time. Raises BackendError."""
    wheel = PinnedWheel("bfcl-eval", "bfcl_eval", VERSION, SHA256, "bfcl", "BFCL")
    return ensure_wheel(wheel, cache=cache, progress=progress)


def ensure_mpmath(*, cache: Path | None = None, progress: Progress | None = None) -> Path:
    """Return the folder that holds mpmath, which the multi-turn worlds compute with; fetched the first time (0.5 MB).

    Raises BackendError.
    """
    wheel = PinnedWheel("mpmath", "mpmath", "1.3.0", MPMATH_SHA256, "mpmath", "mpmath")
    return ensure_wheel(wheel, cache=cache, progress=progress)
