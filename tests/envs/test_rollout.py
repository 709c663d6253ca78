"""The one loop: tokens are appended only, repetition ends it, infrastructure is not the model's fault."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from botpsy.chat.smollm2 import SmolLM2
from botpsy.core.errors import ContextOverflow, InfraError
from botpsy.core.messages import CallFault, Message, ToolCall
from botpsy.core.protocols import Completion, Conversation, Sampling, Step
from botpsy.core.trajectory import StopReason
from botpsy.envs.rollout import Limits, converse, rollout
from botpsy.models.scripted import Scripted
from botpsy.tasksets.phone.taskset import Phone


class Bytes:
    """A tokenizer of bytes, with two special tokens."""

    specials = ("<|im_start|>", "<|im_end|>")

    def encode(self, text: str) -> list[int]:
        ids: list[int] = []
        while text:
            for i, special in enumerate(self.specials):
                if text.startswith(special):
                    ids.append(300 + i)
                    text = text[len(special) :]
                    break
            else:
                ids += text[0].encode()
                text = text[1:]
        return ids

    def decode(self, ids: Sequence[int]) -> str:
        return "".join(self.specials[i - 300] if i >= 300 else chr(i) for i in ids)


def play(turns: list[Message], steps: list[Step], limits: Limits | None = None):
    left = list(steps)

    async def step(message: Message) -> Step:
        return left.pop(0)

    start = Conversation((Message("user", "hi"),))
    generator = Scripted(turns, family=SmolLM2(), tokenizer=Bytes())
    return asyncio.run(converse(generator, step, start, limits or Limits(), Sampling()))


def test_mask_marks_exactly_what_was_sampled() -> None:
    call = Message("assistant", tool_calls=(ToolCall("f", {"a": 1}),))
    episode = play(
        [call, Message("assistant", "done")], [Step((Message("tool", "ok"),)), Step(stop=StopReason.ANSWERED)]
    )
    ids = episode.conversation.token_ids
    sampled = Bytes().decode([t for t, m in zip(ids, episode.loss_mask, strict=True) if m])
    assert sampled == '<tool_call>\n{"name": "f", "arguments": {"a": 1}}\n</tool_call><|im_end|>done<|im_end|>'
    assert len(ids) == len(episode.loss_mask) == len(episode.logprobs)
    assert Bytes().decode(ids).startswith("<|im_start|>user\nhi<|im_end|>\n<|im_start|>assistant\n<tool_call>")


def test_the_same_call_with_the_same_result_ends_the_episode() -> None:
    call = Message("assistant", tool_calls=(ToolCall("f", {}),))
    episode = play([call] * 5, [Step((Message("tool", "same"),))] * 5)
    assert episode.stop is StopReason.NO_PROGRESS
    assert sum(m.role == "assistant" for m in episode.conversation.messages) == 2


def test_arguments_that_cannot_be_written_do_not_end_the_loop() -> None:
    deep: object = 1
    for _ in range(100_000):
        deep = [deep]
    calls = [Message("assistant", tool_calls=(ToolCall("f", {"a": value}),)) for value in (deep, 10**5000) * 2]

    async def step(_: Message) -> Step:
        return Step((Message("tool", "same"),))

    start = Conversation((Message("user", "hi"),))
    episode = asyncio.run(converse(Scripted(calls), step, start, Limits(turns=4), Sampling()))
    assert episode.stop is StopReason.TURNS
    assert len(episode.conversation.messages) == 9


def test_too_many_turns_end_it() -> None:
    turns = [Message("assistant", tool_calls=(ToolCall("f", {"n": n}),)) for n in range(9)]
    episode = play(turns, [Step((Message("tool", "x"),))] * 9, Limits(turns=3))
    assert episode.stop is StopReason.TURNS


def test_an_engine_that_rewrites_tokens_is_caught() -> None:
    class Rewriting:
        async def generate(self, conversations: Sequence[Conversation], sampling: Sampling) -> list[Completion]:
            return [Completion(Message("assistant", "x"), "stop", "x", (9, 9, 9), (1,), (0.0,)) for _ in conversations]

    async def step(message: Message) -> Step:
        return Step((Message("user", "more"),))

    with pytest.raises(InfraError, match="changed tokens"):
        asyncio.run(converse(Rewriting(), step, Conversation((), token_ids=(1, 2)), Limits(), Sampling()))


def test_overflow_and_cut_turns_say_so() -> None:
    class Full:
        async def generate(self, conversations: Sequence[Conversation], sampling: Sampling) -> list[Completion]:
            raise ContextOverflow("full")

    class Cut:
        async def generate(self, conversations: Sequence[Conversation], sampling: Sampling) -> list[Completion]:
            return [Completion(Message("assistant", "and then"), "length")]

    async def step(message: Message) -> Step:
        return Step(stop=StopReason.ANSWERED)

    start = Conversation((Message("user", "hi"),))
    assert asyncio.run(converse(Full(), step, start, Limits(), Sampling())).stop is StopReason.OVERFLOW
    assert asyncio.run(converse(Cut(), step, start, Limits(), Sampling())).stop is StopReason.LENGTH


def test_a_cut_call_is_told_and_never_run() -> None:
    taskset = Phone(1)
    task = next(iter(taskset.tasks("dev")))
    cut = Message("assistant", faults=(CallFault("cut", '{"name": "delete_event"', "the text ended"),))
    trajectory, score = asyncio.run(rollout(Scripted([cut, Message("assistant", "Sorry.")]), taskset, task))
    assert "was cut and not run" in trajectory.messages[-2].content
    assert score.value == 0.0
