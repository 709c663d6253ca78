"""An engine's stream as a generator: events as they come, and a stop that reaches the engine."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator

import pytest

from botpsy.assistant.streaming import Streaming
from botpsy.chat.parse import Event, TextDelta
from botpsy.core.messages import Message
from botpsy.core.protocols import Completion, Conversation, Sampling


class Engine:
    """Says a word, waits, says another."""

    def __init__(self, pause: float) -> None:
        self._pause = pause
        self.stopped = False

    async def stream(
        self, _conversation: Conversation, _sampling: Sampling
    ) -> AsyncGenerator[Event | Completion, None]:
        try:
            yield TextDelta("one ")
            await asyncio.sleep(self._pause)
            yield TextDelta("two")
            yield Completion(Message("assistant", "one two"), "stop")
        finally:
            self.stopped = True


def test_events_are_told_and_the_completion_returned() -> None:
    told: list[Event] = []
    (completion,) = asyncio.run(Streaming(Engine(0), told.append).generate([Conversation(())], Sampling()))
    assert told == [TextDelta("one "), TextDelta("two")]
    assert completion.message.content == "one two"


def test_a_cancelled_request_closes_the_stream_at_once() -> None:
    engine, told = Engine(30), list[Event]()

    async def cancelled() -> bool:
        task = asyncio.ensure_future(Streaming(engine, told.append).generate([Conversation(())], Sampling()))
        while not told:
            await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return engine.stopped

    assert asyncio.run(cancelled())


def test_a_screen_that_fails_closes_the_stream_too() -> None:
    engine = Engine(0)

    def fail(_event: Event) -> None:
        raise BrokenPipeError

    async def failing() -> bool:
        with pytest.raises(BrokenPipeError):
            await Streaming(engine, fail).generate([Conversation(())], Sampling())
        return engine.stopped

    assert asyncio.run(failing())
