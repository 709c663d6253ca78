"""When2Call: does an assistant know when to call a tool, when to ask back and when to say that it cannot?

The 300 items of the set that was made for a judge (`when2call_test_llm_judge.jsonl`), 100 of each right answer: call,
ask for what is missing, decline because no tool fits. Answering directly is the fourth outcome, and never right. What
was done is decided by rule (`when2call_outcome`) where the paper asks a judge. As in the paper only the kind of outcome
counts, not which tool was called or with what.

Ross, Mahabaleshwarkar and Suhara, "When2Call: When (not) to Call Tools", NAACL 2025.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from botpsy.benchmarks.bfcl_schema import to_tool
from botpsy.benchmarks.halves import half, refuse_train
from botpsy.benchmarks.public_data import locate, rows
from botpsy.benchmarks.when2call_outcome import outcome
from botpsy.core.errors import UsageError
from botpsy.core.messages import Json, Message, ToolCall
from botpsy.core.score import Score
from botpsy.core.task import Split, Task
from botpsy.core.trajectory import StopReason, Trajectory
from botpsy.envs.one_turn import OneTurn
from botpsy.models.scripted import Scripted

FILE = "when2call/test_llm_judge.jsonl"
HOME = "data/test/when2call_test_llm_judge.jsonl of NVIDIA/When2Call on GitHub (Apache-2.0)"
RIGHT = ("tool_call", "request_for_info", "cannot_answer")


class When2Call:
    """The taskset; a task's skill is the outcome that is right. `folder` stands for the one that BOTPSY_DATA names.

    Example:
        taskset = When2Call()
        score = taskset.verify(task, trajectory, {})
    """

    name = "when2call"

    def __init__(self, *, folder: Path | None = None) -> None:
        self._folder = folder

    def tasks(self, split: Split) -> Iterator[Task]:
        """Yield the items of a half. Raises UsageError for "train", a missing file, or an item that is not whole."""
        refuse_train("When2Call", split)
        path = locate(FILE, HOME, self._folder)
        for row in rows(path):
            try:
                if half(self.name, row["uuid"]) == split:
                    yield _task(row, split)
            except (KeyError, TypeError, ValueError) as error:
                raise UsageError(f"{path}: {row.get('uuid')}: {error!r}; put a whole copy there") from None

    def open(self, task: Task) -> OneTurn:
        """Open the question with its tools, of which there may be none."""
        return OneTurn(task.messages, tuple(to_tool(f, "") for f in task.data["functions"]))

    def verify(self, task: Task, trajectory: Trajectory, state: Mapping[str, Json]) -> Score:  # noqa: ARG002
        """Compare what was done with what is right; the one part is `correct`. A call that does not parse is wrong, and
        so is an answer that was cut off by its limit."""
        turn = next((m for m in trajectory.messages[len(task.messages) :] if m.role == "assistant"), None)
        right = task.data["right"]
        if turn is None or (trajectory.stop is StopReason.LENGTH and not turn.tool_calls):
            return _wrong(f"no whole turn: {trajectory.stop.value}")
        if turn.faults:
            return _wrong(f"a call did not parse: {turn.faults[0].reason}")
        done = outcome(turn)
        if done == right:
            return Score(1.0, {"correct": 1.0})
        where = " (no tool is there)" if done == "tool_call" and not task.data["functions"] else ""
        return _wrong(f"{done}{where}, not {right}")

    def reference(self, task: Task) -> Scripted:
        """Return the oracle: the answer of the right kind that comes with the item."""
        answer = task.data["answer"]
        if task.data["right"] != "tool_call":
            return Scripted([Message("assistant", answer)])
        call = json.loads(answer)
        return Scripted([Message("assistant", tool_calls=(ToolCall(call["name"], call["arguments"]),))])


def _task(row: Mapping[str, Json], split: Split) -> Task:
    right = row["correct_answer"]
    if right not in RIGHT:
        raise ValueError(f"correct_answer {right!r} is none of {', '.join(RIGHT)}")
    functions = [json.loads(tool) if isinstance(tool, str) else tool for tool in row["tools"]]
    needs = {"functions": functions, "right": right, "answer": row["answers"][right]}
    return Task(row["uuid"], When2Call.name, right, split, (Message("user", row["question"]),), data=needs)


def _wrong(reason: str) -> Score:
    return Score(0.0, {"correct": 0.0}, reason)
