"""LoRA adapters in the layout of GGUF, read from a peft folder or from llama.cpp's adapter GGUF.

    W' = W + scale · B A,   scale = alpha / rank

llama.cpp knows one alpha for all tensors. Where peft has its own alpha or rank for a module, or rank-stabilised scaling
(alpha / sqrt(rank)), the difference is folded into B.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from botpsy.core.errors import ModelError
from botpsy.export.gguf_file import GgufFile, read_gguf
from botpsy.export.names import gguf_name, rotated_heads, to_gguf_rows
from botpsy.export.safetensors_file import read_index

Array = NDArray[np.float32]

_PEFT_NAME = re.compile(r"base_model\.model\.(.+)\.lora_([AB])\.weight")
_EMBEDDINGS = ("token_embd.weight", "output.weight")


@dataclass(frozen=True, slots=True)
class LoraAdapter:
    """For each adapted tensor (by GGUF name) A (rank, in) and B (out, rank), q and k in GGUF's row order.

    `notes` are further `general.*` strings of the file, for instance `general.license`.
    """

    architecture: str
    alpha: float
    pairs: Mapping[str, tuple[Array, Array]]
    notes: Mapping[str, str] = field(default_factory=dict[str, str])

    def delta(self, name: str) -> Array | None:
        """Return what the adapter adds to a tensor, shape (out, in), or None where it adds nothing."""
        if name not in self.pairs:
            return None
        a, b = self.pairs[name]
        return np.float32(self.alpha / a.shape[0]) * (b @ a)


def read_adapter(path: Path, base: GgufFile) -> LoraAdapter:
    """Read an adapter for `base`: a peft folder, or a GGUF. Raises ModelError when broken or not for this base."""
    adapter = read_peft(path, base) if path.is_dir() else read_lora_gguf(path)
    check_fits(adapter, base)
    return adapter


def read_lora_gguf(path: Path) -> LoraAdapter:
    """Read llama.cpp's adapter GGUF. Raises ModelError when it is broken or not a LoRA adapter."""
    file = read_gguf(path)
    kind = file.fields.get("adapter.type")
    alpha = file.fields.get("adapter.lora.alpha")
    if kind is None or kind.value != "lora" or alpha is None:
        raise ModelError(f"{path} is not a LoRA adapter GGUF (adapter.type and adapter.lora.alpha are missing)")
    pairs: dict[str, tuple[Array, Array]] = {}
    for name, tensor in file.tensors.items():
        if name.endswith(".lora_a"):
            target = name.removesuffix(".lora_a")
            other = file.tensors.get(f"{target}.lora_b")
            if other is None:
                raise ModelError(f"{path} has {name} but no {target}.lora_b")
            pairs[target] = (tensor.values(), other.values())
    if 2 * len(pairs) != len(file.tensors):
        raise ModelError(f"{path} has tensors other than pairs of lora_a and lora_b")
    return LoraAdapter(file.architecture, float(alpha.value), pairs)


def read_peft(folder: Path, base: GgufFile) -> LoraAdapter:
    """Read a peft LoRA folder for `base`, q and k permuted as GGUF wants them.

    Raises ModelError when a file is missing, or for what llama.cpp's format cannot say: DoRA, trained biases, whole
    modules saved beside the adapter, adapted embeddings.
    """
    base.require_known_family()
    config = _read_config(folder)
    heads, kv_heads = base.heads
    sides: dict[str, dict[str, Array]] = {}
    for name, stored in read_index(folder / "adapter_model.safetensors").items():
        match = _PEFT_NAME.fullmatch(name)
        if match is None:
            raise ModelError(f"{folder} holds {name!r}, which is no LoRA matrix of a linear layer; train those only")
        sides.setdefault(match[1], {})[match[2]] = stored.values()
    alpha = float(config["lora_alpha"])
    pairs: dict[str, tuple[Array, Array]] = {}
    for module, matrices in sorted(sides.items()):
        if matrices.keys() != {"A", "B"}:
            raise ModelError(f"{folder} lacks lora_A or lora_B of {module}")
        target = gguf_name(f"{module}.weight")
        a, b = matrices["A"], matrices["B"]
        ours = _scale(config, module, a.shape[0])
        b = b * np.float32(ours / (alpha / a.shape[0]))
        pairs[target] = (a, to_gguf_rows(b, rotated_heads(base.architecture, target, heads, kv_heads)))
    licence = base.fields.get("general.license")
    notes = {} if licence is None else {"general.license": str(licence.value)}
    return LoraAdapter(base.architecture, alpha, pairs, notes)


def check_fits(adapter: LoraAdapter, base: GgufFile) -> None:
    """Raise ModelError unless every adapted tensor is in the base, with the same shape."""
    if adapter.architecture != base.architecture:
        raise ModelError(f"the adapter is for {adapter.architecture!r}, {base.path} is {base.architecture!r}")
    if not adapter.pairs:
        raise ModelError("the adapter holds no LoRA matrices")
    for name, (a, b) in adapter.pairs.items():
        if name in _EMBEDDINGS:
            raise ModelError(f"the adapter changes {name}; adapt attention and MLP only, embeddings cannot be exported")
        if name not in base.tensors:
            raise ModelError(f"the adapter changes {name}, which {base.path} does not have")
        if (b.shape[0], a.shape[1]) != base.tensors[name].shape or a.shape[0] != b.shape[1]:
            raise ModelError(
                f"the adapter's {name} is {b.shape} x {a.shape}, but {base.path} has {base.tensors[name].shape}; "
                "it was trained from another model"
            )


def _read_config(folder: Path) -> dict[str, Any]:
    path = folder / "adapter_config.json"
    try:
        config = cast("dict[str, Any]", json.loads(path.read_text(encoding="utf-8")))
    except FileNotFoundError:
        raise ModelError(f"{folder} is no peft adapter: there is no adapter_config.json") from None
    except ValueError as error:
        raise ModelError(f"{path} is not JSON: {error}") from None
    if config.get("peft_type") != "LORA" or "lora_alpha" not in config:
        raise ModelError(f"{path} describes {config.get('peft_type')!r}; only LORA can be exported")
    if config.get("use_dora") or config.get("bias", "none") != "none" or config.get("modules_to_save"):
        raise ModelError(f"{path} uses DoRA, trained biases or modules_to_save, which an adapter GGUF cannot hold")
    return config


def _scale(config: Mapping[str, Any], module: str, rank: int) -> float:
    """Return peft's scale for one module: its alpha (by pattern, else the common one) over rank or its root."""
    alpha = float(config["lora_alpha"])
    for pattern, value in cast("dict[str, float]", config.get("alpha_pattern") or {}).items():
        if re.match(rf"(.*\.)?({pattern})$", module):
            alpha = float(value)
            break
    return alpha / (math.sqrt(rank) if config.get("use_rslora") else rank)
