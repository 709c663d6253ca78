"""Opens the person's backends: their own servers when the settings name them, else the embedded one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from botpsy.apps.calendar.caldav import CalDavCalendar
from botpsy.apps.contacts.carddav import CardDavContacts
from botpsy.apps.embedded_server import EmbeddedServer
from botpsy.assistant.session import Apps
from botpsy.assistant.settings import Settings, home_folder


@contextmanager
def open_apps(settings: Settings) -> Iterator[Apps]:
    """Yield the backends; the embedded server runs while they are open. Raises BackendError."""
    zone = settings.time_zone()
    own_calendar, own_contacts = settings.calendar, settings.contacts
    embedded = None if own_calendar.url and own_contacts.url else EmbeddedServer(home_folder() / "dav")
    try:
        server = embedded.start() if embedded else None
        if own_calendar.url:
            calendar = CalDavCalendar(own_calendar.url, own_calendar.user, own_calendar.secret())
        else:
            assert server is not None
            calendar = CalDavCalendar(server.calendar_url, server.user, server.password)
        if own_contacts.url:
            contacts = CardDavContacts(own_contacts.url, own_contacts.user, own_contacts.secret())
        else:
            assert server is not None
            contacts = CardDavContacts(server.contacts_url, server.user, server.password)
        yield Apps(calendar, contacts, lambda: datetime.now(zone))
    finally:
        if embedded:
            embedded.stop()
