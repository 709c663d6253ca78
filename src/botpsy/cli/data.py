"""Makes training data: conversations that references play in simulated worlds, invented tools, and Seal-Tools (from the
folder in BOTPSY_DATA). Deterministic by seed; an interrupted run goes on with the next source.

example:
  BOTPSY_DATA=../shared/data botpsy data --out runs/data.jsonl --phone 2000 --toolcraft 600 --seal 300
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from botpsy.cli.terminal import tell


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's flags."""
    parser.add_argument("--out", required=True, metavar="FILE", help="JSON lines to write")
    parser.add_argument("--phone", type=int, default=2000, metavar="N", help="tasks on calendar and contacts (2000)")
    parser.add_argument("--toolcraft", type=int, default=600, metavar="N", help="bundles of invented tools (600)")
    parser.add_argument("--seal", type=int, default=0, metavar="N", help="bundles from Seal-Tools (0)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--model", metavar="REF", help="let this model play the phone tasks instead of the reference")
    parser.add_argument("--adapter", metavar="PATH", help="an adapter.gguf for it")
    parser.add_argument("--least", type=float, default=1.0, metavar="S", help="with --model: keep scores from S (1.0)")


def run(options: argparse.Namespace) -> int:
    """Write the mixture."""
    from botpsy.data.mix import Mix, make

    mix = Mix(options.phone, options.toolcraft, options.seal, options.seed, os.environ.get("BOTPSY_DATA", ""))
    generator = None
    if options.model:
        from botpsy.models.load import load

        generator = load(options.model, adapter=Path(options.adapter) if options.adapter else None, progress=tell)
    shown: dict[str, int] = {}

    def report(source: str, made: int, wanted: int) -> None:
        if wanted and made * 10 // wanted != shown.get(source):
            shown[source] = made * 10 // wanted
            tell(f"{source}: {made} of {wanted}")

    counts = make(mix, Path(options.out), report, generator=generator, least=options.least)
    for name, count in counts.items():
        print(f"{count:>7}  {name}")
    print(f"{sum(counts.values()):>7}  conversations in {options.out}")
    return 0
