"""An error that nobody meant: one line for the person, and the traceback in a file for whoever mends it."""

from __future__ import annotations

import os
import tempfile
import traceback

EXIT = 70  # EX_SOFTWARE of sysexits.h


def our_fault(error: BaseException) -> str:
    """Return the line to show, having written the traceback to a temporary file that it names."""
    try:
        handle, name = tempfile.mkstemp(prefix="botpsy-", suffix=".txt")
        with os.fdopen(handle, "w", errors="backslashreplace") as file:
            traceback.print_exception(error, file=file)
        where = f". The details are in {name}"
    except OSError:
        where = ". BOTPSY_DEBUG=1 shows the details"
    return f"botpsy: a fault of ours: {type(error).__name__}: {error}{where}"
