"""GPQA Diamond: 198 questions of graduate physics, chemistry and biology with four options, each asked four times.

Rein et al., "GPQA: A Graduate-Level Google-Proof Q&A Benchmark", arXiv:2311.12022. The options are shuffled anew at
each repeat, by a seed of the question and the repeat; the figure is the mean over all repeats. The data are behind a
gate of the hub (CC-BY-4.0, with the authors' wish that they are not put online in the clear), so a person puts the
file there.

A figure's n is questions times four, but the four are not independent: an interval over them is too narrow, by up to
a factor of two.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from pathlib import Path

from botpsy.benchmarks.halves import half, refuse_train
from botpsy.benchmarks.letters import judge_letter, lettered
from botpsy.benchmarks.public_data import locate, table
from botpsy.core.errors import UsageError
from botpsy.core.messages import Json, Message
from botpsy.core.score import Score
from botpsy.core.task import Split, Task
from botpsy.core.trajectory import Trajectory
from botpsy.envs.one_turn import OneTurn
from botpsy.models.scripted import Scripted

FILE = "gpqa/gpqa_diamond.csv"
HOME = "gpqa_diamond.csv of Idavidrein/gpqa on the Hugging Face hub (CC-BY-4.0; accept its terms there first)"
REPEATS = 4
LETTERS = "ABCD"
_OPTIONS = ("Correct Answer", "Incorrect Answer 1", "Incorrect Answer 2", "Incorrect Answer 3")


class Gpqa:
    """The taskset; a task's skill is its field. `folder` stands for the one that BOTPSY_DATA names.

    Example:
        taskset = Gpqa()
        score = taskset.verify(task, trajectory, {})
    """

    name = "gpqa_diamond"

    def __init__(self, *, folder: Path | None = None, repeats: int = REPEATS) -> None:
        if repeats < 1:
            raise UsageError(f"repeats={repeats}: a question is asked once at least")
        self._folder = folder
        self._repeats = repeats

    def tasks(self, split: Split) -> Iterator[Task]:
        """Yield the questions of a half, each `repeats` times; all repeats of one are in the same half. Raises
        UsageError for "train", a missing file, or one that is not whole."""
        refuse_train("GPQA", split)
        path = locate(FILE, HOME, self._folder)
        for row in table(path, ("Question", *_OPTIONS)):
            key = row.get("Record ID") or row["Question"]
            if any(not row[name].strip() for name in ("Question", *_OPTIONS)):
                raise UsageError(f"{path}: {key[:60]!r} has an empty question or option; put a whole copy there")
            if half(self.name, key) == split:
                yield from (_task(key, row, split, repeat) for repeat in range(self._repeats))

    def open(self, task: Task) -> OneTurn:
        """Open the question: one turn, no tools."""
        return OneTurn(task.messages)

    def verify(self, task: Task, trajectory: Trajectory, state: Mapping[str, Json]) -> Score:  # noqa: ARG002
        """Compare the letter; the one part is `letter`."""
        return judge_letter(task, trajectory, LETTERS)

    def reference(self, task: Task) -> Scripted:
        """Return the oracle: it says the right letter."""
        return Scripted([Message("assistant", f"The answer is ({task.data['answer']}).")])


def _task(key: str, row: Mapping[str, str], split: Split, repeat: int) -> Task:
    options = [row[name].strip() for name in _OPTIONS]
    order = list(range(len(options)))
    random.Random(f"gpqa-{key}-{repeat}").shuffle(order)
    text = lettered(row["Question"].strip(), [options[i] for i in order])
    field = (row.get("High-level domain") or "").strip().lower() or "unknown field"
    data: dict[str, Json] = {"answer": LETTERS[order.index(0)], "repeat_of": f"gpqa-{key}"}
    return Task(f"gpqa-{key}-{repeat}", Gpqa.name, field, split, (Message("user", text),), repeat, data)
