"""A conversation of BFCL's memory categories: the person's turns in order, and between them the assistant's calls."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from botpsy.benchmarks.bfcl_memory_store import Session, Store
from botpsy.benchmarks.bfcl_schema import to_tool
from botpsy.benchmarks.bfcl_world import call_text, result_text
from botpsy.benchmarks.worker import OverLimit
from botpsy.core.messages import Json, Message
from botpsy.core.protocols import Observation, Step
from botpsy.core.trajectory import StopReason

STEPS = 20  # more than these in one turn end the conversation


class Talk:
    """One episode. `turns` are the person's, each a list of {"role", "content"}; `functions` the backend's documents.

    Calls are run in the worker from the session's memory on, each time, so a worker that died loses nothing.
    """

    def __init__(
        self,
        store: Store,
        session: Session,
        turns: Sequence[Sequence[Mapping[str, Json]]],
        functions: Sequence[Mapping[str, Json]],
    ) -> None:
        self._store = store
        self._session = session
        self._turns = turns
        self._functions = functions
        self._known = {f["name"] for f in functions}
        self._steps: list[list[str]] = []
        self._turn = 0  # which of the person's turns is being answered
        self._here = 0  # steps in it
        self._broken = ""

    async def start(self) -> Observation:
        """Return the instructions, what the memory shows of itself and the first turn. Raises InfraError."""
        return Observation(self._store.open(self._session, self._turns[0]), tuple(to_tool(f) for f in self._functions))

    async def step(self, message: Message) -> Step:
        """Run the calls, or let the person say the next thing. Raises InfraError when the worker fails."""
        if not message.tool_calls:
            return self._next()
        calls = [call_text(call, self._known) for call in message.tool_calls]
        try:
            results = self._store.run(self._session, self._steps, calls)
        except OverLimit as error:
            self._broken = str(error)
            return Step(stop=StopReason.ENVIRONMENT)
        self._steps.append(calls)
        self._here += 1
        said = tuple(
            Message("tool", result_text(call, result, self._known), name=call.name)
            for call, result in zip(message.tool_calls, results, strict=True)
        )
        return Step(said, StopReason.ENVIRONMENT if self._here > STEPS else None)

    def _next(self) -> Step:
        self._turn += 1
        self._here = 0
        if self._turn == len(self._turns):
            return Step(stop=StopReason.ANSWERED)
        return Step(tuple(Message(m["role"], m["content"]) for m in self._turns[self._turn]))

    def left(self) -> Session:
        """Return the session with the memory that the calls leave; of calls that cannot be run, the one it began with.
        Raises InfraError when the worker fails."""
        if not self._broken:
            try:
                return self._store.save(self._session, self._steps)
            except OverLimit as error:
                self._broken = str(error)
        return self._session

    @property
    def state(self) -> Mapping[str, Json]:
        """The calls that were run under "steps", and under "broken" why one could not be."""
        return {"steps": self._steps, "broken": self._broken}

    async def close(self) -> None:
        """Nothing to free: the worker is the taskset's."""
