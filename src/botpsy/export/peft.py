"""Turns an adapter GGUF back into a peft folder, so that training can go on from what was released."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from botpsy.core.jsonl import write_text_atomic
from botpsy.export.atomic import written_whole
from botpsy.export.gguf_file import GgufFile
from botpsy.export.lora import LoraAdapter, check_fits
from botpsy.export.names import hf_name, rotated_heads, to_hf_rows

WEIGHTS, CONFIG = "adapter_model.safetensors", "adapter_config.json"


def write_peft(adapter: LoraAdapter, base: GgufFile, folder: Path) -> Path:
    """Write the adapter as a peft LoRA folder and return it. `read_peft` of it gives the same adapter again.

    The values are those of the GGUF: an adapter stored as F16 keeps its rounding. Raises ModelError when the adapter is
    not for this base, BackendError when the disk is full.
    """
    from safetensors import numpy as safetensors

    base.require_known_family()
    check_fits(adapter, base)
    heads, kv_heads = base.heads
    tensors: dict[str, NDArray[np.float32]] = {}
    ranks: dict[str, int] = {}
    for target, (a, b) in adapter.pairs.items():
        module = hf_name(target).removesuffix(".weight")
        rows = to_hf_rows(b, rotated_heads(adapter.architecture, target, heads, kv_heads))
        tensors[f"base_model.model.{module}.lora_A.weight"] = np.ascontiguousarray(a, dtype=np.float32)
        tensors[f"base_model.model.{module}.lora_B.weight"] = np.ascontiguousarray(rows, dtype=np.float32)
        ranks[module] = a.shape[0]
    common = max(set(ranks.values()), key=list(ranks.values()).count)
    config = {
        "peft_type": "LORA",
        "task_type": None,
        "base_model_name_or_path": base.path.name,
        "r": common,
        "lora_alpha": adapter.alpha,
        "lora_dropout": 0.0,
        "bias": "none",
        "target_modules": sorted({module.rpartition(".")[2] for module in ranks}),
        "rank_pattern": {module: rank for module, rank in ranks.items() if rank != common},
    }
    with written_whole(folder / WEIGHTS, sum(t.nbytes for t in tensors.values())) as part:
        cast(Any, safetensors).save_file(tensors, part)
    write_text_atomic(folder / CONFIG, json.dumps(config, indent=2) + "\n")
    return folder
