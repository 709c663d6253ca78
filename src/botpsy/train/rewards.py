"""Rewards of rollouts, each in [0, 1] unless it says otherwise, and what a group makes of them.

A reward says how good one answer was; final-state, choice, maths, code, constraints and structured answers are judged
by their tasksets' verifiers, whose `Score.value` is the reward. Here is what needs more than right or wrong.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

import numpy as np

from botpsy.core.messages import Message, ToolCall
from botpsy.envs.verifiers import Canon, plain

ABSTAINED = 1.0  # the reward of rightly not calling: as much as that of a perfect call


def format_reward(message: Message, *, thinking: bool) -> float:
    """Return 1.0 when the turn has the form asked for: thoughts exactly in thinking mode, no call that does not
    parse, and a call or an answer. Source: Tool-N1 (arXiv 2505.00024)."""
    thought = bool(message.thinking.strip())
    said = bool(message.content.strip()) or bool(message.tool_calls)
    return float(thought == thinking and said and not message.faults)


def tool_call_reward(calls: Sequence[ToolCall], gold: Sequence[ToolCall], canon: Canon = plain) -> float:
    """Return how close the calls are to the gold calls, in [0, 1]; 1.0 exactly when they are the same, in any order.

    Names count by their multiset's Jaccard index; of each matched pair the argument names count by Jaccard, and each
    equal value by one. Pairs are matched so that the sum is largest (Hungarian method), not greedily. What is called
    beyond the gold lowers all of it: the sum is taken over the larger of both sides. With no gold call, no call earns
    ABSTAINED and any call nothing. Source: ToolRL (arXiv 2504.13958), with its matching, its silence on abstention
    and its free extra calls and arguments mended.
    """
    if not gold:
        return 0.0 if calls else ABSTAINED
    if not calls:
        return 0.0
    from scipy.optimize import linear_sum_assignment  # pyright: ignore[reportMissingTypeStubs, reportUnknownVariableType]

    names, wanted = Counter(c.name for c in calls), Counter(c.name for c in gold)
    name_score = sum((names & wanted).values()) / sum((names | wanted).values())
    gains = np.zeros((len(calls), len(gold)))
    for i, call in enumerate(calls):
        for j, right in enumerate(gold):
            if call.name == right.name:
                gains[i, j] = _pair(call, right, canon)
    rows, columns = linear_sum_assignment(gains, maximize=True)  # pyright: ignore[reportUnknownVariableType]
    reached = float(gains[rows, columns].sum())
    most = sum(1 + max(len(g.arguments), 0) for g in gold)
    # calls without a partner have no gain, and cost what the average gold call is worth
    extra = max(0, len(calls) - len(gold)) * most / len(gold)
    return (name_score + reached) / (1 + most + extra)


def _pair(call: ToolCall, gold: ToolCall, canon: Canon) -> float:
    """Return the Jaccard index of argument names plus the number of equal values; an argument too many costs one
    value."""
    mine, theirs = set(call.arguments), set(gold.arguments)
    keys = len(mine & theirs) / len(mine | theirs) if mine | theirs else 1.0
    equal = sum(
        canon(gold.name, k, call.arguments[k]) == canon(gold.name, k, gold.arguments[k])
        and isinstance(call.arguments[k], bool) == isinstance(gold.arguments[k], bool)
        for k in mine & theirs
    )
    return max(0.0, keys + equal - len(mine - theirs))


def overlong_penalty(length: int, most: int, buffer: int) -> float:
    """Return 0 up to `most - buffer` tokens, falling evenly to -1 at `most`, and -1 beyond. Source: DAPO, eq. 13.

    Raises ValueError for a buffer that is not within the limit.
    """
    if not 0 < buffer <= most:
        raise ValueError(f"the buffer must lie in 1..{most}, not {buffer}")
    return -min(1.0, max(0.0, (length - (most - buffer)) / buffer))


def repetition_penalty(tokens: Sequence[int], n: int = 3) -> float:
    """Return -(1 - distinct n-grams / all n-grams): 0 for a text that never repeats, towards -1 for one that loops."""
    count = len(tokens) - n + 1
    if count < 1:
        return 0.0
    return len({tuple(tokens[i : i + n]) for i in range(count)}) / count - 1.0


def group_advantages(
    rewards: Sequence[float], *, divide_by_std: bool = True, leave_one_out: bool = False
) -> list[float] | None:
    """Return each reward's advantage over its group, None for a group that teaches nothing (all rewards equal).

    A = (R - mean) / std (GRPO; population std); without `divide_by_std` it is Dr. GRPO's; with `leave_one_out` the
    mean is that of the others (RLOO). Raises ValueError for a reward that is not a finite number.
    """
    if not all(math.isfinite(r) for r in rewards):
        raise ValueError(f"a reward is not a finite number: {list(rewards)}")
    values = np.asarray(rewards, dtype=np.float64)
    if len(values) < 2 or float(np.ptp(values)) < 1e-9:
        return None
    baseline = (values.sum() - values) / (len(values) - 1) if leave_one_out else values.mean()
    centred = values - baseline
    return [float(a) for a in (centred / values.std() if divide_by_std else centred)]


def decoupled_advantages(parts: Sequence[tuple[float, Sequence[float]]]) -> list[float] | None:
    """Return the advantages of a group whose reward has several parts, each (weight, values of the episodes).

    Each part is centred and divided by its own std within the group, so that one with large values does not drown the
    others; then they are added by weight. A part that is equal for all adds nothing; None when all parts are. The
    caller divides by the std over the whole round (`batch_scaled`). Source: GDPO (arXiv 2601.05242), section 3.
    Raises ValueError for a reward that is not a finite number.
    """
    total: list[float] | None = None
    for weight, values in parts:
        advantages = group_advantages(values) if weight else None
        if advantages is not None:
            total = [t + weight * a for t, a in zip(total or [0.0] * len(advantages), advantages, strict=True)]
    return None if total is None or max(total) - min(total) < 1e-9 else total


def batch_scaled(groups: Sequence[Sequence[float]]) -> list[list[float]]:
    """Return the advantages of a round's groups, centred and divided by their std over the whole round (GDPO)."""
    every = np.asarray([a for group in groups for a in group], dtype=np.float64)
    if not every.size or float(every.std()) < 1e-9:
        return [list(group) for group in groups]
    mean, std = float(every.mean()), float(every.std())
    return [[(a - mean) / std for a in group] for group in groups]
