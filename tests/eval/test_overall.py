"""BFCL's composed figure against sums done by hand."""

from __future__ import annotations

import pytest

from botpsy.eval.overall import MEMBERS, compose, in_words, of_tasksets

ALL = {name: (1.0, 10) for members in MEMBERS.values() for name in members}


def test_everything_right_is_one_and_names_nothing() -> None:
    overall = compose(ALL)
    assert overall.value == pytest.approx(1.0)
    assert overall.missing == ()
    assert "counted as 0" not in in_words(overall)
    assert "without weight in it: format_sensitivity" in in_words(overall)


def test_a_worked_example() -> None:
    """Every category with a figure of its own; the sums by hand.

    non-live     ((0.90 + 0.60 + 0.30) / 3 + 0.80 + 0.70 + 0.50) / 4 = (0.60 + 2.00) / 4              = 0.65
    live         (258 * 0.50 + 1053 * 0.40 + 16 * 0.25 + 24 * 0.125) / 1351 = 557.2 / 1351             = 0.412435...
    irrelevance  (0.80 + 0.60) / 2                                                                     = 0.70
    multi-turn   (0.40 + 0.20 + 0.10 + 0.30) / 4                                                       = 0.25
    agentic      ((0.20 + 0.40) / 2 + (0.30 + 0.60 + 0.00) / 3) / 2 = (0.30 + 0.30) / 2                = 0.30
    overall      0.065 + 0.0412435... + 0.07 + 0.075 + 0.12                                            = 0.371244
    """
    accuracies = {
        "simple_python": 0.9, "simple_java": 0.6, "simple_javascript": 0.3,
        "multiple": 0.8, "parallel": 0.7, "parallel_multiple": 0.5,
        "live_simple": 0.5, "live_multiple": 0.4, "live_parallel": 0.25, "live_parallel_multiple": 0.125,
        "irrelevance": 0.8, "live_irrelevance": 0.6,
        "multi_turn_base": 0.4, "multi_turn_miss_func": 0.2, "multi_turn_miss_param": 0.1,
        "multi_turn_long_context": 0.3, "web_search_base": 0.2, "web_search_no_snippet": 0.4,
        "memory_kv": 0.3, "memory_vector": 0.6, "memory_rec_sum": 0.0,
    }  # fmt: skip
    overall = compose({name: (value, 40) for name, value in accuracies.items()})
    parts = {part.name: part.value for part in overall.parts}
    assert parts["non_live"] == pytest.approx(0.65)
    assert parts["live"] == pytest.approx(557.2 / 1351)
    assert parts["irrelevance"] == pytest.approx(0.70)
    assert parts["multi_turn"] == pytest.approx(0.25)
    assert parts["agentic"] == pytest.approx(0.30)
    assert overall.value == pytest.approx(0.371244, abs=1e-6)
    assert overall.missing == ()
    without = compose({name: (value, 40) for name, value in accuracies.items() if not name.startswith("memory")})
    assert without.value == pytest.approx(0.371244 - 0.4 * 0.5 * 0.3, abs=1e-6)


def test_each_category_weighs_what_the_rule_says() -> None:
    weights = {
        "simple_java": 0.1 / 12, "multiple": 0.1 / 4, "irrelevance": 0.1 / 2, "multi_turn_base": 0.3 / 4,
        "memory_kv": 0.4 / 6, "web_search_base": 0.4 / 4,
    }  # fmt: skip
    for name, weight in weights.items():
        assert compose({**ALL, name: (0.0, 10)}).value == pytest.approx(1 - weight)


def test_live_is_weighted_by_the_items_of_the_benchmark_and_what_is_missing_is_zero() -> None:
    run = {"live_simple": (1.0, 30), "live_multiple": (0.0, 10)}
    part = next(p for p in compose(run).parts if p.name == "live")
    assert part.value == pytest.approx(258 / 1351)
    assert part.n == 40
    assert part.missing == ("live_parallel", "live_parallel_multiple")


def test_what_was_not_run_counts_zero_and_is_named() -> None:
    overall = compose({"multi_turn_base": (0.5, 200), "memory_kv": (1.0, 0)})
    assert overall.value == pytest.approx(0.3 * 0.5 / 4)
    assert "memory_kv" in overall.missing
    assert "web_search_base" in overall.missing
    assert "multi_turn_base" not in overall.missing
    assert "Not run, and counted as 0 in it: simple_python" in in_words(overall)
    assert overall.row()["not_run"] == list(overall.missing)


def test_only_tasksets_of_bfcl_make_a_figure() -> None:
    assert of_tasksets({"phone": (1.0, 5), "bfcl_format_sensitivity": (1.0, 5)}) is None
    found = of_tasksets({"bfcl_multiple": (1.0, 5), "phone": (0.0, 5)})
    assert found is not None
    assert found.value == pytest.approx(0.1 / 4)
