"""What a person sees while a request runs: text as it comes, and calls as they happen."""

from __future__ import annotations

import json
import re
import sys

from botpsy.chat.parse import CallEvent, Event, FaultEvent, Retraction, TextDelta
from botpsy.core.messages import ToolResult
from botpsy.core.printable import line, safe
from botpsy.envs.verifiers import claims_action

_LONGEST = 200


class Screen:
    """Shows calls on stderr and the answer on stdout.

    Text is shown sentence by sentence as the model writes it, and only while nothing in it claims an action: what was
    done is said by `answer`, from receipts. With `hold` nothing is shown before the answer.
    """

    def __init__(self, *, quiet: bool = False, hold: bool = False) -> None:
        self._quiet = quiet
        self._hold = hold
        self._waiting = ""
        self._shown = ""
        self._held = False

    def begin(self) -> None:
        """A new request begins."""
        self._waiting = self._shown = ""
        self._held = False

    def event(self, event: Event) -> None:
        """Show what the model writes."""
        if isinstance(event, TextDelta):
            self._waiting += event.text
            self._release()
        elif isinstance(event, Retraction):
            self._waiting = ""
        elif isinstance(event, CallEvent):
            self._end_turn()
            arguments = ", ".join(f"{k}={json.dumps(v, ensure_ascii=False)}" for k, v in event.call.arguments.items())
            self._note("->", f"{event.call.name}({arguments})")
        elif isinstance(event, FaultEvent):
            self._end_turn()
            self._note("->", f"a call that could not be read ({event.fault.kind}); it is not run")

    def result(self, result: ToolResult) -> None:
        """Show what a call came to."""
        if result.receipt is not None:
            self._held = True
            self._note("<-", result.receipt.summary)
        elif result.ok:
            self._note("<-", json.dumps(result.content, ensure_ascii=False))
        else:
            self._held = True
            self._note("<-", result.error)

    def answer(self, text: str) -> None:
        """Show the answer, or what of it was not shown yet."""
        if text.startswith(self._shown):
            rest = text[len(self._shown) :]
        elif text == self._shown.rstrip():
            rest = ""
        else:
            rest = f"\n{text}"
        print(safe(rest), flush=True)
        self.begin()

    def interrupted(self) -> None:
        """End a line that was begun."""
        if self._shown:
            print(flush=True)
        self.begin()

    def _end_turn(self) -> None:
        """What was said before a call is no part of the answer: end its line."""
        if self._shown:
            print(flush=True)
        self._waiting = self._shown = ""

    def _release(self) -> None:
        if self._hold or self._held:
            return
        while (end := re.search(r"[.!?:]\s|\n", self._waiting)) is not None:
            sentence = self._waiting[: end.end()]
            if claims_action(sentence):
                self._held = True  # the rest waits for the receipts
                return
            self._waiting = self._waiting[end.end() :]
            self._shown += sentence
            sys.stdout.write(safe(sentence))
            sys.stdout.flush()

    def _note(self, mark: str, text: str) -> None:
        if not self._quiet:
            text = text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."
            print(f"  {mark} {line(text)}", file=sys.stderr, flush=True)
