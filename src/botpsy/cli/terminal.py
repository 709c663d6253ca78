"""Where the person sits: progress goes to stderr, and is there anybody to ask?"""

from __future__ import annotations

import sys

from botpsy.core.printable import safe


def tell(text: str) -> None:
    """Write a line of progress to stderr."""
    print(safe(text), file=sys.stderr, flush=True)


def someone_is_there() -> bool:
    """Return True when a person can be asked: both ends are a terminal."""
    return sys.stdin.isatty() and sys.stderr.isatty()
