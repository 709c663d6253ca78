"""Qwen3.5 (gated delta net) at tiny size: forward, backward, sampling, LoRA, and every stage of the recipe two steps."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch")

import torch
from rl_world import Letters
from tiny_qwen import make_tiny_qwen

from botpsy.core.errors import ConfigError
from botpsy.core.messages import Message
from botpsy.core.protocols import Conversation, Sampling
from botpsy.models.hub_tokenizer import HubTokenizer, load_hub_tokenizer
from botpsy.train.distill import DistillConfig, distill
from botpsy.train.episodes import Play
from botpsy.train.model import Lora, load
from botpsy.train.rl import RlConfig, rl
from botpsy.train.sampler import ModelGenerator
from botpsy.train.sft import SftConfig, sft
from botpsy.train.signals.distill import Rounds
from botpsy.train.signals.rl import Groups, Shaping
from botpsy.train.student import load_student
from botpsy.train.vllm_policy import VllmPolicy
from fake_vllm import FakeVllm

PLAY = Play(max_tokens=4, context=512, patience=0.0)
ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_tiny_qwen(tmp_path_factory.mktemp("qwen"), vision=True)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    path = tmp_path / "data.jsonl"
    talk = [{"role": "user", "content": "Put lunch on Friday"}, {"role": "assistant", "content": "It stands there."}]
    path.write_text("".join(json.dumps({"messages": talk}) + "\n" for _ in range(6)))
    return path


def rows(run: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (run / "log.jsonl").read_text().splitlines()]


def test_the_hubs_configuration_is_trained_as_text_and_falls_back_to_plain_rows(
    base: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert json.loads((base / "config.json").read_text())["model_type"] == "qwen3_5"  # text and images, as on the hub
    student = load_student(RlConfig(str(base), "unused", lora=Lora(2, 4)))
    assert not student.sharing
    assert "a row holds one conversation" in capsys.readouterr().out
    assert student.family.name == "qwen3_5"
    names = {name.split(".")[-1] for name in student.model.peft_config["default"].target_modules}
    assert {"in_proj_qkv", "in_proj_z", "in_proj_a", "in_proj_b", "out_proj", "q_proj", "down_proj"} <= names


def test_forward_backward_and_sampling_agree_whatever_the_company(base: Path) -> None:
    model, tokenizer, _ = load(base, None)
    student = load_student(RlConfig(str(base), "unused", lora=None))
    generator = ModelGenerator(model, HubTokenizer(tokenizer), student.family, context=256)
    talks = [Conversation((Message("user", text),)) for text in ("Hello", "Put lunch with Ana on Friday, please")]
    sampling = Sampling(temperature=1.0, max_tokens=5, seed=5)
    together = asyncio.run(generator.generate(talks, sampling))
    (alone,) = asyncio.run(generator.generate(talks[1:], replace(sampling, seed=6)))
    assert together[1].token_ids == alone.token_ids  # padding does not leak into the state
    for said in together:
        ids = torch.tensor([said.prompt_ids + said.token_ids])
        logprobs = model(ids).logits[0].log_softmax(-1)
        found = [float(logprobs[len(said.prompt_ids) - 1 + i, t]) for i, t in enumerate(said.token_ids)]
        assert found == pytest.approx(said.logprobs, abs=1e-4)
    model(ids).logits.logsumexp(-1).sum().backward()
    missing = [name for name, p in model.named_parameters() if p.grad is None or not torch.isfinite(p.grad).all()]
    assert not missing


def test_every_stage_takes_two_steps(base: Path, data: Path, tmp_path: Path) -> None:
    first = sft(SftConfig(str(base), str(data), str(tmp_path / "sft"), lora=None, row_tokens=256, rows=2, steps=3,
                          log_steps=1))  # fmt: skip
    logged = rows(tmp_path / "sft")
    assert [r["step"] for r in logged] == [1, 2, 3]
    assert logged[2]["loss"] < logged[0]["loss"]  # the first step warms up, at rate 0
    groups = Groups(prompts=2, size=4, shaping=Shaping(repetition=0.0))
    config = RlConfig(str(first), str(tmp_path / "rl"), lora=Lora(2, 4), play=PLAY, groups=groups, steps=2)
    adapter = rl(config, [Letters()])
    logged = rows(tmp_path / "rl")
    assert [r["episodes"] for r in logged] == [8, 8]
    assert max(r["kl_to_sampler"] for r in logged) < 1e-4
    tokenizer = load_hub_tokenizer(base)
    with fake(tokenizer, score=lambda model, prompt: [-1.0] * len(prompt)) as server:
        teachers = {"letters": f"{server.url}#letters"}
        config = DistillConfig(str(first), str(tmp_path / "mopd"), adapter=str(adapter), play=PLAY, teachers=teachers,
                               rounds=Rounds(prompts=3), steps=2)  # fmt: skip
        final = distill(config, [Letters()])
        assert {r["model"] for r in server.asked("/v1/completions")} == {"letters"}
        assert len(server.asked("/v1/completions")) == 6
    logged = rows(tmp_path / "mopd")
    # the student's tokens have about the log-probability of chance, ln V; the teacher says -1 of each
    assert logged[0]["reverse_kl/letters"] == pytest.approx(1.0 - 5.9, abs=0.6)
    assert json.loads((final / "lineage.json").read_text())["data"]["teachers"] == {"letters": "served as letters"}


def fake(tokenizer: Any, **changes: Any) -> FakeVllm:
    ours = HubTokenizer(tokenizer)
    return FakeVllm(**{"encode": ours.encode, "decode": ours.decode, "models": ("base", "letters", "tools"), **changes})


def test_a_server_with_another_tokenizer_is_refused_before_the_first_round(base: Path, tmp_path: Path) -> None:
    tokenizer = load_hub_tokenizer(base)
    config = DistillConfig(str(base), str(tmp_path / "mopd"), play=PLAY, steps=1, teachers={"letters": "folder"})
    with fake(tokenizer, encode=lambda text: [1]) as server:
        with pytest.raises(ConfigError, match="the teacher of letters has another tokenizer"):
            distill(replace(config, teachers={"letters": f"{server.url}#letters"}), [Letters()])
        with pytest.raises(ConfigError, match="name its model too"):
            distill(replace(config, teachers={"letters": server.url}), [Letters()])
        with pytest.raises(ConfigError, match="no whole distributions"):
            replace(config, teachers={"letters": server.url}, kl="full")


def test_vllm_samples_from_each_rounds_adapter_and_forgets_the_one_before(base: Path, tmp_path: Path) -> None:
    tokenizer = load_hub_tokenizer(base)
    seen: list[bool] = []

    def complete(prompt: list[int], request: dict[str, Any]) -> tuple[list[int], list[float], str]:
        ids = [*tokenizer.encode("ab" if request["seed"] % 2 else "AB"), tokenizer.eos_token_id]
        return ids, [-5.9] * len(ids), "stop"

    def loaded(name: str, path: str) -> None:
        seen.append((Path(path) / "adapter_model.safetensors").is_file())

    groups = Groups(prompts=2, size=4, shaping=Shaping(repetition=0.0))
    config = RlConfig(str(base), str(tmp_path / "rl"), lora=Lora(2, 4), play=PLAY, groups=groups, steps=3,
                      learning_rate=1e-2)  # fmt: skip
    with fake(tokenizer, complete=complete, loaded=loaded) as server:
        engine = VllmPolicy(base, [server.url], context=512)
        rl(config, [Letters()], engine=engine)
        assert len(server.asked("/v1/load_lora_adapter")) == 3 == len(seen)
        assert all(seen)
        assert len({r["model"] for r in server.asked("/v1/completions")}) == 3  # each round by another adapter
        assert len(server.adapters) == 1
        before = len(server.asked("/v1/load_lora_adapter"))
        engine(tmp_path / "rl" / "policy")  # as another process would: it is there
        assert len(server.asked("/v1/load_lora_adapter")) == before
    assert [r["episodes"] for r in rows(tmp_path / "rl")] == [8, 8, 8]


def recipe() -> Any:
    spec = importlib.util.spec_from_file_location("qwen3_5_0_8b", ROOT / "recipes" / "qwen3_5_0_8b.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    import sys

    sys.modules["qwen3_5_0_8b"] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.slow
def test_the_recipe_runs_from_data_to_rl_with_teachers_behind_a_server(base: Path, tmp_path: Path) -> None:
    from botpsy.data.mix import Mix

    made = recipe()
    scale = made.Scale(
        student=str(base), teacher=str(base), runs=tmp_path, tasks=2, sft_steps=2, rl_steps=1, context=4096, answer=4,
        rows=1, prompts=2, size=2, mopd_prompts=2, lora=Lora(2, 4), bf16=False, mix=Mix(phone=2, toolcraft=0, seal=0),
        engine=lambda base: None,
    )  # fmt: skip
    names = {name: made.STAGES[name] for name in ("data", "sft", "teacher-sft", "teacher-instructions")}
    for stage in names.values():
        assert stage(scale).exists()
    tokenizer = load_hub_tokenizer(base)
    served = ("tools", "reasoning", "instructions")
    with fake(tokenizer, models=served, score=lambda model, prompt: [-1.0] * len(prompt)) as server:
        made.mopd(scale, server.url)
        assert {r["model"] for r in server.asked("/v1/completions")} <= set(served)
    assert made.STAGES["rl-1"](scale).exists()


def test_the_launch_configurations_are_accelerates() -> None:
    from accelerate.commands.config.config_args import load_config_from_file

    files = sorted((ROOT / "recipes" / "accelerate").glob("*.yaml"))
    assert [f.stem for f in files] == ["fsdp2", "nodes", "one_gpu", "one_node"]
    found = {f.stem: load_config_from_file(os.fspath(f)) for f in files}
    assert {name: c.num_processes for name, c in found.items()} == {
        "fsdp2": 8, "nodes": 16, "one_gpu": 1, "one_node": 8,
    }  # fmt: skip
    assert found["fsdp2"].fsdp_config["fsdp_version"] == 2
