"""What a model family knows: how a conversation reads as text, and how the assistant's text reads as a message."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from botpsy.chat.parse import StreamParser
from botpsy.core.messages import Message, ToolSpec


class ChatFamily(Protocol):
    """One model family. Texts hold special tokens as text; content never adds one (see `chat.guard`)."""

    @property
    def name(self) -> str:
        """The family's name, for instance "smollm2"."""
        ...

    @property
    def template(self) -> str:
        """The Jinja chat template, as it stands in the tokenizer and the GGUF."""
        ...

    @property
    def end_of_turn(self) -> str:
        """The token that ends the assistant's turn, as text."""
        ...

    @property
    def stop(self) -> tuple[str, ...]:
        """Texts at which sampling ends: the end of turn, and the end of a document."""
        ...

    def render(
        self, messages: Sequence[Message], tools: Sequence[ToolSpec], *, thinking: bool = False, generate: bool = True
    ) -> str:
        """Return a whole conversation, with `generate` up to where the assistant begins to write."""
        ...

    def render_next(self, messages: Sequence[Message], *, thinking: bool = False, generate: bool = True) -> str:
        """Return what follows the end-of-turn token of an assistant's turn when these messages come next."""
        ...

    def render_assistant(self, message: Message, *, thinking: bool = False) -> str:
        """Return what the assistant writes after the generation prompt to say this message, up to the end of turn."""
        ...

    def generation_prompt(self, *, thinking: bool = False) -> str:
        """Return the text that opens the assistant's turn."""
        ...

    def parser(self, thinking: bool = False, tools: Sequence[ToolSpec] = ()) -> StreamParser:
        """Return a fresh parser for text sampled after `generation_prompt(thinking=thinking)`.

        Formats that write arguments without types read them by the schemas of `tools`.
        """
        ...
