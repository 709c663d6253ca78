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
    key, value = key.repeat_interleave(repeats, 1), value.repeat_interleave(repeats, 1)
    if layout is None:
        causal = attention_mask is None and query.shape[2] > 1
        out = scaled_dot_product_attention(
            query, key, value, attention_mask, dropout_p=dropout, is_causal=causal, scale=scaling
        )
        return out.transpose(1, 2).contiguous(), None
    if query.shape[0] != 1:
        raise ValueError(f"rows with a layout come one at a time, not {query.shape[0]}")
    # split, not sliced: the gradient of a slice is a row of zeros around it, one for every slice
    sizes = [size for segment in layout for size in _sizes(segment)]
    queries, keys, values = (iter(torch.split(t, sizes, 2)) for t in (query, key, value))
    pieces: list[Tensor] = []
    for segment in layout:
        q, k_prompt, v_prompt = next(queries), next(keys), next(values)
        if segment.split > segment.start:
            pieces.append(scaled_dot_product_attention(q, k_prompt, v_prompt, is_causal=True, scale=scaling))
        for begin, end in segment.branches:
            k, v = torch.cat((k_prompt, next(keys)), 2), torch.cat((v_prompt, next(values)), 2)
            mask = _lower_right(end - begin, k.shape[2], query.device)
            pieces.append(scaled_dot_product_attention(next(queries), k, v, mask, scale=scaling))
    return torch.cat(pieces, 2).transpose(1, 2).contiguous(), None


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
