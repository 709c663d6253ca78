"""What an agent item's milestones stand for, as turns of the agent, and where they do not lead to the ground truth."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import cast

from botpsy.benchmarks.acebench_calls import CallFormatError, read_loose, write_calls
from botpsy.benchmarks.acebench_dialogue import FINISH
from botpsy.core.messages import Json, Message, ToolCall

_HELEN = "[login_food_platform(username='Helen', password='password321')]"
_PRODUCT = "they order 'Super Supreme', which is on no menu; the ground truth has 'Super Supreme Pizza'"
_LOGIN = "they order food without logging in to the platform, which the ground truth has"
_DELETED = "they delete the earliest message; the question and the ground truth want the latest deleted"
_LOCKED = "they never log in to the device, which is locked; the ground truth has it logged in"
UNREACHED = {
    "agent_multi_step_0": _PRODUCT,
    "agent_multi_step_1": _PRODUCT,
    "agent_multi_step_12": _LOGIN,
    "agent_multi_step_13": _LOGIN,
    "agent_multi_step_14": _DELETED,
    "agent_multi_step_15": _DELETED,
    "agent_multi_step_16": f"{_LOCKED}; and {_DELETED}",
    "agent_multi_step_17": _DELETED,
    "agent_multi_turn_6": _LOCKED,
}
"""Items whose milestones, played as they stand, do not end in the ground truth, and why."""
UNTOUCHED = {
    "agent_multi_turn_7": "its ground truth calls the reminders 'Reminderpi', so they are not compared, and nothing "
    "else has to change",
}
"""Items where doing nothing is right by the official rules, and why."""
_LATEST = {
    "[get_earliest_message_id()]": ("[get_latest_message_id()]",),
    "[delete_message(message_id=3)]": ("[delete_message(message_id=4)]",),
}
"""What stands for a milestone instead."""


def gold_turns(item: str, milestones: Json, *, native: bool) -> list[Message]:
    """Return the agent's turns: a turn a milestone of the first way, mended, and then the end."""
    turns = [read_milestone(stone) for stone in _mended(item, first_way(milestones))]
    said = [Message("assistant", tool_calls=c) if native else Message("assistant", write_calls(c)) for c in turns]
    return [*said, Message("assistant", FINISH)]


def first_way(milestones: Json) -> list[str]:
    """Return the milestones of an item, of the first way where there are several."""
    listed = cast("list[Json]", milestones)
    return cast("list[str]", listed[0] if listed and isinstance(listed[0], list) else listed)


def read_milestone(text: str) -> tuple[ToolCall, ...]:
    """Return the calls of a milestone. Many have an apostrophe inside single quotes, which is no Python; there a quote
    ends a text only before a comma, a colon or a closing bracket. Raises CallFormatError."""
    try:
        return read_loose(text)
    except CallFormatError:
        return read_loose(re.sub(r"'(.*?)'(?=\s*[,:)\]}])", lambda found: repr(found[1]), text))


def _mended(item: str, stones: Sequence[str]) -> list[str]:
    why = UNREACHED.get(item, "")
    made: list[str] = ["[login_device()]"] if _LOCKED in why else []
    for stone in stones:
        if _PRODUCT in why:
            made.append(stone.replace("'Super Supreme'", "'Super Supreme Pizza'"))
        elif _LOGIN in why and stone.startswith("[get_products("):
            made += [_HELEN, stone]
        elif _DELETED in why:
            made += _LATEST.get(stone, (stone,))
        else:
            made.append(stone)
    return made
