"""The whole recipe for SmolLM2-135M: SFT, three teachers, distillation from all of them (MOPD), two rounds of RL.

    BOTPSY_DATA=../shared/data botpsy train recipes/full_135m.py [--stage NAME] [--set steps=60]
    botpsy train recipes/full_135m.py --list          where the stages stand, and how they score

    start -> sft -> teacher-tools ----------\\
                 -> teacher-reasoning -------+-> warm-up -> mopd -> rl-1 -> rl-2
                 -> teacher-instructions ---/

It goes on where it stopped. With the defaults it takes a few hours on two cores; every size is an argument. The result
is runs/full-135m/rl-2/best: `botpsy export --trained runs/full-135m/rl-2/best --out runs/released`.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from botpsy.benchmarks.bfcl import CATEGORIES, Bfcl
from botpsy.core import jsonl
from botpsy.core.messages import Json
from botpsy.core.protocols import Taskset
from botpsy.data.filter import NearDuplicates, Overlap
from botpsy.data.generate import as_row, trajectories
from botpsy.data.mix import Mix, make
from botpsy.export.policy import LlamaCppPolicy
from botpsy.export.run import export
from botpsy.models.hub import DEFAULT_BASE, resolve
from botpsy.tasksets.choice.taskset import choice
from botpsy.tasksets.code.taskset import code
from botpsy.tasksets.constraints.taskset import constraints
from botpsy.tasksets.maths.taskset import maths
from botpsy.tasksets.phone.taskset import Phone
from botpsy.tasksets.structured.taskset import structured
from botpsy.tasksets.toolcraft.taskset import Toolcraft
from botpsy.tasksets.workplace.taskset import Workplace
from botpsy.train.distill import DistillConfig
from botpsy.train.episodes import Play, TaskOrder, play
from botpsy.train.model import Lora
from botpsy.train.recipe import Made, Recipe, Stage, Start
from botpsy.train.rl import RlConfig
from botpsy.train.sft import SftConfig
from botpsy.train.signals.distill import Rounds
from botpsy.train.signals.rl import Groups, Shaping
from botpsy.train.validation import Validation

RELEASED = "models/botpsy-135m/adapter.gguf"
# which domains a teacher answers for
SKILLS = {
    "teacher-tools": ("phone", "toolcraft"),
    "teacher-reasoning": ("maths", "choice", "code"),
    "teacher-instructions": ("constraints", "structured"),
}
ADAPTER = Lora(rank=32, alpha=64)


def recipe(
    out: str = "runs/full-135m",
    base: str = DEFAULT_BASE,
    start: str = RELEASED,
    engine: str = "llama.cpp",
    reward: str = "default",
    kl: str = "full",
    sft_steps: int = 120,
    steps: int = 30,
    prompts: int = 8,
    size: int = 8,
    tasks: int = 400,
    workplace: int = 0,
    samples: int = 160,
    limit: int = 40,
    context: int = 2048,
    max_tokens: int = 192,
    bf16: bool = True,
    decontaminate: bool = True,
) -> Recipe:
    """Return the stages.

    `start`: the adapter to begin with, "" for none; `engine`: "llama.cpp", or "model" to sample from the model itself.
    `steps`: rounds of each on-policy stage; `prompts`, `size`: of an RL round; `tasks`: unit of the mixtures;
    `samples`: a teacher's samples for the warm-up; `limit`: dev tasks of each taskset that choose a checkpoint.
    `workplace`: long office tasks in RL-2. Their episodes take 5,000 to 7,000 tokens, so they need context=8192.
    `decontaminate`: leave conversations out that say what a question of BFCL says (its data are fetched).
    """
    how = Play(turns=24 if workplace else 8, max_tokens=max_tokens, context=context)
    often = max(1, steps // 5)

    def domain(name: str, count: int, seed: int) -> Taskset:
        made: dict[str, Callable[[int, int], Taskset]] = {
            "phone": Phone, "toolcraft": Toolcraft, "maths": maths, "choice": choice, "code": code,
            "constraints": constraints, "structured": structured, "workplace": Workplace,
        }  # fmt: skip
        return made[name](count, seed)

    def mixture(seed: int, **shares: float) -> Callable[[], list[Taskset]]:
        """Return tasks by domain, so many times `tasks` each."""
        counts = {name: round(share * tasks) for name, share in shares.items()}
        return lambda: [domain(name, count, seed) for name, count in counts.items() if count]

    def held_out(*names: str) -> Validation:
        return Validation(lambda: [domain(name, limit, 0) for name in names], limit, how)

    def sft(at: Start) -> SftConfig:
        return SftConfig(
            at.base, at.data, at.out, adapter=at.adapter, lora=ADAPTER, row_tokens=max(context, 3072), steps=sft_steps,
            learning_rate=5e-4, warmup=0.05, stable=0.5, bf16=bf16, save_steps=max(1, sft_steps // 4), keep=8,
        )  # fmt: skip

    def warm_up(at: Start) -> SftConfig:
        return SftConfig(
            at.base, at.data, at.out, adapter=at.adapter, lora=ADAPTER, row_tokens=max(context, 3072),
            steps=max(1, sft_steps // 4), learning_rate=2e-4, bf16=bf16, save_steps=max(1, sft_steps // 8), keep=8,
        )  # fmt: skip

    def reinforce(seed: int) -> Callable[[Start], RlConfig]:
        return lambda at: RlConfig(
            at.base, at.out, at.adapter, ADAPTER, how, steps=steps, learning_rate=2e-5, seed=seed, save_steps=often,
            keep=8, groups=Groups(prompts, size, reward=reward, shaping=Shaping(format=0.1, overlong=max_tokens // 4)),
        )  # fmt: skip

    def distil(at: Start) -> DistillConfig:
        return DistillConfig(
            at.base, at.out, at.adapter, ADAPTER, how, steps=steps, learning_rate=5e-5, seed=5, save_steps=often,
            keep=8, teachers=at.teachers, kl=kl, rounds=Rounds(prompts * size // 2),
        )  # fmt: skip

    teachers = {name: teacher for teacher, names in SKILLS.items() for name in names}
    everything = held_out(*teachers)
    asked = mixture(14, **dict.fromkeys(teachers, 1.0))
    stages = (
        # mostly tools; the released adapter has seen much of it, so few steps do
        Stage("sft", "sft", sft, data=lambda _, path: sft_data(path, tasks, decontaminate)),
        Stage("teacher-tools", "rl", reinforce(1), "sft", mixture(11, phone=4, toolcraft=3),
              validation=held_out("phone", "toolcraft")),
        Stage("teacher-reasoning", "rl", reinforce(2), "sft", mixture(12, maths=3, choice=2, code=1),
              validation=held_out("maths", "choice", "code")),
        Stage("teacher-instructions", "rl", reinforce(3), "sft", mixture(13, constraints=3, structured=2),
              validation=held_out("constraints", "structured")),
        Stage("warm-up", "sft", warm_up, "sft", teachers=teachers,
              data=lambda made, path: teacher_samples(made, path, asked(), samples, how)),
        # tools, knowledge and instructions, each from its own teacher
        Stage("mopd", "distill", distil, "warm-up", teachers=teachers,
              tasks=mixture(15, phone=3, toolcraft=2, maths=1, choice=2, code=0.5, constraints=2, structured=1)),
        # tools first
        Stage("rl-1", "rl", reinforce(6), "mopd",
              mixture(16, phone=4, toolcraft=3, constraints=2, choice=1)),
        # reasoning, instructions and structure; fewer tools
        Stage("rl-2", "rl", reinforce(7), "rl-1",
              mixture(17, maths=2, choice=2, code=1, constraints=2, structured=2, phone=2, toolcraft=1,
                      workplace=workplace / tasks)),
    )  # fmt: skip

    def begin(model: Path, folder: Path) -> Path:
        """Return the released adapter as a PEFT folder to train on from."""
        if not (folder / "peft" / "adapter_config.json").exists():  # written last
            export(model, Path(start), folder, ("peft",), verify=False)
        return folder / "peft"

    return Recipe(
        "full-135m",
        Path(out),
        lambda: resolve(base, progress=print),
        stages,
        everything,
        begin if start else None,
        None if engine == "model" else lambda model: LlamaCppPolicy(model, context=context, parallel=size),
    )


def sft_data(path: Path, tasks: int, decontaminate: bool) -> None:
    """Write tool conversations of the mixture, and references of the other tasksets, a seventh of all."""
    public = os.environ.get("BOTPSY_DATA", "")
    skills = (("single", 2 * tasks), ("multi_step", tasks), ("multi_turn", tasks), ("parallel", tasks // 2))
    apps = tuple((app, tasks // 8) for app in ("car", "devices", "files", "mail", "messages", "notes", "web", "travel"))
    mix = Mix(
        phone=2 * tasks, toolcraft=tasks // 2, seal=tasks // 2 if public else 0, seed=71, public=public, skills=skills,
        apps=apps, beyond=tasks // 4,
    )  # fmt: skip
    tools = path.with_name(f"{path.name}.tools")
    make(mix, tools, filters=[NearDuplicates(), *([Overlap(benchmark_questions())] if decontaminate else [])])
    others = [t(tasks // 5, 71) for t in (maths, choice, code, constraints, structured)]

    def rows() -> Iterator[dict[str, Json]]:
        yield from jsonl.read(tools)
        for taskset in others:
            yield from asyncio.run(references(taskset))

    jsonl.write_atomic(path, rows())


def benchmark_questions() -> list[str]:
    """Return what BFCL asks, in both halves."""
    return [
        message.content
        for category in CATEGORIES
        for half in ("dev", "test")
        for task in Bfcl(category, progress=print).tasks(half)
        for message in task.messages
        if message.role == "user"
    ]


async def references(taskset: Taskset) -> list[dict[str, Json]]:
    """Return the train tasks of a taskset, played by its oracle."""
    return [row async for row in trajectories(taskset, taskset.tasks("train"))]


def teacher_samples(made: Made, path: Path, tasksets: Sequence[Taskset], count: int, how: Play) -> None:
    """Write what each teacher itself says to tasks of its domains, where it is right: `count` tries each."""
    rows: list[dict[str, Json]] = []
    for number, (teacher, names) in enumerate(SKILLS.items()):
        engine = made.engine(made.best(teacher))
        items = TaskOrder([t for t in tasksets if t.name in names], 14).take(count)
        for start in range(0, len(items), 64):
            played = asyncio.run(play(engine, items[start : start + 64], how, (number << 24) + (start << 8)))
            kept = [p for p in played if p is not None and p.score.value == 1.0]
            rows += [as_row(p.item.task, p.trajectory, p.score) for p in kept]
        print(f"{teacher}: {len(rows)} samples so far that are right", flush=True)
    if not rows:  # as with a random model: the student's own data are better than none
        rows = list(jsonl.read(made.folder / "sft.jsonl"))
        print("no teacher was ever right; the warm-up takes the data of sft", flush=True)
    jsonl.write_atomic(path, rows)
