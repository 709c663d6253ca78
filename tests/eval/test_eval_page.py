"""Runs side by side: the figures are those of the rows, what was written is escaped, the test half is not shown."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from botpsy.cli.main import main
from botpsy.core.errors import UsageError
from botpsy.eval.board import as_csv, as_json, board, kind
from botpsy.eval.figures import frontier, scatter
from botpsy.eval.page import page

WRITTEN = "<img src=x onerror=alert(1)>\x1b[2J"


def run(folder: Path, scores: list[float], split: str = "dev", turns: int = 2) -> Path:
    folder.mkdir()
    (folder / "run.json").write_text(json.dumps({"settings": {"model": folder.name}}), encoding="utf-8")
    rows = [
        {
            "taskset": "phone", "id": f"t{i}", "split": split, "skill": "single", "digest": f"d{i}", "score": score,
            "stop": "answered", "reason": "" if score == 1.0 else f"failed: said 'x{i}'", "turns": turns,
            "tokens": {"sampled": 10}, "messages": [{"role": "user", "content": WRITTEN}],
        }
        for i, score in enumerate(scores)
    ]  # fmt: skip
    (folder / "items.jsonl").write_text("".join(json.dumps(r) + "\n" for r in rows), encoding="utf-8")
    return folder


def test_cells_and_paired_differences_are_those_of_the_rows(tmp_path: Path) -> None:
    found = board([run(tmp_path / "a", [1, 0, 0, 0]), run(tmp_path / "b", [1, 1, 1, 0])])
    ((group, (first, second)),) = found.lines
    assert group == ("phone", "dev", "single")
    assert first is not None
    assert second is not None
    assert (first.accuracy.mean, second.accuracy.mean) == (0.25, 0.75)
    assert first.difference is None
    assert second.difference is not None
    assert (second.difference.mean, second.difference.n) == (0.5, 4)
    table = list(csv.DictReader(io.StringIO(as_csv(found))))
    assert [row["run"] for row in table] == ["a", "b"]
    assert json.loads(as_json(found))["lines"][0]["runs"]["b"]["accuracy"]["n"] == 4


def test_a_task_that_changed_is_not_paired(tmp_path: Path) -> None:
    a, b = run(tmp_path / "a", [1, 0]), run(tmp_path / "b", [1, 1])
    text = (b / "items.jsonl").read_text(encoding="utf-8").replace('"d1"', '"other"')
    (b / "items.jsonl").write_text(text, encoding="utf-8")
    cell = board([a, b]).lines[0][1][1]
    assert cell is not None
    assert cell.difference is not None
    assert cell.difference.n == 1


def test_failures_of_one_kind_are_counted_together(tmp_path: Path) -> None:
    found = board([run(tmp_path / "a", [0, 0, 1])])
    names = {kind(row) for row in found.runs[0].rows.values() if row["score"] < 1}
    assert names == {"failed: said …"}


def test_what_was_written_is_escaped_and_nothing_is_loaded(tmp_path: Path) -> None:
    text = page(board([run(tmp_path / "a", [0, 1])]))
    assert "<img" not in text
    assert "\x1b" not in text
    assert "onerror=alert" in text  # there, as text
    assert "http" not in text
    assert "<script" not in text
    assert "<script" not in text


def test_the_test_half_is_shown_only_when_asked_for(tmp_path: Path) -> None:
    found = board([run(tmp_path / "a", [0, 1], split="test")])
    assert "onerror" not in page(found)
    assert "onerror" in page(found, test_transcripts=True)


def test_the_frontier_keeps_what_nothing_beats() -> None:
    assert frontier([(2, 0.5), (1, 0.4), (3, 0.5), (1, 0.3), (4, 0.9)]) == [(1, 0.4), (2, 0.5), (4, 0.9)]


def test_effort_is_that_of_the_items_all_judged(tmp_path: Path) -> None:
    long, short = run(tmp_path / "long", [1, 0, 1, 1, 1]), run(tmp_path / "short", [1, 1], turns=3)
    drawn = scatter(board([long, short]))
    assert "long: 50.0%, 2.00 turns" in drawn and "short: 100.0%, 3.00 turns" in drawn and "n=2" in drawn
    assert "long: 80.0%, 2.00 turns" in scatter(board([long]))
    text = (short / "items.jsonl").read_text(encoding="utf-8").replace('"d0"', '"x"').replace('"d1"', '"y"')
    (short / "items.jsonl").write_text(text, encoding="utf-8")
    assert "no item that all runs judged" in scatter(board([long, short]))


def test_the_verb_writes_page_and_tables(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    a, b = run(tmp_path / "a", [1, 0]), run(tmp_path / "b", [1, 1])
    assert main(["compare", str(a), str(b), "--out", str(tmp_path / "r.html")]) == 0
    assert {p.suffix for p in tmp_path.glob("r.*")} == {".html", ".json", ".csv", ".md"}
    assert "| phone | dev | single | 50.0%" in capsys.readouterr().out
    assert main(["compare", str(tmp_path / "none"), "--out", str(tmp_path / "r.html")]) == 2
    with pytest.raises(UsageError, match="no item was judged"):
        board([run(tmp_path / "empty", [])])
