"""Runs the public checks of IFEval and IFBench in a process of their own: `python -I -B THIS FOLDER`.

FOLDER holds the package `if_verifiable`; NLTK_DATA names the folder of NLTK's data. One JSON line in, one out:

    {"benchmark", "prompt", "instructions", "arguments", "response"}
        ->  {"strict": [bool], "loose": [bool], "errors": [str]}
        or  {"strict": null, "broken": reason}

The first line out is {"ready": true} or {"failed": reason}. An instruction whose check fails on what the model wrote,
or needs more than CPU seconds for it, was not followed; one that cannot be set up or read its data is our fault
("broken").

How the two are scored is from their papers and public scorers: strict takes the response as it is; loose takes eight
forms of it (without its first line, its last, both; each also without asterisks), of which one must do; an empty form
never does.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import types
from collections.abc import Mapping, Sequence
from typing import Any, TextIO, cast

CPU = 10  # seconds of processor time for one instruction, in all forms of the response


class Broken(Exception):
    """A check could not do its work, whatever the response."""


class TooLong(BaseException):  # no Exception: a check may catch those
    """A check needed more than CPU seconds."""


def load(folder: str) -> dict[str, Mapping[str, Any]]:
    """Import the checks, by benchmark and the instruction's id. Nothing may be fetched: the module for data sets is
    replaced, and NLTK's way to download. scipy, which takes long to import and no check uses, is hidden."""
    sys.path.insert(0, folder)
    stub: Any = types.ModuleType("datasets")
    stub.load_dataset = None
    hidden: Any = sys.modules
    hidden.update({"datasets": stub, "scipy": None})
    import langdetect  # pyright: ignore
    import nltk  # pyright: ignore

    cast(Any, nltk).download = lambda *_, **__: False  # pyright: ignore
    cast(Any, langdetect).DetectorFactory.seed = 0  # a text has one language, today and tomorrow
    cast(Any, nltk).pos_tag(nltk.word_tokenize("Read all data now."))  # pyright: ignore
    cast(Any, nltk).corpus.stopwords.words("english")  # pyright: ignore
    from if_verifiable.ifbench import instructions_registry as ifbench  # pyright: ignore
    from if_verifiable.ifeval import instructions_registry as ifeval  # pyright: ignore

    return {"ifeval": cast(Any, ifeval).INSTRUCTION_DICT, "ifbench": cast(Any, ifbench).INSTRUCTION_DICT}


def forms(response: str) -> list[str]:
    """Return the eight forms of a response that loose scoring tries, the response itself first."""
    lines = response.split("\n")
    cut = ["\n".join(part).strip() for part in (lines[1:], lines[:-1], lines[1:-1])]
    return [form for text in (response, *cut) for form in (text, text.replace("*", ""))]


def prepared(checks: Mapping[str, Any], instruction: str, arguments: Mapping[str, Any], prompt: str) -> Any:
    """Return the check of one instruction, set up with its arguments; some also want the prompt."""
    check = checks[instruction](instruction)
    check.build_description(**{name: value for name, value in arguments.items() if value is not None})
    if "prompt" in (check.get_instruction_args() or ()):
        check.build_description(prompt=prompt)
    return check


def follows(check: Any, texts: Sequence[str]) -> tuple[bool, bool, str]:
    """Return whether the first text, and whether any, follows the instruction; and what went wrong."""
    strict = loose = False
    error = ""
    signal.setitimer(signal.ITIMER_VIRTUAL, CPU)
    try:
        for number, text in enumerate(texts):
            if loose or not text.strip():
                continue
            try:
                loose = bool(check.check_following(text))
            except MemoryError:
                os._exit(3)
            except (OSError, ImportError) as problem:
                raise Broken(f"{check.id}: {type(problem).__name__}: {problem}") from None
            except Exception as problem:  # a check assumes shapes that a model need not keep to
                error = f"{type(problem).__name__}: {problem}"[:200]
            strict = strict or (loose and number == 0)
    except TooLong:
        error = f"not checked to the end in {CPU} s"
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return strict, loose, error


def judge(checks: Mapping[str, Mapping[str, Any]], request: Mapping[str, Any]) -> dict[str, Any]:
    """Return the verdict on one response."""
    random.seed(0)  # an argument that an item leaves open is drawn
    try:
        wanted = list(zip(request["instructions"], request["arguments"], strict=True))
        ready = [
            prepared(checks[request["benchmark"]], name, arguments, request["prompt"]) for name, arguments in wanted
        ]
        texts = forms(request["response"])
        found = [follows(check, texts) for check in ready]
    except Exception as problem:
        return {"strict": None, "broken": f"{type(problem).__name__}: {problem}"[:500]}
    return {
        "strict": [strict for strict, _, _ in found],
        "loose": [loose for _, loose, _ in found],
        "errors": [error for _, _, error in found],
    }


def serve(folder: str, out: TextIO) -> None:
    """Answer requests until the other side closes."""

    def answer(row: dict[str, Any]) -> None:
        out.write(json.dumps(row) + "\n")
        out.flush()

    def stop(*_: object) -> None:
        raise TooLong

    try:
        checks = load(folder)
        from botpsy.benchmarks.bfcl_worker import limit
    except Exception as error:
        answer({"failed": f"{type(error).__name__}: {error}"[:1000]})
        return
    limit()
    signal.signal(signal.SIGVTALRM, stop)
    answer({"ready": True})
    for line in sys.stdin:
        answer(judge(checks, json.loads(line)))


if __name__ == "__main__":
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what a check prints is no reply
    serve(sys.argv[1], replies)
