"""Runs BFCL's worlds and their official checker in a process of its own: `python -I -S -B THIS FOLDER MPMATH CPU`.

It imports nothing of BotPsy. One JSON line in, one out:

    {"do": "run", "entry", "before", "calls"}     ->  {"results": [str]}
    {"do": "check", "entry", "steps", "truth"}    ->  {"valid": bool, "reason": str}
    {"do": "announce", "functions"}               ->  {"text": str}

The first line out is {"ready": true} or {"failed": reason}. The official executor evaluates text and keeps worlds in
its module's globals by name: it gets no builtins here, each request has a name of its own, and old worlds go.

A request that needs more than CPU seconds of processor time ends the process with SIGPROF (a check, which runs
everything twice over, may have twice that), one that needs more memory with status 3.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import types
from typing import Any, TextIO, cast

MEMORY = 1 << 30  # bytes of address space
FILES = 32


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


class Official:
    """The package's executor and checker."""

    def __init__(self, folder: str, mpmath: str) -> None:
        sys.path[:0] = [folder, mpmath]
        from bfcl_eval.constants import default_prompts  # pyright: ignore
        from bfcl_eval.constants.executable_backend_config import CLASS_FILE_PATH_MAPPING  # pyright: ignore
        from bfcl_eval.eval_checker.multi_turn_eval import multi_turn_checker, multi_turn_utils  # pyright: ignore

        self.utils: types.ModuleType = cast(types.ModuleType, multi_turn_utils)
        self.checker: Any = multi_turn_checker
        self.prompts: Any = default_prompts
        import importlib

        for name, path in CLASS_FILE_PATH_MAPPING.items():  # pyright: ignore
            if not name.startswith(("Memory", "WebSearch")):  # pyright: ignore
                importlib.import_module(path)  # pyright: ignore
        # functions keep the builtins that they were made with; what they evaluate has none
        self.utils.__dict__["__builtins__"] = {}
        self.number = 0

    def fresh(self) -> str:
        """Return a name that no world had, and forget all worlds."""
        for name in [n for n in vars(self.utils) if n.endswith("_instance")]:
            del self.utils.__dict__[name]
        self.number += 1
        return f"botpsy{self.number}"

    def run(self, request: Any) -> dict[str, Any]:
        """Return the results of the last step."""
        entry, name = request["entry"], self.fresh()
        results: Any = []
        for calls in [*request["before"], request["calls"]]:
            results, _ = cast(Any, self.utils).execute_multi_turn_func_call(
                calls,
                entry["initial_config"],
                entry["involved_classes"],
                name,
                entry["id"],
                long_context="long_context" in entry["id"],
            )
        return {"results": results}

    def check(self, request: Any) -> dict[str, Any]:
        """Return the verdict. What the checker cannot compare counts as wrong."""
        entry = request["entry"]
        try:
            category = entry["id"].rsplit("_", 1)[0]
            verdict = self.checker.multi_turn_checker(request["steps"], request["truth"], entry, category, self.fresh())
        except MemoryError:
            raise
        except Exception as error:
            return {"valid": False, "reason": f"the checker cannot compare it: {type(error).__name__}: {error}"[:1000]}
        if verdict["valid"]:
            return {"valid": True, "reason": ""}
        return {"valid": False, "reason": f"{verdict.get('error_type', '')}: {verdict.get('error_message', '')}"[:1000]}

    def announce(self, request: Any) -> dict[str, Any]:
        """Return the official text about functions that appear later."""
        template: str = self.prompts.DEFAULT_USER_PROMPT_FOR_ADDITIONAL_FUNCTION_PROMPTING
        return {"text": template.format(functions=request["functions"])}


def serve(folder: str, mpmath: str, cpu: float, out: TextIO) -> None:
    """Answer requests until the other side closes. `cpu`: seconds of processor time a request."""

    def answer(row: dict[str, Any]) -> None:
        out.write(json.dumps(row) + "\n")
        out.flush()

    try:
        official = Official(folder, mpmath)
    except Exception as error:
        answer({"failed": f"{type(error).__name__}: {error}"[:1000]})
        return
    limit()
    signal.signal(signal.SIGPROF, signal.SIG_DFL)  # ends the process, also in the middle of one long operation
    answer({"ready": True})
    does = {"run": official.run, "check": official.check, "announce": official.announce}
    for line in sys.stdin:
        request = json.loads(line)
        signal.setitimer(signal.ITIMER_PROF, cpu * (2 if request["do"] == "check" else 1))
        try:
            answer(does[request["do"]](request))
        except MemoryError:
            os._exit(3)
        signal.setitimer(signal.ITIMER_PROF, 0)


if __name__ == "__main__":
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what the package prints is no reply
    serve(sys.argv[1], sys.argv[2], float(sys.argv[3]), replies)
