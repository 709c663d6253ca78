"""How fast a training step is here, by arithmetic and by length of row. Both sides of every comparison run in turns.

    python bench/train_speed.py [--rounds 3]

Prints tokens a second (forward and backward of one row with LoRA, no optimiser) as median and range over the rounds,
tokens a conversation, and the ratios. Nothing else should run meanwhile.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any, cast

import torch

from botpsy.chat.families import family_for
from botpsy.data.mix import Mix, make
from botpsy.models.hub import DEFAULT_BASE, resolve
from botpsy.models.hub_tokenizer import HubTokenizer
from botpsy.train import attention
from botpsy.train.batch import Row
from botpsy.train.losses import target_cross_entropy
from botpsy.train.model import Lora, load
from botpsy.train.signals.sft import SftData, prepare
from botpsy.train.trainer import body_and_head, collate

LENGTHS = (2048, 3072)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    rounds: int = parser.parse_args().rounds
    base = resolve(DEFAULT_BASE, progress=print)
    model, hub_tokenizer, _ = load(base, Lora())
    with tempfile.TemporaryDirectory() as scratch:
        made = Path(scratch) / "data.jsonl"
        make(Mix(phone=80, toolcraft=0, seal=0, seed=5), made)
        family, tokenizer = family_for(hub_tokenizer.chat_template), HubTokenizer(hub_tokenizer)
        data = {n: prepare(made, family, tokenizer, n, sharing=True, seed=0, epochs=1) for n in LENGTHS}
    for length, found in data.items():
        print(f"rows of {length}: {found.packed / found.samples:.0f} tokens a conversation, n={found.samples}")
    row = {length: longest(found) for length, found in data.items()}
    sides: dict[str, Callable[[], float]] = {
        "fp32, rows of 2048": lambda: speed(model, row[2048], nullcontext()),
        "fp32, rows of 3072": lambda: speed(model, row[3072], nullcontext()),
        "bf16, fused attention, rows of 3072": lambda: fused(model, row[3072]),
        "bf16, attention by products, rows of 3072": lambda: speed(model, row[3072], narrow()),
    }
    for side in sides.values():
        side()  # pages, caches, kernels
    found_speeds: dict[str, list[float]] = {name: [] for name in sides}
    for _ in range(rounds):
        for name, side in sides.items():
            found_speeds[name].append(side())
    report(found_speeds)


def longest(data: SftData) -> Row:
    return max(data.rows, key=lambda r: len(r.token_ids))


def narrow() -> AbstractContextManager[Any]:
    return torch.autocast("cpu", torch.bfloat16)


def fused(model: Any, row: Row) -> float:
    """Time the step with torch's fused kernel in place of ours."""
    ours = attention._products

    def repeated(query: torch.Tensor, key: torch.Tensor, value: torch.Tensor, scaling: float | None) -> torch.Tensor:
        times = query.shape[1] // key.shape[1]
        return attention._fused(query, key.repeat_interleave(times, 1), value.repeat_interleave(times, 1), scaling)

    attention._products = repeated
    try:
        return speed(model, row, narrow())
    finally:
        attention._products = ours


def speed(model: Any, row: Row, arithmetic: AbstractContextManager[Any]) -> float:
    """Return tokens a second of one forward and backward pass."""
    batch = collate([row])
    labels = batch.pop("labels")
    batch.pop("shift_labels")
    body, head = body_and_head(model)
    started = time.perf_counter()
    with arithmetic:
        loss, _ = target_cross_entropy(body(**batch, use_cache=False).last_hidden_state, labels, head)
    cast(Any, loss).backward()
    took = time.perf_counter() - started
    model.zero_grad()
    return labels.numel() / took


def report(speeds: Mapping[str, Sequence[float]]) -> None:
    first = statistics.median(next(iter(speeds.values())))
    for name, values in speeds.items():
        middle = statistics.median(values)
        print(
            f"{name:44} {middle:6.0f} tokens/s  ({min(values):.0f} to {max(values):.0f}, n={len(values)})  "
            f"{middle / first:.2f} times the first"
        )


if __name__ == "__main__":
    main()
