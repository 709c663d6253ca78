"""The distillation stage (MOPD): a student, one teacher a domain and tasks in, checkpoint out. Resumes like RL.

Sampled-token reverse KL as a policy gradient (MiMo-V2-Flash, section 4.4): A_t = log p_teacher - log p_student on what
the student sampled, weighted by p_student / p_sampler and left out where that lies outside [lowest, highest].
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import torch
from torch import Tensor

from botpsy.core.errors import ConfigError
from botpsy.core.protocols import Taskset
from botpsy.core.trajectory import TrainSample
from botpsy.train import run_folder
from botpsy.train.episodes import TaskOrder
from botpsy.train.losses import PolicyLoss, reverse_kl_sampled
from botpsy.train.on_policy import Handover, OnPolicyConfig, describe, load_policy, run, seed_of
from botpsy.train.rl_trainer import Rollouts, sampled_stream, teacher_stream
from botpsy.train.signals.distill import Rounds, check_teachers, gather
from botpsy.train.teachers import Teachers, digests


@dataclass(frozen=True, slots=True)
class DistillConfig(OnPolicyConfig):
    """How to distil, beside what every on-policy stage knows.

    `teachers`: the PEFT folder of the teacher of each domain (`Task.domain`), adapters over the same base. `rounds`:
    what a round is made of. `lowest`, `highest`: importance weights outside leave their token out.

    Example:
        teachers = {"phone": "runs/rl-phone/final", "maths": "runs/rl-maths/final"}
        distill(DistillConfig("model.gguf", "runs/mopd", adapter="runs/sft/final", teachers=teachers), tasksets)
    """

    teachers: Mapping[str, str] = field(default_factory=dict[str, str])
    rounds: Rounds = field(default_factory=Rounds)
    lowest: float = 0.2
    highest: float = 5.0

    def __post_init__(self) -> None:
        OnPolicyConfig.__post_init__(self)
        if not self.teachers:
            raise ConfigError("there is no teacher; name one adapter folder a domain in `teachers`")
        if self.updates > self.rounds.prompts:
            raise ConfigError(f"{self.rounds.prompts} prompts a round (rounds.prompts) feed no {self.updates} updates")
        if not 0 < self.lowest < 1 < self.highest:
            raise ConfigError(f"0 < lowest < 1 < highest, not {self.lowest}, {self.highest}")


def distill(
    config: DistillConfig, tasksets: Sequence[Taskset], *, engine: Handover | None = None, resume: bool = True
) -> Path:
    """Train and return the folder of the result, as `rl` does. `log.jsonl` also has `reverse_kl/<domain>`.

    Raises ConfigError for a domain without a teacher, a teacher that would never be called or has another tokenizer,
    ModelError for one that is no adapter; else as `rl`.
    """
    out = Path(config.out)
    order = TaskOrder(tasksets, config.seed)
    check_teachers(config.teachers, order)
    folders = {name: Path(folder) for name, folder in config.teachers.items()}
    hashes = digests(folders)
    claimed = describe(config, order, tasksets) | {"teachers": hashes}
    run_folder.check_free(out, claimed, resume)
    policy = load_policy(config, engine)
    teachers = Teachers(Path(config.base), folders, policy.student.hub_tokenizer, torch.float32)

    def scores(domain: str, samples: Sequence[TrainSample]) -> list[list[float]]:
        return teachers.score(domain, samples, config.play.context)

    def rollouts(number: int) -> Rollouts:
        seed = seed_of(config.seed, number)
        made = gather(policy.engine(), order, config.rounds, config.play, scores, seed)
        return Rollouts(*asyncio.run(made))

    def policy_loss(logprobs_N: Tensor, old_N: Tensor, batch: Mapping[str, Tensor]) -> PolicyLoss:
        del old_N  # the weight is taken against the sampler
        return reverse_kl_sampled(
            logprobs_N, batch["teacher_N"], batch["sampled_N"], lowest=config.lowest, highest=config.highest
        )

    return run(
        "distill",
        policy,
        order,
        claimed,
        rollouts,
        policy_loss,
        {"teacher": teacher_stream, "sampled": sampled_stream},
        resume=resume,
        data={
            "tasksets": [t.name for t in tasksets],
            "tasks": len(order.items),
            "tasks_sha256": order.digest,
            "teachers": hashes,
        },
    )
