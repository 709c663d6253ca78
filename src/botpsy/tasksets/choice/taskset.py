"""The taskset `choice`: multiple choice with shuffled options, from pools that ship or from a public set's rows."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Mapping, Sequence

from botpsy.core.messages import Json
from botpsy.core.score import Score
from botpsy.core.task import Split
from botpsy.tasksets.choice.pools import POOLS
from botpsy.tasksets.questions import Question, Questions, held

LETTERS = "ABCDEFGHIJ"
ASKS = [
    "{question}\n\n{options}\n\nAnswer with the letter alone.",
    "{question}\n{options}\nWhich is right? Reply with one letter.",
    "Choose the right answer.\n\n{question}\n\n{options}",
    "{options}\n\n{question} Give the letter.",
    'Question: {question}\nOptions:\n{options}\nEnd with "The answer is X".',
    "{question} Pick one:\n{options}",
    "Here is a question with several answers, one of which is right. {question}\n{options}\nYour choice?",
]
_PATTERNS = (
    r"answer\s*(?:is|:)?\s*\**\(?([A-J])\)?\b",
    r"^\W*([A-J])\W*$",
    r"^\W*([A-J])[).:]",
    r"\(([A-J])\)",
)


def ask(question: str, options: Sequence[str], right: int, rng: random.Random, form: str) -> Question:
    """Return a question with its options shuffled; `right` is the index of the right one before that."""
    order = list(range(len(options)))
    rng.shuffle(order)
    lines = "\n".join(f"{LETTERS[i]}. {options[o]}" for i, o in enumerate(order))
    letter = LETTERS[order.index(right)]
    data = {"letter": letter, "options": [options[o] for o in order]}
    return Question(form.format(question=question, options=lines), f"The answer is {letter}.", "choice", data)


def draw(rng: random.Random, split: Split) -> Question:
    """Draw a question from the pools: the right answer and three to five of the others."""
    stem, pairs = rng.choice(held(POOLS, split))
    subject, right = rng.choice(pairs)
    others = sorted({answer for _, answer in pairs} - {right})
    options = [right, *rng.sample(others, min(len(others), rng.randint(3, 5)))]
    return ask(stem.format(subject), options, 0, rng, rng.choice(held(ASKS, split)))


def letter_of(answer: str, options: Sequence[str]) -> str:
    """Return the letter an answer chooses, tried in steps: "the answer is X", a letter alone, a letter first, a letter
    in brackets, the one option whose text is named. "" when none is, or more than one."""
    for pattern in _PATTERNS:
        found = re.findall(pattern, answer.strip(), re.IGNORECASE | re.MULTILINE)
        if found:
            return found[-1].upper()
    named = [i for i, o in enumerate(options) if re.search(rf"(?<!\w){re.escape(o)}(?!\w)", answer, re.IGNORECASE)]
    return LETTERS[named[0]] if len(named) == 1 else ""


def judge(data: Mapping[str, Json], answer: str) -> Score:
    """Compare the letter."""
    letter = letter_of(answer, data["options"])
    right = letter == data["letter"]
    return Score(
        float(right), {"letter": float(right)}, "" if right else f"{letter or 'no letter'}, not {data['letter']}"
    )


def choice(count: int = 200, seed: int = 0) -> Questions:
    """Return the taskset over the pools that ship."""
    return Questions("choice", draw, judge, count, seed)


def from_rows(name: str, rows: Iterable[Mapping[str, Json]], count: int, seed: int = 0) -> Questions:
    """Return a taskset over rows of a public set: {"question", "options", "answer_index"}; a row belongs to one split
    by its place. Raises ValueError when there are too few rows."""
    every = list(rows)
    if len(every) < 7:
        raise ValueError(f"{name} has {len(every)} rows; a split needs at least 7 in all")

    def one(rng: random.Random, split: Split) -> Question:
        row = rng.choice(held(every, split))
        return ask(row["question"], row["options"], int(row["answer_index"]), rng, rng.choice(held(ASKS, split)))

    return Questions(name, one, judge, count, seed)
