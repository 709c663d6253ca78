"""The distillation stage (MOPD): a student, one teacher a domain and tasks in, checkpoint out. Resumes like RL.

    sampled  reverse KL by sampled tokens, as a policy gradient (MiMo-V2-Flash, section 4.4): A_t = log p_teacher -
             log p_student, weighted by p_student / p_sampler, left out where that lies outside [lowest, highest]
    full     reverse KL over the whole vocabulary at every token that the student sampled: less noise, two LM heads

Both have the same gradient in expectation. At 135M parameters and 49,152 tokens the second is affordable: logits exist
for `chunk` targets at a time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from botpsy.core.errors import ConfigError
from botpsy.core.protocols import Taskset
from botpsy.core.trajectory import TrainSample
from botpsy.train import run_folder
from botpsy.train.endpoint_teachers import EndpointTeachers, is_address, model_of
from botpsy.train.episodes import TaskOrder
from botpsy.train.losses import PolicyLoss, reverse_kl_chunked, reverse_kl_sampled
from botpsy.train.on_policy import Handover, OnPolicyConfig, describe, load_policy, run, seed_of
from botpsy.train.rl_trainer import Exact, Rollouts, sampled_stream, teacher_stream
from botpsy.train.signals.distill import Rounds, check_teachers, gather
from botpsy.train.teachers import Teachers, digests
from botpsy.train.world import here


@dataclass(frozen=True, slots=True)
class DistillConfig(OnPolicyConfig):
    """How to distil, beside what every on-policy stage knows.

    `teachers`: for each domain (`Task.domain`) the PEFT folder of its teacher, an adapter over the student's base, or
    the address of a server that has it, `http://host:8000/v1#model` (`train.endpoint_teachers`), of any size. `rounds`:
    what a round is made of. `kl`: "sampled" or "full". `lowest`, `highest`: importance weights outside leave their
    token out, with "sampled". `chunk`: targets whose logits exist at once, with "full".

    Example:
        teachers = {"phone": "runs/rl-phone/final", "maths": "runs/rl-maths/final"}
        distill(DistillConfig("model.gguf", "runs/mopd", adapter="runs/sft/final", teachers=teachers), tasksets)
    """

    teachers: Mapping[str, str] = field(default_factory=dict[str, str])
    rounds: Rounds = field(default_factory=Rounds)
    kl: str = "sampled"
    lowest: float = 0.2
    highest: float = 5.0
    chunk: int = 256

    def __post_init__(self) -> None:
        OnPolicyConfig.__post_init__(self)
        if not self.teachers:
            raise ConfigError("there is no teacher; name one adapter folder a domain in `teachers`")
        if self.updates > self.rounds.prompts:
            raise ConfigError(f"{self.rounds.prompts} prompts a round (rounds.prompts) feed no {self.updates} updates")
        if self.kl not in ("sampled", "full"):
            raise ConfigError(f'kl is "sampled" or "full", not {self.kl!r}')
        if self.kl == "full" and self.updates > 1:
            raise ConfigError('kl="full" learns from a round once: leave updates at 1')
        if self.kl == "full" and (far := sorted(n for n, t in self.teachers.items() if is_address(t))):
            raise ConfigError(
                f'the teacher of {", ".join(far)} is a server, which gives no whole distributions: set kl="sampled"'
            )
        if self.chunk < 1:
            raise ConfigError(f"chunk is 1 or more targets, not {self.chunk}")
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
    folders = {name: Path(folder) for name, folder in config.teachers.items() if not is_address(folder)}
    servers = {name: address for name, address in config.teachers.items() if is_address(address)}
    hashes = digests(folders) | {name: f"served as {model_of(name, a)[1]}" for name, a in servers.items()}
    claimed = describe(config, order, tasksets) | {"teachers": hashes}
    world = here()
    world.once(lambda: run_folder.check_free(out, claimed, resume))
    policy = load_policy(config, engine)
    far = EndpointTeachers(servers, policy.student.hub_tokenizer, config.play.context)
    teachers = Teachers(Path(config.base), folders, policy.student.hub_tokenizer, torch.float32)
    names, full = sorted(folders), config.kl == "full"

    def scores(domain: str, samples: Sequence[TrainSample]) -> list[list[float]]:
        if domain in servers:
            return far.score(domain, samples)
        return teachers.score(domain, samples, config.play.context)

    def rollouts(number: int) -> Rollouts:
        seed = seed_of(config.seed, number)
        made = gather(policy.engine(), order, config.rounds, config.play, None if full else scores, seed, world)
        return Rollouts(*asyncio.run(made))

    def policy_loss(logprobs_N: Tensor, old_N: Tensor, batch: Mapping[str, Tensor]) -> PolicyLoss:
        del old_N  # the weight is taken against the sampler
        return reverse_kl_sampled(
            logprobs_N, batch["teacher_N"], batch["sampled_N"], lowest=config.lowest, highest=config.highest
        )

    def exact_loss(
        states_NH: Tensor, head: Callable[[Tensor], Tensor], labels_N: Tensor, batch: Mapping[str, Any]
    ) -> Exact:
        name = names[int(batch["teacher_N"][0])]  # a row belongs to one teacher
        forward = {k: batch[k] for k in ("input_ids", "position_ids", "layout") if k in batch}
        teacher_NH, teacher_head = teachers.states(name, forward, batch["labels"])
        found = reverse_kl_chunked(states_NH, head, teacher_NH, teacher_head, labels_N, config.chunk)
        seen = {f"reverse_kl/{name}": (float(found.kl_N.sum()), len(labels_N))}
        return Exact(PolicyLoss(found.total, 0.0, 1.0, 0.0), found.logprobs_N, found.entropy_N, seen)

    def whose(sample: TrainSample) -> Sequence[float]:
        return (float(names.index(sample.teacher)),) * len(sample.token_ids)

    return run(
        "distill",
        policy,
        order,
        claimed,
        rollouts,
        policy_loss,
        {"teacher": whose if full else teacher_stream, "sampled": sampled_stream},
        resume=resume,
        exact_loss=exact_loss if full else None,
        named=[f"reverse_kl/{name}" for name in names] if full else (),
        data={
            "tasksets": [t.name for t in tasksets],
            "tasks": len(order.items),
            "tasks_sha256": order.digest,
            "teachers": hashes,
        },
    )
