"""A server that answers what a test tells it to, over real HTTP."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

Reply = tuple[int, dict[str, str], str]
Handler = Callable[[str, str], Reply]  # (method, path) -> (status, headers, body)

COLLECTION = """<?xml version="1.0"?><multistatus xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><response>
<href>{href}</href><propstat><prop><resourcetype><collection/><C:calendar/></resourcetype></prop>
<status>HTTP/1.1 200 OK</status></propstat></response></multistatus>"""


@contextmanager
def fake(handler: Handler, *, slow: float = 0.0) -> Iterator[str]:
    """Run a server; yield its URL. `slow` is how many seconds it waits before each answer."""

    class _Handler(BaseHTTPRequestHandler):
        def handle_one_request(self) -> None:
            self.raw_requestline = self.rfile.readline(65537)
            if not self.raw_requestline or not self.parse_request():
                self.close_connection = True
                return
            self.rfile.read(int(self.headers.get("Content-Length") or 0))
            time.sleep(slow)
            status, headers, body = handler(self.command, self.path)
            self.close_connection = True
            if status == 0:
                return  # hang up without an answer
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def events(*items: tuple[str, str]) -> str:
    """Return a multistatus with (href, calendar text) of each resource."""
    rows = "".join(
        f'<response><href>{href}</href><propstat><prop><getetag>"1"</getetag><C:calendar-data>{text}</C:calendar-data>'
        "</prop><status>HTTP/1.1 200 OK</status></propstat></response>"
        for href, text in items
    )
    return f'<multistatus xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">{rows}</multistatus>'
