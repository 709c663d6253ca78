"""Which context a GGUF was trained for, read from files that the `gguf` package wrote, and from broken ones."""

from __future__ import annotations

from pathlib import Path

import pytest
from gguf import GGUFReader, GGUFWriter

from botpsy.core.errors import ModelError
from botpsy.models.trained_context import trained_context


def written(path: Path, context: int | None = 2048, *, late: bool = False) -> Path:
    """A header with every kind of value before the context, or after it."""
    writer = GGUFWriter(path, "qwen3")
    if context is not None and not late:
        writer.add_context_length(context)
    writer.add_array("tokenizer.ggml.tokens", ["a", "é", ""] * 50)
    writer.add_array("tokenizer.ggml.scores", [0.5, -1.0])
    writer.add_array("tokenizer.ggml.token_type", [1, 2, 3])
    writer.add_bool("tokenizer.ggml.add_bos_token", True)
    writer.add_float64("general.x", 1.5)
    writer.add_uint8("general.y", 7)
    if context is not None and late:
        writer.add_context_length(context)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.close()
    return path


@pytest.mark.parametrize("late", [False, True])
def test_the_length_stands_anywhere_in_the_metadata(tmp_path: Path, late: bool) -> None:
    path = written(tmp_path / "m.gguf", 40_960, late=late)
    field = GGUFReader(path).get_field("qwen3.context_length")
    assert field is not None and field.contents() == 40_960
    assert trained_context(path) == trained_context(tmp_path) == 40_960


def test_a_model_that_does_not_say_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="does not say which context"):
        trained_context(written(tmp_path / "silent.gguf", None))
    with pytest.raises(ModelError, match="does not say which context"):
        trained_context(written(tmp_path / "zero.gguf", 0))
    with pytest.raises(ModelError, match="holds 2 GGUF files"):
        trained_context(tmp_path)


def test_a_file_that_is_cut_anywhere_is_one_error(tmp_path: Path) -> None:
    whole = written(tmp_path / "whole.gguf", late=True).read_bytes()
    cut = tmp_path / "cut.gguf"
    for length in range(0, len(whole) - 8, 7):
        cut.write_bytes(whole[:length])
        with pytest.raises(ModelError, match=r"cut\.gguf.*whole GGUF"):
            trained_context(cut)
    for hostile in (b"GGUF" + b"\xff" * 99, b"GGUF" + bytes(16) + b"\xff" * 99, b"PK" * 50, b"GGUF\x03" + bytes(11)):
        cut.write_bytes(hostile)
        with pytest.raises(ModelError, match=r"cut\.gguf"):
            trained_context(cut)
    deep = b"GGUF\x03\0\0\0" + bytes(8) + b"\x01" + bytes(7) + bytes(8) + b"\x09\0\0\0"
    cut.write_bytes(deep + (b"\x09\0\0\0" + b"\x01" + bytes(7)) * 100_000)
    with pytest.raises(ModelError, match="whole GGUF"):
        trained_context(cut)
    with pytest.raises(ModelError, match="cannot read"):
        trained_context(tmp_path / "nowhere.gguf")
