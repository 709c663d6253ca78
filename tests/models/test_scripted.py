"""The script speaks in order, and with a tokenizer it leaves tokens like a model's."""

from __future__ import annotations

import asyncio

import pytest

from botpsy.chat.smollm2 import SmolLM2
from botpsy.core.messages import Message, ToolCall
from botpsy.core.protocols import Completion, Conversation, Sampling
from botpsy.models.scripted import Scripted

USER = Message("user", "Hi")


class Letters:
    """One token a character."""

    def encode(self, text: str) -> list[int]:
        return [ord(ch) for ch in text]

    def decode(self, ids: object) -> str:
        return "".join(map(chr, ids))  # type: ignore[call-overload]


def speak(script: Scripted, *messages: Message) -> Completion:
    (completion,) = asyncio.run(script.generate([Conversation(messages)], Sampling()))
    return completion


def test_the_nth_turn_is_the_nth_message() -> None:
    first, second = Message("assistant", "one"), Message("assistant", "two")
    script = Scripted([first, second])
    assert speak(script, USER).message == first
    assert speak(script, USER, first, USER).message == second
    with pytest.raises(IndexError):
        speak(script, USER, first, USER, second, USER)


def test_a_function_sees_the_conversation() -> None:
    script = Scripted(lambda c: Message("assistant", c.messages[-1].content.upper()))
    assert speak(script, Message("user", "loud")).message.content == "LOUD"


def test_tokens_are_the_prompt_and_what_parses_back_to_the_message() -> None:
    family = SmolLM2()
    message = Message("assistant", tool_calls=(ToolCall("add", {"a": 1}),))
    completion = speak(Scripted([message], family=family, tokenizer=Letters()), USER)
    assert Letters().decode(completion.prompt_ids) == family.render([USER], ())
    said = Letters().decode(completion.token_ids)
    assert said.endswith(family.end_of_turn)
    parser = family.parser()
    parser.feed(said)
    assert parser.finish() == message
    assert len(completion.logprobs) == len(completion.token_ids)
