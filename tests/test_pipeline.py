"""The whole way on a tiny model: the recipe runs, stopping and starting changes nothing, bad runs say what is wrong."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import pytest

pytest.importorskip("torch")

from botpsy.core.errors import ConfigError, ModelError, UsageError
from botpsy.core.messages import Message
from botpsy.train.model import Lora
from botpsy.train.sft import SftConfig, sft
from botpsy.train.tiny_model import make_tiny_model

ROOT = Path(__file__).parents[1]


def rows(count: int) -> str:
    lines = []
    for i in range(count):
        messages = [Message("user", f"Say {i}").to_json(), Message("assistant", f"{i} it is").to_json()]
        lines.append(json.dumps({"messages": messages, "tools": []}) + "\n")
    return "".join(lines)


@pytest.fixture
def config(tmp_path: Path) -> SftConfig:
    (tmp_path / "data.jsonl").write_text(rows(40))
    return SftConfig(
        base=str(make_tiny_model(tmp_path / "base")),
        data=str(tmp_path / "data.jsonl"),
        out=str(tmp_path / "run"),
        lora=Lora(4, 8),
        row_tokens=128,
        steps=6,
        log_steps=1,
        save_steps=2,
        learning_rate=5e-3,
    )


def weights(folder: Path):
    from safetensors.torch import load_file

    return load_file(folder / "adapter_model.safetensors")


def test_the_tiny_recipe_runs_from_tasks_to_scores(tmp_path: Path) -> None:
    spec = importlib.util.spec_from_file_location("tiny", ROOT / "recipes" / "tiny.py")
    assert spec is not None
    assert spec.loader is not None
    tiny = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tiny)
    scores = tiny.main(tmp_path)
    assert scores
    assert all(0.0 <= v <= 1.0 for v in scores.values())
    assert (tmp_path / "export" / "adapter.gguf").stat().st_size > 1000
    lineage = json.loads((tmp_path / "sft" / "final" / "lineage.json").read_text())
    assert lineage["data"]["samples"] > 24
    losses = [json.loads(line)["loss"] for line in (tmp_path / "sft" / "log.jsonl").read_text().splitlines()]
    assert losses[-1] < losses[0]
    assert tiny.main(tmp_path) == scores  # nothing is evaluated twice, nothing changes


def test_a_killed_run_goes_on_to_the_same_weights(config: SftConfig, monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace

    import torch

    from botpsy.train.trainer import TargetTrainer

    whole = sft(replace(config, out=config.out + "-whole"))
    real = TargetTrainer.training_step
    steps = 0

    def stop_at_five(self, *args, **kwargs):
        nonlocal steps
        steps += 1
        if steps == 5:
            raise KeyboardInterrupt
        return real(self, *args, **kwargs)

    monkeypatch.setattr(TargetTrainer, "training_step", stop_at_five)
    with pytest.raises(KeyboardInterrupt):
        sft(config)
    monkeypatch.setattr(TargetTrainer, "training_step", real)
    resumed = sft(config)
    for name, value in weights(whole).items():
        assert torch.allclose(value, weights(resumed)[name], atol=1e-6), name


def test_training_changes_the_model_and_only_targets_count(config: SftConfig) -> None:
    first = weights(sft(config))
    assert any(float(v.abs().max()) > 0 for k, v in first.items() if "lora_B" in k)


def test_another_run_in_the_same_folder_is_refused(config: SftConfig) -> None:
    from dataclasses import replace

    sft(config)
    with pytest.raises(ConfigError, match=r"learning_rate: 0.005 there, 0.1 here"):
        sft(replace(config, learning_rate=0.1))


@pytest.mark.parametrize(
    ("text", "error"), [("", "no sample"), ('{"messages": "x"}\n', "data.jsonl:1 is not a conversation")]
)
def test_data_that_teach_nothing_are_named(config: SftConfig, text: str, error: str) -> None:
    Path(config.data).write_text(text)
    with pytest.raises(UsageError, match=error):
        sft(config)


def test_a_model_that_is_not_there_is_named(config: SftConfig, tmp_path: Path) -> None:
    from dataclasses import replace

    (tmp_path / "bad.gguf").write_bytes(b"not a model")
    with pytest.raises(ModelError, match=r"bad\.gguf"):
        sft(replace(config, base=str(tmp_path / "bad.gguf")))
    with pytest.raises(ModelError, match=r"no adapter_config\.json"):
        sft(replace(config, adapter=str(tmp_path)))
