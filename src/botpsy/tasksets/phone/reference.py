"""How the perfect assistant words its turns. Answers are made from the results, never from the request."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from botpsy.core.messages import Json, Message, ToolCall
from botpsy.envs.wording import word


def reply(moves: Sequence[Mapping[str, Json]], messages: Sequence[Message]) -> Message:
    """Return the next turn of the reference, given what was said so far."""
    number = sum(m.role == "assistant" for m in messages)
    move = moves[min(number, len(moves) - 1)]
    if "calls" in move:
        return Message("assistant", tool_calls=tuple(ToolCall(c["name"], c["arguments"]) for c in move["calls"]))
    if "say" in move:
        return Message("assistant", move["say"])
    results: list[Json] = []
    for message in reversed(messages):
        if message.role != "tool":
            break
        results.insert(0, json.loads(message.content))
    return Message("assistant", "\n".join(word(r, str(move["answer"])) for r in results))
