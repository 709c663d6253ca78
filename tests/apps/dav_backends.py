"""Backends for the contract tests: each in simulation and on an embedded server, which is started once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from zoneinfo import ZoneInfo

from botpsy.apps.calendar.caldav import CalDavCalendar
from botpsy.apps.contacts.carddav import CardDavContacts
from botpsy.apps.embedded_server import EmbeddedServer, Running

MADRID = ZoneInfo("Europe/Madrid")


@contextmanager
def embedded() -> Iterator[Running]:
    """Run a server over a fresh folder."""
    with TemporaryDirectory() as folder:
        server = EmbeddedServer(Path(folder) / "dav")
        try:
            yield server.start()
        finally:
            server.stop()


def calendar(running: Running, password: str = "") -> CalDavCalendar:
    """Return a client of the server's calendar."""
    return CalDavCalendar(running.calendar_url, running.user, password or running.password, zone=MADRID, timeout=60)


def contacts(running: Running, password: str = "") -> CardDavContacts:
    """Return a client of the server's address book."""
    return CardDavContacts(running.contacts_url, running.user, password or running.password, timeout=60)
