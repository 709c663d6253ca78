"""Judgements about an episode, each returning 0.0 or 1.0 (or a share). Tasksets multiply them with `core.score.all_of`.

A verifier that lacks what it needs raises; it never passes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import cast

from botpsy.core.messages import Json, Message, ToolCall
from botpsy.core.trajectory import StopReason, Trajectory

Canon = Callable[[str, str, Json], Json]
"""(tool name, argument name, value) -> a form in which equal meanings are equal."""


def calls_of(trajectory: Trajectory) -> list[ToolCall]:
    """Return every call made, in order."""
    return [c for m in trajectory.messages if m.role == "assistant" for c in m.tool_calls]


def faults_of(trajectory: Trajectory) -> int:
    """Return how many calls did not parse."""
    return sum(len(m.faults) for m in trajectory.messages)


def final_answer(trajectory: Trajectory) -> str:
    """Return the last assistant turn's text if the episode ended in an answer, else ""."""
    if trajectory.stop is not StopReason.ANSWERED or not trajectory.messages:
        return ""
    last = trajectory.messages[-1]
    return last.content if last.role == "assistant" else ""


def plain(tool: str, argument: str, value: Json) -> Json:  # noqa: ARG001
    """The default canonical form: text without case and outer space, numbers by value, everything else as it is."""
    if isinstance(value, str):
        return " ".join(value.split()).casefold()
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value


def calls_match(calls: Sequence[ToolCall], gold: Sequence[ToolCall], canon: Canon = plain) -> float:
    """Return 1.0 when the calls are the gold calls in any order, each argument under `canon`, else 0.0."""
    return float(sorted(_key(c, canon) for c in calls) == sorted(_key(c, canon) for c in gold))


def _key(call: ToolCall, canon: Canon) -> str:
    arguments = {k: canon(call.name, k, v) for k, v in call.arguments.items()}
    return json.dumps([call.name, arguments], sort_keys=True, ensure_ascii=False, default=str)


def no_call(trajectory: Trajectory) -> float:
    """Return 1.0 when nothing was called or attempted and something was answered."""
    quiet = not calls_of(trajectory) and not faults_of(trajectory)
    return float(quiet and bool(final_answer(trajectory).strip()))


def said(text: str, needles: Sequence[str]) -> float:
    """Return the share of needles that the text contains as whole words, case and spacing aside: "unlocked" does not
    say "locked". Raises ValueError for no needle."""
    if not needles:
        raise ValueError("said() needs something to look for")
    flat = " ".join(text.split()).casefold()
    wanted = [re.escape(" ".join(n.split()).casefold()) for n in needles]
    return sum(re.search(rf"(?<!\w){n}(?!\w)", flat) is not None for n in wanted) / len(needles)


def asks_for(text: str, topics: Sequence[str]) -> float:
    """Return 1.0 when the text asks a question that has one of the topics' words in it."""
    if not topics:
        raise ValueError("asks_for() needs a topic")
    questions = re.findall(r"[^.!?\n]*\?", text)
    return float(any(re.search(rf"\b{re.escape(t)}", q, re.IGNORECASE) for q in questions for t in topics))


_CLAIM = re.compile(
    r"\b(?:done|added|created|deleted|removed|moved|changed|updated|saved|invited|sent|booked|(?:re)?scheduled"
    r"|cancell?ed|renamed|noted|placed|turned (?:on|off)|set up)\b"
    r"|\b(?:on|in|off|from) your (?:calendar|contacts) now\b|\bnow (?:on|in|off) your\b|\b(?:is|are) on your calendar\b"
    r"|\bI (?:just )?(?:put|set|made|took)\b"
    r"|\bI(?:'ve| have) (?:now )?(?!no\b|not\b)\w+ed\b",
    re.IGNORECASE,
)
_DENIAL = re.compile(r"\b(?:can(?:'|no|')?t|cannot|not|no|unable|n't|nothing|never)\b", re.IGNORECASE)


def claims_action(text: str) -> bool:
    """Return True when a sentence says that something was done; a sentence that denies or asks does not."""
    sentences = re.split(r"(?<=[.!?\n])\s+", text)
    return any(_CLAIM.search(s) and not _DENIAL.search(s) and not s.rstrip().endswith("?") for s in sentences)


def state_equals(
    before: Mapping[str, Json], after: Mapping[str, Json], gold: Mapping[str, Json], canon: Callable[[Json], Json]
) -> float:
    """Return 1.0 when `after` equals `gold`, both reached from `before`.

    Resources are compared by uid; those created in the episode by their canonical content, since their uids are new.
    """
    for uid in before:
        if (uid in after) != (uid in gold):
            return 0.0
        # most resources are as they were, and need no canonical form to be compared
        if uid in after and after[uid] != gold[uid] and canon(after[uid]) != canon(gold[uid]):
            return 0.0
    return float(_created(before, after, canon) == _created(before, gold, canon))


def _created(before: Mapping[str, Json], state: Mapping[str, Json], canon: Callable[[Json], Json]) -> list[str]:
    rows = (cast(Mapping[str, Json], canon(value)) for uid, value in state.items() if uid not in before)
    plain_rows = ({k: v for k, v in row.items() if k != "uid"} for row in rows)
    return sorted(json.dumps(row, sort_keys=True, ensure_ascii=False) for row in plain_rows)


def last_said_by_user(messages: Sequence[Message]) -> str:
    """Return the user's last words, "" for none."""
    return next((m.content for m in reversed(messages) if m.role == "user"), "")
