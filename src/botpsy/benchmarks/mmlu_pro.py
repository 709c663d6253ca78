"""MMLU-Pro: 12,032 questions of 14 fields with up to ten options, answered after thinking aloud; accuracy by field.

Wang et al., "MMLU-Pro: A More Robust and Challenging Multi-Task Language Understanding Benchmark", NeurIPS 2024. Two
things differ from the paper: its five worked examples a field are not in the file, so none are shown (zero-shot), and
an answer without a letter is wrong, where its script draws one at random. A task's skill is its field; the official
figure is the mean over questions, which is the report's line "all".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from botpsy.benchmarks.halves import half, refuse_train
from botpsy.benchmarks.letters import LETTERS, judge_letter, letter_of, lettered
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
__all__ = ["FILE", "HOME", "MmluPro", "letter_of"]


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
        return judge_letter(task, trajectory)

    def reference(self, task: Task) -> Scripted:
        """Return the oracle: it says the right letter."""
        return Scripted([Message("assistant", f"The answer is ({task.data['answer']}).")])


def _task(key: str, row: Mapping[str, Json], split: Split) -> Task:
    options, answer = list(row["options"]), row["answer"]
    if not 2 <= len(options) <= len(LETTERS) or answer not in LETTERS[: len(options)]:
        raise ValueError(f"answer {answer!r} to {len(options)} options")
    messages = (Message("user", lettered(row["question"], options)),)
    return Task(f"mmlu_pro-{key}", MmluPro.name, row["category"], split, messages, data={"answer": answer})
