"""The trainer of on-policy stages: each step samples, then learns from what it sampled.

It is transformers' Trainer with one hook more than SFT: `training_step`. Trainer's data loader reads ahead, so prompts
and rollouts cannot come from it without being one update old; it only counts steps here. Optimiser, schedule, clipping,
checkpoints, logging and resuming are Trainer's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
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
from botpsy.train.trainer import TargetTrainer, collate
from botpsy.train.world import sum_over

COUNTED = ("tokens", "targets", "kl_to_sampler", "entropy", "clipped_share", "weight_cut_share", "ratio")
EMPTY_ROUNDS = 10  # in a row without anything to learn from: it will not come any more


@dataclass(frozen=True, slots=True)
class Rollouts:
    """What a round made in all processes: samples in groups that share a prompt, and numbers for the log."""

    groups: Sequence[Sequence[TrainSample]]
    log: Mapping[str, float]


class PolicyLossOf(Protocol):
    """A loss over N targets: the policy's log-probabilities now and before the update, and the batch's streams."""

    def __call__(self, logprobs_N: Tensor, old_N: Tensor, batch: Mapping[str, Tensor]) -> PolicyLoss: ...


@dataclass(frozen=True, slots=True)
class Exact:
    """A loss that was computed from states: as a policy loss, with log-probability and entropy of each target, [N] in
    nats without gradient, and numbers for the log as (sum, targets) by name."""

    loss: PolicyLoss
    logprobs_N: Tensor
    entropy_N: Tensor
    named: Mapping[str, tuple[float, int]]


class ExactLossOf(Protocol):
    """A loss over whole distributions: the last hidden states at N targets, the LM head, and the row it came from."""

    def __call__(
        self, states_NH: Tensor, head: Callable[[Tensor], Tensor], labels_N: Tensor, batch: Mapping[str, Any]
    ) -> Exact: ...


def collate_targets(groups: Sequence[Group], streams: Mapping[str, Callable[[TrainSample], Sequence[float]]]) -> Any:
    """Return model inputs of the row of these groups, and each stream at its targets as [N], named `<name>_N`."""
    batch = collate([lay_out(groups)])
    for name, stream in streams.items():
        batch[f"{name}_N"] = torch.tensor(targets(groups, stream), dtype=torch.float32)
    return batch


def share(rows: Sequence[Sequence[Group]], rank: int, size: int) -> list[tuple[Sequence[Group], bool]]:
    """Return the rows of one of `size` processes, each with whether it counts.

    Longest first, each to the process with the fewest tokens that has a place left, so that all are done at about the
    same time; all have ceil(rows / size) places, and what stays free is filled with the shortest row, not counted.
    """
    if size == 1:
        return [(row, True) for row in rows]
    lengths = [sum(item.length for item in row) for row in rows]
    order = sorted(range(len(rows)), key=lambda i: -lengths[i])
    places, loads = -(-len(rows) // size), [0] * size
    taken: list[list[int]] = [[] for _ in range(size)]
    for i in order:
        free = min((r for r in range(size) if len(taken[r]) < places), key=lambda r: loads[r])
        taken[free].append(i)
        loads[free] += lengths[i]
    mine: list[tuple[Sequence[Group], bool]] = [(rows[i], True) for i in sorted(taken[rank])]
    return mine + [(rows[order[-1]], False)] * (places - len(mine))


def sampled_stream(sample: TrainSample) -> Sequence[float]:
    """Return the log-probabilities that the engine reported."""
    return sample.sampled_logprobs


def advantage_stream(sample: TrainSample) -> Sequence[float]:
    """Return the advantages."""
    return sample.advantages


def teacher_stream(sample: TrainSample) -> Sequence[float]:
    """Return the teacher's log-probabilities."""
    return sample.teacher_logprobs


def _nothing_learnt(log: Mapping[str, float]) -> str:
    """Return why a run ends in which round after round taught nothing."""
    if log.get("cut_share") == 1.0:
        why = (
            "every answer was cut at the limit of a turn; raise play.max_tokens, or train the model to end its answers"
        )
    else:
        why = (
            "the tasks are all too easy or too hard for this model. Choose others, or give partial rewards "
            '(`Groups.reward="fine"`, `Shaping.parts`)'
        )
    return f"in {EMPTY_ROUNDS} rounds in a row no group had rewards that differ: {why}. The last checkpoint is kept"


