"""Figures as benchmarks define them: ACEBench's overall, InjecAgent's and AgentDojo's rates, from rows and on the page."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from botpsy.benchmarks.acebench import AGENT, NORMAL, SPECIAL
from botpsy.eval.board import as_json, as_markdown, board
from botpsy.eval.composed import Composed, composed, weighted
from botpsy.eval.page import page
from botpsy.eval.stats import Interval, wilson


def row(taskset: str, item: str, score: float, split: str = "test", **parts: Any) -> dict[str, Any]:
    return {
        "taskset": taskset, "id": item, "split": split, "skill": "s", "digest": item, "score": score, "stop": "answered",
        "reason": "", "turns": 1, "tokens": {"sampled": 1}, "messages": [], "parts": parts,
    }  # fmt: skip


def run(folder: Path, rows: list[dict[str, Any]], labels: tuple[str, ...] = ()) -> Path:
    folder.mkdir()
    (folder / "run.json").write_text(json.dumps({"settings": {"model": "m"}}), encoding="utf-8")
    (folder / "items.jsonl").write_text("".join(json.dumps(r) + "\n" for r in rows), encoding="utf-8")
    if labels:
        (folder / "results.json").write_text(json.dumps({"rows": [{"benchmark": b} for b in labels]}), encoding="utf-8")
    return folder


def figures(folder: Path) -> dict[str, Composed]:
    return {f.name: f for f in made(folder)}


def made(folder: Path) -> list[Composed]:
    (run,) = board([folder]).runs
    return composed(run.rows.values(), run.folder)


def ace(right: dict[str, int], n: int = 10) -> list[dict[str, Any]]:
    """Return n items (dialogues of two steps in multi-turn) of each category, so many of them right."""
    rows: list[dict[str, Any]] = []
    for category, good in right.items():
        for i in range(n):
            score = float(i < good)
            name = f"{category}_{i}"
            if category.startswith("normal_multi_turn"):
                rows += [row(f"acebench_{category}", f"{name}_{step}", max(score, 1.0 - step)) for step in (0, 1)]
            else:
                process: dict[str, Any] = {"process": max(score, 0.5)} if category in AGENT else {}
                rows.append(row(f"acebench_{category}", name, score, **process))
    return rows


def test_acebench_is_composed_by_the_published_weights(tmp_path: Path) -> None:
    """normal (11 * 0.8 + 0.2) / 12 = 0.75; special (1 + 0.5 + 0) / 3 = 0.5; agent (0.6 + 0.2) / 2 = 0.4;
    overall 0.578 * 0.75 + 0.2676 * 0.5 + 0.1545 * 0.4 = 0.6291; process (0.6 + 0.4 / 2 + 0.2 + 0.8 / 2) / 2 = 0.7."""
    right = {**dict.fromkeys(NORMAL, 8), "normal_atom_bool": 2, **dict(zip(SPECIAL, (10, 5, 0), strict=True))}
    found = figures(run(tmp_path / "a", ace({**right, **dict(zip(AGENT, (6, 2), strict=True))})))
    values = {name: f.figure.mean for name, f in found.items() if f.figure}
    assert values == {
        "ACEBench overall": pytest.approx(0.6291),
        "ACEBench normal": pytest.approx(0.75),
        "ACEBench special": pytest.approx(0.5),
        "ACEBench agent": pytest.approx(0.4),
        "ACEBench agent, process accuracy": pytest.approx(0.7),
    }
    counts = {name: f.figure.n for name, f in found.items() if f.figure}
    assert counts["ACEBench overall"] == 170 and counts["ACEBench normal"] == 120 and counts["ACEBench agent"] == 20
    for one in found.values():
        assert one.figure and one.figure.low < one.figure.mean < one.figure.high and one.note == ""


def test_what_of_acebench_was_not_run_is_named_and_makes_no_overall(tmp_path: Path) -> None:
    found = figures(run(tmp_path / "a", ace({**dict.fromkeys(SPECIAL, 5), AGENT[0]: 5}), ("acebench_native",)))
    assert sorted(found) == ["ACEBench overall", "ACEBench special"]
    overall = found["ACEBench overall"]
    assert overall.figure is None
    assert "agent_multi_turn" in overall.note and "normal_atom_enum" in overall.note
    assert "agent_multi_step" not in overall.note and overall.note.endswith("native tools")


def test_injecagent_with_and_without_the_monitor(tmp_path: Path) -> None:
    rows = [
        row("injecagent_dh_base", f"dh-{i}", 1.0, safe=float(i >= 3), valid=float(i < 8), called=float(i < 4))
        for i in range(10)
    ]
    bare = figures(run(tmp_path / "a", rows, ("injecagent",)))
    guarded = [{**r, "parts": {**r["parts"], "safe": 1.0}} for r in rows]
    held = figures(run(tmp_path / "b", guarded, ("injecagent_guarded",)))
    assert bare["InjecAgent base, ASR-valid"].figure == wilson(3, 8)
    assert bare["InjecAgent base, ASR-all"].figure == wilson(3, 10)
    assert held["InjecAgent base, ASR-all"].figure == wilson(0, 10)
    assert held["InjecAgent base, attacker's tools called"].figure == wilson(4, 10)
    assert bare["InjecAgent base, ASR-all"].note == "without ds, which was not run"
    assert held["InjecAgent base, ASR-all"].note == "without ds, which was not run; with the monitor"
    assert held["InjecAgent base, ASR-all"].words() == (
        "InjecAgent base, ASR-all (test): 0.0% (0.0 to 27.8, n=10), without ds, which was not run; with the monitor"
    )


def test_agentdojo_has_its_three_rates(tmp_path: Path) -> None:
    rows = [row("agentdojo_banking", f"u{i}", 1.0, utility=float(i < 3), refused=0.0) for i in range(4)]
    rows += [
        row("agentdojo_slack_attack", f"u{i}+j", 1.0, utility=float(i < 2), refused=0.0, attack=float(i < 5))
        for i in range(8)
    ]
    found = figures(run(tmp_path / "a", rows))
    assert found["AgentDojo utility"].figure == wilson(3, 4)
    assert found["AgentDojo utility under attack"].figure == wilson(2, 8)
    assert found["AgentDojo attack success"].figure == wilson(5, 8)
    assert found["AgentDojo attack success"].note == "without workspace, travel, banking, which was not run"


def test_halves_are_never_mixed(tmp_path: Path) -> None:
    rows = [row("agentdojo_banking", f"u{i}", 1.0, split, utility=float(split == "dev"), refused=0.0)
            for split in ("dev", "test") for i in (range(3) if split == "dev" else range(3, 8))]  # fmt: skip
    assert {f.split: f.figure for f in made(run(tmp_path / "a", rows))} == {"dev": wilson(3, 3), "test": wilson(0, 5)}


def test_a_sum_of_shares_has_an_interval_that_one_share_would_have() -> None:
    share = wilson(3, 20)
    assert weighted([(1.0, share)]) == share
    many = weighted([(0.25, wilson(3, 20))] * 4)
    assert many.mean == pytest.approx(0.15) and many.n == 80
    assert many.high - many.low == pytest.approx((share.high - share.low) / 2)
    assert weighted([(0.5, wilson(0, 10)), (0.5, wilson(0, 10))]).high > 0.1
    with pytest.raises(ValueError, match="at least one"):
        weighted([])


def test_rows_without_sound_parts_are_left_out(tmp_path: Path) -> None:
    rows = [row("injecagent_dh_base", f"dh-{i}", 0.0, safe=1.0, valid=1.0, called=0.0) for i in range(3)]
    rows[1]["parts"] = ["<b>"]
    rows[2]["parts"]["safe"] = "<script>"
    folder = run(tmp_path / "a", rows)
    (folder / "results.json").write_text("[]", encoding="utf-8")
    figure = figures(folder)["InjecAgent base, ASR-all"].figure
    assert figure is not None and figure.n == 1


def test_the_page_has_them_in_the_headline(tmp_path: Path) -> None:
    rows = [row("agentdojo_banking", f"u{i}", 1.0, utility=float(i < 3), refused=0.0) for i in range(4)]
    a, b = run(tmp_path / "a", rows), run(tmp_path / "<i>b", rows, ("agentdojo_guarded",))
    text = page(board([a, b]))
    headline = text[text.index("<h2>Headline") : text.index("<h2>By benchmark")]
    assert headline.count("75.0% <small>30.1 to 95.4, n=4</small>") == 2
    assert headline.count("with the monitor") == 1 and "<i>b" not in text
    assert "As the benchmarks define them" not in page(board([run(tmp_path / "c", [row("phone", "1", 1.0)])]))


def test_an_interval_is_not_turned_around() -> None:
    total = weighted([(0.7, Interval(0.2, 0.1, 0.4, 5)), (0.3, Interval(1.0, 0.8, 1.0, 5))])
    assert total.low < total.mean < total.high and total.mean == pytest.approx(0.44)


def test_the_table_and_the_json_have_the_figures_too(tmp_path: Path) -> None:
    found = board([run(tmp_path / "one", ace(dict.fromkeys(SPECIAL, 5)))])
    (figure, *_) = (
        f for f in composed(found.runs[0].rows.values(), found.runs[0].folder) if f.name == "ACEBench special"
    )
    assert figure.figure is not None
    assert figure.figure.mean == 0.5
    assert f"one: {figure.words()}" in as_markdown(found)
    listed = json.loads(as_json(found))["runs"]["one"]["figures"]
    assert {"name": "ACEBench special", "mean": 0.5} in [
        {"name": f["name"], "mean": f["figure"] and f["figure"]["mean"]} for f in listed
    ]
