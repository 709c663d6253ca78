"""The model that answers is built once from base and adapter, and again when one of them changes."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from botpsy.assistant import prepare
from botpsy.assistant.prepare import ready_model
from botpsy.assistant.settings import Model, Settings
from botpsy.core.errors import ModelError


class Merge:
    """Stands in for export's merge: counts, and reports progress."""

    def __init__(self) -> None:
        self.made = 0

    def __call__(
        self, base: Path, adapter_gguf: Path, out: Path, *, progress: Callable[[int, int], None] | None = None
    ) -> None:
        self.made += 1
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_bytes(base.read_bytes() + adapter_gguf.read_bytes())
        for done in range(101):
            if progress:
                progress(done, 100)


@pytest.fixture
def parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    monkeypatch.setenv("BOTPSY_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("BOTPSY_ADAPTER", raising=False)
    (tmp_path / "base.gguf").write_bytes(b"GGUF base")
    (tmp_path / "adapter.gguf").write_bytes(b"GGUF adapter")
    return Settings(model=Model(str(tmp_path / "base.gguf"), str(tmp_path / "adapter.gguf")))


def test_built_once_and_shown(parts: Settings) -> None:
    merge, told = Merge(), list[str]()
    first = ready_model(parts, merge, told.append)
    assert first.read_bytes() == b"GGUF baseGGUF adapter"
    assert any("building" in line for line in told)
    assert 2 <= sum("%" in line for line in told) <= 6
    assert ready_model(parts, merge, told.append) == first
    assert merge.made == 1


def test_built_again_when_a_part_changes(parts: Settings) -> None:
    merge = Merge()
    first = ready_model(parts, merge, print)
    Path(parts.model.adapter).write_bytes(b"GGUF adapter two")
    second = ready_model(parts, merge, print)
    os.utime(parts.model.base, ns=(1, 1))
    third = ready_model(parts, merge, print)
    assert len({first, second, third}) == merge.made == 3


def test_a_base_of_ones_own_gets_no_adapter_unasked(parts: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOTPSY_ADAPTER", parts.model.adapter)
    merge = Merge()
    for adapter in ("", "none"):
        path = ready_model(replace(parts, model=replace(parts.model, adapter=adapter)), merge, print)
        assert path == Path(parts.model.base)
    assert merge.made == 0


def test_the_released_adapter_goes_into_the_default_base(parts: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prepare, "resolve", lambda *_, **__: Path(parts.model.base))
    monkeypatch.setenv("BOTPSY_ADAPTER", parts.model.adapter)
    assert ready_model(Settings(), Merge(), print).read_bytes() == b"GGUF baseGGUF adapter"


def test_without_any_adapter_the_bare_base_answers_with_a_warning(
    parts: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(prepare, "resolve", lambda *_, **__: Path(parts.model.base))
    monkeypatch.setattr(prepare, "released_adapter", lambda: None)
    told: list[str] = []
    assert ready_model(Settings(), Merge(), told.append) == Path(parts.model.base)
    assert told == ["warning: no adapter was found; the bare base model calls no tools"]


def test_an_adapter_that_is_not_there_is_named(parts: Settings, tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"no adapter at .*gone.gguf"):
        ready_model(replace(parts, model=replace(parts.model, adapter=str(tmp_path / "gone.gguf"))), Merge(), print)
