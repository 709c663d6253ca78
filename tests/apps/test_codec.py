"""The codec of plain apps: what is written is read back the same, and a row that does not fit is refused by name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Any, Literal
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from botpsy.apps.codec import from_json, to_json
from botpsy.core.errors import BackendError


@dataclass(frozen=True)
class Part:
    name: str
    price: float = 0.0


@dataclass(frozen=True)
class Order:
    uid: str
    state: Literal["open", "shipped"] = "open"
    parts: tuple[Part, ...] = ()
    best: Part | None = None
    due: date | None = None
    at: datetime | None = None
    counts: Mapping[str, int] = field(default_factory=dict[str, int])


moments = st.one_of(
    st.none(),
    st.datetimes(datetime(2000, 1, 1), datetime(2100, 1, 1)),
    st.datetimes(datetime(2000, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC)),
    st.datetimes(datetime(2000, 1, 1), datetime(2100, 1, 1), timezones=st.just(ZoneInfo("Europe/Madrid"))),
)
parts = st.builds(Part, st.text(max_size=8), st.floats(allow_nan=False, allow_infinity=False))
orders = st.builds(
    Order,
    st.text(max_size=8),
    st.sampled_from(["open", "shipped"]),
    st.lists(parts, max_size=3).map(tuple),
    st.none() | parts,
    st.none() | st.dates(),
    moments,
    st.dictionaries(st.text(max_size=4), st.integers(), max_size=3),
)


@given(orders)
def test_what_is_written_is_read_back(order: Order) -> None:
    back = from_json(Order, to_json(order))
    assert back == order
    assert str(back.at) == str(order.at)  # equality of moments says nothing of their zones


def test_defaults_are_left_out() -> None:
    assert to_json(Order("o-1")) == {"uid": "o-1", "counts": {}}


@pytest.mark.parametrize(
    "row",
    [
        {},
        {"uid": "o", "state": "lost"},
        {"uid": "o", "colour": "red"},
        {"uid": "o", "due": "31 February"},
        {"uid": "o", "parts": [{"price": 2}]},
        {"uid": "o", "at": ["2026-01-01T10:00", "Mars/Base"]},
        {"uid": "o", "parts": 3},
        {"uid": "o", "counts": [1]},
        {"uid": "o", "best": 7},
    ],
)
def test_a_row_that_does_not_fit_is_refused(row: dict[str, Any]) -> None:
    with pytest.raises(BackendError, match="this is no"):
        from_json(Order, row)
