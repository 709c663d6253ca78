"""Reads a GGUF: its metadata as typed fields, its tensors as memory maps that are de-quantised one at a time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import numpy as np
from gguf import GGMLQuantizationType, GGUFReader, GGUFValueType
from gguf.quants import dequantize
from numpy.typing import NDArray

from botpsy.core.errors import ModelError
from botpsy.export.names import ARCHITECTURES


@dataclass(frozen=True, slots=True)
class Field:
    """One metadata value with its GGUF type; `item` is the type of an array's items."""

    value: Any
    type: GGUFValueType
    item: GGUFValueType | None = None


@dataclass(frozen=True, slots=True)
class Tensor:
    """One tensor: its shape as numpy counts it (rows first), its type, and its bytes as they lie in the file."""

    name: str
    shape: tuple[int, ...]
    type: GGMLQuantizationType
    data: NDArray[Any]

    def values(self) -> NDArray[np.float32]:
        """Return the de-quantised values. Raises ModelError for a type that the gguf package cannot read."""
        try:
            return cast("NDArray[np.float32]", dequantize(self.data, self.type)).reshape(self.shape)
        except NotImplementedError:
            raise ModelError(
                f"tensor {self.name} has the type {self.type.name}, which cannot be de-quantised"
            ) from None


@dataclass(frozen=True, slots=True)
class GgufFile:
    """An opened GGUF. `fields` keeps the file's order, without what the format itself states (version, counts)."""

    path: Path
    architecture: str
    fields: Mapping[str, Field]
    tensors: Mapping[str, Tensor]

    def integer(self, key: str) -> int:
        """Return an integer below the architecture's name, for instance `block_count`. Raises ModelError if missing."""
        field = self.fields.get(f"{self.architecture}.{key}")
        if field is None:
            raise ModelError(f"{self.path} has no field {self.architecture}.{key}")
        return int(field.value)

    @property
    def heads(self) -> tuple[int, int]:
        """The number of attention heads and of key-value heads."""
        return self.integer("attention.head_count"), self.integer("attention.head_count_kv")

    def require_known_family(self) -> None:
        """Raise ModelError unless the tensors of this architecture can be renamed and merged here."""
        if self.architecture not in ARCHITECTURES:
            raise ModelError(
                f"{self.path} is of the architecture {self.architecture!r}; export knows {', '.join(ARCHITECTURES)}"
            )


def read_gguf(path: Path) -> GgufFile:
    """Open a GGUF file. Raises ModelError when it is missing, cut or not a GGUF."""
    if not path.is_file():
        raise ModelError(f"there is no GGUF file at {path}")
    try:
        reader = GGUFReader(path)
    except (ValueError, KeyError, IndexError, OverflowError, UnicodeDecodeError) as error:
        raise ModelError(f"{path} is not a whole GGUF file ({error}); delete it and fetch it again") from None
    fields: dict[str, Field] = {}
    for key, field in reader.fields.items():
        if key.startswith("GGUF."):
            continue
        item = field.types[-1] if field.types[0] == GGUFValueType.ARRAY else None
        fields[key] = Field(field.contents(), field.types[0], item)
    if "general.architecture" not in fields:
        raise ModelError(f"{path} has no field general.architecture")
    tensors = {
        tensor.name: Tensor(
            tensor.name,
            tuple(int(size) for size in reversed(tensor.shape.tolist())),
            tensor.tensor_type,
            tensor.data,
        )
        for tensor in reader.tensors
    }
    return GgufFile(path, str(fields["general.architecture"].value), fields, tensors)
