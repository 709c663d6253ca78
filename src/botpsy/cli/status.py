"""Shows how training runs are going, from what they log: rewards or loss, KL, entropy, length, repetition, what was
clipped and dropped. Works while a run trains, and after it ended.

examples:
  botpsy status runs/rl                      the numbers once, with sparklines
  botpsy status runs/rl --watch 5            again every five seconds, until Ctrl-C
  botpsy status runs --html status.html      every run in a folder, as one page of charts
  botpsy status runs/rl --html s.html --watch 10   a page that a browser keeps up to date
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from botpsy.core.errors import UsageError
from botpsy.core.jsonl import write_text_atomic


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's arguments."""
    parser.add_argument("run", metavar="RUN", help="a run's folder, or one that holds several")
    parser.add_argument("--html", metavar="FILE", help="write a page of charts instead of text")
    parser.add_argument("--watch", type=int, metavar="S", help="look again every S seconds, until all have finished")


def run(options: argparse.Namespace) -> int:
    """Show once, or again and again."""
    from botpsy.train import status

    pause: int = options.watch or 0
    if options.watch is not None and pause < 1:
        raise UsageError(f"--watch {options.watch}: look again after one second or more")
    while True:
        found = status.runs(Path(options.run))
        going = pause > 0 and not all(one.finished for one in found)
        if options.html:
            write_text_atomic(Path(options.html), status.page(found, pause if going else None))
        else:
            if going and sys.stdout.isatty():
                print("\033[2J\033[H", end="")
            print("\n\n".join(status.text(one) for one in found), flush=True)
        if not going:
            break
        time.sleep(pause)
    if options.html:
        print(f"wrote {options.html}")
    return 0
