"""Reads and writes safetensors files with numpy alone, so that merging needs no torch.

The `safetensors` package reads bfloat16 only into torch. The format is simple enough to do without: eight bytes with
the length of a JSON header, the header (name -> dtype, shape, byte range), the data.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, cast

import numpy as np
from numpy.typing import NDArray

from botpsy.core.errors import ModelError

_DTYPES = {"F64": "<f8", "F32": "<f4", "F16": "<f2", "BF16": "<u2"}


@dataclass(frozen=True, slots=True)
class StoredTensor:
    """Where a tensor lies in a file, and how to read it."""

    path: Path
    dtype: str
    shape: tuple[int, ...]
    offset: int
    size: int

    def values(self) -> NDArray[np.float32]:
        """Read the tensor as float32. Raises ModelError for a dtype that is no floating-point number."""
        if self.dtype not in _DTYPES:
            raise ModelError(f"{self.path} holds a tensor of dtype {self.dtype}; readable: {', '.join(_DTYPES)}")
        with self.path.open("rb") as file:
            file.seek(self.offset)
            raw = np.frombuffer(file.read(self.size), dtype=_DTYPES[self.dtype])
        if self.dtype == "BF16":
            raw = (raw.astype(np.uint32) << 16).view(np.float32)
        return raw.astype(np.float32, copy=False).reshape(self.shape)


def read_index(path: Path) -> dict[str, StoredTensor]:
    """Return the tensors of a file by name, unread. Raises ModelError when the file is missing, cut or malformed."""
    try:
        total = path.stat().st_size
        with path.open("rb") as file:
            length = int.from_bytes(file.read(8), "little")
            header = cast("dict[str, Any]", json.loads(file.read(length)) if length < total else None)
        header.pop("__metadata__", None)
        index: dict[str, StoredTensor] = {}
        for name, entry in header.items():
            start, end = cast("list[int]", entry["data_offsets"])
            if not 0 <= start <= end <= total - 8 - length:
                raise ValueError(f"tensor {name} lies outside the file")
            index[name] = StoredTensor(path, entry["dtype"], tuple(entry["shape"]), 8 + length + start, end - start)
        return index
    except FileNotFoundError:
        raise ModelError(f"there is no file {path}") from None
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ModelError(f"{path} is not a whole safetensors file: {error}") from None


def read_checkpoint(folder: Path) -> dict[str, StoredTensor]:
    """Return the tensors of a transformers checkpoint folder, of one file or in shards."""
    single, shards = folder / "model.safetensors", folder / "model.safetensors.index.json"
    if single.is_file():
        return read_index(single)
    if not shards.is_file():
        raise ModelError(f"{folder} holds neither model.safetensors nor model.safetensors.index.json")
    names = sorted(set(json.loads(shards.read_text(encoding="utf-8"))["weight_map"].values()))
    index: dict[str, StoredTensor] = {}
    for name in names:
        index |= read_index(folder / Path(name).name)
    return index


def bfloat16_bits(values: NDArray[np.float32]) -> NDArray[np.uint16]:
    """Return the values rounded to bfloat16 (to nearest, ties to even) as their 16 bits. NaN stays NaN."""
    bits = np.ascontiguousarray(values, dtype=np.float32).view(np.uint32)
    rounded = (bits + (np.uint32(0x7FFF) + ((bits >> np.uint32(16)) & np.uint32(1)))) >> np.uint32(16)
    quiet = (bits >> np.uint32(16)) | np.uint32(0x40)
    is_nan = (bits & np.uint32(0x7FFFFFFF)) > np.uint32(0x7F800000)
    return np.where(is_nan, quiet, rounded).astype(np.uint16)


def write_bfloat16(
    file: IO[bytes],
    shapes: Mapping[str, tuple[int, ...]],
    tensors: Iterator[tuple[str, NDArray[np.float32]]],
    progress: Callable[[int, int], None] | None = None,
) -> None:
    """Write tensors as bfloat16 in the order they come, which must be that of `shapes`."""
    header: dict[str, Any] = {"__metadata__": {"format": "pt"}}
    end = 0
    for name, shape in shapes.items():
        start, end = end, end + 2 * int(np.prod(shape))
        header[name] = {"dtype": "BF16", "shape": list(shape), "data_offsets": [start, end]}
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    file.write(len(text).to_bytes(8, "little") + text)
    done = 0
    for (expected, shape), (name, values) in zip(shapes.items(), tensors, strict=True):
        if name != expected or values.shape != shape:
            raise ValueError(f"expected tensor {expected} {shape}, got {name} {values.shape}")
        file.write(bfloat16_bits(values).tobytes())
        done += 2 * values.size
        if progress:
            progress(done, end)
