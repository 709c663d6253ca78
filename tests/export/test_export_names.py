"""Names, row order and safetensors files."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from botpsy.core.errors import ModelError
from botpsy.export.names import gguf_name, hf_name, to_gguf_rows, to_hf_rows
from botpsy.export.safetensors_file import bfloat16_bits, read_index, write_bfloat16


@pytest.mark.parametrize(
    ("hf", "gguf"),
    [
        ("model.embed_tokens.weight", "token_embd.weight"),
        ("model.layers.11.self_attn.q_proj.weight", "blk.11.attn_q.weight"),
        ("model.layers.0.post_attention_layernorm.weight", "blk.0.ffn_norm.weight"),
        ("model.layers.3.self_attn.k_proj.bias", "blk.3.attn_k.bias"),
        ("lm_head.weight", "output.weight"),
    ],
)
def test_names_map_both_ways(hf: str, gguf: str) -> None:
    assert gguf_name(hf) == gguf
    assert hf_name(gguf) == hf


@pytest.mark.parametrize("name", ["model.layers.0.mlp.experts.0.up_proj.weight", "blk.0.ssm_a", "", "weight"])
def test_unknown_names_raise(name: str) -> None:
    with pytest.raises(ModelError):
        gguf_name(name)
    with pytest.raises(ModelError):
        hf_name(name)


def test_rows_interleave_the_halves_of_each_head() -> None:
    rows = np.arange(8, dtype=np.float32)
    assert to_gguf_rows(rows, 2).tolist() == [0, 2, 1, 3, 4, 6, 5, 7]


@given(heads=st.integers(1, 5), half=st.integers(1, 4), columns=st.integers(1, 3))
def test_row_order_can_be_undone(heads: int, half: int, columns: int) -> None:
    rows = np.arange(heads * half * 2 * columns, dtype=np.float32).reshape(-1, columns)
    assert np.array_equal(to_hf_rows(to_gguf_rows(rows, heads), heads), rows)


@given(st.lists(st.floats(width=32), min_size=1, max_size=20))
def test_bfloat16_rounds_as_torch_does(values: list[float]) -> None:
    import torch

    array = np.array(values, dtype=np.float32)
    theirs = torch.from_numpy(array).to(torch.bfloat16)
    ours = torch.from_numpy(bfloat16_bits(array).view(np.int16)).view(torch.bfloat16)
    assert torch.equal(torch.nan_to_num(ours.float(), nan=0.5), torch.nan_to_num(theirs.float(), nan=0.5))


def test_written_file_is_read_by_the_safetensors_package(tmp_path: Path) -> None:
    from safetensors.torch import load_file

    path = tmp_path / "x.safetensors"
    arrays = {"a": np.arange(6, dtype=np.float32).reshape(2, 3), "b": np.array([-1.5, 2.0], dtype=np.float32)}
    with path.open("wb") as file:
        write_bfloat16(file, {k: v.shape for k, v in arrays.items()}, iter(arrays.items()))
    loaded = load_file(str(path))
    index = read_index(path)
    for name, array in arrays.items():
        assert loaded[name].float().tolist() == array.tolist()
        assert index[name].values().tolist() == array.tolist()


@given(st.binary(max_size=40))
def test_broken_files_raise_model_error(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "broken.safetensors"
    path.write_bytes(content)
    with pytest.raises(ModelError):
        read_index(path)
