"""Losses against their formulas written out token by token, and against gradients by other routes."""

from __future__ import annotations

import math

import pytest

torch = pytest.importorskip("torch")

from botpsy.train.losses import (  # noqa: E402
    clipped_policy_gradient,
    reverse_kl_full,
    reverse_kl_sampled,
    target_cross_entropy,
    target_logprobs,
)


def test_the_clip_is_that_of_the_formula() -> None:
    old = torch.tensor([-1.0, -1.0, -1.0, -1.0, -2.0])
    ratios = [1.5, 1.5, 0.5, 0.5, 1.1]
    advantages = torch.tensor([1.0, -1.0, 1.0, -1.0, 2.0])
    logprobs = (old + torch.tensor(ratios).log()).requires_grad_()
    loss = clipped_policy_gradient(logprobs, old, advantages)
    wanted = -sum(min(r * a, max(0.8, min(1.28, r)) * a) for r, a in zip(ratios, advantages.tolist(), strict=True))
    assert float(loss.total) == pytest.approx(wanted, rel=1e-5)
    assert loss.clipped == pytest.approx(2 / 5)  # too likely and good, too unlikely and bad
    loss.total.backward()
    gradient = logprobs.grad
    assert gradient is not None
    assert gradient[0] == 0
    assert gradient[3] == 0
    assert gradient[1] == pytest.approx(1.5)


def test_on_the_first_pass_it_is_the_policy_gradient() -> None:
    logprobs = torch.tensor([-0.5, -1.5, -3.0], requires_grad=True)
    advantages = torch.tensor([1.0, -2.0, 0.5])
    loss = clipped_policy_gradient(logprobs, logprobs.detach(), advantages)
    loss.total.backward()
    assert torch.allclose(logprobs.grad, -advantages)
    assert (loss.clipped, loss.ratio) == (0.0, 1.0)


def test_a_token_of_another_engine_is_weighted_and_the_weight_is_capped() -> None:
    old = torch.tensor([-1.0, -1.0])
    sampled = torch.tensor([-1.5, -4.0])  # the trainer finds them e^0.5 and e^3 times likelier
    logprobs = old.clone().requires_grad_()
    loss = clipped_policy_gradient(logprobs, old, torch.ones(2), sampled, cap=2.0)
    loss.total.backward()
    assert logprobs.grad[0] == pytest.approx(-math.exp(0.5), rel=1e-5)
    assert logprobs.grad[1] == pytest.approx(-2.0)
    assert loss.cut == 0.5


def test_full_reverse_kl_is_its_sum_and_zero_only_for_equals() -> None:
    student, teacher = torch.randn(4, 7, dtype=torch.float64), torch.randn(4, 7, dtype=torch.float64)
    p, q = student.softmax(-1), teacher.softmax(-1)
    assert float(reverse_kl_full(student, teacher)) == pytest.approx(float((p * (p / q).log()).sum()), rel=1e-5)
    assert float(reverse_kl_full(student, student)) == pytest.approx(0, abs=1e-6)
    with pytest.raises(ValueError, match="tokenizer"):
        reverse_kl_full(student, teacher[:, :5])


def test_sampled_reverse_kl_has_the_gradient_of_the_full_one_in_expectation() -> None:
    torch.manual_seed(0)
    teacher = torch.randn(1, 6).log_softmax(-1)
    logits = torch.randn(1, 6, requires_grad=True)
    reverse_kl_full(logits, teacher).backward()
    exact = logits.grad.clone()
    logits.grad = None
    logprobs = logits.log_softmax(-1)
    p = logprobs.detach().exp()
    # the expectation itself: each token once, weighted by how often it is drawn
    total = sum(
        p[0, v] * reverse_kl_sampled(logprobs[0, v : v + 1], teacher[0, v : v + 1], logprobs[0, v : v + 1]).total
        for v in range(6)
    )
    total.backward()
    assert torch.allclose(logits.grad, exact, atol=1e-5)


def test_tokens_far_from_the_sampler_are_left_out() -> None:
    logprobs = torch.tensor([-1.0, -1.0], requires_grad=True)
    loss = reverse_kl_sampled(logprobs, torch.zeros(2), torch.tensor([-1.0, -4.0]))
    loss.total.backward()
    assert loss.cut == 0.5
    assert logprobs.grad[1] == 0
    assert logprobs.grad[0] != 0


def test_logprobs_of_targets_agree_with_cross_entropy_whatever_the_chunk() -> None:
    torch.manual_seed(1)
    head = torch.nn.Linear(5, 11)
    hidden, labels = torch.randn(2, 6, 5), torch.randint(0, 11, (2, 6))
    labels[0, :3] = -100
    total, _ = target_cross_entropy(hidden, labels, head)
    for chunk in (1, 4, 100):
        logprobs, entropy = target_logprobs(hidden, labels, head, chunk)
        assert float(-logprobs.sum()) == pytest.approx(float(total), rel=1e-5)
        assert logprobs.shape == entropy.shape == (9,)
        assert bool((entropy > 0).all())
        assert float(entropy.max()) <= math.log(11) + 1e-5
