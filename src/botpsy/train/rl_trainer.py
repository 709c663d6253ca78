"""The trainer of on-policy stages: each step samples, then learns from what it sampled.

It is transformers' Trainer with one hook more than SFT: `training_step`. Trainer's data loader reads ahead, so prompts
and rollouts cannot come from it without being one update old; it only counts steps here. Optimiser, schedule, clipping,
checkpoints, logging and resuming are Trainer's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, cast

import torch
from torch import Tensor
from transformers import TrainerCallback
from transformers.trainer_callback import ExportableState

from botpsy.core.errors import InfraError
from botpsy.core.trajectory import TrainSample
from botpsy.train.batch import Group, fill, group, lay_out, targets
from botpsy.train.episodes import TaskOrder
from botpsy.train.losses import PolicyLoss, target_logprobs
from botpsy.train.progress import Progress
from botpsy.train.trainer import TargetTrainer, body_and_head, collate

EMPTY_ROUNDS = 10  # in a row without anything to learn from: it will not come any more


@dataclass(frozen=True, slots=True)
class Rollouts:
    """What a round made: samples in groups that share a prompt, and numbers for the log."""

    groups: Sequence[Sequence[TrainSample]]
    log: Mapping[str, float]


class PolicyLossOf(Protocol):
    """A loss over N targets: the policy's log-probabilities now and before the update, and the batch's streams."""

    def __call__(self, logprobs_N: Tensor, old_N: Tensor, batch: Mapping[str, Tensor]) -> PolicyLoss: ...


def collate_targets(groups: Sequence[Group], streams: Mapping[str, Callable[[TrainSample], Sequence[float]]]) -> Any:
    """Return model inputs of the row of these groups, and each stream at its targets as [N], named `<name>_N`."""
    batch = collate([lay_out(groups)])
    for name, stream in streams.items():
        batch[f"{name}_N"] = torch.tensor(targets(groups, stream), dtype=torch.float32)
    return batch


def sampled_stream(sample: TrainSample) -> Sequence[float]:
    """Return the log-probabilities that the engine reported."""
    return sample.sampled_logprobs


def advantage_stream(sample: TrainSample) -> Sequence[float]:
    """Return the advantages."""
    return sample.advantages


def teacher_stream(sample: TrainSample) -> Sequence[float]:
    """Return the teacher's log-probabilities."""
    return sample.teacher_logprobs


