"""The front door: help, versions, and one line and a code for each thing that goes wrong."""

from __future__ import annotations

import os
import re
import resource
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import botpsy
from botpsy.cli import log
from botpsy.cli.main import VERBS
from botpsy.core.errors import BotPsyError, ContextOverflow

HEAVY = ("torch", "transformers", "numpy", "xllamacpp", "jinja2", "radicale", "caldav", "rich", "prompt_toolkit")


def fails_with(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    def run(_options: object) -> int:
        raise error

    monkeypatch.setattr(log, "run", run)


def test_help_names_every_verb_and_teaches(cli: Any) -> None:
    assert cli("--help") == 0
    for verb, about in VERBS.items():
        assert re.search(rf"^ +{verb} +{re.escape(about[:20])}", cli.out, re.MULTILINE)
    assert 'botpsy chat "Put lunch' in cli.out
    assert "exit codes" in cli.out


@pytest.mark.parametrize("verb", ["chat", "undo", "log", "setup"])
def test_each_verb_has_help_with_an_example(cli: Any, verb: str) -> None:
    assert cli(verb, "--help") == 0
    assert re.search(rf"examples?:\n  botpsy {verb}", cli.out)


def test_version(cli: Any) -> None:
    assert cli("--version") == 0
    assert cli.out.strip() == f"botpsy {botpsy.__version__}"


@pytest.mark.parametrize("words", [(), ("fly",), ("log", "--nope"), ("undo", "last"), ("log", "-n", "0")])
def test_wrong_usage_is_code_2(cli: Any, words: tuple[str, ...]) -> None:
    assert cli(*words) == 2
    assert "botpsy" in cli.err
    assert "Traceback" not in cli.err


def test_help_is_quick_and_light() -> None:
    code = (
        "import sys\nfrom botpsy.cli.main import main\ntry: main(['--help'])\nexcept SystemExit: pass\n"
        f"print('heavy:', [m for m in {HEAVY} if m in sys.modules])"
    )
    took: list[float] = []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        # processor time, interpreter included: on a machine that others keep busy the clock on the wall measures them
        took.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    assert "heavy: []" in done.stdout
    assert statistics.median(took) < 0.3


def test_our_errors_are_one_line_and_their_code(cli: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in (BotPsyError, *BotPsyError.__subclasses__(), ContextOverflow):
        fails_with(monkeypatch, kind("the disk of \x1b[31mAna is full"))
        assert cli("log") == kind.exit_code
        assert cli.err == "botpsy: the disk of \\x1b[31mAna is full\n"


def test_an_interrupt_is_130_and_one_line(cli: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    fails_with(monkeypatch, KeyboardInterrupt())
    assert cli("log") == 130
    assert cli.err.count("\n") == 1


def test_a_fault_of_ours_is_one_line_with_its_traceback_in_a_file(cli: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    fails_with(monkeypatch, ZeroDivisionError("by zero"))
    assert cli("log") == 70
    assert cli.err.count("\n") == 1
    found = re.search(r"ZeroDivisionError: by zero\. The details are in (.*)\n", cli.err)
    assert found
    details = Path(found[1])
    assert "Traceback" in details.read_text()
    details.unlink()


def test_debug_shows_the_traceback(cli: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOTPSY_DEBUG", "1")
    fails_with(monkeypatch, ZeroDivisionError("by zero"))
    with pytest.raises(ZeroDivisionError):
        cli("log")


def test_a_pipe_that_closes_is_no_error() -> None:
    command = f"{sys.executable} -m botpsy --help | head -c 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, env=dict(os.environ))
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("text", "words"), [("zone = \n", "line 1"), ('zone = "Mars"', "'Mars'"), ("colour = 1", "valid: zone")]
)
def test_wrong_settings_are_code_3(cli: Any, home: Path, text: str, words: str) -> None:
    (home / "settings.toml").write_text(text)
    for request in (("chat", "hello"), ("setup",)):
        assert cli(*request) == 3
        assert words in cli.err
        assert cli.err.count("\n") == 1


def test_a_data_folder_that_cannot_be_is_code_6(cli: Any, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home / "file").write_text("")
    monkeypatch.setenv("BOTPSY_HOME", str(home / "file" / "x"))
    assert cli("chat", "hello") == 6
    assert "BOTPSY_HOME" in cli.err
