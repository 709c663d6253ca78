"""What IFEval and IFBench share: prompts with instructions that a program can check, scored strictly and loosely."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from botpsy.benchmarks.halves import half, refuse_train
from botpsy.benchmarks.if_checker import Benchmark, Checker
from botpsy.benchmarks.public_data import locate, rows
from botpsy.core.errors import UsageError
from botpsy.core.messages import Json, Message
from botpsy.core.score import Score
from botpsy.core.task import Split, Task
from botpsy.core.trajectory import Trajectory
from botpsy.envs.one_turn import OneTurn
from botpsy.models.scripted import Scripted

LONGEST = 100_000  # characters of a response that are checked; a longer one follows nothing
PARTS = ("prompt_strict", "prompt_loose", "instruction_strict", "instruction_loose")


@dataclass(frozen=True, slots=True)
class Kind:
    """Which of the two it is: its file of prompts, where that comes from, and the part that its headline is."""

    name: Benchmark
    file: str
    home: str
    headline: Literal["prompt_strict", "prompt_loose"]


class Instructions:
    """Taskset over one of the two. `folder` stands for the one that BOTPSY_DATA names.

    A score's value is the headline; its parts are whether all instructions were followed (`prompt_*`) and the share of
    them that was (`instruction_*`), strictly and loosely. The official instruction-level figures weigh every
    instruction alike, which `accuracies` does.
    """

    def __init__(self, kind: Kind, *, folder: Path | None = None, checker: Checker | None = None) -> None:
        self.kind = kind
        self.name: str = kind.name
        self._folder = folder
        self._checker = checker or Checker()

    def tasks(self, split: Split) -> Iterator[Task]:
        """Yield the prompts of a half. Raises UsageError for "train", and for a file, package or data that is missing;
        BackendError when the checks cannot be fetched."""
        refuse_train(self.name, split)
        path = locate(self.kind.file, self.kind.home, self._folder)
        self._checker.prepare()
        for row in rows(path):
            try:
                key, prompt = str(row["key"]), row["prompt"]
                arguments = [{k: v for k, v in one.items() if v is not None} for one in row["kwargs"]]
                needs = {"instructions": list(row["instruction_id_list"]), "arguments": arguments}
                if len(arguments) != len(needs["instructions"]) or not arguments:
                    raise ValueError("as many kwargs as instructions are needed, and one at least")
            except (AttributeError, KeyError, TypeError, ValueError) as error:
                raise UsageError(f"{path}: {row.get('key')}: {error!r}; put a whole copy there") from None
            if half(self.name, key) == split:
                task_id = f"{self.name}-{key}"
                yield Task(task_id, self.name, "instructions", split, (Message("user", prompt),), data=needs)

    def open(self, task: Task) -> OneTurn:
        """Open the prompt: one turn, no tools, no system text."""
        return OneTurn(task.messages)

    def verify(self, task: Task, trajectory: Trajectory, state: Mapping[str, Json]) -> Score:  # noqa: ARG002
        """Judge what the assistant said, also when it was cut off; thinking is not looked at, as both papers have it.

        Raises InfraError when the checker fails.
        """
        names: list[str] = task.data["instructions"]
        turn = next((m for m in trajectory.messages[len(task.messages) :] if m.role == "assistant"), None)
        said = turn.content if turn else ""
        if not said.strip():
            return Score(0.0, dict.fromkeys(PARTS, 0.0), f"the assistant said nothing: {trajectory.stop.value}")
        if len(said) > LONGEST:
            return Score(0.0, dict.fromkeys(PARTS, 0.0), f"{len(said)} characters; at most {LONGEST} are checked")
        found = self._checker.check(self.kind.name, task.messages[-1].content, names, task.data["arguments"], said)
        parts = {
            "prompt_strict": float(all(found.strict)),
            "prompt_loose": float(all(found.loose)),
            "instruction_strict": sum(found.strict) / len(names),
            "instruction_loose": sum(found.loose) / len(names),
        }
        followed = found.strict if self.kind.headline == "prompt_strict" else found.loose
        missed = [
            f"{name} ({error})" if error else name
            for name, ok, error in zip(names, followed, found.errors, strict=True)
            if not ok
        ]
        return Score(parts[self.kind.headline], parts, f"not followed: {', '.join(missed)}" if missed else "")

    def reference(self, task: Task) -> Scripted:
        """Raise UsageError: the benchmark has prompts and checks, and no answers."""
        raise UsageError(f"{self.name} has no reference answers, so no oracle for {task.id}")

    def close(self) -> None:
        """End the checker's process; may be called twice."""
        self._checker.close()


def accuracies(results: Iterable[tuple[Task, Score]]) -> dict[str, float]:
    """Return the four official figures over items: `prompt_*` a mean over prompts, `instruction_*` over instructions.

    Raises ValueError for no item.
    """
    totals = dict.fromkeys(PARTS, 0.0)
    prompts = instructions = 0
    for task, score in results:
        count = len(task.data["instructions"])
        prompts += 1
        instructions += count
        for part in PARTS:
            totals[part] += score.parts[part] * (count if part.startswith("instruction") else 1)
    if not prompts:
        raise ValueError("there is no accuracy of no item")
    return {part: totals[part] / (instructions if part.startswith("instruction") else prompts) for part in PARTS}
