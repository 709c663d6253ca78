"""Writes GGUF files: merged models on their base's metadata and tokenizer, and LoRA adapters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from gguf import GGMLQuantizationType, GGUFValueType, GGUFWriter
from numpy.typing import NDArray

from botpsy.core.errors import ModelError
from botpsy.export.atomic import written_whole
from botpsy.export.gguf_file import Field, GgufFile, read_gguf
from botpsy.export.lora import LoraAdapter, read_lora_gguf
from botpsy.export.merge import Source, checkpoint_source, merged_source
from botpsy.export.quants import byte_count, encode, number_format, tensor_type

Progress = Callable[[int, int], None]
Shape = tuple[int, ...]

TEMPLATE_KEY = "tokenizer.chat_template"
# Who made the base model, and which stage it was: no longer true of a model trained from it.
_OF_THE_BASE = ("general.organization", "general.finetune", "general.basename", "general.version")


def merge_to_gguf(
    base: Path,
    adapter_gguf: Path,
    out: Path,
    *,
    quant: str = "Q8_0",
    template: str | None = None,
    name: str = "BotPsy",
    progress: Progress | None = None,
) -> Path:
    """Merge a LoRA adapter GGUF into its base GGUF and write the model; numpy only. Returns `out`.

    `template` replaces the base's chat template; `progress` is called with bytes done and bytes in all.

    Raises UsageError for an unknown `quant`, ModelError when a file is broken or the two do not belong together,
    BackendError when the disk is full.
    """
    source = read_gguf(base)
    adapter = read_lora_gguf(adapter_gguf)
    write_model(
        source, merged_source(source, adapter), out, quant=quant, template=template, name=name, progress=progress
    )
    return out


def checkpoint_to_gguf(
    base: Path,
    folder: Path,
    out: Path,
    *,
    quant: str = "BF16",
    template: str | None = None,
    name: str = "BotPsy",
    progress: Progress | None = None,
) -> Path:
    """Write a transformers checkpoint folder with full weights as GGUF on the metadata of its base. Errors as above."""
    source = read_gguf(base)
    weights = checkpoint_source(source, folder)
    write_model(source, weights, out, quant=quant, template=template, name=name, progress=progress)
    return out


def write_model(
    base: GgufFile,
    source: Source,
    out: Path,
    *,
    quant: str,
    template: str | None,
    name: str,
    progress: Progress | None = None,
) -> None:
    """Write the tensors of `source`, one at a time, with the metadata and tokenizer of `base`."""
    wanted, file_type = number_format(quant)
    plan = {key: (tensor.shape, tensor_type(key, tensor.shape, wanted)) for key, tensor in base.tensors.items()}

    def tensors() -> Iterable[NDArray[Any]]:
        for key, (_, kind) in plan.items():
            tensor = base.tensors[key]
            if kind == tensor.type and source.unchanged(key):
                yield tensor.data
            else:
                yield encode(source.values(key), kind)

    fields = model_fields(base, name=name, file_type=int(file_type), template=template)
    write_gguf(out, base.architecture, fields, plan, tensors(), progress)


def model_fields(base: GgufFile, *, name: str, file_type: int, template: str | None) -> dict[str, Field]:
    """Return the metadata of a model trained from `base`: its shape and tokenizer, our name and chat template."""
    fields = {key: field for key, field in base.fields.items() if key not in _OF_THE_BASE}
    string, uint32 = GGUFValueType.STRING, GGUFValueType.UINT32
    fields["general.base_model.count"] = Field(1, uint32)
    for key in ("name", "organization"):
        if f"general.{key}" in base.fields:
            fields[f"general.base_model.0.{key}"] = base.fields[f"general.{key}"]
    fields["general.name"] = Field(name, string)
    fields["general.file_type"] = Field(file_type, uint32)
    fields["general.quantization_version"] = Field(2, uint32)
    if template is not None:
        fields[TEMPLATE_KEY] = Field(template, string)
    return fields


def write_lora(adapter: LoraAdapter, out: Path, *, quant: str = "F16", name: str = "BotPsy adapter") -> Path:
    """Write a LoRA adapter in llama.cpp's form: F16, F32, BF16 or Q8_0. Returns `out`. Raises BackendError as above."""
    wanted, file_type = number_format(quant)
    string = GGUFValueType.STRING
    fields = {
        "general.type": Field("adapter", string),
        "general.name": Field(name, string),
        "general.file_type": Field(int(file_type), GGUFValueType.UINT32),
        "adapter.type": Field("lora", string),
        "adapter.lora.alpha": Field(adapter.alpha, GGUFValueType.FLOAT32),
        **{key: Field(value, string) for key, value in adapter.notes.items()},
    }
    arrays = {
        f"{target}.lora_{side}": array
        for target, (a, b) in adapter.pairs.items()
        for side, array in (("a", a), ("b", b))
    }
    plan = {key: (array.shape, tensor_type(key, array.shape, wanted)) for key, array in arrays.items()}
    encoded = (encode(arrays[key], kind) for key, (_, kind) in plan.items())
    write_gguf(out, adapter.architecture, fields, plan, encoded)
    return out


def write_gguf(
    out: Path,
    architecture: str,
    fields: Mapping[str, Field],
    plan: Mapping[str, tuple[Shape, GGMLQuantizationType]],
    tensors: Iterable[NDArray[Any]],
    progress: Progress | None = None,
) -> None:
    """Write a GGUF: `plan` gives each tensor's shape (rows first) and type, `tensors` their bytes in the same order."""
    total = sum(byte_count(shape, kind) for shape, kind in plan.values())
    metadata = sum(_text_size(field) for field in fields.values())
    with written_whole(out, total + metadata) as part:
        writer = GGUFWriter(part, architecture)
        for key, field in fields.items():
            _add_field(writer, key, field)
        for key, (shape, kind) in plan.items():
            writer.add_tensor_info(key, shape, np.dtype(np.float32), byte_count(shape, kind), raw_dtype=kind)
        done = 0
        try:
            writer.write_header_to_file()
            writer.write_kv_data_to_file()
            writer.write_ti_data_to_file()
            for array in tensors:
                writer.write_tensor_data(array)
                done += array.nbytes
                if progress:
                    progress(done, total)
        finally:
            writer.close()
    if done != total:
        raise ModelError(f"{out} should hold {total} bytes of tensors, {done} were written")


def _add_field(writer: GGUFWriter, key: str, field: Field) -> None:
    if key == "general.architecture" or (field.type == GGUFValueType.ARRAY and not field.value):
        return
    if key == "general.alignment":
        writer.add_custom_alignment(int(field.value))
    else:
        writer.add_key_value(key, field.value, field.type, field.item)


def _text_size(field: Field) -> int:
    """Return about how many bytes a field takes; tokenizers are the only ones that count."""
    if field.type != GGUFValueType.ARRAY:
        return 64 + (len(field.value) if isinstance(field.value, str) else 0)
    if field.item == GGUFValueType.STRING:
        return sum(8 + len(item.encode()) for item in field.value)
    return 8 * len(field.value)
