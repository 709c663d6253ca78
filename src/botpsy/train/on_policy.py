"""What every on-policy stage does: load the policy, sample with the weights of the moment, train, write the result."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import torch
from transformers import PrinterCallback, TrainingArguments

from botpsy.core.errors import ConfigError
from botpsy.core.messages import Json
from botpsy.core.protocols import Generator, Taskset
from botpsy.core.trajectory import TrainSample
from botpsy.train import guards, lineage, run_folder
from botpsy.train.episodes import Play, TaskOrder
from botpsy.train.model import Lora, has_bf16
from botpsy.train.rl_trainer import ExactLossOf, PolicyLossOf, RlProgress, RlTrainer, Rollouts, TaskPlace
from botpsy.train.sampler import ModelGenerator
from botpsy.train.student import Student, load_student, save_student, save_weights
from botpsy.train.world import ALONE, World, here

Handover = Callable[[Path], Generator]
"""Gets the folder of the policy as it is now (a PEFT adapter) and returns an engine that samples from it. What it
returned before is no longer used."""


@dataclass(frozen=True, slots=True)
class OnPolicyConfig:
    """How an on-policy stage trains.

    `base`, `adapter`, `lora`, `bf16`, `gradient_checkpointing` as in SFT. `steps`: rounds of rollouts. `updates`:
    optimiser steps learning from one round, each from its share of the groups; from the second on the policy is not
    the one that sampled.
    `learning_rate` is reached after the share `warmup` of all updates and stays. `batch`: sequences that the training
    model decodes at once, when it samples itself. `save_steps`: rounds. `keep`: how many checkpoints stay.
    """

    base: str
    out: str
    adapter: str = ""
    lora: Lora | None = field(default_factory=Lora)
    play: Play = field(default_factory=Play)
    steps: int = 100
    updates: int = 1
    learning_rate: float = 5e-5
    warmup: float = 0.05
    weight_decay: float = 0.0
    batch: int = 64
    bf16: bool = False
    seed: int = 0
    save_steps: int = 10
    keep: int = 2
    gradient_checkpointing: bool = False

    def __post_init__(self) -> None:
        if self.steps < 1 or self.updates < 1 or self.save_steps < 1:
            raise ConfigError(
                f"steps, updates and save_steps are at least 1, not {self.steps}, {self.updates}, {self.save_steps}"
            )
        if self.lora is not None and self.lora.dropout:
            raise ConfigError("on-policy training needs lora.dropout 0: with it the policy that samples is another one")


@dataclass(frozen=True)
class Policy:
    """The student, and how it is sampled from: by another engine, or (None) by itself."""

    config: OnPolicyConfig
    student: Student
    handover: Handover | None
    world: World = ALONE
    trainer: list[Any] = field(default_factory=list[Any])  # the one that trains it, once it is made

    def engine(self) -> Generator:
        """Return an engine that samples from the weights as they are now. All processes are to call this.

        The first process hands the adapter over; the others find it there.
        """
        if self.handover is None:
            return ModelGenerator(
                self.student.model,
                self.student.tokenizer,
                self.student.family,
                context=self.config.play.context,
                batch=self.config.batch,
                narrow=self.config.bf16 and has_bf16(),
            )
        folder = Path(self.config.out) / "policy"
        save_weights(self.student, folder, self.trainer[0] if self.trainer else None, self.world)
        handover, made = self.handover, list[Generator]()
        self.world.together(lambda: made.append(handover(folder)) if self.world.first else None)
        self.world.together(lambda: None if self.world.first else made.append(handover(folder)))
        return made[0]


def load_policy(config: OnPolicyConfig, handover: Handover | None) -> Policy:
    """Load what is trained. Raises ModelError, ConfigError."""
    if handover is not None and config.lora is None and not config.adapter:
        raise ConfigError("another engine gets the policy as an adapter: train with `lora`, or sample with the model")
    return Policy(config, load_student(config), handover, here())


def run(
    stage: str,
    policy: Policy,
    order: TaskOrder,
    claimed: Mapping[str, Json],
    rollouts: Callable[[int], Rollouts],
    policy_loss: PolicyLossOf,
    streams: Mapping[str, Callable[[TrainSample], Sequence[float]]],
    *,
    resume: bool,
    data: Mapping[str, Json],
    exact_loss: ExactLossOf | None = None,
    named: Sequence[str] = (),
) -> Path:
    """Train and return the folder of the result, `out/final`, with its lineage.

    `claimed` is the run's configuration as its folder keeps it, `rollouts(round)` plays a round with the present
    weights. Raises ConfigError for a model in shards that should sample itself, InfraError when a loss, gradient or
    weight is no finite number, BackendError when the disk is full.
    """
    config, out = policy.config, Path(policy.config.out)
    world = policy.world
    world.once(lambda: run_folder.begin(out, claimed, resume))
    steps = config.steps * config.updates
    arguments = TrainingArguments(
        output_dir=str(out),
        per_device_train_batch_size=1,
        max_steps=steps,
        learning_rate=config.learning_rate,
        weight_decay=config.weight_decay,
        adam_beta2=0.98,
        max_grad_norm=1.0,
        lr_scheduler_type="constant_with_warmup",
        warmup_steps=round(steps * config.warmup),
        bf16=config.bf16 and has_bf16(),
        gradient_checkpointing=config.gradient_checkpointing,
        ddp_find_unused_parameters=False,
        logging_steps=config.updates,
        save_steps=config.save_steps * config.updates,  # between rounds: what was sampled is not kept
        save_total_limit=config.keep,
        report_to=[],
        disable_tqdm=True,
        remove_unused_columns=False,
        dataloader_num_workers=0,
        seed=config.seed,
        use_cpu=not torch.cuda.is_available(),
    )
    trainer = RlTrainer(
        model=policy.student.model,
        args=arguments,
        train_dataset=[{"step": i} for i in range(steps * world.size)],  # counts steps, one for each process
        data_collator=_count,
        callbacks=[RlProgress(out), TaskPlace(order), guards.FiniteGradients()],
        sharing=policy.student.sharing,
        rollouts=rollouts,
        policy_loss=policy_loss,
        streams=streams,
        row_tokens=config.play.context,
        updates=config.updates,
        exact_loss=exact_loss,
        named=named,
    )
    if policy.handover is None and trainer.is_fsdp_enabled:  # every token would need all processes
        raise ConfigError("a model in shards (FSDP) cannot sample itself; give an engine, such as VllmPolicy")
    trainer.remove_callback(PrinterCallback)
    policy.trainer.append(trainer)
    guards.train(trainer, out, resume)
    final = out / "final"
    save_student(policy.student, final, trainer)
    written = (final / "lineage.json", stage, run_folder.without_folders(claimed))
    world.once(
        lambda: lineage.write(
            *written, run_folder.parent(config.base, config.adapter), {"rounds": config.steps, **data}
        )
    )
    return final


def _count(items: list[dict[str, int]]) -> dict[str, Any]:
    return {"step": torch.tensor([item["step"] for item in items])}


def describe(config: OnPolicyConfig, order: TaskOrder, tasksets: Sequence[Taskset]) -> dict[str, Json]:
    """Return the run's configuration as its folder keeps it, with what is asked."""
    return {**asdict(config), "tasksets": [t.name for t in tasksets], "tasks_sha256": order.digest}


def seed_of(seed: int, number: int) -> int:
    """Return the seed of the first completion of a round, below 2**31 (llama.cpp's have 32 bits)."""
    return int.from_bytes(hashlib.sha256(f"{seed}-{number}".encode()).digest()[:4], "big") >> 1
