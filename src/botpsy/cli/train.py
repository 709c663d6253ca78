"""Supervised fine-tuning with LoRA (or --full for all weights) on conversations made by `botpsy data make`. Stop it
when you like: the same command goes on from the last checkpoint.

example:
  botpsy train --data runs/data.jsonl --out runs/sft --steps 300
  botpsy export --trained runs/sft/final --out runs/released
"""

from __future__ import annotations

import argparse

from botpsy.cli.terminal import tell


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's flags."""
    from botpsy.models.hub import DEFAULT_BASE

    parser.add_argument("--base", default=DEFAULT_BASE, metavar="REF", help="the model to train (the embedded base)")
    parser.add_argument("--data", required=True, metavar="FILE", help="JSON lines from `botpsy data make`")
    parser.add_argument("--out", required=True, metavar="DIR", help="the run's folder")
    parser.add_argument("--adapter", default="", metavar="DIR", help="go on from this PEFT adapter")
    parser.add_argument("--full", action="store_true", help="train all weights instead of an adapter")
    parser.add_argument("--rank", type=int, default=32, help="rank of the adapter (32)")
    parser.add_argument("--row-tokens", type=int, default=2048, metavar="T", help="tokens of a row (2048)")
    parser.add_argument("--rows", type=int, default=1, metavar="R", help="rows a step (1)")
    parser.add_argument("--steps", type=int, default=0, help="0 is one pass over the data")
    parser.add_argument("--epochs", type=int, default=1)
    parser.add_argument("--lr", type=float, default=1e-3, help="learning rate (1e-3; 1e-4 suits --full)")
    parser.add_argument("--save-steps", type=int, default=50)
    parser.add_argument("--bf16", action="store_true", help="bf16 where the machine has it")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--no-resume", action="store_true", help="begin anew even if the folder holds a checkpoint")


def run(options: argparse.Namespace) -> int:
    """Train."""
    from botpsy.models.hub import resolve
    from botpsy.train.model import Lora
    from botpsy.train.sft import SftConfig, sft

    config = SftConfig(
        base=str(resolve(options.base, progress=tell)),
        data=options.data,
        out=options.out,
        adapter=options.adapter,
        lora=None if options.full else Lora(options.rank, 2 * options.rank),
        row_tokens=options.row_tokens,
        rows=options.rows,
        steps=options.steps,
        epochs=options.epochs,
        learning_rate=options.lr,
        save_steps=options.save_steps,
        bf16=options.bf16,
        seed=options.seed,
    )
    print(f"trained: {sft(config, resume=not options.no_resume)}")
    return 0
