"""An engine's stream as a Generator, so that the one loop serves a person who watches."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from typing import Protocol

from botpsy.chat.parse import Event
from botpsy.core.protocols import Completion, Conversation, Sampling


class Engine(Protocol):
    """What can stream: `models.llama_cpp.LlamaCpp`, and scripts in tests."""

    def stream(self, conversation: Conversation, sampling: Sampling) -> AsyncGenerator[Event | Completion, None]: ...


class Streaming:
    """Generates one conversation at a time and tells every event as it comes."""

    def __init__(self, engine: Engine, on_event: Callable[[Event], None]) -> None:
        self._engine = engine
        self._on_event = on_event

    async def generate(self, conversations: Sequence[Conversation], sampling: Sampling) -> list[Completion]:
        """Return the completions, in order."""
        return [await self._one(c, sampling) for c in conversations]

    async def _one(self, conversation: Conversation, sampling: Sampling) -> Completion:
        completion: Completion | None = None
        # closed here and now, so that a request that is cancelled stops the engine at once
        async with aclosing(self._engine.stream(conversation, sampling)) as items:
            async for item in items:
                if isinstance(item, Completion):
                    completion = item
                else:
                    self._on_event(item)
        assert completion is not None, "a stream ends in its completion"
        return completion
