"""`botpsy …` in this process, with a scripted model and a calendar that outlives the run, as a server's does."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from cli_world import NOW, Engine

from botpsy.apps.calendar.simulated import SimulatedCalendar
from botpsy.apps.contacts.simulated import SimulatedContacts
from botpsy.assistant.backends import Apps
from botpsy.assistant.settings import Settings
from botpsy.cli.main import main
from botpsy.core.messages import Message


@dataclass
class Cli:
    """Runs verbs. `turns` is what the model says; `calendar` is the server's content."""

    capsys: pytest.CaptureFixture[str]
    calendar: SimulatedCalendar = field(default_factory=SimulatedCalendar)
    turns: list[Message] = field(default_factory=list[Message])
    out: str = ""
    err: str = ""

    def __call__(self, *words: str) -> int:
        try:
            code = main(words)
        except SystemExit as end:  # argparse
            code = int(end.code or 0)
        self.out, self.err = self.capsys.readouterr()
        return code

    def titles(self) -> list[str]:
        return sorted(e["title"] for e in self.calendar.snapshot().values())


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder, settings and cache of its own, and no terminal."""
    (tmp_path / "settings.toml").write_text('zone = "Europe/Madrid"\n')
    monkeypatch.setenv("BOTPSY_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("BOTPSY_CONFIG", str(tmp_path / "settings.toml"))
    monkeypatch.setenv("BOTPSY_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("BOTPSY_DEBUG", raising=False)
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    return tmp_path


@pytest.fixture
def real(home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Cli:
    """The command line over the servers that the settings name, with a scripted model."""
    made = Cli(capsys)
    model = home / "model.gguf"
    model.write_bytes(b"GGUF")
    ready: Callable[..., Path] = lambda *_, **__: model  # noqa: E731
    monkeypatch.setattr("botpsy.assistant.prepare.ready_model", ready)
    monkeypatch.setattr("botpsy.models.load.load", lambda *_, **__: Engine(made.turns))
    return made


@pytest.fixture
def cli(real: Cli, monkeypatch: pytest.MonkeyPatch) -> Cli:
    """The command line over a simulated calendar and a scripted model."""

    @contextmanager
    def open_apps(_settings: Settings) -> Generator[Apps]:
        yield Apps(real.calendar, SimulatedContacts(), lambda: NOW)

    monkeypatch.setattr("botpsy.assistant.open.open_apps", open_apps)
    return real
