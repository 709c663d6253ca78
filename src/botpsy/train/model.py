"""Loads what is trained: a GGUF (de-quantised exactly), a checkpoint folder or a hub name; with LoRA or whole."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import torch

from botpsy.core.errors import ModelError
from botpsy.models.hub_tokenizer import load_hub_tokenizer
from botpsy.train import attention

# layers that carry a state from token to token; a shared prompt would leak from one continuation into the next
STATEFUL = ("linear_attention", "mamba", "recurrent", "conv")


@dataclass(frozen=True, slots=True)
class Lora:
    """A low-rank adapter on every linear layer but the LM head (Hu et al. 2021). `alpha` / `rank` scales the update."""

    rank: int = 32
    alpha: int = 64
    dropout: float = 0.0


def load(
    path: Path, lora: Lora | None, dtype: torch.dtype = torch.float32, adapter: Path | None = None
) -> tuple[Any, Any, bool]:
    """Return (model, tokenizer, whether prompts may be shared in a row). Raises ModelError with the reason.

    With `adapter`, a PEFT folder, training goes on from that adapter.
    """
    import transformers

    library = cast(Any, transformers)
    attention.register()
    if path.suffix == ".gguf":
        where, extra = str(path.parent), {"gguf_file": path.name}
    elif path.is_dir() or not path.exists():
        where, extra = str(path), {}
    else:
        raise ModelError(f"{path} is neither a .gguf file nor a checkpoint folder")
    try:
        config: Any = library.AutoConfig.from_pretrained(where, **extra)
        sharing = may_share(config)
        tokenizer: Any = load_hub_tokenizer(path)
        model: Any = library.AutoModelForCausalLM.from_pretrained(
            where, dtype=dtype, attn_implementation=attention.NAME if sharing else "sdpa", **extra
        )
    except (OSError, ValueError, KeyError) as error:
        raise ModelError(f"cannot load {path} for training: {error}") from error
    _forget_quantisation(model)
    model.config.use_cache = False
    if adapter is not None:
        import peft

        if not (adapter / "adapter_config.json").exists():
            raise ModelError(f"{adapter} is no PEFT adapter: it has no adapter_config.json")
        model = cast(Any, peft).PeftModel.from_pretrained(model, str(adapter), is_trainable=True)
    elif lora is not None:
        from peft import LoraConfig, get_peft_model

        names = _linear_names(model)
        model = get_peft_model(
            model, LoraConfig(r=lora.rank, lora_alpha=lora.alpha, lora_dropout=lora.dropout, target_modules=names)
        )
    return model, tokenizer, sharing


def may_share(config: Any) -> bool:
    """Return whether a row may hold several continuations of one prompt: not with layers that carry a state.

    A configuration for text and images, as Qwen3.5's on the hub, has the layers of its text model.
    """
    kinds = getattr(config.get_text_config(), "layer_types", None) or ()
    return not any(word in kind for kind in kinds for word in STATEFUL)


def _forget_quantisation(model: Any) -> None:
    """A GGUF is de-quantised on loading, but transformers still calls the model quantised and refuses to train it."""
    if getattr(model, "hf_quantizer", None) is not None:
        model.hf_quantizer = None
    model.is_quantized = False
    if hasattr(model.config, "quantization_config"):
        del model.config.quantization_config


def _linear_names(model: Any) -> list[str]:
    linear = {name.split(".")[-1] for name, part in model.named_modules() if isinstance(part, torch.nn.Linear)}
    return sorted(linear - {"lm_head"})


def has_bf16() -> bool:
    """Return whether this machine computes in bf16 itself; emulated, it is slower than fp32."""
    if torch.cuda.is_available():
        return torch.cuda.is_bf16_supported()
    flags = Path("/proc/cpuinfo")
    return flags.exists() and "avx512_bf16" in flags.read_text()
