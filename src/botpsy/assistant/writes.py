"""One approved write, from its intent in the journal to its receipt. A stop in between leaves the intent."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from botpsy.assistant.backends import Apps
from botpsy.assistant.journal import Journal
from botpsy.assistant.policy import decided
from botpsy.assistant.preview import Plan, intended, replayed
from botpsy.assistant.recovery import WORDS, outcome
from botpsy.core.errors import BackendError, InfraError
from botpsy.core.messages import ToolResult
from botpsy.tools.execute import Decision, execute


class WriteInterrupted(BackendError):
    """A service failed while it wrote, or the journal did; the text says what became of the write."""


async def carry_out(plan: Plan, apps: Apps, journal: Journal, now: Callable[[], datetime]) -> ToolResult:
    """Do a planned write that was approved. Raises BackendError before anything is changed, WriteInterrupted after."""
    with journal.writing():
        try:
            number = journal.intend(plan.call, plan.summary, plan.expected)
        except BackendError as error:
            raise BackendError(f"{error}; without its journal BotPsy changes nothing") from None
        toolbox = apps.toolbox(now, replayed(plan.uids))
        try:
            result = await execute(toolbox, plan.call, decided(Decision(True)), threaded=True)
        except InfraError as error:
            raise WriteInterrupted(_afterwards(plan, apps, journal, number, error)) from None
        try:
            if result.receipt is not None:
                journal.done(number, result.receipt)
            else:
                journal.failed(number, result.error)
        except BackendError as error:
            if result.receipt is None:
                raise
            raise WriteInterrupted(
                f"{result.receipt.summary}. This was done, but `botpsy undo` cannot take it back: {error}"
            ) from None
        return result


def _afterwards(plan: Plan, apps: Apps, journal: Journal, number: int, error: InfraError) -> str:
    """Return what to say when the service failed, having looked what became of the write."""
    try:
        found = outcome(apps, plan.expected)
        if found != "unknown":
            journal.settle(number, found, f"{error}; on looking it {WORDS[found]}")
    except InfraError:
        found = "unknown"  # it stays pending, and the next start looks again
    return f"{error}. This {WORDS[found]}: {intended(plan.summary)}"
