"""What models, tools and servers write is shown as text: nothing in it can move the cursor or change the terminal."""

from __future__ import annotations

import sys

_KEPT = "\n\t"


def safe(text: str) -> str:
    """Return the text with control characters, and those that reorder a line, written out as \\x1b and the like."""
    return "".join(c if c.isprintable() or c in _KEPT else _written(c) for c in text)


def line(text: str) -> str:
    """Return the text made safe and on one line, for a place where a second line could pass for one of ours."""
    return " ".join(safe(text).split())


def _written(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")


def tell(text: str) -> None:
    """Write a line of progress to stderr."""
    print(safe(text), file=sys.stderr, flush=True)


def someone_is_there() -> bool:
    """Return True when a person can be asked: both ends are a terminal."""
    return sys.stdin.isatty() and sys.stderr.isatty()
