"""Recipes: stages follow one another from the best checkpoint, go on where they were killed, and say what is wrong."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("torch")

import torch
from recipe_world import recipe
from safetensors.torch import load_file

from botpsy.cli.main import main
from botpsy.core.errors import ConfigError, UsageError
from botpsy.core.protocols import Completion, Conversation, Sampling
from botpsy.train import best
from botpsy.train.recipe import Recipe, Stage
from botpsy.train.run_recipe import run
from botpsy.train.validation import Validation, stored, validate

HERE = Path(__file__).parent
STAGES = ("sft", "teacher", "mopd")


def weights(folder: Path) -> dict[str, torch.Tensor]:
    return load_file(folder / "adapter_model.safetensors")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which all stages ran."""
    folder = tmp_path_factory.mktemp("recipe")
    run(recipe(str(folder)))
    return folder


def test_each_stage_begins_with_the_best_of_the_one_before_and_says_so(made: Path) -> None:
    for name in STAGES:
        rows = [r for r in stored(made / name) if r["step"] > 0]
        lineage = best.read(made / name)
        assert lineage is not None
        top = max(r["score"] for r in rows)
        assert lineage["metrics"]["score"] == top
        assert lineage["checkpoint"] == [r["checkpoint"] for r in rows if r["score"] == top][-1]
        assert [r["n"] for r in rows] == [3] * len(rows)
        chosen, whole = weights(made / name / str(lineage["checkpoint"])), weights(made / name / "best")
        assert all(torch.equal(chosen[k], whole[k]) for k in chosen)
        assert (made / name / "best" / "tokenizer.json").exists()
        assert not (made / name / "best" / "optimizer.pt").exists()
        assert {"code", "config", "data", "libraries", "written", "parent"} <= lineage.keys()
    teacher, mopd = best.read(made / "teacher"), best.read(made / "mopd")
    assert teacher is not None
    assert mopd is not None
    assert teacher["parent"]["adapter_sha256"] == best.digest(made / "sft" / "best")
    assert teacher["parent"]["stage"] == "sft"
    assert mopd["data"]["teachers"] == {"letters": best.digest(made / "teacher" / "best")}
    assert {r["checkpoint"] for r in stored(made / "teacher")} == {"start", "checkpoint-2", "checkpoint-4"}
    log = [json.loads(line) for line in (made / "mopd" / "log.jsonl").read_text().splitlines()]
    assert all(row["reverse_kl/letters"] >= 0 for row in log)  # exact, so never negative


def test_what_is_done_is_not_done_again_and_what_does_not_fit_is_named(made: Path) -> None:
    before = {p: p.stat().st_mtime_ns for name in STAGES for p in made.glob(f"{name}/*")}
    assert run(recipe(str(made))) == made / "mopd" / "best"
    assert {p: p.stat().st_mtime_ns for name in STAGES for p in made.glob(f"{name}/*")} == before
    with pytest.raises(ConfigError, match=r"learning_rate: 0.01 there, 0.5 here"):
        run(recipe(str(made), rate=0.5), "teacher")
    with pytest.raises(UsageError, match="has no stage 'x'; it has sft, teacher, mopd"):
        run(recipe(str(made)), "x")


def test_a_stage_whose_parent_changed_is_refused(made: Path, tmp_path: Path) -> None:
    import shutil

    folder = tmp_path / "copy"
    shutil.copytree(made, folder)
    other = folder / "sft" / "best" / "adapter_model.safetensors"
    other.write_bytes((folder / "teacher" / "best" / "adapter_model.safetensors").read_bytes())
    with pytest.raises(
        UsageError, match="began from other checkpoints than there are now; begin the stage teacher anew"
    ):
        run(recipe(str(folder)), "teacher")
    shutil.rmtree(folder / "teacher" / "best")
    with pytest.raises(UsageError, match="stage mopd needs the best of teacher, which is not there yet"):
        run(recipe(str(folder)), "mopd")


def test_a_best_that_was_not_finished_is_chosen_again_without_training(made: Path, tmp_path: Path) -> None:
    import shutil

    folder = tmp_path / "copy"
    shutil.copytree(made / "base", folder / "base")
    shutil.copytree(made / "sft", folder / "sft")
    wanted = weights(folder / "sft" / "best")
    shutil.rmtree(folder / "sft" / "best")
    rows = (folder / "sft" / "validation.jsonl").read_text()
    (folder / "sft" / "validation.jsonl").write_text(rows[: rows.index("\n") + 20])  # killed in the second row
    config = json.loads((folder / "sft" / "config.json").read_text())
    moved = json.dumps(config).replace(str(made), str(folder))
    (folder / "sft" / "config.json").write_text(moved)
    (folder / "sft.jsonl").write_text((made / "sft.jsonl").read_text())
    found = weights(run(recipe(str(folder)), "sft"))
    assert all(torch.equal(found[k], wanted[k]) for k in wanted)
    assert (folder / "sft" / "validation.jsonl").read_text() == rows


