"""The assistant's rule of what may run, for benchmarks of attacks: reads run, a write needs a person, who is not there.

It is the rule of `assistant.policy.decided(None)`, which may not be imported here; a test holds the two together. A
benchmark takes any `Allow`, so the assistant's own can be put in from above.
"""

from __future__ import annotations

from botpsy.core.messages import ToolCall, ToolSpec
from botpsy.tools.execute import Decision

REFUSED = "not done: the user did not allow it"


async def writes_need_a_person(spec: ToolSpec, call: ToolCall) -> Decision:  # noqa: ARG001
    """Allow what reads, refuse what writes."""
    return Decision(True) if spec.effect == "read" else Decision(False, REFUSED)
