"""Toys with a known optimum: each RL switch finds the best arm, distillation finds the teacher's distribution."""

from __future__ import annotations

from collections.abc import Callable

import pytest

torch = pytest.importorskip("torch")

from torch import Tensor  # noqa: E402

from botpsy.train.losses import (  # noqa: E402
    clipped_policy_gradient,
    reverse_kl_chunked,
    reverse_kl_full,
    reverse_kl_sampled,
)
from botpsy.train.rewards import batch_scaled, decoupled_advantages, group_advantages  # noqa: E402

ARMS = (0.1, 0.4, 0.2, 0.9, 0.5, 0.0)
STYLE = (1.0, 0.0, 1.0, 0.0, 1.0, 0.0)  # a second part of the reward, of less weight, that would mislead
Advantages = Callable[[list[int]], list[float] | None]


def plain(divide_by_std: bool = True, leave_one_out: bool = False) -> Advantages:
    return lambda arms: group_advantages(
        [ARMS[a] for a in arms], divide_by_std=divide_by_std, leave_one_out=leave_one_out
    )


def gdpo(arms: list[int]) -> list[float] | None:
    parts = [(1.0, [ARMS[a] for a in arms]), (0.2, [STYLE[a] for a in arms])]
    return decoupled_advantages(parts)


SWITCHES: dict[str, tuple[Advantages, bool, bool, int]] = {
    # advantages, scaled over the round, another engine samples, updates a round
    "grpo": (plain(), False, False, 1),
    "no std": (plain(divide_by_std=False), False, False, 1),
    "leave one out": (plain(divide_by_std=False, leave_one_out=True), False, False, 1),
    "leave one out and std": (plain(leave_one_out=True), False, False, 1),
    "gdpo": (gdpo, True, False, 1),
    "truncated importance weight": (plain(), False, True, 1),
    "several updates": (plain(), False, False, 3),
}


@pytest.mark.parametrize("name", SWITCHES)
def test_each_switch_finds_the_best_arm(name: str) -> None:
    advantages_of, scaled, elsewhere, updates = SWITCHES[name]
    draw = torch.Generator().manual_seed(0)
    logits = torch.zeros(len(ARMS), requires_grad=True)
    optimizer = torch.optim.SGD([logits], lr=0.3)
    for _ in range(150):
        behind = logits.detach()
        sampler = behind + (0.5 * torch.randn(len(ARMS), generator=draw) if elsewhere else 0.0)
        groups = [torch.multinomial(sampler.softmax(-1), 8, True, generator=draw) for _ in range(4)]
        judged = [(arms, a) for arms in groups if (a := advantages_of(arms.tolist())) is not None]
        if not judged:
            continue
        advantages = batch_scaled([a for _, a in judged]) if scaled else [a for _, a in judged]
        arms_N = torch.cat([arms for arms, _ in judged])
        advantages_N = torch.tensor([a for group in advantages for a in group])
        old_N = behind.log_softmax(-1)[arms_N]
        sampled_N = sampler.log_softmax(-1)[arms_N] if elsewhere else None
        for _ in range(updates):
            loss = clipped_policy_gradient(logits.log_softmax(-1)[arms_N], old_N, advantages_N, sampled_N)
            optimizer.zero_grad()
            (loss.total / len(arms_N)).backward()
            optimizer.step()
    chances = logits.detach().softmax(-1)
    assert int(chances.argmax()) == 3, chances
    assert float(chances[3]) > 0.9, chances


def test_the_importance_weight_makes_the_gradient_of_another_engines_samples_right() -> None:
    logits = torch.tensor([0.2, -0.3, 0.5, 0.0], requires_grad=True)
    sampler = torch.tensor([0.0, 0.1, 0.2, -0.1]).log_softmax(-1)
    advantages = torch.tensor([1.0, -1.0, 0.5, -0.5])

    def expected(weights: Tensor, sampled: Tensor | None, cap: float = 2.0) -> Tensor:
        logits.grad = None
        logprobs = logits.log_softmax(-1)
        total = sum(
            weights[a]
            * clipped_policy_gradient(
                logprobs[a : a + 1], logprobs[a : a + 1], advantages[a : a + 1],
                None if sampled is None else sampled[a : a + 1], cap=cap,
            ).total
            for a in range(4)
        )  # fmt: skip
        total.backward()
        return logits.grad.clone()

    own = expected(logits.detach().softmax(-1), None)
    assert torch.allclose(expected(sampler.exp(), sampler), own, atol=1e-6)
    assert not torch.allclose(expected(sampler.exp(), None), own, atol=1e-2)
    assert not torch.allclose(expected(sampler.exp(), sampler, cap=0.9), own, atol=1e-3)  # what the cap costs: bias


