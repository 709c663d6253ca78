"""A simulated user that plays a script: reproducible, and silent once the script is over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from botpsy.core.messages import Message


@dataclass(frozen=True, slots=True)
class Line:
    """What the user says next, and when: "asked" only if the assistant asked something, "always" otherwise."""

    text: str
    when: Literal["asked", "always"] = "always"


class ScriptedUser:
    """Says its lines in order; a line waiting for a question that is not asked ends the user's part."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._lines = list(lines)

    def reply(self, message: Message) -> str | None:
        """Return what the user says to an assistant turn, None for nothing more."""
        if not self._lines:
            return None
        line = self._lines[0]
        if line.when == "asked" and "?" not in message.content:
            return None
        del self._lines[0]
        return line.text
