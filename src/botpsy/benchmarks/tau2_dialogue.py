"""One tau2 episode: the agent's turns, the customer's, and the calls of both in the package's environment.

The order, the counting of steps and the ends are the official orchestrator's: a turn of either side and each batch of
results is a step; after 200 steps or with 10 failed calls the episode ends, unless calls wait for their results. The
agent sees nothing of the customer's calls. A call that did not parse is told to the agent and counts as a failed one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from botpsy.benchmarks.tau2_user import ENDS, Customer
from botpsy.benchmarks.tau2_world import Place, Scene, World
from botpsy.benchmarks.worker import OverLimit
from botpsy.core.errors import InfraError
from botpsy.core.messages import Json, Message, ToolCall
from botpsy.core.protocols import Observation, Step
from botpsy.core.trajectory import StopReason
from botpsy.tools.execute import fault_message

STEPS = 200
ERRORS = 10


class Tau2Dialogue:
    """An Environment. `state` has the package's messages under "messages" and its reason for the end under "end", ""
    while there is none."""

    def __init__(self, place: Place, scene: Scene, world: World, customer: Customer) -> None:
        self._place = place
        self._scene = scene
        self._world = world
        self._customer = customer
        self._calls: list[dict[str, Json]] = []
        self._messages: list[dict[str, Json]] = [{"role": "assistant", "content": scene.greeting}]
        self._steps = 0
        self._errors = 0
        self._end = ""

    async def start(self) -> Observation:
        """Return the policy, the agent's greeting and the customer's first words. Raises InfraError when the customer
        ends the conversation before it began."""
        greeting = Message("assistant", self._scene.greeting)
        step = await self._speak((greeting,))
        if step.stop is not None:
            raise InfraError(f"the customer ended the conversation before the agent could say a word ({self._end})")
        return Observation((Message("system", self._scene.system), greeting, *step.messages), self._scene.tools)

    async def step(self, message: Message) -> Step:
        """Run the agent's calls, or let the customer answer what it says."""
        self._steps += 1
        if message.tool_calls or message.faults:
            replies: tuple[Message, ...] = ()
            if message.tool_calls:
                try:
                    replies = self._run("assistant", message)
                except OverLimit as error:  # whatever a task needs is done in less
                    self._messages.append({"role": "assistant", "content": f"(a call that cannot be run: {error})"})
                    return self._stop("agent_error")
            self._errors += len(message.faults)
            self._steps += 1
            return self._on((*replies, *(fault_message(fault) for fault in message.faults)))
        if not message.content.strip():
            return self._stop("agent_error")
        self._messages.append({"role": "assistant", "content": message.content})
        if (ended := self._on(())).stop is not None:
            return ended
        return await self._speak((message,))

    async def _speak(self, heard: tuple[Message, ...]) -> Step:
        """Let the customer act until they say something."""
        while True:
            turn = await self._customer.turn(heard)
            self._steps += 1
            if turn.tool_calls:
                heard = self._run("user", turn)
                self._steps += 1
                if (ended := self._on(())).stop is not None:
                    return ended
                continue
            self._messages.append({"role": "user", "content": turn.content})
            if any(end in turn.content for end in ENDS):
                self._end = "user_stop"
            return self._on((Message("user", turn.content),))

    def _run(self, who: str, message: Message) -> tuple[Message, ...]:
        """Run calls and write them down. Raises OverLimit and InfraError, and then nothing is written."""
        made = [_call(call, who, len(self._calls) + i) for i, call in enumerate(message.tool_calls)]
        results = self._world.run(self._place, self._calls, made)
        self._calls += made
        self._messages.append({"role": who, "content": message.content or None, "tool_calls": made})
        for call, (content, error) in zip(made, results, strict=True):
            self._errors += error
            about: dict[str, Json] = {"id": call["id"], "requestor": who, "error": error}
            self._messages.append({"role": "tool", "content": content, **about})
        return tuple(
            Message("tool", text, name=c.name) for c, (text, _) in zip(message.tool_calls, results, strict=True)
        )

    def _on(self, messages: Sequence[Message]) -> Step:
        """Return what follows, or the end where there were too many steps or errors, or the customer is done."""
        if self._steps >= STEPS:
            return self._stop("max_steps", messages)
        if self._errors >= ERRORS:
            return self._stop("too_many_errors", messages)
        if self._end:
            return Step(tuple(messages), StopReason.ANSWERED)
        return Step(tuple(messages))

    def _stop(self, end: str, messages: Sequence[Message] = ()) -> Step:
        self._end = end
        return Step(tuple(messages), StopReason.ENVIRONMENT)

    @property
    def state(self) -> Mapping[str, Json]:
        """What was said and run, in the package's form, and why it ended."""
        return {"messages": list(self._messages), "end": self._end}

    async def close(self) -> None:
        """Nothing to free: the worker is the taskset's, and lets old sessions go."""


def _call(call: ToolCall, who: str, number: int) -> dict[str, Json]:
    return {"id": f"call_{number}", "name": call.name, "arguments": dict(call.arguments), "requestor": who}
