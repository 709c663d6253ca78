"""A scripted engine and a moment, for tests of the command line in this process and in a terminal."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from datetime import datetime
from zoneinfo import ZoneInfo

from botpsy.chat.parse import CallEvent, Event, FaultEvent, TextDelta
from botpsy.core.errors import ContextOverflow
from botpsy.core.messages import Message, ToolCall
from botpsy.core.protocols import Completion, Conversation, Sampling

NOW = datetime(2026, 12, 1, 10, 0, tzinfo=ZoneInfo("Europe/Madrid"))
LUNCH = Message(
    "assistant", tool_calls=(ToolCall("create_event", {"title": "Lunch with Ana", "when": "Friday at 12:30"}),)
)


class Engine:
    """Streams scripted turns, as `models.llama_cpp.LlamaCpp` streams sampled ones."""

    def __init__(self, turns: list[Message]) -> None:
        self.turns = turns
        self.closed = False

    async def stream(self, conversation: Conversation, _sampling: Sampling) -> AsyncGenerator[Event | Completion, None]:
        if len(conversation.messages[-1].content) > 10_000:
            raise ContextOverflow("full")
        message = self.turns.pop(0)
        for character in message.content:
            yield TextDelta(character)
        for call in message.tool_calls:
            yield CallEvent(call)
        for fault in message.faults:
            yield FaultEvent(fault)
        yield Completion(message, "stop")

    def warm(self, _conversation: Conversation, _file: str | None = None) -> bool:
        return False

    def close(self) -> None:
        self.closed = True
