"""A family over a template that we did not write: earlier turns are never rendered again, whatever the template does.

Many templates render an assistant's turn by what follows it (Qwen3 drops thinking from before the last user message).
So only the opening prompt is rendered whole. Later messages are rendered behind a stand-in turn and cut off it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from botpsy.chat.guard import Guard
from botpsy.chat.json_call import JsonCall
from botpsy.chat.parse import CallBody, StreamParser
from botpsy.chat.template import render_template
from botpsy.core.errors import ModelError
from botpsy.core.messages import Message, ToolSpec

_ENDS = ("<|im_end|>", "<|eot_id|>", "<end_of_turn>", "<|end|>", "<|end_of_text|>", "</s>")
_ASK = Message("user", "question")
_MARK = "stand-in answer"


def json_call(tools: Sequence[ToolSpec]) -> CallBody:
    """Read Hermes calls, whose arguments are typed as written."""
    del tools
    return JsonCall()


@dataclass(frozen=True, slots=True)
class TemplateFamily:
    """`source` and `bos_token`, `eos_token` come from the tokenizer; `call` makes the reader of one call.

    Raises ModelError when the template does not end the assistant's turn with a token we know.
    """

    name: str
    template: str
    guard: Guard
    call: Callable[[Sequence[ToolSpec]], CallBody] = json_call
    bos_token: str = ""
    eos_token: str = ""

    @property
    def end_of_turn(self) -> str:
        """The token that ends the assistant's turn, found by rendering one."""
        after = self._after_mark(())
        for end in (*_ENDS, self.eos_token):
            if end and after.lstrip("\n").startswith(end):
                return end
        raise ModelError(
            f"the chat template ends the assistant's turn with {after[:40]!r}; expected one of {', '.join(_ENDS)}"
        )

    @property
    def stop(self) -> tuple[str, ...]:
        """Texts at which sampling ends."""
        return tuple(dict.fromkeys((self.end_of_turn, self.eos_token or "<|endoftext|>", "<|endoftext|>")))

    def render(
        self, messages: Sequence[Message], tools: Sequence[ToolSpec], *, thinking: bool = False, generate: bool = True
    ) -> str:
        """Return a whole conversation. Raises ModelError when there are tools and the template has no place."""
        if tools and "tools" not in self.template:
            raise ModelError("the model's chat template has no place for tools; use a model trained to call tools")
        return render_template(
            self.template,
            messages,
            tools,
            guard=self.guard,
            thinking=thinking,
            generate=generate,
            bos_token=self.bos_token,
            eos_token=self.eos_token,
        )

    def render_next(self, messages: Sequence[Message], *, thinking: bool = False, generate: bool = True) -> str:
        """Return what follows the end-of-turn token of an assistant's turn when these messages come next."""
        after = self._after_mark(messages, thinking=thinking, generate=generate)
        return after[after.index(self.end_of_turn) + len(self.end_of_turn) :]

    def render_assistant(self, message: Message, *, thinking: bool = False) -> str:
        """Return what the assistant writes after the generation prompt to say this message, up to the end of turn.

        Thinking is left out where the generation prompt has closed it already.
        """
        before = self.render((_ASK,), (), thinking=thinking, generate=False)
        prompt = self.generation_prompt(thinking=thinking)
        header = before + prompt.partition("<think>")[0]
        turn = self.render((_ASK, message), (), thinking=thinking, generate=False)
        if not turn.startswith(header):
            raise ModelError("the chat template opens an assistant's turn unlike its generation prompt")
        said = turn[len(header) : turn.rindex(self.end_of_turn)] + self.end_of_turn
        if "<think>" not in prompt:
            return said
        if said.startswith("<think>"):
            said = said.partition("</think>")[2].lstrip("\n")
        if "</think>" in prompt:
            return said
        return f"{self.guard.text(message.thinking)}\n</think>\n\n{said}"

    def generation_prompt(self, *, thinking: bool = False) -> str:
        """Return the text that opens the assistant's turn."""
        closed = self.render((_ASK,), (), thinking=thinking, generate=False)
        return self.render((_ASK,), (), thinking=thinking).removeprefix(closed)

    def parser(self, thinking: bool = False, tools: Sequence[ToolSpec] = ()) -> StreamParser:
        """Return a fresh parser for text sampled after `generation_prompt(thinking=thinking)`."""
        opened = self.generation_prompt(thinking=thinking).rstrip().endswith("<think>")
        return StreamParser(thinking=opened, stop=self.stop, call=lambda: self.call(tools))

    def _after_mark(self, messages: Sequence[Message], *, thinking: bool = False, generate: bool = False) -> str:
        stand_in = (_ASK, Message("assistant", _MARK), *messages)
        text = self.render(stand_in, (), thinking=thinking, generate=generate)
        _, found, after = text.partition(_MARK)
        if not found:
            raise ModelError("the chat template does not render an assistant's content")
        return after
