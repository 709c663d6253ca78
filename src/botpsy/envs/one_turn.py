"""The shortest episode: a question, with or without tools in view, and one turn of the assistant."""

from __future__ import annotations

from collections.abc import Mapping

from botpsy.core.messages import Json, Message, ToolSpec
from botpsy.core.protocols import Observation, Step
from botpsy.core.trajectory import StopReason


class OneTurn:
    """An Environment that shows messages and tools, and ends after the assistant's first turn."""

    def __init__(self, messages: tuple[Message, ...], tools: tuple[ToolSpec, ...] = ()) -> None:
        self._opening = Observation(messages, tools)

    async def start(self) -> Observation:
        """Return the question."""
        return self._opening

    async def step(self, message: Message) -> Step:  # noqa: ARG002
        """End the episode; a call is judged, not run."""
        return Step(stop=StopReason.ANSWERED)

    @property
    def state(self) -> Mapping[str, Json]:
        """Nothing changes."""
        return {}

    async def close(self) -> None:
        """Nothing to free."""
