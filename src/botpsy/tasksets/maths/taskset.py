"""The taskset `maths`."""

from __future__ import annotations

from collections.abc import Mapping

from botpsy.core.messages import Json
from botpsy.core.score import Score
from botpsy.tasksets.maths.answer import equal, final_number
from botpsy.tasksets.maths.problems import draw
from botpsy.tasksets.questions import Questions


def judge(data: Mapping[str, Json], answer: str) -> Score:
    """Compare the answer's final number with the exact value."""
    number = final_number(answer)
    right = bool(number) and equal(number, data["value"])
    return Score(
        float(right), {"value": float(right)}, "" if right else f"{number or 'no number'}, not {data['value']}"
    )


def maths(count: int = 200, seed: int = 0) -> Questions:
    """Return the taskset."""
    return Questions("maths", draw, judge, count, seed)
