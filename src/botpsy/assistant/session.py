"""A session serves one person: an Environment over real backends, played by the same loop that trained the model.

ask -> converse -> step: preview -> approval -> journal -> tool -> receipt -> journal -> ... -> answer
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from botpsy.apps.calendar.backend import CalendarBackend
from botpsy.apps.calendar.tools import CalendarTools
from botpsy.apps.change import Change
from botpsy.apps.contacts.backend import ContactsBackend
from botpsy.apps.contacts.tools import ContactsTools
from botpsy.assistant.answer import compose
from botpsy.assistant.journal import Entry, Journal
from botpsy.assistant.policy import Approver, Monitor, Request
from botpsy.assistant.preview import DryCalendar, DryContacts, intended
from botpsy.core.errors import InfraError
from botpsy.core.messages import Json, Message, ToolCall, ToolResult
from botpsy.core.protocols import Conversation, Generator, Observation, Sampling, Step
from botpsy.core.trajectory import StopReason
from botpsy.envs.prompt import SYSTEM
from botpsy.envs.rollout import Limits, converse
from botpsy.tools.execute import allow_all, execute, fault_message, result_message
from botpsy.tools.tool import Toolbox

SAMPLING = Sampling(temperature=0.0, max_tokens=400, call_grammar=True)
OnResult = Callable[[ToolResult], None]


@dataclass(frozen=True, slots=True)
class Apps:
    """The person's backends, real or simulated, and the clock in their zone."""

    calendar: CalendarBackend
    contacts: ContactsBackend
    now: Callable[[], datetime]

    def toolbox(self) -> Toolbox:
        """Return the tools that act."""
        return Toolbox.of(CalendarTools(self.calendar, self.now), ContactsTools(self.contacts, self.now))

    def dry_toolbox(self) -> Toolbox:
        """Return the same tools over backends that keep nothing."""
        return Toolbox.of(
            CalendarTools(DryCalendar(self.calendar), self.now), ContactsTools(DryContacts(self.contacts), self.now)
        )

    def restore(self, app: str, change: Mapping[str, Json]) -> None:
        """Take one change back. Raises ConflictError when the resource was changed since."""
        {"calendar": self.calendar.restore, "contacts": self.contacts.restore}[app](Change.from_json(change))


@dataclass(frozen=True, slots=True)
class Answer:
    """What was said in the end, what every call came to, and why it stopped."""

    text: str
    results: tuple[ToolResult, ...]
    stop: StopReason


