"""Keeps untrusted text from writing control markers: turns and tags come from the template, never from content.

A marker inside content is broken by a zero-width space after its `<`, so it reads the same to a person, encodes to
ordinary tokens in every runtime, and is seen by no parser. Broken text passes through unchanged, so guarding twice is
guarding once.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from botpsy.core.messages import Json

BREAK = "\u200b"
CHATML = r"\|[^|<>\s]{1,64}\|>"
HERMES_TAGS = r"/?(?:think|tools|tool_call|tool_response)>"


@dataclass(frozen=True, slots=True)
class Guard:
    """Breaks markers: `<` followed by any of `after`, regular expressions for what makes it a marker."""

    after: tuple[str, ...] = (CHATML, HERMES_TAGS)

    def text(self, text: str) -> str:
        """Return the text with every marker broken."""
        if "<" not in text:
            return text
        return re.sub(f"<(?={'|'.join(self.after)})", "<" + BREAK, text)

    def json(self, value: Json) -> Json:
        """Return a JSON value with the markers in its strings and keys broken."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, Mapping):
            items = cast("Mapping[str, Json]", value).items()
            return {self.text(key): self.json(inner) for key, inner in items}
        if isinstance(value, list | tuple):
            return [self.json(inner) for inner in cast("list[Json]", value)]
        return value
