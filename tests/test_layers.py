"""The import rule of ARCHITECTURE.md, enforced: imports go leftwards only, and torch stays where it belongs."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1] / "src" / "botpsy"
RANK = {
    "core": 0,
    "chat": 1,
    "tools": 1,
    "models": 2,
    "apps": 2,
    "envs": 3,
    "tasksets": 4,
    "benchmarks": 4,
    "data": 5,
    "train": 5,
    "eval": 5,
    "export": 5,
    "assistant": 5,
    "cli": 6,
}
SIBLINGS = {"data", "train", "eval", "export", "assistant"}
# a rank may not import its own rank across packages, except what the blueprint allows: tasksets and benchmarks are
# both tasksets, models and apps are apart
FILES = sorted(p for p in ROOT.rglob("*.py") if p.parent != ROOT)


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            yield node.module


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(ROOT)))
def test_imports_go_leftwards(path: Path) -> None:
    here = path.relative_to(ROOT).parts[0]
    for module in imports(path):
        parts = module.split(".")
        if parts[0] != "botpsy" or len(parts) < 2:
            continue
        there = parts[1]
        assert there in RANK, f"{path.name} imports {module}, a package that the rule does not know"
        if there == here:
            continue
        assert RANK[there] < RANK[here], f"{path.relative_to(ROOT)} ({here}) must not import {module}"
        if here in ("data", "train"):
            assert there != "benchmarks", f"{path.relative_to(ROOT)} must not see a benchmark"
    assert not (here in SIBLINGS and any(m.split(".")[1:2] and m.split(".")[1] in SIBLINGS - {here}
                for m in imports(path) if m.startswith("botpsy."))), f"{path} imports a sibling"  # fmt: skip


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(ROOT)))
def test_only_train_and_export_import_torch(path: Path) -> None:
    here = path.relative_to(ROOT).parts[0]
    if here in ("train", "export"):
        return
    assert not any(m.split(".")[0] in ("torch", "peft", "accelerate") for m in imports(path))


def test_the_rule_catches_a_breach(tmp_path: Path) -> None:
    breach = tmp_path / "x.py"
    breach.write_text("from botpsy.cli.main import main\nimport torch.nn\n")
    assert list(imports(breach)) == ["botpsy.cli.main", "torch.nn"]
    assert RANK["cli"] > RANK["core"]


def test_the_front_door_is_light() -> None:
    code = (
        "import sys; from botpsy.cli.main import main\n"
        "try:\n    main(['--help'])\nexcept SystemExit: pass\n"
        "heavy = {'torch','transformers','numpy','xllamacpp','jinja2','radicale','caldav','rich'} & set(sys.modules)\n"
        "print('HEAVY', sorted(heavy))"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert "HEAVY []" in out
    assert "chat" in out