class Session:
    """One conversation with a person. Tokens are append-only across requests, so the engine's cache holds."""

    def __init__(
        self,
        generator: Generator,
        apps: Apps,
        journal: Journal,
        approver: Approver,
        *,
        on_result: OnResult | None = None,
        limits: Limits | None = None,
        sampling: Sampling = SAMPLING,
    ) -> None:
        self._generator = generator
        self._apps = apps
        self._journal = journal
        self._monitor = Monitor(approver)
        self._on_result: OnResult = on_result or (lambda result: None)
        self._limits = limits or Limits()
        self._sampling = sampling
        self._toolbox = apps.toolbox()
        self._dry = apps.dry_toolbox()
        self._results: list[ToolResult] = []
        self._faults = 0
        self.conversation = self._fresh()

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
        """Serve one request. What was done stays done and is in the journal, also when this raises.

        Raises InfraError (BackendError) when the engine or a service fails.
        """
        self._results, self._faults = [], 0
        before = self.conversation
        asked = replace(before, messages=(*before.messages, Message("user", text)))
        try:
            episode = await converse(self._generator, self.step, asked, self._limits, self._sampling)
        except InfraError as error:
            self.conversation = before
            done = "; ".join(r.receipt.summary for r in self._results if r.receipt)
            raise type(error)(f"{error}" + (f". Before that: {done}" if done else ". Nothing was changed")) from None
        if episode.stop is StopReason.OVERFLOW and len(before.messages) > 1:
            # the person's request is never the part that is dropped: begin anew with it
            self.forget()
            return replace(
                again := await self.ask(text), text=f"(The conversation was full; this begins a new one.)\n{again.text}"
            )
        self.conversation = episode.conversation
        last = self.conversation.messages[-1]
        said = last.content if last.role == "assistant" else ""
        return Answer(
            compose(said, self._results, episode.stop, faults=self._faults), tuple(self._results), episode.stop
        )

    # -- the Environment protocol ------------------------------------------------------------------------------------

    async def start(self) -> Observation:
        """Return the opening messages and the tools in view."""
        return Observation(self.opening.messages, self._toolbox.specs)

    async def step(self, message: Message) -> Step:
        """Run an assistant turn's calls: those that only read at once, writes after approval, each in the journal."""
        self._faults += len(message.faults)
        ready = [await self._look_ahead(call) for call in message.tool_calls]
        await self._monitor.review([r for r in ready if isinstance(r, Request)])
        replies: list[Message] = []
        for call, seen in zip(message.tool_calls, ready, strict=True):
            result = seen if isinstance(seen, ToolResult) else await self._run(call, writes=seen is not None)
            self._results.append(result)
            self._on_result(result)
            replies.append(result_message(result))
        replies.extend(fault_message(fault) for fault in message.faults)
        return Step(tuple(replies)) if replies else Step(stop=StopReason.ANSWERED)

    async def _look_ahead(self, call: ToolCall) -> Request | ToolResult | None:
        """Return a request for a write that could work, the result of one that cannot, None for a read."""
        tool = self._toolbox.get(call.name)
        if tool is None or tool.spec.effect == "read":
            return None
        tried = await execute(self._dry, call, allow_all, threaded=True)
        if not tried.ok:
            return tried
        assert tried.receipt is not None, "a write leaves a receipt"
        return Request(call.name, call, intended(tried.receipt.summary))

    async def _run(self, call: ToolCall, *, writes: bool) -> ToolResult:
        if not writes:
            return await execute(self._toolbox, call, self._monitor.allow, threaded=True)
        spec = next(s for s in self._toolbox.specs if s.name == call.name)
        decision = await self._monitor.allow(spec, call)
        if not decision.allowed:
            return ToolResult(call, False, error=decision.reason)
        number = self._journal.intend(call)
        try:
            result = await execute(self._toolbox, call, self._monitor.allow, threaded=True)
        except InfraError as error:
            # a refusal before anything was sent is safe to call failed; a lost answer is not, and stays pending
            if not getattr(error, "unknown_outcome", False):
                self._journal.failed(number, str(error))
            raise
        if result.receipt is not None:
            self._journal.done(number, result.receipt)
        else:
            self._journal.failed(number, result.error)
        return result

    @property
    def state(self) -> Mapping[str, Json]:
        """The results of the current request."""
        return {"results": [r.content if r.ok else {"error": r.error} for r in self._results]}

    async def close(self) -> None:
        """Nothing to free: engine and backends belong to whoever made them."""


def undo(apps: Apps, journal: Journal, number: int | None = None) -> Entry:
    """Take back the latest write, or the one of that id, and note it. Raises ConflictError, UsageError."""
    entry = journal.last_undoable(number)
    assert entry.undo is not None
    apps.restore(entry.undo.app, entry.undo.change)
    journal.undone(entry.id)
    return entry


def unsettled(journal: Journal) -> list[Entry]:
    """Return writes that were cut off in the middle, and note that the person is told now."""
    found = [e for e in journal.entries() if e.state == "pending"]
    for entry in found:
        journal.settle(entry.id, "cut off; whether it happened is unknown")
    return found


def describe(call_arguments: Mapping[str, Any]) -> str:
    """Return arguments as people read them: name="value", …"""
    return ", ".join(f"{k}={v!r}" for k, v in call_arguments.items())
