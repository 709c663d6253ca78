"""Seconds of one RL step (sampling, loss, gradient, optimiser) with the dapo loss: ours against TRL's GRPOTrainer.

    python bench/rl_step.py [--prompts 8 --size 8 --new-tokens 96 --rounds 3] [--tiny] [--json FILE]

Same weights, prompts (with tools), LoRA and limits. Ours samples through llama.cpp from the GGUF as it is, which reads
a prompt once a group, and trains on prompt and completions in one row. TRL samples all completions of the step in one
padded batch, then trains on `--micro` of them at a time; one optimiser step on both sides.

Answers are drawn, so their lengths differ from run to run: `new_tokens` says how many tokens they had in all, the end
of an answer counted on both sides. Nothing else should run meanwhile.
"""

from __future__ import annotations

import argparse
from pathlib import Path

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
    reward,
    run,
    seconds,
)


def ours(options: argparse.Namespace, scratch: Path) -> Numbers:
    import json

    from botpsy.export.policy import LlamaCppPolicy
    from botpsy.train.episodes import Play
    from botpsy.train.rl import RlConfig, rl
    from botpsy.train.signals.rl import Groups, Shaping

    base, sampled = base_of(options, scratch)
    asked = Asked(options.prompts, options.tools, options.padding)
    config = RlConfig(
        base=str(base),
        out=str(scratch / "ours"),
        play=Play(turns=1, max_tokens=options.new_tokens, context=options.context),
        groups=Groups(options.prompts, options.size, refills=0, shaping=Shaping(repetition=0.0)),
        steps=1,
        save_steps=1000,
        bf16=options.bf16,
    )
    with LlamaCppPolicy(sampled, context=options.context, parallel=options.size) as engine, clock() as steps:
        rl(config, [asked], engine=engine)
    row = json.loads((scratch / "ours" / "log.jsonl").read_text().splitlines()[0])
    if row["dropped_episodes"] or row["groups"] < options.prompts:
        raise SystemExit(f"ours learnt from {row['groups']:.0f} of {options.prompts} groups: no fair comparison")
    began, ended = steps[0]
    return {
        "seconds": ended - began,
        "new_tokens": row["length"] * row["episodes"],
        "sampling": asked.judged - began,
        "learning": ended - asked.judged,
        "row_tokens": row["tokens"],
    }


def trl(options: argparse.Namespace, scratch: Path) -> Numbers:
    from datasets import Dataset
    from trl import GRPOConfig, GRPOTrainer

    model, tokenizer, lora = peer_model(base_of(options, scratch)[0])
    prompts = peer_prompts(Asked(options.prompts, options.tools, options.padding), tokenizer)
    arguments = GRPOConfig(
        **peer_arguments(options, scratch), loss_type="dapo", beta=0.0, epsilon_high=0.28, temperature=1.0,
        num_generations=options.size, max_completion_length=options.new_tokens, max_steps=1,
        gradient_accumulation_steps=options.prompts * options.size // options.micro,
    )  # fmt: skip
    with clock() as steps:
        trainer = GRPOTrainer(
            model=model,
            reward_funcs=lambda completions, **_: [reward(str(c)) for c in completions],
            args=arguments,
            train_dataset=Dataset.from_list(prompts),
            processing_class=tokenizer,
            peft_config=lora,
        )
        trainer.train()
    lengths = [row["completions/mean_length"] for row in trainer.state.log_history if "completions/mean_length" in row]
    return {"seconds": seconds(steps), "new_tokens": lengths[0] * options.prompts * options.size}


def step_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--prompts", type=int, default=8)
    parser.add_argument("--size", type=int, default=8, help="completions of a prompt")
    parser.add_argument("--new-tokens", type=int, default=96, help="most tokens of a completion")
    parser.add_argument("--tools", type=int, default=0, help="tools in view (default: all of a task)")
    parser.add_argument("--padding", type=int, default=0, help="words to lengthen the prompt with")
    parser.add_argument("--context", type=int, default=4096, help="tokens of an episode, and of a row")


def main() -> None:
    parser = parser_of(__doc__)
    step_options(parser)
    micro_option(parser)
    options = parser.parse_args()
    if options.tiny:
        options.prompts, options.size, options.new_tokens, options.micro = 2, 2, TINY_NEW, 2
    if options.prompts * options.size % options.micro:
        raise SystemExit(f"{options.prompts * options.size} completions are no multiple of --micro {options.micro}")
    run(options, {"ours": ours, "trl": trl}, "seconds")


if __name__ == "__main__":
    main()
