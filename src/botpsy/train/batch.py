"""From samples to rows. Samples that begin with the same prompt share it: the prompt is computed once a row, and an
attention layout lets each continuation see the shared prompt and itself, nothing else.

    row      [ prompt A | continuation A1 | A2 | A3 | prompt B | B1 | B2 ]
    position   0 .. p-1   p ..              p ..      0 ..
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from botpsy.core.trajectory import TrainSample

SHORTEST = 48  # tokens; a shorter common prompt is not worth a group of its own


@dataclass(frozen=True, slots=True)
class Group:
    """Samples whose first `prefix` tokens are equal and hold no target. With one sample, `prefix` is 0."""

    prefix: int
    samples: tuple[TrainSample, ...]

    @property
    def length(self) -> int:
        """Tokens in a row: the prompt once, and every continuation."""
        return self.prefix + sum(len(s.token_ids) - self.prefix for s in self.samples)


@dataclass(frozen=True, slots=True)
class Segment:
    """Where a group lies in a row: the prompt is [start, split), continuations are [a, b) in `branches`."""

    start: int
    split: int
    branches: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Row:
    """Equal-length streams of T tokens. `labels[t]` is the token to predict at t, -100 for none (already shifted)."""

    token_ids: list[int]
    position_ids: list[int]
    labels: list[int]
    layout: tuple[Segment, ...]


def group(samples: Iterable[TrainSample], most: int) -> Iterator[Group]:
    """Join neighbours that share a prompt into groups of at most `most` tokens. Longer samples raise ValueError."""
    waiting: list[TrainSample] = []
    prefix = 0
    for sample in samples:
        if len(sample.token_ids) > most:
            raise ValueError(f"a sample has {len(sample.token_ids)} tokens, a row {most}; cut it or make rows longer")
        if waiting:
            shared = min(prefix, _common(waiting[0], sample))
            joined = Group(shared, (*waiting, sample))
            if shared >= SHORTEST and joined.length <= most:
                waiting.append(sample)
                prefix = shared
                continue
            yield Group(prefix if len(waiting) > 1 else 0, tuple(waiting))
        waiting, prefix = [sample], _free(sample)
    if waiting:
        yield Group(prefix if len(waiting) > 1 else 0, tuple(waiting))


def _free(sample: TrainSample) -> int:
    """Return how many first tokens may be shared: up to two before the first target, which needs one of its own."""
    first = next((i for i, m in enumerate(sample.loss_mask) if m), len(sample.loss_mask))
    return max(0, first - 1)


def _common(a: TrainSample, b: TrainSample) -> int:
    most = min(_free(a), _free(b))
    for i in range(most):
        if a.token_ids[i] != b.token_ids[i]:
            return i
    return most


def pack(groups: Sequence[Group], most: int, seed: int) -> list[Row]:
    """Shuffle groups and fill rows of at most `most` tokens, first fit among the last few open rows."""
    return [lay_out(row) for row in fill(groups, most, seed)]


def fill(groups: Sequence[Group], most: int, seed: int) -> list[list[Group]]:
    """Return which groups stand in which row, as `pack` lays them out."""
    order = list(groups)
    random.Random(seed).shuffle(order)
    rows: list[list[Group]] = []
    open_rows: list[tuple[int, list[Group]]] = []
    for item in order:
        for i, (used, row) in enumerate(open_rows):
            if used + item.length <= most:
                row.append(item)
                open_rows[i] = (used + item.length, row)
                break
        else:
            row = [item]
            rows.append(row)
            open_rows = [*open_rows[-15:], (item.length, row)]
    return rows


def targets(groups: Sequence[Group], stream: Callable[[TrainSample], Sequence[float]]) -> list[float]:
    """Return one stream of the samples at the targets of the row of these groups, in the order of its labels.

    Raises ValueError for a sample whose stream is not as long as its tokens.
    """
    found: list[float] = []
    for sample in (s for item in groups for s in item.samples):
        values = stream(sample)
        if len(values) != len(sample.token_ids):
            raise ValueError(f"a sample of {len(sample.token_ids)} tokens has a stream of {len(values)} values")
        # the first token is never a target: nothing comes before it
        found += [value for value, wanted in zip(values[1:], sample.loss_mask[1:], strict=True) if wanted]
    return found


def lay_out(groups: Sequence[Group]) -> Row:
    """Return the row of some groups."""
    row = Row([], [], [], ())
    layout: list[Segment] = []
    for item in groups:
        first = item.samples[0]
        start = len(row.token_ids)
        _put(row, first, 0, item.prefix)
        split = len(row.token_ids)
        branches: list[tuple[int, int]] = []
        for sample in item.samples:
            begin = len(row.token_ids)
            _put(row, sample, item.prefix, len(sample.token_ids))
            branches.append((begin, len(row.token_ids)))
        layout.append(Segment(start, split, tuple(branches)))
    return Row(row.token_ids, row.position_ids, row.labels, tuple(layout))


def _put(row: Row, sample: TrainSample, start: int, end: int) -> None:
    ids, mask = sample.token_ids, sample.loss_mask
    row.token_ids.extend(ids[start:end])
    row.position_ids.extend(range(start, end))
    shifted = [ids[t + 1] if t + 1 < len(ids) and mask[t + 1] else -100 for t in range(start, end)]
    row.labels.extend(shifted)
