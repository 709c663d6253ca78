"""Which sampled token has which log-probability.

llama.cpp reports no log-probability for a token that ends inside a UTF-8 character, nor for those of a stop text, and
does not say which tokens it left out. What is certain is kept; what is not is nan, for the engine to score.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

NAN = math.nan


def align(token_ids: Sequence[int], reported: Sequence[tuple[int, float]]) -> list[float]:
    """Return one log-probability a token, nan where it is not certain.

    `reported` is a subsequence of the tokens, as (id, log-probability). An entry belongs to a token for certain when
    the leftmost and the rightmost way to lay the entries over the tokens agree on it.

    Example:
        align([7, 128, 9], [(7, -0.1), (9, -0.2)])  # [-0.1, nan, -0.2]
    """
    result = [NAN] * len(token_ids)
    wanted = [token for token, _ in reported]
    left = _leftmost(token_ids, wanted)
    right = [len(token_ids) - 1 - i for i in reversed(_leftmost(token_ids[::-1], wanted[::-1]))]
    if len(left) == len(right) == len(reported):
        for first, last, (_, logprob) in zip(left, right, reported, strict=True):
            if first == last:
                result[first] = logprob
    return result


def _leftmost(token_ids: Sequence[int], wanted: Sequence[int]) -> list[int]:
    places: list[int] = []
    for i, token in enumerate(token_ids):
        if len(places) < len(wanted) and token == wanted[len(places)]:
            places.append(i)
    return places
