"""llama.cpp's server inside this process: it starts, it is asked, a request is taken back, it ends.

It answers on a loopback port that only we hold the key of. The bindings' own `handle_completions` cannot be cancelled
and does not tokenise; a closed connection is how llama.cpp learns that nobody waits for a stream any more.
"""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import threading
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from socket import SHUT_RDWR, socket
from typing import Any, cast
from urllib.parse import urlsplit

from botpsy.core.errors import ContextOverflow, InfraError, ModelError
from botpsy.models.interrupt import interrupt_held

Body = dict[str, Any]
_TIMEOUT = 600.0  # seconds without a byte


class LlamaServer:
    """A loaded model and its transport. As many requests are under way at once as there are slots (`parallel`).

    `states`: a folder in which a slot's state may be saved. `cache_mib`: memory for the prompts that lost their slot.
    Raises ModelError when llama.cpp cannot load the files.
    """

    def __init__(
        self,
        model: Path,
        *,
        adapter: Path | None,
        context: int,
        parallel: int,
        threads: int | None,
        states: Path | None,
        cache_mib: int,
    ) -> None:
        self._key = secrets.token_urlsafe(24)
        with interrupt_held():
            self._server: Any = _start(model, adapter, context, parallel, threads, states, cache_mib, self._key)
            address = urlsplit(str(self._server.listening_address))
            self._host, self._port = address.hostname or "127.0.0.1", address.port or 80
            self._workers = ThreadPoolExecutor(parallel, "llama-cpp")
            # freed before its loop runs, llama.cpp hangs for ever; an answer from the loop proves that it runs
            self.post("/slots")

    def post(self, path: str, body: Body | None = None) -> Any:
        """Return the answer to one small request; a GET without a body. Raises InfraError, ContextOverflow."""
        return self._exchange(path, body).run()

    async def ask(self, path: str, body: Body) -> Any:
        """Return the answer to one long request. When cancelled we stop waiting at once, but llama.cpp writes on to the
        end of that request. Raises InfraError, ContextOverflow."""
        exchange = self._exchange(path, body)
        future = self._submit(exchange.run)
        try:
            return await asyncio.wrap_future(future)
        finally:
            if not future.done() or future.cancelled():
                exchange.cancel()

    async def stream(self, path: str, body: Body) -> AsyncGenerator[Body, None]:
        """Yield the pieces of a streamed answer. Closing the iterator stops llama.cpp. Raises InfraError,
        ContextOverflow."""
        loop = asyncio.get_running_loop()
        queue: asyncio.Queue[Body | Exception | None] = asyncio.Queue()
        exchange = self._exchange(path, body)

        def put(item: Body | Exception | None) -> None:
            with suppress(RuntimeError):  # the loop has closed: nobody listens
                loop.call_soon_threadsafe(queue.put_nowait, item)

        def read() -> None:
            try:
                exchange.pieces(put)
            except Exception as error:  # every failure belongs to the one who waits
                put(error)
            else:
                put(None)

        future = self._submit(read)
        try:
            while (item := await queue.get()) is not None:
                if isinstance(item, Exception):
                    raise item
                yield item
        finally:
            future.cancel()
            exchange.cancel()

    def close(self) -> None:
        """Free the model. May be called twice; every later request raises InfraError."""
        self._workers.shutdown(wait=False, cancel_futures=True)
        self._server = None

    def _exchange(self, path: str, body: Body | None) -> _Exchange:
        if self._server is None:
            raise InfraError("the engine was closed; load it again")
        return _Exchange(self._host, self._port, self._key, path, body)

    def _submit(self, work: Callable[[], Any]) -> Future[Any]:
        return self._workers.submit(work)


class _Exchange:
    """One request and its answer, in a thread of its own. `cancel` may come from another thread at any moment."""

    def __init__(self, host: str, port: int, key: str, path: str, body: Body | None) -> None:
        self._connection = HTTPConnection(host, port, timeout=_TIMEOUT)
        self._headers = {"Content-Type": "application/json", "Authorization": f"Bearer {key}"}
        self._path, self._body = path, body
        self._cancelled = threading.Event()
        self._socket: socket | None = None  # http.client lets go of its own once an answer begins

    def cancel(self) -> None:
        self._cancelled.set()
        if self._socket is not None:
            with suppress(OSError):
                self._socket.shutdown(SHUT_RDWR)

    def run(self) -> Any:
        return self._with_answer(lambda answer: json.loads(answer.read()))

    def pieces(self, put: Callable[[Body], None]) -> None:
        def read(answer: Any) -> None:
            for line in answer:
                if line.startswith(b"data: ") and line.strip() != b"data: [DONE]":
                    piece = json.loads(line[6:])
                    if "error" in piece:
                        raise refusal(line[6:])
                    put(piece)
                elif line.startswith(b"error: "):
                    raise refusal(line[7:])

        self._with_answer(read)

    def _with_answer(self, read: Callable[[Any], Any]) -> Any:
        try:
            self._connection.connect()
            self._socket = self._connection.sock
            if self._cancelled.is_set():
                raise InfraError("cancelled")
            method, data = ("GET", None) if self._body is None else ("POST", json.dumps(self._body))
            self._connection.request(method, self._path, data, self._headers)
            answer = self._connection.getresponse()
            if answer.status != 200:
                raise refusal(answer.read())
            return read(answer)
        except (OSError, HTTPException, ValueError, AttributeError) as error:  # AttributeError: closed while reading
            raise InfraError(f"llama.cpp stopped answering: {type(error).__name__}: {error}") from None
        finally:
            self._connection.close()


def refusal(data: bytes) -> Exception:
    """Return the exception for an error that llama.cpp answered with."""
    try:
        error = json.loads(data)
        error = error.get("error", error)
        message, kind = str(error["message"]), str(error.get("type", ""))
    except (ValueError, KeyError, TypeError, AttributeError):
        message, kind = data[:200].decode(errors="replace"), ""
    if kind == "exceed_context_size_error":
        return ContextOverflow(message)
    return InfraError(f"llama.cpp refused: {message}")


def _start(
    model: Path,
    adapter: Path | None,
    context: int,
    parallel: int,
    threads: int | None,
    states: Path | None,
    cache_mib: int,
    key: str,
) -> Any:
    import xllamacpp  # pyright: ignore[reportMissingTypeStubs]

    library = cast(Any, xllamacpp)
    params = library.CommonParams()
    params.model.path = str(model)
    params.n_ctx = context * parallel
    params.n_parallel = parallel
    params.warmup = False
    params.fit_params = False  # fitting to the device's memory loads the model twice
    params.ui = False
    params.cache_ram_mib = cache_mib
    params.api_keys = [key]
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = threads or _cores()
    params.verbosity = 1 if os.environ.get("BOTPSY_DEBUG") else -1
    if adapter is not None:
        params.lora_adapters = [library.CommonAdapterLoraInfo(str(adapter), 1.0)]
    if states is not None:
        states.mkdir(parents=True, exist_ok=True)
        params.slot_save_path = str(states) + "/"
    try:
        return library.Server(params)
    except RuntimeError as error:
        with_it = f" with the adapter {adapter}" if adapter else ""
        raise ModelError(
            f"llama.cpp cannot load {model}{with_it}: {str(error).rstrip('.')}. Is it a whole GGUF, of an architecture "
            f"llama.cpp knows? BOTPSY_DEBUG=1 shows its log"
        ) from None


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 2
