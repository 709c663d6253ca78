"""The verb `botpsy eval` with a generator that plays a plan instead of a model."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import pytest
from eval_tasks import Planned, Sums

from botpsy.cli import eval as verb
from botpsy.core.errors import UsageError
from botpsy.eval import suites
from botpsy.eval.suites import Entry
from botpsy.models import load as loading


class Engine(Planned):
    closed = False
    warnings: tuple[str, ...] = ()

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def engines(monkeypatch: pytest.MonkeyPatch) -> list[Engine]:
    made: list[Engine] = []

    def load(reference: str, **_: object) -> Engine:
        made.append(Engine(wrong=[1], say="\x1b[31mno"))
        return made[-1]

    monkeypatch.setattr(loading, "load", load)
    monkeypatch.setitem(suites.SUITES, "sums", (Entry("sums", lambda count: Sums(count or 4)),))
    return made


def botpsy_eval(*words: str) -> int:
    parser = argparse.ArgumentParser()
    verb.add_arguments(parser)
    return verb.run(parser.parse_args(words))


def test_evaluate_go_on_and_read(engines: list[Engine], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    model, out = tmp_path / "model.gguf", str(tmp_path / "run")
    model.write_bytes(b"GGUF")
    command = (str(model), "--suite", "sums", "--split", "dev", "--out", out)
    assert botpsy_eval(*command, "--limit", "2") == 0
    assert botpsy_eval(*command) == 0
    assert [sum(e.asked.values()) for e in engines] == [2, 2]
    assert all(e.closed for e in engines)
    results = json.loads((tmp_path / "run" / "results.json").read_text())
    assert results["model"] == "model.gguf"
    assert str(tmp_path) not in json.dumps(results)
    captured = capsys.readouterr()
    assert "75.0%" in captured.out
    assert "4/4" in captured.err
    assert botpsy_eval("--show", "--failed", "--out", out) == 0
    text = capsys.readouterr().out
    assert "=== sums dev-1" in text and "\\x1b[31mno" in text and "\x1b" not in text
    model.write_bytes(b"GGUF of another training")
    with pytest.raises(UsageError, match="model_sha256 was"):
        botpsy_eval(*command)


def test_what_is_missing_is_named(engines: list[Engine], tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="name a model"):
        botpsy_eval("--out", str(tmp_path))
    with pytest.raises(UsageError, match="no suite 'x'"):
        botpsy_eval("m.gguf", "--suite", "x", "--out", str(tmp_path))
    with pytest.raises(UsageError, match="no adapter at"):
        botpsy_eval("m.gguf", "--adapter", str(tmp_path / "a.gguf"), "--suite", "sums", "--out", str(tmp_path))
    assert engines == []
