"""A random tiny Llama as a GGUF, so that the whole path from training to the assistant runs in seconds.

llama.cpp and transformers load the same file, with the same tokens and the same logits. It knows nothing; it is for
tests and for `recipes/tiny.py`.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from botpsy.chat.smollm2 import TEMPLATE

if TYPE_CHECKING:
    from gguf import GGUFWriter

FILE_NAME = "tiny.gguf"
SPECIAL = ("<|endoftext|>", "<|im_start|>", "<|im_end|>")  # ids 0, 1, 2, as in SmolLM2

VOCABULARY, CONTEXT, BLOCKS = 512, 8192, 2
HIDDEN, INNER, HEADS, KV_HEADS = 64, 128, 4, 2

_TEXT = (
    "You can call these tools: <tools> </tools> To call a tool, write: <tool_call> </tool_call>",
    '<tool_call>\n{"name": "create_event", "arguments": {"title": "Lunch with Ana", "when": "Friday at 12:30"}}\n'
    "</tool_call>",
    '<tool_call>\n{"name": "find_contact", "arguments": {"name": "Ben"}}\n</tool_call>',
    '<tool_response>\n{"ok": true, "events": []}\n</tool_response>',
    '{"type": "function", "function": {"name": "list_events", "description": "List the events of a day.", '
    '"parameters": {"type": "object", "properties": {"day": {"type": "string"}}, "required": ["day"]}}}',
    "system user assistant tool <think> </think>",
    "Put lunch with Ana on Friday at half past twelve. When is the meeting with the team tomorrow morning?",
    "The event stands in your calendar on Monday the third at nine. Which day should I put it on?",
    "Move the dentist appointment to next Tuesday afternoon and invite Carla and David to it, please.",
    "I cannot do that with the tools I have. There is no contact with this name. Please tell me the time.",
)


def make_tiny_model(folder: Path, seed: int = 0) -> Path:
    """Write a random Llama (hidden 64, 2 layers, 4 heads, 512 tokens, F32) into `folder`; return the GGUF's path.

    The same seed gives the same file.

    Example:
        path = make_tiny_model(Path("out"))
        model = AutoModelForCausalLM.from_pretrained(path.parent, gguf_file=path.name)
    """
    from gguf import GGUFWriter

    folder.mkdir(parents=True, exist_ok=True)
    path = folder / FILE_NAME
    part = path.with_name(path.name + ".part")
    tokens, merges = _byte_level_bpe()
    writer = GGUFWriter(part, "llama")
    _add_shape(writer, len(tokens))
    _add_tokenizer(writer, tokens, merges)
    for name, weights in _weights(len(tokens), np.random.default_rng(seed)).items():
        writer.add_tensor(name, weights)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    part.replace(path)
    return path


def _byte_level_bpe() -> tuple[list[str], list[str]]:
    """Learn a byte-level BPE on a few sentences; return its tokens by id, and its merges in order."""
    import json

    from tokenizers import Tokenizer, models, pre_tokenizers, trainers

    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    trainer = trainers.BpeTrainer(
        vocab_size=VOCABULARY,
        special_tokens=list(SPECIAL),
        initial_alphabet=sorted(pre_tokenizers.ByteLevel.alphabet()),
        show_progress=False,
    )
    tokenizer.train_from_iterator(_TEXT, trainer)
    model = json.loads(tokenizer.to_str())["model"]
    tokens = sorted(model["vocab"], key=model["vocab"].__getitem__)
    return tokens, [merge if isinstance(merge, str) else " ".join(merge) for merge in model["merges"]]


def _add_shape(writer: GGUFWriter, vocabulary: int) -> None:
    writer.add_type("model")
    writer.add_name("BotPsy tiny")
    writer.add_file_type(0)  # all F32
    writer.add_block_count(BLOCKS)
    writer.add_context_length(CONTEXT)
    writer.add_embedding_length(HIDDEN)
    writer.add_feed_forward_length(INNER)
    writer.add_head_count(HEADS)
    writer.add_head_count_kv(KV_HEADS)
    writer.add_rope_dimension_count(HIDDEN // HEADS)
    writer.add_rope_freq_base(10000.0)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_vocab_size(vocabulary)


def _add_tokenizer(writer: GGUFWriter, tokens: list[str], merges: list[str]) -> None:
    from gguf import TokenType

    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("gpt-2")  # the one split that llama.cpp and transformers both know by this name
    writer.add_token_list(tokens)
    writer.add_token_types([TokenType.CONTROL if token in SPECIAL else TokenType.NORMAL for token in tokens])
    writer.add_token_merges(merges)
    writer.add_bos_token_id(tokens.index("<|im_start|>"))
    writer.add_eos_token_id(tokens.index("<|im_end|>"))
    writer.add_unk_token_id(tokens.index("<|endoftext|>"))
    writer.add_pad_token_id(tokens.index("<|im_end|>"))
    writer.add_add_bos_token(False)
    writer.add_add_space_prefix(False)
    writer.add_chat_template(TEMPLATE)


def _weights(vocabulary: int, rng: np.random.Generator) -> dict[str, np.ndarray[tuple[int, ...], np.dtype[np.float32]]]:
    """Return all tensors; embeddings are tied. Small embeddings make the first predictions nearly uniform."""

    def normal(rows: int, columns: int, scale: float) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
        return rng.normal(0.0, scale, (rows, columns)).astype(np.float32)

    ones = np.ones(HIDDEN, dtype=np.float32)
    kv = HIDDEN // HEADS * KV_HEADS
    weights = {"token_embd.weight": normal(vocabulary, HIDDEN, 0.05), "output_norm.weight": ones}
    for block in range(BLOCKS):
        shapes = {
            "attn_q": (HIDDEN, HIDDEN),
            "attn_k": (kv, HIDDEN),
            "attn_v": (kv, HIDDEN),
            "attn_output": (HIDDEN, HIDDEN),
            "ffn_gate": (INNER, HIDDEN),
            "ffn_up": (INNER, HIDDEN),
            "ffn_down": (HIDDEN, INNER),
        }
        for name, (rows, columns) in shapes.items():
            weights[f"blk.{block}.{name}.weight"] = normal(rows, columns, columns**-0.5)
        weights[f"blk.{block}.attn_norm.weight"] = ones
        weights[f"blk.{block}.ffn_norm.weight"] = ones
    return weights
