"""What ACEBench's ground truth stands for, as an answer: calls, or the fixed phrases of the special categories."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from botpsy.core.messages import Json, ToolCall


def gold_calls(answers: Mapping[str, Json] | Sequence[Mapping[str, Json]]) -> tuple[ToolCall, ...]:
    """Return the calls of the first accepted answer. A repeated call is stored as name, name_1, ..."""
    first = answers if isinstance(answers, Mapping) else answers[0]
    return tuple(ToolCall(re.sub(r"_\d+$", "", name), arguments) for name, arguments in first.items())


def gold_words(category: str, answers: Json) -> str:
    """Return what a special item's answer asks to be pointed out, in the form that the official prompt names."""
    if category == "special_irrelevant":
        return f'["{answers}"]'
    said: list[str] = []
    for name, values in answers.items():
        listed = ", ".join(map(str, values))
        if category == "special_incomplete":
            said.append(f"Missing necessary parameters ({listed}) for the api ({name})")
        else:
            said.append(f"There is incorrect value ({listed}) for the parameters ({name}) in the conversation history.")
    return f'["{" ".join(said)}"]'
