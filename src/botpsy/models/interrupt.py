"""Keeps a Ctrl-C back while native code starts that must not be left half-way."""

from __future__ import annotations

import signal
import threading
from collections.abc import Generator
from contextlib import contextmanager


@contextmanager
def interrupt_held() -> Generator[None]:
    """Hold a Ctrl-C until the block is over, then let it through. Does nothing outside the main thread, where no
    interrupt arrives.

    llama.cpp, freed while it starts, hangs for ever. It starts in about half a second.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    noted: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _frame: noted.append(number))
    try:
        yield
    finally:
        # None: a handler that was not set from Python, which cannot be put back from here
        signal.signal(signal.SIGINT, before if before is not None else signal.default_int_handler)
    if noted:
        signal.raise_signal(signal.SIGINT)
