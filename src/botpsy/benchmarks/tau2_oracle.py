"""A tau2 task's gold actions as an episode: what the agent and the customer do, each in their own part."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import cast

from botpsy.core.messages import Json, Message, ToolCall

OPENING = Message("user", "Hello, I need some help.")
ASK = Message("assistant", "Please do that now and tell me when it is done.")
DONE = Message("user", "That is done.")


def gold_turns(row: Mapping[str, Json]) -> tuple[list[Message], list[Message]]:
    """Return the agent's turns after its greeting and the customer's turns: one call a turn, in the official order,
    and at the end the agent says what it must communicate. Before it makes the very same call again it has a word with
    the customer, since an episode that only repeats is ended."""
    criteria = cast("Mapping[str, Json]", row.get("evaluation_criteria") or {})
    actions = cast("list[Mapping[str, Json]]", criteria.get("actions") or [])
    agent: list[Message] = []
    customer = [OPENING]
    for who, group in groupby(actions, lambda action: action.get("requestor") or "assistant"):
        calls = [ToolCall(action["name"], action["arguments"]) for action in group]
        if who == "user":
            agent.append(ASK)
            customer += [Message("user", tool_calls=(call,)) for call in calls]
            customer.append(DONE)
        else:
            for i, call in enumerate(calls):
                if i and call == calls[i - 1]:
                    agent.append(ASK)
                    customer.append(DONE)
                agent.append(Message("assistant", tool_calls=(call,)))
    told = [str(info) for info in criteria.get("communicate_info") or ()]
    agent.append(Message("assistant", " ; ".join(["That is all.", *told])))
    return agent, customer
