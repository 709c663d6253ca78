"""A random tiny Qwen3.5, gated delta net and all, as a checkpoint folder like those on the hub."""

from __future__ import annotations

from pathlib import Path

import torch

TEMPLATE = Path(__file__).parents[1] / "chat" / "templates" / "qwen3_5_like.jinja"
TEXT = (
    "You can call these tools: <tools> </tools> <tool_call>\n<function=create_event>\n<parameter=title>\nLunch\n</parameter>",
    "system user assistant tool Put lunch with Ana on Friday at half past twelve, whatever comes to your mind first.",
)


def make_tiny_qwen(folder: Path, *, vision: bool = False, seed: int = 0, hidden: int = 32) -> Path:
    """Write weights, tokenizer and template; with `vision` under the configuration for text and images that the real
    checkpoints have. Three layers with a state, one of attention."""
    from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers, trainers
    from transformers import PreTrainedTokenizerFast, Qwen3_5Config, Qwen3_5ForCausalLM, Qwen3_5ForConditionalGeneration
    from transformers.models.qwen3_5 import Qwen3_5TextConfig

    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=384, initial_alphabet=sorted(pre_tokenizers.ByteLevel.alphabet()), show_progress=False
    )
    tokenizer.train_from_iterator(TEXT, trainer)
    special = ["<|endoftext|>", "<|im_start|>", "<|im_end|>"]
    tokenizer.add_special_tokens([AddedToken(s, special=True) for s in special])
    tokenizer.add_tokens([AddedToken(s) for s in ("<think>", "</think>", "<tool_call>", "</tool_call>")])
    fast = PreTrainedTokenizerFast(tokenizer_object=tokenizer, eos_token="<|im_end|>", pad_token="<|endoftext|>")
    fast.chat_template = TEMPLATE.read_text()
    shape = {
        "vocab_size": len(fast),
        "hidden_size": hidden,
        "intermediate_size": 2 * hidden,
        "num_hidden_layers": 4,
        "num_attention_heads": 2,
        "num_key_value_heads": 1,
        "head_dim": 16,
        "linear_key_head_dim": 8,
        "linear_value_head_dim": 8,
        "linear_num_key_heads": 2,
        "linear_num_value_heads": 4,
        "max_position_embeddings": 4096,
        "tie_word_embeddings": True,
        "bos_token_id": None,
        "eos_token_id": fast.convert_tokens_to_ids("<|im_end|>"),
        "pad_token_id": fast.convert_tokens_to_ids("<|endoftext|>"),
    }
    torch.manual_seed(seed)
    if vision:
        sees = {"depth": 1, "hidden_size": 16, "intermediate_size": 16, "num_heads": 2, "out_hidden_size": hidden,
                "num_position_embeddings": 16, "patch_size": 4}  # fmt: skip
        config = Qwen3_5Config(text_config=shape, vision_config=sees, tie_word_embeddings=True)
        model = Qwen3_5ForConditionalGeneration(config)
    else:
        model = Qwen3_5ForCausalLM(Qwen3_5TextConfig(**shape))
    model.save_pretrained(folder)
    fast.save_pretrained(folder)
    return folder
