"""Multi-IF: 4,501 dialogues of three turns in eight languages; each turn adds an instruction that a program can check.

He et al., "Multi-IF: Benchmarking LLMs on Multi-Turn and Multilingual Instructions Following", arXiv:2410.15553. After
each turn all instructions so far are checked; a turn's figure is the mean of IFEval's four (prompt and instruction,
strict and loose), and the benchmark's figures are by turn and language (`figures`). An item's skill is its language,
its value the mean over its turns.

The data are CC-BY-NC-2.0: they are never shipped, and a person who may use them puts the file there. The checks are
those of IFEval (`if_checker`), which count words and sentences as English does; the paper's own split Chinese and Thai
by segmenters, so figures for these two are ours alone.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import cast

from botpsy.benchmarks.halves import half, refuse_train
from botpsy.benchmarks.if_checker import Checker
from botpsy.benchmarks.instructions import LONGEST, PARTS
from botpsy.benchmarks.public_data import locate, table
from botpsy.core.errors import UsageError
from botpsy.core.messages import Json, Message
from botpsy.core.score import Score
from botpsy.core.task import Split, Task
from botpsy.core.trajectory import Trajectory
from botpsy.envs.environment import ToolEnvironment
from botpsy.envs.user import Line, ScriptedUser
from botpsy.models.scripted import Scripted
from botpsy.tools.tool import Toolbox

FILE = "multi_if/multiIF_20241018.csv"
HOME = "multiIF_20241018.csv of facebook/Multi-IF on the Hugging Face hub (CC-BY-NC-2.0: not for commercial use)"
TURNS = 3


class MultiIf:
    """The taskset. `folder` stands for the one that BOTPSY_DATA names; `languages`: only these, by their English names.

    Example:
        taskset = MultiIf(languages=("Spanish",))
        score = taskset.verify(task, trajectory, {})
    """

    name = "multi_if"

    def __init__(
        self, *, folder: Path | None = None, checker: Checker | None = None, languages: tuple[str, ...] = ()
    ) -> None:
        self._folder = folder
        self._checker = checker or Checker()
        self._languages = {language.lower() for language in languages}

    def tasks(self, split: Split) -> Iterator[Task]:
        """Yield the dialogues of a half. Raises UsageError for "train", and for a file, package or data that is
        missing; BackendError when the checks cannot be fetched."""
        refuse_train("Multi-IF", split)
        path = locate(FILE, HOME, self._folder)
        self._checker.prepare()
        for row in table(path, ("key", "language", "turn_1_prompt")):
            language = row["language"].strip().lower()
            if self._languages and language not in self._languages:
                continue
            if half(self.name, row["key"]) != split:
                continue
            try:
                turns = [turn for n in range(1, TURNS + 1) if (turn := _turn(row, n)) is not None]
                if not turns:
                    raise ValueError("there is no turn")
            except (AttributeError, KeyError, TypeError, ValueError) as error:
                raise UsageError(f"{path}: {row['key']}: {error!r}; put a whole copy there") from None
            task_id = f"multi_if-{row['key']}"
            opening = (Message("user", turns[0]["prompt"]),)
            yield Task(task_id, self.name, language, split, opening, data={"turns": turns})

    def open(self, task: Task) -> ToolEnvironment:
        """Open the dialogue: the person says the next prompt whatever was answered."""
        lines = [Line(turn["prompt"]) for turn in task.data["turns"][1:]]
        return ToolEnvironment(Toolbox(()), task.messages, user=ScriptedUser(lines))

    def verify(self, task: Task, trajectory: Trajectory, state: Mapping[str, Json]) -> Score:  # noqa: ARG002
        """Judge every turn by all instructions so far. Parts: `turn_N` (mean of the four) and `turn_N.PART`; a turn
        that was not reached, or said nothing, has 0. Raises InfraError when the checker fails."""
        said = [m.content for m in trajectory.messages[len(task.messages) :] if m.role == "assistant"]
        parts: dict[str, float] = {}
        missed: list[str] = []
        for number, turn in enumerate(task.data["turns"], 1):
            answer = said[number - 1] if number <= len(said) else ""
            four = self._four(turn, answer)
            parts[f"turn_{number}"] = sum(four.values()) / len(four)
            parts.update({f"turn_{number}.{name}": value for name, value in four.items()})
            if four["prompt_strict"] < 1.0:
                missed.append(f"turn {number} not followed" if answer.strip() else f"turn {number} without an answer")
        turns = [parts[f"turn_{n}"] for n in range(1, len(task.data["turns"]) + 1)]
        return Score(sum(turns) / len(turns), parts, ", ".join(missed))

    def _four(self, turn: Mapping[str, Json], answer: str) -> dict[str, float]:
        if not answer.strip() or len(answer) > LONGEST:
            return dict.fromkeys(PARTS, 0.0)
        names = turn["instructions"]
        found = self._checker.check("ifeval", turn["prompt"], names, turn["arguments"], answer)
        return {
            "prompt_strict": float(all(found.strict)),
            "prompt_loose": float(all(found.loose)),
            "instruction_strict": sum(found.strict) / len(names),
            "instruction_loose": sum(found.loose) / len(names),
        }

    def reference(self, task: Task) -> Scripted:
        """Raise UsageError: the benchmark has prompts and checks, and no answers."""
        raise UsageError(f"{self.name} has no reference answers, so no oracle for {task.id}")

    def close(self) -> None:
        """End the checker's process; may be called twice."""
        self._checker.close()


def figures(results: Iterable[tuple[Task, Score]]) -> dict[tuple[str, int], float]:
    """Return the official figures, by (language, turn): the mean of the four, where the two of instructions weigh every
    instruction alike. Turns that a dialogue does not have are in none."""
    totals: dict[tuple[str, int], dict[str, tuple[float, int]]] = {}
    for task, score in results:
        for number, turn in enumerate(task.data["turns"], 1):
            four = totals.setdefault((task.skill, number), dict.fromkeys(PARTS, (0.0, 0)))
            for part in PARTS:
                weight = len(turn["instructions"]) if part.startswith("instruction") else 1
                total, count = four[part]
                four[part] = (total + weight * score.parts[f"turn_{number}.{part}"], count + weight)
    return {key: sum(total / count for total, count in four.values()) / len(four) for key, four in totals.items()}


def _turn(row: Mapping[str, str], number: int) -> dict[str, Json] | None:
    text = row.get(f"turn_{number}_prompt") or ""
    if not text.strip() or text.strip() in ("None", "null"):
        return None
    prompt = json.loads(text)["content"]
    names = json.loads(row[f"turn_{number}_instruction_id_list"])
    given = cast("list[Json]", json.loads(row[f"turn_{number}_kwargs"]))
    loaded = [json.loads(one) if isinstance(one, str) else one for one in given]
    arguments = [{k: v for k, v in one.items() if v is not None} for one in loaded]
    if not isinstance(prompt, str) or not names or len(names) != len(arguments):
        raise ValueError(f"turn {number} has {len(names)} instructions and {len(arguments)} sets of arguments")
    return {"prompt": prompt, "instructions": names, "arguments": arguments}
