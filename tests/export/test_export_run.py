"""The whole export on a tiny model: every form loads, and says what the trained model says."""

from __future__ import annotations

import json
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from botpsy.chat.smollm2 import TEMPLATE
from botpsy.core.errors import ModelError, UsageError
from botpsy.export.check import Form, check
from botpsy.export.gguf import write_gguf
from botpsy.export.gguf_file import Field, read_gguf
from botpsy.export.run import Exported, export
from botpsy.export.safetensors import load_tokenizer

PROMPTS = ("<|im_start|>user\nPut lunch on Friday at 12:30<|im_end|>\n<|im_start|>assistant\n", "Where is [1,  2]?")


@pytest.fixture(scope="module")
def exported(tiny_base: Path, peft_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Exported:
    return export(tiny_base, peft_folder, tmp_path_factory.mktemp("out"), name="tiny", prompts=PROMPTS)


def test_all_forms_are_written_and_the_exact_one_agrees(exported: Exported) -> None:
    assert set(exported.files) == {"lora", "bf16", "q8_0", "safetensors"}
    report = exported.check
    assert report is not None and report.ok
    forms = {a.form: a for a in report.agreements}
    exact = forms["merged F32 GGUF in llama.cpp (not shipped)"]
    assert exact.same_tokens == exact.tokens > 32
    assert exact.max_logprob_difference < 0.002
    lora = forms["F32 base GGUF + adapter GGUF in llama.cpp"]
    assert lora.must_agree
    assert lora.same_tokens == lora.tokens
    assert forms["safetensors (bf16) in transformers"].mean_logprob_difference < 0.05
    written = json.loads((exported.files["lora"].parent / "check.json").read_text())
    assert written["ok"] is True
    assert len(written["agreements"]) == 6


def test_the_wrong_adapter_is_noticed(tiny_base: Path, peft_folder: Path) -> None:
    """The base without its adapter must not pass for the trained model."""
    report = check(tiny_base, peft_folder, [Form("base", tiny_base, must_agree=True)], prompts=PROMPTS, new_tokens=4)
    assert not report.ok
    assert report.agreements[0].max_logprob_difference > 0.1


def test_our_template_and_name_are_in_the_gguf(exported: Exported) -> None:
    fields = read_gguf(exported.files["q8_0"]).fields
    assert fields["tokenizer.chat_template"].value == TEMPLATE
    assert fields["general.name"].value == "tiny"
    assert fields["general.file_type"].value == 7
    assert fields["general.base_model.0.name"].value == "BotPsy tiny"


def test_the_folder_loads_in_transformers_with_tokens_of_llama_cpp(exported: Exported) -> None:
    from transformers import AutoTokenizer

    folder = exported.files["safetensors"]
    tokenizer: Any = AutoTokenizer.from_pretrained(str(folder))
    assert tokenizer.chat_template == TEMPLATE
    rendered = tokenizer.apply_chat_template([{"role": "user", "content": "Hi"}], tokenize=False)
    assert rendered == "<|im_start|>user\nHi<|im_end|>\n"
    assert tokenizer("<|im_end|>")["input_ids"] == [2]
    assert sorted(path.name for path in folder.iterdir()) == [
        "chat_template.jinja",
        "config.json",
        "generation_config.json",
        "model.safetensors",
        "tokenizer.json",
        "tokenizer_config.json",
    ]


def test_full_weights(tiny_base: Path, checkpoint_folder: Path, tmp_path: Path) -> None:
    out = export(tiny_base, checkpoint_folder, tmp_path, ["bf16", "safetensors"], prompts=PROMPTS[:1])
    assert out.check is not None and out.check.ok
    by_form = {a.form: a for a in out.check.agreements}
    # The checkpoint is bf16 already, so bf16 safetensors lose nothing.
    assert by_form["safetensors (bf16) in transformers"].max_logprob_difference < 1e-4
    with pytest.raises(UsageError, match="no adapter"):
        export(tiny_base, checkpoint_folder, tmp_path, ["lora"])


def test_what_cannot_be_exported_is_named(tiny_base: Path, peft_folder: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"'gptq'.*safetensors"):
        export(tiny_base, peft_folder, tmp_path, ["gptq"])
    with pytest.raises(ModelError, match="neither a peft adapter"):
        export(tiny_base, tmp_path, tmp_path)


def test_digits_split_as_llama_cpp_splits_them(tiny_base: Path, tmp_path: Path) -> None:
    """AutoTokenizer does not know the split `smollm`; ours must give llama.cpp's tokens for it."""
    import xllamacpp

    base = read_gguf(tiny_base)
    fields = dict(base.fields)
    fields["tokenizer.ggml.pre"] = Field("smollm", fields["tokenizer.ggml.pre"].type)
    path = tmp_path / "smollm.gguf"
    plan = {name: (tensor.shape, tensor.type) for name, tensor in base.tensors.items()}
    write_gguf(path, "llama", fields, plan, (tensor.data for tensor in base.tensors.values()))
    tokenizer = load_tokenizer(read_gguf(path))
    params = xllamacpp.CommonParams()
    params.model.path = str(path)
    params.n_ctx, params.n_parallel, params.warmup, params.verbosity = 256, 1, False, -1
    server = xllamacpp.Server(params)
    for text in ("at 12:30 and  2026-12-01T09:00", "don't 5's we'll2 $12.50\t\t3", "[1,  2] Zürich €5 ½ ²"):
        body = json.dumps({"content": text, "add_special": False}).encode()
        request = urllib.request.Request(
            f"{server.listening_address}/tokenize", body, {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request) as answer:
            assert json.load(answer)["tokens"] == tokenizer(text)["input_ids"]


def test_an_adapter_gguf_is_exported_like_the_folder_it_came_from(
    tiny_base: Path, exported: Exported, tmp_path: Path
) -> None:
    made = export(tiny_base, exported.files["lora"], tmp_path, ("q8_0",), name="tiny", prompts=PROMPTS)
    assert made.check is not None and made.check.ok
    assert (made.files["peft"] / "adapter_config.json").is_file()
    # the adapter was stored as F16, so a rounding may tip a few of the eight-bit values
    ours, theirs = (read_gguf(e.files["q8_0"]).tensors["blk.0.ffn_up.weight"].values() for e in (made, exported))
    assert abs(ours - theirs).max() < 0.02


def test_a_peft_folder_alone_can_be_asked_for(tiny_base: Path, exported: Exported, tmp_path: Path) -> None:
    made = export(tiny_base, exported.files["lora"], tmp_path, ("peft",), verify=False)
    assert set(made.files) == {"peft"}
    assert [p.name for p in tmp_path.iterdir()] == ["peft"]


def test_what_is_not_there_is_named(tiny_base: Path, tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"nothing at .*nowhere\.gguf"):
        export(tiny_base, tmp_path / "nowhere.gguf", tmp_path / "out")
