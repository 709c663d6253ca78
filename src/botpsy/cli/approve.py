"""Asks the person at the terminal before anything is written, all writes of a turn together."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from typing import Any, cast

from botpsy.assistant.policy import REFUSED, Request
from botpsy.core.printable import line
from botpsy.tools.execute import Decision

_YES = ("y", "yes", "s", "si", "sí", "sim", "o", "oui", "j", "ja", "да", "是", "हाँ")


class Asking:
    """An Approver. Anything but yes is no; Ctrl-C stops the whole request."""

    async def ask(self, requests: Sequence[Request]) -> list[Decision]:
        """Show what would be done and wait for y or n."""
        for request in requests:
            print(f"  {line(request.outcome)}", file=sys.stderr)
        question = "Do this? [y/N] " if len(requests) == 1 else f"Do these {len(requests)} things? [y/N] "
        yes = (await read_answer(question)).strip().casefold() in _YES
        return [Decision(yes, "" if yes else REFUSED) for _ in requests]


async def read_answer(question: str) -> str:
    """Return one line from the person, "" when they closed the input. It waits in the event loop, not in a thread, so
    that a stop is a stop and the next question gets its own line. Raises CancelledError for Ctrl-C."""
    from prompt_toolkit import PromptSession
    from prompt_toolkit.output import create_output

    prompt = cast(Any, PromptSession(output=create_output(stdout=sys.stderr)))
    try:
        return str(await prompt.prompt_async(question))
    except EOFError:
        return ""
    except KeyboardInterrupt:
        raise asyncio.CancelledError from None
