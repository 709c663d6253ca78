"""Which of several things is meant by a name: the exact one before those with its words, and never a guess."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from botpsy.apps.match import words, words_match
from botpsy.core.errors import ToolError

T = TypeVar("T")


def one(said: str, things: Iterable[T], name: Callable[[T], str], what: str) -> T:
    """Return the one thing that is meant.

    `name` gives what a thing is called, `what` the kind of thing for the error. Raises ToolError when nothing or more
    than one thing fits; the message lists up to five, so that a person can be asked.
    """
    choices = list(things)
    found = [t for t in choices if words(name(t)) == words(said)] if words(said) else []
    found = found or [t for t in choices if words(said) and words_match(said, name(t))]
    if len(found) == 1:
        return found[0]
    if found:
        listed = "; ".join(name(t) for t in found[:5])
        raise ToolError(f"{len(found)} fit {said!r}: {listed}. Say which")
    known = ", ".join(name(t) for t in choices[:5])
    raise ToolError(f"no {what} called {said!r}" + (f"; there are: {known}" if known else ""))
