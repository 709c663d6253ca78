"""The reference's scale: a Qwen3.5-0.8B student, three Qwen3.5-4B teachers, several GPUs and nodes, vLLM for rollouts.

    accelerate launch --config_file recipes/accelerate/one_node.yaml recipes/qwen3_5_0_8b.py STAGE
    STAGE: data sft teacher-sft teacher-tools teacher-reasoning teacher-instructions mopd rl-1 rl-2

Each stage goes on where it stopped; docs/scale.md says which servers must run beside it, on what machines, and what it
costs. SFT trains all weights of the student's base; the later stages train one adapter over that checkpoint, which is
what vLLM serves, and it loads the adapter anew each round. Teachers likewise, over a 4B that had the same SFT.

    BOTPSY_RUNS       where runs lie, readable by trainer and servers under the same path
    BOTPSY_VLLM       addresses of the servers that sample, with commas: http://gpu1:8000/v1,http://gpu2:8000/v1
    BOTPSY_TEACHERS   address of the server that has the three teachers as tools, reasoning and instructions

This was run with a random tiny model of the same architecture and a server that speaks vLLM's protocol
(tests/train/test_qwen3_5.py), not with these weights, GPUs or vLLM itself.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from botpsy.core.errors import UsageError
from botpsy.core.protocols import Taskset
from botpsy.data.mix import Mix, make
from botpsy.models.hub import resolve
from botpsy.tasksets.choice.taskset import choice
from botpsy.tasksets.code.taskset import code
from botpsy.tasksets.constraints.taskset import constraints
from botpsy.tasksets.maths.taskset import maths
from botpsy.tasksets.phone.taskset import Phone
from botpsy.tasksets.structured.taskset import structured
from botpsy.tasksets.toolcraft.taskset import Toolcraft
from botpsy.tasksets.workplace.taskset import Workplace
from botpsy.train.distill import DistillConfig, distill
from botpsy.train.episodes import Play
from botpsy.train.model import Lora
from botpsy.train.on_policy import Handover
from botpsy.train.rl import RlConfig, rl
from botpsy.train.sft import SftConfig, sft
from botpsy.train.signals.distill import Rounds
from botpsy.train.signals.rl import Groups, Shaping
from botpsy.train.vllm_policy import VllmPolicy
from botpsy.train.world import here

# what each teacher is trained in and answers for
SKILLS: Mapping[str, tuple[str, ...]] = {
    "tools": ("phone", "toolcraft"),
    "reasoning": ("maths", "choice", "code"),
    "instructions": ("constraints", "structured"),
}


@dataclass(frozen=True)
class Scale:
    """Everything that differs between the reference and a trial of the same code on a small model."""

    student: str = "hf:Qwen/Qwen3.5-0.8B"
    teacher: str = "hf:Qwen/Qwen3.5-4B"
    runs: Path = field(default_factory=lambda: Path(os.environ.get("BOTPSY_RUNS", "runs/qwen3_5_0_8b")))
    tasks: int = 20_000  # of each taskset
    sft_steps: int = 0  # one pass
    rl_steps: int = 200
    context: int = 16_384
    answer: int = 4096  # tokens of one turn
    rows: int = 32  # a step of SFT
    prompts: int = 128
    size: int = 16
    mopd_prompts: int = 1024
    lora: Lora = field(default_factory=lambda: Lora(rank=64, alpha=128))
    bf16: bool = True
    mix: Mix = field(default_factory=lambda: Mix(phone=20_000, toolcraft=10_000, seal=0, seed=5))
    engine: Callable[[Path], Handover | None] | None = None  # of a base; vLLM when left out

    def tasksets(self, names: Sequence[str], seed: int) -> list[Taskset]:
        """Return tasksets by name."""
        make_one: dict[str, Callable[[], Taskset]] = {
            "phone": lambda: Phone(self.tasks, seed=seed),
            "toolcraft": lambda: Toolcraft(self.tasks, seed=seed),
            "workplace": lambda: Workplace(self.tasks, seed=seed),
            "maths": lambda: maths(self.tasks, seed),
            "choice": lambda: choice(self.tasks, seed),
            "code": lambda: code(self.tasks, seed),
            "constraints": lambda: constraints(self.tasks, seed),
            "structured": lambda: structured(self.tasks, seed),
        }
        return [make_one[name]() for name in names]

    def sampler(self, base: Path) -> Handover | None:
        """Return what samples from adapters over a base."""
        if self.engine is not None:
            return self.engine(base)
        addresses = [a for a in os.environ.get("BOTPSY_VLLM", "").split(",") if a]
        if not addresses:
            raise UsageError("BOTPSY_VLLM names no server; set it to the addresses that sample (docs/scale.md)")
        return VllmPolicy(base, addresses, context=self.context)


def data(scale: Scale) -> Path:
    """Make the conversations for SFT: simulated tasks, played by their references."""
    path = scale.runs / "data.jsonl"
    if not path.exists():
        print(make(scale.mix, path))
    return path


def base_sft(scale: Scale, base: str, name: str) -> Path:
    """Train a base on the conversations, all its weights; return the checkpoint that all else builds on."""
    world = here()
    found = world.once(lambda: str(resolve(base, progress=print)))  # one process fetches
    config = SftConfig(
        base=found, data=str(scale.runs / "data.jsonl"), out=str(scale.runs / name), lora=None,
        row_tokens=scale.context, rows=scale.rows, steps=scale.sft_steps, learning_rate=1e-5, bf16=scale.bf16,
        gradient_checkpointing=True, save_steps=100,
    )  # fmt: skip
    return sft(config)


def reinforce(scale: Scale, name: str, base: Path, adapter: str, tasksets: Sequence[Taskset]) -> Path:
    """Train an adapter over a base with DAPO."""
    config = RlConfig(
        base=str(base), out=str(scale.runs / name), adapter=adapter, lora=scale.lora, bf16=scale.bf16,
        play=Play(turns=12, max_tokens=scale.answer, context=scale.context, thinking=True),
        groups=Groups(scale.prompts, scale.size, shaping=Shaping(format=0.1, overlong=scale.answer // 4)),
        steps=scale.rl_steps, learning_rate=2e-5, save_steps=10, gradient_checkpointing=True,
    )  # fmt: skip
    return rl(config, tasksets, engine=scale.sampler(base))


def teacher(scale: Scale, skill: str) -> Path:
    """Train one teacher in one skill, over the 4B that had the same SFT."""
    return reinforce(
        scale, f"teacher-{skill}", scale.runs / "teacher-sft" / "final", "", scale.tasksets(SKILLS[skill], seed=11)
    )


def mopd(scale: Scale, server: str = "") -> Path:
    """Distil the three teachers into the student, each on the prompts of its skill."""
    address = server or os.environ.get("BOTPSY_TEACHERS", "")
    if not address:
        raise UsageError("BOTPSY_TEACHERS names no server; set it to the one that has the teachers (docs/scale.md)")
    base = scale.runs / "sft" / "final"
    config = DistillConfig(
        base=str(base), out=str(scale.runs / "mopd"), lora=scale.lora, bf16=scale.bf16,
        teachers={domain: f"{address}#{skill}" for skill, domains in SKILLS.items() for domain in domains},
        play=Play(turns=12, max_tokens=scale.answer, context=scale.context, thinking=True),
        rounds=Rounds(prompts=scale.mopd_prompts, samples=1), steps=scale.rl_steps, learning_rate=2e-5, save_steps=10,
        gradient_checkpointing=True,
    )  # fmt: skip
    tasksets = scale.tasksets([d for domains in SKILLS.values() for d in domains], seed=23)
    return distill(config, tasksets, engine=scale.sampler(base))


def rl_1(scale: Scale) -> Path:
    """Reinforce tool calls, instruction following and multiple choice."""
    names = ("phone", "toolcraft", "constraints", "choice")
    return reinforce(scale, "rl-1", scale.runs / "sft" / "final", str(scale.runs / "mopd" / "final"),
                     scale.tasksets(names, seed=31))  # fmt: skip


def rl_2(scale: Scale) -> Path:
    """Reinforce maths, programming, choice, instructions, structured answers and long office tasks; fewer calls."""
    names = ("maths", "code", "choice", "constraints", "structured", "workplace", "phone")
    return reinforce(scale, "rl-2", scale.runs / "sft" / "final", str(scale.runs / "rl-1" / "final"),
                     scale.tasksets(names, seed=41))  # fmt: skip


STAGES: Mapping[str, Callable[[Scale], Path]] = {
    "data": data,
    "sft": lambda scale: base_sft(scale, scale.student, "sft"),
    "teacher-sft": lambda scale: base_sft(scale, scale.teacher, "teacher-sft"),
    **{f"teacher-{skill}": (lambda scale, skill=skill: teacher(scale, skill)) for skill in SKILLS},
    "mopd": mopd,
    "rl-1": rl_1,
    "rl-2": rl_2,
}

if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in STAGES:
        raise SystemExit(f"name one stage of {', '.join(STAGES)}")
    print(STAGES[sys.argv[1]](Scale()))
