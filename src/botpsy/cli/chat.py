"""With a request, botpsy answers it and ends; without, it opens a chat. Calls are shown as they happen. Before anything
is written you are asked; --yes allows all writes of this run, and with nobody there to ask nothing is written.

examples:
  botpsy chat "What do I have tomorrow?"
  botpsy chat --yes "Put lunch with Ana on Friday at 12:30"
  printf 'What is on today?\\nAm I free on Friday?\\n' | botpsy chat

exit code 0 when what was asked was done, 1 when it was refused or could not be done; `botpsy --help` has the others
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from botpsy.cli.terminal import someone_is_there, tell
from botpsy.core.errors import BotPsyError
from botpsy.core.printable import line

if TYPE_CHECKING:
    from botpsy.assistant.session import Session
    from botpsy.assistant.settings import Settings
    from botpsy.cli.screen import Screen
    from botpsy.models.llama_cpp import LlamaCpp


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's flags."""
    parser.add_argument("request", nargs="*", metavar="REQUEST", help="what to do; without it a chat opens")
    parser.add_argument("--yes", action="store_true", help="allow all writes of this run without asking")
    parser.add_argument("--model", metavar="REF", help="another model than in the settings: pypi:…, hf:… or a path")
    parser.add_argument("--adapter", metavar="PATH", help='an adapter.gguf to put into it, or "none"')
    parser.add_argument("--quiet", action="store_true", help="show the answer alone")


def run(options: argparse.Namespace) -> int:
    """Answer, or chat."""
    from botpsy.assistant.journal import Journal
    from botpsy.assistant.open import open_apps
    from botpsy.assistant.policy import Everything, Nobody
    from botpsy.assistant.prepare import ready_model
    from botpsy.assistant.recovery import reconcile
    from botpsy.assistant.session import Session
    from botpsy.assistant.settings import home_folder
    from botpsy.assistant.streaming import Streaming
    from botpsy.cli.approve import Asking
    from botpsy.cli.screen import Screen
    from botpsy.cli.setup import merge

    settings = _settings(options)
    # what a terminal hands over need not be whole UTF-8; the model reads text
    request = " ".join(options.request).strip().encode(errors="replace").decode()
    progress: Callable[[str], None] = _no_progress if options.quiet else tell
    journal = Journal(home_folder())
    with open_apps(settings) as apps:
        for told in reconcile(apps, journal):
            tell(f"note: {told}")
        path = ready_model(settings, merge, progress)
        engine = _engine(path, settings)
        try:
            screen = Screen(quiet=options.quiet, hold=bool(request))
            approver = Everything() if options.yes else Asking() if someone_is_there() else Nobody()
            session = Session(Streaming(engine, screen.event), apps, journal, approver, on_result=screen.result)
            engine.warm(session.opening, _cache_name(path, settings, session))
            if request:
                return _answer(session, screen, request)
            if sys.stdin.isatty():
                from botpsy.cli.repl import repl

                return asyncio.run(repl(session, screen, apps, journal))
            return _answer_lines(session, screen, sys.stdin)
        finally:
            engine.close()


def _settings(options: argparse.Namespace) -> Settings:
    from botpsy.assistant.settings import load_settings

    settings = load_settings()
    if options.model:  # an adapter in the settings belongs to the base in the settings
        settings = replace(settings, model=replace(settings.model, base=options.model, adapter=""))
    if options.adapter:
        settings = replace(settings, model=replace(settings.model, adapter=options.adapter))
    return settings


def _engine(path: Path, settings: Settings) -> LlamaCpp:
    from botpsy.models.hub import cache_folder
    from botpsy.models.load import load

    return load(
        str(path),
        context=settings.model.context,
        parallel=1,
        threads=settings.model.threads or None,
        caches=cache_folder() / "prompts",
    )


def _answer(session: Session, screen: Screen, request: str) -> int:
    """Serve one request. An event loop of its own: between requests Ctrl-C is then an ordinary interrupt."""
    try:
        answer = asyncio.run(session.ask(request))
    except (asyncio.CancelledError, KeyboardInterrupt):
        screen.interrupted()
        if session.so_far().results:
            screen.answer(session.so_far().text)
        raise KeyboardInterrupt from None
    screen.answer(answer.text)
    return 0 if answer.ok else 1


def _answer_lines(session: Session, screen: Screen, lines: Iterable[str]) -> int:
    """Serve each line as it comes; the worst exit code counts."""
    code = 0
    for text in lines:
        if not text.strip():
            continue
        print(f"> {line(text)}", flush=True)
        try:
            code = max(code, _answer(session, screen, text.strip()))
        except BotPsyError as error:
            screen.interrupted()
            tell(f"botpsy: {error}")
            code = max(code, error.exit_code)
    return code


def _cache_name(model: Path, settings: Settings, session: Session) -> str:
    """Return a name that changes with all that the computed prompt depends on."""
    from botpsy.chat.smollm2 import TEMPLATE

    stat = model.stat()
    text = f"{session.opening!r}\n{TEMPLATE}\n{stat.st_size} {stat.st_mtime_ns} {settings.model.context}"
    return f"{model.stem[-40:]}-{hashlib.sha256(text.encode()).hexdigest()[:16]}.state"


def _no_progress(text: str) -> None:
    """Show nothing."""
