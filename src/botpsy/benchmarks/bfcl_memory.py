"""BFCL v4's memory categories: 155 questions on five topics, answered from what the model itself put into a memory.

First the model has a topic's conversations (`prepare`), in which it may write into the memory; then each question
begins with that memory and an empty context. A memory is built once a topic and kept in the run's folder. What is
written while a question is answered is forgotten. Judged is what the assistant said last: one of the answers must stand
in it.

The backends, their instructions and the checker are the official ones, in a worker process. `memory_vector` is not
offered: its backend searches with a sentence encoder (sentence-transformers and faiss, 2 GB with torch).

An item's half is the same in every backend: the questions are the same.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path

from botpsy.benchmarks.bfcl import half, rows
from botpsy.benchmarks.bfcl_install import ensure, ensure_rank_bm25
from botpsy.benchmarks.bfcl_memory_build import Topic, fill
from botpsy.benchmarks.bfcl_memory_store import Memory, Session, Store
from botpsy.benchmarks.bfcl_memory_talk import Talk
from botpsy.benchmarks.halves import refuse_train
from botpsy.benchmarks.worker import OverLimit
from botpsy.core.errors import UsageError
from botpsy.core.messages import Json, Message
from botpsy.core.protocols import Generator, Sampling
from botpsy.core.score import Score
from botpsy.core.task import Split, Task
from botpsy.core.trajectory import Trajectory
from botpsy.models.hub import Progress
from botpsy.models.scripted import Scripted

CATEGORIES = ("memory_kv", "memory_rec_sum")
TOPICS = ("student", "customer", "finance", "healthcare", "notetaker")
TURNS = 24  # assistant turns: more than a question can have
NO_VECTOR = "memory_vector needs a sentence encoder (sentence-transformers and faiss), which BotPsy does not bring"


class BfclMemory:
    """The taskset of one backend. `folder` holds the package `bfcl_eval`, `extra` the folders of rank_bm25 and numpy;
    they are fetched when not given. `memories`: memories by topic that are there already.

    Example:
        taskset = BfclMemory("memory_kv")
        await taskset.prepare(generator, [task], Path("runs/eval"), Sampling())
        trajectory, score = await rollout(generator, taskset, task, Limits(turns=TURNS))
    """

    def __init__(
        self,
        category: str,
        *,
        folder: Path | None = None,
        extra: Sequence[Path] | None = None,
        memories: Mapping[str, Memory | None] | None = None,
        progress: Progress | None = None,
    ) -> None:
        if category == "memory_vector":
            raise UsageError(f"{NO_VECTOR}; valid: {', '.join(CATEGORIES)}")
        if category not in CATEGORIES:
            raise UsageError(f"BFCL has no memory category {category!r}; valid: {', '.join(CATEGORIES)}")
        self.name = f"bfcl_{category}"
        self.category = category
        self._folder = folder
        self._extra = extra
        self._progress = progress
        self._memories: dict[str, Memory | None] = dict(memories or {})

    @cached_property
    def folder(self) -> Path:
        """Where the wheel's data and backends are. Raises BackendError when they cannot be fetched."""
        return self._folder or ensure(progress=self._progress)

    @cached_property
    def store(self) -> Store:
        """The worker that holds memories and judges. Raises BackendError when rank_bm25 cannot be fetched."""
        return Store(self.folder, self._imports() if self._extra is None else self._extra)

    def _imports(self) -> tuple[Path, ...]:
        if self.category != "memory_kv":
            return ()
        import numpy

        return ensure_rank_bm25(progress=self._progress), Path(numpy.__file__).parents[1]

    def tasks(self, split: Split) -> Iterator[Task]:
        """Yield the questions of a half in their official order. Raises UsageError for "train"."""
        refuse_train("BFCL", split)
        data = self.folder / "bfcl_eval" / "data"
        file = "BFCL_v4_memory.json"
        answers = {row["id"]: row["ground_truth"] for row in rows(data / "possible_answer" / file)}
        for row in rows(data / file):
            if half(row["id"]) != split:
                continue
            if not answers.get(row["id"]):
                raise UsageError(f"{data / file}: {row['id']} has no possible answer; remove {self.folder}")
            asked = tuple(Message(m["role"], m["content"]) for m in row["question"][0])
            needs = {"scenario": row["scenario"], "answers": answers[row["id"]]}
            yield Task(self._named(row["id"]), self.name, "memory", split, asked, data=needs)

    def _named(self, item: str) -> str:
        return item.replace("memory", self.category, 1)

    @cached_property
    def _functions(self) -> list[dict[str, Json]]:
        return list(rows(self.folder / "bfcl_eval" / "data" / "multi_turn_func_doc" / f"{self.category}.json"))

    def topic(self, scenario: str) -> Topic:
        """Return a topic's conversations. Raises UsageError when they cannot be read."""
        data = self.folder / "bfcl_eval" / "data" / "memory_prereq_conversation"
        conversations = [
            {"id": self._named(row["id"]), "question": row["question"]}
            for row in rows(data / f"memory_{scenario}.json")
        ]
        return Topic(scenario, conversations, self._functions)

    async def prepare(
        self,
        generator: Generator,
        tasks: Sequence[Task],
        folder: Path,
        sampling: Sampling,
        *,
        concurrency: int = 1,
        done: Callable[[int, int], None] | None = None,
        patience: float = 1.0,
    ) -> None:
        """Have the conversations on the tasks' topics, `concurrency` topics at once; memories are kept in `folder`, and
        a conversation that is there is not had again. `done` hears how many conversations are there, of how many.
        Raises as `bfcl_memory_build.fill` does."""
        places = asyncio.Semaphore(max(1, concurrency))
        wanted = dict.fromkeys(task.data["scenario"] for task in tasks)
        topics = [self.topic(scenario) for scenario in wanted if scenario not in self._memories]
        there = 0

        def had(conversations: int) -> None:
            nonlocal there
            there += conversations
            if done:
                done(there, sum(len(topic.conversations) for topic in topics))

        async def one(topic: Topic) -> None:
            async with places:
                file = folder / "memory" / self.category / f"{topic.scenario}.jsonl"
                memory = await fill(generator, self.store, topic, file, sampling, patience=patience, had=had)
                self._memories[topic.scenario] = memory

        work = [asyncio.create_task(one(topic)) for topic in topics]
        try:
            await asyncio.gather(*work)
        finally:
            for task in work:
                task.cancel()
            await asyncio.gather(*work, return_exceptions=True)

    def open(self, task: Task) -> Talk:
        """Open the question with its topic's memory. Raises UsageError where that was not built."""
        scenario = task.data["scenario"]
        if scenario not in self._memories:
            raise UsageError(f"the memory of {scenario!r} is not there: `prepare` builds it before {task.id} is asked")
        asked = [[{"role": m.role, "content": m.content} for m in task.messages]]
        return Talk(self.store, Session(task.id, scenario, self._memories[scenario]), asked, self._functions)

    def verify(self, task: Task, trajectory: Trajectory, state: Mapping[str, Json]) -> Score:
        """Judge what was said last without a call; the one part is `correct`. Raises InfraError when the worker
        fails."""
        if state["broken"]:
            return wrong(f"a call that cannot be run: {state['broken']}")
        text = last_said(trajectory)
        if not text:
            return wrong(f"ended without an answer: {trajectory.stop.value}")
        try:
            valid, reason = self.store.check(text, task.data["answers"])
        except OverLimit as error:  # an answer needs next to nothing
            return wrong(f"an answer that cannot be judged: {error}")
        return Score(1.0, {"correct": 1.0}) if valid else wrong(reason)

    def reference(self, task: Task) -> Scripted:
        """Return the oracle: it knows the answer without looking, and says it in the form that is asked for."""
        return says_answer(task)

    def close(self) -> None:
        """End the worker; may be called twice."""
        if "store" in self.__dict__:
            self.store.close()


def last_said(trajectory: Trajectory) -> str:
    """Return the text of the last turn without a call, as the official runner looks for it; "" where there is none."""
    turns = [m for m in trajectory.messages if m.role == "assistant" and not m.tool_calls]
    return turns[-1].content if turns else ""


def says_answer(task: Task) -> Scripted:
    """Return a generator that says the first accepted answer in the form that the agentic categories ask for."""
    said = str({"answer": task.data["answers"][0], "context": "It was said before."})
    return Scripted(lambda _: Message("assistant", said))


def wrong(reason: str) -> Score:
    """Return a score of 0 with its reason."""
    return Score(0.0, {"correct": 0.0}, reason)
