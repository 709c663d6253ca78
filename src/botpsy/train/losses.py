"""Losses over target tokens. Names: B batch, T tokens of a row, N targets of a row, V vocabulary, H hidden."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor
from torch.nn.functional import cross_entropy


def target_cross_entropy(
    hidden_BTH: Tensor, labels_BT: Tensor, head: Callable[[Tensor], Tensor], chunk: int = 1024
) -> tuple[Tensor, Tensor]:
    """Return (summed cross-entropy in nats, number of right greedy guesses) over the targets.

    `labels_BT` holds the token to predict at each place, -100 for none. The LM head runs on the targets only, `chunk`
    at a time: logits of a whole row would be the largest tensor of the step.
    """
    wanted = labels_BT != -100
    hidden_NH, labels_N = hidden_BTH[wanted], labels_BT[wanted]
    total = hidden_NH.new_zeros((), dtype=torch.float32)
    right = torch.zeros((), dtype=torch.long, device=labels_N.device)
    for start in range(0, len(labels_N), chunk):
        logits_NV = head(hidden_NH[start : start + chunk]).float()
        part_N = labels_N[start : start + chunk]
        total = total + cross_entropy(logits_NV, part_N, reduction="sum")
        right += (logits_NV.detach().argmax(-1) == part_N).sum()
    return total, right
