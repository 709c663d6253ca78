"""A small HTTP server that answers chat completions as a product does: what it streams is given piece by piece."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Reply = tuple[int, str, list[str | bytes]]
"""(status, content type, what is written, piece by piece)."""


def sse(*events: object, done: bool = True) -> Reply:
    lines: list[str | bytes] = [f"data: {e if isinstance(e, str) else json.dumps(e)}\n\n" for e in events]
    return 200, "text/event-stream", [*lines, "data: [DONE]\n\n"] if done else lines


def chunk(delta: dict[str, Any] | None = None, finish: str | None = None, **more: Any) -> dict[str, Any]:
    return {"choices": [{"index": 0, "delta": delta or {}, "finish_reason": finish}], **more}


class FakeOpenAi:
    """`answer(count, body)` returns what the n-th request (from 1) gets. `slow`: seconds before each piece."""

    def __init__(
        self, answer: Callable[[int, dict[str, Any]], Reply], models: tuple[str, ...] = ("m",), slow: float = 0
    ) -> None:
        self.requests: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.hung_up = threading.Event()
        fake = self

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *_: object) -> None:
                pass

            def do_GET(self) -> None:
                fake.headers.append(dict(self.headers))
                self._send((200, "application/json", [json.dumps({"data": [{"id": m} for m in models]})]))

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                fake.requests.append(body)
                fake.headers.append(dict(self.headers))
                self._send(answer(len(fake.requests), body))

            def _send(self, reply: Reply) -> None:
                status, kind, pieces = reply
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.end_headers()
                try:
                    for piece in pieces:
                        time.sleep(slow)
                        self.wfile.write(piece.encode() if isinstance(piece, str) else piece)
                        self.wfile.flush()
                except OSError:
                    fake.hung_up.set()

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def __enter__(self) -> FakeOpenAi:
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
