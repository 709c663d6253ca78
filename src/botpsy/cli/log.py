"""Shows what the assistant did, oldest first: number, time, state, and what the backend confirmed."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

from botpsy.cli.terminal import safe
from botpsy.core.errors import ConflictError

if TYPE_CHECKING:
    from botpsy.assistant.journal import Entry


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's flags."""
    parser.add_argument("--last", type=int, default=20, metavar="N", help="how many to show (20)")
    parser.add_argument("--verify", action="store_true", help="check that no line was changed or removed")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def run(options: argparse.Namespace) -> int:
    """Print the journal."""
    from botpsy.assistant.journal import Journal
    from botpsy.assistant.settings import home_folder

    journal = Journal(home_folder())
    if options.verify:
        if broken := journal.verify():
            raise ConflictError(broken)
        print(f"{journal.path}: whole, {len(journal.entries())} changes")
        return 0
    entries = journal.entries()[-options.last :]
    if options.json:
        for entry in entries:
            print(json.dumps(asdict(entry), ensure_ascii=False))
        return 0
    for line in lines(entries):
        print(safe(line))
    if not entries:
        print("nothing was done yet")
    return 0


def lines(entries: Sequence[Entry]) -> Iterator[str]:
    """Yield one line an entry."""
    for entry in entries:
        what = entry.summary or f"{entry.tool} {json.dumps(entry.arguments, ensure_ascii=False)}"
        yield f"{entry.id:>4}  {entry.time[:16].replace('T', ' ')}  {entry.state:<8}  {what}"
