"""Takes back the latest change, or the one of a number that `botpsy log` shows. Works after a restart. What was changed
since by somebody else is left alone.

examples:
  botpsy undo
  botpsy undo 12
"""

from __future__ import annotations

import argparse

from botpsy.core.printable import safe


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's flags."""
    parser.add_argument("id", nargs="?", type=int, metavar="ID", help="number of the change; the latest without it")


def run(options: argparse.Namespace) -> int:
    """Undo one change."""
    from botpsy.assistant.journal import Journal
    from botpsy.assistant.open import open_apps
    from botpsy.assistant.settings import home_folder, load_settings
    from botpsy.assistant.undo import undo

    settings = load_settings()
    journal = Journal(home_folder())
    journal.undoable(options.id)  # with nothing to undo no server is needed
    with open_apps(settings) as apps:
        print(safe(undo(apps, journal, options.id).words))
    return 0