class RlTrainer(TargetTrainer):
    """Averages a policy loss over the target tokens of the whole update.

    `rollouts(round)` plays a round with the weights as they are; `updates` optimiser steps learn from each round, its
    groups dealt out among them. `row_tokens`: tokens of a row. `streams`: what the loss needs of each target.

    Every process gets all groups of a round, lays out the same rows and takes its share of them. All take equally many,
    since they step through the model together: a row that fills a share up weighs nothing.

    `exact_loss` takes the place of `policy_loss` where whole distributions are compared; `named`: what it logs.
    """

    def __init__(
        self,
        *args: Any,
        rollouts: Callable[[int], Rollouts],
        policy_loss: PolicyLossOf,
        streams: Mapping[str, Callable[[TrainSample], Sequence[float]]],
        row_tokens: int,
        updates: int = 1,
        exact_loss: ExactLossOf | None = None,
        named: Sequence[str] = (),
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self._exact_loss = exact_loss
        self._named = {key: 0.0 for name in named for key in (name, f"{name}/targets")}
        self._rollouts = rollouts
        self._policy_loss = policy_loss
        self._streams = dict(streams)
        self._row_tokens = row_tokens
        self._updates = updates
        self._batches: list[list[dict[str, Any]]] = []  # of each update, this process's share
        self._counts: list[int] = []  # targets of each update, of all processes
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
        mine, count = self._batches[update], self._counts[update]
        total = torch.zeros((), device=self.args.device)
        for place, batch in enumerate(mine, 1):
            last = place == len(mine)
            with nullcontext() if last else cast(Any, self.accelerator).no_sync(model):
                total = total + super().training_step(model, batch, count)
        return total

    def _sample(self, model: Any, number: int) -> None:
        made = self._rollouts(number)
        self._round = number
        self._round_log = dict(made.log)
        self._batches, self._counts = [], []
        for update in range(self._updates):
            rows = self._rows(made.groups[update :: self._updates], number)
            self._counts.append(sum(len(targets(row, sampled_stream)) for row in rows))
            self._batches.append(
                [self._batch(row, real) for row, real in share(rows, self.world.rank, self.world.size)]
            )
        self._empty = 0 if made.groups else self._empty + 1
        if self._empty >= EMPTY_ROUNDS:
            raise InfraError(_nothing_learnt(made.log))
        if self._updates > 1:  # the policy before the update; with one update it is the policy itself
            model.eval()
            with torch.no_grad():
                for batch in (b for batches in self._batches for b in batches):
                    here = {k: v.to(self.args.device) if isinstance(v, Tensor) else v for k, v in batch.items()}
                    batch["old_N"] = self._logprobs(model, here)[0]

    def _batch(self, row: Sequence[Group], real: bool) -> dict[str, Any]:
        return {**collate_targets(row, self._streams), "real": real}

    def _rows(self, made: Sequence[Sequence[TrainSample]], seed: int) -> list[list[Group]]:
        if not self.sharing:  # a row holds one sample: a state would leak from one into the next
            return [[one] for samples in made for s in samples for one in group([s], self._row_tokens)]
        joined = [g for samples in made for g in group(samples, self._row_tokens)]
        # a row belongs to one teacher, who computes it once
        asked = dict.fromkeys(g.samples[0].teacher for g in joined)
        parts = [[g for g in joined if g.samples[0].teacher == name] for name in asked]
        return [row for part in parts for row in fill(part, self._row_tokens, seed)]

    def _logprobs(self, model: Any, inputs: Mapping[str, Any]) -> tuple[Tensor, Tensor]:
        """Return (log-probability, entropy) of each target, [N] in nats."""
        labels = cast(Tensor, inputs["labels"])
        with cast(Any, self.accelerator).autocast():
            return target_logprobs(*self.at_targets(model, self._forward(inputs), labels))

    def _forward(self, inputs: Mapping[str, Any]) -> dict[str, Any]:
        """Return what the model's forward takes."""
        mine = {"labels", "shift_labels", "old_N", "real", *(f"{name}_N" for name in self._streams)}
        return {k: v for k, v in inputs.items() if k not in mine}

    def compute_loss(
        self,
        model: Any,
        inputs: dict[str, Any],
        return_outputs: bool = False,
        num_items_in_batch: Tensor | int | None = None,
    ) -> Any:
        """Return the policy loss of one row in nats per target of the update."""
        found, logprobs_N, entropy_N = self._found(model, inputs)
        count = num_items_in_batch if num_items_in_batch is not None else max(len(logprobs_N), 1)
        real = inputs.get("real", True)
        loss = self.scaled(found.total / count) if real else found.total * 0.0
        if model.training and real:
            self._count(found, logprobs_N.detach(), entropy_N, inputs)
        return (loss, {"loss": loss}) if return_outputs else loss

    def _found(self, model: Any, inputs: Mapping[str, Any]) -> tuple[PolicyLoss, Tensor, Tensor]:
        """Return the loss of one row, and log-probability and entropy of its targets, [N] in nats."""
        if self._exact_loss is None:
            logprobs_N, entropy_N = self._logprobs(model, inputs)
            old_N = cast("Tensor | None", inputs.get("old_N"))
            found = self._policy_loss(logprobs_N, logprobs_N.detach() if old_N is None else old_N, inputs)
            return found, logprobs_N, entropy_N
        with cast(Any, self.accelerator).autocast():
            states_BTH, labels_BT, head = self.at_targets(model, self._forward(inputs), cast(Tensor, inputs["labels"]))
            wanted = labels_BT != -100
            exact = self._exact_loss(states_BTH[wanted], head, labels_BT[wanted], inputs)
        if model.training and inputs.get("real", True):
            for name, (value, targets_here) in exact.named.items():
                self._named[name] += value
                self._named[f"{name}/targets"] += targets_here
        return exact.loss, exact.logprobs_N, exact.entropy_N

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
            sums = sum_over(self.world, {name: self._sums.get(name, 0.0) for name in COUNTED})
            targets_seen = sums["targets"]
            for name, value in sums.items():
                logs[name] = value if name in ("tokens", "targets") else round(value / max(targets_seen, 1), 6)
            self._sums = {}
            if self._named:
                seen = sum_over(self.world, self._named)
                logs.update({n: round(seen[n] / seen[f"{n}/targets"], 6) for n in seen if seen.get(f"{n}/targets")})
                self._named = dict.fromkeys(self._named, 0.0)
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