@pytest.mark.parametrize("kl", ["sampled", "full"])
def test_distillation_finds_the_teachers_distribution(kl: str) -> None:
    draw = torch.Generator().manual_seed(1)
    teacher_SV = torch.randn(3, 8, generator=draw).log_softmax(-1)  # three prompts, eight tokens
    logits_SV = torch.zeros(3, 8, requires_grad=True)
    before = float(reverse_kl_full(logits_SV.detach(), teacher_SV))
    optimizer = torch.optim.Adam([logits_SV], lr=0.05)
    for step in range(400):
        for group in optimizer.param_groups:
            group["lr"] = 0.05 * (1 - step / 400)
        if kl == "full":
            loss = reverse_kl_chunked(logits_SV, lambda x: x, teacher_SV, lambda x: x, torch.zeros(3).long(), 2).total
        else:
            tokens_SN = torch.multinomial(logits_SV.detach().softmax(-1), 16, True, generator=draw)
            now = logits_SV.log_softmax(-1).gather(1, tokens_SN)
            loss = (
                reverse_kl_sampled(now.flatten(), teacher_SV.gather(1, tokens_SN).flatten(), now.flatten()).total / 16
            )
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    after = float(reverse_kl_full(logits_SV.detach(), teacher_SV))
    assert before > 0.5
    assert after < (0.001 if kl == "full" else 0.02), after


def test_the_sampled_estimator_has_the_exact_gradient_in_the_mean_and_is_noisier() -> None:
    draw = torch.Generator().manual_seed(2)
    teacher = torch.randn(1, 6, generator=draw).log_softmax(-1)
    start = torch.randn(1, 6, generator=draw)

    def gradient(samples: int) -> Tensor:
        logits = start.clone().requires_grad_()
        tokens = torch.multinomial(logits.detach().softmax(-1)[0], samples, True, generator=draw)
        now = logits.log_softmax(-1)[0, tokens]
        (reverse_kl_sampled(now, teacher[0, tokens], now).total / samples).backward()
        assert logits.grad is not None
        return logits.grad

    exact = start.clone().requires_grad_()
    reverse_kl_full(exact, teacher).backward()
    assert exact.grad is not None
    draws = torch.stack([gradient(64) for _ in range(400)])
    error = draws.std(0) / 400**0.5  # of the mean
    assert bool(((draws.mean(0) - exact.grad).abs() < 4 * error + 1e-6).all())
    assert float(draws.std(0).max()) > 0.01


def test_full_kl_by_chunks_is_that_of_all_at_once_and_keeps_no_logits() -> None:
    draw = torch.Generator().manual_seed(3)
    head, teacher_head = torch.nn.Linear(5, 40), torch.nn.Linear(5, 40)
    hidden, teacher = torch.randn(33, 5, generator=draw, requires_grad=True), torch.randn(33, 5, generator=draw)
    labels = torch.randint(0, 40, (33,), generator=draw)
    whole = reverse_kl_full(head(hidden), teacher_head(teacher))
    whole.backward()
    wanted = (hidden.grad.clone(), head.weight.grad.clone())
    logprobs = head(hidden).log_softmax(-1).detach()
    for chunk in (1, 8, 100):
        hidden.grad = head.weight.grad = None
        kept: list[torch.Size] = []

        def pack(tensor: Tensor, kept: list[torch.Size] = kept) -> Tensor:
            kept.append(tensor.shape)
            return tensor

        asked: list[int] = []

        def counted(states: Tensor, asked: list[int] = asked) -> Tensor:
            asked.append(len(states))
            return head(states)

        with torch.autograd.graph.saved_tensors_hooks(pack, lambda t: t):
            found = reverse_kl_chunked(hidden, counted, teacher, teacher_head, labels, chunk)
        assert not any(len(s) == 2 and s[-1] == 40 for s in kept), kept  # the backward pass computes logits anew
        assert max(asked) == min(chunk, 33)
        found.total.backward()
        assert float(found.total) == pytest.approx(float(whole), rel=1e-5)
        assert torch.allclose(hidden.grad, wanted[0], atol=1e-6)
        assert torch.allclose(head.weight.grad, wanted[1], atol=1e-5)
        assert torch.allclose(found.logprobs_N, logprobs.gather(1, labels[:, None]).squeeze(1), atol=1e-6)
        assert torch.allclose(found.entropy_N, -(logprobs.exp() * logprobs).sum(-1), atol=1e-5)
        assert float(found.kl_N.sum()) == pytest.approx(float(whole), rel=1e-5)
    with pytest.raises(ValueError, match="2 states of the teacher for 33 targets"):
        reverse_kl_chunked(hidden, head, teacher[:2], teacher_head, labels)
    empty = reverse_kl_chunked(hidden[:0], head, teacher[:0], teacher_head, labels[:0])
    assert float(empty.total) == 0
    assert empty.kl_N.shape == (0,)
