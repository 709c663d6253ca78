"""`botpsy VERB`: picks the verb's module, and turns errors into one line and an exit code."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module

import botpsy
from botpsy.cli.terminal import tell
from botpsy.core.errors import BotPsyError

VERBS = {
    "chat": "ask for something, or open a chat",
    "undo": "take back what the assistant did last",
    "log": "show what the assistant did",
    "setup": "fetch and build the assistant's model",
    "data": "make training data from simulated tasks and public sets",
    "train": "fine-tune a base model on such data",
    "status": "show how training runs are going",
    "eval": "score a model on held-out tasks and benchmarks",
    "compare": "put evaluations side by side, as a page and as tables",
    "export": "turn a trained adapter into GGUF and safetensors",
}
EXAMPLES = """examples:
  botpsy chat "Put lunch with Ana on Friday at 12:30"
  botpsy chat                       open a chat; /help inside tells more
  botpsy undo                       take the last change back, also tomorrow
  botpsy data make --out runs/data.jsonl --phone 2000
  botpsy train --data runs/data.jsonl --out runs/sft
  botpsy eval runs/model.gguf --suite phone --limit 100 --out runs/eval

exit codes: 0 done, 1 failed, 2 wrong usage, 3 wrong settings, 4 model, 5 engine, 6 a service (calendar, disk),
7 the state changed in between, 8 context full, 70 a fault of ours, 130 interrupted
"""
_INTERRUPTED = 130
_EXTRA = {"data": "train", "train": "train", "export": "train", "eval": "eval"}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a verb and return the exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    parser = argparse.ArgumentParser(
        prog="botpsy",
        description=botpsy.__doc__,
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"botpsy {botpsy.__version__}")
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True)
    chosen = next((word for word in words if not word.startswith("-")), "")
    try:
        for verb, about in VERBS.items():
            sub = verbs.add_parser(verb, help=about, description=about)
            if verb == chosen:
                module = import_module(f"botpsy.cli.{verb}")
                sub.formatter_class = argparse.RawDescriptionHelpFormatter
                sub.epilog = module.__doc__
                module.add_arguments(sub)
        options = parser.parse_args(words)
        return int(import_module(f"botpsy.cli.{options.verb}").run(options))
    except KeyboardInterrupt:
        tell("botpsy: interrupted; what was done is kept, run the same command to go on")
        return _INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:
        if os.environ.get("BOTPSY_DEBUG"):
            raise
        return _told(error, chosen)


def _told(error: Exception, verb: str) -> int:
    """Tell an error in one line and return its exit code."""
    if isinstance(error, BotPsyError):
        tell(f"botpsy: {error}")
        return error.exit_code
    if isinstance(error, ImportError) and not (error.name or "botpsy").startswith("botpsy") and verb in _EXTRA:
        tell(f"botpsy: {error}; this verb needs more packages: pip install 'botpsy[{_EXTRA[verb]}]'")
        return 1
    from botpsy.cli.faults import EXIT, our_fault

    tell(our_fault(error))
    return EXIT


if __name__ == "__main__":
    raise SystemExit(main())
