"""Runs the official BFCL checker in a process of its own, for values that a model wrote: `python -I -S -B THIS FOLDER`.

It imports nothing of BotPsy, and only the standard library and the wheel in FOLDER. One JSON line in, one out:

    {"language", "category", "functions", "output", "answers"}  ->  {"valid": bool, "reason": str}

The first line out is {"ready": true} or {"failed": reason}. What the checker cannot compare counts as wrong;
running out of memory or time ends the process.
"""

from __future__ import annotations

import json
import os
import sys
import types
from typing import Any, TextIO, cast

MEMORY = 1 << 30  # bytes of address space
CPU = 600  # seconds, over the life of the process
FILES = 32
MODEL = "botpsy"  # the checker looks a model up only to learn whether its API forbids dots in names


def limit() -> None:
    """Bound memory, processor time, open files, and forbid writing files. Does nothing where the system cannot."""
    try:
        import resource
    except ImportError:
        return
    for kind, most in (
        (resource.RLIMIT_AS, MEMORY),
        (resource.RLIMIT_CPU, CPU),
        (resource.RLIMIT_NOFILE, FILES),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(kind, (most, most))


def load(folder: str) -> tuple[Any, Any]:
    """Import the checker. The module that would import every vendor's client is replaced by the one entry it needs."""
    sys.path.insert(0, folder)
    stub: Any = types.ModuleType("bfcl_eval.constants.model_config")
    stub.MODEL_CONFIG_MAPPING = {MODEL: types.SimpleNamespace(underscore_to_dot=False)}
    sys.modules[stub.__name__] = stub
    from bfcl_eval.constants.enums import Language  # pyright: ignore
    from bfcl_eval.eval_checker.ast_eval.ast_checker import ast_checker  # pyright: ignore

    return cast(Any, ast_checker), cast(Any, Language)


def judge(checker: Any, language: Any, request: Any) -> dict[str, Any]:
    """Return the verdict on one item."""
    try:
        verdict = checker(
            request["functions"],
            request["output"],
            request["answers"],
            language(request["language"]),
            request["category"],
            MODEL,
        )
    except MemoryError:
        os._exit(3)
    except Exception as error:  # the checker assumes shapes that a model need not keep to; the value is not the answer
        return {"valid": False, "reason": f"the checker cannot compare it: {type(error).__name__}: {error}"[:1000]}
    if verdict["valid"]:
        return {"valid": verdict["valid"], "reason": ""}
    errors = [e if isinstance(e, str) else json.dumps(e, default=str) for e in verdict["error"]]
    return {"valid": False, "reason": f"{verdict.get('error_type', '')}: {' '.join(errors)}"[:1000]}


def serve(folder: str, out: TextIO) -> None:
    """Answer requests until the other side closes."""

    def answer(row: dict[str, Any]) -> None:
        out.write(json.dumps(row) + "\n")
        out.flush()

    try:
        checker, language = load(folder)
    except Exception as error:
        answer({"failed": f"{type(error).__name__}: {error}"[:1000]})
        return
    limit()
    answer({"ready": True})
    for line in sys.stdin:
        answer(judge(checker, language, json.loads(line)))


if __name__ == "__main__":
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what the checker prints is no reply
    serve(sys.argv[1], replies)
