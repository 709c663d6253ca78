"""Where an exported model's weights come from, tensor by tensor in GGUF's layout: base plus adapter, or a checkpoint.

Only one tensor is held at a time, so memory stays at a few tens of megabytes for a small model.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from botpsy.core.errors import ModelError
from botpsy.export.gguf_file import GgufFile
from botpsy.export.lora import LoraAdapter, check_fits
from botpsy.export.names import gguf_name, rotated_heads, to_gguf_rows
from botpsy.export.safetensors_file import StoredTensor, read_checkpoint


class Source(Protocol):
    """Gives each of the base's tensors its new values."""

    def values(self, name: str) -> NDArray[np.float32]:
        """Return a tensor by its GGUF name, in GGUF's row order."""
        ...

    def unchanged(self, name: str) -> bool:
        """Say whether the tensor is the base's own, so that its bytes may be copied."""
        ...


@dataclass(frozen=True, slots=True)
class MergedSource:
    """Base plus LoRA; without an adapter, the base itself. Merged in float32."""

    base: GgufFile
    adapter: LoraAdapter | None

    def values(self, name: str) -> NDArray[np.float32]:
        """Return W + scale · B A."""
        weight = self.base.tensors[name].values()
        delta = None if self.adapter is None else self.adapter.delta(name)
        return weight if delta is None else weight + delta

    def unchanged(self, name: str) -> bool:
        """True where the adapter adds nothing."""
        return self.adapter is None or name not in self.adapter.pairs


@dataclass(frozen=True, slots=True)
class CheckpointSource:
    """Full weights from a transformers checkpoint, by GGUF name."""

    base: GgufFile
    stored: Mapping[str, StoredTensor]

    def values(self, name: str) -> NDArray[np.float32]:
        """Return the trained tensor, q and k permuted."""
        heads, kv_heads = self.base.heads
        values = self.stored[name].values()
        return to_gguf_rows(values, rotated_heads(self.base.architecture, name, heads, kv_heads))

    def unchanged(self, name: str) -> bool:
        """Always False: the checkpoint replaces every tensor."""
        del name
        return False


def merged_source(base: GgufFile, adapter: LoraAdapter | None) -> MergedSource:
    """Return base plus adapter. Raises ModelError when they do not belong together."""
    if adapter is not None:
        check_fits(adapter, base)
    return MergedSource(base, adapter)


def checkpoint_source(base: GgufFile, folder: Path) -> CheckpointSource:
    """Return the weights of a transformers checkpoint trained from `base`.

    Raises ModelError when a tensor is missing, has another shape, or is one the base does not have. A tied `lm_head`
    stored beside its embedding is ignored.
    """
    base.require_known_family()
    stored = {gguf_name(name): tensor for name, tensor in read_checkpoint(folder).items()}
    if "output.weight" not in base.tensors:
        stored.pop("output.weight", None)
    if missing := sorted(base.tensors.keys() - stored.keys() - {"rope_freqs.weight"}):
        raise ModelError(f"{folder} lacks {len(missing)} tensors of {base.path}, for instance {missing[0]}")
    if extra := sorted(stored.keys() - base.tensors.keys()):
        raise ModelError(f"{folder} has {len(extra)} tensors that {base.path} lacks, for instance {extra[0]}")
    for name, tensor in stored.items():
        if tensor.shape != base.tensors[name].shape:
            raise ModelError(f"{name} is {tensor.shape} in {folder}, but {base.tensors[name].shape} in {base.path}")
    return CheckpointSource(base, stored)
