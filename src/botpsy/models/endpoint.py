"""Servers that speak OpenAI's HTTP API with vLLM's additions, asked from many threads, and again after a failure.

Whatever comes back is untrusted: it is JSON of a known shape, or the request failed.
"""

from __future__ import annotations

import asyncio
import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPException
from typing import Any, cast
from urllib.parse import urlsplit

from botpsy.core.errors import ConfigError, ContextOverflow, InfraError, ModelError

Body = dict[str, Any]
_AGAIN = {408, 409, 425, 429}  # and all from 500 on
_MOST = 1 << 29  # bytes of an answer; more is no answer to what we ask


class Endpoints:
    """One or more servers with the same models, for instance `http://gpu1:8000/v1`.

    A request begins at the server that `key` falls on (equal prompts at the same one, which knows them already) and
    goes to the next after a failure. `tries`: requests before InfraError; `patience`: seconds before the second, twice
    that before the third. `parallel`: requests under way at once. `timeout`: seconds. `token`: sent as a bearer.
    """

    def __init__(
        self,
        urls: Sequence[str],
        *,
        tries: int = 4,
        patience: float = 1.0,
        parallel: int = 256,
        timeout: float = 600.0,
        token: str = "",
    ) -> None:
        if not urls:
            raise ConfigError("there is no server; name at least one, such as http://localhost:8000/v1")
        for url in urls:
            if urlsplit(url).scheme not in ("http", "https") or not urlsplit(url).netloc:
                raise ConfigError(f"{url!r} is no address of a server; one looks like http://localhost:8000/v1")
        self.urls = tuple(url.rstrip("/") for url in urls)
        self._tries = tries
        self._patience = patience
        self._timeout = timeout
        self._token = token
        self._workers = ThreadPoolExecutor(parallel, "endpoint")

    async def ask(self, path: str, body: Body, key: int = 0) -> Body:
        """Return the answer to a POST. Raises InfraError, ContextOverflow, ModelError for what no other try mends."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._workers, lambda: self.post(path, body, key))

    def post(self, path: str, body: Body, key: int = 0) -> Body:
        """Return the answer to a POST as JSON. Raises as `ask`."""
        return self._persist(lambda url: self._object(url + path, body), key)

    def get(self, path: str, key: int = 0) -> Body:
        """Return the answer to a GET as JSON. Raises as `ask`."""
        return self._persist(lambda url: self._object(url + path, None), key)

    def each(self, path: str, body: Body) -> None:
        """POST to every server; what it answers is no matter. Raises as `ask`, also when one alone fails."""
        for url in self.urls:
            self._persist(lambda _, url=url: self._exchange(url + path, body), 0)

    def at(self, url: str, path: str) -> Body:
        """Return the answer of one server to a GET. Raises as `ask`."""
        return self._persist(lambda _: self._object(url + path, None), 0)

    def close(self) -> None:
        """Free the threads; may be called twice."""
        self._workers.shutdown(wait=False, cancel_futures=True)

    def _persist(self, request: Callable[[str], Any], key: int) -> Any:
        problem = ""
        for attempt in range(self._tries):
            if attempt:
                time.sleep(self._patience * 2 ** (attempt - 1))
            url = self.urls[(key + attempt) % len(self.urls)]
            try:
                return request(url)
            except InfraError as error:
                problem = f"{url}: {error}"
        raise InfraError(f"no answer after {self._tries} tries. The last, {problem}")

    def _object(self, url: str, body: Body | None) -> Body:
        text = self._exchange(url, body)
        try:
            found: object = json.loads(text)
        except ValueError:
            raise InfraError(f"the answer is not JSON: {text[:80]!r}") from None
        if not isinstance(found, dict):
            raise InfraError(f"the answer is no JSON object: {text[:80]!r}")
        return cast(Body, found)

    def _exchange(self, url: str, body: Body | None) -> bytes:
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json"} | (
            {"Authorization": f"Bearer {self._token}"} if self._token else {}
        )
        try:
            with urllib.request.urlopen(
                urllib.request.Request(url, data, headers), timeout=self._timeout
            ) as answer:  # the scheme was checked above
                text = cast(bytes, answer.read(_MOST + 1))
        except urllib.error.HTTPError as error:
            raise _refused(error) from None
        except (OSError, HTTPException, ValueError) as error:
            raise InfraError(f"{type(error).__name__}: {getattr(error, 'reason', None) or error}") from None
        if len(text) > _MOST:
            raise InfraError(f"the answer has more than {_MOST} bytes")
        return text


def _refused(error: urllib.error.HTTPError) -> Exception:
    try:
        said = error.read(4096).decode(errors="replace")
    except (OSError, HTTPException):
        said = ""
    if error.code >= 500 or error.code in _AGAIN:
        return InfraError(f"HTTP {error.code} {said[:200]}")
    if error.code == 400 and ("context length" in said or "max_model_len" in said or "maximum model length" in said):
        return ContextOverflow(
            f"the server's context is too short: {said[:200]}. Start it with a larger --max-model-len"
        )
    if error.code == 404:
        return ModelError(f"the server knows no such model or path: {said[:200]}")
    return ModelError(f"the server refuses the request: HTTP {error.code} {said[:200]}")
