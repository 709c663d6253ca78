"""Our end of BFCL's web search, which runs in a worker process with the person's own key."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol, cast

from botpsy.benchmarks.worker import OverLimit, Worker
from botpsy.core.errors import BackendError, InfraError
from botpsy.core.messages import Json

KEY = "SERPAPI_API_KEY"
ENDPOINT = "https://serpapi.com/search"
CPU = 30.0  # seconds of processor time for one step: long pages are read in a few
TOO_MUCH = "Error during execution: the page is too large"
_WORKER = Path(__file__).with_name("bfcl_web_worker.py")
_LONGEST = 1 << 23  # characters of a reply: whole pages
_NETWORK = ("http_proxy", "https_proxy", "all_proxy", "no_proxy", "ssl_cert_file", "requests_ca_bundle")


class Search(Protocol):
    """Runs the calls of one step, as the official executor's texts, and returns their results in order; without
    `snippets` results of a search are titles and addresses only. Raises InfraError when the service fails."""

    def run(self, calls: Sequence[str], *, snippets: bool) -> list[str]: ...
    def close(self) -> None: ...


class WebSearch:
    """A worker on demand. `folder` holds `bfcl_eval` and what its web search imports; `key` is the person's.

    Example:
        search = WebSearch(ensure_web(), os.environ[KEY])
        search.run(["search_engine_query(keywords='BFCL')"], snippets=True)
    """

    def __init__(
        self, folder: Path, key: str, *, endpoint: str = ENDPOINT, cpu: float = CPU, timeout: float = 300.0
    ) -> None:
        command = [sys.executable, "-I", "-S", "-B", str(_WORKER), str(folder), endpoint, str(cpu)]
        network = {name: os.environ[name] for n in _NETWORK for name in (n, n.upper()) if name in os.environ}
        self._worker = Worker("BFCL web search", command, timeout=timeout, env={KEY: key, **network}, longest=_LONGEST)

    def run(self, calls: Sequence[str], *, snippets: bool) -> list[str]:
        """Run the calls. Raises BackendError when the search service fails, InfraError when the worker does. Where a
        page needs too much, that is each call's result."""
        try:
            reply = self._worker.ask({"calls": calls, "snippets": snippets}, "results")
        except OverLimit:
            return [TOO_MUCH] * len(calls)
        if reply.get("unavailable"):
            raise BackendError(f"{reply['unavailable']}. Look at the key in {KEY}, its searches and the network")
        results = reply["results"]
        if not isinstance(results, list) or len(cast("list[Json]", results)) != len(calls):
            self.close()
            raise InfraError(f"the BFCL web search answered {str(reply)[:200]!r} instead of {len(calls)} results")
        return [str(result) for result in cast("list[Json]", results)]

    def close(self) -> None:
        """End the worker; may be called twice, and the search may be used again."""
        self._worker.close()
