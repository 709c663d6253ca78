"""Our losses against those of TRL 1.16's own trainers, on the same batches, in fp32: value and gradient of every weight.

Both sides begin at the same tokens and start from the same random tiny Llama. Ours run as in a stage: rows that share
prompts, LM head on targets only. TRL's run as they are: padded batches, `GRPOTrainer`, `SFTTrainer` and
`DistillationTrainer` built by their constructors, `compute_loss` called. They need `pip install 'botpsy[peers]'`.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("trl", reason="TRL is not installed: pip install 'botpsy[peers]'")

from botpsy.core.trajectory import TrainSample  # noqa: E402
from botpsy.train.batch import group, lay_out  # noqa: E402
from botpsy.train.losses import PolicyLoss, clipped_policy_gradient, reverse_kl_chunked  # noqa: E402
from botpsy.train.rl_trainer import Exact, RlTrainer, advantage_stream, collate_targets, sampled_stream  # noqa: E402
from botpsy.train.tiny_model import make_tiny_model  # noqa: E402
from botpsy.train.trainer import TargetTrainer, body_and_head, collate  # noqa: E402

CLOSE = 1e-5
PAD = 2
STREAMS = {"advantages": advantage_stream, "sampled": sampled_stream}


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_tiny_model(tmp_path_factory.mktemp("tiny"))


@pytest.fixture(scope="module")
def tokenizer(base: Path) -> Any:
    from transformers import AutoTokenizer

    return AutoTokenizer.from_pretrained(str(base.parent), gguf_file=base.name)


@pytest.fixture
def models(base: Path) -> tuple[Any, Any]:
    """The same weights twice: ours with attention for shared prompts, TRL's with torch's."""
    from botpsy.train.model import load

    ours = load(base, None)[0]
    theirs = copy.deepcopy(ours)
    theirs.set_attn_implementation("sdpa")
    return ours.train(), theirs.train()


def drawn(length: int, draw: Any) -> list[int]:
    return [int(x) for x in torch.randint(3, 500, (length,), generator=draw)]


def episodes() -> list[TrainSample]:
    """Two groups of unequal prompts; an answer has up to nine tokens, some with a tool's result (no target) inside."""
    draw = torch.Generator().manual_seed(3)
    found: list[TrainSample] = []
    for prompt_length, advantages in ((70, (1.2, -0.7, 0.4)), (55, (-1.1, 0.9))):
        prompt = drawn(prompt_length, draw)
        for number, advantage in enumerate(advantages):
            said = drawn(5 + number * 2, draw)
            mask = [0] * prompt_length + [0 if number and i in (2, 3) else 1 for i in range(len(said))]
            sampled = tuple(-6.2 * m + float(torch.randn((), generator=draw)) * m for m in mask)
            found.append(TrainSample((*prompt, *said), tuple(mask), sampled, tuple(advantage * m for m in mask)))
    return found


def targets_of(samples: list[TrainSample]) -> int:
    return sum(sum(s.loss_mask) for s in samples)


def first_target(sample: TrainSample) -> int:
    return sample.loss_mask.index(1)


def padded(samples: list[TrainSample], stream: Callable[[TrainSample], Any] | None = None) -> dict[str, Any]:
    """TRL's batch: prompts padded on the left, completions on the right; a mask for tools' results."""
    prompts = [s.token_ids[: first_target(s)] for s in samples]
    answers = [s.token_ids[first_target(s) :] for s in samples]
    widest, longest = max(map(len, prompts)), max(map(len, answers))

    def right(rows: list[Any], fill: float) -> Any:
        return torch.tensor([[*row, *[fill] * (longest - len(row))] for row in rows])

    batch = {
        "prompt_ids": torch.tensor([[PAD] * (widest - len(p)) + list(p) for p in prompts]),
        "prompt_mask": torch.tensor([[0] * (widest - len(p)) + [1] * len(p) for p in prompts]),
        "completion_ids": right(answers, PAD),
        "completion_mask": right([[1] * len(a) for a in answers], 0),
        "tool_mask": right([s.loss_mask[first_target(s) :] for s in samples], 1),
        "num_items_in_batch": torch.tensor(targets_of(samples)),
    }
    if stream is not None:
        batch["stream"] = right([stream(s)[first_target(s) :] for s in samples], 0.0)
    return batch


