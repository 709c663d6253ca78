"""`botpsy data`: what is made is what was asked for, can be looked at, and wrong words are answered with the right."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from botpsy.cli.main import main
from botpsy.core import jsonl


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("data") / "data.jsonl"
    words = ["--phone", "30", "--skill", "no_call=9", "--app", "notes=12", "--beyond", "5", "--toolcraft", "3"]
    more = ["--intent", "impossible=7", "--strangers", "14", "--language", "fr=6"]
    assert main(["data", "make", "--out", str(out), *words, *more]) == 0
    return out


def test_make_counts_what_it_made(made: Path) -> None:
    rows = list(jsonl.read(made))
    told = json.loads(made.with_name("data.jsonl.made.json").read_text())
    assert sum(told["counts"].values()) == len(rows)
    assert len(rows) + sum(told["removed"].values()) >= 30 + 9 + 12 + 5 + 7 + 14 + 6
    sources = Counter(str(row["source"]) for row in rows)
    assert sources["phone"] > 30
    assert sources["notes"] > 6
    assert sources["toolcraft"] > 6
    assert sources["phone.fr"] > 3
    assert [p.name for p in made.parent.iterdir() if p.name not in ("data.jsonl", "data.jsonl.made.json")] == []


@pytest.mark.parametrize("kind", ["beyond", "stranger"])
def test_what_the_phone_cannot_serve_calls_nothing(made: Path, kind: str) -> None:
    rows = [row for row in jsonl.read(made) if str(row["id"]).startswith(kind)]
    assert len(rows) >= 4
    for row in rows:
        assert row["skill"] == "no_call"
        messages = row["messages"]
        assert isinstance(messages, list)
        assert not any(isinstance(m, dict) and m.get("tool_calls") for m in messages)


def test_other_apps_bring_their_own_tools(made: Path) -> None:
    names = {
        str(tool["function"])
        for row in jsonl.read(made)
        if row["source"] == "notes" and isinstance(row["tools"], list)
        for tool in row["tools"]
    }
    assert any("note" in name for name in names)


def test_a_share_of_the_rows_thinks(tmp_path: Path) -> None:
    out = tmp_path / "data.jsonl"
    assert main(["data", "make", "--out", str(out), "--phone", "40", "--toolcraft", "0", "--thinking", "0.5"]) == 0
    rows = list(jsonl.read(out))
    thinking = [row for row in rows if row.get("thinking")]
    assert 0.2 < len(thinking) / len(rows) < 0.8
    for row in rows:
        answers = [m for m in row["messages"] if m["role"] == "assistant"]  # type: ignore[index,union-attr]
        assert all(bool(m.get("thinking")) is bool(row.get("thinking")) for m in answers)  # type: ignore[union-attr]


def test_a_share_that_cannot_be_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["data", "make", "--out", "x", "--thinking", "1.5"])
    assert "'1.5' is not a share from 0 to 1" in capsys.readouterr().err


def test_show_prints_a_task_that_scores_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["data", "show", "--app", "notes", "--split", "dev", "--count", "2", "--no-world"]) == 0
    assert capsys.readouterr().out.count("score | 1;") == 2


def test_report_is_a_page(made: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "data.html"
    assert main(["data", "report", str(made), "--out", str(page)]) == 0
    assert f"{sum(1 for _ in jsonl.read(made))} conversations" in capsys.readouterr().out
    assert "<html" in page.read_text()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["make", "--out", "x", "--skill", "juggling=3"], "the skills: single"),
        (["make", "--out", "x", "--app", "notes"], "is not APP=N"),
        (["show", "--app", "fridge"], "fridge"),
        (["show", "--split", "test"], "invalid choice"),
        (["report", "/nowhere/data.jsonl", "--out", "x.html"], "/nowhere/data.jsonl"),
    ],
)
def test_wrong_words_are_answered(words: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        raise SystemExit(main(["data", *words]))
    assert end.value.code == 2
    assert told in capsys.readouterr().err
