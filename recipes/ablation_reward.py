"""Fine against binary rewards for tool calls: RL twice from the same adapter, with the same tasks, seeds and dev tasks.

    botpsy train recipes/ablation_reward.py [--stage fine] [--set steps=60]
    botpsy train recipes/ablation_reward.py --list

ToolRL found fine rewards better at 1.5B, Tool-N1 binary ones at 7B; which it is at 135M is to be seen. `state` is the
verifier's score as it is. Compare on the test split once, at the end: export each stage's best, `botpsy eval`, then
`botpsy compare`.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from botpsy.export.policy import LlamaCppPolicy
from botpsy.export.run import export
from botpsy.models.hub import DEFAULT_BASE, resolve
from botpsy.tasksets.phone.taskset import Phone
from botpsy.tasksets.toolcraft.taskset import Toolcraft
from botpsy.train.episodes import Play
from botpsy.train.model import Lora
from botpsy.train.recipe import Recipe, Stage, Start
from botpsy.train.rl import RlConfig
from botpsy.train.signals.rl import Groups, Shaping
from botpsy.train.validation import Validation

RELEASED = "models/botpsy-135m/adapter.gguf"


def recipe(
    out: str = "runs/ablation-reward",
    base: str = DEFAULT_BASE,
    start: str = RELEASED,
    engine: str = "llama.cpp",
    rewards: str = "fine,binary",
    steps: int = 40,
    prompts: int = 8,
    size: int = 8,
    tasks: int = 2000,
    limit: int = 100,
    context: int = 2048,
    max_tokens: int = 160,
    seed: int = 0,
) -> Recipe:
    """Return one stage a reward. `rewards`: any of fine, binary, state. The other arguments are as in full_135m.py."""
    how = Play(max_tokens=max_tokens, context=context)

    def config(reward: str) -> Callable[[Start], RlConfig]:
        return lambda at: RlConfig(
            at.base, at.out, at.adapter, Lora(32, 64), how, steps=steps, learning_rate=2e-5, seed=seed,
            save_steps=max(1, steps // 5), keep=8,
            groups=Groups(prompts, size, reward=reward, shaping=Shaping(repetition=0.0)),
        )  # fmt: skip

    def begin(model: Path, folder: Path) -> Path:
        if not (folder / "peft" / "adapter_config.json").exists():
            export(model, Path(start), folder, ("peft",), verify=False)
        return folder / "peft"

    return Recipe(
        "ablation-reward",
        Path(out),
        lambda: resolve(base, progress=print),
        tuple(
            Stage(name, "rl", config(name), tasks=lambda: [Phone(tasks, seed + 21), Toolcraft(tasks // 2, seed + 21)])
            for name in rewards.split(",")
        ),
        Validation(lambda: [Phone(limit), Toolcraft(limit)], limit, how),
        begin if start else None,
        None if engine == "model" else lambda model: LlamaCppPolicy(model, context=context, parallel=size),
    )