def arguments(folder: Path, kind: str) -> dict[str, Any]:
    return {
        "output_dir": str(folder / kind), "use_cpu": True, "bf16": False, "report_to": [],
        "gradient_checkpointing": False, "per_device_train_batch_size": 5, "gradient_accumulation_steps": 1,
    }  # fmt: skip


def grads(model: Any) -> dict[str, Any]:
    return {n.removeprefix("module."): p.grad for n, p in model.named_parameters() if p.grad is not None}


def assert_equal(ours: tuple[float, Any], theirs: tuple[float, Any]) -> None:
    assert ours[0] == pytest.approx(theirs[0], abs=CLOSE)
    mine, peer = grads(ours[1]), grads(theirs[1])
    assert mine.keys() == peer.keys()
    assert max(float(g.abs().max()) for g in peer.values()) > 1e-3  # there is something to compare
    for name, gradient in peer.items():
        assert torch.allclose(mine[name], gradient, atol=CLOSE, rtol=0), name


def policy_trainer(model: Any, folder: Path, **kwargs: Any) -> RlTrainer:
    from transformers import TrainingArguments

    return RlTrainer(
        model=model,
        args=TrainingArguments(output_dir=str(folder / "ours"), use_cpu=True, report_to=[]),
        rollouts=lambda number: None,
        row_tokens=512,
        **{"streams": STREAMS, "policy_loss": None, **kwargs},
    )


def our_loss(trainer: RlTrainer, model: Any, batch: dict[str, Any], count: int) -> tuple[float, Any]:
    loss = trainer.compute_loss(model, batch, num_items_in_batch=count)
    loss.backward()
    return float(loss.detach()), model


@pytest.mark.parametrize("case", ["on policy", "old policy", "another engine"])
def test_the_dapo_loss_is_that_of_grpo_trainer(models: Any, tokenizer: Any, tmp_path: Path, case: str) -> None:
    """`GRPOTrainer`, loss_type "dapo", beta 0, epsilon 0.2 and 0.28.

    TRL divides by `num_items_in_batch`, which it takes from all completions of the generation batch; we by the targets
    of the update. With one step a generation both are the same number. TRL scales by accumulation over steps a
    generation, 1 here. With old log-probabilities far from the present both clips are at work.

    TRL weighs by the engine that sampled only with vLLM (`use_vllm`, mode "token_truncate"), and reads the ratio of old
    to sampled from the batch, where its vLLM branch put it, capped. Our loss forms the ratio itself. The test sets
    the flag and puts the capped ratio there; what is compared is how the weight enters loss and gradient.
    """
    from datasets import Dataset
    from trl import GRPOConfig, GRPOTrainer

    ours, theirs = models
    samples = episodes()
    peer = GRPOTrainer(
        model=theirs,
        reward_funcs=lambda completions, **_: [0.0] * len(completions),
        args=GRPOConfig(
            **arguments(tmp_path, "grpo"), loss_type="dapo", beta=0.0, epsilon=0.2, epsilon_high=0.28,
            num_generations=5, steps_per_generation=1, max_completion_length=16, temperature=1.0,
        ),
        train_dataset=Dataset.from_list([{"prompt": "Hello"}] * 5),
        processing_class=tokenizer,
    )  # fmt: skip
    peer.current_gradient_accumulation_steps = 1
    batch = padded(samples, sampled_stream)
    stream = batch.pop("stream")
    batch["advantages"] = torch.tensor([max(s.advantages, key=abs) for s in samples])
    row = collate_targets(list(group(samples, 512)), STREAMS)
    assert row["labels"].numel() < 200  # two prompts computed once, not five
    old_N = row["sampled_N"].clone()
    if case == "old policy":
        batch["old_per_token_logps"] = stream
        row["old_N"] = old_N
    if case == "another engine":
        old_BT = stream + 0.6 * torch.randn(stream.shape, generator=torch.Generator().manual_seed(4))
        batch["old_per_token_logps"] = old_BT
        row["old_N"] = old_BT[batch["tool_mask"].bool() & batch["completion_mask"].bool()]
        batch["importance_sampling_ratio"] = (old_BT - stream).exp().clamp(max=2.0)
        peer.use_vllm, peer.vllm_importance_sampling_correction = True, True
    weighted = case == "another engine"
    clips: list[float] = []

    def policy_loss(now_N: Any, old_N: Any, inputs: Mapping[str, Any]) -> PolicyLoss:
        found = clipped_policy_gradient(now_N, old_N, inputs["advantages_N"], inputs["sampled_N"] if weighted else None)
        clips.append(found.clipped)
        return found

    trainer = policy_trainer(ours, tmp_path, policy_loss=policy_loss)
    loss = peer.compute_loss(theirs, batch)
    loss.backward()
    assert_equal(our_loss(trainer, ours, row, targets_of(samples)), (float(loss.detach()), theirs))
    assert (clips[0] > 0) == (case != "on policy")


