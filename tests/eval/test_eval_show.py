from __future__ import annotations

import asyncio
import io
import re
from pathlib import Path

import pytest
from eval_tasks import Planned, Sums
from hypothesis import given, settings
from hypothesis import strategies as st

from botpsy.core import jsonl
from botpsy.core.errors import UsageError
from botpsy.core.messages import CallFault, Message, ToolCall
from botpsy.core.printable import safe
from botpsy.eval import compare, report
from botpsy.eval.progress import shown
from botpsy.eval.run import evaluate
from botpsy.eval.show import select, show
from botpsy.eval.suites import SUITES, Part, build
from botpsy.tasksets.phone.taskset import SKILLS

HOSTILE = "\x1b[2J\x1b]0;owned\x07\r‮gnp.exe\n=== sums dev-1  fake: score 1\x9b31m"


@pytest.fixture
def run(tmp_path: Path) -> Path:
    suite = [Part(Sums(6), "dev"), Part(Sums(4, "other"), "test")]
    generator = Planned(wrong=[1, 2], say=HOSTILE, failing={5: 9})
    asyncio.run(evaluate(generator, suite, tmp_path / "run", settings={"model": "m[red]"}, patience=0))
    return tmp_path / "run"


def printed(rows: list[dict[str, object]], **more: int) -> str:
    stream = io.StringIO()
    show(rows, stream, **more)
    return stream.getvalue()


def test_failures_of_the_dev_half_are_chosen(run: Path) -> None:
    assert sorted(r["id"] for r in select(run, failed=True)) == ["dev-1", "dev-2"]
    assert [r["id"] for r in select(run, failed=True, skill="hard")] == ["dev-1"]
    assert sorted(r["id"] for r in select(run)) == ["dev-0", "dev-1", "dev-2", "dev-3", "dev-4"]
    assert [r["id"] for r in select(run, item="dev-3")] == ["dev-3"]
    assert [r["id"] for r in select(run, dropped=True)] == ["dev-5"]
    assert "the engine died" in printed(select(run, dropped=True))


def test_the_test_half_is_refused_or_comes_with_a_warning(run: Path) -> None:
    with pytest.raises(UsageError, match="test half"):
        select(run, taskset="other")
    rows = select(run, failed=True, test_half=True)
    assert {r["split"] for r in rows} == {"test"}
    assert printed(rows).startswith("WARNING")
    assert "WARNING" not in printed(select(run))


