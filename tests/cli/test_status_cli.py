"""`botpsy status`: what a run logged, as people look at it."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import pytest

from botpsy.cli.main import main
from botpsy.train.status import Run, clock, page, read, sparkline, text


def _run(folder: Path, rows: list[dict[str, object]], *, finished: bool = False, age: float = 0.0) -> Path:
    folder.mkdir(parents=True)
    log = folder / "log.jsonl"
    log.write_text("".join(json.dumps(row) + "\n" for row in rows))
    if finished:
        (folder / "final").mkdir()
    os.utime(log, (time.time() - age,) * 2)
    return folder


def _rows(steps: range, of: int) -> list[dict[str, object]]:
    return [
        {"step": s, "of": of, "tokens": 100.0, "tokens_per_second": 50.0, "reward": s / of, "loss": 1.0} for s in steps
    ]


def test_a_run_that_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = _run(tmp_path / "rl", _rows(range(1, 31), 60))
    assert main(["status", str(run)]) == 0
    shown = capsys.readouterr().out
    assert "rl: step 30 of 60, 50%, about 60 s left; going" in shown  # 100 tokens a step at 50 a second, 30 steps
    assert shown.index("reward") < shown.index("loss") < shown.index("tokens_per_second")
    assert "0.5  (0.01667 to 0.5)" in shown


def test_a_run_that_ended_has_no_time_left(tmp_path: Path) -> None:
    run = read(_run(tmp_path / "a", _rows(range(1, 4), 4), finished=True, age=90_000))  # the last step was not logged
    assert text(run).startswith("a: step 4 of 4, 100%; finished")


def test_a_run_of_which_nothing_is_heard_says_so(tmp_path: Path) -> None:
    run = read(_run(tmp_path / "a", _rows(range(1, 5), 40), age=7200))
    assert "nothing for 2 h 00 min; the same command goes on with it" in text(run)


def test_a_step_that_was_logged_twice_counts_once(tmp_path: Path) -> None:
    again = [*_rows(range(1, 9), 10), *({**row, "loss": 2.0} for row in _rows(range(7, 10), 10))]
    assert read(_run(tmp_path / "a", again)).series["loss"] == [
        *((s, 1.0) for s in range(1, 7)),
        (7, 2.0),
        (8, 2.0),
        (9, 2.0),
    ]


def test_a_folder_of_runs_is_a_section_each(tmp_path: Path) -> None:
    _run(tmp_path / "runs" / "sft", _rows(range(1, 5), 4), finished=True)
    _run(tmp_path / "runs" / "<rl>", _rows(range(1, 5), 4))
    assert main(["status", str(tmp_path / "runs"), "--html", str(tmp_path / "s.html")]) == 0
    html = (tmp_path / "s.html").read_text()
    assert html.count("<section>") == 2
    assert "&lt;rl&gt;" in html
    assert "<rl>" not in html
    assert html.count("<polyline") == 2 * len(read(tmp_path / "runs" / "sft").series)
    assert "refresh" not in html
    assert "http://" not in html
    assert "https://" not in html


def test_watching_ends_when_the_run_does(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = _run(tmp_path / "a", _rows(range(1, 5), 4), finished=True)
    assert main(["status", str(run), "--watch", "1"]) == 0
    assert capsys.readouterr().out.count("a: step") == 1


def test_a_page_that_is_watched_asks_to_be_read_again() -> None:
    run = Run("a", {"loss": [(1, 0.5)]}, 1, 2, float("nan"), 0.0, finished=False)
    html = page([run], refresh=7)
    assert '<meta http-equiv="refresh" content="7">' in html
    assert "<circle" in html  # one point makes no line


@pytest.mark.parametrize("rows", [[{"loss": 1.0}], [{"step": "1"}]])
def test_what_is_no_log_of_training_is_named(
    tmp_path: Path, rows: list[dict[str, object]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["status", str(_run(tmp_path / "a", rows))]) == 2
    assert "is no log of a training run" in capsys.readouterr().err


def test_a_folder_without_runs_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["status", str(tmp_path / "nowhere")]) == 2
    assert "no run in" in capsys.readouterr().err
    assert main(["status", str(_run(tmp_path / "a", _rows(range(1, 2), 2))), "--watch", "0"]) == 2


def test_sparklines_span_their_values_and_numbers_that_are_none_are_left_out(tmp_path: Path) -> None:
    assert sparkline([0, 1, 2, 3, 4, 5, 6, 7]) == "▁▂▃▄▅▆▇█"
    assert sparkline([2, 2, 2]) == "▁▁▁"
    assert len(sparkline(list(range(1000)))) == 40
    run = read(_run(tmp_path / "a", [{"step": 1, "of": 2, "loss": float("nan"), "reward": True}]))
    assert "loss" not in run.series


def test_lengths_of_time() -> None:
    assert [clock(s) for s in (45, 600, 12_000)] == ["45 s", "10 min", "3 h 20 min"]
