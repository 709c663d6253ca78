"""iCalendar text as other programs write it, and that our own means the same to every reader."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, timezone, tzinfo
from io import StringIO
from zoneinfo import ZoneInfo

import pytest
from dateutil.tz import tzical, tzutc
from hypothesis import example, given, settings
from hypothesis import strategies as st

from botpsy.apps.calendar.ical import Malformed, read_event, same
from botpsy.apps.calendar.ical_write import write_event
from botpsy.apps.calendar.model import Event
from botpsy.apps.calendar.vtimezone import vtimezone

MADRID = ZoneInfo("Europe/Madrid")
NOW = datetime(2026, 12, 2, 10, 0, tzinfo=MADRID)
SOON = datetime(2026, 12, 4, 12, 30, tzinfo=MADRID)
LUNCH = Event("lunch", "Lunch", SOON, SOON + timedelta(hours=1))


def ics(*lines: str, before: str = "") -> str:
    """Return a calendar object with one VEVENT of these lines."""
    return "\r\n".join(["BEGIN:VCALENDAR", "VERSION:2.0", *filter(None, [before]), "BEGIN:VEVENT", "UID:u", *lines,
                        "END:VEVENT", "END:VCALENDAR", ""])  # fmt: skip


@pytest.mark.parametrize(
    ("lines", "start", "end"),
    [
        (["DTSTART:20261204T113000Z"], "2026-12-04T11:30:00+00:00", "2026-12-04T11:30:00+00:00"),
        (["DTSTART:20261204T123000"], "2026-12-04T12:30:00+01:00", "2026-12-04T12:30:00+01:00"),  # floating
        (["DTSTART;TZID=Europe/Madrid:20261204T123000", "DURATION:PT90M"],
         "2026-12-04T12:30:00+01:00", "2026-12-04T14:00:00+01:00"),
        (["DTSTART;TZID=W. Europe Standard Time:20260704T123000"],
         "2026-07-04T12:30:00+02:00", "2026-07-04T12:30:00+02:00"),
        (["DTSTART;TZID=/example.org/Nowhere:20261204T123000"],
         "2026-12-04T12:30:00+01:00", "2026-12-04T12:30:00+01:00"),
        (["DTSTART;VALUE=DATE:20261204"], "2026-12-04", "2026-12-05"),
        (["DTSTART;VALUE=DATE:20261204", "DURATION:P2D"], "2026-12-04", "2026-12-06"),
        (["DTSTART;VALUE=DATE:20261204", "DTEND;VALUE=DATE:20261207"], "2026-12-04", "2026-12-07"),
    ],
)  # fmt: skip
def test_times_as_others_write_them(lines: list[str], start: str, end: str) -> None:
    event = read_event(ics(*lines), MADRID)
    assert (event.start.isoformat(), event.end.isoformat()) == (start, end)


CUSTOM = """BEGIN:VTIMEZONE
TZID:Office
BEGIN:STANDARD
DTSTART:19701101T020000
RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11
TZOFFSETFROM:-0400
TZOFFSETTO:-0500
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:19700308T020000
RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3
TZOFFSETFROM:-0500
TZOFFSETTO:-0400
END:DAYLIGHT
END:VTIMEZONE""".replace("\n", "\r\n")


def test_a_zone_of_their_own_is_kept() -> None:
    text = ics("DTSTART;TZID=Office:20260704T090000", "DTEND;TZID=Office:20260704T100000", before=CUSTOM)
    event = read_event(text, MADRID)
    assert event.start == datetime(2026, 7, 4, 13, 0, tzinfo=UTC)
    moved = replace(event, start=event.start + timedelta(days=180), end=event.end + timedelta(days=180))
    written = write_event(moved, text, NOW, MADRID)
    assert "DTSTART;TZID=Office:20261231T090000" in written and written.count("BEGIN:VTIMEZONE") == 1
    assert read_event(written, MADRID).start == datetime(2026, 12, 31, 14, 0, tzinfo=UTC)


def test_exceptions_as_others_write_them() -> None:
    event = read_event(
        ics("DTSTART;TZID=Europe/Madrid:20260320T090000", "DURATION:PT1H", "RRULE:FREQ=WEEKLY;UNTIL=20260501T070000Z",
            "EXDATE:20260403T070000Z,20260410T070000Z", "EXDATE;VALUE=DATE:20260417"), MADRID,
    )  # fmt: skip
    assert [m.isoformat() for m in event.excluded] == [
        "2026-04-03T09:00:00+02:00", "2026-04-10T09:00:00+02:00", "2026-04-17T09:00:00+02:00",
    ]  # fmt: skip
    assert event.rule == "FREQ=WEEKLY;UNTIL=20260501T070000Z"


def test_an_invitation_to_one_occurrence() -> None:
    text = ics(
        "DTSTART;TZID=Europe/Madrid:20261204T090000", "RECURRENCE-ID;TZID=Europe/Madrid:20261204T080000", "SUMMARY:One"
    )
    event = read_event(text, MADRID)
    assert (event.title, event.rule, event.overrides) == ("One", "", ())
    assert "RECURRENCE-ID" in write_event(replace(event, title="Two"), text, NOW, MADRID)


@pytest.mark.parametrize(
    "text",
    [
        "", "hello", "BEGIN:VCALENDAR\r\nEND:VCALENDAR", ics(), ics("DTSTART:nonsense"),
        ics("DTSTART;VALUE=DATE:20261399"),
        ics("DTSTART:20261204T123000", "DTEND;VALUE=DATE:20261205"),
        ics("DTSTART:20261204T123000", "DTEND:20261203T123000"),
        ics("DTSTART:20261204T123000", "RRULE:FREQ=NEVER"), ics("DTSTART:20261204T123000", "EXDATE:nonsense"),
        ics("DTSTART:20261204T123000").replace("UID:u\r\n", ""), "BEGIN:VCARD\r\nEND:VCARD",
        ics("DTSTART:20261204T123000") + ics("DTSTART:20261204T123000"),
    ],
)  # fmt: skip
def test_what_is_no_event(text: str) -> None:
    with pytest.raises(Malformed):
        read_event(text, MADRID)


LINES = [
    "DTSTART:20261204T123000", "DTSTART;VALUE=DATE:20261204", "DURATION:-PT1H",
    "DURATION:P9999999D", "RRULE:FREQ=DAILY;COUNT=x", "EXDATE:", "RECURRENCE-ID:20261204T123000", "SUMMARY",
    'ATTENDEE;CN="x:mailto:a', "BEGIN:VALARM", "END:VALARM", "BEGIN:VEVENT", "END:VEVENT", "UID:u", "UID:",
    "\x00", "é:1", "DTSTART;TZID=Nowhere:20261204T123000", "DTSTART:00010101T000000Z", "DTSTART:99991231T235959Z",
    "SUMMARY:", "SEQUENCE:x", "RRULE:", "DTEND:20261204T133000Z", "ATTENDEE:x",
]  # fmt: skip


@given(st.lists(st.sampled_from(LINES) | st.text(max_size=12), max_size=6))
@settings(max_examples=150, deadline=None)
@example(["DTSTART:99991231T235959Z", "DURATION:P9999999D"])
def test_any_text_is_read_or_malformed(lines: list[str]) -> None:
    text = ics(*lines)
    try:
        event = read_event(text, MADRID)
    except Malformed:
        return
    written = write_event(replace(event, title="new"), text, NOW, MADRID)
    assert read_event(written, MADRID).title == "new"


ZONES = ["Europe/Madrid", "America/New_York", "Asia/Kolkata", "UTC", "Australia/Lord_Howe", "Europe/London", "Etc/GMT"]
zones = st.sampled_from([ZoneInfo(name) for name in ZONES])
texts = st.text(st.characters(exclude_categories=["Cs", "Cc"]) | st.just("\n"), max_size=30).map(str.strip)
timed = st.builds(
    lambda start, zone, minutes: (start.replace(tzinfo=zone), start.replace(tzinfo=zone) + timedelta(minutes=minutes)),
    st.datetimes(datetime(2000, 1, 1), datetime(2035, 1, 1)).map(lambda m: m.replace(second=0, microsecond=0)),
    zones,
    st.integers(0, 3000),
)
whole = st.builds(
    lambda start, days: (start, start + timedelta(days=days)),
    st.dates(date(2000, 1, 1), date(2035, 1, 1)),
    st.integers(1, 9),
)
events = st.builds(
    lambda when, title, place, notes, attendees, rule: Event("u", title, *when, place, notes, tuple(attendees), rule),
    timed | whole,
    texts,
    texts,
    texts,
    st.lists(st.sampled_from(["a@b.c", "d@e.f", "ü@x.y"]), unique=True),
    st.sampled_from(["", "FREQ=WEEKLY", "FREQ=DAILY;COUNT=3"]),
)


@given(events, events)
@settings(max_examples=60, deadline=None)
def test_what_is_written_is_read(event: Event, other: Event) -> None:
    text = write_event(event, None, NOW, MADRID)
    assert read_event(text, MADRID) == event
    changed = write_event(other, text, NOW, MADRID)
    assert read_event(changed, MADRID) == other
    assert same(write_event(event, text, NOW, MADRID), text)


def test_same_looks_past_what_servers_rewrite() -> None:
    text = write_event(LUNCH, None, NOW, MADRID)
    other = write_event(LUNCH, None, NOW + timedelta(days=1), MADRID).replace("BotPsy//EN", "Server//EN")
    assert text != other and same(text, other)
    assert not same(text, write_event(replace(LUNCH, title="Dinner"), None, NOW, MADRID))
    assert not same(text, text.replace("SUMMARY:", "X-NEW:1\r\nSUMMARY:"))
    assert not same(text, None) and not same(None, text) and same(None, None) and not same(text, "garbage")


def test_london_in_winter_is_not_utc() -> None:
    start = datetime(2026, 1, 5, 9, 0, tzinfo=ZoneInfo("Europe/London"))
    event = Event("u", "Standup", start, start + timedelta(hours=1), rule="FREQ=WEEKLY")
    text = write_event(event, None, NOW, MADRID)
    assert "DTSTART;TZID=Europe/London:20260105T090000\r\n" in text
    assert str(read_event(text, MADRID).start.tzinfo) == "Europe/London"  # pyright: ignore


@pytest.mark.parametrize("zone", [ZoneInfo("UTC"), ZoneInfo("Etc/UTC"), ZoneInfo("Etc/Zulu"), UTC, tzutc()])
def test_utc_under_any_name(zone: tzinfo) -> None:
    start = datetime(2026, 1, 5, 9, 0, tzinfo=zone)
    text = write_event(Event("u", "Standup", start, start + timedelta(hours=1)), None, NOW, MADRID)
    assert "DTSTART:20260105T090000Z\r\n" in text and "VTIMEZONE" not in text
    assert read_event(text, MADRID).start.isoformat() == "2026-01-05T09:00:00+00:00"


def test_a_plain_offset_is_written_in_utc() -> None:
    start = datetime(2026, 1, 5, 9, 0, tzinfo=timezone(timedelta(hours=2)))
    text = write_event(Event("u", "Standup", start, start + timedelta(hours=1)), None, NOW, MADRID)
    assert "DTSTART:20260105T070000Z\r\n" in text


def test_long_words_are_folded() -> None:
    text = write_event(replace(LUNCH, title="ü" * 300), None, NOW, MADRID)
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))


@pytest.mark.parametrize(
    "key",
    ["Europe/Madrid", "America/New_York", "Asia/Kolkata", "Australia/Sydney", "Australia/Lord_Howe", "America/Santiago",
     "Africa/Casablanca", "Europe/Dublin", "Pacific/Apia", "Asia/Tehran", "UTC", "Etc/GMT+5"],
)  # fmt: skip
@pytest.mark.parametrize("year", [2005, 2026])
def test_vtimezones_agree_with_the_database(key: str, year: int) -> None:
    zone = ZoneInfo(key)
    described = tzical(StringIO(vtimezone(key, year))).get()
    assert described is not None
    moment = datetime(year, 1, 1, 12, 0)
    while moment.year < year + 9:
        for hours in (0, 13):
            at = moment + timedelta(hours=hours)
            there = at.replace(tzinfo=zone)
            # a time that the clock skips has no offset to agree on
            if there.astimezone(UTC).astimezone(zone).replace(tzinfo=None) == at:
                assert described.utcoffset(at) == there.utcoffset(), at
        moment += timedelta(days=1)
