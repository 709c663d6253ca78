"""Thoughts for conversations that have none: short, and true by construction, since each is read off what was said.

Before a call: which tool, and where each value came from. Before a question: what is missing. Before an answer: what
the results were.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import cast

from botpsy.apps.match import words
from botpsy.core.messages import Json, Message, ToolCall

_FITS = ("{} does this.", "This is for {}.", "I use {}.", "{} fits.")
_NONE = ("None of the tools does this.", "No tool here fits.", "There is no tool for it.")
_MISSING = ("Not said: {}. I ask.", "I still need: {}.", "{} is missing, so I ask.")
_DONE = ("It worked.", "That is done.", "It was carried out.")
_FOUND = ("The result is there.", "I have what was looked up.", "The tool answered.")
_BAD = ("It did not work: {}", "The tool refused: {}")
MOST = 120  # characters of an error that are repeated


def with_thoughts(messages: Sequence[Message], rng: random.Random, missing: str = "") -> list[Message]:
    """Return the conversation with a thought in every assistant turn that has none.

    `missing`: what a question in it asks for. Values are looked for in what the person said, latest first, then in what
    the tools returned; one that is in neither is called what it is, the assistant's choice.
    """
    made: list[Message] = []
    for number, message in enumerate(messages):
        if message.role == "assistant" and not message.thinking:
            message = replace(message, thinking=_thought(messages[:number], message, rng, missing))
        made.append(message)
    return made


def thinking_row(row: Mapping[str, Json]) -> dict[str, Json]:
    """Return a row of training data in thinking mode: "thinking" is set, every assistant turn has thoughts.

    The row's "missing" says what a question asks for. The same row always gets the same thoughts.
    """
    messages = [Message.from_json(m) for m in row["messages"]]
    thought = with_thoughts(messages, random.Random(f"thoughts-{row['id']}"), str(row.get("missing", "")))
    return {**row, "thinking": True, "messages": [m.to_json() for m in thought]}


def _thought(before: Sequence[Message], message: Message, rng: random.Random, missing: str) -> str:
    if message.tool_calls:
        return " ".join(_of_call(before, call, rng) for call in message.tool_calls)
    last = before[-1] if before else None
    if last is not None and last.role == "tool":
        results = _latest_results(before)
        failed = [why for result in results if (why := _field(result, "error"))]
        if failed:
            return rng.choice(_BAD).format(failed[0][:MOST])
        return rng.choice(_DONE if all(_field(result, "done") for result in results) else _FOUND)
    if message.content.rstrip().endswith("?"):
        return rng.choice(_MISSING).format(missing or message.content.strip())
    return rng.choice(_NONE)


def _of_call(before: Sequence[Message], call: ToolCall, rng: random.Random) -> str:
    parts = [rng.choice(_FITS).format(call.name)]
    parts += [f"{name}: {_shown(value)}, {_source(before, value)}." for name, value in call.arguments.items()]
    return " ".join(parts)


def _shown(value: Json) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _source(before: Sequence[Message], value: Json) -> str:
    """Return where a value is from: the person's words, a result, or nowhere."""
    if isinstance(value, bool) or value is None:
        return "by what was asked"
    parts = cast(list[Json], value) if isinstance(value, list) else [value]
    wanted = [words(_shown(part)) for part in parts]

    def within(role: str) -> bool:
        heard = [words(m.content) for m in reversed(before) if m.role == role]
        return all(any(_holds(text, part) for text in heard) for part in wanted)

    return "as said" if within("user") else "from a result" if within("tool") else "my choice"


def _holds(text: Sequence[str], part: Sequence[str]) -> bool:
    """Return True when the words of `part` stand in `text` in a row."""
    return bool(part) and any(list(text[i : i + len(part)]) == list(part) for i in range(len(text) - len(part) + 1))


def _latest_results(before: Sequence[Message]) -> list[str]:
    results: list[str] = []
    for message in reversed(before):
        if message.role != "tool":
            break
        results.insert(0, message.content)
    return results


def _field(result: str, name: str) -> str:
    """Return a field of a result as text; "" when it is not there, or the result is no object."""
    try:
        found = json.loads(result)
    except ValueError:
        return ""
    return str(cast(Mapping[str, Json], found).get(name, "")) if isinstance(found, dict) else ""
