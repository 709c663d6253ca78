"""Shows what the assistant did, oldest first: number, time in UTC, state, and what the backend confirmed.

examples:
  botpsy log -n 5
  botpsy log --verify
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

from botpsy.core.errors import ConflictError, UsageError
from botpsy.core.printable import line

if TYPE_CHECKING:
    from botpsy.assistant.journal import Entry


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's flags."""
    parser.add_argument("-n", "--n", type=int, default=20, metavar="N", help="how many to show, the latest (20)")
    parser.add_argument("--verify", action="store_true", help="check that no line was changed or removed")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def run(options: argparse.Namespace) -> int:
    """Print the journal."""
    from botpsy.assistant.journal import Journal
    from botpsy.assistant.settings import home_folder

    if options.n < 1:
        raise UsageError(f"-n is {options.n}; it must be at least 1")
    journal = Journal(home_folder())
    if options.verify:
        if fault := journal.chain.fault():
            raise ConflictError(fault)
        print(f"{journal.path}: whole, {len(journal.entries())} changes")
        return 0
    entries = journal.entries()[-options.n :]
    if options.json:
        for entry in entries:
            print(json.dumps(asdict(entry)))
        return 0
    for shown in lines(entries):
        print(shown)
    if not entries:
        print("nothing was done yet")
    return 0


def lines(entries: Sequence[Entry]) -> Iterator[str]:
    """Yield one line an entry, safe to print."""
    for entry in entries:
        what = entry.summary or f"{entry.tool} {json.dumps(dict(entry.arguments), ensure_ascii=False)}"
        why = f" ({entry.reason})" if entry.reason else ""
        yield f"{entry.id:>4}  {entry.time[:16].replace('T', ' ')}  {entry.state:<8}  {line(what + why)}"
