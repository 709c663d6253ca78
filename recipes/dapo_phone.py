"""Reinforcement of the released adapter on the phone's tasks: DAPO, rollouts in llama.cpp, one process.

    python recipes/dapo_phone.py [--steps 50] [--prompts 8] [--size 8] [--out runs/dapo-phone]

Goes on where it stopped. `botpsy status runs/dapo-phone` shows rewards, entropy, KL and what was dropped. The result is
a PEFT folder: `botpsy export --trained runs/dapo-phone/final --out runs/dapo`, then `botpsy eval`.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from botpsy.export.policy import LlamaCppPolicy
from botpsy.export.run import export
from botpsy.models.hub import DEFAULT_BASE, resolve
from botpsy.tasksets.phone.taskset import Phone
from botpsy.train.episodes import Play
from botpsy.train.rl import RlConfig, rl
from botpsy.train.signals.rl import Groups

RELEASED = Path("models/botpsy-135m/adapter.gguf")
TASKS = 4000
CONTEXT = 2048  # tokens of an episode


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=50, help="rounds (50)")
    parser.add_argument("--prompts", type=int, default=8, help="tasks a round (8)")
    parser.add_argument("--size", type=int, default=8, help="episodes a task (8)")
    parser.add_argument("--out", default="runs/dapo-phone", help="the run's folder")
    options = parser.parse_args()
    base, out = resolve(DEFAULT_BASE, progress=print), Path(options.out)
    config = RlConfig(
        base=str(base),
        out=str(out),
        adapter=str(start(base, out.with_name(f"{out.name}-start"))),
        # the score is all or nothing; "fine" tells a near miss from nonsense, by how near its calls came
        groups=Groups(options.prompts, options.size, reward="fine"),
        play=Play(max_tokens=160, context=CONTEXT),
        steps=options.steps,
        learning_rate=2e-5,
        save_steps=5,
    )
    with LlamaCppPolicy(base, context=CONTEXT, parallel=options.size) as engine:
        print(rl(config, [Phone(TASKS, seed=91)], engine=engine))


def start(base: Path, folder: Path) -> Path:
    """Return the released adapter as a PEFT folder to train on from."""
    if not (folder / "peft" / "adapter_config.json").exists():
        export(base, RELEASED, folder, ("peft",))
    return folder / "peft"


if __name__ == "__main__":
    main()
