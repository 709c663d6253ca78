"""recipes/full_135m.py and recipes/ablation_reward.py on a random tiny model: every stage, a step or two."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("torch")

from botpsy.cli.train import load_recipe
from botpsy.train import best
from botpsy.train.run_recipe import run, table
from botpsy.train.tiny_model import make_tiny_model

RECIPES = Path(__file__).parents[1] / "recipes"
SMALL = ("steps=1", "prompts=1", "size=2", "tasks=8", "limit=1", "context=8192", "max_tokens=4", "start=")


@pytest.mark.slow
def test_the_whole_recipe_runs_on_a_tiny_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("BOTPSY_DATA", raising=False)
    settings = [f"base={make_tiny_model(tmp_path)}", "sft_steps=2", "samples=2", "decontaminate=false", *SMALL]
    recipe = load_recipe(RECIPES / "full_135m.py", str(tmp_path / "runs"), settings)
    run(recipe)
    for stage in recipe.stages:
        lineage = best.read(tmp_path / "runs" / stage.name)
        assert lineage is not None, stage.name
        assert lineage["parent"]["stage"] == stage.parent
        assert lineage["metrics"]["n"] >= 1
    assert table(recipe).count("dev tasks") == 8


@pytest.mark.slow
def test_the_ablation_trains_both_rewards_on_the_same_tasks(tmp_path: Path) -> None:
    settings = [f"base={make_tiny_model(tmp_path)}", *SMALL]
    recipe = load_recipe(RECIPES / "ablation_reward.py", str(tmp_path / "runs"), settings)
    run(recipe)
    fine, binary = (best.read(tmp_path / "runs" / name) for name in ("fine", "binary"))
    assert fine is not None
    assert binary is not None
    assert fine["data"]["tasks_sha256"] == binary["data"]["tasks_sha256"]
    assert (fine["config"]["groups"]["reward"], binary["config"]["groups"]["reward"]) == ("fine", "binary")


def test_the_recipes_arguments_are_those_their_help_names() -> None:
    recipe = load_recipe(RECIPES / "full_135m.py", "runs/x", ["steps=3", "reward=binary", "kl=sampled"])
    names = [stage.name for stage in recipe.stages]
    assert names[0] == "sft"
    assert names[-3:] == ["mopd", "rl-1", "rl-2"]
    assert {stage.name for stage in recipe.stages if stage.name.startswith("teacher-")} == set(
        recipe.stage("mopd").teachers.values()
    )
