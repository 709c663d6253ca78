"""The RL stage on a tiny model: rows are right, what is learnt is what was rewarded, stopping changes nothing."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("torch")

import torch
from rl_world import Letters

from botpsy.core.errors import ConfigError, ContextOverflow, UsageError
from botpsy.core.messages import Message
from botpsy.core.protocols import Conversation, Sampling
from botpsy.core.trajectory import TrainSample
from botpsy.train.batch import group
from botpsy.train.episodes import Play
from botpsy.train.losses import clipped_policy_gradient, target_logprobs
from botpsy.train.model import Lora
from botpsy.train.rl import RlConfig, rl
from botpsy.train.rl_trainer import RlTrainer, advantage_stream, collate_targets, sampled_stream
from botpsy.train.signals.rl import Groups, Shaping
from botpsy.train.tiny_model import make_tiny_model
from botpsy.train.trainer import body_and_head

STREAMS = {"advantages": advantage_stream, "sampled": sampled_stream}


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_tiny_model(tmp_path_factory.mktemp("tiny"))


@pytest.fixture(scope="module")
def model(base: Path):
    from botpsy.train.model import load

    return load(base, None)[0]


@pytest.fixture
def config(base: Path, tmp_path: Path) -> RlConfig:
    return RlConfig(
        base=str(base),
        out=str(tmp_path / "run"),
        lora=Lora(4, 8),
        play=Play(max_tokens=4, context=256),
        groups=Groups(prompts=2, size=4, shaping=Shaping(repetition=0.0)),
        steps=4,
        save_steps=2,
        learning_rate=1e-2,
    )


def episode(prompt: list[int], advantage: float, seed: int) -> TrainSample:
    """Two turns with a tool's result between them, which is no target."""
    draw = torch.Generator().manual_seed(seed)
    said = [int(x) for x in torch.randint(3, 500, (7,), generator=draw)]
    ids, mask = (*prompt, *said), (*[0] * len(prompt), 1, 1, 1, 0, 0, 1, 1)
    sampled = tuple(-3.0 * m - float(torch.rand((), generator=draw)) * m for m in mask)
    return TrainSample(ids, mask, sampled, tuple(advantage * m for m in mask))


def trainer_of(model, tmp_path: Path, sharing: bool) -> RlTrainer:
    from transformers import TrainingArguments

    return RlTrainer(
        model=model,
        args=TrainingArguments(output_dir=str(tmp_path), use_cpu=True, report_to=[]),
        sharing=sharing,
        rollouts=lambda number: None,
        policy_loss=lambda now, old, batch: clipped_policy_gradient(
            now, old, batch["advantages_N"], batch["sampled_N"]
        ),
        streams=STREAMS,
        row_tokens=512,
    )


def test_sharing_the_prompt_gives_the_loss_and_gradient_of_one_row_an_episode(model, tmp_path: Path) -> None:
    draw = torch.Generator().manual_seed(0)
    prompt, other = ([int(x) for x in torch.randint(3, 500, (n,), generator=draw)] for n in (60, 30))
    members = [episode(prompt, a, i) for i, a in enumerate((1.0, -1.0, 0.5, -0.5))]
    stranger = episode(other, 2.0, 9)
    shared = [collate_targets([*group(members, 512), *group([stranger], 512)], STREAMS)]
    plain = [collate_targets(list(group([s], 512)), STREAMS) for s in (*members, stranger)]
    assert shared[0]["labels"].numel() < sum(b["labels"].numel() for b in plain) / 2

    def loss_and_gradient(batches, sharing: bool):
        model.zero_grad()
        total = 0.0
        trainer = trainer_of(model, tmp_path, sharing)
        for batch in batches:
            loss = trainer.compute_loss(model, batch, num_items_in_batch=25)
            loss.backward()
            total += loss.item()
        return total, torch.cat([p.grad.flatten() for p in model.parameters()])

    loss_a, gradient_a = loss_and_gradient(shared, sharing=True)
    loss_b, gradient_b = loss_and_gradient(plain, sharing=False)
    assert loss_a == pytest.approx(loss_b, rel=1e-4)
    assert gradient_a.abs().max() > 1e-3
    assert torch.allclose(gradient_a, gradient_b, atol=1e-5)
    # and it is the formula: only sampled tokens, each with its own advantage and weight
    wanted = 0.0
    for sample in (*members, stranger):
        with torch.no_grad():
            all_logprobs = model(torch.tensor([sample.token_ids])).logits[0].log_softmax(-1)
        for t, mine in enumerate(sample.loss_mask):
            if mine:
                now = float(all_logprobs[t - 1, sample.token_ids[t]])
                weight = min(2.0, float(torch.tensor(now - sample.sampled_logprobs[t]).exp()))
                wanted -= weight * sample.advantages[t]
    assert loss_a == pytest.approx(wanted / 25, rel=1e-3)


