"""Merging without torch: values, formats, and what happens when files are wrong or the disk is full."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import torch
from gguf import GGMLQuantizationType

from botpsy.core.errors import BackendError, ModelError, UsageError
from botpsy.export import atomic
from botpsy.export.gguf import merge_to_gguf, write_lora
from botpsy.export.gguf_file import read_gguf
from botpsy.export.lora import read_adapter, read_lora_gguf
from botpsy.export.peft import write_peft


@pytest.fixture(scope="module")
def adapter_gguf(tiny_base: Path, peft_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    adapter = read_adapter(peft_folder, read_gguf(tiny_base))
    return write_lora(adapter, tmp_path_factory.mktemp("lora") / "adapter.gguf", quant="F32")


def test_merged_values_are_base_plus_scaled_product(tiny_base: Path, adapter_gguf: Path, tmp_path: Path) -> None:
    merged = read_gguf(merge_to_gguf(tiny_base, adapter_gguf, tmp_path / "m.gguf", quant="F32"))
    base, adapter = read_gguf(tiny_base), read_lora_gguf(adapter_gguf)
    for name, tensor in base.tensors.items():
        expected = tensor.values()
        if name in adapter.pairs:
            a, b = adapter.pairs[name]
            expected = expected + adapter.alpha / len(a) * (b @ a)
            assert not np.allclose(expected, tensor.values())
        np.testing.assert_allclose(merged.tensors[name].values(), expected, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("quant", ["F16", "BF16", "Q8_0", "Q4_0", "Q4_1"])
def test_formats(quant: str, tiny_base: Path, adapter_gguf: Path, tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    path = merge_to_gguf(
        tiny_base, adapter_gguf, tmp_path / "m.gguf", quant=quant, progress=lambda *counts: told.append(counts)
    )
    merged = read_gguf(path)
    assert merged.tensors["blk.0.ffn_up.weight"].type == GGMLQuantizationType[quant]
    assert merged.tensors["blk.0.ffn_norm.weight"].type == GGMLQuantizationType.F32
    assert merged.tensors["token_embd.weight"].type.name == ("Q8_0" if quant.startswith("Q4") else quant)
    assert told[-1][0] == told[-1][1] > 0
    assert [path.name for path in tmp_path.iterdir()] == ["m.gguf"]


def test_merging_imports_no_torch(tiny_base: Path, adapter_gguf: Path, tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from botpsy.export.gguf import merge_to_gguf;"
        "merge_to_gguf(*map(Path, sys.argv[1:4]));"
        "import botpsy.export.lora, botpsy.export.card, botpsy.export.run;"
        "sys.exit(bool({'torch', 'transformers', 'peft', 'safetensors'} & set(sys.modules)))"
    )
    out = tmp_path / "m.gguf"
    done = subprocess.run([sys.executable, "-c", code, tiny_base, adapter_gguf, out], check=False, capture_output=True)
    assert done.returncode == 0, done.stderr.decode()
    assert out.stat().st_size > 100_000


def test_full_disk_leaves_nothing_and_says_so(
    tiny_base: Path, adapter_gguf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = shutil.disk_usage(tmp_path)._replace(free=1000)
    monkeypatch.setattr(atomic.shutil, "disk_usage", lambda _path: usage)
    with pytest.raises(BackendError, match=r"not enough space for .*m\.gguf: \d+ MB needed, 0 MB free"):
        merge_to_gguf(tiny_base, adapter_gguf, tmp_path / "m.gguf", quant="F32")
    assert list(tmp_path.iterdir()) == []


def test_a_failed_write_keeps_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "model.gguf"
    path.write_text("old")
    with pytest.raises(KeyboardInterrupt), atomic.written_whole(path, 10) as part:
        part.write_text("half")
        raise KeyboardInterrupt
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_wrong_files_are_named(tiny_base: Path, adapter_gguf: Path, peft_folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "m.gguf"
    cut = tmp_path / "cut.gguf"
    for size in (3, 100, 20_000, 200_000):
        cut.write_bytes(tiny_base.read_bytes()[:size])
        with pytest.raises(ModelError, match=r"cut\.gguf"):
            merge_to_gguf(cut, adapter_gguf, out)
    with pytest.raises(ModelError, match=r"no GGUF file at .*none\.gguf"):
        merge_to_gguf(tiny_base, tmp_path / "none.gguf", out)
    with pytest.raises(ModelError, match="not a LoRA adapter"):
        merge_to_gguf(tiny_base, tiny_base, out)
    with pytest.raises(UsageError, match=r"Q5_K.*Q8_0"):
        merge_to_gguf(tiny_base, adapter_gguf, out, quant="Q5_K")
    dora = tmp_path / "dora"
    shutil.copytree(peft_folder, dora)
    config = json.loads((dora / "adapter_config.json").read_text())
    (dora / "adapter_config.json").write_text(json.dumps(config | {"use_dora": True}))
    with pytest.raises(ModelError, match="DoRA"):
        read_adapter(dora, read_gguf(tiny_base))
    (dora / "adapter_config.json").write_text("{")
    with pytest.raises(ModelError, match="is not JSON"):
        read_adapter(dora, read_gguf(tiny_base))
    assert not out.exists()


def test_an_adapter_of_another_model_is_refused(tiny_base: Path, adapter_gguf: Path, tmp_path: Path) -> None:
    adapter = read_lora_gguf(adapter_gguf)
    a, b = adapter.pairs["blk.0.ffn_up.weight"]
    wider = type(adapter)("llama", 8.0, {"blk.0.ffn_up.weight": (np.concatenate([a, a], axis=1), b)})
    path = write_lora(wider, tmp_path / "other.gguf")
    with pytest.raises(ModelError, match="trained from another model"):
        merge_to_gguf(tiny_base, path, tmp_path / "m.gguf")


def test_an_adapter_gguf_becomes_the_peft_folder_it_came_from(
    tiny_base: Path, adapter_gguf: Path, tmp_path: Path
) -> None:
    base = read_gguf(tiny_base)
    adapter = read_lora_gguf(adapter_gguf)
    back = read_adapter(write_peft(adapter, base, tmp_path / "peft"), base)
    assert back.pairs.keys() == adapter.pairs.keys()
    for name in adapter.pairs:
        np.testing.assert_allclose(back.delta(name), adapter.delta(name), rtol=1e-5, atol=1e-7)


def test_peft_itself_reads_that_folder_with_the_same_effect(
    tiny_base: Path, peft_folder: Path, adapter_gguf: Path, tmp_path: Path
) -> None:
    from botpsy.train.model import load

    folder = write_peft(read_lora_gguf(adapter_gguf), read_gguf(tiny_base), tmp_path / "peft")
    ids = torch.arange(3, 23)[None]
    said = [load(tiny_base, None, adapter=f)[0](input_ids=ids).logits for f in (peft_folder, folder)]
    plain = load(tiny_base, None)[0](input_ids=ids).logits
    assert torch.allclose(said[0], said[1], atol=1e-4)
    assert not torch.allclose(said[0], plain, atol=1e-2)
