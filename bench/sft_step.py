"""Tokens a second of supervised fine-tuning, one epoch over the same conversations: ours against TRL's SFTTrainer.

    python bench/sft_step.py [--conversations 48 --row-tokens 2048 --rounds 3] [--tiny] [--json FILE]

What is counted are the tokens of the conversations, each as if computed alone; a shared prompt that is computed once
counts as often as it stands there. Both take a row of at most `--row-tokens` a step; ours holds more conversations, for
what they share is in it once, so ours makes fewer steps. TRL packs its rows (`packing=True`, its default "bfd"):
conversations in one of its rows do not see each other. On a CPU, without flash attention, transformers reads where they
begin off the position ids and masks the rest (`tests/bench/test_benches.py` checks it). Nothing else should run
meanwhile.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sides import Numbers, base_of, clock, parser_of, peer_arguments, peer_model, run, seconds


def conversations(options: argparse.Namespace, scratch: Path) -> Path:
    from botpsy.data.mix import Mix, make

    made = scratch / "data.jsonl"
    make(Mix(phone=options.conversations, toolcraft=0, seal=0, seed=5), made)
    return made


def samples(options: argparse.Namespace, path: Path, tokenizer: Any) -> list[Any]:
    from botpsy.chat.families import family_for
    from botpsy.models.hub_tokenizer import HubTokenizer
    from botpsy.train.signals.sft import read_samples

    return read_samples(path, family_for(tokenizer.chat_template), HubTokenizer(tokenizer), options.row_tokens)[0]


def ours(options: argparse.Namespace, scratch: Path) -> Numbers:
    from botpsy.models.hub_tokenizer import load_hub_tokenizer
    from botpsy.train.sft import SftConfig, sft

    base, _ = base_of(options, scratch)
    path = conversations(options, scratch)
    with clock() as steps:
        sft(SftConfig(
            str(base), str(path), str(scratch / "ours"), row_tokens=options.row_tokens, bf16=options.bf16,
            save_steps=10000, learning_rate=5e-5,
        ))  # fmt: skip
    tokens = sum(len(s.token_ids) for s in samples(options, path, load_hub_tokenizer(base)))
    return numbers(tokens, steps)


def trl(options: argparse.Namespace, scratch: Path) -> Numbers:
    from datasets import Dataset
    from trl import SFTConfig, SFTTrainer

    base, _ = base_of(options, scratch)
    model, tokenizer, lora = peer_model(base)
    found = samples(options, conversations(options, scratch), tokenizer)
    rows = [
        {
            "input_ids": list(s.token_ids),
            "labels": [t if m else -100 for t, m in zip(s.token_ids, s.loss_mask, strict=True)],
        }
        for s in found
    ]
    arguments = SFTConfig(
        **peer_arguments(options, scratch), packing=True, max_length=options.row_tokens, num_train_epochs=1,
    )  # fmt: skip
    with clock() as steps:
        trainer = SFTTrainer(
            model=model, args=arguments, train_dataset=Dataset.from_list(rows), processing_class=tokenizer,
            peft_config=lora,
        )  # fmt: skip
        trainer.train()
    tokens = sum(len(s.token_ids) for s in found)
    return numbers(tokens, steps)


def numbers(tokens: int, steps: Sequence[tuple[float, float]]) -> Numbers:
    took = seconds(steps)
    return {"tokens_per_second": tokens / took, "seconds": took, "tokens": float(tokens), "rows": float(len(steps))}


def main() -> None:
    parser = parser_of(__doc__)
    parser.add_argument("--conversations", type=int, default=48)
    parser.add_argument("--row-tokens", type=int, default=2048)
    options = parser.parse_args()
    options.micro = 1  # packed rows, one a step on both sides
    if options.tiny:
        options.conversations, options.row_tokens = 8, 4096
    run(options, {"ours": ours, "trl": trl}, "tokens_per_second", less=False)


if __name__ == "__main__":
    main()