def test_the_model_samples_what_it_reports_whatever_the_company(base: Path, model) -> None:
    from botpsy.chat.smollm2 import SmolLM2
    from botpsy.models.hub_tokenizer import HubTokenizer, load_hub_tokenizer
    from botpsy.train.sampler import ModelGenerator, draw_tokens

    generator = ModelGenerator(model, HubTokenizer(load_hub_tokenizer(base)), SmolLM2(), context=128)
    talks = [Conversation((Message("user", text),)) for text in ("Hello", "Put lunch with Ana on Friday, please")]
    sampling = Sampling(temperature=1.0, max_tokens=6, seed=5)
    together = asyncio.run(generator.generate(talks, sampling))
    (alone,) = asyncio.run(generator.generate(talks[1:], replace(sampling, seed=6)))
    assert together[1].token_ids == alone.token_ids
    for said in together:
        ids = said.prompt_ids + said.token_ids
        batch = collate_targets(
            list(group([TrainSample(ids, (0,) * len(said.prompt_ids) + (1,) * len(said.token_ids))], 128)), {}
        )
        body, head = body_and_head(model)
        labels = batch.pop("labels")
        del batch["shift_labels"], batch["layout"]
        found, _ = target_logprobs(body(**batch, use_cache=False).last_hidden_state, labels, head)
        assert found.tolist() == pytest.approx(said.logprobs, abs=1e-4)
    with pytest.raises(ContextOverflow, match="the context 128"):
        asyncio.run(generator.generate([Conversation((Message("user", "word " * 200),))], sampling))
    with pytest.raises(ValueError, match="no grammar"):
        asyncio.run(generator.generate(talks, replace(sampling, call_grammar=True)))
    logits = torch.tensor([0.5, 0.3, 0.2]).log().repeat(5, 1)
    at = torch.tensor([0.0, 0.49, 0.51, 0.79, 0.81])
    assert draw_tokens(logits, at, 1.0).tolist() == [0, 0, 1, 1, 2]
    assert draw_tokens(logits, at, 1.0, top_p=0.6).tolist() == [0, 0, 0, 1, 1]  # 5/8 and 3/8 are left
    assert draw_tokens(logits, at, 0.0).tolist() == [0] * 5


def test_the_reward_rises(config: RlConfig) -> None:
    final = rl(replace(config, lora=None, groups=replace(config.groups, size=16), steps=12, save_steps=50), [Letters()])
    rows = [json.loads(line) for line in (Path(config.out) / "log.jsonl").read_text().splitlines()]
    assert len(rows) == 12
    before, after = (sum(r["reward"] for r in part) / 4 for part in (rows[:4], rows[-4:]))
    assert after > before + 0.1, [r["reward"] for r in rows]
    first = rows[0]
    assert first["kl_to_sampler"] < 1e-5  # the sampler is the policy
    assert first["entropy"] > 5
    assert (first["groups"], first["episodes"], first["dropped_episodes"], first["clipped_share"]) == (2, 32, 0, 0)
    assert first["length"] <= 4
    assert json.loads((final / "lineage.json").read_text())["stage"] == "rl"


def weights(folder: Path):
    from safetensors.torch import load_file

    return load_file(folder / "adapter_model.safetensors")


def test_a_killed_run_goes_on_to_the_same_weights(config: RlConfig, monkeypatch: pytest.MonkeyPatch) -> None:
    config = replace(config, updates=2)
    whole = rl(replace(config, out=config.out + "-whole"), [Letters()])
    logged = [json.loads(line) for line in Path(config.out + "-whole", "log.jsonl").read_text().splitlines()]
    assert any(r["ratio"] != 1.0 for r in logged)  # the second update is no longer by the policy that sampled
    real, steps = RlTrainer.training_step, 0

    def stop_at_six(self, *args, **kwargs):
        nonlocal steps
        steps += 1
        if steps == 6:
            raise KeyboardInterrupt
        return real(self, *args, **kwargs)

    monkeypatch.setattr(RlTrainer, "training_step", stop_at_six)
    with pytest.raises(KeyboardInterrupt):
        rl(config, [Letters()])
    monkeypatch.setattr(RlTrainer, "training_step", real)
    resumed = rl(config, [Letters()])
    assert any(float(v.abs().max()) > 0 for k, v in weights(whole).items() if "lora_B" in k)
    for name, value in weights(whole).items():
        assert torch.allclose(value, weights(resumed)[name], atol=1e-6), name
    with pytest.raises(ConfigError, match="tasks_sha256"):
        rl(config, [Letters(count=3)])


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        ({"steps": 0}, "steps, updates and save_steps"),
        ({"lora": Lora(dropout=0.1)}, "dropout 0"),
        ({"low": 1.5}, "0 < low < 1"),
        ({"updates": 3}, "2 groups a round"),
        ({"groups": Groups(shaping=Shaping(overlong=99))}, "overlong lies in 0..4"),
    ],
)
def test_settings_that_cannot_work_are_named(config: RlConfig, wrong: dict[str, object], error: str) -> None:
    with pytest.raises(ConfigError, match=error):
        replace(config, **wrong)


def test_another_engine_needs_an_adapter_and_a_folder_must_be_free(config: RlConfig) -> None:
    with pytest.raises(ConfigError, match="train with `lora`"):
        rl(replace(config, lora=None), [Letters()], engine=lambda folder: None)
    with pytest.raises(UsageError, match="no training task"):
        rl(config, [Letters(count=0)])
    Path(config.out).mkdir()
    (Path(config.out) / "thing").write_text("x")
    with pytest.raises(UsageError, match="is not empty"):
        rl(config, [Letters()])
