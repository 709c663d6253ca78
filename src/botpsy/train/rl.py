"""The RL stage (DAPO): base, adapter and tasks in, checkpoint out. Resumes where it stopped, with the same tasks.

Yu et al. 2025 (arXiv 2503.14476): clip higher, dynamic sampling, token-level loss, overlong penalty, no KL term.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from torch import Tensor

from botpsy.core.errors import ConfigError
from botpsy.core.protocols import Taskset
from botpsy.train import run_folder
from botpsy.train.episodes import TaskOrder
from botpsy.train.losses import PolicyLoss, clipped_policy_gradient
from botpsy.train.on_policy import Handover, OnPolicyConfig, describe, load_policy, run, seed_of
from botpsy.train.rl_trainer import Rollouts, advantage_stream, sampled_stream
from botpsy.train.signals.rl import Groups, Tally, gather
from botpsy.train.world import here


@dataclass(frozen=True, slots=True)
class RlConfig(OnPolicyConfig):
    """How to reinforce, beside what every on-policy stage knows.

    `groups`: what a round is made of. `low`, `high`: the clip of the ratio, [1 - low, 1 + high]. `cap`: the largest
    weight of a token that another engine sampled.

    Example:
        rl(RlConfig("model.gguf", "runs/rl", adapter="runs/sft/final", steps=50), [Phone(1000)])
    """

    groups: Groups = field(default_factory=Groups)
    low: float = 0.2
    high: float = 0.28
    cap: float = 2.0

    def __post_init__(self) -> None:
        OnPolicyConfig.__post_init__(self)
        overlong = self.groups.shaping.overlong
        if not 0 <= overlong <= self.play.max_tokens:
            raise ConfigError(f"shaping.overlong lies in 0..{self.play.max_tokens} (play.max_tokens), not {overlong}")
        if self.updates > self.groups.prompts:
            raise ConfigError(f"{self.groups.prompts} groups a round (groups.prompts) feed no {self.updates} updates")
        if not (0 < self.low < 1 and self.high > 0 and self.cap > 0):
            raise ConfigError(f"0 < low < 1, high > 0 and cap > 0, not {self.low}, {self.high}, {self.cap}")


def rl(config: RlConfig, tasksets: Sequence[Taskset], *, engine: Handover | None = None, resume: bool = True) -> Path:
    """Train and return the folder of the result: a PEFT adapter, or a whole checkpoint without `lora`.

    Without `engine` the model that is trained samples itself; with it the adapter is handed over before each round,
    see `export.policy`. With `resume` an unfinished run in `out` goes on from its last checkpoint. `log.jsonl` has a
    row a round: reward, score, entropy and KL(sampler || policy) in nats a token, length in tokens, shares that were
    clipped or capped, and what was dropped or refilled.

    Raises ConfigError when `out` holds another run, UsageError for tasksets without training tasks, InfraError when
    engine or environments fail for good, or no task teaches anything.
    """
    out = Path(config.out)
    order = TaskOrder(tasksets, config.seed)
    claimed = describe(config, order, tasksets)
    world = here()
    world.once(lambda: run_folder.check_free(out, claimed, resume))
    policy = load_policy(config, engine)

    def rollouts(number: int) -> Rollouts:
        sampler = policy.engine()
        seed = seed_of(config.seed, number)
        groups, tally = asyncio.run(gather(sampler, order, config.groups, config.play, seed, world))
        if world.first:
            _warn(tally, config)
        return Rollouts(groups, tally.row())

    def policy_loss(logprobs_N: Tensor, old_N: Tensor, batch: Mapping[str, Tensor]) -> PolicyLoss:
        return clipped_policy_gradient(
            logprobs_N, old_N, batch["advantages_N"], batch["sampled_N"],
            low=config.low, high=config.high, cap=config.cap,
        )  # fmt: skip

    return run(
        "rl",
        policy,
        order,
        claimed,
        rollouts,
        policy_loss,
        {"advantages": advantage_stream, "sampled": sampled_stream},
        resume=resume,
        data={"tasksets": [t.name for t in tasksets], "tasks": len(order.items), "tasks_sha256": order.digest},
    )


def _warn(tally: Tally, config: RlConfig) -> None:
    """Say what went wrong in a round that goes on all the same."""
    if tally.unjudged:
        print(
            f"{tally.unjudged} episodes were dropped unjudged; the last: {tally.trouble}", file=sys.stderr, flush=True
        )
    if tally.rewards and tally.cut == len(tally.rewards):
        print(
            f"all {tally.cut} episodes of this round were cut at {config.play.max_tokens} tokens a turn; raise "
            f"play.max_tokens if that stays so",
            file=sys.stderr,
            flush=True,
        )
