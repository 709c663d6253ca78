"""The reference monitor: reads of the person's own data run, writes run when the person says so. Closed by default.

The writes of one turn are put before the person together, as the app says they would turn out: each was tried against a
backend that keeps nothing, so what is approved is what will happen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from botpsy.core.messages import ToolCall, ToolSpec
from botpsy.tools.execute import Allow, Decision

NOBODY = "not done: writing needs your approval and nobody is here to give it; run again with --yes to allow it"
REFUSED = "not done: the user did not allow it"


@dataclass(frozen=True, slots=True)
class Request:
    """A write to approve: the tool, its call, and in words what it would do, dates resolved."""

    tool: str
    call: ToolCall
    outcome: str


class Approver(Protocol):
    """Answers the requests of a turn, one decision each. A person, or a rule."""

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


async def review(approver: Approver, requests: Sequence[Request]) -> list[Decision]:
    """Put a turn's writes before the person. An approver that does not answer each of them has allowed none."""
    answers = await approver.ask(requests) if requests else []
    if len(answers) != len(requests):
        return [Decision(False, REFUSED) for _ in requests]
    return answers


def decided(decision: Decision | None) -> Allow:
    """Return what `tools.execute` asks: reads may run, a write only with a decision that allows it."""

    async def allow(spec: ToolSpec, call: ToolCall) -> Decision:  # noqa: ARG001
        if spec.effect == "read":
            return Decision(True)
        return decision or Decision(False, REFUSED)

    return allow
