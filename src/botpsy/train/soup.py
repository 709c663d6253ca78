"""The average of two adapters, one of which was trained on from the other.

A stage that teaches one thing loses some of another; between the two lie weights that have most of both (Wortsman et
al., Robust fine-tuning of zero-shot models, arXiv 2109.01903). The factors of a LoRA are averaged, not their product:
the two differ by share * (1 - share) * dB dA, which is of second order where one adapter comes from the other.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any, cast

from safetensors import torch as safetensors

from botpsy.core.errors import ConfigError, ModelError
from botpsy.train import lineage

WEIGHTS = "adapter_model.safetensors"
_files = cast(Any, safetensors)


def average(one: Path, other: Path, out: Path, share: float = 0.5) -> Path:
    """Write (1 - share) * one + share * other as a PEFT folder, with its lineage, and return it.

    What stands beside the weights (configuration, tokenizer) is that of `one`. Raises ConfigError for a share outside
    [0, 1] or an `out` that is one of the two, ModelError for adapters of different shape or scale, or none.
    """
    if not 0 <= share <= 1:
        raise ConfigError(f"share is from 0 to 1, not {share}")
    if out.resolve() in (one.resolve(), other.resolve()):
        raise ConfigError(f"the average would overwrite {out}; give another folder")
    for folder in (one, other):
        if not (folder / WEIGHTS).is_file():
            raise ModelError(f"{folder} holds no {WEIGHTS}; an average is of two PEFT folders")
    scales = [_scale(folder) for folder in (one, other)]
    ours, theirs = _files.load_file(one / WEIGHTS), _files.load_file(other / WEIGHTS)
    if scales[0] != scales[1] or {k: v.shape for k, v in ours.items()} != {k: v.shape for k, v in theirs.items()}:
        raise ModelError(f"{one} and {other} have other layers, ranks or scales; train one from the other")
    shutil.copytree(one, out, dirs_exist_ok=True, ignore=shutil.ignore_patterns(WEIGHTS, "lineage.json"))
    mixed = {k: ((1 - share) * ours[k].float() + share * theirs[k].float()).to(ours[k].dtype) for k in ours}
    _files.save_file(mixed, out / WEIGHTS, metadata={"format": "pt"})
    parents = {
        f"adapter{mark}{key}": value
        for mark, folder in (("", one), ("_2", other))
        for key, value in (("", folder.name), ("_sha256", lineage.sha256(folder / WEIGHTS)))
    }
    lineage.write(out / "lineage.json", "soup", {"share": share}, parents, {})
    return out


def _scale(folder: Path) -> tuple[object, object]:
    try:
        config = json.loads((folder / "adapter_config.json").read_text(encoding="utf-8"))
        return config["r"], config["lora_alpha"]
    except (OSError, ValueError, KeyError) as error:
        raise ModelError(f"{folder / 'adapter_config.json'} is no adapter's configuration: {error!r}") from None
