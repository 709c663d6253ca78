"""BrowseComp-Plus: 830 hard questions over a fixed corpus of about 100,000 documents, searched with a local BM25 index.

Chen et al., "BrowseComp-Plus: A More Fair and Transparent Evaluation Benchmark of Deep-Research Agent",
arXiv:2508.06600. The assistant has two tools, `search` and `get_document`, and ends with an exact answer. Two figures:
accuracy (a score's value) and evidence recall, the share of a question's evidence documents that any of its searches
returned.

The questions are published encrypted, so that they do not end up in training data; a person decrypts them with the
authors' own script, and BotPsy neither ships nor stores them. The paper has a model judge answers: any Generator can be
the judge; without one an answer is right when it holds the right answer's words in a row, which is stricter about
wording and looser about hedging.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from pathlib import Path

from botpsy.benchmarks.bm25 import Corpus
from botpsy.benchmarks.halves import half, refuse_train
from botpsy.benchmarks.judge import Judge
from botpsy.benchmarks.public_data import locate, rows
from botpsy.core.errors import ToolError, UsageError
from botpsy.core.messages import Json, Message, ToolCall
from botpsy.core.protocols import Generator, Step
from botpsy.core.score import Score
from botpsy.core.task import Split, Task
from botpsy.core.trajectory import StopReason, Trajectory
from botpsy.envs.environment import ToolEnvironment
from botpsy.models.scripted import Scripted
from botpsy.tools.tool import Toolbox, tool

FILE = "browsecomp_plus/browsecomp_plus_decrypted.jsonl"
HOME = "Tevatron/browsecomp-plus on the Hugging Face hub, decrypted with the script of texttron/BrowseComp-Plus"
CORPUS = "browsecomp_plus/corpus.jsonl.gz"
CORPUS_HOME = "Tevatron/browsecomp-plus-corpus on the Hugging Face hub as gzipped JSON lines of docid, text and url"
TOP = 5  # documents a search returns, as in the paper
SNIPPET, DOCUMENT = 1200, 12_000  # characters
VERDICTS = {"CORRECT": "it names the right answer, in whatever words", "WRONG": "it names another, several, or none"}
_ASK = (
    "{query}\n\nSearch the documents until you know. End with three lines:\nExplanation: why, with document ids\n"
    "Exact Answer: the answer alone\nConfidence: in percent"
)
_EXACT = re.compile(r"^[^\w\n]{0,20}exact answer[^\w\n:]{0,20}:[^\S\n]*(\S.*)$", re.IGNORECASE | re.MULTILINE)


class Search:
    """The two tools over a corpus; `seen` collects what searches returned."""

    def __init__(self, corpus: Corpus) -> None:
        self._corpus = corpus
        self.seen: dict[str, None] = {}

    @tool("read")
    def search(self, query: str) -> list[dict[str, Json]]:
        """Search the documents; returns the best matches with their ids and beginnings.

        Args:
            query: words to look for
        """
        found = self._corpus.search(query, TOP)
        self.seen.update(dict.fromkeys(hit.id for hit in found))
        return [{"docid": hit.id, "score": round(hit.score, 3), "text": hit.text[:SNIPPET]} for hit in found]

    @tool("read")
    def get_document(self, docid: str) -> dict[str, Json]:
        """Read a document.

        Args:
            docid: its id, as a search returned it
        """
        text = self._corpus.text(docid)
        if text is None:
            raise ToolError(f"there is no document {docid[:80]!r}; use an id that a search returned")
        return {"docid": docid, "text": text[:DOCUMENT], "cut": len(text) > DOCUMENT}


class Searching(ToolEnvironment):
    """An episode with the two tools. The state holds `seen`, and with a judge its `verdict` on the answer."""

    def __init__(self, task: Task, corpus: Corpus, judge: Judge | None) -> None:
        self._search = Search(corpus)
        super().__init__(Toolbox.of(self._search), task.messages)
        self._task = task
        self._judge = judge
        self._verdict: str | None = None

    async def step(self, message: Message) -> Step:
        """Run calls; when the answer is there, let the judge read it. Raises InfraError when the judge cannot."""
        step = await super().step(message)
        if step.stop is StopReason.ANSWERED and self._judge is not None and message.content.strip():
            asked = f"{self._task.data['query']}\n\nThe right answer: {self._task.data['answer']}"
            self._verdict = await self._judge.ask(asked, answer_in(message.content))
        return step

    @property
    def state(self) -> Mapping[str, Json]:
        """What was seen, and the verdict."""
        return {"seen": list(self._search.seen), "verdict": self._verdict}


class BrowseCompPlus:
    """The taskset. `folder` stands for the one that BOTPSY_DATA names; `index`: where the index is kept (the cache).

    Example:
        taskset = BrowseCompPlus(judge=load("judge.gguf"))
    """

    name = "browsecomp_plus"

    def __init__(
        self, *, folder: Path | None = None, index: Path | None = None, judge: Generator | None = None
    ) -> None:
        self._folder = folder
        self._index = index
        question = "The request holds a question and its right answer. Is the answer right?"
        self._judge = Judge(judge, question, VERDICTS) if judge is not None else None
        self._opened: Corpus | None = None

    def corpus(self) -> Corpus:
        """Return the corpus with its index, built at first (minutes, and several GB of memory for all of it). Raises
        UsageError for a file or package that is missing."""
        if self._opened is None:
            self._opened = Corpus(locate(CORPUS, CORPUS_HOME, self._folder), self._index)
        return self._opened

    def tasks(self, split: Split) -> Iterator[Task]:
        """Yield the questions of a half. Raises UsageError for "train", or a file that is missing or not whole."""
        refuse_train("BrowseComp-Plus", split)
        path = locate(FILE, HOME, self._folder)
        locate(CORPUS, CORPUS_HOME, self._folder)
        for row in rows(path):
            try:
                key, query, answer = str(row["query_id"]), row["query"], row["answer"]
                evidence = [str(doc["docid"]) for doc in row["evidence_docs"]]
                if not isinstance(query, str) or not isinstance(answer, str) or not answer.strip() or not evidence:
                    raise ValueError("a question needs a query, an answer and evidence")
            except (KeyError, TypeError, ValueError) as error:
                raise UsageError(
                    f"{path}: {row.get('query_id')}: {error!r}; put a whole, decrypted copy there"
                ) from None
            if half(self.name, key) == split:
                opening = (Message("user", _ASK.format(query=query)),)
                data = {"query": query, "answer": answer, "evidence": evidence, "judged": self._judge is not None}
                yield Task(f"browsecomp_plus-{key}", self.name, "research", split, opening, data=data)

    def open(self, task: Task) -> Searching:
        """Open the question with its two tools."""
        return Searching(task, self.corpus(), self._judge)

    def verify(self, task: Task, trajectory: Trajectory, state: Mapping[str, Json]) -> Score:
        """Judge the answer. Parts: `correct`, and `recall` of the evidence, which has no part in the value."""
        evidence = set(task.data["evidence"])
        recall = len(evidence & set(state["seen"])) / len(evidence)
        last = trajectory.messages[-1]
        said = last.content if trajectory.stop is StopReason.ANSWERED and last.role == "assistant" else ""
        if not said.strip():
            return Score(0.0, {"correct": 0.0, "recall": recall}, f"no answer: {trajectory.stop.value}")
        if self._judge is None:
            correct = float(holds(answer_in(said), task.data["answer"]))
        elif state["verdict"] in VERDICTS:
            correct = float(state["verdict"] == "CORRECT")
        else:
            raise ValueError(f"{task.id}: no verdict of the judge, but {state['verdict']!r}")
        return Score(correct, {"correct": correct, "recall": recall}, "" if correct else "another answer")

    def reference(self, task: Task) -> Scripted:
        """Return the oracle: it searches for the evidence by its own words, reads it, and knows the answer."""
        texts = [self.corpus().text(docid) or docid for docid in task.data["evidence"]]
        looks = [ToolCall("search", {"query": " ".join(text.split()[:60])}) for text in texts]
        answer = Message(
            "assistant", f"Explanation: it says so.\nExact Answer: {task.data['answer']}\nConfidence: 100%"
        )
        return Scripted([Message("assistant", tool_calls=tuple(looks)), answer])


def answer_in(text: str) -> str:
    """Return the last "Exact Answer:" of a text, all of it when there is none."""
    found = _EXACT.findall(text[-20_000:])
    return found[-1].strip() if found else text


def holds(said: str, answer: str) -> bool:
    """Return True when an answer's words stand in a row in what was said, whatever case, accents and punctuation."""
    wanted = _words(answer)
    return bool(wanted) and f" {wanted} " in f" {_words(said)} "


def _words(text: str) -> str:
    plain = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return " ".join(re.findall(r"\w+", plain.casefold()))
