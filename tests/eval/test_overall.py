"""BFCL's composed figure against sums done by hand."""

from __future__ import annotations

import pytest

from botpsy.benchmarks.bfcl_format_names import FORMATS
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


def test_what_cannot_be_run_is_named_with_the_reason() -> None:
    overall = compose({"memory_kv": (1.0, 80)})
    assert overall.value == pytest.approx(0.4 * 0.5 / 3)  # a third of memory, which is half of agentic
    said = in_words(overall)
    assert "memory_vector (needs a sentence encoder" in said
    assert "web_search_base (needs a key of one's own in SERPAPI_API_KEY)" in said
    assert "memory_kv" not in said
    assert set(overall.row()["not_run_because"]) == {"memory_vector", "web_search_base", "web_search_no_snippet"}  # type: ignore


def test_agentic_is_the_mean_of_web_search_and_memory() -> None:
    run = {"web_search_base": (0.2, 50), "web_search_no_snippet": (0.4, 50), "memory_kv": (0.9, 70)}
    part = next(p for p in compose(run).parts if p.name == "agentic")
    assert part.value == pytest.approx((0.3 + 0.3) / 2)
    assert (part.n, part.missing) == (170, ("memory_vector", "memory_rec_sum"))


def test_formats_have_a_spread_and_no_weight() -> None:
    run = {f"bfcl_format_{name}": (0.5 + 0.01 * place, 100) for place, name in enumerate(FORMATS)}
    whole = of_tasksets({**run, "bfcl_multiple": (1.0, 5)})
    assert whole is not None and whole.spread is not None
    assert whole.value == pytest.approx(0.1 / 4)
    assert whole.spread.max_delta == pytest.approx(0.25)
    assert whole.spread.deviation == pytest.approx(0.0764853, abs=1e-6)
    assert whole.spread.missing == ()
    assert whole.row()["not_run_without_weight"] == []
    said = in_words(whole)
    assert "26 formats of 26, from 50.0% (python_tag_python, n=100) to 75.0% (python_bare_json_experimental" in said
    assert "25.0 points, standard deviation 7.6" in said
    assert "Formats not run" not in said


def test_formats_alone_make_no_overall_figure() -> None:
    some = of_tasksets({"bfcl_format_json_bare_xml": (0.5, 10), "bfcl_format_json_tag_xml": (0.9, 0)})
    assert some is not None and some.spread is not None
    assert some.row()["overall"] is None
    assert (some.spread.max_delta, some.spread.deviation) == (0.0, 0.0)
    assert "overall" not in in_words(some)
    assert "Formats not run: python_tag_python" in in_words(some)
