"""Runs BFCL's memory backends and their official checker in a process of its own:
`python -I -S -B THIS FOLDER EXTRA SCRATCH CPU`, where EXTRA are folders with what the key-value backend imports, joined
by the path separator ("" for none), and snapshots pass through the folder SCRATCH.

It imports nothing of BotPsy. An entry is {"id", "scenario"}, a memory what a snapshot holds (null: none yet). One JSON
line in, one out:

    {"do": "open", "entry", "memory", "messages"}        ->  {"messages": [{"role", "content"}]}
    {"do": "run", "entry", "memory", "before", "calls"}  ->  {"results": [str]}
    {"do": "save", "entry", "memory", "before"}          ->  {"memory": {...}}
    {"do": "form"}                                       ->  {"text": str}
    {"do": "check", "text", "answers"}                   ->  {"valid": bool, "reason": str}

The first line out is {"ready": true} or {"failed": reason}. A request that needs more than CPU seconds of processor
time ends the process with SIGPROF, one that needs more memory, or a longer snapshot, with status 3.
"""

from __future__ import annotations

import errno
import importlib
import json
import os
import shutil
import signal
import sys
import types
from pathlib import Path
from typing import Any, TextIO, cast

MEMORY = 1 << 30  # bytes of address space
FILES = 32
SNAPSHOT = 1 << 26  # bytes: one that is longer cannot be saved
UNUSED = {  # imported by the package for what is not done here
    "filelock": ("FileLock",),
    "tenacity": ("retry", "retry_if_exception_message", "retry_if_exception_type", "wait_random_exponential"),
    "bfcl_eval.model_handler.parser.java_parser": ("parse_java_function_call",),
    "bfcl_eval.model_handler.parser.js_parser": ("parse_javascript_function_call",),
}


