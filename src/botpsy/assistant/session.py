"""A session serves one person: an Environment over real backends, played by the same loop that trained the model.

ask -> converse -> step: preview -> approval -> journal -> tool -> receipt -> journal -> ... -> answer
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from botpsy.assistant.answer import Answer, compose
from botpsy.assistant.backends import Apps
from botpsy.assistant.journal import Journal
from botpsy.assistant.policy import Approver, Request, decided, review
from botpsy.assistant.preview import Plan, Preview, intended
from botpsy.assistant.writes import WriteInterrupted, carry_out
from botpsy.core.errors import InfraError
from botpsy.core.messages import Json, Message, ToolCall, ToolResult
from botpsy.core.protocols import Conversation, Generator, Observation, Sampling, Step
from botpsy.core.trajectory import StopReason
from botpsy.envs.prompt import SYSTEM
from botpsy.envs.rollout import Limits, converse
from botpsy.tools.execute import Decision, execute, fault_message, result_message

SAMPLING = Sampling(temperature=0.0, max_tokens=400, call_grammar=True, logprobs=False)
STALE_S = 2.0  # after a longer wait for approval, what was approved is tried again before it is done
_BEGUN_ANEW = "(The conversation was full; this begins a new one.)"
OnResult = Callable[[ToolResult], None]


def _ignore(result: ToolResult) -> None:
    """Tell nobody."""


class Session:
    """One conversation with a person. Tokens are append-only across requests, so the engine's cache holds."""

    def __init__(
        self,
        generator: Generator,
        apps: Apps,
        journal: Journal,
        approver: Approver,
        *,
        on_result: OnResult = _ignore,
        limits: Limits | None = None,
        sampling: Sampling = SAMPLING,
    ) -> None:
        self._generator = generator
        self._apps = apps
        self._journal = journal
        self._approver = approver
        self._on_result = on_result
        self._limits = limits or Limits()
        self._sampling = sampling
        self._asked_at = apps.now()
        self._toolbox = apps.toolbox(self._now)
        self._results: list[ToolResult] = []
        self._faults = 0
        self.conversation = self._fresh()

    def _now(self) -> datetime:
        """Return when the request was made: "tomorrow" is the day after that, however late the answer comes."""
        return self._asked_at

    def _fresh(self) -> Conversation:
        return Conversation((Message("system", SYSTEM),), self._toolbox.specs)

    @property
    def opening(self) -> Conversation:
        """The part every conversation begins with, for an engine to compute ahead."""
        return self._fresh()

    def forget(self) -> None:
        """Begin a new conversation."""
        self.conversation = self._fresh()

    async def ask(self, text: str) -> Answer:
        """Serve one request. What was done stays done and is in the journal, also when this raises or is cancelled;
        `so_far` then tells it.

        Raises InfraError (BackendError) when the engine or a service fails, saying what was and was not done.
        """
        self._asked_at = self._apps.now()
        self._results, self._faults = [], 0
        answer = await self._serve(text)
        if answer.stop is not StopReason.OVERFLOW or len(self.conversation.messages) == 1:
            return answer
        self.forget()
        if self._wrote:  # what was done must not be done again
            return answer
        # the person's request is never the part that is dropped: begin anew with it
        self._results, self._faults = [], 0
        again = await self._serve(text)
        return replace(again, text=f"{_BEGUN_ANEW}\n{again.text}")

    async def _serve(self, text: str) -> Answer:
        before = self.conversation
        asked = replace(before, messages=(*before.messages, Message("user", text)))
        try:
            episode = await converse(self._generator, self.step, asked, self._limits, self._sampling)
        except WriteInterrupted as error:
            raise WriteInterrupted(f"{error}{self._before_that()}") from None
        except InfraError as error:
            raise type(error)(f"{error}{self._before_that() or '. Nothing was changed'}") from None
        if episode.stop is not StopReason.OVERFLOW:
            self.conversation = episode.conversation
        last = episode.conversation.messages[-1]
        said = last.content if last.role == "assistant" else ""
        return compose(said, self._results, episode.stop, faults=self._faults)

    @property
    def _wrote(self) -> bool:
        return any(r.receipt is not None for r in self._results)

    def _before_that(self) -> str:
        done = "; ".join(r.receipt.summary for r in self._results if r.receipt)
        return f". Before that: {done}" if done else ""

    def so_far(self) -> Answer:
        """Return what a request that was cancelled had come to."""
        return compose("", self._results, StopReason.CANCELLED, faults=self._faults)

    # -- the Environment protocol ------------------------------------------------------------------------------------

    async def start(self) -> Observation:
        """Return the opening messages and the tools in view."""
        return Observation(self.opening.messages, self._toolbox.specs)

    async def step(self, message: Message) -> Step:
        """Run an assistant turn's calls: reads at once, writes once all writes of the turn are approved."""
        self._faults += len(message.faults)
        plans = await self._plans(message.tool_calls)
        writes = [plan for plan in plans if isinstance(plan, Plan)]
        began = time.monotonic()
        answers = iter(
            await review(self._approver, [Request(p.call.name, p.call, intended(p.summary)) for p in writes])
        )
        waited = time.monotonic() - began > STALE_S
        replies: list[Message] = []
        for call, plan in zip(message.tool_calls, plans, strict=True):
            if isinstance(plan, Plan):
                result = await self._write(plan, next(answers), waited=waited)
            elif plan is None:
                result = await execute(self._toolbox, call, decided(None), threaded=True)
            else:
                result = plan
            self._results.append(result)
            self._on_result(result)
            replies.append(result_message(result))
        replies.extend(fault_message(fault) for fault in message.faults)
        return Step(tuple(replies)) if replies else Step(stop=StopReason.ANSWERED)

    async def _plans(self, calls: Sequence[ToolCall]) -> list[Plan | ToolResult | None]:
        """Return for each call a plan of the write, the result of one that cannot be done, or None for a read."""
        preview = Preview(self._apps, self._now)
        plans: list[Plan | ToolResult | None] = []
        for i, call in enumerate(calls):
            tool = self._toolbox.get(call.name)
            if tool is None or tool.spec.effect == "read":
                plans.append(None)
            elif (repeated := self._repeated(call, calls[:i])) is not None:
                plans.append(repeated)
            else:
                plans.append(await preview.attempt(call))
        return plans

    def _repeated(self, call: ToolCall, earlier: Sequence[ToolCall]) -> ToolResult | None:
        """A small model may write the same call twice. One request does the same write once."""
        if call in earlier:
            return ToolResult(call, True, {"note": "not done twice: the same call stands above"})
        done = next((r.receipt for r in self._results if r.receipt is not None and r.call == call), None)
        if done is None:
            return None
        return ToolResult(call, True, {"note": f"not done again; it was done already: {done.summary}"})

    async def _write(self, plan: Plan, decision: Decision, *, waited: bool) -> ToolResult:
        if not decision.allowed:
            return ToolResult(plan.call, False, error=decision.reason or "this was not allowed")
        if waited:
            now = await Preview(self._apps, self._now).attempt(plan.call)
            if isinstance(now, ToolResult):
                return now
            if now.summary != plan.summary:
                changed = f"not done: things changed while you decided; it would now be: {intended(now.summary)}"
                return ToolResult(plan.call, False, error=changed)
        writing = asyncio.ensure_future(carry_out(plan, self._apps, self._journal, self._now))
        try:
            return await asyncio.shield(writing)
        except asyncio.CancelledError:
            # a write that has begun is finished and gets its receipt; then the person's stop is obeyed
            result = await writing
            self._results.append(result)
            self._on_result(result)
            raise

    @property
    def state(self) -> Mapping[str, Json]:
        """The results of the current request."""
        return {"results": [r.content if r.ok else {"error": r.error} for r in self._results]}

    async def close(self) -> None:
        """Nothing to free: engine and backends belong to whoever made them."""
