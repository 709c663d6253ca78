"""The chat: history, multi-line paste, Ctrl-C stops an answer, Ctrl-D leaves."""

from __future__ import annotations

import asyncio
import signal
from typing import Any, cast

from botpsy.assistant.backends import Apps
from botpsy.assistant.journal import Journal
from botpsy.assistant.session import Session
from botpsy.assistant.settings import home_folder
from botpsy.assistant.undo import undo
from botpsy.cli.faults import our_fault
from botpsy.cli.screen import Screen
from botpsy.cli.terminal import tell
from botpsy.core.errors import BotPsyError, UsageError

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
        if text:
            await serve(text, session, screen, apps, journal)


async def serve(text: str, session: Session, screen: Screen, apps: Apps, journal: Journal) -> None:
    """Serve one line of a chat. Whatever goes wrong is told, and the chat goes on."""
    try:
        if text.startswith("/"):
            await command(text, session, apps, journal)
        else:
            await _request(session, screen, text)
    except BotPsyError as error:
        screen.interrupted()
        tell(f"botpsy: {error}")
    except Exception as error:
        screen.interrupted()
        tell(our_fault(error))


async def _request(session: Session, screen: Screen, text: str) -> None:
    """Serve a request; Ctrl-C cancels it. A write under way is finished and stays in the journal."""
    screen.begin()
    task = asyncio.ensure_future(session.ask(text))
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGINT, task.cancel)
    try:
        screen.answer((await task).text)
    except asyncio.CancelledError:
        screen.interrupted()
        screen.answer(session.so_far().text)
    finally:
        loop.remove_signal_handler(signal.SIGINT)


async def command(text: str, session: Session, apps: Apps, journal: Journal) -> None:
    """Run a /command. Raises UsageError for one that does not exist."""
    name, _, rest = text.partition(" ")
    rest = rest.strip()
    if name == "/undo":
        if rest and not rest.isdecimal():
            raise UsageError(f"/undo takes the number of a change, not {rest!r}; /log lists them")
        tell((await asyncio.to_thread(undo, apps, journal, int(rest) if rest else None)).words)
    elif name == "/log":
        from botpsy.cli.log import lines

        for shown in lines(journal.entries()[-20:]):
            tell(shown)
    elif name == "/new":
        session.forget()
        tell("A new conversation.")
    elif name == "/help":
        tell(HELP)
    else:
        raise UsageError(f"there is no command {name!r}; there are /undo, /log, /new and /help")
