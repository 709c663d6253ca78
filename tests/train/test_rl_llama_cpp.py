"""RL whose rollouts come from llama.cpp, which gets the adapter anew before each round."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytest.importorskip("torch")

from rl_world import Letters

from botpsy.export.policy import LlamaCppPolicy
from botpsy.train.episodes import Play
from botpsy.train.model import Lora
from botpsy.train.rl import RlConfig, rl
from botpsy.train.signals.rl import Groups, Shaping
from botpsy.train.tiny_model import make_tiny_model


def test_llama_cpp_stays_the_policy_while_it_changes(tmp_path: Path) -> None:
    base = make_tiny_model(tmp_path)
    config = RlConfig(
        base=str(base),
        out=str(tmp_path / "run"),
        lora=Lora(4, 8),
        play=Play(max_tokens=4, context=256),
        groups=Groups(prompts=1, size=4, shaping=Shaping(repetition=0.0)),
        steps=3,
        learning_rate=5e-2,
        warmup=0.0,
    )
    with LlamaCppPolicy(base, context=256, parallel=4) as engine:
        rl(config, [Letters()], engine=engine)
    rows = [json.loads(line) for line in (tmp_path / "run" / "log.jsonl").read_text().splitlines()]
    assert [r["episodes"] for r in rows] == [4, 4, 4]
    assert all(r["kl_to_sampler"] < 1e-3 for r in rows)
