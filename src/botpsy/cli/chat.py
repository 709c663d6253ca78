"""With a request, botpsy answers it and ends; without, it opens a chat. Calls are shown as they happen. Before anything
is written you are asked; --yes allows all writes of this run, and with nobody there to ask nothing is written.

examples:
  botpsy chat "What do I have tomorrow?"
  botpsy chat --yes "Put lunch with Ana on Friday at 12:30"
  printf 'What is on today?\\nAm I free on Friday?\\n' | botpsy chat
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from botpsy.cli.terminal import safe, someone_is_there, tell
from botpsy.core.errors import BotPsyError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's flags."""
    parser.add_argument("request", nargs="*", metavar="REQUEST", help="what to do; without it a chat opens")
    parser.add_argument("--yes", action="store_true", help="allow all writes of this run without asking")
    parser.add_argument(
        "--model", metavar="REF", help="a model instead of the one in the settings: pypi:, hf: or a path"
    )
    parser.add_argument("--adapter", metavar="PATH", help='an adapter.gguf to put into it, or "none"')
    parser.add_argument("--quiet", action="store_true", help="show the answer alone")


def run(options: argparse.Namespace) -> int:
    """Answer, or chat."""
    from botpsy.assistant.settings import load_settings

    settings = load_settings()
    if options.model or options.adapter:
        model = replace(settings.model, base=options.model or settings.model.base, adapter=options.adapter or "")
        settings = replace(settings, model=model)
    quiet: bool = options.quiet
    progress: Callable[[str], None] = (lambda line: None) if quiet else tell
    from botpsy.assistant.journal import Journal
    from botpsy.assistant.open import open_apps
    from botpsy.assistant.policy import Everything, Nobody
    from botpsy.assistant.prepare import ready_model
    from botpsy.assistant.session import Session
    from botpsy.assistant.settings import home_folder
    from botpsy.assistant.streaming import Streaming
    from botpsy.cli.screen import Asking, Screen
    from botpsy.cli.setup import merge
    from botpsy.models.hub import cache_folder
    from botpsy.models.load import load

    request = " ".join(options.request).strip()
    journal = Journal(home_folder())
    path = ready_model(settings, merge, progress)
    with open_apps(settings) as apps:
        engine = load(
            str(path),
            context=settings.model.context or 4096,
            parallel=1,
            threads=settings.model.threads or None,
            caches=cache_folder() / "prompts",
        )
        try:
            screen = Screen(quiet=quiet, hold=bool(request))
            approver = Everything() if options.yes else Asking(screen) if someone_is_there() else Nobody()
            session = Session(Streaming(engine, screen.event), apps, journal, approver, on_result=screen.result)
            engine.warm(session.opening, _cache_name(path, session))
            from botpsy.assistant.session import unsettled

            for entry in unsettled(journal):
                tell(
                    f"note: an earlier change was cut off and may or may not have happened: {entry.tool} {entry.arguments}"
                )
            if request:
                return asyncio.run(_answer(session, screen, request))
            if sys.stdin.isatty():
                from botpsy.cli.repl import repl

                return asyncio.run(repl(session, screen, apps, journal))
            return asyncio.run(_answer_lines(session, screen, sys.stdin.read().splitlines()))
        finally:
            engine.close()


async def _answer(session: object, screen: object, request: str) -> int:
    from botpsy.assistant.session import Session
    from botpsy.cli.screen import Screen

    assert isinstance(session, Session)
    assert isinstance(screen, Screen)
    answer = await session.ask(request)
    screen.answer(answer.text)
    refused = any(not r.ok for r in answer.results) and not any(r.ok for r in answer.results)
    return 1 if refused else 0


async def _answer_lines(session: object, screen: object, lines: Sequence[str]) -> int:
    code = 0
    for line in lines:
        if line.strip():
            print(f"> {safe(line)}", flush=True)
            try:
                code = max(code, await _answer(session, screen, line.strip()))
            except BotPsyError as error:
                tell(f"botpsy: {error}")
                code = error.exit_code
    return code


def _cache_name(model: Path, session: object) -> str:
    import hashlib

    from botpsy.assistant.session import Session
    from botpsy.chat.smollm2 import TEMPLATE

    assert isinstance(session, Session)
    text = repr(session.opening) + TEMPLATE
    with suppress(OSError):
        text += str(model.stat().st_mtime_ns)
    return f"{model.stem[-40:]}-{hashlib.sha256(text.encode()).hexdigest()[:16]}.state"
