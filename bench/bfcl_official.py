"""The official BFCL harness as a side of `bfcl_speed.py`: its packages, its folder, its two commands, its verdicts.

The packages lie in a folder of their own in our cache (or in --official), made on first use: `bfcl-eval` without what
it asks for (6 GB), and the few packages that generation and checking import (0.4 GB). Python 3.11 or 3.12, since
`tree_sitter` 0.21.3 and `numpy` 1.26.4, which it pins, have no wheels for later ones.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import urllib.request
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from urllib.parse import urlsplit

from bfcl_cli import MODEL, NEW

import botpsy
from botpsy.benchmarks.bfcl_install import SHA256, VERSION
from botpsy.benchmarks.pinned_wheel import PinnedWheel, ensure_wheel
from botpsy.core.messages import Json

NEEDS = (
    "filelock==3.20.0", "jinja2>=3.1.6,<4", "mpmath==1.3.0", "numpy==1.26.4", "openai>=2,<3", "overrides>=7.7,<8",
    "pandas>=2.2,<4", "python-dotenv>=1.0.1", "requests>=2.32", "tabulate>=0.9", "tenacity>=8.5", "tqdm>=4.66",
    "transformers>=5.2,<6", "tree_sitter==0.21.3", "tree-sitter-java==0.21.0", "tree-sitter-javascript==0.21.4",
    "typer>=0.12.5",
)  # fmt: skip
_HERE = "127.0.0.1,localhost"
_FAILED = "Error during inference"


def ensure_official(cache: Path | None = None) -> Path:
    """Return the folder with the harness and what it imports, fetching it the first time. Raises BackendError."""
    folder = f"bfcl-official-{sys.implementation.cache_tag}"
    wheel = PinnedWheel("bfcl-eval", "bfcl_eval", VERSION, SHA256, folder, "the official BFCL harness", NEEDS)
    return ensure_wheel(wheel, cache=cache, progress=lambda line: print(line, flush=True))


def write_tokenizer(model: Path, folder: Path) -> None:
    """Write the tokenizer and configuration of a GGUF as the harness reads them, to count a prompt's tokens with."""
    from transformers import AutoConfig

    from botpsy.models.hub_tokenizer import load_hub_tokenizer

    load_hub_tokenizer(model).save_pretrained(folder)
    AutoConfig.from_pretrained(str(model.parent), gguf_file=model.name).save_pretrained(folder)


class Harness:
    """The two commands over the items `ids` (by category). `packages`: see `ensure_official`; `tokenizer`: a folder,
    see `write_tokenizer`; `project`: an empty folder, where the harness keeps what it makes; `new`: most tokens of an
    answer."""

    def __init__(
        self, packages: Path, tokenizer: Path, project: Path, ids: Mapping[str, Sequence[str]], new: int
    ) -> None:
        self._new = new
        self._packages = packages
        self._tokenizer = tokenizer
        self._project = project
        self._categories = sorted(ids)
        project.mkdir(parents=True, exist_ok=True)
        (project / "test_case_ids_to_generate.json").write_text(json.dumps(dict(ids)))

    def generate(self, address: str, threads: int | None) -> None:
        """Ask the server at `address` for all answers, greedily. `threads`: None for the harness's own choice, 100."""
        words = ["--run-ids", "--skip-server-setup", "--include-input-log", "--temperature", "0"]
        words += ["--local-model-path", str(self._tokenizer)]
        words += [] if threads is None else ["--num-threads", str(threads)]
        self._call("generate", words, address)

    def evaluate(self) -> None:
        """Judge the answers."""
        self._call(
            "evaluate", ["--partial-eval", "--score-dir", "score", "--test-category", ",".join(self._categories)]
        )

    def _call(self, verb: str, words: Sequence[str], address: str = "") -> None:
        told = {key: value for key, value in os.environ.items() if not key.startswith(("REMOTE_OPENAI", "PYTHON"))}
        told |= {
            "BFCL_PROJECT_ROOT": str(self._project),
            NEW: str(self._new),
            "PYTHONPATH": os.pathsep.join((str(self._packages), str(Path(botpsy.__file__).parents[1]))),
            "NO_PROXY": _HERE, "no_proxy": _HERE, "HF_HUB_OFFLINE": "1",
        }  # fmt: skip
        if address:
            told["LOCAL_SERVER_ENDPOINT"] = urlsplit(address).hostname or ""
            told["LOCAL_SERVER_PORT"] = str(urlsplit(address).port)
        command = [sys.executable, "-S", str(Path(__file__).with_name("bfcl_cli.py")), verb]
        done = subprocess.run(
            [*command, "--model", MODEL, "--result-dir", "result", *words],
            env=told, cwd=self._project, capture_output=True, text=True,
        )  # fmt: skip
        if done.returncode:
            raise RuntimeError(f"bfcl {verb} ended with {done.returncode}:\n{(done.stdout + done.stderr)[-3000:]}")

    def results(self) -> dict[str, dict[str, Json]]:
        """Return what the harness wrote of each item's answer, by id."""
        files = (self._project / "result").rglob("*_result.json")
        return {row["id"]: row for file in files for row in _lines(file)}

    def verdicts(self) -> dict[str, bool]:
        """Return whether each answer was right, by id: a score file names those that were not.

        Raises RuntimeError when an item has no answer, or a file does not count what it should.
        """
        answered = self.results()
        wrong: set[str] = set()
        counted = 0
        for file in (self._project / "score").rglob("*_score.json"):
            head, *rows = _lines(file)
            wrong |= {row["id"] for row in rows}
            counted += head["total_count"]
            if head["total_count"] - head["correct_count"] != len(rows):
                raise RuntimeError(f"{file.name} counts {head['correct_count']} right and names {len(rows)} wrong")
        if counted != len(answered):
            raise RuntimeError(f"the harness judged {counted} of the {len(answered)} answers it has")
        return {item: item not in wrong for item in answered}


def failed(results: Mapping[str, Mapping[str, Json]]) -> int:
    """Return how many items the harness could not ask; it judges them wrong."""
    return sum(str(row["result"]).startswith(_FAILED) for row in results.values())


def prompts(results: Mapping[str, Mapping[str, Json]]) -> dict[str, str]:
    """Return the prompts that were sent, by id."""
    return {
        item: row["inference_log"][0]["content"]["formatted_prompt"]
        for item, row in results.items()
        if "inference_log" in row
    }


def tokens(address: str, text: str) -> list[int]:
    """Return the ids that the server makes of a prompt that it is sent as text."""
    body = json.dumps({"content": text, "add_special": True, "parse_special": True}).encode()
    request = urllib.request.Request(f"{address}/tokenize", body, {"Content-Type": "application/json"})
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(request) as answer:
        return json.loads(answer.read())["tokens"]


def _lines(file: Path) -> Iterable[dict[str, Json]]:
    with file.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]
