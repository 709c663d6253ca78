"""Losses over target tokens. Names: B batch, T tokens of a row, N targets of a row, V vocabulary, H hidden."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

import torch
from torch import Tensor
from torch.nn.functional import cross_entropy, log_softmax
from torch.utils import checkpoint as recompute


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


def target_logprobs(
    hidden_BTH: Tensor, labels_BT: Tensor, head: Callable[[Tensor], Tensor], chunk: int = 1024
) -> tuple[Tensor, Tensor]:
    """Return (log-probability of each target, entropy at each target), both [N] in nats; the entropy has no gradient.

    Targets are in the order of `labels_BT` read row by row; the LM head runs on them only.
    """
    wanted = labels_BT != -100
    hidden_NH, labels_N = hidden_BTH[wanted], labels_BT[wanted]
    logprobs: list[Tensor] = []
    entropies: list[Tensor] = []
    for start in range(0, len(labels_N), chunk):
        logprobs_NV = log_softmax(head(hidden_NH[start : start + chunk]).float(), -1)
        logprobs.append(logprobs_NV.gather(1, labels_N[start : start + chunk, None]).squeeze(1))
        with torch.no_grad():
            entropies.append(-(logprobs_NV.exp() * logprobs_NV).sum(-1))
    if not logprobs:
        return hidden_NH.new_zeros(0), hidden_NH.new_zeros(0)
    return torch.cat(logprobs), torch.cat(entropies)


@dataclass(frozen=True, slots=True)
class PolicyLoss:
    """`total`: the loss summed over the targets; divide by the targets of the global batch. The others are means over
    the targets, for logs: `clipped`, the share where the clip stopped the gradient; `ratio`; `cut`, the share whose
    importance weight was capped."""

    total: Tensor
    clipped: float
    ratio: float
    cut: float


def clipped_policy_gradient(
    logprobs_N: Tensor,
    old_N: Tensor,
    advantages_N: Tensor,
    sampled_N: Tensor | None = None,
    *,
    low: float = 0.2,
    high: float = 0.28,
    cap: float = 2.0,
) -> PolicyLoss:
    """DAPO's token loss, summed: -w min(r A, clip(r, 1 - low, 1 + high) A) with r = exp(logprob - old).

    `old_N`: the trainer's log-probabilities before the update; equal to `logprobs_N` on the first pass over a batch.
    `sampled_N`: the sampling engine's. Where it is given, w = min(exp(old - sampled), cap) weights a token that another
    engine drew, without gradient; it is 1 otherwise. No KL term.
    Source: Yu et al. 2025 (DAPO), eqs. 8 to 11; the truncated weight: Yao et al. 2025.
    """
    old_N = old_N.detach()
    ratio_N = (logprobs_N - old_N).exp()
    plain_N, clipped_N = ratio_N * advantages_N, ratio_N.clamp(1 - low, 1 + high) * advantages_N
    weight_N, cut = torch.ones_like(old_N), 0.0
    if sampled_N is not None:
        raw_N = (old_N - sampled_N.detach()).exp()
        weight_N = raw_N.clamp(max=cap)
        cut = _mean(raw_N > cap)
    total = -(weight_N * torch.minimum(plain_N, clipped_N)).sum()
    return PolicyLoss(total, _mean(clipped_N < plain_N), _mean(ratio_N), cut)


def reverse_kl_sampled(
    logprobs_N: Tensor, teacher_N: Tensor, sampled_N: Tensor, *, lowest: float = 0.2, highest: float = 5.0
) -> PolicyLoss:
    """On-policy distillation by sampled tokens, summed: a policy gradient with A = log p_teacher - log p_student.

    The importance weight p_student / p_sampler multiplies a token, and where it lies outside [lowest, highest] the
    token is left out. `cut` is the share left out. The gradient is that of the reverse KL in expectation over samples.
    Source: MiMo-V2-Flash, section 4.4.
    """
    weight_N = (logprobs_N - sampled_N.detach()).exp()
    kept_N = ((weight_N >= lowest) & (weight_N <= highest)).detach()
    advantages_N = (teacher_N - logprobs_N).detach()
    total = -(weight_N * advantages_N * kept_N).sum()
    return PolicyLoss(total, 0.0, _mean(weight_N), 1 - _mean(kept_N))


def reverse_kl_full(student_NV: Tensor, teacher_NV: Tensor) -> Tensor:
    """Return KL(student || teacher) over the whole vocabulary, summed over targets, from logits [N, V] of equal shape.

    The teacher's logits get no gradient. Raises ValueError when the vocabularies differ in size.
    """
    return _reverse_kl(student_NV, teacher_NV)[0]


@dataclass(frozen=True, slots=True)
class FullKl:
    """`total`: KL(student || teacher) summed over the targets, in nats. Without gradient, [N]: the student's
    log-probability of each target, its entropy there, and the reverse KL there."""

    total: Tensor
    logprobs_N: Tensor
    entropy_N: Tensor
    kl_N: Tensor


def reverse_kl_chunked(
    hidden_NH: Tensor,
    head: Callable[[Tensor], Tensor],
    teacher_NH: Tensor,
    teacher_head: Callable[[Tensor], Tensor],
    labels_N: Tensor,
    chunk: int = 256,
) -> FullKl:
    """Return the exact reverse KL at N targets from the last hidden states of student and teacher.

    Logits of both exist for `chunk` targets at a time: the backward pass computes them anew instead of keeping them, so
    memory is `chunk` × vocabulary however long the rows are. The teacher's side gets no gradient. Raises ValueError
    when the vocabularies differ in size, or there is not one teacher's state for each of the student's.
    """
    if len(hidden_NH) != len(teacher_NH):
        raise ValueError(f"{len(teacher_NH)} states of the teacher for {len(hidden_NH)} targets")

    def part(hidden: Tensor, teacher: Tensor, labels: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        student_NV = head(hidden).float()
        with torch.no_grad():
            teacher_NV = teacher_head(teacher).float()
        total, kl_N = _reverse_kl(student_NV, teacher_NV)
        with torch.no_grad():
            logprobs_NV = log_softmax(student_NV, -1)
            entropy_N = -(logprobs_NV.exp() * logprobs_NV).sum(-1)
        return total, logprobs_NV.gather(1, labels[:, None]).squeeze(1), entropy_N, kl_N

    total = hidden_NH.new_zeros((), dtype=torch.float32)
    found: list[tuple[Tensor, Tensor, Tensor]] = []
    for start in range(0, len(labels_N), chunk):
        end = start + chunk
        inputs = (hidden_NH[start:end], teacher_NH[start:end], labels_N[start:end])
        piece, *rest = cast(
            "tuple[Tensor, Tensor, Tensor, Tensor]", cast(Any, recompute).checkpoint(part, *inputs, use_reentrant=False)
        )
        total = total + piece
        found.append((rest[0].detach(), rest[1].detach(), rest[2].detach()))
    empty = hidden_NH.new_zeros(0, dtype=torch.float32)
    columns = [torch.cat(column) for column in zip(*found, strict=True)] or [empty, empty, empty]
    return FullKl(total, columns[0], columns[1], columns[2])


def _reverse_kl(student_NV: Tensor, teacher_NV: Tensor) -> tuple[Tensor, Tensor]:
    if student_NV.shape != teacher_NV.shape:
        raise ValueError(
            f"student logits are {tuple(student_NV.shape)}, the teacher's {tuple(teacher_NV.shape)}; teachers must "
            f"share the student's tokenizer"
        )
    student, teacher = log_softmax(student_NV.float(), -1), log_softmax(teacher_NV.detach().float(), -1)
    kl_N = (student.exp() * (student - teacher)).sum(-1)
    return kl_N.sum(), kl_N.detach()


def _mean(values: Tensor) -> float:
    return float(values.detach().float().mean()) if values.numel() else 0.0
