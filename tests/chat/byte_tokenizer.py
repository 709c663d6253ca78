"""A tokenizer for tests: one token a byte, and one for each special text."""

from __future__ import annotations

import re
from collections.abc import Sequence

SPECIALS = ("<|endoftext|>", "<|im_start|>", "<|im_end|>", "<think>", "</think>", "<tool_call>", "</tool_call>")


class ByteTokenizer:
    """Ids below 256 are bytes; 256 and above are the special texts."""

    def __init__(self, specials: Sequence[str] = SPECIALS[:3]) -> None:
        self.specials = tuple(specials)
        self._split = re.compile(f"({'|'.join(map(re.escape, specials))})")

    def encode(self, text: str) -> list[int]:
        ids: list[int] = []
        for part in self._split.split(text):
            ids += [256 + self.specials.index(part)] if part in self.specials else part.encode()
        return ids

    def decode(self, ids: Sequence[int]) -> str:
        parts = [self.specials[i - 256].encode() if i >= 256 else bytes([i]) for i in ids]
        return b"".join(parts).decode(errors="replace")
