"""What models, tools and servers write is shown as text: nothing in it can move the cursor or change the terminal."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from botpsy.core.messages import Message


def safe(text: str) -> str:
    """Return the text with every control, invisible and reordering character (but newline and tab) written out, as
    \\x1b and the like."""
    return "".join(c if c.isprintable() or c in "\n\t" else c.encode("unicode_escape").decode("ascii") for c in text)


def line(text: str) -> str:
    """Return the text made safe and on one line, for a place where a second line could pass for one of ours."""
    return " ".join(safe(text).split())


def transcript(messages: Iterable[Message]) -> Iterator[str]:
    """Yield the lines of a conversation: who speaks, thoughts, calls with their arguments, results and faults."""
    for message in messages:
        yield from block(f"{message.role} {message.name}".strip(), message.content)
        yield from block("thinking", message.thinking)
        for call in message.tool_calls:
            arguments = ", ".join(f"{k}={json.dumps(v, ensure_ascii=False)}" for k, v in call.arguments.items())
            yield from block("call", f"{call.name}({arguments})")
        for fault in message.faults:
            yield from block(f"fault, {fault.kind}", f"{fault.reason}\n{fault.text}")


def block(title: str, text: str) -> Iterator[str]:
    """Yield lines that all begin with the title's column, so that no text can pass for a line of ours."""
    if text:
        for number, one in enumerate(safe(text).split("\n")):
            yield f"{safe(title) if not number else '':>12} | {one}"
