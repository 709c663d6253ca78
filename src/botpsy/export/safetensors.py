"""Writes a merged model as a transformers folder: bf16 safetensors, config, tokenizer and our chat template."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from botpsy.core.errors import ModelError
from botpsy.core.jsonl import write_text_atomic
from botpsy.export.atomic import written_whole
from botpsy.export.gguf import Progress
from botpsy.export.gguf_file import GgufFile
from botpsy.export.merge import Source
from botpsy.export.names import hf_name, rotated_heads, to_hf_rows
from botpsy.export.safetensors_file import write_bfloat16
from botpsy.models.hub_tokenizer import load_hub_tokenizer


def write_folder(
    base: GgufFile, source: Source, folder: Path, *, template: str | None, progress: Progress | None = None
) -> Path:
    """Write the model into `folder`; AutoModelForCausalLM and AutoTokenizer load it. Returns `folder`.

    Raises ModelError for an architecture whose tensors have no names in transformers, BackendError when the disk is
    full; weights already there are then left as they were.
    """
    base.require_known_family()
    names = {name: hf_name(name) for name in base.tensors if name != "rope_freqs.weight"}
    shapes = {hf: base.tensors[name].shape for name, hf in names.items()}
    heads, kv_heads = base.heads

    def tensors() -> Iterator[tuple[str, NDArray[np.float32]]]:
        for name, hf in names.items():
            rows = rotated_heads(base.architecture, name, heads, kv_heads)
            yield hf, to_hf_rows(source.values(name), rows)

    weights = folder / "model.safetensors"
    needed = sum(2 * int(np.prod(shape)) for shape in shapes.values())
    with written_whole(weights, needed) as part, part.open("wb") as file:
        write_bfloat16(file, shapes, tensors(), progress)
    write_text_atomic(folder / "config.json", json.dumps(_config(base), indent=2, sort_keys=True) + "\n")
    write_text_atomic(folder / "generation_config.json", json.dumps(_generation(base), indent=2) + "\n")
    save_tokenizer(base, folder, template)
    return folder


def load_tokenizer(base: GgufFile) -> Any:
    """Return transformers' tokenizer for the base GGUF."""
    return load_hub_tokenizer(base.path)


def save_tokenizer(base: GgufFile, folder: Path, template: str | None) -> None:
    """Write tokenizer files with our chat template, under a class name that older transformers and vLLM know too."""
    tokenizer = load_tokenizer(base)
    if template is not None:
        tokenizer.chat_template = template
    scratch = folder / "tokenizer.part"
    try:
        tokenizer.save_pretrained(str(scratch))
        path = scratch / "tokenizer_config.json"
        config = cast("dict[str, Any]", json.loads(path.read_text(encoding="utf-8")))
        config["tokenizer_class"] = "PreTrainedTokenizerFast"
        config["model_max_length"] = base.integer("context_length")
        for key in ("backend", "is_local", "local_files_only"):
            config.pop(key, None)
        path.write_text(json.dumps(config, indent=2, sort_keys=True) + "\n", encoding="utf-8")
        for file in scratch.iterdir():
            file.replace(folder / file.name)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def _config(base: GgufFile) -> dict[str, Any]:
    from transformers import AutoConfig

    auto = cast("Any", AutoConfig)
    try:
        config = auto.from_pretrained(str(base.path.parent), gguf_file=base.path.name)
    except (ValueError, OSError) as error:
        raise ModelError(f"transformers cannot read the configuration in {base.path}: {error}") from None
    row = cast("dict[str, Any]", config.to_diff_dict())
    for key in ("_name_or_path", "_model_name_or_path", "quantization_config"):
        row.pop(key, None)
    rope = cast("dict[str, Any]", row.get("rope_parameters") or {})
    if "rope_theta" in rope:
        row["rope_theta"] = rope["rope_theta"]  # where transformers 4, and what builds on it, looks for it
    row["architectures"] = [
        {"llama": "LlamaForCausalLM"}.get(base.architecture, f"{base.architecture.title()}ForCausalLM")
    ]
    row["dtype"] = "bfloat16"
    row["tie_word_embeddings"] = "output.weight" not in base.tensors
    return row


def _generation(base: GgufFile) -> dict[str, Any]:
    ids = {
        f"{key}_token_id": int(base.fields[f"tokenizer.ggml.{name}_token_id"].value)
        for key, name in (("bos", "bos"), ("eos", "eos"), ("pad", "padding"))
        if f"tokenizer.ggml.{name}_token_id" in base.fields
    }
    return {**ids, "do_sample": False}
