"""Runs BFCL's web search in a process of its own: `python -I -S -B THIS FOLDER ENDPOINT CPU`, with the key of the
search service in SERPAPI_API_KEY.

It imports nothing of BotPsy. One JSON line in, one out:

    {"snippets": bool, "calls": [str]}  ->  {"results": [str], "unavailable": ""}

and where the search service fails {"results": [], "unavailable": reason}.

The first line out is {"ready": true} or {"failed": reason}. The search and the fetching of pages are the package's; the
service's client, of which it needs one request, is replaced by that request to ENDPOINT. Pages are fetched from public
addresses only, also after a redirection: what a model asks for must not reach this machine or its network.

A request that needs more than CPU seconds of processor time ends the process with SIGPROF, one that needs more memory
with status 3.
"""

from __future__ import annotations

import importlib
import ipaddress
import json
import os
import signal
import socket
import sys
import types
from typing import Any, TextIO, cast
from urllib.parse import urlsplit

MEMORY = 1 << 30  # bytes of address space
FILES = 64
WAIT = 60  # seconds for the search service
PROXIES = ("http_proxy", "https_proxy", "all_proxy")


class Unavailable(BaseException):
    """The search service failed, which the package would show to the model, or wait for without end."""


def limit() -> None:
    """Bound memory and open files, and forbid writing files. Does nothing where the system cannot."""
    try:
        import resource
    except ImportError:
        return
    for kind, most in (
        (resource.RLIMIT_AS, MEMORY),
        (resource.RLIMIT_NOFILE, FILES),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(kind, (most, most))


def public_only(known: set[str]) -> None:
    """Have names resolve to public addresses only, but for the hosts that are `known`."""
    resolve = socket.getaddrinfo

    def resolved(host: Any, *rest: Any, **named: Any) -> Any:
        found = resolve(host, *rest, **named)
        if host in known:
            return found
        public = [row for row in found if ipaddress.ip_address(str(row[4][0]).partition("%")[0]).is_global]
        if not public:
            raise OSError(f"{host} is no public address")
        return public

    socket.getaddrinfo = resolved


def client(endpoint: str, requests: Any) -> types.ModuleType:
    """Return what stands for the service's client."""

    class GoogleSearch:
        def __init__(self, params: dict[str, Any]) -> None:
            self.params = params

        def get_dict(self) -> Any:
            try:
                reply = requests.get(endpoint, params={**self.params, "output": "json"}, timeout=WAIT)
                found = reply.json()
            except Exception as error:  # its text may hold the address, and that the key
                raise Unavailable(f"the search service cannot be reached: {type(error).__name__}") from None
            if reply.status_code in (401, 403, 429) or reply.status_code >= 500:
                why = found.get("error", "") if isinstance(found, dict) else ""  # pyright: ignore
                raise Unavailable(f"the search service answers {reply.status_code}: {str(why)[:200]}")  # pyright: ignore
            return found

    module: Any = types.ModuleType("serpapi")
    module.GoogleSearch = GoogleSearch
    return cast(types.ModuleType, module)


class Official:
    """The package's executor and its web search."""

    def __init__(self, folder: str, endpoint: str) -> None:
        sys.path.insert(0, folder)
        import requests  # pyright: ignore

        proxies = [os.environ.get(name) or os.environ.get(name.upper()) or "" for name in PROXIES]
        public_only({urlsplit(address).hostname or "" for address in (endpoint, *proxies)})
        sys.modules["serpapi"] = client(endpoint, requests)
        from bfcl_eval.constants.executable_backend_config import CLASS_FILE_PATH_MAPPING  # pyright: ignore
        from bfcl_eval.eval_checker.multi_turn_eval import multi_turn_utils  # pyright: ignore

        importlib.import_module(CLASS_FILE_PATH_MAPPING["WebSearchAPI"])  # pyright: ignore
        self.executor: types.ModuleType = cast(types.ModuleType, multi_turn_utils)
        # functions keep the builtins that they were made with; what they evaluate has none
        self.executor.__dict__["__builtins__"] = {}

    def run(self, request: Any) -> dict[str, Any]:
        """Return the results of the calls; a search keeps nothing from one to the next."""
        for name in [n for n in vars(self.executor) if n.endswith("_instance")]:
            del self.executor.__dict__[name]
        config = {"WebSearchAPI": {"show_snippet": request["snippets"]}}
        try:
            results, _ = cast(Any, self.executor).execute_multi_turn_func_call(
                request["calls"], config, ["WebSearchAPI"], "botpsy", "web_search"
            )
        except Unavailable as error:
            return {"results": [], "unavailable": str(error)}
        return {"results": results, "unavailable": ""}


def serve(folder: str, endpoint: str, cpu: float, out: TextIO) -> None:
    """Answer requests until the other side closes. `cpu`: seconds of processor time a request."""

    def answer(row: dict[str, Any]) -> None:
        out.write(json.dumps(row) + "\n")
        out.flush()

    try:
        official = Official(folder, endpoint)
    except Exception as error:
        answer({"failed": f"{type(error).__name__}: {error}"[:1000]})
        return
    limit()
    signal.signal(signal.SIGPROF, signal.SIG_DFL)  # ends the process, also in the middle of one long operation
    answer({"ready": True})
    for line in sys.stdin:
        signal.setitimer(signal.ITIMER_PROF, cpu)
        try:
            answer(official.run(json.loads(line)))
        except MemoryError:
            os._exit(3)
        signal.setitimer(signal.ITIMER_PROF, 0)


if __name__ == "__main__":
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what the package prints is no reply
    serve(sys.argv[1], sys.argv[2], float(sys.argv[3]), replies)
