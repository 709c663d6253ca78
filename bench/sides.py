"""What the benches against TRL share: a process of its own for each side and round, a clock, one model and prompts.

Sides run in turns, so that what else the machine does hits both. A side's process prints one JSON object as its last
line; its peak memory is that of the process, engine included. Both sides have the same clock: from a step's begin to
its end, sampling and optimiser included, loading not.

Equal on both sides: the weights (what the GGUF holds, de-quantised to fp32), the LoRA (rank, scale, layers, no
dropout), fp32 or bf16 autocast, torch's threads, no gradient checkpointing, and the prompts, token for token
(`peer_prompts`). TRL's attention is torch's `sdpa`, ours the one for shared prompts. TRL samples with transformers'
`generate`, which it does without vLLM.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from botpsy.core.score import Score
from botpsy.core.task import Task
from botpsy.envs.one_turn import OneTurn

Numbers = dict[str, float]
Side = Callable[[argparse.Namespace, Path], Numbers]
TINY_NEW = 8


def parser_of(about: str | None) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3, help="how often each side runs, in turns")
    parser.add_argument("--base", default="", help="the GGUF that is trained (default: the project's base model)")
    parser.add_argument(
        "--rollout-base", default="", help="the same weights for llama.cpp, e.g. Q8_0 (default: --base)"
    )
    parser.add_argument("--bf16", action="store_true", help="train in bf16, both sides, where the processor has it")
    parser.add_argument("--tiny", action="store_true", help="a random tiny model and short answers, to try the bench")
    parser.add_argument("--json", default="", help="write all numbers to this file")
    parser.add_argument("--side", default="", help=argparse.SUPPRESS)  # run one side in this process
    return parser


def run(options: argparse.Namespace, sides: Mapping[str, Side], measure: str, *, less: bool = True) -> None:
    """Run the sides in turns and report `measure`, of which less (or more) is better; or one side, when asked."""
    if options.side:
        with tempfile.TemporaryDirectory() as scratch:
            found = sides[options.side](options, Path(scratch))
        found["peak_mib"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print("\n" + json.dumps(found), flush=True)
        return
    if options.rounds < 1:
        raise SystemExit(f"--rounds is 1 or more, not {options.rounds}")
    rounds: dict[str, list[Numbers]] = {name: [] for name in sides}
    for number in range(options.rounds):
        for name in sides:
            found = alone(name)
            rounds[name].append(found)
            print(f"round {number + 1} {name:8} " + ", ".join(f"{k} {v:,.2f}" for k, v in found.items()), flush=True)
    report(rounds, measure, less)
    if options.json:
        asked = {key: value for key, value in vars(options).items() if key not in ("side", "json")}
        Path(options.json).write_text(json.dumps({"asked": asked, "rounds": rounds}, indent=1) + "\n")


def alone(name: str, arguments: Sequence[str] | None = None) -> Numbers:
    """Return what this script prints for one side in a process of its own. Ends with its last words when it fails."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    done = subprocess.run([sys.executable, sys.argv[0], *words, "--side", name], capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{name} failed:\n{done.stderr[-3000:]}")
    return json.loads(done.stdout.strip().splitlines()[-1])


def report(rounds: Mapping[str, Sequence[Numbers]], measure: str, less: bool) -> None:
    columns = list(dict.fromkeys(key for values in rounds.values() for row in values for key in row))
    print(f"\n{'median':10}" + "".join(f"{c:>18}" for c in columns))
    for name, rows in rounds.items():
        cells = [[row[c] for row in rows if c in row] for c in columns]
        print(f"{name:10}" + "".join(f"{statistics.median(c):18,.2f}" if c else f"{'':18}" for c in cells))
    ours, theirs = (statistics.median(row[measure] for row in rows) for rows in rounds.values())
    ratio = theirs / ours if less else ours / theirs
    spread = ", ".join(
        f"{n} {min(r[measure] for r in rows):,.2f} to {max(r[measure] for r in rows):,.2f}"
        for n, rows in rounds.items()
    )
    print(f"ours is {ratio:.2f} times as fast ({measure}: {spread}; n={len(next(iter(rounds.values())))})")


@contextmanager
def clock() -> Iterator[list[tuple[float, float]]]:
    """Collect begin and end (`time.perf_counter`) of every step that a Trainer makes meanwhile in this process."""
    from transformers import TrainerCallback, trainer

    steps: list[tuple[float, float]] = []

    class Clock(TrainerCallback):
        began = 0.0

        def on_step_begin(self, *_: Any, **__: Any) -> None:
            self.began = time.perf_counter()

        def on_step_end(self, *_: Any, **__: Any) -> None:
            steps.append((self.began, time.perf_counter()))

    trainer.DEFAULT_CALLBACKS.append(Clock)
    try:
        yield steps
    finally:
        trainer.DEFAULT_CALLBACKS.remove(Clock)


