"""Run by test_in_a_terminal: `botpsy chat …` in a process of its own, with a scripted model and simulated calendar."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from cli_world import LUNCH, NOW, Engine

import botpsy.assistant.open as opening
import botpsy.assistant.prepare as preparing
import botpsy.models.load as loading
from botpsy.apps.calendar.simulated import SimulatedCalendar
from botpsy.apps.contacts.simulated import SimulatedContacts
from botpsy.assistant.backends import Apps
from botpsy.assistant.settings import Settings
from botpsy.cli.main import main
from botpsy.core.messages import Message

home = Path(os.environ["BOTPSY_HOME"])


@contextmanager
def open_apps(_settings: Settings) -> Generator[Apps]:
    calendar = SimulatedCalendar()
    try:
        yield Apps(calendar, SimulatedContacts(), lambda: NOW)
    finally:
        (home / "calendar.json").write_text(json.dumps(calendar.snapshot()))


model = home / "model.gguf"
home.mkdir(exist_ok=True)
model.write_bytes(b"GGUF")
opening.open_apps = open_apps
preparing.ready_model = lambda *_, **__: model
loading.load = lambda *_, **__: Engine([LUNCH, Message("assistant", ""), Message("assistant", "Hello.")])  # type: ignore[assignment,return-value]
raise SystemExit(main(sys.argv[1:]))
