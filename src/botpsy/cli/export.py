"""Writes a trained adapter (or whole checkpoint) as adapter.gguf, merged BF16 and Q8_0 GGUF and safetensors, and proves
that what was written agrees with what was trained (check.json).

examples:
  botpsy export --trained runs/sft/final --out runs/released --formats lora,q8_0
  botpsy export --trained adapter.gguf --out runs/again --formats peft      runs/again/peft, to train on from
"""

from __future__ import annotations

import argparse
from pathlib import Path

from botpsy.cli.terminal import tell


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's flags."""
    from botpsy.models.hub import DEFAULT_BASE

    parser.add_argument("--base", default=DEFAULT_BASE, metavar="REF", help="the GGUF that was trained on")
    parser.add_argument(
        "--trained", required=True, metavar="PATH", help="PEFT adapter or checkpoint folder, or an adapter GGUF"
    )
    parser.add_argument("--out", required=True, metavar="DIR")
    parser.add_argument(
        "--formats",
        default="",
        help="of lora,bf16,f16,f32,q8_0,q4_0,q4_1,safetensors, and peft from a GGUF; all by default",
    )
    parser.add_argument("--name", default="botpsy-135m", help="name of the merged files")
    parser.add_argument("--no-check", action="store_true", help="leave out the comparison with the trained model")


def run(options: argparse.Namespace) -> int:
    """Export."""
    from botpsy.export.run import export
    from botpsy.models.hub import resolve

    shown: set[str] = set()

    def progress(what: str, done: int, total: int) -> None:
        if what not in shown or (total and done >= total):
            shown.add(what)
            tell(f"{what}" + (f" {done * 100 // total}%" if total else ""))

    formats = [f.strip() for f in options.formats.split(",") if f.strip()] or None
    made = export(
        resolve(options.base, progress=tell),
        Path(options.trained),
        Path(options.out),
        formats,
        name=options.name,
        verify=not options.no_check,
        progress=progress,
    )
    for path in made.files.values():
        print(path)
    if made.check is not None:
        print(made.check)
    return 0
