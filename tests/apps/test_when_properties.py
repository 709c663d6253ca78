"""Date phrases: what holds for all of them. The table of readings is in test_when."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from botpsy.apps.when import resolve, resolve_duration, resolve_move, resolve_span, say
from botpsy.core.errors import ToolError

ZONES = [ZoneInfo(name) for name in ("Europe/Madrid", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "UTC")]
zones = st.sampled_from(ZONES)
nows = st.builds(
    lambda moment, zone: moment.replace(tzinfo=UTC).astimezone(zone),
    st.datetimes(datetime(2024, 1, 1), datetime(2030, 12, 31)),
    zones,
)
WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
MONTHS = ["January", "February", "March", "April", "May", "June", "July"]
MONTHS += ["August", "September", "October", "November", "December"]
WORDS = (
    "today tomorrow next last this Friday May the of at on in for from to until between and - 3 15 12:30 25:00 pm "
    "am half early late "
    "past quarter an hour minutes two days week weeks weekend month noon midnight morning all day end first 4th 2026 "
)
WORDS += "4/5/2026 2026-05-04 ago later earlier a couple 99999 0 same time : . , è 明天 soon"
NOW = datetime(2026, 12, 2, 10, 0, tzinfo=ZONES[0])


def only_tool_errors(text: str, now: datetime) -> None:
    """Call everything that reads a phrase; whatever is not a ToolError fails the test."""
    for call in (
        lambda: resolve(text, now),
        lambda: resolve_span(text, now),
        lambda: resolve_duration(text),
        lambda: resolve_move(text, now, now + timedelta(hours=1), now),
        lambda: resolve_move(text, now.date(), now.date() + timedelta(days=1), now),
    ):
        try:
            call()
        except ToolError as error:
            assert str(error)


@given(st.lists(st.sampled_from(WORDS.split()), max_size=9).map(" ".join), nows)
@settings(max_examples=250, deadline=None)
@example("the day before the day before the day before", NOW)
@example("9999-12-31 at midnight", NOW)
@example("0001-01-01", NOW)
@example("in 9999 years", NOW)
@example("9999 weeks ago", NOW)
@example("9999-12", NOW)
def test_any_words_resolve_or_are_refused(text: str, now: datetime) -> None:
    only_tool_errors(text, now)


@given(st.text(max_size=40))
@settings(max_examples=60, deadline=None)
def test_any_text_resolves_or_is_refused(text: str) -> None:
    only_tool_errors(text, NOW)


@given(st.sampled_from(WEEKDAYS), st.sampled_from(["", "this ", "next ", "on ", "coming "]), nows)
@settings(deadline=None)
def test_a_weekday_is_never_past(weekday: str, which: str, now: datetime) -> None:
    day = resolve(which + weekday, now).start
    assert day >= now.date() and day.weekday() == WEEKDAYS.index(weekday)
    ahead = (day - now.date()).days
    assert ahead <= (13 if which == "next " else 6)
    if which == "next ":  # in the week after this one
        assert day.isocalendar()[:2] == (now.date() + timedelta(days=7)).isocalendar()[:2]


@given(st.sampled_from(WEEKDAYS), st.integers(0, 23), st.integers(0, 59), nows)
@settings(deadline=None)
def test_a_weekday_with_a_time_is_never_past(weekday: str, hour: int, minute: int, now: datetime) -> None:
    found = resolve(f"{weekday} at {hour:02}:{minute:02}", now).start
    assert isinstance(found, datetime) and found >= now and found - now <= timedelta(days=8)


@given(st.integers(0, 23), st.integers(0, 59), nows)
@settings(deadline=None)
def test_a_time_alone_is_its_next_occurrence(hour: int, minute: int, now: datetime) -> None:
    found = resolve(f"at {hour:02}:{minute:02}", now).start
    assert isinstance(found, datetime) and now <= found <= now + timedelta(hours=26)


@given(st.integers(1, 12), st.integers(0, 59), st.sampled_from(["am", "pm", " p.m.", " a.m."]), nows)
@settings(deadline=None)
def test_twelve_hour_times(hour: int, minute: int, half: str, now: datetime) -> None:
    found = resolve(f"{hour}:{minute:02}{half} on 10 June 2027", now).start
    assert isinstance(found, datetime)
    assert (found.hour, found.minute) == (hour % 12 + (12 if "p" in half else 0), minute)


@given(nows)
@settings(deadline=None)
def test_tomorrow_is_the_next_calendar_day(now: datetime) -> None:
    assert resolve("tomorrow", now).start == now.date() + timedelta(days=1)
    start, end = resolve_span("tomorrow", now)
    assert start.date() == now.date() + timedelta(days=1) and start > now
    assert timedelta(hours=23) <= end.astimezone(UTC) - start.astimezone(UTC) <= timedelta(hours=25)


@pytest.mark.parametrize("clock", [(23, 59), (0, 1), (0, 0), (2, 30)])
@pytest.mark.parametrize("day", [date(2026, 3, 28), date(2026, 3, 29), date(2026, 10, 24), date(2026, 10, 25)])
def test_tomorrow_around_midnight_and_clock_changes(clock: tuple[int, int], day: date) -> None:
    now = datetime(day.year, day.month, day.day, *clock, tzinfo=ZONES[0])
    assert resolve("tomorrow", now).start == day + timedelta(days=1)
    noon = resolve("tomorrow at noon", now).start
    assert isinstance(noon, datetime) and (noon.date(), noon.hour) == (day + timedelta(days=1), 12)


dates = st.dates(date(2025, 1, 1), date(2035, 12, 31))
forms = st.sampled_from(
    [
        lambda d: d.isoformat(),
        lambda d: f"{d.day}/{d.month}/{d.year}",
        lambda d: f"{d.day} {MONTHS[d.month - 1]} {d.year}",
        lambda d: f"{MONTHS[d.month - 1]} {d.day}, {d.year}",
        lambda d: f"{WEEKDAYS[d.weekday()]}, {MONTHS[d.month - 1][:3]} {d.day} {d.year}",
        lambda d: f"the {d.day}th of {MONTHS[d.month - 1]} {d.year}",
    ]
)


@given(dates, forms, nows)
@settings(deadline=None)
def test_written_dates(day: date, form: Callable[[date], str], now: datetime) -> None:
    assert resolve(form(day), now).start == day


@given(dates, st.integers(0, 1439), st.integers(1, 600), zones)
@settings(deadline=None)
def test_what_is_said_is_understood(day: date, minute: int, length: int, zone: ZoneInfo) -> None:
    now = datetime(2026, 12, 2, 10, 0, tzinfo=zone)
    start = datetime.combine(day, datetime.min.time(), UTC) + timedelta(minutes=minute)
    end = (start + timedelta(minutes=length)).astimezone(zone)
    start = start.astimezone(zone)
    if start.fold or end.fold or end.replace(tzinfo=None) <= start.replace(tzinfo=None):
        return  # the second of two equal times cannot be told from the first in words
    found = resolve(say(start, end, now), now)
    assert (found.start, found.end) == (start, end)


@given(dates, st.integers(1, 20))
@settings(deadline=None)
def test_whole_days_said_are_understood(day: date, length: int) -> None:
    found = resolve(say(day, day + timedelta(days=length), NOW), NOW)
    assert (found.start, found.end or day + timedelta(days=1)) == (day, day + timedelta(days=length))


@given(
    nows,
    st.integers(15, 600),
    st.sampled_from(["tomorrow", "Thursday", "3pm", "an hour later", "Friday at 02:30", "the 14th"]),
)
@settings(deadline=None)
def test_a_move_keeps_the_length(now: datetime, minutes: int, phrase: str) -> None:
    start = now + timedelta(days=3)
    end = (start.astimezone(UTC) + timedelta(minutes=minutes)).astimezone(now.tzinfo)
    new = resolve_move(phrase, start, end, now)
    assert isinstance(new[0], datetime) and isinstance(new[1], datetime)
    wall = end.replace(tzinfo=None) - start.replace(tzinfo=None)
    assert new[1].astimezone(UTC) - new[0].astimezone(UTC) in (timedelta(minutes=minutes), wall)


@given(
    nows,
    st.sampled_from(
        ["", "today", "this week", "next week", "this weekend", "next month", "tonight", "the next 3 days"]
    ),
)
@settings(deadline=None)
def test_a_span_has_length_and_ends_ahead(now: datetime, phrase: str) -> None:
    start, end = resolve_span(phrase, now)
    assert start < end and end > now


def test_long_garbage_takes_no_time() -> None:
    began = time.process_time()
    for text in ("for an hour and " * 10000, "the day before " * 10000, "9" * 100000, "a " * 100000, "-" * 100000):
        only_tool_errors(text, NOW)
        only_tool_errors(text[:118], NOW)
    assert time.process_time() - began < 2


def test_common_phrases_are_quick() -> None:
    phrases = [
        "next Thursday at 3pm",
        "tomorrow evening",
        "the 3rd of May at noon",
        "Friday from 3 to 5",
        "31 December",
    ]
    resolve(phrases[0], NOW)
    began = time.process_time()
    for _ in range(40):
        for phrase in phrases:
            resolve(phrase, NOW)
    assert (time.process_time() - began) / 200 < 0.001
