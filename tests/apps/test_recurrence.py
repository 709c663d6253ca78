"""Rules that repeat within the day are answered at once, however old they are, and are the same as when walked."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta

import pytest

from botpsy.apps.calendar.model import Event
from botpsy.apps.calendar.recurrence import MOST, occurrences

OLD = datetime(2001, 3, 4, 5, 6, 7, tzinfo=UTC)
NOW = datetime(2026, 12, 1, 9, tzinfo=UTC)


def starts(rule: str, hours: float = 1, start: datetime = OLD) -> list[datetime]:
    event = Event("e", "tick", start, start + timedelta(seconds=1), rule=rule)
    found = [o.event.start for o in occurrences(event, NOW, NOW + timedelta(hours=hours))]
    return [s for s in found if isinstance(s, datetime)]


@pytest.mark.parametrize("rule", ["FREQ=MINUTELY", "FREQ=MINUTELY;INTERVAL=7", "FREQ=HOURLY;INTERVAL=5;BYMINUTE=6"])
def test_old_rules_are_quick_and_keep_their_beat(rule: str) -> None:
    begun = time.monotonic()
    found = starts(rule, hours=12)
    assert time.monotonic() - begun < 2
    step = {"FREQ=MINUTELY": 60, "FREQ=MINUTELY;INTERVAL=7": 420}.get(rule, 5 * 3600)
    assert found
    assert all((f - OLD).total_seconds() % step == 0 for f in found)


def test_a_rule_of_every_second_ends() -> None:
    assert len(starts("FREQ=SECONDLY")) <= MOST


def test_a_near_start_gives_the_same_as_a_far_one() -> None:
    near = OLD + timedelta(minutes=7) * ((NOW - timedelta(days=2) - OLD) // timedelta(minutes=7))
    assert starts("FREQ=MINUTELY;INTERVAL=7", start=near) == starts("FREQ=MINUTELY;INTERVAL=7")


def test_a_count_is_kept() -> None:
    assert starts("FREQ=HOURLY;COUNT=5") == []
