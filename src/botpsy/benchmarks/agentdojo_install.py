"""Fetches AgentDojo, its worlds and scorer (MIT), into our cache (25 MB with what they import).

The wheel asks for 300 MB of vendors' clients, of which its worlds need none; its code is only ever run by
`agentdojo_worker`, which sees nothing but this folder.
"""

from __future__ import annotations

import sys
from pathlib import Path

from botpsy.benchmarks.pinned_wheel import PinnedWheel, ensure_wheel
from botpsy.models.hub import Progress

VERSION = "0.1.35"
SHA256 = "364bea4219716b716bf639f504d195943f7f6a5535d312ca41d7098704a2affd"
NEEDS = (
    "pydantic[email]==2.14.4", "PyYAML==6.0.4", "deepdiff==9.1.0", "docstring-parser==0.18.0", "rich==15.0.0",
)  # fmt: skip


def ensure(*, cache: Path | None = None, progress: Progress | None = None) -> Path:
    """Return the folder that holds the package `agentdojo` and what it imports, fetching it the first time. Raises
    BackendError."""
    folder = f"agentdojo-{sys.implementation.cache_tag}"  # compiled packages are of one version of Python
    wheel = PinnedWheel("agentdojo", "agentdojo", VERSION, SHA256, folder, "AgentDojo", NEEDS)
    return ensure_wheel(wheel, cache=cache, progress=progress)
