"""transformers' tokenizer for a GGUF, a checkpoint folder or a hub name, splitting text as the model was trained to."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, cast

# llama.cpp names a vocabulary's split; transformers takes GPT-2's for these, which differs around digits
SINGLE_DIGITS = ("smollm", "starcoder", "refact", "command-r")


def load_hub_tokenizer(path: Path) -> Any:
    """Return the tokenizer. For a GGUF, `AutoTokenizer` knows no split named `smollm` and gives other tokens for `$12`
    or `[1, 2]` than llama.cpp; that is mended here. Raises OSError or ValueError when there is none."""
    from transformers import AutoTokenizer

    auto = cast(Any, AutoTokenizer)
    if path.suffix != ".gguf":
        return auto.from_pretrained(str(path))
    tokenizer = auto.from_pretrained(str(path.parent), gguf_file=path.name)
    if split_name(path) in SINGLE_DIGITS:
        from tokenizers import pre_tokenizers

        tokenizer.backend_tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
            [pre_tokenizers.Digits(individual_digits=True), pre_tokenizers.ByteLevel(add_prefix_space=False)]
        )
    return tokenizer


def split_name(path: Path) -> str:
    """Return what a GGUF calls its vocabulary's split (`tokenizer.ggml.pre`), "" when it does not say."""
    from gguf import GGUFReader

    field = cast(Any, GGUFReader(path)).get_field("tokenizer.ggml.pre")
    return str(field.contents()) if field is not None else ""


class HubTokenizer:
    """A transformers tokenizer as `chat.extend.Tokenizer`. The same template text comes again and again: it is kept."""

    def __init__(self, tokenizer: Any) -> None:
        self._tokenizer = tokenizer
        self._known: dict[str, list[int]] = {}

    def encode(self, text: str) -> list[int]:
        """Return ids; special tokens are read, none is added."""
        found = self._known.get(text)
        if found is None:
            found = cast(list[int], self._tokenizer.encode(text, add_special_tokens=False))
            if len(self._known) < 50_000:
                self._known[text] = found
        return list(found)

    def decode(self, ids: Iterable[int]) -> str:
        """Return the text with special tokens."""
        return cast(str, self._tokenizer.decode(list(ids), skip_special_tokens=False))
