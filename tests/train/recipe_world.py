"""A recipe for tests: SFT, a teacher, distillation and RL on a random tiny model; and a driver that kills it.

python recipe_world.py FOLDER SEED     runs it whole, then killed at random points until it is done; prints kills
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import time
from pathlib import Path

import torch
from rl_world import Letters

from botpsy.core import jsonl
from botpsy.core.messages import Message
from botpsy.train.distill import DistillConfig
from botpsy.train.episodes import Play
from botpsy.train.model import Lora
from botpsy.train.recipe import Made, Recipe, Stage, Start
from botpsy.train.rl import RlConfig
from botpsy.train.run_recipe import run
from botpsy.train.sft import SftConfig
from botpsy.train.signals.distill import Rounds
from botpsy.train.signals.rl import Groups, Shaping
from botpsy.train.tiny_model import make_tiny_model
from botpsy.train.validation import Validation

PLAY = Play(max_tokens=4, context=256, patience=0.0)


def data(made: Made, path: Path) -> None:
    rows = [
        {"messages": [Message("user", f"Say {i}").to_json(), Message("assistant", f"{i} it is").to_json()]}
        for i in range(24)
    ]
    jsonl.write_atomic(path, rows)


def recipe(out: str = "runs/test", rate: float = 1e-2, steps: int = 4) -> Recipe:
    def sft(at: Start) -> SftConfig:
        return SftConfig(
            at.base, at.data, at.out, adapter=at.adapter, lora=Lora(4, 8), row_tokens=128, steps=6, log_steps=1,
            save_steps=2, keep=9, learning_rate=rate,
        )  # fmt: skip

    def rl(at: Start) -> RlConfig:
        return RlConfig(
            at.base, at.out, at.adapter, Lora(4, 8), PLAY, steps=steps, save_steps=2, keep=9, learning_rate=rate,
            groups=Groups(2, 4, shaping=Shaping(repetition=0.0)),
        )  # fmt: skip

    def distil(at: Start) -> DistillConfig:
        return DistillConfig(
            at.base, at.out, at.adapter, Lora(4, 8), PLAY, steps=steps, save_steps=2, keep=9, learning_rate=rate,
            teachers=at.teachers, rounds=Rounds(4), kl="full",
        )  # fmt: skip

    def letters() -> list[Letters]:
        return [Letters()]

    return Recipe(
        "test",
        Path(out),
        lambda: make_tiny_model(Path(out) / "base"),
        (
            Stage("sft", "sft", sft, data=data),
            Stage("teacher", "rl", rl, "sft", letters),
            Stage("mopd", "distill", distil, "sft", letters, teachers={"letters": "teacher"}),
        ),
        Validation(letters, limit=3, play=PLAY),
    )


def child(folder: str) -> int:
    """Run the recipe in a child process; return its pid."""
    pid = os.fork()
    if pid == 0:
        with Path(os.devnull).open("w") as nothing:
            os.dup2(nothing.fileno(), 1)
        try:
            run(recipe(folder))
        except BaseException as error:
            print(f"{type(error).__name__}: {error}", file=sys.stderr, flush=True)
            os._exit(1)
        os._exit(0)
    return pid


def main(folder: Path, seed: int) -> None:
    torch.set_num_threads(1)  # so that a child may be forked: no pool of threads was begun
    draw = random.Random(seed)
    started = time.monotonic()
    _, code = os.waitpid(child(str(folder / "whole")), 0)
    assert code == 0, "the run that is not killed failed"
    whole = float(os.environ.get("WHOLE_SECONDS", time.monotonic() - started))
    kills = 0
    while True:
        pid = child(str(folder / "killed"))
        end = time.monotonic() + draw.uniform(0.1, 0.45) * whole
        done = code = 0
        while not done and time.monotonic() < end:
            done, code = os.waitpid(pid, os.WNOHANG)
            time.sleep(0.02)
        if not done:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            kills += 1
            assert kills < 40, "it does not get any further"
            continue
        assert code == 0, f"a run that was killed {kills} times failed"
        break
    print(json.dumps({"kills": kills, "seconds": whole}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
