"""Attention over a row of groups: a shared prompt sees itself, a continuation sees the prompt and itself.

Registered with transformers under NAME, so a model loaded with `attn_implementation=NAME` takes the row's `layout` as a
keyword of its forward. Only for models whose layers keep no state besides keys and values.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import torch
from torch import Tensor
from torch.nn.functional import scaled_dot_product_attention

from botpsy.train.batch import Segment

NAME = "botpsy_shared"


def shared_prompt_attention(
    module: torch.nn.Module,  # noqa: ARG001 (transformers' signature)
    query: Tensor,
    key: Tensor,
    value: Tensor,
    attention_mask: Tensor | None,
    *,
    scaling: float | None = None,
    dropout: float = 0.0,
    layout: Sequence[Segment] | None = None,
    **_: Any,
) -> tuple[Tensor, None]:
    """Return attention output [1, T, heads, dim]. `query` is [1, heads, T, dim], key and value [1, kv_heads, T, dim].

    Without a layout it is ordinary (causal, or masked) attention, as generation needs. Raises ValueError for a batch of
    rows with a layout.
    """
    repeats = query.shape[1] // key.shape[1]
    if layout is None:
        key, value = key.repeat_interleave(repeats, 1), value.repeat_interleave(repeats, 1)
        causal = attention_mask is None and query.shape[2] > 1
        out = scaled_dot_product_attention(
            query, key, value, attention_mask, dropout_p=dropout, is_causal=causal, scale=scaling
        )
        return out.transpose(1, 2).contiguous(), None
    if query.shape[0] != 1:
        raise ValueError(f"rows with a layout come one at a time, not {query.shape[0]}")
    fast = query.device.type == "cpu" and torch.is_autocast_enabled("cpu")
    if fast:
        narrow = torch.get_autocast_dtype("cpu")
        query, key, value = query.to(narrow), key.to(narrow), value.to(narrow)
    else:
        key, value = key.repeat_interleave(repeats, 1), value.repeat_interleave(repeats, 1)
    attend = _products if fast else _fused
    # split, not sliced: the gradient of a slice is a row of zeros around it, one for every slice
    sizes = [size for segment in layout for size in _sizes(segment)]
    queries, keys, values = (iter(torch.split(t, sizes, 2)) for t in (query, key, value))
    pieces: list[Tensor] = []
    for segment in layout:
        q, k_prompt, v_prompt = next(queries), next(keys), next(values)
        if segment.split > segment.start:
            pieces.append(attend(q, k_prompt, v_prompt, scaling))
        for _branch in segment.branches:
            k, v = torch.cat((k_prompt, next(keys)), 2), torch.cat((v_prompt, next(values)), 2)
            pieces.append(attend(next(queries), k, v, scaling))
    return torch.cat(pieces, 2).transpose(1, 2).contiguous(), None


def _fused(query: Tensor, key: Tensor, value: Tensor, scaling: float | None) -> Tensor:
    """Return causal attention of queries that are the last of the keys, with the kernel torch chooses."""
    if query.shape[2] == key.shape[2]:
        return scaled_dot_product_attention(query, key, value, is_causal=True, scale=scaling)
    mask = _lower_right(query.shape[2], key.shape[2], query.device)
    return scaled_dot_product_attention(query, key, value, mask, scale=scaling)


def _products(query: Tensor, key: Tensor, value: Tensor, scaling: float | None) -> Tensor:
    """Return the same as `_fused` by matrix products in bf16, for processors that have them.

    A step is faster with them than with torch's fused kernel for CPUs (`bench/train_speed.py` compares). Queries that
    share a key head are rows of one product, so keys are not repeated.
    """
    _, heads, rows, width = query.shape
    groups, keys = key.shape[1], key.shape[2]
    repeats = heads // groups
    scale = width**-0.5 if scaling is None else scaling
    with torch.autocast("cpu", enabled=False):
        bias = torch.zeros(rows, keys, dtype=query.dtype)
        bias = bias.masked_fill_(~_lower_right(rows, keys, query.device), float("-inf")).repeat(repeats, 1)
        folded = (query[0] * scale).reshape(groups, repeats * rows, width)
        scores = torch.baddbmm(bias.expand(groups, -1, -1), folded, key[0].transpose(1, 2))
        return torch.bmm(torch.softmax(scores, -1), value[0]).reshape(1, heads, rows, width)


def _sizes(segment: Segment) -> list[int]:
    """Return the tokens of a segment's prompt (0 for none) and of each of its branches, which follow one another."""
    return [segment.split - segment.start, *(end - begin for begin, end in segment.branches)]


def _lower_right(queries: int, keys: int, device: torch.device) -> Tensor:
    """Return the causal mask of queries that are the last of the keys, [queries, keys], True where seen."""
    return torch.ones(queries, keys, dtype=torch.bool, device=device).tril(keys - queries)


def register() -> None:
    """Make the implementation known to transformers; may be called twice."""
    import transformers
    from transformers import masking_utils

    library, masks = cast(Any, transformers), cast(Any, masking_utils)
    library.AttentionInterface.register(NAME, shared_prompt_attention)
    library.AttentionMaskInterface.register(NAME, masks.sdpa_mask)
