"""What a person sees while a request runs: text as it comes, calls as they happen, questions before writes."""

from __future__ import annotations

import asyncio
import json
import re
import sys
from collections.abc import Sequence

from botpsy.assistant.policy import REFUSED, Request
from botpsy.chat.parse import CallEvent, Event, FaultEvent, Retraction, TextDelta
from botpsy.cli.terminal import safe
from botpsy.core.messages import ToolResult
from botpsy.envs.verifiers import claims_action
from botpsy.tools.execute import Decision


class Screen:
    """Shows calls on stderr and the answer on stdout.

    Text is shown sentence by sentence as the model writes it, and only while nothing in it claims an action: what was done
    is said by `answer`, from receipts. With `hold` nothing is shown before the answer.
    """

    def __init__(self, *, quiet: bool = False, hold: bool = False) -> None:
        self._quiet = quiet
        self._hold = hold
        self._waiting = ""
        self._shown = ""
        self._acted = False

    def begin(self) -> None:
        """A new request begins."""
        self._waiting = self._shown = ""
        self._acted = False

    def event(self, event: Event) -> None:
        """Show what the model writes."""
        if isinstance(event, TextDelta):
            self._waiting += event.text
            self._release()
        elif isinstance(event, Retraction):
            self._waiting = ""
        elif isinstance(event, CallEvent):
            self._waiting = ""
            arguments = ", ".join(f"{k}={json.dumps(v, ensure_ascii=False)}" for k, v in event.call.arguments.items())
            self._note(f"  -> {event.call.name}({arguments})")
        elif isinstance(event, FaultEvent):
            self._note(f"  -> a call that could not be read ({event.fault.kind}); it is not run")

    def result(self, result: ToolResult) -> None:
        """Show what a call came to."""
        self._acted = self._acted or result.receipt is not None or not result.ok
        if result.receipt is not None:
            self._note(f"  <- {result.receipt.summary}")
        elif result.ok:
            text = json.dumps(result.content, ensure_ascii=False)
            self._note(f"  <- {text if len(text) < 200 else text[:197] + '...'}")
        else:
            self._note(f"  <- {result.error}")

    def answer(self, text: str) -> None:
        """Show the answer, or what of it was not shown yet."""
        rest = text.removeprefix(self._shown.strip()) if self._shown.strip() else text
        if self._shown.strip() and rest == text:
            print(flush=True)
        print(safe(rest.lstrip("\n") if rest == text else rest), flush=True)
        self.begin()

    def _release(self) -> None:
        if self._hold or self._acted:
            return
        while (end := re.search(r"[.!?:]\s|\n", self._waiting)) is not None:
            sentence, self._waiting = self._waiting[: end.end()], self._waiting[end.end() :]
            if claims_action(sentence):
                self._acted = True  # the rest waits for the receipts
                return
            self._shown += sentence
            sys.stdout.write(safe(sentence))
            sys.stdout.flush()

    def _note(self, line: str) -> None:
        if not self._quiet:
            print(safe(line), file=sys.stderr, flush=True)


class Asking:
    """Asks the person at the terminal, all writes of a turn together. Anything but yes is no."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen

    async def ask(self, requests: Sequence[Request]) -> list[Decision]:
        """Show what would be done and wait for y or n."""
        for request in requests:
            print(f"  {safe(request.outcome)}", file=sys.stderr)
        question = "Do this? [y/N] " if len(requests) == 1 else f"Do these {len(requests)} things? [y/N] "
        answer = await asyncio.to_thread(_read_line, question)
        yes = answer.strip().casefold() in ("y", "yes", "s", "si", "sí", "o", "oui", "j", "ja")
        return [Decision(yes, "" if yes else REFUSED) for _ in requests]


def _read_line(question: str) -> str:
    sys.stderr.write(question)
    sys.stderr.flush()
    return sys.stdin.readline()
