"""What `botpsy export` does: from a trained adapter or checkpoint to all that ships, and the proof that it agrees."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from botpsy.chat.smollm2 import TEMPLATE
from botpsy.core.errors import ModelError, UsageError
from botpsy.export.check import CheckReport, Form, check
from botpsy.export.gguf import Progress, write_lora, write_model
from botpsy.export.gguf_file import GgufFile, read_gguf
from botpsy.export.lora import LoraAdapter, read_adapter
from botpsy.export.merge import Source, checkpoint_source, merged_source
from botpsy.export.peft import write_peft
from botpsy.export.safetensors import write_folder

FORMATS = ("lora", "bf16", "q8_0", "safetensors")
ADAPTER_FILE, CHECK_FILE = "adapter.gguf", "check.json"


@dataclass(frozen=True, slots=True)
class Exported:
    """What was written: a path for each format, and the comparison with the trained model unless it was left out."""

    files: dict[str, Path]
    check: CheckReport | None


def export(
    base: Path,
    trained: Path,
    out_dir: Path,
    formats: Sequence[str] | None = None,
    *,
    name: str = "botpsy-135m",
    template: str | None = TEMPLATE,
    lora_quant: str = "F16",
    prompts: Sequence[str] | None = None,
    verify: bool = True,
    progress: Callable[[str, int, int], None] | None = None,
) -> Exported:
    """Write `trained` (a peft adapter folder, a checkpoint folder, or an adapter GGUF) in every format asked for.

    Files: `adapter.gguf`, `<name>-BF16.gguf`, `<name>-Q8_0.gguf` (any format of `export.quants` by its name),
    `safetensors/`, and `check.json`. An adapter GGUF first becomes a peft folder, `peft/`, which training can go on
    from (`peft` among `formats` asks for nothing else). `formats` None means all that apply.
    `progress(what, done, total)` counts bytes; total 0 means that nothing can be counted.

    Raises UsageError for an unknown format, ModelError for a broken file or when the exported float32 weights do not
    agree with the trained model (`check.json` then says how far), BackendError when the disk is full.
    """
    file = read_gguf(base)
    files: dict[str, Path] = {}
    if not trained.exists():
        raise ModelError(f"there is nothing at {trained}")
    if trained.is_file():
        trained = files["peft"] = write_peft(read_adapter(trained, file), file, out_dir / "peft")
        formats = formats if formats is None else [form for form in formats if form.lower() != "peft"]
    adapter, source = _read_trained(file, trained)
    wanted = _formats(formats, adapter)
    told = progress or _silent

    def counted(what: str) -> Progress:
        return lambda done, total: told(what, done, total)

    for form in wanted:
        told(form, 0, 0)
        if form == "lora":
            assert adapter is not None
            files[form] = write_lora(adapter, out_dir / ADAPTER_FILE, quant=lora_quant, name=f"{name} adapter")
        elif form == "safetensors":
            files[form] = write_folder(file, source, out_dir / form, template=template, progress=counted(form))
        else:
            path = out_dir / f"{name}-{form.upper()}.gguf"
            write_model(file, source, path, quant=form, template=template, name=name, progress=counted(form))
            files[form] = path
    report = None
    if verify:
        report = _verify(file, source, trained, files, prompts, lambda what: told(f"check {what}", 0, 0))
        report.write(out_dir / CHECK_FILE)
        if not report.ok:
            worst = json.dumps([a.form for a in report.agreements if not a.ok])
            raise ModelError(f"exported and trained model disagree in {worst}; see {out_dir / CHECK_FILE}")
    return Exported(files, report)


def _silent(what: str, done: int, total: int) -> None:
    del what, done, total


def _read_trained(base: GgufFile, trained: Path) -> tuple[LoraAdapter | None, Source]:
    if (trained / "adapter_config.json").is_file():
        adapter = read_adapter(trained, base)
        return adapter, merged_source(base, adapter)
    if (trained / "config.json").is_file():
        return None, checkpoint_source(base, trained)
    raise ModelError(
        f"{trained} is neither a peft adapter (adapter_config.json), a checkpoint (config.json) nor a GGUF"
    )


def _formats(formats: Sequence[str] | None, adapter: LoraAdapter | None) -> tuple[str, ...]:
    from botpsy.export.quants import FORMATS as NUMBER_FORMATS

    if formats is None:
        return tuple(form for form in FORMATS if form != "lora" or adapter is not None)
    wanted = tuple(dict.fromkeys(form.lower() for form in formats))
    known = ("lora", "safetensors", *(name.lower() for name in NUMBER_FORMATS))
    if unknown := [form for form in wanted if form not in known]:
        raise UsageError(f"there is no export format {unknown[0]!r}; choose from {', '.join(known)}")
    if "lora" in wanted and adapter is None:
        raise UsageError("full weights were trained, so there is no adapter to export; leave the format lora out")
    return wanted


def _verify(
    base: GgufFile,
    source: Source,
    trained: Path,
    files: dict[str, Path],
    prompts: Sequence[str] | None,
    progress: Callable[[str], None],
) -> CheckReport:
    forms: list[Form] = []
    for form, path in files.items():
        if form == "peft":
            continue  # it is what the others are compared with
        if form == "lora":
            forms.append(Form("base GGUF + adapter GGUF in llama.cpp", base.path, path))
        elif form == "safetensors":
            forms.append(Form("safetensors (bf16) in transformers", path))
        else:
            forms.append(Form(f"{form.upper()} GGUF in llama.cpp", path))
    with tempfile.TemporaryDirectory(prefix="botpsy-check-") as scratch:
        exact = Path(scratch) / "merged.gguf"
        write_model(base, source, exact, quant="F32", template=None, name="check")
        proofs = [Form("merged F32 GGUF in llama.cpp (not shipped)", exact, must_agree=True)]
        if "lora" in files:
            plain = Path(scratch) / "base.gguf"
            write_model(base, merged_source(base, None), plain, quant="F32", template=None, name="check")
            proofs.append(Form("F32 base GGUF + adapter GGUF in llama.cpp", plain, files["lora"], must_agree=True))
        return check(base.path, trained, [*proofs, *forms], prompts=prompts, progress=progress)
