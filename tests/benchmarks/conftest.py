"""The BFCL wheel, fetched once into the cache; tests that need it are skipped where it cannot be had."""

from __future__ import annotations

from pathlib import Path

import pytest

from botpsy.benchmarks.bfcl_install import ensure
from botpsy.core.errors import BackendError


@pytest.fixture(scope="session")
def bfcl_folder() -> Path:
    try:
        return ensure()
    except BackendError as error:
        pytest.skip(str(error))
