"""Any server that speaks OpenAI's chat completions: llama-server, vLLM, Ollama, LM Studio. Implements Generator.

The server's own chat template and parser are used. What it leaves in the text (thinking in `<think>`, calls in
`<tool_call>`) is read by our parser, so that a server without a parser for its model is not held against the model.
`openai_turn` puts the pieces of an answer together.
"""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from socket import SHUT_RDWR, socket
from typing import Any, cast
from urllib.parse import urlsplit

from botpsy.core.errors import BackendError, ConfigError, ContextOverflow, InfraError, ModelError
from botpsy.core.protocols import Completion, Conversation, Sampling
from botpsy.models.openai_messages import request
from botpsy.models.openai_turn import Body, Turn

_AGAIN = {408, 409, 425, 429}  # and all from 500 on
_MOST = 1 << 26  # bytes of one answer
_OPTIONAL = ("chat_template_kwargs", "stream_options", "seed")  # left out when a server refuses what it does not know


class OpenAiEndpoint:
    """A model at a server, for instance `OpenAiEndpoint("http://localhost:11434/v1", "qwen3:0.6b")`.

    `model`: its name there; "" for the only one that is served. `key_env`: the environment variable that holds the key.
    `tries`: requests before InfraError, the second after `patience` seconds, the third after twice that. `timeout`:
    seconds without a byte; `longest`: seconds an answer may take in all. `parallel`: requests under way at once.

    Calls cannot be held to a grammar here; `warnings` says so once when it is asked for. Raises ConfigError for an
    address or a key that is none.
    """

    def __init__(
        self,
        url: str,
        model: str = "",
        *,
        key_env: str = "",
        tries: int = 4,
        patience: float = 1.0,
        timeout: float = 300.0,
        longest: float = 1800.0,
        parallel: int = 8,
    ) -> None:
        address = urlsplit(url)
        if address.scheme not in ("http", "https") or not address.hostname:
            raise ConfigError(f"{url!r} is no address of a server; one looks like http://localhost:8000/v1")
        if key_env and not os.environ.get(key_env):
            raise ConfigError(f"the environment variable {key_env!r} holds no key; set it, or leave the key out")
        self.url = url.rstrip("/")
        self.warnings: list[str] = []
        self._https = address.scheme == "https"
        self._host, self._port = address.hostname, address.port
        self._path = address.path.rstrip("/")
        self._key = os.environ.get(key_env, "") if key_env else ""
        self._tries, self._patience = max(1, tries), patience
        self._timeout, self._longest = timeout, longest
        self._left_out: set[str] = set()
        self._workers = ThreadPoolExecutor(max(1, parallel), "endpoint")
        self.model = model or self._only_model()

    async def generate(self, conversations: Sequence[Conversation], sampling: Sampling) -> list[Completion]:
        """Return one completion a conversation; i is sampled with `sampling.seed + i`. Token ids are not told by such
        servers. Raises ContextOverflow, InfraError, ModelError."""
        if sampling.call_grammar:
            self._warn("calls are not held to a grammar: an OpenAI-compatible server cannot be asked for that")
        return list(
            await asyncio.gather(*(self._one(c, sampling, sampling.seed + i) for i, c in enumerate(conversations)))
        )

    def models(self) -> list[str]:
        """Return what the server calls its models. Raises BackendError."""
        connection = self._connect()
        try:
            connection.request("GET", self._path + "/models", headers=self._headers())
            answer = connection.getresponse()
            text = answer.read(_MOST)
            found: Any = json.loads(text) if answer.status == 200 else None
            return [str(card["id"]) for card in found["data"]]
        except (OSError, HTTPException, ValueError, KeyError, TypeError) as error:
            raise BackendError(f"{self.url}/models cannot be read: {type(error).__name__}: {error}") from None
        finally:
            connection.close()

    def close(self) -> None:
        """Free the threads; may be called twice."""
        self._workers.shutdown(wait=False, cancel_futures=True)

    def _only_model(self) -> str:
        names = self.models()
        if len(names) != 1:
            raise ConfigError(f"{self.url} serves {len(names)} models ({', '.join(names[:20])}); name one")
        return names[0]

    async def _one(self, conversation: Conversation, sampling: Sampling, seed: int) -> Completion:
        body = request(self.model, conversation, sampling, seed)
        loop = asyncio.get_running_loop()
        problem = ""
        for attempt in range(self._tries):
            if attempt:
                await asyncio.sleep(self._patience * 2 ** (attempt - 1))
            exchange = _Exchange()
            future = loop.run_in_executor(self._workers, self._exchange, dict(body), exchange)
            try:
                turn = await future
            except InfraError as error:
                problem = str(error)
                continue
            except asyncio.CancelledError:
                exchange.cancel()
                raise
            return turn.completion(thinking=sampling.thinking)
        raise InfraError(f"{self.url}: no answer after {self._tries} tries; the last: {problem}")

    def _exchange(self, body: Body, exchange: _Exchange) -> Turn:
        """Make one request, and once more without what the server does not know."""
        for name in self._left_out:
            body.pop(name, None)
        try:
            return self._stream(body, exchange)
        except _Refused as refused:
            there = [name for name in _OPTIONAL if name in body]
            if refused.status not in (400, 422) or not there:
                raise ModelError(
                    f"{self.url} refuses the request: HTTP {refused.status} {refused.said[:200]}"
                ) from None
            for name in there:
                del body[name]
            try:
                turn = self._stream(body, exchange)
            except _Refused:
                raise ModelError(
                    f"{self.url} refuses the request: HTTP {refused.status} {refused.said[:200]}"
                ) from None
            self._left_out.update(there)
            self._warn(f"{self.url} refuses {', '.join(there)}; asked without")
            return turn

    def _stream(self, body: Body, exchange: _Exchange) -> Turn:
        connection = self._connect()
        started = time.monotonic()
        try:
            connection.connect()
            exchange.opened(connection.sock)
            headers = {**self._headers(), "Content-Type": "application/json", "Accept": "text/event-stream"}
            connection.request("POST", self._path + "/chat/completions", json.dumps(body), headers)
            answer = connection.getresponse()
            if answer.status != 200:
                raise _refused(answer, self.url)
            turn = Turn(started)
            if "event-stream" in (answer.headers.get("Content-Type") or ""):
                _events(answer, turn.piece, started + self._longest)
            else:
                turn.whole(_object(answer.read(_MOST)))
            turn.check()
            return turn
        except (OSError, HTTPException) as error:
            raise InfraError(f"{type(error).__name__}: {error}") from None
        finally:
            connection.close()

    def _connect(self) -> HTTPConnection:
        kind = HTTPSConnection if self._https else HTTPConnection
        return kind(self._host, self._port, timeout=self._timeout)

    def _headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self._key}"} if self._key else {}

    def _warn(self, text: str) -> None:
        if text not in self.warnings:
            self.warnings.append(text)


