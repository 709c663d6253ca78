"""Our end of the public checks of IFEval and IFBench: the wheel `if-verifiable` (Apache-2.0), which holds both, run in
a worker process.

The wheel itself is fetched into our cache; the packages that its checks import are in the extra `botpsy[eval]`, and the
language data in NLTK's own folders, the one that NLTK_DATA names, or `nltk_data` in BOTPSY_DATA.
"""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Literal

from botpsy.benchmarks.pinned_wheel import PinnedWheel, ensure_wheel
from botpsy.benchmarks.worker import Worker
from botpsy.core.errors import InfraError, UsageError
from botpsy.core.messages import Json
from botpsy.models.hub import Progress

WHEEL = PinnedWheel(
    "if-verifiable",
    "if_verifiable",
    "0.1.2",
    "911610fc69d9618fadf140b162ef0b4cb8798c31985874db5c41c1a5e3bcad76",
    "if_verifiable",
    "the checks of IFEval and IFBench",
)
PACKAGES = ("nltk", "langdetect", "emoji", "immutabledict", "syllapy")
NLTK = ("tokenizers/punkt_tab", "taggers/averaged_perceptron_tagger_eng", "corpora/stopwords")
_WORKER = Path(__file__).with_name("if_worker.py")

Benchmark = Literal["ifeval", "ifbench"]


@dataclass(frozen=True, slots=True)
class Followed:
    """For each instruction: was it followed to the letter, was it in one of the loose forms, and what hindered the
    check ("" mostly)."""

    strict: tuple[bool, ...]
    loose: tuple[bool, ...]
    errors: tuple[str, ...]


class Checker:
    """A worker on demand for both benchmarks. `folder` holds the package `if_verifiable` (fetched when it is not
    given); `timeout` is in seconds a response.

    Example:
        Checker().check("ifeval", "Say hi, no commas.", ["punctuation:no_comma"], [{}], "Hi").strict  # (True,)
    """

    def __init__(self, *, folder: Path | None = None, timeout: float = 120.0, progress: Progress | None = None) -> None:
        self._folder = folder
        self._timeout = timeout
        self._progress = progress

    def prepare(self) -> None:
        """Raise UsageError for a package or data that is missing, BackendError when the wheel cannot be fetched."""
        _ = self._worker

    @cached_property
    def _worker(self) -> Worker:
        missing = [name for name in PACKAGES if importlib.util.find_spec(name) is None]
        if missing:
            raise UsageError(f"{WHEEL.label} need {', '.join(missing)}: run pip install 'botpsy[eval]'")
        data = nltk_data()
        folder = self._folder or ensure_wheel(WHEEL, progress=self._progress)
        command = [sys.executable, "-I", "-B", str(_WORKER), str(folder)]
        environment = {"NLTK_DATA": str(data.resolve())}
        return Worker("instruction checker", command, timeout=self._timeout, env=environment)

    def check(
        self,
        benchmark: Benchmark,
        prompt: str,
        instructions: Sequence[str],
        arguments: Sequence[Mapping[str, Json]],
        response: str,
    ) -> Followed:
        """Judge one response. Raises InfraError when the worker fails or the instructions are none it knows."""
        request = {
            "benchmark": benchmark,
            "prompt": prompt,
            "instructions": list(instructions),
            "arguments": [dict(one) for one in arguments],
            "response": response,
        }
        reply = self._worker.ask(request, "strict")
        if reply["strict"] is None:
            raise InfraError(f"the {benchmark} checker cannot judge: {reply.get('broken')}")
        followed = Followed(tuple(reply["strict"]), tuple(reply["loose"]), tuple(reply["errors"]))
        if not len(followed.strict) == len(followed.loose) == len(instructions):
            raise InfraError(f"the {benchmark} checker judged {len(followed.strict)} of {len(instructions)}")
        return followed

    def close(self) -> None:
        """End the worker; may be called twice, and the checker may be used again."""
        if "_worker" in self.__dict__:
            self._worker.close()


def nltk_data() -> Path:
    """Return the first folder that has all NLTK data that the checks read. Raises UsageError when none has."""
    named = [Path(part) for part in os.environ.get("NLTK_DATA", "").split(os.pathsep) if part]
    if public := os.environ.get("BOTPSY_DATA", ""):
        named.append(Path(public) / "nltk_data")
    named.append(Path.home() / "nltk_data")
    for folder in named:
        if all((folder / part).is_dir() for part in NLTK):
            return folder
    names = " ".join(part.rpartition("/")[2] for part in NLTK)
    raise UsageError(
        f"no NLTK data in {', '.join(map(str, named))}: run python -m nltk.downloader {names}, or set NLTK_DATA"
    )
