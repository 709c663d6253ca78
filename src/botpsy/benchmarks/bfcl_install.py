"""Fetches BFCL v4, data and official checker, into our cache (2 MB).

The wheel asks for 6 GB of dependencies, of which checking calls needs none; its code is only ever run by `bfcl_worker`.
"""

from __future__ import annotations

import sys
from pathlib import Path

from botpsy.benchmarks.pinned_wheel import PinnedWheel, ensure_wheel
from botpsy.models.hub import Progress

VERSION = "2026.3.23"
SHA256 = "3bb6dfa5f0c68ad403c9ec50b00db2bb3b4cc9b38ab1ff33f48fe30d853d3a0a"

MPMATH_SHA256 = "a0b2b9fe80bbcd81a6647ff13108738cfb482d481d826cc0e02f5b35e5c88d2c"
WEB_NEEDS = ("requests==2.34.2", "beautifulsoup4==4.15.0", "html2text==2025.4.15")
RANK_BM25_SHA256 = "7bd4a95571adadfc271746fa146a4bcfd89c0cf731e49c3d1ad863290adbe8ae"


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


def ensure_rank_bm25(*, cache: Path | None = None, progress: Progress | None = None) -> Path:
    """Return the folder that holds rank_bm25, with which the key-value memory searches; fetched the first time (10 KB).
    It imports numpy, which BotPsy has.

    Raises BackendError.
    """
    # the package is a single file; what says that it is there is the folder of its metadata
    wheel = PinnedWheel("rank-bm25", "rank_bm25-0.2.2.dist-info", "0.2.2", RANK_BM25_SHA256, "rank_bm25", "rank_bm25")
    return ensure_wheel(wheel, cache=cache, progress=progress)


def ensure_web(*, cache: Path | None = None, progress: Progress | None = None) -> Path:
    """Return the folder that holds `bfcl_eval` and what its web search imports, fetching it the first time (6 MB).

    Raises BackendError.
    """
    folder = f"bfcl_web-{sys.implementation.cache_tag}"  # compiled packages are of one version of Python
    wheel = PinnedWheel("bfcl-eval", "bfcl_eval", VERSION, SHA256, folder, "BFCL's web search", WEB_NEEDS)
    return ensure_wheel(wheel, cache=cache, progress=progress)
