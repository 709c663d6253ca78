"""The trainer: transformers' own, with a loss over target tokens and counters a person wants to see."""

from __future__ import annotations

from typing import Any, cast

import torch
from torch import Tensor
from transformers import Trainer

from botpsy.train.batch import Row
from botpsy.train.losses import target_cross_entropy


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
    """Averages the loss over the target tokens of the whole global batch; runs the LM head on them alone."""

    sharing = True

    def __init__(self, *args: Any, sharing: bool = True, **kwargs: Any) -> None:
        cast(Any, super()).__init__(*args, **kwargs)
        self.sharing = sharing
        self.model_accepts_loss_kwargs = True  # asks for the number of targets in the global batch
        self.loss_is_scaled_for_ga = True  # which already divides over all accumulated rows
        self._seen = {"tokens": 0, "targets": 0, "right": 0}

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
        if not self.sharing:
            forward.pop("layout", None)
        accelerator = cast(Any, self.accelerator)
        body, head = body_and_head(accelerator.unwrap_model(model))
        with accelerator.autocast():  # accelerate puts it around the whole model's forward, which is not what runs here
            hidden = body(**forward, use_cache=False).last_hidden_state
            total, right = target_cross_entropy(hidden, labels, head)
        targets = int((labels != -100).sum())
        count = num_items_in_batch if num_items_in_batch is not None else max(targets, 1)
        loss = total / count
        if model.training:
            self._seen["tokens"] += labels.numel()
            self._seen["targets"] += targets
            self._seen["right"] += int(right)
        return (loss, {"loss": loss}) if return_outputs else loss

    def log(self, logs: dict[str, float], start_time: float | None = None) -> None:
        """Add token accuracy and counts since the last log."""
        if "loss" in logs and self._seen["targets"]:
            logs["token_accuracy"] = round(self._seen["right"] / self._seen["targets"], 4)
            logs["tokens"] = float(self._seen["tokens"])
            logs["targets"] = float(self._seen["targets"])
            self._seen = {"tokens": 0, "targets": 0, "right": 0}
        super().log(logs, start_time)


def body_and_head(model: Any) -> tuple[Any, Any]:
    """Return the decoder without LM head, and the LM head, of a causal model with or without a PEFT wrapper."""
    inner = model.get_base_model() if hasattr(model, "get_base_model") else model
    return inner.model, inner.lm_head