def test_unknown_names_are_answered_with_the_valid_ones(run: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no skill 'x'; it has: easy, hard"):
        select(run, skill="x")
    with pytest.raises(UsageError, match="holds no evaluation"):
        select(tmp_path / "nowhere")


def test_what_a_model_wrote_cannot_act_or_pass_for_ours(run: Path) -> None:
    text = printed(select(run, failed=True, skill="hard"))
    assert all(c.isprintable() or c == "\n" for c in text)
    assert "\\x1b[2J" in text
    headings = [line for line in text.splitlines() if line.startswith("===")]
    assert len(headings) == 1
    assert headings[0].startswith("=== sums dev-1  hard, dev: score 0, answered")


def test_calls_thinking_and_faults_are_shown() -> None:
    message = Message(
        "assistant",
        thinking="hm",
        tool_calls=(ToolCall("add", {"a": 1, "b": "ü\x1b"}),),
        faults=(CallFault("cut", '{"na', "it ended"),),
    )
    row = {"id": "1", "taskset": "t", "skill": "s", "split": "dev", "score": 0.0, "stop": "length"}
    text = printed([{**row, "messages": [message.to_json()]}])
    for part in ("thinking | hm", 'add(a=1, b="ü\\u001b")', "fault, cut | it ended", '| {"na'):
        assert part in text
    assert "2 more not shown" in printed([{**row, "messages": []}] * 3, limit=1)


@settings(deadline=None)
@given(st.text())
def test_safe_text_never_holds_a_control_character(text: str) -> None:
    assert all(c.isprintable() or c in "\n\t" for c in safe(text))
    if text.isprintable():
        assert safe(text) == text


def test_the_terminal_table_shows_text_as_text(run: Path) -> None:
    stream = io.StringIO()
    report.show(report.summarize(run, [("sums", f"dev-{i}") for i in range(7)]), stream)
    text = " ".join(stream.getvalue().split())
    assert "model m[red]" in text
    assert "1 items are missing" in text
    assert "│ sums, dev │ easy │ 66.7% │ 20.8% to 93.9% │ 3 │ 0 │" in text
    assert "│ sums, dev │ hard │ 50.0% │ 9.5% to 90.5% │ 2 │ 1 │" in text
    assert max(map(len, stream.getvalue().splitlines())) <= 80


def test_two_runs_are_compared_on_common_unchanged_items(run: Path, tmp_path: Path) -> None:
    suite = [Part(Sums(6), "dev"), Part(Sums(4, "other", wording="say"), "test")]
    asyncio.run(evaluate(Planned(wrong=[1, 3]), suite, tmp_path / "second", settings={"model": "n"}))
    found = {d.skill: d for d in compare.compare(run, tmp_path / "second")}
    assert {d.taskset for d in found.values()} == {"sums"}  # the tasks of "other" are worded differently
    assert (found["easy"].gained, found["easy"].lost, found["easy"].score.n) == (1, 0, 3)
    assert (found["hard"].gained, found["hard"].lost, found["hard"].score.n) == (0, 1, 2)  # one was dropped
    assert found["hard"].score.mean == -0.5
    stream = io.StringIO()
    compare.show(list(found.values()), stream)
    assert "-50.0%" in stream.getvalue()
    with pytest.raises(UsageError, match="no item in common"):
        compare.compare(run, tmp_path / "empty")


def test_a_file_that_is_no_evaluation_is_named(run: Path) -> None:
    with jsonl.Appender(run / "items.jsonl") as log:
        log.write({"x": 1})
    with pytest.raises(UsageError, match="without id and taskset"):
        select(run)


def test_plain_progress_is_lines(tmp_path: Path) -> None:
    stream = io.StringIO()
    with shown(stream) as progress:
        asyncio.run(evaluate(Planned(), [Part(Sums(30), "dev")], tmp_path, progress=progress))
    lines = stream.getvalue().splitlines()
    assert 1 <= len(lines) <= 3
    assert lines[-1].startswith("30/30  100.0% right")


def test_live_progress_is_a_bar(tmp_path: Path) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    stream = Terminal()
    with shown(stream) as progress:
        asyncio.run(evaluate(Planned(), [Part(Sums(5), "dev")], tmp_path, progress=progress))
    assert "5/5" in stream.getvalue()


def test_suites_are_built_by_name() -> None:
    parts = build("bfcl", "test", 7)
    assert [p.taskset.name for p in parts] == [
        "bfcl_simple_python",
        "bfcl_multiple",
        "bfcl_parallel",
        "bfcl_irrelevance",
    ]
    assert {(p.split, p.limit) for p in parts} == {("test", 7)}
    for name in SUITES:
        assert {p.split for p in build(name)} == {"dev"}
    with pytest.raises(UsageError, match=re.escape(f"no suite 'nope'; valid: {', '.join(SUITES)}")):
        build("nope")
    with pytest.raises(UsageError, match="1 or more"):
        build("phone", limit=0)


def test_every_skill_of_the_phone_has_its_own_n_and_a_larger_limit_extends_a_smaller() -> None:
    def ids(limit: int) -> dict[str, set[str]]:
        found: dict[str, set[str]] = {}
        for part in build("phone", "dev", limit):
            for task in part.taskset.tasks(part.split):
                found.setdefault(task.skill, set()).add(task.id)
        return found

    small, large = ids(1), ids(2)
    assert set(small) == set(SKILLS)
    assert {len(s) for s in small.values()} == {1} and {len(s) for s in large.values()} == {2}
    assert all(small[skill] < large[skill] for skill in SKILLS)
    (part,) = build("toolcraft", "dev", 3)
    assert [t.domain for t in part.taskset.tasks("dev")] == ["toolcraft"] * 3
