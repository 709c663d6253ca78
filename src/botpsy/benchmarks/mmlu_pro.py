"""MMLU-Pro: 12,032 questions of 14 fields with up to ten options, answered after thinking aloud; accuracy by field.

Wang et al., "MMLU-Pro: A More Robust and Challenging Multi-Task Language Understanding Benchmark", NeurIPS 2024. Two
things differ from the paper: its five worked examples a field are not in the file, so none are shown (zero-shot), and
an answer without a letter is wrong, where its script draws one at random. A task's skill is its field; the official
figure is the mean over questions, which is the report's line "all".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from botpsy.benchmarks.halves import half, refuse_train
from botpsy.benchmarks.public_data import locate, rows
from botpsy.core.errors import UsageError
from botpsy.core.messages import Json, Message
from botpsy.core.score import Score
from botpsy.core.task import Split, Task
from botpsy.core.trajectory import Trajectory
from botpsy.envs.one_turn import OneTurn
from botpsy.models.scripted import Scripted

FILE = "mmlu_pro/test.jsonl.gz"
HOME = "the test half of TIGER-Lab/MMLU-Pro on the Hugging Face hub (MIT) as gzipped JSON lines"
LETTERS = "ABCDEFGHIJ"
ASK = (
    "{question}\n\n{options}\n\nWork it out step by step. End with one sentence that names the letter of the right "
    'option: "The answer is (X)."'
)

_SAID = re.compile(r"answer is \(?([A-J])")
_LABELLED = re.compile(r"[aA]nswer:(?=\s*([A-J]))")  # looks ahead only, so that "answer: Answer: B" is found twice
_ALONE = re.compile(r"(?<!\w)[A-J](?!\w)")


def letter_of(text: str) -> str:
    """Return the letter that a text chooses by the official steps, "" for none: the first "answer is X", else an
    "Answer: X" (the last one of the first line that has any), else the last letter A to J that stands alone."""
    if said := _SAID.search(text):
        return said[1]
    labelled = ""
    line_ends = -1
    for match in _LABELLED.finditer(text):
        if labelled and match.start() > line_ends:
            break
        if not labelled:
            newline = text.find("\n", match.start())
            line_ends = len(text) if newline < 0 else newline
        labelled = match[1]
    if labelled:
        return labelled
    alone = ""
    for match in _ALONE.finditer(text):
        alone = match[0]
    return alone


class MmluPro:
    """The taskset. `folder` stands for the one that BOTPSY_DATA names.

    Example:
        taskset = MmluPro()
        score = taskset.verify(task, trajectory, {})
    """

    name = "mmlu_pro"

    def __init__(self, *, folder: Path | None = None) -> None:
        self._folder = folder

    def tasks(self, split: Split) -> Iterator[Task]:
        """Yield the questions of a half. Raises UsageError for "train", a missing file, or one that is not whole."""
        refuse_train("MMLU-Pro", split)
        path = locate(FILE, HOME, self._folder)
        for row in rows(path):
            try:
                key = str(row["question_id"])
                if half(self.name, key) == split:
                    yield _task(key, row, split)
            except (KeyError, TypeError, ValueError) as error:
                raise UsageError(f"{path}: {row.get('question_id')}: {error!r}; put a whole copy there") from None

    def open(self, task: Task) -> OneTurn:
        """Open the question: one turn, no tools."""
        return OneTurn(task.messages)

    def verify(self, task: Task, trajectory: Trajectory, state: Mapping[str, Json]) -> Score:  # noqa: ARG002
        """Compare the letter; the one part is `letter`. An answer that was cut off is judged by what it says so far, as
        the official script does."""
        turn = next((m for m in trajectory.messages[len(task.messages) :] if m.role == "assistant"), None)
        found = letter_of(turn.content) if turn else ""
        right = task.data["answer"]
        if found == right:
            return Score(1.0, {"letter": 1.0})
        reason = f"{found}, not {right}" if found else f"no letter ({trajectory.stop.value}), not {right}"
        return Score(0.0, {"letter": 0.0}, reason)

    def reference(self, task: Task) -> Scripted:
        """Return the oracle: it says the right letter."""
        return Scripted([Message("assistant", f"The answer is ({task.data['answer']}).")])


def _task(key: str, row: Mapping[str, Json], split: Split) -> Task:
    options, answer = list(row["options"]), row["answer"]
    if not 2 <= len(options) <= len(LETTERS) or answer not in LETTERS[: len(options)]:
        raise ValueError(f"answer {answer!r} to {len(options)} options")
    lines = "\n".join(f"{letter}. {option}" for letter, option in zip(LETTERS, options, strict=False))
    text = ASK.format(question=row["question"], options=lines)
    messages = (Message("user", text),)
    return Task(f"mmlu_pro-{key}", MmluPro.name, row["category"], split, messages, data={"answer": answer})
