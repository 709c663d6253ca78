"""Distillation on a tiny model: the student nears its teachers, and teachers that cannot teach are named at start."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("torch")

import torch
from rl_world import Letters

from botpsy.core.errors import ConfigError, ModelError
from botpsy.core.trajectory import TrainSample
from botpsy.models.hub_tokenizer import load_hub_tokenizer
from botpsy.train.distill import DistillConfig, distill
from botpsy.train.episodes import Play
from botpsy.train.model import Lora, load
from botpsy.train.signals.distill import Rounds
from botpsy.train.teachers import Teachers
from botpsy.train.tiny_model import make_tiny_model


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_tiny_model(tmp_path_factory.mktemp("tiny"))


@pytest.fixture(scope="module")
def teachers(base: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Two adapters with large random weights."""
    folders: dict[str, str] = {}
    for seed, name in enumerate(("letters", "others")):
        folder = tmp_path_factory.mktemp(name)
        torch.manual_seed(seed)
        model, tokenizer, _ = load(base, Lora(4, 8))
        for key, parameter in model.named_parameters():
            if "lora_B" in key:
                torch.nn.init.normal_(parameter, std=1.0)
        model.save_pretrained(str(folder))
        tokenizer.save_pretrained(str(folder))
        folders[name] = str(folder)
    return folders


@pytest.fixture
def config(base: Path, teachers: dict[str, str], tmp_path: Path) -> DistillConfig:
    return DistillConfig(
        base=str(base),
        out=str(tmp_path / "run"),
        lora=Lora(8, 16),
        teachers=teachers,
        play=Play(max_tokens=6, context=128),
        rounds=Rounds(prompts=12),
        steps=10,
        learning_rate=1e-2,
        warmup=0.0,
    )


BOTH = (Letters(), Letters("others"))


@pytest.mark.parametrize("kl", ["sampled", "full"])
def test_the_student_nears_both_teachers(config: DistillConfig, kl: str) -> None:
    final = distill(replace(config, kl=kl, chunk=7), BOTH)
    rows = [json.loads(line) for line in (Path(config.out) / "log.jsonl").read_text().splitlines()]
    gaps = [sum(r[f"reverse_kl/{name}"] for name in config.teachers) for r in rows]
    assert sum(gaps[-3:]) < 0.8 * sum(gaps[:3]), gaps
    lineage = json.loads((final / "lineage.json").read_text())
    assert lineage["stage"] == "distill"
    assert set(lineage["data"]["teachers"]) == {"letters", "others"}


def test_a_teacher_scores_each_sample_as_if_it_were_alone(base: Path, teachers: dict[str, str]) -> None:
    from peft import PeftModel

    student = load_hub_tokenizer(base)
    found = Teachers(base, {k: Path(v) for k, v in teachers.items()}, student, torch.float32)
    prompt = [int(x) for x in torch.randint(3, 500, (60,), generator=torch.Generator().manual_seed(0))]
    samples = [TrainSample((*prompt, 5, 6, 7), (0,) * 60 + (1, 0, 1)), TrainSample((*prompt, 9), (0,) * 60 + (1,))]
    for name, folder in teachers.items():
        alone = PeftModel.from_pretrained(load(base, None)[0], folder).eval()
        for sample, scores in zip(samples, found.score(name, samples, 128), strict=True):
            with torch.no_grad():
                logprobs = alone(torch.tensor([sample.token_ids])).logits[0].log_softmax(-1)
            wanted = [0.0] + [
                float(logprobs[t - 1, sample.token_ids[t]]) if sample.loss_mask[t] else 0.0
                for t in range(1, len(sample.token_ids))
            ]
            assert scores == pytest.approx(wanted, abs=1e-4)


def test_teachers_that_cannot_teach_are_named_at_start(
    config: DistillConfig, teachers: dict[str, str], tmp_path: Path
) -> None:
    with pytest.raises(ConfigError, match="the teacher of others would never be called: the tasks are of letters"):
        distill(config, BOTH[:1])
    with pytest.raises(ConfigError, match="no teacher for others; teachers are there for letters"):
        distill(replace(config, teachers={"letters": teachers["letters"]}), BOTH)
    with pytest.raises(ModelError, match=r"the teacher of others is no PEFT adapter: there is no adapter_config\.json"):
        distill(replace(config, teachers={**teachers, "others": str(tmp_path)}), BOTH)
    with pytest.raises(ConfigError, match="there is no teacher"):
        replace(config, teachers={})


def test_a_teacher_with_another_tokenizer_is_named(
    config: DistillConfig, teachers: dict[str, str], tmp_path: Path
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    for file in Path(teachers["others"]).iterdir():
        (other / file.name).write_bytes(file.read_bytes())
    path = other / "tokenizer.json"
    whole = json.loads(path.read_text())
    vocabulary = whole["model"]["vocab"]
    vocabulary["!"], vocabulary['"'] = vocabulary['"'], vocabulary["!"]
    path.write_text(json.dumps(whole))
    with pytest.raises(ConfigError, match=r"teacher of others has another tokenizer .*'!' is token"):
        distill(replace(config, teachers={**teachers, "others": str(other)}), BOTH)
