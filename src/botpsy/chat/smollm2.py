"""SmolLM2: ChatML with tools in the Hermes form. Each message renders without regard to its neighbours.

The template goes into the tokenizer and the GGUF, so llama.cpp, vLLM and transformers render what we train on. Thinking
is asked for by the variable `thinking`, not by `enable_thinking`, which llama.cpp's server sets unasked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from botpsy.chat.guard import CHATML, HERMES_TAGS, Guard
from botpsy.chat.json_call import JsonCall
from botpsy.chat.parse import StreamParser
from botpsy.chat.template import render_template
from botpsy.core.messages import Message, ToolSpec

TEMPLATE = Path(__file__).with_name("smollm2.jinja").read_text(encoding="utf-8")

# Special tokens of the tokenizer that do not look like `<|name|>`.
_PLAIN_SPECIALS = (
    r"(?:repo_name|reponame|file_sep|filename|gh_stars|issue_(?:start|comment|closed)"
    r"|jupyter_(?:start|text|code|output|script)|empty_output)>"
)
GUARD = Guard((CHATML, HERMES_TAGS, _PLAIN_SPECIALS))


@dataclass(frozen=True, slots=True)
class SmolLM2:
    """The family of SmolLM2 and of what we train from it.

    Example:
        prompt = SmolLM2().render([Message("user", "Hello")], tools=())
    """

    name: str = "smollm2"
    template: str = TEMPLATE
    end_of_turn: str = "<|im_end|>"
    stop: tuple[str, ...] = ("<|im_end|>", "<|endoftext|>")
    guard: Guard = GUARD

    def render(
        self, messages: Sequence[Message], tools: Sequence[ToolSpec], *, thinking: bool = False, generate: bool = True
    ) -> str:
        """Return a whole conversation, with `generate` up to where the assistant begins to write."""
        return render_template(self.template, messages, tools, guard=self.guard, thinking=thinking, generate=generate)

    def render_next(self, messages: Sequence[Message], *, thinking: bool = False, generate: bool = True) -> str:
        """Return what follows the end-of-turn token of an assistant's turn when these messages come next."""
        return "\n" + self.render(messages, (), thinking=thinking, generate=generate)

    def render_assistant(self, message: Message, *, thinking: bool = False) -> str:
        """Return what the assistant writes after the generation prompt to say this message, up to the end of turn."""
        turn = self.render((message,), (), generate=False)
        said = turn.removeprefix(self.generation_prompt()).removesuffix("\n")
        if not thinking:
            return said
        return said.removeprefix("<think>\n") if message.thinking else "\n</think>\n\n" + said

    def generation_prompt(self, *, thinking: bool = False) -> str:
        """Return the text that opens the assistant's turn."""
        return "<|im_start|>assistant\n" + ("<think>\n" if thinking else "")

    def parser(self, thinking: bool = False, tools: Sequence[ToolSpec] = ()) -> StreamParser:
        """Return a fresh parser for text sampled after `generation_prompt(thinking=thinking)`."""
        del tools  # arguments are JSON, typed as written
        return StreamParser(thinking=thinking, stop=self.stop, call=JsonCall)
