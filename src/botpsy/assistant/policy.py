"""The reference monitor: reads of the person's own data run, writes run when the person says so. Closed by default.

The writes of one turn are put before the person together, as the app says they would turn out: each was tried against a
backend that keeps nothing, so what is approved is what will happen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from botpsy.core.messages import ToolCall, ToolSpec
from botpsy.tools.execute import Decision

NOBODY = "not done: writing needs the user's approval and nobody is here to give it; run again with --yes to allow it"
REFUSED = "not done: the user did not allow it"


@dataclass(frozen=True, slots=True)
class Request:
    """A write to approve: the tool, its call, and in words what it would do."""

    tool: str
    call: ToolCall
    outcome: str


class Approver(Protocol):
    """Answers requests, one bool each. A person, or a rule."""

    async def ask(self, requests: Sequence[Request]) -> list[Decision]: ...


class Everything:
    """`--yes`: the person approved all writes beforehand."""

    async def ask(self, requests: Sequence[Request]) -> list[Decision]:
        """Allow all."""
        return [Decision(True) for _ in requests]


class Nobody:
    """Nobody is there: nothing is written."""

    async def ask(self, requests: Sequence[Request]) -> list[Decision]:
        """Deny all."""
        return [Decision(False, NOBODY) for _ in requests]


class Monitor:
    """Decides on calls by what was approved for this turn. A call it was not shown is denied, unless it only reads."""

    def __init__(self, approver: Approver) -> None:
        self._approver = approver
        self._decisions: dict[int, Decision] = {}

    async def review(self, requests: Sequence[Request]) -> None:
        """Put a turn's writes before the person; earlier decisions end here."""
        self._decisions = {}
        if requests:
            answers = await self._approver.ask(requests)
            self._decisions = {id(r.call): a for r, a in zip(requests, answers, strict=True)}

    async def allow(self, spec: ToolSpec, call: ToolCall) -> Decision:
        """Decide on one call; the signature is `tools.execute.Allow`."""
        if spec.effect == "read":
            return Decision(True)
        return self._decisions.get(id(call), Decision(False, REFUSED))
