"""Several processes (gloo) learn what one does: same loss, same gradient, same curve; none waits for one that is gone."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch")

import torch

HERE = Path(__file__).parent
FSDP = {
    "ACCELERATE_USE_FSDP": "true",
    "FSDP_VERSION": "2",
    "FSDP_AUTO_WRAP_POLICY": "TRANSFORMER_BASED_WRAP",
    "FSDP_TRANSFORMER_CLS_TO_WRAP": "LlamaDecoderLayer",
    "FSDP_STATE_DICT_TYPE": "FULL_STATE_DICT",
    "FSDP_RESHARD_AFTER_FORWARD": "true",
    "FSDP_CPU_RAM_EFFICIENT_LOADING": "false",
}  # as recipes/accelerate/fsdp2.yaml, by accelerate's own names for them


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tiny model, data and a teacher, and what one process makes of them."""
    from botpsy.train.model import Lora, load
    from botpsy.train.tiny_model import make_tiny_model

    where = tmp_path_factory.mktemp("several")
    base = make_tiny_model(where / "base")
    talks = [
        [("user", f"Put lunch with Ana on day {i} " * (1 + i % 3)), ("assistant", f"It is there, {i}." * (1 + i % 2))]
        for i in range(82)  # sixteen rows, as the steps take: else several processes repeat a row at the end of a pass
    ]
    lines = [json.dumps({"messages": [{"role": r, "content": c} for r, c in talk]}) for talk in talks]
    (where / "data.jsonl").write_text("\n".join(lines) + "\n")
    torch.manual_seed(1)
    model, tokenizer, _ = load(base, Lora(4, 8))
    for name, parameter in model.named_parameters():
        if "lora_B" in name:
            torch.nn.init.normal_(parameter, std=1.0)
    model.save_pretrained(str(where / "teacher"))
    tokenizer.save_pretrained(str(where / "teacher"))
    launch(where, "one", 1, ["sft", "rl", "rl_two_updates", "distill", "engine"])
    return where


def launch(
    folder: Path, name: str, size: int, parts: Sequence[str], more: Mapping[str, str] | None = None
) -> list[str]:
    """Run `distributed_run.py` in `size` processes, as a launcher would; return what each said on stderr, or fail."""
    codes, said = start(folder, name, size, parts, more)
    failed = "\n\n".join(f"process {i} ended with {code}:\n{said[i]}" for i, code in enumerate(codes) if code)
    assert not failed, failed
    return said


def start(
    folder: Path, name: str, size: int, parts: Sequence[str], more: Mapping[str, str] | None = None
) -> tuple[list[int], list[str]]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    running: list[subprocess.Popen[str]] = []
    for rank in range(size):
        place = {"RANK": rank, "LOCAL_RANK": rank, "WORLD_SIZE": size, "LOCAL_WORLD_SIZE": size, "MASTER_PORT": port}
        env = {**os.environ, "OMP_NUM_THREADS": "1", "MASTER_ADDR": "127.0.0.1", **(more or {})}
        if size > 1:
            env |= {key: str(value) for key, value in place.items()}
        command = [sys.executable, str(HERE / "distributed_run.py"), str(folder), name, *parts]
        running.append(subprocess.Popen(command, env=env, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True))
    try:
        said = [process.communicate(timeout=900)[1][-3000:] for process in running]
    finally:
        for process in running:
            process.kill()
    return [process.returncode for process in running], said


def rows(folder: Path, name: str) -> list[dict[str, Any]]:
    found = [json.loads(line) for line in (folder / name / "log.jsonl").read_text().splitlines()]
    for row in found:
        row.pop("tokens_per_second")
        row.pop("kl_to_sampler", None)  # rounding errors
    return found


