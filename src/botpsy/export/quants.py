"""The number formats that a tensor can be written in."""

from __future__ import annotations

from typing import Any

import numpy as np
from gguf import GGML_QUANT_SIZES, GGMLQuantizationType, LlamaFileType
from gguf.quants import quantize
from numpy.typing import NDArray

from botpsy.core.errors import UsageError

FORMATS: dict[str, tuple[GGMLQuantizationType, LlamaFileType]] = {
    "F32": (GGMLQuantizationType.F32, LlamaFileType.ALL_F32),
    "F16": (GGMLQuantizationType.F16, LlamaFileType.MOSTLY_F16),
    "BF16": (GGMLQuantizationType.BF16, LlamaFileType.MOSTLY_BF16),
    "Q8_0": (GGMLQuantizationType.Q8_0, LlamaFileType.MOSTLY_Q8_0),
    "Q4_0": (GGMLQuantizationType.Q4_0, LlamaFileType.MOSTLY_Q4_0),
    "Q4_1": (GGMLQuantizationType.Q4_1, LlamaFileType.MOSTLY_Q4_1),
}


def number_format(name: str) -> tuple[GGMLQuantizationType, LlamaFileType]:
    """Return the tensor type and file type of a format such as "q8_0". Raises UsageError for one not offered."""
    try:
        return FORMATS[name.upper()]
    except KeyError:
        raise UsageError(f"there is no number format {name!r}; choose one of {', '.join(FORMATS)}") from None


def tensor_type(name: str, shape: tuple[int, ...], wanted: GGMLQuantizationType) -> GGMLQuantizationType:
    """Return the type a tensor gets in a file of the wanted type.

    Vectors stay F32 (llama.cpp computes norms and biases so). Token embeddings are never written below 8 bits: tied,
    they are also the output layer, and lose most there. A row that is no whole number of blocks stays F16.
    """
    if len(shape) < 2:
        return GGMLQuantizationType.F32
    if name in ("token_embd.weight", "output.weight") and wanted in (
        GGMLQuantizationType.Q4_0,
        GGMLQuantizationType.Q4_1,
    ):
        wanted = GGMLQuantizationType.Q8_0
    block, _ = GGML_QUANT_SIZES[wanted]
    return wanted if shape[-1] % block == 0 else GGMLQuantizationType.F16


def byte_count(shape: tuple[int, ...], kind: GGMLQuantizationType) -> int:
    """Return how many bytes a tensor of this shape takes in this type."""
    block, size = GGML_QUANT_SIZES[kind]
    return int(np.prod(shape)) // block * size


def encode(values: NDArray[np.float32], kind: GGMLQuantizationType) -> NDArray[Any]:
    """Return the values in a type, as the array that is written: floats for F32 and F16, bytes by row otherwise."""
    return quantize(np.ascontiguousarray(values), kind)
