"""Laying reported log-probabilities over tokens: what is said is right, what is not certain is nan."""

from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from botpsy.models.token_logprobs import align


@given(st.lists(st.tuples(st.integers(0, 4), st.booleans()), max_size=20))
def test_never_wrong_whichever_tokens_were_left_out(tokens: list[tuple[int, bool]]) -> None:
    truth = [-float(i) - 1 for i in range(len(tokens))]
    reported = [(t, lp) for (t, shown), lp in zip(tokens, truth, strict=True) if shown]
    found = align([t for t, _ in tokens], reported)
    assert len(found) == len(tokens)
    assert all(math.isnan(lp) or lp == true for lp, true in zip(found, truth, strict=True))


@given(st.lists(st.integers(0, 4), max_size=20))
def test_complete_reports_are_taken_whole(tokens: list[int]) -> None:
    truth = [-float(i) for i in range(len(tokens))]
    assert align(tokens, list(zip(tokens, truth, strict=True))) == truth


def test_a_hidden_token_is_nan_and_its_neighbours_are_known() -> None:
    found = align([7, 128, 9], [(7, -0.1), (9, -0.2)])
    assert (found[0], found[2]) == (-0.1, -0.2)
    assert math.isnan(found[1])


def test_a_report_that_does_not_fit_says_nothing() -> None:
    assert all(math.isnan(lp) for lp in align([1, 2], [(3, -0.1)]))
