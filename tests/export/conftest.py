"""A tiny model and a trained-looking adapter and checkpoint for it, made once for all export tests."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(scope="session")
def tiny_base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The GGUF of a random tiny Llama."""
    from botpsy.train.tiny_model import make_tiny_model

    return make_tiny_model(tmp_path_factory.mktemp("tiny"))


def _load(base: Path) -> Any:
    import torch
    from transformers import AutoModelForCausalLM

    return AutoModelForCausalLM.from_pretrained(str(base.parent), gguf_file=base.name, dtype=torch.float32)


@pytest.fixture(scope="session")
def peft_folder(tiny_base: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A peft folder with large random LoRA weights, two modules of their own rank and alpha."""
    import torch
    from peft import LoraConfig, get_peft_model

    folder = tmp_path_factory.mktemp("peft")
    torch.manual_seed(1)
    config = LoraConfig(
        r=4,
        lora_alpha=8,
        target_modules=["q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj"],
        rank_pattern={"layers.1.self_attn.k_proj": 2},
        alpha_pattern={"layers.0.mlp.up_proj": 16},
        use_rslora=True,
    )
    model = get_peft_model(_load(tiny_base), config)
    for name, parameter in model.named_parameters():
        if "lora_B" in name:
            torch.nn.init.normal_(parameter, std=0.1)
    model.save_pretrained(str(folder))
    return folder


@pytest.fixture(scope="session")
def checkpoint_folder(tiny_base: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A transformers checkpoint in bf16 with every weight changed."""
    import torch
    from transformers import LlamaConfig, LlamaForCausalLM

    folder = tmp_path_factory.mktemp("checkpoint")
    torch.manual_seed(2)
    model = _load(tiny_base)
    with torch.no_grad():
        for parameter in model.parameters():
            parameter += 0.05 * torch.randn_like(parameter)
    # transformers counts a model from a GGUF as quantised and will not save it, so its weights move to a fresh one.
    fresh: Any = LlamaForCausalLM(LlamaConfig(**model.config.to_diff_dict() | {"quantization_config": None}))
    fresh.load_state_dict(model.state_dict())
    del fresh.config.quantization_config
    fresh.to(torch.bfloat16).save_pretrained(str(folder))
    return folder
