"""The trainer: transformers' own, with a loss over target tokens and counters a person wants to see."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import torch
from torch import Tensor
from transformers import Trainer

from botpsy.train.batch import Row
from botpsy.train.losses import target_cross_entropy
from botpsy.train.world import here, sum_over


def collate(rows: list[Row]) -> dict[str, Any]:
    """Return model inputs of one row with its layout, or of several plain rows padded to the longest, [B, T].

    `shift_labels` is transformers' name for labels that already stand where they are predicted.
    """
    longest = max(len(r.token_ids) for r in rows)

    def padded(streams: list[list[int]], fill: int) -> Tensor:
        return torch.tensor([s + [fill] * (longest - len(s)) for s in streams])

    batch: dict[str, Any] = {
        "input_ids": padded([r.token_ids for r in rows], 0),
        "position_ids": padded([r.position_ids for r in rows], 0),
        "labels": padded([r.labels for r in rows], -100),
    }
    batch["shift_labels"] = batch["labels"]
    if len(rows) == 1:
        batch["layout"] = rows[0].layout
    else:
        batch["attention_mask"] = padded([[1] * len(r.token_ids) for r in rows], 0)
    return batch


class TargetTrainer(Trainer):
    """Averages the loss over the target tokens of the whole global batch, those of every process and accumulated row;
    runs the LM head on them alone."""

    sharing = True

    def __init__(self, *args: Any, sharing: bool = True, **kwargs: Any) -> None:
        cast(Any, super()).__init__(*args, **kwargs)
        self.sharing = sharing
        self.model_accepts_loss_kwargs = True  # asks for the number of targets in the global batch
        self.loss_is_scaled_for_ga = True  # which already divides over all accumulated rows
        self.world = here()
        self._seen = {"tokens": 0.0, "targets": 0.0, "right": 0.0}

    def compute_loss(
        self,
        model: Any,
        inputs: dict[str, Any],
        return_outputs: bool = False,
        num_items_in_batch: Tensor | int | None = None,
    ) -> Any:
        """Return the loss of one row in nats per target of the global batch."""
        labels = cast(Tensor, inputs["labels"])
        forward = {k: v for k, v in inputs.items() if k not in ("labels", "shift_labels")}
        with cast(Any, self.accelerator).autocast():
            total, right = target_cross_entropy(*self.at_targets(model, forward, labels))
        targets = int((labels != -100).sum())
        count = num_items_in_batch if num_items_in_batch is not None else max(targets, 1)
        loss = self.scaled(total / count)
        if model.training:
            self._seen["tokens"] += labels.numel()
            self._seen["targets"] += targets
            self._seen["right"] += int(right)
        return (loss, {"loss": loss}) if return_outputs else loss

    def at_targets(
        self, model: Any, forward: dict[str, Any], labels_BT: Tensor
    ) -> tuple[Tensor, Tensor, Callable[[Tensor], Tensor]]:
        """Run the model; return (states, their labels, head) as the losses take them.

        In one process the decoder runs without the LM head, and states are hidden. DDP and FSDP see to gradients and
        shards in the forward of the model that they wrap, and nowhere else; so with several the whole model runs, asked
        for logits at the targets only, and the head that is left does nothing.
        """
        if not self.sharing:
            forward.pop("layout", None)
        if self.world.size == 1:
            # accelerate puts autocast around the whole model's forward, which is not what runs here
            body, head = body_and_head(cast(Any, self.accelerator).unwrap_model(model))
            return body(**forward, use_cache=False).last_hidden_state, labels_BT, head
        places_K = (labels_BT != -100).any(0).nonzero().squeeze(1)
        logits_BKV = model(**forward, use_cache=False, logits_to_keep=places_K).logits
        return logits_BKV, labels_BT[:, places_K], _as_it_is

    def scaled(self, loss: Tensor) -> Tensor:
        """Return the loss such that the mean of gradients over processes, which DDP and FSDP take, is their sum."""
        return loss * self.world.size

    def log(self, logs: dict[str, float], start_time: float | None = None) -> None:
        """Add token accuracy and counts since the last log, of all processes."""
        if "loss" in logs:
            seen = sum_over(self.world, self._seen)
            if seen["targets"]:
                logs["token_accuracy"] = round(seen["right"] / seen["targets"], 4)
                logs["tokens"] = seen["tokens"]
                logs["targets"] = seen["targets"]
            self._seen = dict.fromkeys(self._seen, 0.0)
        super().log(logs, start_time)


def _as_it_is(states: Tensor) -> Tensor:
    return states


def body_and_head(model: Any) -> tuple[Any, Any]:
    """Return the decoder without LM head, and the LM head, of a causal model with or without a PEFT wrapper."""
    inner = model.get_base_model() if hasattr(model, "get_base_model") else model
    return inner.model, inner.lm_head
