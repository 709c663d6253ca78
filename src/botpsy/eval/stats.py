"""Means with 95% intervals, and paired differences. Always with n; seeded, so a report is the same each time."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from botpsy.core.errors import UsageError

_Z = 1.959963984540054  # the normal distribution's 97.5% point
_BLOCK = 2_000_000  # resampled values held at once


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate with the ends of its 95% interval, and how many items it rests on."""

    mean: float
    low: float
    high: float
    n: int


def wilson(right: int, n: int) -> Interval:
    """Return the share `right / n` with Wilson's score interval, which stays sensible at 0 and at 1.

    Source: E. B. Wilson, JASA 22 (1927). Raises ValueError for n = 0 or a count outside 0..n.
    """
    if n <= 0 or not 0 <= right <= n:
        raise ValueError(f"a share needs 0 <= right <= n and n > 0, not right={right}, n={n}")
    share = right / n
    scale = 1 + _Z**2 / n
    centre = (share + _Z**2 / (2 * n)) / scale
    reach = _Z * math.sqrt(share * (1 - share) / n + _Z**2 / (4 * n**2)) / scale
    # at 0 and n the ends are exact; rounding must not put the estimate outside its interval
    return Interval(share, min(share, max(0.0, centre - reach)), max(share, min(1.0, centre + reach)), n)


def bootstrap(values: Sequence[float], *, seed: int = 0, resamples: int = 10_000) -> Interval:
    """Return the mean with the percentile bootstrap interval over items. Raises ValueError for no values."""
    if not values:
        raise ValueError("a mean needs at least one value")
    sample: NDArray[np.float64] = np.asarray(values, dtype=np.float64)
    rng = np.random.default_rng(seed)
    n = len(sample)
    step = max(1, _BLOCK // n)
    means: list[NDArray[np.float64]] = []
    for start in range(0, resamples, step):
        picks = rng.integers(0, n, size=(min(step, resamples - start), n))
        means.append(sample[picks].mean(axis=1))
    low, high = np.percentile(np.concatenate(means), [2.5, 97.5])
    return Interval(float(sample.mean()), float(low), float(high), n)


def paired_difference(before: Mapping[str, float], after: Mapping[str, float], *, seed: int = 0) -> Interval:
    """Return the mean of `after - before` over the items that both have, with its bootstrap interval.

    Raises UsageError when they have no item in common.
    """
    common = sorted(before.keys() & after.keys())
    if not common:
        raise UsageError("the two runs have no item in common; a paired difference needs the same tasksets and splits")
    return bootstrap([after[key] - before[key] for key in common], seed=seed)
