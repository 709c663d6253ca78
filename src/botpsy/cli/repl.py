"""The chat: history, multi-line paste, Ctrl-C stops an answer, Ctrl-D leaves."""

from __future__ import annotations

import asyncio
import signal
from typing import Any, cast

from botpsy.assistant.journal import Journal
from botpsy.assistant.session import Apps, Session, undo
from botpsy.assistant.settings import home_folder
from botpsy.cli.screen import Screen
from botpsy.cli.terminal import tell
from botpsy.core.errors import BotPsyError

HELP = """/undo [ID]  take back the last change, or the one of that number
/log        what was done
/new        begin a new conversation
/help       this
Ctrl-C stops an answer, Ctrl-D leaves."""


async def repl(session: Session, screen: Screen, apps: Apps, journal: Journal) -> int:
    """Read requests until Ctrl-D."""
    from prompt_toolkit import PromptSession
    from prompt_toolkit.history import FileHistory

    prompt = cast(Any, PromptSession(history=FileHistory(str(home_folder() / "history"))))
    tell("BotPsy. Ask for something; /help tells more, Ctrl-D leaves.")
    while True:
        try:
            text = str(await prompt.prompt_async("> ")).strip()
        except EOFError:
            return 0
        except KeyboardInterrupt:
            continue
        if not text:
            continue
        try:
            if text.startswith("/"):
                _command(text, session, apps, journal)
            else:
                await _one(session, screen, text)
        except BotPsyError as error:
            tell(f"botpsy: {error}")


async def _one(session: Session, screen: Screen, text: str) -> None:
    """Serve a request; Ctrl-C cancels it. A write under way is finished and stays in the journal."""
    screen.begin()
    task = asyncio.ensure_future(session.ask(text))
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGINT, task.cancel)
    try:
        answer = await task
        screen.answer(answer.text)
    except asyncio.CancelledError:
        tell("Stopped.")
    finally:
        loop.remove_signal_handler(signal.SIGINT)


def _command(text: str, session: Session, apps: Apps, journal: Journal) -> None:
    name, _, rest = text.partition(" ")
    if name == "/undo":
        entry = undo(apps, journal, int(rest) if rest.strip().isdigit() else None)
        tell(f"Undone: {entry.summary}")
    elif name == "/log":
        from botpsy.cli.log import lines

        for line in lines(journal.entries()[-20:]):
            tell(line)
    elif name == "/new":
        session.forget()
        tell("A new conversation.")
    else:
        tell(HELP)
