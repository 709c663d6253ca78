"""What ends a run early: it says why, and what was reached before is kept and gone on from."""

from __future__ import annotations

import json
import resource
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("torch")

import torch
from rl_world import Letters
from safetensors.torch import load_file

from botpsy.core.errors import BackendError, InfraError
from botpsy.core.messages import Message
from botpsy.train import run_folder
from botpsy.train.episodes import Play
from botpsy.train.model import Lora
from botpsy.train.rl import RlConfig, rl
from botpsy.train.sft import SftConfig, sft
from botpsy.train.signals.rl import Groups, Shaping
from botpsy.train.tiny_model import make_tiny_model
from botpsy.train.trainer import TargetTrainer


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_tiny_model(tmp_path_factory.mktemp("tiny"))


@pytest.fixture
def config(base: Path, tmp_path: Path) -> SftConfig:
    lines = [
        json.dumps({"messages": [Message("user", f"Say {i}").to_json(), Message("assistant", f"{i} it is").to_json()]})
        for i in range(20)
    ]
    (tmp_path / "data.jsonl").write_text("\n".join(lines) + "\n")
    return SftConfig(
        str(base), str(tmp_path / "data.jsonl"), str(tmp_path / "run"), lora=Lora(4, 8), row_tokens=128, steps=6,
        log_steps=1, save_steps=2, learning_rate=5e-3,
    )  # fmt: skip


@pytest.fixture
def rl_config(base: Path, tmp_path: Path) -> RlConfig:
    return RlConfig(
        str(base), str(tmp_path / "run"), lora=Lora(4, 8), play=Play(max_tokens=4, context=256, patience=0.0),
        groups=Groups(prompts=1, size=2, refills=0, shaping=Shaping(repetition=0.0)), steps=14, save_steps=1,
    )  # fmt: skip


def weights(folder: Path) -> dict[str, torch.Tensor]:
    return load_file(folder / "adapter_model.safetensors")


def test_a_loss_that_is_no_number_never_reaches_the_weights(config: SftConfig, monkeypatch: pytest.MonkeyPatch) -> None:
    real, steps = TargetTrainer.compute_loss, 0

    def poisoned(self, *args, **kwargs):
        nonlocal steps
        steps += 1
        return real(self, *args, **kwargs) * (float("nan") if steps == 5 else 1.0)

    monkeypatch.setattr(TargetTrainer, "compute_loss", poisoned)
    with pytest.raises(InfraError, match="the loss of step 5 or its gradient is no finite number"):
        sft(config)
    kept = run_folder.last_checkpoint(Path(config.out))
    assert kept is not None
    assert kept.name == "checkpoint-4"
    assert all(bool(torch.isfinite(v).all()) for v in weights(kept).values())
    whole = sft(replace(config, out=config.out + "-whole"))  # steps are counted on: no poison any more
    for name, value in weights(sft(config)).items():
        assert torch.allclose(value, weights(whole)[name], atol=1e-6), name


@contextmanager
def small_disk(most: int) -> Iterator[None]:
    """Let no file grow beyond `most` bytes: writing then fails as on a full disk."""
    before, handler = resource.getrlimit(resource.RLIMIT_FSIZE), signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)


def test_a_full_disk_at_a_checkpoint_leaves_the_one_before(config: SftConfig, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = sft(replace(config, out=config.out + "-whole"))
    real = TargetTrainer._save_checkpoint  # pyright: ignore

    def full(self, *args, **kwargs):
        with small_disk(30_000 if self.state.global_step == 4 else 1 << 30):
            return real(self, *args, **kwargs)

    monkeypatch.setattr(TargetTrainer, "_save_checkpoint", full)
    with pytest.raises(BackendError, match=r"cannot write in .*run: .*it goes on from checkpoint-2"):
        sft(config)
    monkeypatch.setattr(TargetTrainer, "_save_checkpoint", real)
    assert [p.name for p in run_folder.checkpoints(Path(config.out))] == ["checkpoint-2"]
    for name, value in weights(sft(config)).items():
        assert torch.allclose(value, weights(whole)[name], atol=1e-6), name


def test_a_half_written_checkpoint_does_not_count(config: SftConfig) -> None:
    sft(config)
    out = Path(config.out)
    assert [p.name for p in run_folder.checkpoints(out)] == ["checkpoint-4", "checkpoint-6"]
    state = out / "checkpoint-6" / "trainer_state.json"
    state.write_text(state.read_text()[:50])
    last = run_folder.last_checkpoint(out)
    assert last is not None
    assert last.name == "checkpoint-4"


def test_more_checkpoints_are_kept_when_asked_for(config: SftConfig) -> None:
    sft(replace(config, keep=3))
    assert [run_folder.step_of(p) for p in run_folder.checkpoints(Path(config.out))] == [2, 4, 6]


def test_a_run_that_begins_anew_forgets_the_one_before(config: SftConfig, monkeypatch: pytest.MonkeyPatch) -> None:
    sft(config)
    real = TargetTrainer.training_step

    def stopped(self, *args, **kwargs):
        if self.state.global_step == 3:
            raise KeyboardInterrupt
        return real(self, *args, **kwargs)

    monkeypatch.setattr(TargetTrainer, "training_step", stopped)
    with pytest.raises(KeyboardInterrupt):
        sft(replace(config, learning_rate=1e-3), resume=False)
    assert [p.name for p in run_folder.checkpoints(Path(config.out))] == ["checkpoint-2"]
    assert not (Path(config.out) / "final").exists()


def test_when_no_group_teaches_the_run_says_so_and_keeps_what_it_learnt(rl_config: RlConfig) -> None:
    answers = 0

    def judge(text: str) -> float:
        nonlocal answers
        answers += 1
        return float(answers % 2) if answers <= 4 else 0.0  # two rounds teach, then none

    with pytest.raises(InfraError, match=r"in 10 rounds in a row .* every answer was cut .* checkpoint is kept"):
        rl(rl_config, [Letters(judge=judge)])
    kept = run_folder.last_checkpoint(Path(rl_config.out))
    assert kept is not None
    assert any(float(v.abs().max()) > 0 for k, v in weights(kept).items() if "lora_B" in k)
    rows = [json.loads(line) for line in (Path(rl_config.out) / "log.jsonl").read_text().splitlines()]
    assert [r["groups"] for r in rows] == [1, 1] + [0] * 9
    assert {r["flat_groups"] for r in rows[2:]} == {1}


def test_answers_that_are_all_cut_and_rewards_that_raise_are_told(
    rl_config: RlConfig, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = 0

    def judge(text: str) -> float:
        nonlocal answers
        answers += 1
        if answers == 2:
            raise ValueError("no key")
        return answers % 3 / 3

    rl(replace(rl_config, steps=2, groups=replace(rl_config.groups, size=3)), [Letters(judge=judge)])
    told = capsys.readouterr().err
    assert "episodes of this round were cut at 4 tokens a turn" in told
    assert "1 episodes were dropped unjudged; the last: the reward of letters-" in told
