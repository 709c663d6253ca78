"""Writes BFCL's prompts in a format, and decodes and checks what a model answered, in a process of its own:
`python -I -S -B THIS FOLDER CPU`.

It imports nothing of BotPsy. One JSON line in, one out:

    {"do": "prompt", "id", "functions", "messages"}                ->  {"messages": [{"role", "content"}]}
    {"do": "check", "format", "item", "functions", "answers", "text"}  ->  {"valid": bool, "reason": str}

The first line out is {"ready": true} or {"failed": reason}. The official decoder evaluates sums that a model wrote as
Python; here only those of literals. A request that needs more than CPU seconds of processor time ends the process with
SIGPROF, one that needs more memory with status 3.
"""

from __future__ import annotations

import ast
import json
import os
import signal
import sys
import tempfile
import types
from typing import Any, TextIO, cast

MEMORY = 1 << 30  # bytes of address space
FILES = 32
MODEL = "botpsy"  # the checker looks a model up only to learn whether its API forbids dots in names
UNUSED = {  # imported by the package for what is not done here
    "filelock": ("FileLock",),
    "tenacity": ("retry", "retry_if_exception_message", "retry_if_exception_type", "wait_random_exponential"),
    "bfcl_eval.model_handler.parser.java_parser": ("parse_java_function_call",),
    "bfcl_eval.model_handler.parser.js_parser": ("parse_javascript_function_call",),
}
LITERAL = (
    ast.Expression, ast.BinOp, ast.UnaryOp, ast.Constant, ast.List, ast.Tuple, ast.Dict, ast.operator, ast.unaryop,
    ast.expr_context,
)  # fmt: skip


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


def literal_value(source: str) -> Any:
    """Return the value of an expression of literals. Raises ValueError for any other, SyntaxError for none."""
    tree = ast.parse(source, mode="eval")
    for node in ast.walk(tree):
        if not isinstance(node, LITERAL):
            raise ValueError(f"a {type(node).__name__} is not evaluated")
    return eval(compile(tree, "<answer>", "eval"), {"__builtins__": {}})


class Official:
    """The package's prompts, decoder and checker."""

    def __init__(self, folder: str) -> None:
        sys.path.insert(0, folder)
        for name, members in UNUSED.items():
            stub = types.ModuleType(name)
            for member in members:
                setattr(stub, member, None)
            sys.modules[name] = stub
        models: Any = types.ModuleType("bfcl_eval.constants.model_config")
        models.MODEL_CONFIG_MAPPING = {MODEL: types.SimpleNamespace(underscore_to_dot=False)}
        sys.modules[models.__name__] = models
        for gone in ("NameConstant", "Ellipsis"):  # which Python 3.14 lacks, and the decoder asks for
            if gone not in vars(ast):
                setattr(ast, gone, type(gone, (), {}))
        with tempfile.TemporaryDirectory() as scratch:  # where the package makes folders for results on import
            os.environ["BFCL_PROJECT_ROOT"] = scratch
            from bfcl_eval import utils  # pyright: ignore
            from bfcl_eval.constants.enums import Language, ReturnFormat  # pyright: ignore
            from bfcl_eval.eval_checker.ast_eval.ast_checker import ast_checker  # pyright: ignore
            from bfcl_eval.model_handler import utils as handler  # pyright: ignore
        self.utils: Any = utils
        decoder = cast(types.ModuleType, handler)
        decoder.__dict__["eval"] = literal_value  # found before the builtin one
        self.handler: Any = decoder
        self.returned: Any = ReturnFormat
        self.language: Any = Language
        self.checker: Any = ast_checker

    def prompt(self, request: Any) -> dict[str, Any]:
        """Return the question's messages with the instructions and the functions before them."""
        entry = {"id": request["id"], "question": [request["messages"]], "function": request["functions"]}
        for _ in range(2):  # the official loader adds the hint to an item of its category, and again to one of this
            self.utils.add_language_specific_hint_to_function_doc([entry])
        told = self.handler.system_prompt_pre_processing_chat_model(
            request["messages"], entry["function"], request["id"]
        )
        return {"messages": told}

    def check(self, request: Any) -> dict[str, Any]:
        """Return the verdict on a text. What cannot be decoded or compared is wrong."""
        returned, tagged, *_ = self.handler.parse_prompt_variation_params(request["format"])
        try:
            made = self.handler.default_decode_ast_prompting(request["text"], self.returned(returned), tagged)
        except MemoryError:
            raise
        except Exception as error:
            return _wrong(f"cannot be decoded: {type(error).__name__}: {error}")
        if not self.utils.is_function_calling_format_output(made):
            return _wrong("is no list of calls")
        try:
            verdict = self.checker(
                request["functions"], made, request["answers"], self.language("python"), request["item"], MODEL
            )
        except MemoryError:
            raise
        except Exception as error:  # the checker assumes shapes that a model need not keep to
            return _wrong(f"the checker cannot compare it: {type(error).__name__}: {error}")
        if verdict["valid"]:
            return {"valid": True, "reason": ""}
        errors = [e if isinstance(e, str) else json.dumps(e, default=str) for e in verdict["error"]]
        return _wrong(f"{verdict.get('error_type', '')}: {' '.join(errors)}")


def _wrong(reason: str) -> dict[str, Any]:
    return {"valid": False, "reason": reason[:1000]}


def serve(folder: str, cpu: float, out: TextIO) -> None:
    """Answer requests until the other side closes. `cpu`: seconds of processor time a request."""

    def answer(row: dict[str, Any]) -> None:
        out.write(json.dumps(row) + "\n")
        out.flush()

    try:
        official = Official(folder)
    except Exception as error:
        answer({"failed": f"{type(error).__name__}: {error}"[:1000]})
        return
    limit()
    signal.signal(signal.SIGPROF, signal.SIG_DFL)  # ends the process, also in the middle of one long operation
    answer({"ready": True})
    does = {"prompt": official.prompt, "check": official.check}
    for line in sys.stdin:
        request = json.loads(line)
        signal.setitimer(signal.ITIMER_PROF, cpu)
        try:
            answer(does[request["do"]](request))
        except MemoryError:
            os._exit(3)
        signal.setitimer(signal.ITIMER_PROF, 0)


if __name__ == "__main__":
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what the package prints is no reply
    serve(sys.argv[1], float(sys.argv[2]), cast(TextIO, replies))
