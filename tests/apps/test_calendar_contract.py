"""What every calendar backend does alike: the same tests run on the simulated one and on CalDAV."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from dav_backends import MADRID, calendar, embedded

from botpsy.apps.calendar.backend import CalendarBackend
from botpsy.apps.calendar.model import Event
from botpsy.apps.calendar.recurrence import exclude, override
from botpsy.apps.calendar.simulated import SimulatedCalendar
from botpsy.apps.change import Change
from botpsy.apps.embedded_server import Running
from botpsy.core.errors import ConflictError

Open = Callable[[], CalendarBackend]
SOON = datetime(2026, 12, 4, 12, 30, tzinfo=MADRID)
LUNCH = Event("lunch", "Lunch with Ana", SOON, SOON + timedelta(hours=1), "Casa Lucio", "bring the book")
WEEKLY = Event(
    "weekly", "Standup", datetime(2026, 3, 20, 9, 0, tzinfo=MADRID), datetime(2026, 3, 20, 9, 30, tzinfo=MADRID),
    rule="FREQ=WEEKLY;COUNT=5",
)  # fmt: skip
TRIP = Event("trip", "Lisbon", date(2026, 12, 7), date(2026, 12, 10))


@pytest.fixture(scope="module")
def running() -> Iterator[Running]:
    with embedded() as server:
        yield server


@pytest.fixture(params=["simulated", "caldav"])
def backend(request: pytest.FixtureRequest) -> CalendarBackend:
    if request.param == "simulated":
        return SimulatedCalendar()
    store = calendar(request.getfixturevalue("running"))
    for found in store.between(datetime(2020, 1, 1, tzinfo=MADRID), datetime(2035, 1, 1, tzinfo=MADRID)):
        try:
            store.delete(found.event.uid)
        except ConflictError:
            continue  # a series comes up several times
    return store


def day(backend: CalendarBackend, when: date, zone: ZoneInfo = MADRID) -> list[str]:
    """Return "title HH:MM-HH:MM" of what is on that day in `zone`."""
    start = datetime(when.year, when.month, when.day, tzinfo=zone)
    return [
        f"{o.event.title} {o.event.start:%H:%M}-{o.event.end:%H:%M}"
        for o in backend.between(start, start + timedelta(days=1))
    ]


def test_create_and_read(backend: CalendarBackend) -> None:
    change = backend.put(LUNCH)
    assert change.uid == "lunch" and change.before is None and change.after
    assert backend.get("lunch") == LUNCH
    assert day(backend, date(2026, 12, 4)) == ["Lunch with Ana 12:30-13:30"]
    assert day(backend, date(2026, 12, 5)) == []


def test_what_is_not_there(backend: CalendarBackend) -> None:
    with pytest.raises(ConflictError):
        backend.get("nothing")
    with pytest.raises(ConflictError):
        backend.delete("nothing")


def test_change(backend: CalendarBackend) -> None:
    backend.put(LUNCH)
    new = replace(LUNCH, title="Dinner", start=SOON + timedelta(hours=8), end=SOON + timedelta(hours=9), location="")
    change = backend.put(new)
    assert change.before and change.after and change.before != change.after
    assert backend.get("lunch") == new
    assert day(backend, date(2026, 12, 4)) == ["Dinner 20:30-21:30"]


def test_delete(backend: CalendarBackend) -> None:
    backend.put(LUNCH)
    change = backend.delete("lunch")
    assert change.before and change.after is None
    with pytest.raises(ConflictError):
        backend.get("lunch")
    with pytest.raises(ConflictError):
        backend.delete("lunch")


@pytest.mark.parametrize("as_json", [False, True], ids=["directly", "after a restart"])
def test_restore_each_kind_of_change(backend: CalendarBackend, as_json: bool) -> None:
    def through(change: Change) -> Change:
        return Change.from_json(change.to_json()) if as_json else change

    created = backend.put(LUNCH)
    backend.restore(through(created))
    with pytest.raises(ConflictError):
        backend.get("lunch")
    backend.put(LUNCH)
    changed = backend.put(replace(LUNCH, title="Dinner"))
    backend.restore(through(changed))
    assert backend.get("lunch") == LUNCH
    deleted = backend.delete("lunch")
    backend.restore(through(deleted))
    assert backend.get("lunch") == LUNCH


def test_restore_leaves_alone_what_was_changed_since(backend: CalendarBackend) -> None:
    created = backend.put(LUNCH)
    changed = backend.put(replace(LUNCH, title="Dinner"))
    with pytest.raises(ConflictError):
        backend.restore(created)
    assert backend.get("lunch").title == "Dinner"
    backend.put(replace(LUNCH, title="Brunch"))
    with pytest.raises(ConflictError):
        backend.restore(changed)
    deleted = backend.delete("lunch")
    backend.put(LUNCH)
    with pytest.raises(ConflictError):
        backend.restore(deleted)
    assert backend.get("lunch") == LUNCH


def test_restore_of_a_creation_that_is_gone(backend: CalendarBackend) -> None:
    created = backend.put(LUNCH)
    backend.delete("lunch")
    with pytest.raises(ConflictError):
        backend.restore(created)


def test_weekly_stays_at_nine_across_the_clock_change(backend: CalendarBackend) -> None:
    backend.put(WEEKLY)
    found = backend.between(datetime(2026, 3, 1, tzinfo=MADRID), datetime(2026, 5, 1, tzinfo=MADRID))
    assert [f"{o.event.start:%d.%m %H:%M%z}" for o in found] == [
        "20.03 09:00+0100", "27.03 09:00+0100", "03.04 09:00+0200", "10.04 09:00+0200", "17.04 09:00+0200",
    ]  # fmt: skip
    assert all(o.event.end - o.event.start == timedelta(minutes=30) for o in found)  # pyright: ignore
    assert found[2].original == datetime(2026, 4, 3, 9, 0, tzinfo=MADRID)
    assert backend.get("weekly") == WEEKLY


def test_an_event_in_another_zone(backend: CalendarBackend) -> None:
    start = datetime(2026, 12, 4, 9, 0, tzinfo=ZoneInfo("America/New_York"))
    event = Event("far", "Call", start, start + timedelta(hours=1), rule="FREQ=DAILY;COUNT=2")
    backend.put(event)
    assert backend.get("far") == event
    found = backend.between(datetime(2026, 12, 4, tzinfo=MADRID), datetime(2026, 12, 5, tzinfo=MADRID))
    assert [o.event.start.astimezone(MADRID).hour for o in found if isinstance(o.event.start, datetime)] == [15]


def test_an_event_in_utc(backend: CalendarBackend) -> None:
    start = datetime(2026, 12, 4, 9, 0, tzinfo=ZoneInfo("UTC"))
    event = Event("utc", "Call", start, start + timedelta(hours=1))
    backend.put(event)
    assert backend.get("utc") == event


def test_whole_days(backend: CalendarBackend) -> None:
    backend.put(TRIP)
    assert backend.get("trip") == TRIP
    for zone in (MADRID, ZoneInfo("Pacific/Auckland"), ZoneInfo("Pacific/Honolulu")):
        on = [bool(day(backend, date(2026, 12, n), zone)) for n in (6, 7, 8, 9, 10)]
        assert on == [False, True, True, True, False], zone


def test_one_occurrence_moved(backend: CalendarBackend) -> None:
    backend.put(WEEKLY)
    original = datetime(2026, 4, 3, 9, 0, tzinfo=MADRID)
    happening = backend.between(original, original + timedelta(hours=1))[0].event
    start = datetime(2026, 4, 4, 11, 0, tzinfo=MADRID)
    moved = replace(happening, start=start, end=start + timedelta(hours=1), title="Long standup")
    change = backend.put(override(backend.get("weekly"), original, moved))
    assert day(backend, date(2026, 4, 3)) == []
    assert day(backend, date(2026, 4, 4)) == ["Long standup 11:00-12:00"]
    assert day(backend, date(2026, 3, 27)) == ["Standup 09:00-09:30"]
    assert backend.get("weekly").rule == WEEKLY.rule
    backend.restore(change)
    assert backend.get("weekly") == WEEKLY


def test_one_occurrence_moved_far_is_found_where_it_is(backend: CalendarBackend) -> None:
    backend.put(WEEKLY)
    original = datetime(2026, 4, 3, 9, 0, tzinfo=MADRID)
    start = datetime(2026, 8, 1, 9, 0, tzinfo=MADRID)
    moved = replace(WEEKLY, start=start, end=start + timedelta(hours=1), rule="")
    backend.put(override(backend.get("weekly"), original, moved))
    assert day(backend, date(2026, 8, 1)) == ["Standup 09:00-10:00"]


def test_one_occurrence_deleted(backend: CalendarBackend) -> None:
    backend.put(WEEKLY)
    original = datetime(2026, 4, 3, 9, 0, tzinfo=MADRID)
    change = backend.put(exclude(backend.get("weekly"), original))
    assert day(backend, date(2026, 4, 3)) == []
    assert len(backend.between(datetime(2026, 3, 1, tzinfo=MADRID), datetime(2026, 5, 1, tzinfo=MADRID))) == 4
    backend.restore(change)
    assert day(backend, date(2026, 4, 3)) == ["Standup 09:00-09:30"]


def test_a_moved_occurrence_can_be_put_back_and_deleted(backend: CalendarBackend) -> None:
    backend.put(WEEKLY)
    original = datetime(2026, 4, 3, 9, 0, tzinfo=MADRID)
    start = datetime(2026, 4, 4, 11, 0, tzinfo=MADRID)
    moved = replace(WEEKLY, start=start, end=start + timedelta(hours=1), rule="")
    backend.put(override(backend.get("weekly"), original, moved))
    backend.put(exclude(backend.get("weekly"), original))
    assert day(backend, date(2026, 4, 3)) == day(backend, date(2026, 4, 4)) == []


def test_a_series_of_whole_days(backend: CalendarBackend) -> None:
    event = Event("bins", "Bins out", date(2026, 12, 7), date(2026, 12, 8), rule="FREQ=WEEKLY")
    backend.put(event)
    backend.put(exclude(backend.get("bins"), date(2026, 12, 14)))
    found = backend.between(datetime(2026, 12, 1, tzinfo=MADRID), datetime(2027, 1, 1, tzinfo=MADRID))
    assert [o.event.start for o in found] == [date(2026, 12, 7), date(2026, 12, 21), date(2026, 12, 28)]


def test_a_whole_series_moves(backend: CalendarBackend) -> None:
    backend.put(exclude(WEEKLY, datetime(2026, 4, 3, 9, 0, tzinfo=MADRID)))
    later = timedelta(hours=1)
    backend.put(replace(WEEKLY, start=WEEKLY.start + later, end=WEEKLY.end + later))
    assert day(backend, date(2026, 4, 3)) == ["Standup 10:00-10:30"]


def test_attendees(backend: CalendarBackend) -> None:
    backend.put(replace(LUNCH, attendees=("ana@example.com",)))
    backend.put(replace(backend.get("lunch"), attendees=("ana@example.com", "bo@example.com")))
    assert backend.get("lunch").attendees == ("ana@example.com", "bo@example.com")
    backend.put(replace(backend.get("lunch"), attendees=("bo@example.com",)))
    assert backend.get("lunch").attendees == ("bo@example.com",)


@pytest.mark.parametrize(
    "text",
    ["Übung für Zoë", "午餐会议", "दोपहर का भोजन", "🎂 birthday", "a, b; c: d \\ e", "line one\nline two",
     'say "hi"', "x" * 500, "BEGIN:VEVENT", "mailto:a@b.c", "%41 & <b>"],
)  # fmt: skip
def test_any_words(backend: CalendarBackend, text: str) -> None:
    event = replace(LUNCH, title=text, location=text, notes=text)
    backend.put(event)
    assert backend.get("lunch") == event


@pytest.mark.parametrize("uid", ["a/b", "../up", "ü ü", "a@b.c", "%2e%2e", "x" * 300, "<&>", "{uid}", "."])
def test_any_uid(backend: CalendarBackend, uid: str) -> None:
    event = replace(LUNCH, uid=uid)
    change = backend.put(event)
    assert backend.get(uid) == event
    backend.put(replace(event, title="Dinner"))
    assert backend.get(uid).title == "Dinner"
    backend.delete(uid)
    with pytest.raises(ConflictError):
        backend.restore(change)


def test_order(backend: CalendarBackend) -> None:
    backend.put(replace(LUNCH, uid="b", title="B"))
    backend.put(replace(LUNCH, uid="a", title="A"))
    backend.put(replace(LUNCH, uid="c", title="C", start=SOON - timedelta(hours=2)))
    assert [t[0] for t in day(backend, date(2026, 12, 4))] == ["C", "A", "B"]


def test_an_event_without_length(backend: CalendarBackend) -> None:
    backend.put(replace(LUNCH, end=SOON))
    assert day(backend, date(2026, 12, 4)) == ["Lunch with Ana 12:30-12:30"]
    assert backend.get("lunch").end == SOON
