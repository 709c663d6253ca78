"""The BFCL wheel, fetched once into the cache, and the folder of public data; tests that need either are skipped where
it cannot be had."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from botpsy.benchmarks.bfcl_install import ensure
from botpsy.benchmarks.if_checker import Checker
from botpsy.core.errors import BackendError, UsageError


@pytest.fixture(scope="session")
def bfcl_folder() -> Path:
    try:
        return ensure()
    except BackendError as error:
        pytest.skip(str(error))


@pytest.fixture(scope="session")
def public() -> Path:
    """The folder of public data; tests that need it are skipped where there is none."""
    if not (named := os.environ.get("BOTPSY_DATA", "")):
        pytest.skip("BOTPSY_DATA is not set")
    return Path(named)


@pytest.fixture(scope="session")
def checker() -> Iterator[Checker]:
    """The checks of IFEval and IFBench in one process; skipped where a package, the wheel or NLTK's data is missing."""
    checker = Checker()
    try:
        checker.prepare()
    except (BackendError, UsageError) as error:
        pytest.skip(str(error))
    yield checker
    checker.close()