def limit() -> None:
    """Bound memory, open files and their length. Does nothing where the system cannot."""
    try:
        import resource
    except ImportError:
        return
    for kind, most in (
        (resource.RLIMIT_AS, MEMORY),
        (resource.RLIMIT_NOFILE, FILES),
        (resource.RLIMIT_FSIZE, SNAPSHOT),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(kind, (most, most))


class Official:
    """The package's executor, backends, prompts and checker."""

    def __init__(self, folder: str, extra: str, scratch: str) -> None:
        sys.path[:0] = [folder, *filter(None, extra.split(os.pathsep))]
        os.environ["BFCL_PROJECT_ROOT"] = scratch  # where the package makes folders for results on import
        for name, members in UNUSED.items():
            stub = types.ModuleType(name)
            for member in members:
                setattr(stub, member, None)
            sys.modules[name] = stub
        overrides: Any = types.ModuleType("overrides")
        overrides.final = lambda method: method  # pyright: ignore
        sys.modules["overrides"] = overrides
        from bfcl_eval import utils  # pyright: ignore
        from bfcl_eval.constants.executable_backend_config import CLASS_FILE_PATH_MAPPING  # pyright: ignore
        from bfcl_eval.eval_checker.agentic_eval.agentic_checker import agentic_checker  # pyright: ignore
        from bfcl_eval.eval_checker.multi_turn_eval import multi_turn_utils  # pyright: ignore
        from bfcl_eval.model_handler.utils import add_memory_instruction_system_prompt  # pyright: ignore

        self.utils: Any = utils
        self.checker: Any = agentic_checker
        self.instruct: Any = add_memory_instruction_system_prompt
        self.executor: types.ModuleType = cast(types.ModuleType, multi_turn_utils)
        names = ("MemoryAPI_rec_sum", *(("MemoryAPI_kv",) if extra else ()))
        for name in names:
            importlib.import_module(CLASS_FILE_PATH_MAPPING[name])  # pyright: ignore
        # functions keep the builtins that they were made with; what they evaluate has none
        self.executor.__dict__["__builtins__"] = {}
        self.scratch = Path(scratch)
        self.number = 0

    def play(self, request: Any, *steps: Any) -> tuple[list[str], Any]:
        """Load the memory, run the steps; return the last one's results and the backend."""
        for name in [n for n in vars(self.executor) if n.endswith("_instance")]:
            del self.executor.__dict__[name]
        self.number += 1
        entry = request["entry"]
        category = self.utils.extract_test_category_from_id(entry["id"], remove_prereq=True)
        kind = f"MemoryAPI_{self.utils.extract_memory_backend_type(category)}"
        root = self.scratch / "memory"
        shutil.rmtree(root, ignore_errors=True)
        if request["memory"] is not None:
            folder = root / self.utils.get_directory_structure_by_id(entry["id"]) / "memory_snapshot"
            folder.mkdir(parents=True)
            (folder / f"{entry['scenario']}_final.json").write_text(json.dumps(request["memory"]))
        config = {kind: {"model_result_dir": root, "scenario": entry["scenario"], "test_id": entry["id"]}}
        results: list[str] = []
        instances: dict[str, Any] = {}
        every: list[Any] = [[], *steps]
        for calls in every:
            results, instances = cast(Any, self.executor).execute_multi_turn_func_call(
                calls, config, [kind], f"botpsy{self.number}", entry["id"]
            )
        return results, instances[kind]

    def open(self, request: Any) -> dict[str, Any]:
        """Return the first turn's messages with the official instructions and what the memory shows of itself."""
        item: str = request["entry"]["id"]
        question = [request["messages"]]
        self.utils.process_agentic_test_case([{"id": item, "question": question}])
        _, backend = self.play(request)
        told = self.instruct(question, item.rsplit("_", 1)[0], request["entry"]["scenario"], backend)
        return {"messages": told[0]}

    def run(self, request: Any) -> dict[str, Any]:
        """Return the results of the calls."""
        return {"results": self.play(request, *request["before"], request["calls"])[0]}

    def save(self, request: Any) -> dict[str, Any]:
        """Return the memory as the package writes it at the end of a conversation."""
        _, backend = self.play(request, *request["before"])
        backend._flush_memory_to_local_file()
        return {"memory": json.loads(backend.latest_snapshot_file.read_text())}

    def form(self, request: Any) -> dict[str, Any]:  # noqa: ARG002
        """Return the official text that asks for an answer's form."""
        return {"text": self.utils.ADDITIONAL_SYSTEM_PROMPT_FOR_AGENTIC_RESPONSE_FORMAT}

    def check(self, request: Any) -> dict[str, Any]:
        """Return the verdict on a text."""
        verdict = self.checker(request["text"], request["answers"])
        if verdict["valid"]:
            return {"valid": True, "reason": ""}
        return {"valid": False, "reason": f"{verdict['error_type']}: {verdict['error_message']}"[:1000]}


def serve(folder: str, extra: str, scratch: str, cpu: float, out: TextIO) -> None:
    """Answer requests until the other side closes. `cpu`: seconds of processor time a request."""

    def answer(row: dict[str, Any]) -> None:
        out.write(json.dumps(row) + "\n")
        out.flush()

    try:
        official = Official(folder, extra, scratch)
    except Exception as error:
        answer({"failed": f"{type(error).__name__}: {error}"[:1000]})
        return
    limit()
    signal.signal(signal.SIGPROF, signal.SIG_DFL)  # ends the process, also in the middle of one long operation
    answer({"ready": True})
    does = {name: getattr(official, name) for name in ("open", "run", "save", "form", "check")}
    for line in sys.stdin:
        request = json.loads(line)
        signal.setitimer(signal.ITIMER_PROF, cpu)
        try:
            answer(does[request["do"]](request))
        except MemoryError:
            os._exit(3)
        except OSError as error:
            if error.errno != errno.EFBIG:
                raise
            os._exit(3)  # a snapshot longer than it may be
        signal.setitimer(signal.ITIMER_PROF, 0)


if __name__ == "__main__":
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what the package prints is no reply
    serve(sys.argv[1], sys.argv[2], sys.argv[3], float(sys.argv[4]), replies)