class _Exchange:
    """A request under way that may be taken back: its connection is closed, and the server sees that nobody waits."""

    def __init__(self) -> None:
        self._socket: socket | None = None
        self._cancelled = False

    def opened(self, connected: socket) -> None:
        self._socket = connected
        if self._cancelled:
            raise InfraError("taken back")

    def cancel(self) -> None:
        self._cancelled = True
        if self._socket is not None:
            with suppress(OSError):
                self._socket.shutdown(SHUT_RDWR)


class _Refused(Exception):
    def __init__(self, status: int, said: str) -> None:
        super().__init__(said)
        self.status = status
        self.said = said


def _refused(answer: HTTPResponse, url: str) -> Exception:
    said = answer.read(4096).decode("utf-8", "replace")
    low = said.lower()
    if (
        answer.status in (400, 413, 422, 500)
        and "context" in low
        and any(word in low for word in ("exceed", "length", "size", "longer", "maximum", "too long", "overflow"))
    ):
        return ContextOverflow(f"the server's context is too short: {said[:200]}")
    if answer.status >= 500 or answer.status in _AGAIN:
        return InfraError(f"HTTP {answer.status} {said[:200]}")
    if answer.status in (401, 403):
        return ModelError(f"{url} wants a key: HTTP {answer.status} {said[:200]}")
    if answer.status == 404:
        return ModelError(f"{url} knows no such model or path: {said[:200]}")
    return _Refused(answer.status, said)


def _events(answer: HTTPResponse, piece: Callable[[Body], None], until: float) -> None:
    """Hand on the objects of an event stream; comments and other fields are passed over."""
    size = 0
    while line := answer.readline(_MOST):
        size += len(line)
        if size >= _MOST:
            raise InfraError(f"the answer has more than {_MOST} bytes")
        if time.monotonic() > until:
            raise InfraError("the answer takes too long")
        text = line.strip()
        if text.startswith(b"error:"):  # llama-server, in the middle of a stream
            raise InfraError(f"the server broke off: {text[6:206].decode('utf-8', 'replace').strip()}")
        if not text.startswith(b"data:"):
            continue
        data = text[5:].strip()
        if data == b"[DONE]":
            return
        piece(_object(data))


def _object(text: bytes) -> Body:
    try:
        found: object = json.loads(text)
    except (ValueError, RecursionError):
        raise InfraError(f"the answer is not JSON: {text[:80]!r}") from None
    if not isinstance(found, dict):
        raise InfraError(f"the answer is no JSON object: {text[:80]!r}")
    return cast(Body, found)
