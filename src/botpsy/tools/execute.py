"""One call, from the model's words to a result: validate, ask whether it is allowed, run, keep the receipt."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from botpsy.core.errors import ConflictError, ToolError
from botpsy.core.messages import CallFault, Json, Message, Receipt, ToolCall, ToolResult, ToolSpec
from botpsy.tools.tool import Done, Toolbox
from botpsy.tools.validate import problems


@dataclass(frozen=True, slots=True)
class Decision:
    """Whether a call may run, and why not in words that the model and the person may read."""

    allowed: bool
    reason: str = ""


Allow = Callable[[ToolSpec, ToolCall], Awaitable[Decision]]


async def allow_all(spec: ToolSpec, call: ToolCall) -> Decision:  # noqa: ARG001
    """The policy of simulated worlds: everything may run."""
    return Decision(True)


async def execute(toolbox: Toolbox, call: ToolCall, allow: Allow = allow_all, *, threaded: bool = False) -> ToolResult:
    """Run one call. What the model got wrong and what a tool cannot do come back as a result that says so; an
    InfraError (a dead backend) is raised, for it is nobody's answer.

    `threaded` runs the tool in a worker thread, for backends that wait on a network.
    """
    tool = toolbox.get(call.name)
    if tool is None:
        names = ", ".join(spec.name for spec in toolbox.specs) or "none"
        return ToolResult(call, False, error=f"there is no tool {call.name[:80]!r}; tools: {names}")
    found = problems(tool.spec, call.arguments)
    if found:
        return ToolResult(call, False, error="; ".join(found))
    decision = await allow(tool.spec, call)
    if not decision.allowed:
        return ToolResult(call, False, error=decision.reason or "this was not allowed")
    try:
        if threaded:
            outcome = await asyncio.to_thread(lambda: tool.run(**call.arguments))
        else:
            outcome = tool.run(**call.arguments)
    except (ToolError, ConflictError) as error:
        return ToolResult(call, False, error=str(error))
    if isinstance(outcome, Done):
        receipt = Receipt(call.name, outcome.summary, outcome.undo)
        return ToolResult(call, True, dict(outcome.content), receipt=receipt)
    return ToolResult(call, True, outcome)


def result_message(result: ToolResult) -> Message:
    """Return the result as the model reads it: compact JSON, an error under the key "error"."""
    content: Json = result.content if result.ok else {"error": result.error}
    return Message("tool", json.dumps(content, ensure_ascii=False), name=result.call.name)


def fault_message(fault: CallFault) -> Message:
    """Return what the model reads after a call that did not parse."""
    return Message("tool", json.dumps({"error": f"the call was {fault.kind} and not run: {fault.reason}"}))
