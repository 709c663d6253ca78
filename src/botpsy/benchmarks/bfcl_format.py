"""BFCL v4's format sensitivity: the same 200 questions asked in 26 prompt formats, one taskset a format.

The functions stand in the system text, and the answer is a text that the official decoder reads: no chat template takes
part, so figures say how much a model depends on the wording. The official harness runs this only for models that are
prompted, and gives it no weight. What differs between formats: how calls are written (Python, JSON, two kinds of XML),
whether they stand between tags, how functions are shown; and once markdown, and once another wording.

Prompts, decoder and checker are the official ones, in a worker process. One difference: the decoder evaluates a sum in
an argument as Python, whatever is in it; here only sums of literals are, and any other is wrong.

An item has the half that it has in its own category, and the same id in every format.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import cast

from botpsy.benchmarks.bfcl import half, rows
from botpsy.benchmarks.bfcl_format_names import FORMATS
from botpsy.benchmarks.bfcl_format_text import written
from botpsy.benchmarks.bfcl_install import ensure
from botpsy.benchmarks.bfcl_oracle import gold_calls
from botpsy.benchmarks.halves import refuse_train
from botpsy.benchmarks.worker import OverLimit, Worker
from botpsy.core.errors import InfraError, UsageError
from botpsy.core.messages import Json, Message
from botpsy.core.score import Score
from botpsy.core.task import Split, Task
from botpsy.core.trajectory import Trajectory
from botpsy.envs.one_turn import OneTurn
from botpsy.models.hub import Progress
from botpsy.models.scripted import Scripted

CPU = 5.0  # seconds of processor time for one request; those of the data need hundredths
_WORKER = Path(__file__).with_name("bfcl_format_worker.py")
_LONGEST = 1 << 20  # characters of a reply: a prompt with many functions


class BfclFormat:
    """The taskset of one format. `folder` holds the package `bfcl_eval` (fetched when it is not given). `cpu`: seconds
    of processor time that an answer may need.

    Example:
        taskset = BfclFormat("json_tag_python")
        score = taskset.verify(task, trajectory, {})
    """

    def __init__(
        self, form: str, *, folder: Path | None = None, cpu: float = CPU, progress: Progress | None = None
    ) -> None:
        if form not in FORMATS:
            raise UsageError(f"BFCL has no format {form!r}; valid: {', '.join(FORMATS)}")
        self.name = f"bfcl_format_{form}"
        self.form = form
        self._folder = folder
        self._cpu = cpu
        self._progress = progress

    @cached_property
    def folder(self) -> Path:
        """Where the wheel's data and checker are. Raises BackendError when they cannot be fetched."""
        return self._folder or ensure(progress=self._progress)

    @cached_property
    def _worker(self) -> Worker:
        command = [sys.executable, "-I", "-S", "-B", str(_WORKER), str(self.folder), str(self._cpu)]
        return Worker("BFCL format", command, timeout=300.0, longest=_LONGEST)

    def tasks(self, split: Split) -> Iterator[Task]:
        """Yield the questions of a half in their official order. Raises UsageError for "train" and for files that
        cannot be read."""
        refuse_train("BFCL", split)
        data = self.folder / "bfcl_eval" / "data"
        for category, wanted in _wanted(data / "BFCL_v4_format_sensitivity.json").items():
            file = f"BFCL_v4_{category}.json"
            answers = {row["id"]: row["ground_truth"] for row in rows(data / "possible_answer" / file)}
            for row in rows(data / file):
                if row["id"] not in wanted or half(row["id"]) != split:
                    continue
                if not answers.get(row["id"]):
                    raise UsageError(f"{data / file}: {row['id']} has no possible answer; remove {self.folder}")
                asked = tuple(Message(m["role"], m["content"]) for m in row["question"][0])
                needs = {"functions": row["function"], "answers": answers[row["id"]]}
                yield Task(row["id"], self.name, "format_sensitivity", split, asked, data=needs)

    def open(self, task: Task) -> OneTurn:
        """Open the question in this format; there are no tools but in the text. Raises InfraError when the worker
        fails."""
        request = {
            "do": "prompt",
            "id": f"format_sensitivity_0:{FORMATS[self.form]}:{task.id}",
            "functions": task.data["functions"],
            "messages": [{"role": m.role, "content": m.content} for m in task.messages],
        }
        told = self._worker.ask(request, "messages")["messages"]
        return OneTurn(tuple(Message(m["role"], m["content"]) for m in told))

    def verify(self, task: Task, trajectory: Trajectory, state: Mapping[str, Json]) -> Score:  # noqa: ARG002
        """Judge the assistant's text; the one part is `correct`. Raises InfraError when the worker fails."""
        last = trajectory.messages[-1] if trajectory.messages else None
        if last is None or last.role != "assistant":
            return _wrong(f"the assistant said nothing: {trajectory.stop.value}")
        try:
            reply = self._worker.ask(
                {
                    "do": "check",
                    "format": FORMATS[self.form],
                    "item": task.id,
                    "functions": task.data["functions"],
                    "answers": task.data["answers"],
                    "text": last.content,
                },
                "valid",
            )
        except OverLimit as error:  # right answers need next to nothing
            return _wrong(f"an answer that cannot be judged: {error}")
        if not isinstance(reply["valid"], bool):
            self.close()
            raise InfraError(f"the BFCL format worker answered {str(reply)[:200]!r} instead of a verdict")
        return Score(1.0, {"correct": 1.0}) if reply["valid"] else _wrong(str(reply.get("reason", "")))

    def reference(self, task: Task) -> Scripted:
        """Return the oracle: it writes the first accepted calls in this format."""
        calls = gold_calls(task.data["functions"], task.data["answers"])
        returned, _, rest = FORMATS[self.form].removeprefix("ret_fmt=").partition("&tool_call_tag=")
        text = written(calls, returned, tagged=rest.startswith("True"))
        return Scripted(lambda _: Message("assistant", text))

    def close(self) -> None:
        """End the worker; may be called twice."""
        if "_worker" in self.__dict__:
            self._worker.close()


def _wanted(path: Path) -> dict[str, Sequence[str]]:
    try:
        return cast("dict[str, Sequence[str]]", json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError) as error:
        raise UsageError(f"cannot read {path}: {error}; remove the folder and it is fetched again") from None


def _wrong(reason: str) -> Score:
    return Score(0.0, {"correct": 0.0}, reason)
