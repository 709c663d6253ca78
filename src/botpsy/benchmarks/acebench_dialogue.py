"""One episode of ACEBench's agent: it calls the world's functions, and in multi-turn speaks with the user.

The order, the counting of steps and the ends are the official runner's. A turn of the agent or the user and each batch
of results is a step; after 40, or once the last of them holds "finish conversation" (not in the first two), the episode
ends, so calls beside those words are not run. In multi-step what is no call is answered with the official reminder; in
multi-turn a message is for the world when it has brackets on one line and parses, else for the user.

Ours is that the agent sees its own earlier turns (a conversation is only appended to); the official multi-step prompt
leaves them out. Calls of the model's own template run too, and are written down in the official form.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from botpsy.benchmarks.acebench_calls import CallFormatError, read_loose, write_calls
from botpsy.benchmarks.acebench_world import World
from botpsy.benchmarks.tau2_user import Customer
from botpsy.core.messages import Json, Message, ToolCall, ToolSpec
from botpsy.core.protocols import Observation, Step
from botpsy.core.trajectory import StopReason
from botpsy.tools.execute import fault_message

STEPS = 40
FINISH = "finish conversation"
GREETING = "Hello! What can I do for you today?"
_SPEAKER = re.compile(r"\A(?:user|agent):")


@dataclass(frozen=True, slots=True)
class Frame:
    """How an episode is put to the agent. `system`; `opening`: the user's message, with {said} where what they say
    belongs; `tools` of the native style, whose results are tool messages; `label` of results in the official style;
    `reminder`: what the agent of a multi-step item is told when it does not call."""

    system: str
    opening: str
    tools: tuple[ToolSpec, ...]
    label: str
    reminder: str


class AceDialogue:
    """An Environment. `user` speaks in multi-turn and is None in multi-step, where `question` is all they say. `state`:
    the end state under "world", and under "done" what the agent told the world, as milestones are written."""

    def __init__(self, frame: Frame, world: World, *, question: str = "", user: Customer | None = None) -> None:
        self._frame = frame
        self._world = world
        self._question = question
        self._user = user
        self._done: list[str] = []
        self._steps = 0

    async def start(self) -> Observation:
        """Return the prompt with the user's first words. Raises InfraError when whoever plays the user fails."""
        said = self._question
        if self._user is not None:
            said = (await self._user.turn((Message("user", GREETING),))).content
        opening = self._frame.opening.replace("{said}", f"user:{said}\n")
        return Observation((Message("system", self._frame.system), Message("user", opening)), self._frame.tools)

    async def step(self, message: Message) -> Step:
        """Run the agent's calls, or let the user answer it. Raises InfraError when whoever plays the user fails."""
        if (stop := self._count(message.content)) is not None:
            return Step(stop=stop)
        calls = self._calls(message)
        if calls is None and self._user is not None and not message.faults:
            said = (await self._user.turn((Message("user", _SPEAKER.sub("", message.content)),))).content
            return Step((Message("user", self._labelled("user", said)),), self._count(said))
        self._done.append(_written(message))
        results = [self._world.run(call) for call in calls or ()]
        replies = self._replies(message, None if calls is None else results)
        return Step(replies, self._count(" ".join(m.content for m in replies)))

    def _calls(self, message: Message) -> Sequence[ToolCall] | None:
        """Return what is to be run, None where the message is not for the world."""
        if message.tool_calls:
            return message.tool_calls
        lines = message.content.split("\n")
        if self._user is not None and not any(-1 < line.find("[") < line.rfind("]") for line in lines):
            return None
        try:
            return read_loose(message.content)
        except CallFormatError:
            return None

    def _replies(self, message: Message, results: Sequence[Json] | None) -> tuple[Message, ...]:
        faults = tuple(fault_message(fault) for fault in message.faults)
        if results is None:
            return faults or (Message("user", self._frame.reminder),)
        if message.tool_calls:
            told = zip(message.tool_calls, results, strict=True)
            return (*(Message("tool", json.dumps(result), name=call.name) for call, result in told), *faults)
        return (Message("user", self._labelled(self._frame.label, str(list(results)))), *faults)

    def _labelled(self, who: str, said: str) -> str:
        return said if self._frame.tools else f"{who}:{said}\n"

    def _count(self, last: str) -> StopReason | None:
        step, self._steps = self._steps, self._steps + 1
        if step > 1 and FINISH in last:
            return StopReason.ANSWERED
        return StopReason.TURNS if self._steps >= STEPS else None

    @property
    def state(self) -> Mapping[str, Json]:
        """The end state and what the agent told the world."""
        return {"world": self._world.state, "done": list(self._done)}

    async def close(self) -> None:
        """Nothing to free."""


def _written(message: Message) -> str:
    """Return a message to the world as the official runner writes it down."""
    if not message.tool_calls:
        return message.content
    try:
        return write_calls(message.tool_calls)
    except (RecursionError, ValueError):  # nested too deep, or an integer of more than 4,300 digits
        return "(a call that cannot be written)"
