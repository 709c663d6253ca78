"""Questions with lettered options: how they are asked, and how the letter is read out of a free answer.

The steps of reading are those that MMLU-Pro's evaluation is defined by; GPQA is read in the same way, over its four
letters.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from botpsy.core.score import Score
from botpsy.core.task import Task
from botpsy.core.trajectory import Trajectory

LETTERS = "ABCDEFGHIJ"
_ASK = (
    "{question}\n\n{options}\n\nWork it out step by step. End with one sentence that names the letter of the right "
    'option: "The answer is (X)."'
)


def lettered(question: str, options: Sequence[str]) -> str:
    """Return the text that asks a question with up to ten options."""
    lines = "\n".join(f"{letter}. {option}" for letter, option in zip(LETTERS, options, strict=False))
    return _ASK.format(question=question, options=lines)


@lru_cache
def _patterns(letters: str) -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    some = f"[{letters[0]}-{letters[-1]}]"
    return (
        re.compile(rf"answer is \(?({some})"),
        re.compile(rf"[aA]nswer:(?=\s*({some}))"),  # looks ahead only, so that "answer: Answer: B" is found twice
        re.compile(rf"(?<!\w){some}(?!\w)"),
    )


def letter_of(text: str, letters: str = LETTERS) -> str:
    """Return the letter that a text chooses by the official steps, "" for none: the first "answer is X", else an
    "Answer: X" (the last one of the first line that has any), else the last of the letters that stands alone."""
    said_form, labelled_form, alone_form = _patterns(letters)
    if said := said_form.search(text):
        return said[1]
    labelled = ""
    line_ends = -1
    for match in labelled_form.finditer(text):
        if labelled and match.start() > line_ends:
            break
        if not labelled:
            newline = text.find("\n", match.start())
            line_ends = len(text) if newline < 0 else newline
        labelled = match[1]
    if labelled:
        return labelled
    alone = ""
    for match in alone_form.finditer(text):
        alone = match[0]
    return alone


def judge_letter(task: Task, trajectory: Trajectory, letters: str = LETTERS) -> Score:
    """Compare the first turn's letter with `task.data["answer"]`; the one part is `letter`."""
    turn = next((m for m in trajectory.messages[len(task.messages) :] if m.role == "assistant"), None)
    found = letter_of(turn.content, letters) if turn else ""
    right = task.data["answer"]
    if found == right:
        return Score(1.0, {"letter": 1.0})
    reason = f"{found}, not {right}" if found else f"no letter ({trajectory.stop.value}), not {right}"
    return Score(0.0, {"letter": 0.0}, reason)
