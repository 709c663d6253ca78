"""What cannot be loaded says so in one line, without llama.cpp's log."""

from __future__ import annotations

from pathlib import Path

import pytest

from botpsy.core.errors import ModelError
from botpsy.models.load import load


def test_a_folder_without_gguf_names_the_verb(tmp_path: Path) -> None:
    (tmp_path / "model.safetensors").write_bytes(b"")
    with pytest.raises(ModelError, match=r"safetensors.*botpsy export"):
        load(str(tmp_path))


def test_a_folder_with_two_names_them(tmp_path: Path) -> None:
    for name in ("a.gguf", "b.gguf"):
        (tmp_path / name).write_bytes(b"GGUF")
    with pytest.raises(ModelError, match=r"a\.gguf, b\.gguf"):
        load(str(tmp_path))


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", b"GGUF" + bytes(500), b"GGUF\x03\x00\x00\x00" + b"\xff" * 64])
def test_a_file_that_is_no_model_is_one_line_and_a_quiet_one(
    tmp_path: Path, data: bytes, capfd: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "model.gguf"
    file.write_bytes(data)
    with pytest.raises(ModelError) as caught:
        load(str(file))
    assert str(file) in str(caught.value)
    assert "\n" not in str(caught.value)
    assert capfd.readouterr().err == ""


def test_a_missing_adapter_is_named(tmp_path: Path) -> None:
    model = tmp_path / "model.gguf"
    model.write_bytes(b"GGUF")
    with pytest.raises(ModelError, match="adapter"):
        load(str(model), adapter=tmp_path / "adapter.gguf")
