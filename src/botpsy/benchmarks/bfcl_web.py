"""BFCL v4's web search categories: 100 questions of several hops, answered from the live web and judged officially.

They cost searches of a service (SerpApi) and are run with the person's own key, in SERPAPI_API_KEY, or not at all. In
`web_search_no_snippet` a search gives titles and addresses, and the assistant has to fetch pages. Searching, fetching
and the checker are the official ones, in worker processes. The web changes, and so do figures.

The rules, as the official harness has them: the assistant calls until it says something without a call; more than 20
steps end the episode; one of the answers must stand in what it said last. Where the search service fails, we failed:
the official harness shows that to the model, or waits without end. Pages are fetched from public addresses only.

An item's half is the same in both categories: the questions are the same.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path

from botpsy.benchmarks.bfcl import half, rows
from botpsy.benchmarks.bfcl_install import ensure, ensure_web
from botpsy.benchmarks.bfcl_memory import last_said, says_answer, wrong
from botpsy.benchmarks.bfcl_memory_store import Store
from botpsy.benchmarks.bfcl_schema import to_tool
from botpsy.benchmarks.bfcl_web_search import KEY, Search, WebSearch
from botpsy.benchmarks.bfcl_world import call_text, result_text
from botpsy.benchmarks.halves import refuse_train
from botpsy.benchmarks.worker import OverLimit
from botpsy.core.errors import UsageError
from botpsy.core.messages import Json, Message
from botpsy.core.protocols import Observation, Step
from botpsy.core.score import Score
from botpsy.core.task import Split, Task
from botpsy.core.trajectory import StopReason, Trajectory
from botpsy.models.hub import Progress
from botpsy.models.scripted import Scripted

CATEGORIES = ("web_search_base", "web_search_no_snippet")
STEPS = 20  # more than these end the episode
TURNS = 24  # assistant turns: more than an episode can have


class BfclWeb:
    """The taskset of one category. `search` runs the calls, else the package's own does with the key that
    SERPAPI_API_KEY holds. Without either there is nothing to run: that is refused, or with `optional` there are no
    tasks. `folder` holds the package `bfcl_eval`; what is not given is fetched.

    Example:
        taskset = BfclWeb("web_search_base")
        trajectory, score = await rollout(generator, taskset, task, Limits(turns=TURNS))
    """

    def __init__(
        self,
        category: str,
        *,
        search: Search | None = None,
        optional: bool = False,
        folder: Path | None = None,
        progress: Progress | None = None,
    ) -> None:
        if category not in CATEGORIES:
            raise UsageError(f"BFCL has no web search category {category!r}; valid: {', '.join(CATEGORIES)}")
        self.name = f"bfcl_{category}"
        self.category = category
        self._given = search
        self._optional = optional
        self._folder = folder
        self._progress = progress

    @cached_property
    def folder(self) -> Path:
        """Where the wheel's data and checker are. Raises BackendError when they cannot be fetched."""
        return self._folder or ensure(progress=self._progress)

    @cached_property
    def search(self) -> Search:
        """What runs the calls. Raises UsageError without a key, BackendError when packages cannot be fetched."""
        if self._given is not None:
            return self._given
        key = os.environ.get(KEY, "")
        if not key:
            raise UsageError(f"{self.name} searches the live web with a key of your own: set {KEY} (serpapi.com)")
        return WebSearch(ensure_web(progress=self._progress), key)

    @cached_property
    def _judge(self) -> Store:
        return Store(self.folder)

    def tasks(self, split: Split) -> Iterator[Task]:
        """Yield the questions of a half in their official order. Raises UsageError for "train", and without a key
        unless this taskset is optional."""
        refuse_train("BFCL", split)
        if self._given is None and not os.environ.get(KEY):
            if self._optional:
                return
            raise UsageError(f"{self.name} searches the live web with a key of your own: set {KEY} (serpapi.com)")
        data = self.folder / "bfcl_eval" / "data"
        file = "BFCL_v4_web_search.json"
        answers = {row["id"]: row["ground_truth"] for row in rows(data / "possible_answer" / file)}
        for row in rows(data / file):
            if half(row["id"]) != split:
                continue
            if not answers.get(row["id"]):
                raise UsageError(f"{data / file}: {row['id']} has no possible answer; remove {self.folder}")
            asked = tuple(Message(m["role"], m["content"]) for m in row["question"][0])
            name = row["id"].replace("web_search", self.category, 1)
            yield Task(name, self.name, "web_search", split, asked, data={"answers": answers[row["id"]]})

    @cached_property
    def _functions(self) -> list[dict[str, Json]]:
        return list(rows(self.folder / "bfcl_eval" / "data" / "multi_turn_func_doc" / "web_search.json"))

    def open(self, task: Task) -> Browse:
        """Open the question. Raises as `search` does, and InfraError when the worker fails."""
        opening = (Message("system", self._judge.form()), *task.messages)
        return Browse(opening, self._functions, self.search, snippets=self.category == "web_search_base")

    def verify(self, task: Task, trajectory: Trajectory, state: Mapping[str, Json]) -> Score:  # noqa: ARG002
        """Judge what was said last without a call; the one part is `correct`. Raises InfraError when the worker
        fails."""
        text = last_said(trajectory)
        if not text:
            return wrong(f"ended without an answer: {trajectory.stop.value}")
        try:
            valid, reason = self._judge.check(text, task.data["answers"])
        except OverLimit as error:  # an answer needs next to nothing
            return wrong(f"an answer that cannot be judged: {error}")
        return Score(1.0, {"correct": 1.0}) if valid else wrong(reason)

    def reference(self, task: Task) -> Scripted:
        """Return the oracle: it knows the answer without searching, and says it in the form that is asked for."""
        return says_answer(task)

    def close(self) -> None:
        """End the workers; may be called twice."""
        if "_judge" in self.__dict__:
            self._judge.close()
        if "search" in self.__dict__:
            self.search.close()


class Browse:
    """One episode: a question, and the assistant's searches."""

    def __init__(
        self,
        opening: tuple[Message, ...],
        functions: Sequence[Mapping[str, Json]],
        search: Search,
        *,
        snippets: bool,
    ) -> None:
        self._opening = opening
        self._functions = functions
        self._known = {f["name"] for f in functions}
        self._search = search
        self._snippets = snippets
        self._steps = 0

    async def start(self) -> Observation:
        """Return the question and the two functions."""
        return Observation(self._opening, tuple(to_tool(f) for f in self._functions))

    async def step(self, message: Message) -> Step:
        """Run the calls; a turn without any is the answer. Raises InfraError when the service or the worker fails."""
        if not message.tool_calls:
            return Step(stop=StopReason.ANSWERED)
        calls = [call_text(call, self._known) for call in message.tool_calls]
        results = await asyncio.to_thread(self._search.run, calls, snippets=self._snippets)
        self._steps += 1
        said = tuple(
            Message("tool", result_text(call, result, self._known), name=call.name)
            for call, result in zip(message.tool_calls, results, strict=True)
        )
        return Step(said, StopReason.ENVIRONMENT if self._steps > STEPS else None)

    @property
    def state(self) -> Mapping[str, Json]:
        """How many steps called something."""
        return {"steps": self._steps}

    async def close(self) -> None:
        """Nothing to free: the search is the taskset's."""