def same(folder: Path, one: str, several: str, *, gradient: bool = True, least: float = 1e-3) -> None:
    """Compare curve, first gradient (relative to its largest, which is above `least`) and adapter of two runs."""
    for a, b in zip(rows(folder, one), rows(folder, several), strict=True):
        assert a.keys() == b.keys()
        padded = {"tokens"}  # of rows; a process with fewer rows than the others adds none that counts
        for key in a.keys() - padded:
            assert b[key] == pytest.approx(a[key], rel=2e-3, abs=2e-6), (key, a, b)
    if gradient:
        ours, theirs = (torch.load(folder / f"{name}.pt") for name in (one, several))
        assert ours.keys() == theirs.keys()
        scale = max(float(g.abs().max()) for g in ours.values())
        assert scale > least
        for name, value in ours.items():
            assert torch.allclose(value, theirs[name], atol=1e-5 * scale), name
    ours, theirs = (weights(folder / name) for name in (one, several))
    assert ours.keys() == theirs.keys()
    for name, value in ours.items():
        assert torch.allclose(value, theirs[name], atol=1e-4), name


def weights(run: Path) -> dict[str, torch.Tensor]:
    from safetensors.torch import load_file

    return load_file(run / "final" / "adapter_model.safetensors")


def test_two_processes_learn_what_one_does_and_resume_on_the_same_curve(folder: Path) -> None:
    parts = ["sft", "rl", "rl_two_updates", "distill", "engine", "sft_resume", "rl_resume"]
    launch(folder, "two", 2, parts)
    for rank in range(2):  # a thread of gloo that outlives the interpreter may abort the process
        assert "gloo" not in (folder / f"two.threads{rank}").read_text()
    for part in ("sft", "rl"):
        same(folder, f"one-{part}", f"two-{part}")
    same(folder, "one-engine", "two-engine", least=5e-4)  # prompts of sixty strange tokens: smaller gradients
    for part in ("twice", "distill"):
        same(folder, f"one-{part}", f"two-{part}", gradient=False)
    assert any(row["flat_groups"] and row["refilled_groups"] for row in rows(folder, "one-rl"))
    assert [row["groups"] for row in rows(folder, "two-rl")] == [3, 3]
    # stopped and resumed: the last line of each step is that of a run that was never stopped
    for whole, resumed in (("two-sft", "two-resumed"), ("two-twice", "two-rl-resumed")):
        curve = {row["step"]: row["loss"] for row in rows(folder, resumed)}
        assert curve == pytest.approx({row["step"]: row["loss"] for row in rows(folder, whole)}, abs=1e-6)
        for name, value in weights(folder / whole).items():
            assert torch.allclose(value, weights(folder / resumed)[name], atol=1e-6), name


@pytest.mark.slow
def test_four_processes_learn_what_one_does(folder: Path) -> None:
    launch(folder, "four", 4, ["sft", "rl", "distill"])
    same(folder, "one-sft", "four-sft")
    same(folder, "one-rl", "four-rl")
    same(folder, "one-distill", "four-distill", gradient=False)


@pytest.mark.slow
def test_a_model_in_shards_learns_the_same_and_is_written_whole(folder: Path) -> None:
    launch(folder, "fsdp", 2, ["sft", "engine"], FSDP)
    same(folder, "one-sft", "fsdp-sft")
    same(folder, "one-engine", "fsdp-engine", least=5e-4)
    for part in ("sft", "engine"):
        assert [(folder / f"fsdp-{part}.shards{rank}").read_text() for rank in (0, 1)] == ["True", "True"]
    assert (folder / "one-sft.shards0").read_text() == "False"


@pytest.mark.slow
def test_a_model_in_shards_is_not_sampled_from(folder: Path) -> None:
    codes, said = start(folder, "fsdp", 2, ["itself"], FSDP)
    assert all(codes)
    assert all("cannot sample itself" in text for text in said)


def test_what_breaks_in_one_process_is_counted_or_ends_all(folder: Path) -> None:
    launch(folder, "two", 2, ["half_dead"])
    (row,) = rows(folder, "two-half")
    assert row["dropped_episodes"] >= 4  # those of the process whose world is gone
    assert row["groups"] >= 1
    codes, said = start(folder, "two", 2, ["fault"])
    assert all(codes)  # neither waits for the other
    assert "ZeroDivisionError" in said[1]
    assert "process 1 failed" in said[0]
