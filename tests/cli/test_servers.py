"""`botpsy` against real servers: the embedded one, one that is down, one that refuses the password."""

from __future__ import annotations

import re
import socket
from pathlib import Path
from typing import Any

import pytest
from cli_world import LUNCH

from botpsy.apps.embedded_server import EmbeddedServer
from botpsy.core.messages import Message


def settings(home: Path, url: str, user: str, password: str) -> None:
    account = f'url = "{url}"\nuser = "{user}"\npassword = "{password}"\n'
    (home / "settings.toml").write_text(f'zone = "Europe/Madrid"\n[calendar]\n{account}')


def test_a_request_and_its_undo_on_the_embedded_server(real: Any, home: Path) -> None:
    real.turns += [LUNCH, Message("assistant", "")]
    assert real("chat", "--yes", "put lunch") == 0
    assert re.fullmatch(r"Added Lunch with Ana: Fri .* 12:30–13:30\.\n", real.out)
    events = [p for p in home.rglob("*.ics") if ".Radicale.cache" not in p.parts]
    assert len(events) == 1
    assert real("undo") == 0
    assert not events[0].exists()


@pytest.mark.parametrize("verb", ["chat", "undo"])
@pytest.mark.parametrize("fault", ["down", "password"])
def test_a_server_that_fails_is_one_message_and_code_6(real: Any, home: Path, verb: str, fault: str) -> None:
    real.turns += [LUNCH, Message("assistant", ""), LUNCH]
    assert real("chat", "--yes", "put lunch") == 0  # so that there is something to undo
    server = EmbeddedServer(home / "dav")
    running = server.start()
    try:
        url = running.calendar_url
        if fault == "down":
            with socket.socket() as free:
                free.bind(("127.0.0.1", 0))
                url = f"http://127.0.0.1:{free.getsockname()[1]}/"
        settings(home, url, running.user, "not the password")
        assert real(*(("chat", "--yes", "--quiet", "put lunch") if verb == "chat" else ("undo",))) == 6
        assert real.out == ""
        assert re.fullmatch(r"botpsy: [^\n]*\n", real.err)
        assert "not the password" not in real.err
        assert ("password" if fault == "password" else "127.0.0.1") in real.err
    finally:
        server.stop()
