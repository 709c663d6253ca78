"""Seconds of one step of on-policy distillation, one teacher, reverse KL over the vocabulary: ours against TRL's.

    python bench/mopd_step.py [--prompts 32 --samples 1 --new-tokens 96 --rounds 3] [--tiny] [--json FILE]

Ours is `distill` with `kl="full"`, TRL's is `DistillationTrainer` with `beta=1` and `temperature=1`: the same loss
(`tests/train/test_trl_equality.py`), the student samples, logits exist for a part of the targets at a time. Same
weights, prompts, LoRA and limits. The teacher is the base with a random adapter; TRL has it merged, ours computes it as
an adapter beside the base, as several teachers need. TRL knows one answer a prompt: with `--samples` above 1 it is
given the prompt as often, where ours computes it once.

Answers are drawn, so their lengths differ from run to run (`new_tokens`). Nothing else should run meanwhile.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from sides import (
    TINY_NEW,
    Asked,
    Numbers,
    base_of,
    clock,
    micro_option,
    parser_of,
    peer_arguments,
    peer_model,
    peer_prompts,
    run,
    seconds,
)


def teacher_of(base: Path, folder: Path) -> Path:
    """Write the teacher: an adapter that moves the base's distributions, the same every time."""
    import torch

    from botpsy.train.model import Lora, load

    torch.manual_seed(1)
    model, tokenizer, _ = load(base, Lora())
    for name, parameter in model.named_parameters():
        if "lora_B" in name:
            torch.nn.init.normal_(parameter, std=0.01)
    model.save_pretrained(str(folder))
    tokenizer.save_pretrained(str(folder))
    return folder


def ours(options: argparse.Namespace, scratch: Path) -> Numbers:
    import json

    from botpsy.export.policy import LlamaCppPolicy
    from botpsy.train.distill import DistillConfig, distill
    from botpsy.train.episodes import Play
    from botpsy.train.signals.distill import Rounds

    base, sampled = base_of(options, scratch)
    asked = Asked(options.prompts)
    config = DistillConfig(
        base=str(base),
        out=str(scratch / "ours"),
        teachers={asked.name: str(teacher_of(base, scratch / "teacher"))},
        play=Play(turns=1, max_tokens=options.new_tokens, context=options.context),
        rounds=Rounds(options.prompts, options.samples),
        kl="full",
        steps=1,
        save_steps=1000,
        bf16=options.bf16,
    )
    with LlamaCppPolicy(sampled, context=options.context, parallel=8) as engine, clock() as steps:
        distill(config, [asked], engine=engine)
    row = json.loads((scratch / "ours" / "log.jsonl").read_text().splitlines()[0])
    if row["dropped_episodes"]:
        raise SystemExit(f"ours dropped {row['dropped_episodes']:.0f} episodes: no fair comparison")
    return {
        "seconds": seconds(steps),
        "new_tokens": row["length"] * row["episodes"],
        "sampling": asked.judged - steps[0][0],
        "learning": steps[0][1] - asked.judged,
        "reverse_kl": row[f"reverse_kl/{asked.name}"],
    }


def trl(options: argparse.Namespace, scratch: Path) -> Numbers:
    from datasets import Dataset
    from trl import DistillationConfig, DistillationTrainer

    base = base_of(options, scratch)[0]
    teacher = merged(base, teacher_of(base, scratch / "teacher"))
    model, tokenizer, lora = peer_model(base)
    prompts = peer_prompts(Asked(options.prompts), tokenizer)
    arguments = DistillationConfig(
        **peer_arguments(options, scratch), beta=1.0, temperature=1.0, max_completion_length=options.new_tokens,
        max_steps=1, gradient_accumulation_steps=options.prompts * options.samples // options.micro,
    )  # fmt: skip
    with clock() as steps:
        trainer = DistillationTrainer(
            model=model,
            teacher_model=teacher,
            args=arguments,
            train_dataset=Dataset.from_list([row for row in prompts for _ in range(options.samples)]),
            processing_class=tokenizer,
            peft_config=lora,
        )
        trainer.train()
    row = next(row for row in trainer.state.log_history if "completions/mean_length" in row)
    return {
        "seconds": seconds(steps),
        "new_tokens": row["completions/mean_length"] * options.prompts * options.samples,
        "reverse_kl": row["loss"],
    }


def merged(base: Path, adapter: Path) -> Any:
    """Return the teacher as one model, the cheaper form."""
    from botpsy.train.model import load

    teacher = load(base, None, adapter=adapter)[0].merge_and_unload()
    teacher.set_attn_implementation("sdpa")
    return teacher.eval().requires_grad_(False)


def main() -> None:
    parser = parser_of(__doc__)
    parser.add_argument("--prompts", type=int, default=32)
    parser.add_argument("--samples", type=int, default=1, help="answers of a prompt")
    parser.add_argument("--new-tokens", type=int, default=96, help="most tokens of an answer")
    parser.add_argument("--context", type=int, default=4096, help="tokens of an episode, and of a row")
    micro_option(parser)
    options = parser.parse_args()
    if options.tiny:
        options.prompts, options.samples, options.new_tokens, options.micro = 4, 1, TINY_NEW, 2
    if options.prompts * options.samples % options.micro:
        raise SystemExit(f"{options.prompts * options.samples} answers are no multiple of --micro {options.micro}")
    run(options, {"ours": ours, "trl": trl}, "seconds")


if __name__ == "__main__":
    main()
