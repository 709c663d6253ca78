"""Series are moved by what was said, also when the occurrence that was found had been moved before."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from botpsy.apps.calendar.model import Event
from botpsy.apps.calendar.simulated import SimulatedCalendar
from botpsy.apps.calendar.tools import CalendarTools
from botpsy.core.errors import ToolError

ZONE = ZoneInfo("Europe/Madrid")
NOW = datetime(2026, 12, 1, 9, 0, tzinfo=ZONE)  # a Tuesday


def weekly() -> tuple[SimulatedCalendar, CalendarTools]:
    start = datetime(2026, 12, 2, 18, 0, tzinfo=ZONE)
    yoga = Event("y", "Yoga", start, start.replace(hour=19), rule="FREQ=WEEKLY")
    calendar = SimulatedCalendar([yoga])
    return calendar, CalendarTools(calendar, lambda: NOW)


def days(calendar: SimulatedCalendar) -> list[str]:
    found = calendar.between(NOW, NOW.replace(day=24))
    return [f"{o.event.start:%a %d %H:%M}-{o.event.end:%H:%M}" for o in found]


def test_one_occurrence_is_moved_without_its_series() -> None:
    calendar, tools = weekly()
    tools.change_event("yoga", new_when="Thursday at 10")
    assert days(calendar) == ["Thu 03 10:00-11:00", "Wed 09 18:00-19:00", "Wed 16 18:00-19:00", "Wed 23 18:00-19:00"]


def test_the_series_lands_where_it_was_said_after_a_move() -> None:
    calendar, tools = weekly()
    tools.change_event("yoga", new_when="Thursday at 9")
    tools.change_event("yoga", new_when="Thursday at 10", whole_series=True)
    assert days(calendar) == ["Thu 03 10:00-11:00", "Thu 10 10:00-11:00", "Thu 17 10:00-11:00"]


def test_one_occurrence_is_deleted_without_its_series_and_comes_back() -> None:
    calendar, tools = weekly()
    before = days(calendar)
    done = tools.delete_event("yoga", on="9 December")
    assert days(calendar) == ["Wed 02 18:00-19:00", "Wed 16 18:00-19:00", "Wed 23 18:00-19:00"]
    from botpsy.apps.change import Change

    assert done.undo is not None
    calendar.restore(Change.from_json(done.undo.change))
    assert days(calendar) == before


def test_two_events_of_one_name_are_told_apart() -> None:
    start = datetime(2026, 12, 3, 10, 0, tzinfo=ZONE)
    calendar = SimulatedCalendar(
        [
            Event("a", "Call with Ana", start, start.replace(hour=11)),
            Event("b", "Call with Ben", start, start.replace(hour=12)),
        ]
    )
    tools = CalendarTools(calendar, lambda: NOW)
    with pytest.raises(ToolError, match="2 events match 'call'"):
        tools.delete_event("call")
    assert "Call with Ben" in tools.delete_event("call with Ben").summary
