"""ACEBench (English), one taskset a category: 823 normal and 150 special items. The agent's 50 are in `acebench_agent`.

Chen et al., "ACEBench: Who Wins the Match Point in Tool Usage?", arXiv:2501.12851. Data (MIT) from `BOTPSY_DATA`. The
official prompts come from the port in `evalscope` (`acebench_install`); verdicts are `acebench_checker`'s.

Two styles. "official": the prompt holds the functions and asks for a list of calls in Python syntax. "native": the same
prompt, the functions shown as tools by the model's own chat template. However it was asked, an answer is read
both ways: calls of its template if there are any, else the text. A call that does not parse is wrong.

The multi-turn categories give each step of a dialogue with the right history before it. A step is a task here, and a
dialogue is right when all its steps are (`acebench_figures`); it lies in one half as a whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Literal, cast

from botpsy.benchmarks import halves
from botpsy.benchmarks.acebench_calls import CallFormatError, read_calls, write_calls
from botpsy.benchmarks.acebench_checker import wrong_calls, wrong_words
from botpsy.benchmarks.acebench_install import constants, ensure
from botpsy.benchmarks.acebench_oracle import gold_calls, gold_words
from botpsy.benchmarks.acebench_schema import to_tool
from botpsy.benchmarks.public_data import locate, rows
from botpsy.core.errors import UsageError
from botpsy.core.messages import Json, Message, ToolCall
from botpsy.core.score import Score
from botpsy.core.task import Split, Task
from botpsy.core.trajectory import StopReason, Trajectory
from botpsy.envs.one_turn import OneTurn
from botpsy.models.scripted import Scripted

HOME = "data_all/data_en of chenchen0103/ACEBench on GitHub (MIT)"
Style = Literal["official", "native"]
NORMAL = (
    "normal_single_turn_single_function", "normal_single_turn_parallel_function", "normal_multi_turn_user_adjust",
    "normal_multi_turn_user_switch", "normal_similar_api", "normal_preference", "normal_atom_bool", "normal_atom_enum",
    "normal_atom_number", "normal_atom_list", "normal_atom_object_deep", "normal_atom_object_short",
)  # fmt: skip
SPECIAL = ("special_incomplete", "special_error_param", "special_irrelevant")
AGENT = ("agent_multi_step", "agent_multi_turn")
_ELSEWHERE = "They are the tools in view."


def dialogue(category: str, item: str) -> str:
    """Return the id of the dialogue that an item is a step of; an item that is no step is its own."""
    return item.rsplit("_", 1)[0] if category.startswith("normal_multi_turn") else item


def half(category: str, item: str) -> Literal["dev", "test"]:
    """Return the half that an item belongs to, for all time; a dialogue is never parted."""
    return halves.half("acebench", dialogue(category, item))


def items(category: str, split: Split, folder: Path | None) -> Iterator[tuple[dict[str, Json], dict[str, Json]]]:
    """Yield (item, answer) of a half in official order. Raises UsageError for "train", a missing file or answer."""
    halves.refuse_train("ACEBench", split)
    name = f"data_{category}.json"
    path = locate(f"acebench/data_en/{name}", HOME, folder)
    answers = {row["id"]: row for row in rows(locate(f"acebench/data_en/possible_answer/{name}", HOME, folder))}
    for row in rows(path):
        try:
            if half(category, row["id"]) == split:
                answer = answers[row["id"]]
                yield row, {"ground_truth": answer["ground_truth"], "mile_stone": answer.get("mile_stone") or []}
        except (KeyError, TypeError, AttributeError) as error:
            raise UsageError(f"{path}: {row.get('id')}: {error!r}; put a whole copy there") from None


class AceBench:
    """The taskset of one normal or special category. `folder` stands for the one that BOTPSY_DATA names; `prompts` for
    the official ones, which are fetched when they are not given.

    Example:
        taskset = AceBench("normal_atom_bool", style="native")
        score = taskset.verify(task, trajectory, {})
    """

    def __init__(
        self,
        category: str,
        *,
        style: Style = "official",
        folder: Path | None = None,
        prompts: Mapping[str, str] | None = None,
    ) -> None:
        if category not in (*NORMAL, *SPECIAL):
            raise UsageError(f"ACEBench has no category {category!r} here; valid: {', '.join((*NORMAL, *SPECIAL))}")
        self.name = f"acebench_{category}"
        self.category = category
        self.style = style
        self._folder = folder
        self._given = prompts

    @cached_property
    def _prompts(self) -> Mapping[str, str]:
        return self._given if self._given is not None else constants(ensure())

    def tasks(self, split: Split) -> Iterator[Task]:
        """Yield the items of a half in their official order. Raises UsageError for "train", and for a file that is
        missing or not whole; BackendError when the prompts cannot be fetched."""
        for row, answer in items(self.category, split, self._folder):
            try:
                messages = self._messages(row)
                needs = {"functions": row["function"], "answers": answer["ground_truth"]}
            except KeyError as error:
                raise UsageError(f"ACEBench {row['id']} lacks {error}; put a whole copy there") from None
            yield Task(row["id"], self.name, self._skill, split, messages, data=needs)

    @property
    def _skill(self) -> str:
        if self.category in SPECIAL:
            return "no_call"
        return (
            "parallel" if "parallel" in self.category else "multi_turn" if "multi_turn" in self.category else "single"
        )

    def _messages(self, row: Mapping[str, Json]) -> tuple[Message, ...]:
        kind = "SPECIAL" if self.category in SPECIAL else "PREFERENCE" if "preference" in self.category else "NORMAL"
        functions = str(row["function"]) if self.style == "official" else _ELSEWHERE
        system = self._prompts[f"SYSTEM_PROMPT_FOR_{kind}_DATA_EN"].format(
            time=row.get("time", ""), profile=row.get("profile", ""), function=functions
        )
        asked = self._prompts["USER_PROMPT_EN"].format(question=row["question"])
        return Message("system", system), Message("user", asked)

    def open(self, task: Task) -> OneTurn:
        """Open the question; in the native style with its functions as tools."""
        if self.style == "official":
            return OneTurn(task.messages)
        return OneTurn(task.messages, tuple(to_tool(f) for f in task.data["functions"]))

    def verify(self, task: Task, trajectory: Trajectory, state: Mapping[str, Json]) -> Score:  # noqa: ARG002
        """Judge the assistant's turn; the one part is `correct`."""
        turn = next((m for m in trajectory.messages[len(task.messages) :] if m.role == "assistant"), None)
        if turn is None or (trajectory.stop is StopReason.LENGTH and not turn.tool_calls):
            return _judged(f"no whole turn: {trajectory.stop.value}")
        if turn.faults:
            return _judged(f"a call did not parse: {turn.faults[0].reason}"[:500])
        return _judged(self.wrong(turn, task.data["functions"], task.data["answers"]))

    def wrong(self, turn: Message, functions: list[dict[str, Json]], answers: Json) -> str:
        """Return why a turn is not right, "" when it is."""
        if self.category in SPECIAL:
            if turn.tool_calls:
                return f"called {turn.tool_calls[0].name[:80]} where something is to be pointed out"
            return wrong_words(self.category, turn.content, answers)
        calls: tuple[ToolCall, ...] = turn.tool_calls
        if not calls:
            try:
                calls = read_calls(turn.content, whole="multi_turn" in self.category)
            except CallFormatError as error:
                return str(error)
        return wrong_calls(functions, calls, answers)

    def reference(self, task: Task) -> Scripted:
        """Return the oracle: the first accepted answer in the form that the style asks for."""
        if self.category in SPECIAL:
            return Scripted([Message("assistant", gold_words(self.category, task.data["answers"]))])
        calls = gold_calls(cast("dict[str, Json] | list[dict[str, Json]]", task.data["answers"]))
        if self.style == "native":
            return Scripted([Message("assistant", tool_calls=calls)])
        return Scripted([Message("assistant", write_calls(calls))])


def _judged(wrong: str) -> Score:
    return Score(0.0 if wrong else 1.0, {"correct": 0.0 if wrong else 1.0}, wrong)
