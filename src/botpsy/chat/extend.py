"""Turns a conversation into tokens, append-only: what was sampled stays as it was, and is what is trained on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from botpsy.chat.family import ChatFamily
from botpsy.core.messages import Message, ToolSpec
from botpsy.core.protocols import Conversation


class Tokenizer(Protocol):
    """Text to token ids and back. `encode` reads special tokens in the text and adds none of its own."""

    def encode(self, text: str) -> list[int]:
        """Return the ids of a text."""
        ...

    def decode(self, ids: Sequence[int]) -> str:
        """Return the text of ids, special tokens included."""
        ...


def extend(
    family: ChatFamily, tokenizer: Tokenizer, conversation: Conversation, *, thinking: bool = False
) -> Conversation:
    """Return the conversation with the tokens of all its messages, ready for the assistant to write.

    The result's `token_ids` begin with those given. After sampling, append the assistant's message, set `token_ids` to
    prompt + sampled and `encoded` to the number of messages; the sampled tokens may or may not hold the end of turn.
    Extending what is already open for the assistant returns it as it is. An assistant message that follows an open
    prompt without having been sampled (written by a reference, a person) is encoded as if it had been.

    Example:
        prompt = extend(family, tokenizer, Conversation((Message("user", "Hi"),)))
    """
    messages, ids = conversation.messages, list(conversation.token_ids)
    new = messages[conversation.encoded :]
    if not ids:
        ids = tokenizer.encode(family.render(messages, conversation.tools, thinking=thinking))
        return replace(conversation, token_ids=tuple(ids), encoded=len(messages))
    opened = _opened(family, tokenizer, ids)
    if opened is not None and not new:
        return conversation
    if opened is not None and new[0].role == "assistant":
        ids += tokenizer.encode(family.render_assistant(new[0], thinking=opened))
        new = new[1:]
    ids += _close(family, tokenizer, ids)
    ids += tokenizer.encode(family.render_next(new, thinking=thinking))
    return replace(conversation, token_ids=tuple(ids), encoded=len(messages))


def training_ids(
    family: ChatFamily,
    tokenizer: Tokenizer,
    messages: Sequence[Message],
    tools: Sequence[ToolSpec],
    *,
    thinking: bool = False,
) -> tuple[list[int], list[int]]:
    """Return (token ids, loss mask) of a whole conversation, token for token as `extend` and sampling would make it.

    The mask is 1 on what the assistant writes, its end of turn included. What comes after the last assistant turn is
    left out, since nothing is learnt from it. Without an assistant message both lists are empty.
    """
    ids: list[int] = []
    mask: list[int] = []
    start = 0
    for i, message in enumerate(messages):
        if message.role != "assistant":
            continue
        before = messages[start:i]
        text = (
            family.render_next(before, thinking=thinking) if start else family.render(before, tools, thinking=thinking)
        )
        prompt = tokenizer.encode(text)
        answer = tokenizer.encode(family.render_assistant(message, thinking=thinking))
        ids += prompt + answer
        mask += [0] * len(prompt) + [1] * len(answer)
        start = i + 1
    return ids, mask


def _opened(family: ChatFamily, tokenizer: Tokenizer, ids: list[int]) -> bool | None:
    """Return whether the tokens end in a generation prompt: True for one with thinking, False without, None for no."""
    for thinking in (True, False):
        prompt = tokenizer.encode(family.generation_prompt(thinking=thinking))
        if ids[-len(prompt) :] == prompt:
            return thinking
    return None


def _close(family: ChatFamily, tokenizer: Tokenizer, ids: list[int]) -> list[int]:
    """Return what ends the assistant's turn: nothing when the model ended it itself."""
    end = tokenizer.encode(family.end_of_turn)
    return [] if ids[-len(end) :] == end else end
