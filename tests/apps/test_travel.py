"""Travel: what runs when, what is full or shut, fares, prices, and undo."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from itertools import count
from zoneinfo import ZoneInfo

import pytest

from botpsy.apps.change import Change
from botpsy.apps.resources import MemoryResources
from botpsy.apps.travel.model import Booking, Hotel, Restaurant, Service
from botpsy.apps.travel.prices import clock, minutes_of, price_of
from botpsy.apps.travel.tools import TravelTools
from botpsy.core.errors import ToolError
from botpsy.tools.tool import Done

ZONE = ZoneInfo("Europe/Madrid")
NOW = datetime(2026, 12, 1, 9, 0, tzinfo=ZONE)  # a Tuesday
WEEKDAYS_ONLY = (0, 1, 2, 3, 4)


def flown(uid: str, fare: str, day: int, number: str = "NX100") -> Booking:
    start, end = datetime(2026, 12, day, 10, 0, tzinfo=ZONE), datetime(2026, 12, day, 12, 0, tzinfo=ZONE)
    title = f"flight {number} from Oslo to Rome"
    kept = "flex" if fare == "flex" else "basic"
    return Booking(uid, uid.upper(), "flight", title, start, end, 2, number, "economy", kept, 250, "EUR")


def desk(*bookings: Booking) -> tuple[MemoryResources, TravelTools]:
    serial = count(1)
    store = MemoryResources(
        [
            Service("NX100", "flight", "NX100", "Oslo", "Rome", "10:00", 120, 100, 300, "EUR", 4, WEEKDAYS_ONLY),
            Service("NX200", "flight", "NX200", "Oslo", "Rome", "08:00", 120, 80, 160, "EUR", 50),
            Service("IC7", "train", "IC7", "Oslo", "Bergen", "22:30", 400, 41, 60, "EUR", 50),
            Hotel("h1", "Casa Lume", "Rome", 3, 101, "EUR", 2),
            Hotel("h2", "Hotel Alba", "Rome", 4, 90, "EUR", 0),
            Restaurant("r1", "Da Nonna", "Rome", "Italian", 30, "EUR", "12:00", "23:00", 6, closed=0),
            *bookings,
        ]
    )
    return store, TravelTools(store, lambda: NOW, lambda: f"new-{next(serial)}")


def only(store: MemoryResources) -> Booking:
    (found,) = store.all(Booking)
    return found


def test_a_service_that_has_left_or_does_not_run_is_not_shown() -> None:
    _, tools = desk()
    assert [f["flight"] for f in tools.search_flights("oslo", "Rome", "today")["flights"]] == ["NX100"]
    assert [f["flight"] for f in tools.search_flights("Oslo", "Rome", "Saturday")["flights"]] == ["NX200"]
    assert tools.search_flights("Oslo", "Rome", "tomorrow", max_price=70)["flights"] == []
    assert tools.search_flights("Oslo", "Rome", "tomorrow", "evening")["flights"] == []
    with pytest.raises(ToolError, match="Bergen"):
        tools.search_trains("Oslo", "Rome", "tomorrow")


def test_a_flight_is_booked_with_class_and_fare_and_takes_seats() -> None:
    store, tools = desk()
    tools.book_flight("nx 100", "tomorrow", 3, "business", "flex")
    booking = only(store)
    assert (booking.price, booking.currency, booking.people, booking.fare) == (1125, "EUR", 3, "flex")
    assert booking.start == datetime(2026, 12, 2, 10, 0, tzinfo=ZONE)
    shown = tools.search_flights("Oslo", "Rome", "tomorrow")["flights"]
    assert next(f for f in shown if f["flight"] == "NX100")["seats"] == "1 seat left"
    with pytest.raises(ToolError, match="only 1 seat left"):
        tools.book_flight("NX100", "tomorrow", 2)
    tools.book_flight("NX100", "Thursday", 2)  # another day has its own seats


@pytest.mark.parametrize(
    ("number", "day", "people", "why"),
    [
        ("NX100", "Saturday", 1, "does not run on a Saturday"),
        ("NX200", "today", 1, "has left"),
        ("NX100", "tomorrow", 0, "1 to 9"),
        ("NX999", "tomorrow", 1, "NX999"),
        ("IC7", "tomorrow", 1, "IC7"),
    ],
)
def test_what_cannot_be_flown(number: str, day: str, people: int, why: str) -> None:
    store, tools = desk()
    with pytest.raises(ToolError, match=why):
        tools.book_flight(number, day, people)
    assert store.all(Booking) == []


def test_the_same_is_not_booked_twice_unless_the_first_was_cancelled() -> None:
    store, tools = desk()
    tools.book_train("IC7", "Friday", coach="first")
    with pytest.raises(ToolError, match="booked already"):
        tools.book_train("IC7", "Friday", 2)
    tools.cancel_booking("train to Bergen")
    tools.book_train("IC7", "Friday", 2)
    assert [b.status for b in store.all(Booking)] == ["cancelled", "booked"]


def test_hotels_by_stars_nights_and_price_and_a_full_one() -> None:
    store, tools = desk()
    rows = tools.search_hotels("Rome", nights=3)["hotels"]
    assert [(r["name"], r["total"], r["rooms"]) for r in rows] == [
        ("Hotel Alba", "270 EUR in all", "full"),
        ("Casa Lume", "303 EUR in all", "2 rooms left"),
    ]
    assert tools.search_hotels("Rome", min_stars=5)["hotels"] == []
    with pytest.raises(ToolError, match="7 stars"):
        tools.search_hotels("Rome", min_stars=7)
    with pytest.raises(ToolError, match="full"):
        tools.book_hotel("Hotel Alba", "Friday")
    tools.book_hotel("casa lume", "Friday", nights=3, guests=2)
    assert (only(store).price, only(store).end) == (303, datetime(2026, 12, 7, 11, 0, tzinfo=ZONE))


@pytest.mark.parametrize(
    ("when", "people", "why"),
    [
        ("tomorrow at 9:30", 2, "not open at 09:30"),
        ("Monday at 8pm", 2, "closed on Mondays"),
        ("tomorrow", 2, "no time of day"),
        ("tomorrow at 8pm", 7, "1 to 6"),
        ("1 December at 8:00", 2, "past|open"),
    ],
)
def test_a_table_that_is_not_to_be_had(when: str, people: int, why: str) -> None:
    _, tools = desk()
    with pytest.raises(ToolError, match=why):
        tools.reserve_table("Da Nonna", when, people)


def test_a_ride_now_or_later_and_never_to_where_it_starts() -> None:
    store, tools = desk()
    tools.order_ride("the zoo")
    tools.order_ride("the zoo", "Pier 3", "tomorrow at 10", "van")
    assert [(b.start.day, b.people) for b in store.all(Booking)] == [(1, 4), (2, 7)]
    with pytest.raises(ToolError, match="both"):
        tools.order_ride("Pier 3", "pier 3")


def test_a_basic_fare_neither_changes_nor_is_refunded() -> None:
    store, tools = desk(flown("b1", "basic", 4))
    with pytest.raises(ToolError, match="basic fare"):
        tools.change_booking("flight to Rome", "Monday")
    assert "nothing is paid back" in tools.cancel_booking("flight to Rome").summary
    assert (only(store).status, only(store).refund) == ("cancelled", 0)
    assert tools.show_itinerary()["bookings"] == []


def test_a_flex_fare_moves_by_days_is_priced_anew_and_paid_back() -> None:
    store, tools = desk(flown("b1", "flex", 4))
    tools.change_booking("B1", "Monday", people=4)  # four seats: its own two count as free
    assert (only(store).start.day, only(store).price) == (7, 500)
    for phrase, why in (("Saturday", "does not run"), ("tomorrow at 3pm", "leaves at 10:00"), ("Monday", "already")):
        with pytest.raises(ToolError, match=why):
            tools.change_booking("b1", phrase)
    tools.cancel_booking("b1")
    assert only(store).refund == 500


def test_two_that_fit_are_asked_about_and_the_code_decides() -> None:
    store, tools = desk(flown("b1", "flex", 4), flown("b2", "flex", 8))
    with pytest.raises(ToolError, match="2 fit"):
        tools.cancel_booking("flight to Rome")
    tools.cancel_booking("b2")
    assert [b.status for b in store.all(Booking)] == ["booked", "cancelled"]
    assert [b["code"] for b in tools.show_itinerary("this week", "flight")["bookings"]] == ["B1"]


WRITES: list[Callable[[TravelTools], Done]] = [
    lambda t: t.book_flight("NX200", "Friday", 2),
    lambda t: t.book_train("IC7", "Friday"),
    lambda t: t.book_hotel("Casa Lume", "Friday", 2, rate="flex"),
    lambda t: t.reserve_table("Da Nonna", "Friday at 8pm", 4),
    lambda t: t.order_ride("the zoo"),
    lambda t: t.change_booking("b1", "Monday"),
    lambda t: t.cancel_booking("b1"),
]


@pytest.mark.parametrize("write", WRITES)
def test_every_write_is_undone(write: Callable[[TravelTools], Done]) -> None:
    store, tools = desk(flown("b1", "flex", 4))
    before = store.snapshot()
    done = write(tools)
    assert store.snapshot() != before
    assert done.undo is not None and done.undo.app == "travel"
    store.restore(Change.from_json(done.undo.change))
    assert store.snapshot() == before


def test_flex_costs_a_quarter_more_rounded_up_and_a_late_train_arrives_a_day_later() -> None:
    assert [price_of(p, "flex") for p in (100, 101, 3)] == [125, 127, 4]
    assert price_of(101, "basic") == 101
    assert clock(minutes_of("22:30") + 400) == "05:10 +1"
