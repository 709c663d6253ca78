"""A conversation as an OpenAI-compatible server wants it.

Ours has no ids of calls; they are numbered here, and results belong to the calls before them in order. A result that
belongs to no call (what is said about a call that did not parse) goes in as a user's line, since servers refuse others.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from botpsy.core.messages import Message
from botpsy.core.protocols import Conversation, Sampling

Body = dict[str, Any]


def request(model: str, conversation: Conversation, sampling: Sampling, seed: int) -> Body:
    """Return the body of a streamed request."""
    body: Body = {
        "model": model,
        "messages": messages(conversation.messages),
        "temperature": sampling.temperature,
        "top_p": sampling.top_p,
        "max_tokens": sampling.max_tokens,
        "seed": seed % 2**31,
        "stream": True,
        "stream_options": {"include_usage": True},
        "chat_template_kwargs": {"enable_thinking": sampling.thinking},
    }
    if sampling.stop:
        body["stop"] = list(sampling.stop)
    if conversation.tools:
        body["tools"] = [tool.to_json() for tool in conversation.tools]
    if sampling.json_schema is not None:
        schema = {"name": "answer", "schema": dict(sampling.json_schema), "strict": True}
        body["response_format"] = {"type": "json_schema", "json_schema": schema}
    return body


def messages(turns: Sequence[Message]) -> list[Body]:
    """Return the messages in OpenAI's form. Lone surrogates, which no server takes, are replaced."""
    found: list[Body] = []
    waiting: list[str] = []  # ids of calls without a result yet
    number = 0
    for turn in turns:
        content = turn.content.encode("utf-8", "replace").decode()
        if turn.role == "tool":
            if waiting:
                found.append({"role": "tool", "tool_call_id": waiting.pop(0), "content": content})
            else:
                found.append({"role": "user", "content": content})
            continue
        waiting = []
        row: Body = {"role": turn.role, "content": content}
        if turn.role == "assistant":
            row["content"] = "\n".join([content, *(f"<tool_call>{f.text}</tool_call>" for f in turn.faults)]).strip()
            calls: list[Body] = []
            for call in turn.tool_calls:
                number += 1
                waiting.append(f"call_{number}")
                function = {"name": call.name, "arguments": json.dumps(dict(call.arguments))}
                calls.append({"id": waiting[-1], "type": "function", "function": function})
            if calls:
                row["tool_calls"] = calls
        found.append(row)
    return found