def test_the_sft_loss_is_that_of_sft_trainer(models: Any, tokenizer: Any, tmp_path: Path) -> None:
    """`SFTTrainer`, loss_type "nll", labels given. Both divide by the targets of the global batch, which transformers
    counts (`num_items_in_batch`) before labels are shifted: the same number, since a first token is never a target."""
    from datasets import Dataset
    from transformers import TrainingArguments
    from trl import SFTConfig, SFTTrainer

    ours, theirs = models
    samples = episodes()
    rows = [
        {
            "input_ids": list(s.token_ids),
            "labels": [t if m else -100 for t, m in zip(s.token_ids, s.loss_mask, strict=True)],
        }
        for s in samples
    ]
    peer = SFTTrainer(
        model=theirs,
        args=SFTConfig(
            **arguments(tmp_path, "sft"),
            loss_type="nll",
            max_length=None,
            dataset_kwargs={"skip_prepare_dataset": True},
        ),
        train_dataset=Dataset.from_list(rows),
        processing_class=tokenizer,
    )
    count = targets_of(samples)
    loss = peer.compute_loss(theirs, dict(peer.data_collator(rows)), num_items_in_batch=torch.tensor(count))
    loss.backward()
    trainer = TargetTrainer(
        model=ours, args=TrainingArguments(output_dir=str(tmp_path / "ours"), use_cpu=True, report_to=[])
    )
    mine = trainer.compute_loss(ours, collate([lay_out(list(group(samples, 512)))]), num_items_in_batch=count)
    mine.backward()
    assert_equal((float(mine.detach()), ours), (float(loss.detach()), theirs))


def test_the_exact_reverse_kl_is_that_of_distillation_trainer(
    models: Any, tokenizer: Any, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """`DistillationTrainer`, beta 1 (reverse KL), temperature 1: KL(student || teacher) over the vocabulary at every
    target, divided by the targets of the batch. It has no loss over sampled tokens alone; `test_losses.py` compares ours
    with the exact gradient in expectation."""
    from datasets import Dataset
    from trl import DistillationConfig, DistillationTrainer

    from botpsy.train.model import load

    ours, theirs = models
    teacher = load(make_tiny_model(tmp_path_factory.mktemp("teacher"), seed=7), None)[0].eval().requires_grad_(False)
    samples = episodes()
    peer = DistillationTrainer(
        model=theirs,
        teacher_model=copy.deepcopy(teacher),
        args=DistillationConfig(**arguments(tmp_path, "distil"), beta=1.0, temperature=1.0, max_completion_length=16),
        train_dataset=Dataset.from_list([{"prompt": "Hello"}] * 5),
        processing_class=tokenizer,
    )
    loss = peer.compute_loss(theirs, padded(samples))
    loss.backward()

    def exact(states_NH: Any, head: Any, labels_N: Any, batch: Mapping[str, Any]) -> Exact:
        body, teacher_head = body_and_head(teacher)
        forward = {k: batch[k] for k in ("input_ids", "position_ids", "layout")}
        with torch.no_grad():
            teacher_NH = body(**forward, use_cache=False).last_hidden_state[batch["labels"] != -100]
        found = reverse_kl_chunked(states_NH, head, teacher_NH, teacher_head, labels_N, chunk=8)
        return Exact(PolicyLoss(found.total, 0.0, 1.0, 0.0), found.logprobs_N, found.entropy_N, {})

    trainer = policy_trainer(ours, tmp_path, exact_loss=exact, streams={"sampled": sampled_stream})
    row = collate_targets(list(group(samples, 512)), {"sampled": sampled_stream})
    assert_equal(our_loss(trainer, ours, row, targets_of(samples)), (float(loss.detach()), theirs))
