from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from botpsy.core.errors import UsageError
from botpsy.eval.stats import bootstrap, paired_difference, wilson


def test_wilson_agrees_with_published_values() -> None:
    # R: prop.test(81, 263, correct = FALSE); Newcombe, Statistics in Medicine 17 (1998), table I
    found = wilson(81, 263)
    assert (round(found.low, 4), round(found.high, 4)) == (0.2553, 0.3662)
    none = wilson(0, 20)
    assert (none.mean, none.low) == (0.0, 0.0)
    assert round(none.high, 4) == 0.1611
    one = wilson(1, 29)
    assert (round(one.low, 4), round(one.high, 4)) == (0.0061, 0.1718)


@settings(deadline=None)
@given(st.integers(1, 2000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson_holds_its_mean_and_mirrors(pair: tuple[int, int]) -> None:
    right, n = pair
    found, mirrored = wilson(right, n), wilson(n - right, n)
    assert 0 <= found.low <= found.mean <= found.high <= 1
    assert math.isclose(found.low, 1 - mirrored.high, abs_tol=1e-9)
    assert found.high - found.low > 0


def test_wilson_covers_the_truth_about_95_times_in_100() -> None:
    n, p = 60, 0.3
    inside = sum(
        math.comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1) if wilson(k, n).low <= p <= wilson(k, n).high
    )
    assert 0.93 < inside < 0.97


@pytest.mark.parametrize(("right", "n"), [(0, 0), (3, 2), (-1, 2)])
def test_wilson_refuses_what_is_no_share(right: int, n: int) -> None:
    with pytest.raises(ValueError, match="0 <= right <= n"):
        wilson(right, n)


def test_bootstrap_agrees_with_the_normal_approximation() -> None:
    values = [i % 10 / 10 for i in range(1000)]
    found = bootstrap(values)
    deviation = math.sqrt(sum((v - 0.45) ** 2 for v in values) / 1000)
    assert found.n == 1000
    assert found.mean == pytest.approx(0.45)
    assert found.low == pytest.approx(0.45 - 1.96 * deviation / math.sqrt(1000), abs=0.002)
    assert found.high == pytest.approx(0.45 + 1.96 * deviation / math.sqrt(1000), abs=0.002)


def test_bootstrap_is_seeded_and_resamples_in_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    values = [0.0, 1.0, 0.5, 1.0, 0.0]
    first = bootstrap(values, seed=3)
    assert first == bootstrap(values, seed=3)
    assert first != bootstrap(values, seed=4, resamples=50)
    monkeypatch.setattr("botpsy.eval.stats._BLOCK", 7)
    assert bootstrap(values, seed=3).low == pytest.approx(first.low, abs=0.11)


def test_bootstrap_of_nothing_and_of_one_value() -> None:
    with pytest.raises(ValueError, match="at least one"):
        bootstrap([])
    one = bootstrap([0.25])
    assert (one.mean, one.low, one.high, one.n) == (0.25, 0.25, 0.25, 1)


def test_paired_differences_use_common_items_and_are_narrow_when_runs_agree() -> None:
    before = {str(i): float(i % 2) for i in range(200)}
    after = {**before, "0": 1.0, "2": 1.0, "extra": 1.0}
    found = paired_difference(before, after)
    assert found.n == 200
    assert found.mean == pytest.approx(0.01)
    assert found.high - found.low < 0.04  # unpaired it would be about 0.2
    assert paired_difference(after, before).mean == pytest.approx(-0.01)
    with pytest.raises(UsageError, match="no item in common"):
        paired_difference({"a": 1.0}, {"b": 1.0})
