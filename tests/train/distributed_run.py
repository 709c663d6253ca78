"""What one process of several does in `test_distributed`; started with RANK, WORLD_SIZE and MASTER_PORT in its environment.

python distributed_run.py FOLDER NAME PART...     writes FOLDER/NAME-*; FOLDER/base is the tiny model
"""

from __future__ import annotations

import atexit
import os
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import torch
from accelerate.state import AcceleratorState
from accelerate.utils import DistributedType, FullyShardedDataParallelPlugin
from rl_world import Letters, Typist

from botpsy.core import jsonl
from botpsy.core.errors import InfraError
from botpsy.core.messages import Json
from botpsy.core.protocols import Completion, Conversation
from botpsy.core.score import Score
from botpsy.core.task import Task
from botpsy.core.trajectory import Trajectory
from botpsy.train import guards
from botpsy.train.distill import DistillConfig, distill
from botpsy.train.episodes import Play
from botpsy.train.model import Lora
from botpsy.train.rl import RlConfig, rl
from botpsy.train.sft import SftConfig, sft
from botpsy.train.signals.distill import Rounds
from botpsy.train.signals.rl import Groups, Shaping
from botpsy.train.student import is_sharded

RANK = int(os.environ.get("RANK", "0"))
PLAY = Play(max_tokens=4, context=256, patience=0.0)


class HalfFlat(Letters):
    """Every other task has equal rewards, so that groups must be refilled."""

    def verify(self, task: Task, trajectory: Trajectory, state: Mapping[str, Json]) -> Score:
        score = super().verify(task, trajectory, state)
        return Score(0.5) if int(task.id.rpartition("-")[2]) % 2 else score


class Unplayable(Letters):
    """A taskset that breaks as no engine does, in one process alone."""

    def open(self, task: Task) -> Any:
        if RANK:
            raise ZeroDivisionError("a fault in the second process")
        return super().open(task)


class Speller(Typist):
    """A typist whose prompts the tiny model knows."""

    def one(self, conversation: Conversation, seed: int) -> Completion:
        said = super().one(conversation, seed)
        return replace(said, prompt_ids=(*conversation.token_ids, *range(300, 360)))


def shard_on_cpu() -> None:
    """Have accelerate deal the weights out where it is asked to. On CPU alone it trains in plain DDP, without a word."""
    real = AcceleratorState.__init__

    def init(self: Any, *args: Any, **named: Any) -> None:
        real(self, *args, **named)
        if os.environ.get("ACCELERATE_USE_FSDP") == "true" and self.distributed_type == DistributedType.MULTI_CPU:
            self.distributed_type = DistributedType.FSDP
            self.fsdp_plugin = named.get("fsdp_plugin") or FullyShardedDataParallelPlugin()

    AcceleratorState.__init__ = init


def gradients_to(path: Path) -> None:
    """Have the gradients of the first update written, as the optimiser gets them."""
    done: list[bool] = []

    def keep(self: Any, args: Any, state: Any, control: Any, model: Any = None, **_: Any) -> None:
        if done:
            return
        done.append(True)
        jsonl.write_text_atomic(path.with_suffix(f".shards{RANK}"), str(is_sharded(model)))
        found = {
            name: (p.grad.full_tensor() if hasattr(p.grad, "full_tensor") else p.grad).detach().clone()
            for name, p in model.named_parameters()
            if p.grad is not None
        }
        if RANK == 0:
            torch.save({name.removeprefix("module."): g for name, g in found.items()}, path)

    guards.FiniteGradients.on_pre_optimizer_step = keep


def stop_at(step: int) -> Any:
    """Have training stopped there, as by Ctrl-C, once; returns what undoes it."""
    real = guards.FiniteGradients.on_pre_optimizer_step

    def halt(self: Any, args: Any, state: Any, control: Any, **_: Any) -> None:
        if state.global_step == step:
            raise KeyboardInterrupt

    guards.FiniteGradients.on_pre_optimizer_step = halt
    return real


