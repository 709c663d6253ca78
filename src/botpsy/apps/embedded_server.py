"""The calendar and contacts of a person who has no server: Radicale in this process, on loopback, files in a folder.

Several processes may run one over the same folder at once: Radicale locks its store with a file, and each process
listens on a port of its own.
"""

from __future__ import annotations

import http.client
import json
import logging
import os
import secrets
import socketserver
import threading
import wsgiref.simple_server
from base64 import b64encode
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from botpsy.core.errors import BackendError

_USER = "botpsy"
_CALENDAR = """<?xml version="1.0"?><C:mkcalendar xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:set><D:prop>
<D:displayname>Personal</D:displayname><C:supported-calendar-component-set><C:comp name="VEVENT"/>
</C:supported-calendar-component-set></D:prop></D:set></C:mkcalendar>"""
_CONTACTS = """<?xml version="1.0"?><D:mkcol xmlns:D="DAV:" xmlns:CR="urn:ietf:params:xml:ns:carddav"><D:set><D:prop>
<D:resourcetype><D:collection/><CR:addressbook/></D:resourcetype><D:displayname>Contacts</D:displayname></D:prop></D:set>
</D:mkcol>"""


@dataclass(frozen=True, slots=True)
class Running:
    """Where a started server is, and how to log in."""

    url: str
    user: str
    password: str = field(repr=False)

    @property
    def calendar_url(self) -> str:
        """The URL of the calendar "personal"."""
        return f"{self.url}{self.user}/personal/"

    @property
    def contacts_url(self) -> str:
        """The URL of the address book "contacts"."""
        return f"{self.url}{self.user}/contacts/"


class EmbeddedServer:
    """A server over the files in `folder`. Raises BackendError when they cannot be written.

    Example:
        server = EmbeddedServer(Path("dav"))
        running = server.start()
        ...
        server.stop()
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._server: _Server | None = None
        self._thread: threading.Thread | None = None

    def start(self) -> Running:
        """Start listening on a free port of 127.0.0.1; return where. Makes the collections when they are missing."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            password = _credentials(self._folder)
            application = _application(self._folder)
            self._server = _Server(application)
        except OSError as error:
            place = error.filename or self._folder
            raise BackendError(f"cannot use {place} for calendar and contacts: {error.strerror}") from None
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), name="radicale", daemon=True)
        self._thread.start()
        port = self._server.server_address[1]
        running = Running(f"http://127.0.0.1:{port}/", _USER, password)
        try:
            self._make_collections(running, port)
        except BaseException:
            self.stop()
            raise
        return running

    def stop(self) -> None:
        """Finish what is being answered and stop listening; may be called twice."""
        server, thread, self._server, self._thread = self._server, self._thread, None, None
        if server is not None:
            server.shutdown()
            server.server_close()
        if thread is not None:
            thread.join()

    def _make_collections(self, running: Running, port: int) -> None:
        root = self._folder / "collections" / "collection-root" / running.user
        token = b64encode(f"{running.user}:{running.password}".encode()).decode()
        for name, method, body in (("personal", "MKCALENDAR", _CALENDAR), ("contacts", "MKCOL", _CONTACTS)):
            if (root / name / ".Radicale.props").exists():
                continue
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
            try:
                headers = {"Authorization": f"Basic {token}", "Content-Type": "application/xml; charset=utf-8"}
                connection.request(method, f"/{running.user}/{name}/", body, headers)
                status = connection.getresponse().status
            except (OSError, http.client.HTTPException) as error:
                raise BackendError(f"the embedded server does not answer: {error}") from None
            finally:
                connection.close()
            if status != 201 and not (root / name / ".Radicale.props").exists():  # another process may have made it
                reason = "the disk is full" if status == 507 else f"status {status}"
                raise BackendError(f"cannot make {root / name}: {reason}")


class _Server(socketserver.ThreadingMixIn, wsgiref.simple_server.WSGIServer):
    """Radicale's own server class is made for its command line; this one is for a thread and a free port."""

    daemon_threads = False
    block_on_close = True  # a write under way is finished before we go

    def __init__(self, application: Any) -> None:
        from radicale.server import RequestHandler

        super().__init__(("127.0.0.1", 0), RequestHandler)
        self.set_app(application)

    def server_bind(self) -> None:
        # HTTPServer would look up the host's name, which takes seconds where DNS is slow
        socketserver.TCPServer.server_bind(self)
        self.server_name = "127.0.0.1"
        self.server_port = self.server_address[1]
        self.setup_environ()


def _credentials(folder: Path) -> str:
    """Return the password kept in the folder, made on first use; two processes that start at once agree on one."""
    path = folder / "credentials.json"
    if not path.exists():
        fresh = folder / f"credentials.{os.getpid()}.part"
        _write_private(fresh, json.dumps({"user": _USER, "password": secrets.token_urlsafe(32)}))
        try:
            os.link(fresh, path)  # fails when another process was first; a rename would replace its password
        except FileExistsError:
            pass
        finally:
            fresh.unlink()
    try:
        password = str(json.loads(path.read_text(encoding="utf-8"))["password"])
    except (ValueError, KeyError, TypeError):
        raise BackendError(f"{path} is damaged; delete it and start again, the calendar is not lost") from None
    table = folder / "htpasswd"
    line = f"{_USER}:{password}\n"
    if not table.exists() or table.read_text(encoding="utf-8") != line:
        fresh = folder / f"htpasswd.{os.getpid()}.part"
        _write_private(fresh, line)
        fresh.replace(table)
    return password


def _write_private(path: Path, text: str) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())


def _application(folder: Path) -> Any:
    # Radicale logs each failed precondition as a warning; what matters reaches us as a status
    logger = logging.getLogger("radicale")
    logger.setLevel(logging.CRITICAL)
    logger.propagate = False
    logger.addHandler(logging.NullHandler())
    from radicale import config
    from radicale.app import Application

    configuration = config.load()
    configuration.update(
        {
            "server": {"timeout": "20"},
            "auth": {
                "type": "htpasswd",
                "htpasswd_filename": str(folder / "htpasswd"),
                # the file is as private as credentials.json beside it, which has to hold the password in clear anyway
                "htpasswd_encryption": "plain",
                "delay": "0",
            },
            "rights": {"type": "owner_only"},
            "storage": {
                "type": "multifilesystem",
                "filesystem_folder": str(folder / "collections"),
                "folder_umask": "0077",
                "skip_broken_item": "True",
            },
            "web": {"type": "none"},
            "logging": {"level": "critical"},
        },
        "BotPsy",
        privileged=True,
    )
    return Application(configuration)
