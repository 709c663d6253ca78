"""BrowseComp-Plus on a corpus written by hand in its layout: index, recall, accuracy by rule and by a judge."""

from __future__ import annotations

import asyncio
import gzip
import json
from pathlib import Path

import pytest
from play import oracle, play

from botpsy.benchmarks.bm25 import Corpus
from botpsy.benchmarks.browsecomp_plus import CORPUS, FILE, BrowseCompPlus, answer_in, holds
from botpsy.core.errors import InfraError, UsageError
from botpsy.core.messages import Message, ToolCall
from botpsy.core.task import Task
from botpsy.envs.rollout import rollout
from botpsy.models.scripted import Scripted

pytest.importorskip("bm25s")
DOCUMENTS = {
    "1": "The lighthouse of Ostmark was built in 1871 by the engineer Ida Brandt on a granite reef.",
    "2": "A recipe for plum cake with cinnamon and brown sugar.",
    "3": "Ida Brandt studied in Zürich and wrote a diary about granite, plums and fog.",
    "77": "Schedules of ferries between the islands in winter.",
}


def world(folder: Path, rows: list[dict[str, object]] | None = None) -> BrowseCompPlus:
    (folder / "browsecomp_plus").mkdir(exist_ok=True)
    docs = [{"docid": k, "text": v, "url": "-"} for k, v in DOCUMENTS.items()]
    (folder / CORPUS).write_bytes(gzip.compress("\n".join(map(json.dumps, docs)).encode()))
    one = {
        "query": "Who built the lighthouse of Ostmark?", "answer": "Ida Brandt",
        "evidence_docs": [{"docid": "1", "text": "", "url": ""}, {"docid": "3", "text": "", "url": ""}],
        "gold_docs": [{"docid": "1", "text": "", "url": ""}], "negative_docs": [],
    }  # fmt: skip
    rows = [{"query_id": str(i), **one} for i in range(12)] if rows is None else rows
    (folder / FILE).write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return BrowseCompPlus(folder=folder, index=folder / "index")


def every(taskset: BrowseCompPlus) -> list[Task]:
    return [*taskset.tasks("dev"), *taskset.tasks("test")]


def test_the_index_finds_by_words_and_is_built_once(tmp_path: Path) -> None:
    taskset = world(tmp_path)
    corpus = taskset.corpus()
    assert [hit.id for hit in corpus.search("granite reef lighthouse", 2)] == ["1", "3"]
    assert corpus.search("xyzzy", 3) == corpus.search("", 3) == corpus.search("the of", 3) == []
    assert corpus.text("2") == DOCUMENTS["2"]
    assert corpus.text("4") is None
    (marker,) = (tmp_path / "index").glob("*/done")
    made = marker.stat().st_mtime_ns
    assert Corpus(tmp_path / CORPUS, tmp_path / "index").search("ferries", 1)[0].id == "77"
    assert marker.stat().st_mtime_ns == made


def test_the_oracle_finds_all_and_nothing_finds_nothing(tmp_path: Path) -> None:
    taskset = world(tmp_path)
    tasks = every(taskset)
    assert len(tasks) == 12
    assert oracle(taskset, tasks) == [1.0] * 12
    score = play(taskset, tasks[0], "I do not know.")
    assert score.value == 0.0
    assert score.parts == {"correct": 0.0, "recall": 0.0}
    with pytest.raises(UsageError, match="nothing to train on"):
        next(taskset.tasks("train"))


def test_recall_counts_what_searches_returned_and_accuracy_the_answer(tmp_path: Path) -> None:
    taskset = world(tmp_path)
    task = every(taskset)[0]
    turns = [
        Message(
            "assistant",
            tool_calls=(ToolCall("search", {"query": "lighthouse reef"}), ToolCall("get_document", {"docid": "9"})),
        ),
        Message("assistant", "Explanation: see 1\nExact Answer: ida  BRANDT.\nConfidence: 90%"),
    ]
    trajectory, score = asyncio.run(rollout(Scripted(turns), taskset, task))
    assert score.parts == {"correct": 1.0, "recall": 0.5}
    assert "there is no document '9'" in trajectory.messages[-2].content


def test_a_judge_decides_where_there_is_one(tmp_path: Path) -> None:
    for says, value in (("Let me see.\nCORRECT", 1.0), ("wrong", 0.0)):
        world(tmp_path)
        judge = Scripted(lambda c, says=says: Message("assistant", says))
        taskset = BrowseCompPlus(folder=tmp_path, index=tmp_path / "index", judge=judge)
        assert play(taskset, every(taskset)[0], "Exact Answer: Frau Brandt").value == value
    taskset = BrowseCompPlus(
        folder=tmp_path, index=tmp_path / "index", judge=Scripted(lambda c: Message("assistant", "hm"))
    )
    with pytest.raises(InfraError, match="none of CORRECT, WRONG"):
        play(taskset, every(taskset)[0], "Exact Answer: x")


def test_answers_are_compared_by_their_words() -> None:
    assert answer_in("a\n**Exact Answer:** Z\nConfidence: 1") == "** Z"
    assert holds("** Zurich!", "Zürich")
    assert not holds("Zurichberg", "Zürich")
    assert not holds("anything", "?!")


def test_what_is_missing_or_still_encrypted_is_named_with_the_fix(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"browsecomp_plus.*BOTPSY_DATA.*decrypted"):
        next(BrowseCompPlus(folder=tmp_path).tasks("dev"))
    with pytest.raises(UsageError, match="decrypted copy"):
        every(world(tmp_path, [{"query_id": "1", "query": "q", "answer": "", "evidence_docs": []}]))
