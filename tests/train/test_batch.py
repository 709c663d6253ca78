"""Rows: what is shared, what is seen, and that sharing a prompt changes neither loss nor gradient."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from botpsy.core.trajectory import TrainSample
from botpsy.train.batch import SHORTEST, Group, group, lay_out, pack


def sample(prompt: list[int], answer: list[int]) -> TrainSample:
    return TrainSample((*prompt, *answer), (*[0] * len(prompt), *[1] * len(answer)))


PROMPT = list(range(100, 100 + SHORTEST + 10))

samples = st.lists(
    st.builds(
        sample,
        st.sampled_from([PROMPT, [*PROMPT[:-4], 7, 7], [5] * 60, [3, 4]]),
        st.lists(st.integers(0, 50), min_size=1, max_size=6),
    ),
    min_size=1,
    max_size=12,
)


@given(samples, st.integers(0, 5))
@settings(max_examples=150, deadline=None)
def test_packing_keeps_every_sample_whole(given_samples: list[TrainSample], seed: int) -> None:
    rows = pack(list(group(given_samples, 200)), 200, seed)
    found = []
    for row in rows:
        assert len(row.token_ids) == len(row.position_ids) == len(row.labels) <= 200
        covered = 0
        for segment in row.layout:
            assert segment.start == covered
            for begin, end in segment.branches:
                path = [*range(segment.start, segment.split), *range(begin, end)]
                assert [row.position_ids[i] for i in path] == list(range(len(path)))
                ids = [row.token_ids[i] for i in path]
                targets = {p + 1: row.labels[i] for p, i in enumerate(path) if row.labels[i] != -100}
                found.append((tuple(ids), tuple(int(p in targets) for p in range(len(ids)))))
                assert all(ids[p] == t for p, t in targets.items())
                covered = end
        assert covered == len(row.token_ids)
    # the first token of a sample cannot be a target: nothing comes before it
    assert sorted(found) == sorted((s.token_ids, (0, *s.loss_mask[1:])) for s in given_samples)


def test_neighbours_share_their_prompt_and_strangers_do_not() -> None:
    a, b, c = sample(PROMPT, [1, 2]), sample(PROMPT, [3]), sample([9] * 70, [4])
    shared, alone = list(group([a, b, c], 500))
    assert shared.prefix == len(PROMPT) - 1  # the token before the first target stays with the continuation
    assert shared.length == shared.prefix + 3 + 2
    assert alone == Group(0, (c,))


def test_a_sample_longer_than_a_row_is_refused() -> None:
    with pytest.raises(ValueError, match="has 71 tokens, a row 64"):
        list(group([sample([1] * 70, [2])], 64))


torch = pytest.importorskip("torch")


def model(implementation: str, seed: int = 0):
    from transformers import LlamaConfig, LlamaForCausalLM

    from botpsy.train import attention

    attention.register()
    torch.manual_seed(seed)
    config = LlamaConfig(
        hidden_size=32, intermediate_size=48, num_hidden_layers=2, num_attention_heads=4, num_key_value_heads=2,
        vocab_size=200, tie_word_embeddings=True, attn_implementation=implementation,
        initializer_range=0.3,  # large enough that what a token sees matters
    )  # fmt: skip
    return LlamaForCausalLM(config).float()


def loss_and_gradient(rows, implementation: str):
    from botpsy.train.losses import target_cross_entropy
    from botpsy.train.trainer import body_and_head, collate

    net = model(implementation)
    body, head = body_and_head(net)
    total = 0.0
    for row in rows:
        batch = collate([row])
        labels = batch.pop("labels")
        batch.pop("shift_labels")
        if implementation == "sdpa":
            batch.pop("layout")
        loss, _ = target_cross_entropy(body(**batch, use_cache=False).last_hidden_state, labels, head)
        loss.backward()
        total += float(loss)
    return total, torch.cat([p.grad.flatten() for p in net.parameters() if p.grad is not None])


def test_sharing_a_prompt_changes_neither_loss_nor_gradient() -> None:
    prompt = [int(x) for x in torch.randint(0, 200, (60,))]
    members = [sample(prompt, [int(x) for x in torch.randint(0, 200, (n,))]) for n in (3, 7, 1, 12)]
    other = sample([int(x) for x in torch.randint(0, 200, (20,))], [5, 6, 7])
    shared = [lay_out(list(group([*members, other], 500)))]
    plain = [lay_out(list(group([s], 500))) for s in [*members, other]]
    assert len(shared[0].token_ids) < sum(len(r.token_ids) for r in plain)
    loss_a, gradient_a = loss_and_gradient(shared, "botpsy_shared")
    loss_b, gradient_b = loss_and_gradient(plain, "sdpa")
    assert loss_a == pytest.approx(loss_b, rel=1e-5)
    assert torch.allclose(gradient_a, gradient_b, atol=1e-4)


def test_bf16_products_attend_as_the_fused_kernel_does() -> None:
    from botpsy.train import attention
    from botpsy.train.batch import Segment

    torch.manual_seed(0)
    layout = [Segment(0, 40, ((40, 47), (47, 60))), Segment(60, 60, ((60, 75),))]
    query, key, value = torch.randn(1, 6, 75, 16), torch.randn(1, 2, 75, 16), torch.randn(1, 2, 75, 16)

    def attend(*streams):
        out, _ = attention.shared_prompt_attention(torch.nn.Identity(), *streams, None, layout=layout)
        return out

    def gradients(of):
        leaves = [t.clone().requires_grad_() for t in (query, key, value)]
        out = of(*leaves)
        out.float().square().sum().backward()
        return [out.detach().float(), *(leaf.grad.float() for leaf in leaves)]

    def narrow(*streams):
        with torch.autocast("cpu", torch.bfloat16):
            out = attend(*streams)
        assert out.dtype == torch.bfloat16
        return out

    for exact, rounded in zip(gradients(attend), gradients(narrow), strict=True):
        assert torch.allclose(exact, rounded, atol=0.03 * float(exact.abs().max()))


def test_the_trainer_computes_in_bf16_when_asked(tmp_path: Path) -> None:
    from transformers import TrainingArguments

    from botpsy.train.trainer import TargetTrainer, collate

    kinds = {}
    for narrow in (False, True):
        net = model("botpsy_shared")
        net.model.layers[0].mlp.up_proj.register_forward_hook(
            lambda _m, _i, out, narrow=narrow: kinds.__setitem__(narrow, out.dtype)
        )
        arguments = TrainingArguments(output_dir=str(tmp_path), bf16=narrow, use_cpu=True, report_to=[])
        trainer = TargetTrainer(model=net, args=arguments)
        trainer.compute_loss(net, collate([lay_out(list(group([sample([1, 2, 3], [4, 5])], 100)))]))
    assert kinds == {False: torch.float32, True: torch.bfloat16}


def test_a_leak_between_continuations_would_be_seen() -> None:
    # the same row under ordinary causal attention sees its neighbours: the comparison above can fail
    torch.manual_seed(0)
    members = [sample([int(x) for x in torch.randint(0, 200, (60,))], [1, 2, 3])] * 2
    shared = [lay_out(list(group(members, 500)))]
    assert loss_and_gradient(shared, "botpsy_shared")[0] != pytest.approx(
        loss_and_gradient(shared, "sdpa")[0], rel=1e-2
    )


def test_padding_changes_nothing() -> None:
    from botpsy.train.losses import target_cross_entropy
    from botpsy.train.trainer import body_and_head, collate

    rows = [lay_out(list(group([s], 500))) for s in (sample([1, 2, 3], [4, 5]), sample([9] * 12, [1, 2, 3]))]
    net = model("sdpa")
    body, head = body_and_head(net)

    def total(batch_rows):
        batch = collate(batch_rows)
        labels = batch.pop("labels")
        batch.pop("shift_labels")
        batch.pop("layout", None)
        return float(target_cross_entropy(body(**batch, use_cache=False).last_hidden_state, labels, head)[0])

    assert total(rows) == pytest.approx(total(rows[:1]) + total(rows[1:]), rel=1e-5)


def test_models_that_carry_a_state_do_not_share() -> None:
    from types import SimpleNamespace

    from botpsy.train.model import may_share

    def config(**values: object) -> SimpleNamespace:
        text = SimpleNamespace(**values)
        return SimpleNamespace(get_text_config=lambda: text)

    assert may_share(config())
    assert may_share(config(layer_types=["full_attention", "sliding_attention"]))
    assert not may_share(config(layer_types=["linear_attention", "full_attention"]))
