"""Hostile answers through an evaluation, the graders without a worker, and everything that shows them."""

from __future__ import annotations

import asyncio
import io
import json
import time
from html.parser import HTMLParser
from pathlib import Path

import pytest
from eval_tasks import Sums

from botpsy.benchmarks.browsecomp_plus import answer_in, holds
from botpsy.benchmarks.letters import letter_of
from botpsy.benchmarks.refusal import refuses
from botpsy.benchmarks.when2call_outcome import outcome
from botpsy.chat.parse import parse
from botpsy.cli.main import main
from botpsy.core.messages import Message
from botpsy.core.protocols import Conversation
from botpsy.core.score import Score
from botpsy.core.task import Task
from botpsy.core.trajectory import StopReason, Trajectory
from botpsy.eval import show
from botpsy.eval.board import as_csv, as_json, as_markdown, board, kind
from botpsy.eval.efficiency import repetitive
from botpsy.eval.page import page
from botpsy.eval.run import evaluate
from botpsy.eval.suites import Part
from botpsy.models.scripted import Scripted
from botpsy.tasksets.choice.taskset import choice
from botpsy.tasksets.constraints.taskset import constraints
from botpsy.tasksets.maths.taskset import maths
from botpsy.tasksets.structured.taskset import structured
from hostile import HOSTILE, MARKER

NAMES = list(HOSTILE)
ALLOWED = set("html head meta title style body h1 h2 h3 h4 ul li i p a div table thead tbody tr th td small br b span svg line text polyline circle details summary pre".split())  # fmt: skip
LIMIT = 20.0


class Quoting(Sums):
    """Quotes what was said in its reason, as graders do."""

    def verify(self, task: Task, trajectory: Trajectory, state: object) -> Score:
        return Score(0.0, {}, f"said {trajectory.messages[-1].content} instead")


class Seen(HTMLParser):
    """Which elements and attributes a page has, as a browser reads it."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.links: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self.links |= {str(value) for name, value in attrs if name in ("href", "src")}


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An evaluation whose n-th item is answered with the n-th hostile text, read by the parser as a model's is."""
    out = tmp_path_factory.mktemp("hostile") / "<script>run"

    def answer(conversation: Conversation) -> Message:
        number = int(conversation.messages[-1].content.split()[-1].rstrip("?"))
        return parse(HOSTILE[NAMES[number]])

    started = time.process_time()
    asyncio.run(evaluate(Scripted(answer), [Part(Quoting(len(NAMES)), "dev")], out, settings={"model": "<img src=x>"}))
    assert time.process_time() - started < 5 * LIMIT
    return out


def test_the_page_shows_it_as_text(run: Path) -> None:
    started = time.process_time()
    text = page(board([run, run]))
    assert time.process_time() - started < 2 * LIMIT
    assert len(text) < 30_000_000
    text.encode()  # no lone surrogate is left
    seen = Seen()
    seen.feed(text)
    assert seen.tags <= {tag.lower() for tag in ALLOWED}, seen.tags - ALLOWED
    assert not [name for name in seen.attributes if name.startswith("on")]
    assert all(link.startswith("#t") for link in seen.links)
    assert not [c for c in text if not c.isprintable() and c not in "\n\t"]
    assert "&lt;script&gt;document.title" in text
    assert "TITLE BODY" in text  # a placeholder that a model wrote is not filled
    assert text.count("<!doctype html>") == 1
    assert not MARKER.exists()


def test_tables_and_terminal_stay_whole(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = board([run])
    assert json.loads(as_json(found))["lines"]
    assert len(as_csv(found).splitlines()) == 1 + len(found.lines)
    assert all(line.startswith("| ") for line in as_markdown(found).splitlines())
    stream = io.StringIO()
    show.show(show.select(run), stream)
    written = stream.getvalue()
    assert not [c for c in written if not c.isprintable() and c not in "\n\t"]
    assert main(["eval", "--show", "--failed", "--out", str(run)]) == 0
    assert "\x1b]0;owned" not in capsys.readouterr().out
    for row in found.runs[0].rows.values():
        assert len(kind(row)) <= 80
        repetitive(row)


@pytest.mark.parametrize("name", NAMES)
def test_graders_judge_it_soon(name: str) -> None:
    text = HOSTILE[name]
    started = time.process_time()
    letter_of(text)
    refuses(text)
    outcome(parse(text))
    holds(answer_in(text), "the answer")
    for taskset in (maths(2), structured(2), choice(2), constraints(2)):
        task = next(iter(taskset.tasks("dev")))
        said = Trajectory(task.id, (), (*task.messages, Message("assistant", text)), StopReason.ANSWERED)
        assert taskset.verify(task, said, {}).value < 1.0
    assert time.process_time() - started < LIMIT
    assert not MARKER.exists()
