"""What needs a real terminal: the question before a write, Ctrl-C at it, and Ctrl-D out of a chat."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest

DRIVER = Path(__file__).with_name("terminal_driver.py")
QUESTION, PROMPT = r"Do this\? \[y/N\]", "^>"
CTRL_C, CTRL_D = b"\x03", b"\x04"


class Terminal:
    """A process with a terminal of its own."""

    def __init__(self, home: Path, *words: str) -> None:
        self.home = home
        self._here, there = pty.openpty()
        fcntl.ioctl(there, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
        environment = {**os.environ, "BOTPSY_HOME": str(home), "TERM": "xterm", "PROMPT_TOOLKIT_NO_CPR": "1"}
        self._process = subprocess.Popen(
            [sys.executable, str(DRIVER), *words],
            stdin=there, stdout=there, stderr=there, env=environment, start_new_session=True,
        )  # fmt: skip
        os.close(there)
        self._seen = ""
        self._waited = 0

    def wait_for(self, pattern: str, seconds: float = 40) -> str:
        """Read until the pattern was shown; return what was shown up to it since the last wait."""
        until = time.monotonic() + seconds
        while (found := re.compile(pattern, re.MULTILINE).search(self.shown, self._waited)) is None:
            if not select.select([self._here], [], [], max(0.0, until - time.monotonic()))[0]:
                pytest.fail(f"{pattern!r} was not shown; seen: {self.shown!r}")
            if not self._read():
                pytest.fail(f"it ended before {pattern!r} was shown; seen: {self.shown!r}")
        shown, self._waited = self.shown[self._waited : found.end()], found.end()
        return shown

    @property
    def shown(self) -> str:
        return re.sub(r"\x1b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\x07]*\x07|[=>])", "", self._seen)

    def type(self, keys: bytes) -> None:
        os.write(self._here, keys)

    def end(self, seconds: float = 40) -> int:
        """Wait for the process to end, reading what it still shows."""
        until = time.monotonic() + seconds
        while self._process.poll() is None:
            if time.monotonic() > until:
                self._process.kill()
                pytest.fail(f"it did not end; seen: {self.shown!r}")
            if select.select([self._here], [], [], 0.05)[0]:
                self._read()
        while select.select([self._here], [], [], 0)[0] and self._read():
            pass
        os.close(self._here)
        return self._process.returncode

    def _read(self) -> bool:
        try:
            data = os.read(self._here, 4096)
        except OSError:  # the other end is closed
            return False
        self._seen += data.decode(errors="replace")
        return bool(data)

    def titles(self) -> list[str]:
        return [e["title"] for e in json.loads((self.home / "calendar.json").read_text()).values()]


def start(home: Path, *words: str) -> Terminal:
    home.joinpath("home").mkdir()
    return Terminal(home / "home", *words)


def test_yes_at_the_question_writes(home: Path) -> None:
    terminal = start(home, "chat", "put lunch")
    shown = terminal.wait_for(QUESTION)
    assert "Add Lunch with Ana: Fri 4 Dec 2026, 12:30–13:30" in shown
    terminal.type(b"y\r")
    terminal.wait_for("Added Lunch with Ana")
    assert terminal.end() == 0
    assert terminal.titles() == ["Lunch with Ana"]


@pytest.mark.parametrize("keys", [b"\r", CTRL_D])
def test_enter_alone_or_closing_the_input_is_no(home: Path, keys: bytes) -> None:
    terminal = start(home, "chat", "put lunch")
    terminal.wait_for(QUESTION)
    terminal.type(keys)
    terminal.wait_for("you did not allow it")
    assert terminal.end() == 1
    assert terminal.titles() == []


def test_ctrl_c_at_the_question_ends_at_once_with_nothing_written(home: Path) -> None:
    terminal = start(home, "chat", "put lunch")
    terminal.wait_for(QUESTION)
    terminal.type(CTRL_C)
    assert terminal.end(10) == 130
    assert "interrupted" in terminal.shown
    assert "Traceback" not in terminal.shown
    assert terminal.titles() == []


def test_in_a_chat_ctrl_c_at_the_question_gives_the_prompt_back(home: Path) -> None:
    terminal = start(home, "chat")
    terminal.wait_for(PROMPT)
    terminal.type(b"put lunch\r")
    terminal.wait_for(QUESTION)
    terminal.type(CTRL_C)
    terminal.wait_for(r"Stopped\.")
    terminal.wait_for(PROMPT)
    terminal.type(b"/log\r")  # this line goes to the prompt, not to the question that was left
    terminal.wait_for(PROMPT)
    terminal.type(CTRL_D)
    assert terminal.end() == 0
    assert terminal.titles() == []


def test_a_pasted_text_of_several_lines_is_one_request(home: Path) -> None:
    terminal = start(home, "chat", "--yes")
    terminal.wait_for(PROMPT)
    terminal.type(b"\x1b[200~put lunch\nwith Ana\x1b[201~")
    time.sleep(0.2)
    terminal.type(b"\r")
    terminal.wait_for("Added Lunch with Ana")
    terminal.wait_for(PROMPT)
    terminal.type(CTRL_D)
    assert terminal.end() == 0
    assert "put lunch\n+with Ana" in (home / "home" / "history").read_text()
