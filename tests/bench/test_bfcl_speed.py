"""The BFCL bench: what it says of two sides is what they found, and it runs to the end on the tiny model."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

BENCH = Path(__file__).parents[2] / "bench"
sys.path.insert(0, str(BENCH))

import bfcl_cli  # noqa: E402  # pyright: ignore[reportMissingImports]
import bfcl_compare  # noqa: E402  # pyright: ignore[reportMissingImports]
import bfcl_official  # noqa: E402  # pyright: ignore[reportMissingImports]

from botpsy.benchmarks.bfcl import CATEGORIES  # noqa: E402
from botpsy.chat.smollm2 import SmolLM2  # noqa: E402
from botpsy.core.messages import Message, ToolSpec  # noqa: E402


def write(path: Path, *rows: dict[str, Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))


def harness(project: Path) -> bfcl_official.Harness:
    return bfcl_official.Harness(project, project, project, {"multiple": ["multiple_1", "multiple_2"]}, 8)


def answered(project: Path) -> None:
    log = [{"role": "inference_input", "content": {"formatted_prompt": "Hello"}}]
    write(
        project / "result" / "botpsy-FC" / "non_live" / "BFCL_v4_multiple_result.json",
        {"id": "multiple_1", "result": "", "inference_log": log, "input_token_count": 1},
        {"id": "multiple_2", "result": "Error during inference: Error code: 400", "traceback": ""},
    )


def test_the_harness_is_told_which_items(tmp_path: Path) -> None:
    harness(tmp_path / "new")
    asked = json.loads((tmp_path / "new" / "test_case_ids_to_generate.json").read_text())
    assert asked == {"multiple": ["multiple_1", "multiple_2"]}


def test_an_item_is_right_unless_the_score_file_names_it(tmp_path: Path) -> None:
    answered(tmp_path)
    score = tmp_path / "score" / "botpsy-FC" / "non_live" / "BFCL_v4_multiple_score.json"
    write(score, {"accuracy": 0.5, "correct_count": 1, "total_count": 2}, {"id": "multiple_2", "valid": False})
    assert harness(tmp_path).verdicts() == {"multiple_1": True, "multiple_2": False}


@pytest.mark.parametrize(
    ("head", "reason"),
    [
        ({"correct_count": 2, "total_count": 2}, "counts 2 right and names 1 wrong"),
        ({"correct_count": 2, "total_count": 3}, "judged 3 of the 2 answers"),
    ],
)
def test_a_score_file_that_does_not_add_up_is_refused(tmp_path: Path, head: dict[str, int], reason: str) -> None:
    answered(tmp_path)
    write(tmp_path / "score" / "BFCL_v4_multiple_score.json", head, {"id": "multiple_2", "valid": False})
    with pytest.raises(RuntimeError, match=reason):
        harness(tmp_path).verdicts()


def test_what_could_not_be_asked_is_counted_and_has_no_prompt(tmp_path: Path) -> None:
    answered(tmp_path)
    results = harness(tmp_path).results()
    assert bfcl_official.failed(results) == 1
    assert bfcl_official.prompts(results) == {"multiple_1": "Hello"}


def test_a_question_of_the_official_loader_has_our_prompt() -> None:
    function = {
        "name": "math.add",
        "description": "Add. Note that the provided function is in Python 3 syntax.",
        "parameters": {"type": "dict", "properties": {"a": {"type": "float"}}, "required": ["a"]},
    }
    schema = {"type": "object", "properties": {"a": {"type": "number"}}, "required": ["a"]}
    ours = SmolLM2().render([Message("user", "1 + 2?")], [ToolSpec("math.add", function["description"], schema)])
    assert bfcl_cli.prompt(SmolLM2(), [{"role": "user", "content": "1 + 2?"}], [function]) == ours


def test_the_handler_lowers_the_bound_on_an_answer_and_never_raises_it() -> None:
    asked: list[dict[str, Any]] = []
    create = bfcl_cli.bounded(lambda **words: asked.append(words), 256)
    create(max_tokens=4096, prompt="a")
    create(max_tokens=10, prompt="b")
    assert asked == [{"max_tokens": 256, "prompt": "a"}, {"max_tokens": 10, "prompt": "b"}]


def test_prompts_are_compared_token_for_token_where_both_sides_asked() -> None:
    ours = {"prompts": {"a": [1, 2], "b": [1, 3], "c": [], "d": [5]}}
    theirs = {"prompts": {"a": [1, 2], "b": [1, 4], "c": [7]}}
    said = bfcl_compare.same_prompts(ours, theirs)
    assert said == {"n": 2, "same": 1, "differ": ["b"]}
    assert (
        bfcl_compare.prompts_sentence(said)
        == "the token ids of 1 of 2 prompts are the same on both sides; not those of b"
    )


def test_agreement_counts_equal_verdicts_right_and_wrong() -> None:
    ours = {"verdicts": {"a": True, "b": False, "c": True, "d": True}}
    theirs = {"verdicts": {"a": True, "b": False, "c": False, "d": False}}
    said = bfcl_compare.agreement(ours, theirs)
    assert (said["n"], said["same"], said["ours_right"], said["official_right"]) == (4, 2, 3, 1)
    assert said["differ"] == ["c", "d"]
    assert "2 of 4 items (50.0%, 15.0% to 85.0%)" in bfcl_compare.agreement_sentence(said)


def test_sides_that_judged_other_items_are_not_compared() -> None:
    with pytest.raises(ValueError, match="only 1 items were judged by both: 2, 1"):
        bfcl_compare.agreement({"verdicts": {"a": True, "b": True}}, {"verdicts": {"a": True}})


@pytest.mark.slow
def test_both_sides_run_to_the_end(tmp_path: Path) -> None:
    pytest.importorskip("transformers")
    if sys.version_info >= (3, 13):
        pytest.skip("the official harness pins packages that have no wheels for this Python")
    written = tmp_path / "numbers.json"
    done = subprocess.run(
        [sys.executable, "-W", "ignore", str(BENCH / "bfcl_speed.py"), "--tiny", "--rounds", "1", "--limit", "2",
         "--json", str(written)],
        capture_output=True, text=True, cwd=tmp_path,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    found = json.loads(written.read_text())
    (ours,), (official,) = found["rounds"]["ours"], found["rounds"]["official"]
    assert ours["items"] == official["items"] == 2 * len(CATEGORIES)
    assert ours["read"] == official["read"] > 26 * 100  # the same prompts, counted by either side
    assert 26 <= ours["sampled"] <= 26 * 8 and 26 <= official["sampled"] <= 26 * 8  # the server keeps the bound
    assert ours["unasked"] == official["unasked"] == 0
    assert found["prompts"] == {"n": 26, "same": 26, "differ": []}
    assert found["verdicts"][0]["same"] >= 24  # nothing is called, so nothing but irrelevance is right
    ratio = official["seconds"] / ours["seconds"]
    assert f"ours is {ratio:.2f} times as fast" in done.stdout
