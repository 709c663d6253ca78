"""The checkers of the BFCL wheel called directly, in a process of their own, for agreement with our path."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

_SET_UP = """
import json, sys, types

def stub(name, **members):
    module = types.ModuleType(name)
    module.__dict__.update(members)
    sys.modules[name] = module

sys.path.insert(0, sys.argv[1])
sys.path.extend(sys.argv[2:])

class Lock:
    def __init__(self, path): pass
    def __enter__(self): return self
    def __exit__(self, *error): return None

plain = types.SimpleNamespace(underscore_to_dot=False)
stub("bfcl_eval.constants.model_config", MODEL_CONFIG_MAPPING={"m": plain})
stub("bfcl_eval.eval_checker.eval_runner_helper")
stub("bfcl_eval.model_handler.parser.java_parser", parse_java_function_call=None)
stub("bfcl_eval.model_handler.parser.js_parser", parse_javascript_function_call=None)
stub("filelock", FileLock=Lock)
stub("overrides", final=lambda method: method)
stub("dotenv", load_dotenv=None)
stub("tqdm", tqdm=None)
names = "retry", "retry_if_exception_message", "retry_if_exception_type", "wait_random_exponential"
stub("tenacity", **dict.fromkeys(names))
"""

_AGENTIC = """
from bfcl_eval.eval_checker.eval_runner import _evaluate_single_agentic_entry

class Handler:
    def decode_execute(self, said, has_tool_call_tag):
        if isinstance(said, str):
            raise ValueError("no call")
        return said

for line in sys.stdin:
    steps, answers = json.loads(line)
    entry = {"question": []}
    verdict = _evaluate_single_agentic_entry(Handler(), "memory_kv_0", [steps], answers, entry, "m", "memory_kv")
    print("RESULT", json.dumps(verdict["valid"]))
"""

_BACKEND = """
import tempfile
from pathlib import Path
from bfcl_eval.constants.executable_backend_config import CLASS_FILE_PATH_MAPPING
import importlib

for line in sys.stdin:
    name, entry, scenario, calls = json.loads(line)
    backend = getattr(importlib.import_module(CLASS_FILE_PATH_MAPPING[name]), name)()
    with tempfile.TemporaryDirectory() as folder:
        backend._load_scenario({"model_result_dir": Path(folder), "test_id": entry, "scenario": scenario})
        results = []
        for method, arguments in calls:
            try:
                results.append(json.dumps(getattr(backend, method)(**arguments)))
            except Exception as error:
                results.append(f"Error during execution: {error}")
        backend._flush_memory_to_local_file()
        print("RESULT", json.dumps([results, json.loads(backend.latest_snapshot_file.read_text())]))
"""

_PROMPTS = """
from bfcl_eval.utils import load_dataset_entry, load_ground_truth_entry
from bfcl_eval.model_handler.utils import system_prompt_pre_processing_chat_model

for line in sys.stdin:
    wanted = json.loads(line)
    answers = load_ground_truth_entry("format_sensitivity")
    for entry, answer in zip(load_dataset_entry("format_sensitivity"), answers, strict=True):
        _, config, item = entry["id"].split(":")
        if item in wanted:
            told = system_prompt_pre_processing_chat_model(entry["question"][0], entry["function"], entry["id"])
            print("RESULT", json.dumps([config, item, told, answer["ground_truth"]]))
"""

_FORMATS = """
from bfcl_eval.constants.enums import Language, ReturnFormat
from bfcl_eval.eval_checker.eval_runner import _evaluate_single_ast_entry
from bfcl_eval.model_handler.utils import default_decode_ast_prompting, parse_prompt_variation_params

class Handler:
    def decode_ast(self, result, language, has_tool_call_tag):
        return default_decode_ast_prompting(result, language, has_tool_call_tag)

for line in sys.stdin:
    config, item, functions, text, answers = json.loads(line)
    returned, tag, *_ = parse_prompt_variation_params(config)
    try:
        valid = _evaluate_single_ast_entry(
            Handler(), f"format_sensitivity_0:{config}:{item}", text, answers, {"function": functions}, "m",
            "format_sensitivity", language=Language.PYTHON, return_format=ReturnFormat(returned), has_tool_call_tag=tag,
        )["valid"]
    except Exception:
        valid = False
    print("RESULT", json.dumps(valid))
"""

CODE = {"agentic": _AGENTIC, "backend": _BACKEND, "prompts": _PROMPTS, "formats": _FORMATS}


def direct(what: str, rows: Sequence[object], folder: Path, scratch: Path, *extra: Path) -> list[object]:
    """Return what the wheel says of each row; it makes its folders for results in `scratch`."""
    command = [sys.executable, "-B", "-c", _SET_UP + CODE[what], str(folder), *map(str, extra)]
    done = subprocess.run(
        command,
        input="\n".join(map(json.dumps, rows)),
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "BFCL_PROJECT_ROOT": str(scratch)},
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return [json.loads(line[7:]) for line in done.stdout.splitlines() if line.startswith("RESULT ")]