class RlTrainer(TargetTrainer):
    """Averages a policy loss over the target tokens of the whole update.

    `rollouts(round)` plays a round with the weights as they are; `updates` optimiser steps learn from each round, its
    groups dealt out among them. `row_tokens`: tokens of a row. `streams`: what the loss needs of each target.
    """

    def __init__(
        self,
        *args: Any,
        rollouts: Callable[[int], Rollouts],
        policy_loss: PolicyLossOf,
        streams: Mapping[str, Callable[[TrainSample], Sequence[float]]],
        row_tokens: int,
        updates: int = 1,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self._rollouts = rollouts
        self._policy_loss = policy_loss
        self._streams = dict(streams)
        self._row_tokens = row_tokens
        self._updates = updates
        self._batches: list[list[dict[str, Any]]] = []  # of each update
        self._round = -1
        self._round_log: dict[str, float] = {}
        self._sums: dict[str, float] = {}
        self._empty = 0

    def training_step(
        self,
        model: Any,
        inputs: dict[str, Any],  # noqa: ARG002 (the data loader only counts)
        num_items_in_batch: Tensor | int | None = None,  # noqa: ARG002 (counted here)
    ) -> Tensor:
        """Sample when a round begins, then run loss and gradient of this update's rows. Returns the loss in nats a
        target of the update; 0 without gradient when no group taught anything."""
        number, update = divmod(self.state.global_step, self._updates)
        if number != self._round:
            self._sample(model, number)
        mine = self._batches[update]
        count = sum(int((b["labels"] != -100).sum()) for b in mine)
        total = torch.zeros((), device=self.args.device)
        for batch in mine:
            total = total + super().training_step(model, batch, count)
        return total

    def _sample(self, model: Any, number: int) -> None:
        made = self._rollouts(number)
        self._round = number
        self._round_log = dict(made.log)
        self._batches = [
            [collate_targets(row, self._streams) for row in self._rows(made.groups[update :: self._updates], number)]
            for update in range(self._updates)
        ]
        self._empty = 0 if made.groups else self._empty + 1
        if self._empty >= EMPTY_ROUNDS:
            raise InfraError(
                f"in {EMPTY_ROUNDS} rounds no group had rewards that differ; the tasks are all too easy or too hard "
                f"for this model. Choose others, or give partial rewards (`Shaping.parts`)"
            )
        if self._updates > 1:  # the policy before the update; with one update it is the policy itself
            accelerator = cast(Any, self.accelerator)
            model.eval()
            with torch.no_grad():
                for batch in (b for batches in self._batches for b in batches):
                    here = {k: v.to(self.args.device) if isinstance(v, Tensor) else v for k, v in batch.items()}
                    batch["old_N"] = self._logprobs(accelerator.unwrap_model(model), here)[0]

    def _rows(self, made: Sequence[Sequence[TrainSample]], seed: int) -> list[list[Group]]:
        if not self.sharing:  # a row holds one sample: a state would leak from one into the next
            return [[one] for samples in made for s in samples for one in group([s], self._row_tokens)]
        joined = [g for samples in made for g in group(samples, self._row_tokens)]
        return fill(joined, self._row_tokens, seed)

    def _logprobs(self, model: Any, inputs: Mapping[str, Any]) -> tuple[Tensor, Tensor]:
        """Return (log-probability, entropy) of each target, [N] in nats."""
        mine = {"labels", "shift_labels", "old_N", *(f"{name}_N" for name in self._streams)}
        forward = {k: v for k, v in inputs.items() if k not in mine}
        if not self.sharing:
            forward.pop("layout", None)
        body, head = body_and_head(model)
        with cast(Any, self.accelerator).autocast():
            hidden = body(**forward, use_cache=False).last_hidden_state
            return target_logprobs(hidden, cast(Tensor, inputs["labels"]), head)

    def compute_loss(
        self,
        model: Any,
        inputs: dict[str, Any],
        return_outputs: bool = False,
        num_items_in_batch: Tensor | int | None = None,
    ) -> Any:
        """Return the policy loss of one row in nats per target of the update."""
        logprobs_N, entropy_N = self._logprobs(cast(Any, self.accelerator).unwrap_model(model), inputs)
        old_N = cast("Tensor | None", inputs.get("old_N"))
        found = self._policy_loss(logprobs_N, logprobs_N.detach() if old_N is None else old_N, inputs)
        count = num_items_in_batch if num_items_in_batch is not None else max(len(logprobs_N), 1)
        loss = found.total / count
        if model.training:
            self._count(found, logprobs_N.detach(), entropy_N, inputs)
        return (loss, {"loss": loss}) if return_outputs else loss

    def _count(self, found: PolicyLoss, logprobs_N: Tensor, entropy_N: Tensor, inputs: Mapping[str, Any]) -> None:
        targets_here = len(logprobs_N)
        # KL(sampler || policy) by Schulman's k3: r - 1 - log r with r = policy / sampler, never negative
        log_ratio_N = logprobs_N - cast(Tensor, inputs["sampled_N"])
        sums = {
            "tokens": float(cast(Tensor, inputs["labels"]).numel()),
            "targets": float(targets_here),
            "kl_to_sampler": float((log_ratio_N.exp() - 1 - log_ratio_N).sum()),
            "entropy": float(entropy_N.sum()),
            "clipped_share": found.clipped * targets_here,
            "weight_cut_share": found.cut * targets_here,
            "ratio": found.ratio * targets_here,
        }
        for name, value in sums.items():
            self._sums[name] = self._sums.get(name, 0.0) + value

    def log(self, logs: dict[str, float], start_time: float | None = None) -> None:
        """Add the round's numbers, and means over the targets since the last log."""
        if "loss" in logs:
            logs.update({name: round(value, 6) for name, value in self._round_log.items()})
            targets_seen = self._sums.get("targets", 0.0)
            for name, value in self._sums.items():
                logs[name] = value if name in ("tokens", "targets") else round(value / max(targets_seen, 1), 6)
            self._sums = {}
        super().log(logs, start_time)

    def floating_point_ops(self, inputs: dict[str, Any]) -> int:  # noqa: ARG002
        """Nothing is counted: the data loader's items are no inputs."""
        return 0


class TaskPlace(TrainerCallback, ExportableState):
    """Keeps the place in the order of tasks in every checkpoint, and takes it up again from there."""

    def __init__(self, order: TaskOrder | None = None) -> None:
        self._order = order

    def state(self) -> dict[str, Any]:
        """Return what the checkpoint keeps."""
        return {"args": {}, "attributes": {"place": self._order.place if self._order else 0}}

    def on_train_begin(self, args: Any, state: Any, control: Any, **_: Any) -> None:  # noqa: ARG002
        """Go on where the checkpoint stood; a fresh run stands at 0."""
        if self._order is not None:
            self._order.place = int(state.stateful_callbacks[type(self).__name__]["attributes"]["place"])


class RlProgress(Progress):
    """Live progress of an on-policy stage."""

    def words(self, logs: Mapping[str, float]) -> str:
        """Return reward, entropy, distance to the sampler, length and what was dropped."""
        return (
            f"reward {logs.get('reward', 0):.3f}  score {logs.get('score', 0):.3f}  "
            f"entropy {logs.get('entropy', 0):.3f}  KL {logs.get('kl_to_sampler', 0):.4f}  "
            f"length {logs.get('length', 0):.0f}  groups {logs.get('groups', 0):.0f}  "
            f"flat {logs.get('flat_groups', 0):.0f}  dropped {logs.get('dropped_episodes', 0):.0f}"
        )