def threads_left(path: Path) -> None:
    """Have the names of the threads that still run written, once everything registered later has ended."""

    def write() -> None:
        names = sorted(file.read_text().strip() for file in Path("/proc/self/task").glob("*/comm"))
        jsonl.write_text_atomic(path, "\n".join(names))

    atexit.register(write)


class Run:
    def __init__(self, folder: Path, name: str) -> None:
        self.folder, self.name, self.base = folder, name, str(folder / "base" / "tiny.gguf")

    def out(self, part: str) -> Path:
        return self.folder / f"{self.name}-{part}"

    def rl_config(self, part: str, **changes: Any) -> RlConfig:
        config = RlConfig(
            self.base, str(self.out(part)), lora=Lora(4, 8), play=PLAY, steps=2, learning_rate=1e-3,
            groups=Groups(prompts=3, size=4, refills=3, shaping=Shaping(repetition=0.0)),
        )  # fmt: skip
        return replace(config, **changes)

    def sft_config(self, part: str, **changes: Any) -> SftConfig:
        config = SftConfig(
            self.base, str(self.folder / "data.jsonl"), str(self.out(part)), lora=Lora(4, 8), row_tokens=256, rows=4,
            steps=4, save_steps=2, log_steps=1,
        )  # fmt: skip
        return replace(config, **changes)

    def sft(self) -> None:
        gradients_to(self.out("sft.pt"))
        sft(self.sft_config("sft"))

    def sft_resume(self) -> None:
        self.interrupted(lambda: sft(self.sft_config("resumed")), 3)

    def rl(self) -> None:
        gradients_to(self.out("rl.pt"))
        rl(self.rl_config("rl"), [HalfFlat(count=8)])

    def rl_two_updates(self) -> None:
        rl(self.rl_config("twice", updates=2, save_steps=1), [Letters(count=8)])

    def rl_resume(self) -> None:
        config = self.rl_config("rl-resumed", updates=2, save_steps=1)
        self.interrupted(lambda: rl(config, [Letters(count=8)]), 3)

    def distill(self) -> None:
        teachers = {"letters": str(self.folder / "teacher")}
        config = DistillConfig(
            self.base, str(self.out("distill")), lora=Lora(4, 8), play=PLAY, steps=2, teachers=teachers,
            rounds=Rounds(prompts=5),
        )  # fmt: skip
        distill(config, [Letters(count=8)])

    def half_dead(self) -> None:
        """One process's world is gone: its episodes are dropped, the other's are learnt from."""
        rl(self.rl_config("half", steps=1), [Gone() if RANK else Letters(count=8)])

    def engine(self) -> None:
        """Another engine samples, and gets an adapter that is whole; each process asks for its part."""

        def handover(folder: Path) -> Typist:
            from safetensors.torch import load_file

            weights = load_file(folder / "adapter_model.safetensors")
            jsonl.write_text_atomic(self.out(f"seen-{RANK}"), str(sorted(tuple(w.shape) for w in weights.values())[-1]))
            return Speller(lambda seed: "abc" if seed % 2 else "ABC")

        gradients_to(self.out("engine.pt"))
        rl(self.rl_config("engine", steps=2, cap=2.0, save_steps=1), [Letters(count=8)], engine=handover)

    def itself(self) -> None:
        rl(self.rl_config("itself"), [Letters(count=8)])

    def fault(self) -> None:
        rl(self.rl_config("fault"), [Unplayable(count=8)])

    def interrupted(self, go: Any, step: int) -> None:
        real = stop_at(step)
        try:
            go()
        except KeyboardInterrupt:
            pass
        else:
            raise AssertionError("it was to be stopped")
        finally:
            guards.FiniteGradients.on_pre_optimizer_step = real
        go()


class Gone(Letters):
    """A world that nobody reaches."""

    def __init__(self) -> None:
        super().__init__(count=8)

    def open(self, task: Task) -> Any:
        raise InfraError("the world is gone")


if __name__ == "__main__":
    torch.set_num_threads(1)
    shard_on_cpu()
    where, name, *parts = sys.argv[1:]
    threads_left(Path(where) / f"{name}.threads{RANK}")
    run = Run(Path(where), name)
    for part in parts:
        getattr(run, part)()
