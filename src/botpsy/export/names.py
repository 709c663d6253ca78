"""How the Llama family's tensors are called in transformers and in GGUF, and how q and k are laid out in each.

GGUF's `llama` architecture rotates neighbouring pairs of a head's features, transformers rotates its two halves, so the
rows of q and k are stored in a different order. Qwen2 and Qwen3 keep the order of transformers.
"""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from botpsy.core.errors import ModelError

ARCHITECTURES = ("llama", "qwen2", "qwen3")

_OUTER = {"token_embd": "model.embed_tokens", "output_norm": "model.norm", "output": "lm_head"}
_LAYER = {
    "attn_norm": "input_layernorm",
    "attn_q": "self_attn.q_proj",
    "attn_k": "self_attn.k_proj",
    "attn_v": "self_attn.v_proj",
    "attn_output": "self_attn.o_proj",
    "attn_q_norm": "self_attn.q_norm",
    "attn_k_norm": "self_attn.k_norm",
    "ffn_norm": "post_attention_layernorm",
    "ffn_gate": "mlp.gate_proj",
    "ffn_up": "mlp.up_proj",
    "ffn_down": "mlp.down_proj",
}
_OUTER_GGUF = {hf: name for name, hf in _OUTER.items()}
_LAYER_GGUF = {hf: name for name, hf in _LAYER.items()}

_HF_LAYER = re.compile(r"model\.layers\.(\d+)\.(.+)\.(weight|bias)")
_GGUF_LAYER = re.compile(r"blk\.(\d+)\.(\w+)\.(weight|bias)")
_ROTATED = re.compile(r"blk\.\d+\.attn_(q|k)\.(weight|bias)")


def gguf_name(hf: str) -> str:
    """Return the GGUF name of a transformers parameter such as `model.layers.0.mlp.up_proj.weight`.

    Raises ModelError for a parameter that the family does not have.
    """
    if match := _HF_LAYER.fullmatch(hf):
        layer, module, kind = match.groups()
        if module in _LAYER_GGUF:
            return f"blk.{layer}.{_LAYER_GGUF[module]}.{kind}"
    module, _, kind = hf.rpartition(".")
    if module in _OUTER_GGUF and kind in ("weight", "bias"):
        return f"{_OUTER_GGUF[module]}.{kind}"
    raise ModelError(f"no GGUF name is known for the parameter {hf!r}; known families: {', '.join(ARCHITECTURES)}")


def hf_name(gguf: str) -> str:
    """Return the transformers name of a GGUF tensor such as `blk.0.ffn_up.weight`. Raises ModelError when unknown."""
    if match := _GGUF_LAYER.fullmatch(gguf):
        layer, module, kind = match.groups()
        if module in _LAYER:
            return f"model.layers.{layer}.{_LAYER[module]}.{kind}"
    module, _, kind = gguf.rpartition(".")
    if module in _OUTER and kind in ("weight", "bias"):
        return f"{_OUTER[module]}.{kind}"
    raise ModelError(f"no transformers name is known for the tensor {gguf!r}; families: {', '.join(ARCHITECTURES)}")


def rotated_heads(architecture: str, gguf: str, heads: int, kv_heads: int) -> int:
    """Return how many heads the rows of this tensor are permuted in, 0 when they are not permuted."""
    match = _ROTATED.fullmatch(gguf)
    if architecture != "llama" or match is None:
        return 0
    return heads if match[1] == "q" else kv_heads


def to_gguf_rows(array: NDArray[np.float32], heads: int) -> NDArray[np.float32]:
    """Reorder the first axis from transformers' halves to GGUF's neighbouring pairs. `heads` 0 changes nothing.

    Works alike for a weight (rows, in), a bias (rows,) and LoRA's B (rows, rank).
    """
    if not heads:
        return array
    grouped = array.reshape(heads, 2, array.shape[0] // heads // 2, *array.shape[1:])
    return np.ascontiguousarray(grouped.swapaxes(1, 2).reshape(array.shape))


def to_hf_rows(array: NDArray[np.float32], heads: int) -> NDArray[np.float32]:
    """Undo `to_gguf_rows`."""
    if not heads:
        return array
    grouped = array.reshape(heads, array.shape[0] // heads // 2, 2, *array.shape[1:])
    return np.ascontiguousarray(grouped.swapaxes(1, 2).reshape(array.shape))
