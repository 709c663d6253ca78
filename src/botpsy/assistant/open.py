"""Opens the person's backends: their own servers when the settings name them, else the embedded one."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from datetime import datetime

from botpsy.assistant.backends import Apps
from botpsy.assistant.settings import Account, Settings, home_folder


@contextmanager
def open_apps(settings: Settings) -> Generator[Apps]:
    """Yield the backends; the embedded server runs while they are open. Raises BackendError, ConfigError."""
    from botpsy.apps.calendar.caldav import CalDavCalendar
    from botpsy.apps.contacts.carddav import CardDavContacts
    from botpsy.apps.embedded_server import EmbeddedServer

    zone = settings.time_zone()
    calendar, contacts = settings.calendar, settings.contacts
    embedded = None if calendar.url and contacts.url else EmbeddedServer(home_folder() / "dav")
    try:
        if embedded is not None:
            server = embedded.start()
            calendar = calendar if calendar.url else Account(server.calendar_url, server.user, server.password)
            contacts = contacts if contacts.url else Account(server.contacts_url, server.user, server.password)
        yield Apps(
            CalDavCalendar(calendar.url, calendar.user, calendar.secret(), zone=zone),
            CardDavContacts(contacts.url, contacts.user, contacts.secret()),
            lambda: datetime.now(zone),
        )
    finally:
        if embedded is not None:
            embedded.stop()