def seconds(steps: Sequence[tuple[float, float]]) -> float:
    return sum(end - began for began, end in steps)


def micro_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--micro",
        type=int,
        default=4,
        help="rows that TRL computes at once; they are padded, and memory grows with them",
    )


def base_of(options: argparse.Namespace, scratch: Path) -> tuple[Path, Path]:
    """Return the GGUF that is trained, and the one that llama.cpp samples from."""
    if options.tiny:
        from botpsy.train.tiny_model import make_tiny_model

        path = make_tiny_model(scratch / "tiny")
        return path, path
    from botpsy.models.hub import DEFAULT_BASE, resolve

    base = Path(options.base) if options.base else resolve(DEFAULT_BASE)
    return base, Path(options.rollout_base) if options.rollout_base else base


def peer_model(base: Path) -> tuple[Any, Any, Any]:
    """Return (bare model, tokenizer, LoRA) for TRL: the weights, and the adapter's shape, that ours has in fp32."""
    import torch
    from peft import LoraConfig

    from botpsy.train.model import Lora, load

    torch.manual_seed(0)
    model, tokenizer, _ = load(base, None)
    model.set_attn_implementation("sdpa")
    shape = Lora()
    names = {n.split(".")[-1] for n, part in model.named_modules() if isinstance(part, torch.nn.Linear)} - {"lm_head"}
    if tokenizer.pad_token is None:
        tokenizer.pad_token = tokenizer.eos_token
    return model, tokenizer, LoraConfig(r=shape.rank, lora_alpha=shape.alpha, target_modules=sorted(names))


def peer_arguments(options: argparse.Namespace, scratch: Path) -> dict[str, Any]:
    """Return what all of TRL's configurations are given."""
    from botpsy.train.model import has_bf16

    return {
        "output_dir": str(scratch / "trl"), "use_cpu": True, "per_device_train_batch_size": options.micro,
        "bf16": options.bf16 and has_bf16(), "report_to": [],
        "gradient_checkpointing": False, "learning_rate": 5e-5, "disable_tqdm": True,
        "save_strategy": "no", "adam_beta2": 0.98, "logging_steps": 1,
    }  # fmt: skip


def reward(text: str) -> float:
    """A number in [0, 1] that differs from answer to answer: every group teaches, and both sides judge for free."""
    return zlib.crc32(text.encode()) % 1000 / 999


class Asked:
    """Requests of the phone with the tools in view, one answer each. Implements Taskset."""

    name = "bench"

    def __init__(self, count: int, tools: int = 0, padding: int = 0) -> None:
        from botpsy.tasksets.phone.taskset import Phone

        phone = Phone(count)
        self._opened: dict[str, Any] = {}
        self._tasks: list[Task] = []
        self.judged = 0.0  # when the last answer was: sampling ends there, learning begins
        for i, task in enumerate(phone.tasks("train")):
            opening = asyncio.run(phone.open(task).start())
            self._opened[f"bench-{i}"] = (
                opening.messages,
                opening.tools[:tools] if tools else opening.tools,
            )
            self._tasks.append(Task(f"bench-{i}", self.name, "say", "train", opening.messages))
        if padding:
            from botpsy.core.messages import Message

            for key, (messages, view) in self._opened.items():
                first = Message("system", messages[0].content + " note" * padding)
                self._opened[key] = ((first, *messages[1:]), view)

    def tasks(self, split: str) -> Iterator[Task]:
        return iter(self._tasks if split == "train" else [])

    def open(self, task: Task) -> OneTurn:
        return OneTurn(*self._opened[task.id])

    def verify(self, task: Task, trajectory: Any, state: Any) -> Score:  # noqa: ARG002
        self.judged = time.perf_counter()
        return Score(reward(repr(trajectory.token_ids)))

    def reference(self, task: Task) -> Any:
        raise NotImplementedError("nobody needs to solve what is only timed")

    def texts(self, family: Any) -> list[str]:
        """Return the prompts as text, template and tools rendered."""
        return [family.render(messages, tools) for messages, tools in self._opened.values()]


def peer_prompts(asked: Asked, tokenizer: Any) -> list[dict[str, str]]:
    """Return the prompts as rows for TRL, rendered by our template: TRL renders no tools of single rows.

    TRL tokenises such rows as they are, with the tokenizer's own special tokens. Raises RuntimeError when that gives
    other tokens than ours, as with a tokenizer that adds a begin of text.
    """
    from botpsy.chat.families import family_for
    from botpsy.models.hub_tokenizer import HubTokenizer

    texts = asked.texts(family_for(tokenizer.chat_template))
    ours = HubTokenizer(tokenizer)
    for text, theirs in zip(texts, tokenizer(text=texts)["input_ids"], strict=True):
        if theirs != ours.encode(text):
            raise RuntimeError(f"TRL would read other tokens than we do, from {tokenizer.decode(theirs[:5])!r} on")
    return [{"prompt": text} for text in texts]