def test_stages_that_cannot_follow_one_another_are_named(tmp_path: Path) -> None:
    good = recipe(str(tmp_path))
    sft, teacher, mopd = good.stages

    def with_stages(*stages: Stage) -> Recipe:
        return Recipe("x", tmp_path, good.base, stages, good.validation)

    with pytest.raises(ConfigError, match="stage teacher needs sft, which is not before it"):
        with_stages(teacher, sft)
    with pytest.raises(ConfigError, match="stage mopd needs teacher"):
        with_stages(sft, mopd)
    with pytest.raises(ConfigError, match="needs a name of its own"):
        with_stages(sft, sft)
    with pytest.raises(ConfigError, match="rl and distill need `tasks`"):
        with_stages(Stage("a", "rl", sft.config))


def test_only_dev_tasks_choose_and_each_checkpoint_is_scored_once(made: Path, tmp_path: Path) -> None:
    from rl_world import Letters, Typist

    asked: list[str] = []

    class Watched(Letters):
        def tasks(self, split):  # pyright: ignore
            asked.append(split)
            return super().tasks(split)

    class Greedy(Typist):
        async def generate(self, conversations: list[Conversation], sampling: Sampling) -> list[Completion]:  # pyright: ignore
            assert sampling.temperature == 0.0
            return await super().generate(conversations, sampling)

    run_folder = tmp_path / "run"
    run_folder.mkdir()
    validation = Validation(lambda: [Watched(), Watched("others")], limit=2)
    candidates = [
        ("checkpoint-2", 2, made / "sft" / "checkpoint-2"),
        ("checkpoint-4", 4, made / "sft" / "checkpoint-4"),
    ]
    engines = 0

    def engine(folder: Path) -> Greedy:
        nonlocal engines
        engines += 1
        return Greedy(lambda _: "aB" if folder.name == "checkpoint-2" else "AB")

    rows = validate(run_folder, candidates, validation, engine)
    assert [r["score"] for r in rows] == [0.5, 0.0]
    assert rows[0]["scores"] == {"letters": 0.5, "others": 0.5}
    assert rows[0]["n"] == 4
    assert set(asked) == {"dev"}
    assert validate(run_folder, candidates, validation, engine) == rows
    assert engines == 2
    assert best.choose(rows)["checkpoint"] == "checkpoint-2"


def test_the_command_lists_runs_and_teaches(made: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(HERE / "recipe_world.py")
    assert main(["train", file, "--out", str(made), "--list"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in told] == list(STAGES)
    assert "taught by teacher" in told[2]
    assert "of 3 dev tasks" in told[0]
    assert main(["train", file, "--out", str(made), "--stage", "sft", "--resume"]) == 0
    assert f"trained: {made}/sft/best" in capsys.readouterr().out
    wrong = {
        ("--set", "size=3"): "a name that recipe_world.py knows: out=runs/test, rate=0.01, steps=4",
        ("--set", "steps=many"): "--set steps=many: it is a number, such as 4",
        ("--stage", "x"): "it has sft, teacher, mopd",
        ("--data", "x.jsonl"): "a recipe makes its own data",
    }
    for words, error in wrong.items():
        assert main(["train", file, "--out", str(made), *words]) == 2
        assert error in capsys.readouterr().err
    assert main(["train", str(HERE / "nothing.py")]) == 2
    assert "there is no recipe at" in capsys.readouterr().err
    assert main(["train", str(HERE / "rl_world.py")]) == 2
    assert "has no function `recipe`" in capsys.readouterr().err
    assert main(["train", "--out", "x"]) == 2
    assert "--data is missing; or name a recipe" in capsys.readouterr().err
    assert main(["train", "--data", "x", "--out", "y", "--stage", "sft"]) == 2
    assert "are about a recipe" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, 1])
def test_killed_at_random_points_it_comes_to_the_same_weights(tmp_path: Path, seed: int) -> None:
    """SIGKILL, not an exception. A sample that is trained twice, or left out, changes the weights."""
    ran = subprocess.run(
        [sys.executable, str(HERE / "recipe_world.py"), str(tmp_path), str(seed)],
        capture_output=True, text=True, env={**os.environ, "PYTHONPATH": str(HERE)},
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr[-2000:]
    assert json.loads(ran.stdout.splitlines()[-1])["kills"] >= 2
    for name in STAGES:
        whole, killed = (tmp_path / k / name for k in ("whole", "killed"))
        logs = [
            {row["step"]: row["loss"] for row in map(json.loads, (folder / "log.jsonl").read_text().splitlines())}
            for folder in (whole, killed)
        ]
        assert logs[0] == pytest.approx(logs[1], abs=1e-5)
        for key, value in weights(whole / "best").items():
            assert torch.allclose(value, weights(killed / "best")[key], atol=1e-6), (name, key)
