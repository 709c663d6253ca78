"""The verb `botpsy eval` with a generator that plays a plan instead of a model."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import pytest
from eval_tasks import Planned, Sums
from gguf import GGUFWriter

from botpsy.cli import eval as verb
from botpsy.core.errors import ContextOverflow, UsageError
from botpsy.eval import suites
from botpsy.eval.suites import Entry
from botpsy.models import load as loading


class Engine(Planned):
    closed = False
    context = 0
    warnings: tuple[str, ...] = ()

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def engines(monkeypatch: pytest.MonkeyPatch) -> list[Engine]:
    made: list[Engine] = []

    def load(reference: str, *, context: int, **_: object) -> Engine:
        made.append(Engine(wrong=[1], say="\x1b[31mno"))
        made[-1].context = context
        return made[-1]

    monkeypatch.setattr(loading, "load", load)
    monkeypatch.setitem(suites.SUITES, "sums", (Entry("sums", lambda count: Sums(count or 4)),))
    return made


def gguf(path: Path, context: int = 8192, name: str = "") -> Path:
    """The metadata of a model, which is all that is read of it here."""
    writer = GGUFWriter(path, "llama")
    writer.add_name(name)
    writer.add_context_length(context)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.close()
    return path


def botpsy_eval(*words: str) -> int:
    parser = argparse.ArgumentParser()
    verb.add_arguments(parser)
    return verb.run(parser.parse_args(words))


def test_evaluate_go_on_and_read(engines: list[Engine], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    model, out = tmp_path / "model.gguf", str(tmp_path / "run")
    gguf(model)
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
    gguf(model, name="another training")
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


@pytest.mark.parametrize(("trained", "asked", "taken"), [(8192, None, 8192), (8192, 300, 300), (1 << 18, None, 32768)])
def test_the_context_is_the_models_or_what_was_asked(
    engines: list[Engine],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    trained: int,
    asked: int | None,
    taken: int,
) -> None:
    model, out = gguf(tmp_path / "model.gguf", trained), tmp_path / "run"
    words = ("--context", str(asked)) if asked else ()
    assert botpsy_eval(str(model), "--suite", "sums", "--out", str(out), *words) == 0
    assert engines[-1].context == taken
    assert json.loads((out / "results.json").read_text())["settings"]["context"] == taken
    assert ("--context N asks for more" in capsys.readouterr().err) == (trained > taken and not asked)
    with pytest.raises(UsageError, match=f"context was {taken} and is now 512"):
        botpsy_eval(str(model), "--suite", "sums", "--out", str(out), "--context", "512")


def test_a_context_that_cannot_be_is_refused(engines: list[Engine], tmp_path: Path) -> None:
    model = gguf(tmp_path / "model.gguf", 4096)
    for asked in (-1, 0, 255, 4097):
        with pytest.raises(UsageError, match="trained for 4096 tokens; give 256 to that"):
            botpsy_eval(str(model), "--suite", "sums", "--out", str(tmp_path / "run"), "--context", str(asked))
    with pytest.raises(UsageError, match="for a GGUF"):
        botpsy_eval("m", "--endpoint", "http://localhost:1", "--suite", "sums", "--out", "x", "--context", "4096")
    assert engines == []


def test_items_that_do_not_fit_are_told(
    engines: list[Engine], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(*_: object) -> None:
        raise ContextOverflow("too long")

    monkeypatch.setattr(Engine, "generate", full)
    assert botpsy_eval(str(gguf(tmp_path / "m.gguf")), "--suite", "sums", "--out", str(tmp_path / "run")) == 0
    captured = capsys.readouterr()
    assert "4 of the items did not fit in the model's context" in captured.err
    assert "0.0%" in captured.out and "dropped" not in captured.err
