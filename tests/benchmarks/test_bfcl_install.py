"""Fetching the wheel: a small one of our own stands for it, and pip may not leave this machine."""

from __future__ import annotations

import hashlib
import zipfile
from pathlib import Path

import pytest

from botpsy.benchmarks import bfcl_install
from botpsy.benchmarks.bfcl_install import VERSION, ensure
from botpsy.core.errors import BackendError


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that is all that pip can see, with a wheel whose hash is the one expected."""
    shelf = tmp_path / "shelf"
    shelf.mkdir()
    wheel = shelf / f"bfcl_eval-{VERSION}-py3-none-any.whl"
    info = f"bfcl_eval-{VERSION}.dist-info"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("bfcl_eval/__init__.py", "")
        archive.writestr("bfcl_eval/data/x.json", "{}")
        archive.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: bfcl-eval\nVersion: {VERSION}\n")
        archive.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr(f"{info}/RECORD", "")
    monkeypatch.setattr(bfcl_install, "SHA256", hashlib.sha256(wheel.read_bytes()).hexdigest())
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(shelf))
    return shelf


def test_it_is_fetched_once_and_then_needs_no_network(shelf: Path, tmp_path: Path) -> None:
    lines: list[str] = []
    folder = ensure(cache=tmp_path / "cache", progress=lines.append)
    assert (folder / "bfcl_eval" / "data" / "x.json").read_text() == "{}"
    assert len(lines) == 1
    for wheel in shelf.iterdir():
        wheel.unlink()
    assert ensure(cache=tmp_path / "cache", progress=lines.append) == folder
    assert len(lines) == 1


@pytest.mark.usefixtures("shelf")
def test_another_hash_is_refused_and_nothing_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    right = bfcl_install.SHA256
    monkeypatch.setattr(bfcl_install, "SHA256", "0" * 64)
    with pytest.raises(BackendError, match="could not fetch"):
        ensure(cache=tmp_path / "cache")
    assert not any(p.is_dir() for p in (tmp_path / "cache" / "bfcl").iterdir())
    monkeypatch.setattr(bfcl_install, "SHA256", right)
    assert ensure(cache=tmp_path / "cache").is_dir()  # a second try starts afresh


def test_offline_has_one_clear_message(shelf: Path, tmp_path: Path) -> None:
    for wheel in shelf.iterdir():
        wheel.unlink()
    with pytest.raises(BackendError, match="Check the network") as caught:
        ensure(cache=tmp_path / "cache")
    assert "\n" not in str(caught.value)


def test_a_cache_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BackendError, match="BOTPSY_CACHE"):
        ensure(cache=tmp_path / "file")
