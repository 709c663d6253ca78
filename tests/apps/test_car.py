"""The car: what needs the ignition, a standing car or a cable; values that cannot be; routes; and undo."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from itertools import count
from zoneinfo import ZoneInfo

import pytest

from botpsy.apps.car.model import Battery, CarClimate, Charger, Route, Seat, Vehicle, Window
from botpsy.apps.car.tools import CarTools
from botpsy.apps.change import Change
from botpsy.apps.resources import MemoryResources
from botpsy.core.errors import ToolError
from botpsy.tools.tool import Done

NOW = datetime(2026, 12, 1, 9, 0, tzinfo=ZoneInfo("Europe/Madrid"))  # a Tuesday
PARKED = Vehicle("car", ignition=True)
OFF = Vehicle("car")
DRIVING = Vehicle("car", ignition=True, speed=50)
PLUGGED = Battery("battery", 40, 160, plugged=True)


def parked(
    car: Vehicle = PARKED, battery: Battery = PLUGGED, going: str = "the zoo"
) -> tuple[MemoryResources, CarTools]:
    serial = count(1)
    store = MemoryResources(
        [
            car,
            battery,
            CarClimate("climate"),
            Window("w1", "driver"),
            Window("w2", "rear left", 50),
            Seat("s1", "driver"),
            Seat("s2", "rear left", 2),
            Route("route", going, ("Pier 3", "Elm Court") if going else ()),
            Charger("c1", "Far", 30.5, 150, 2),
            Charger("c2", "Full", 1.5, 50, 0),
            Charger("c3", "Near", 4.0, 22, 1),
        ]
    )
    return store, CarTools(store, lambda: NOW, lambda: f"new-{next(serial)}")


WRITES: list[Callable[[CarTools], Done]] = [
    lambda t: t.switch_ignition("off"),
    lambda t: t.lock_car("unlock"),
    lambda t: t.move_boot("open"),
    lambda t: t.set_window("rear left", 0),
    lambda t: t.set_seat_heating("driver", 3),
    lambda t: t.set_car_climate(22.5, defrost="on"),
    lambda t: t.set_car_climate(state="on"),
    lambda t: t.charge_car("start"),
    lambda t: t.charge_car("start", "11 pm"),
    lambda t: t.set_charge_limit(100),
    lambda t: t.navigate_to("Oak Street 12"),
    lambda t: t.add_stop("Room 4"),
    lambda t: t.cancel_route("Pier 3"),
    lambda t: t.cancel_route(),
]


@pytest.mark.parametrize("write", WRITES)
def test_undo_restores(write: Callable[[CarTools], Done]) -> None:
    store, tools = parked()
    before = store.snapshot()
    done = write(tools)
    assert store.snapshot() != before and done.undo is not None
    store.restore(Change.from_json(done.undo.change))
    assert store.snapshot() == before


def refused(store: MemoryResources, attempt: Callable[[], object], named: str) -> None:
    before = store.snapshot()
    with pytest.raises(ToolError, match=named):
        attempt()
    assert store.snapshot() == before


def test_a_driving_car_stays_shut() -> None:
    store, tools = parked(DRIVING)
    refused(store, lambda: tools.lock_car("unlock"), "driving at 50 km/h")
    refused(store, lambda: tools.move_boot("open"), "must stand")
    refused(store, lambda: tools.switch_ignition("off"), "must stand")
    tools.set_window("driver", 100)
    assert store.get(Window, "w1").open == 100


def test_windows_and_seats_need_the_ignition() -> None:
    store, tools = parked(OFF)
    refused(store, lambda: tools.set_window("driver", 20), "turn on the ignition")
    refused(store, lambda: tools.set_seat_heating("driver", 1), "turn on the ignition")
    tools.switch_ignition("on")
    tools.set_seat_heating("rear left", 0)
    assert store.get(Seat, "s2").heating == 0


def test_an_open_boot_is_not_locked() -> None:
    store, tools = parked(replace(OFF, locked=False, boot=True))
    refused(store, lambda: tools.lock_car("lock"), "close the boot first")
    tools.move_boot("close")
    tools.lock_car("lock")
    assert store.all(Vehicle) == [OFF]


def test_charging_needs_a_cable_and_room() -> None:
    store, tools = parked(battery=Battery("battery", 40, 160))
    refused(store, lambda: tools.charge_car("start"), "not plugged in")
    refused(store, lambda: tools.charge_car("stop"), "not charging")
    store, tools = parked(battery=replace(PLUGGED, level=80))
    refused(store, lambda: tools.charge_car("start"), "raise the limit")
    tools.set_charge_limit(90)
    tools.charge_car("start")
    assert store.all(Battery)[0].charging
    tools.charge_car("start", "11 pm")  # later instead of now
    later = store.all(Battery)[0]
    assert not later.charging and later.starts == NOW.replace(hour=23)
    tools.charge_car("stop")
    assert store.all(Battery)[0].starts is None


@pytest.mark.parametrize(
    ("attempt", "named"),
    [
        (lambda t: t.set_charge_limit(49), "49"),
        (lambda t: t.set_seat_heating("driver", 4), "4"),
        (lambda t: t.set_window("driver", 101), "101"),
        (lambda t: t.set_car_climate(15.5), "15.5"),
        (lambda t: t.set_car_climate(), "say what to change"),
        (lambda t: t.set_car_climate(20, "off"), "no temperature"),
        (lambda t: t.add_stop("pier 3"), "on the route already"),
        (lambda t: t.cancel_route("Room 4"), "Pier 3, Elm Court"),
        (lambda t: t.navigate_to(" "), "where to go"),
        (lambda t: t.charge_car("start", "tomorrow"), "no time of day"),
        (lambda t: t.charge_car("stop", "11 pm"), "only a start"),
    ],
)
def test_what_cannot_be_changes_nothing(attempt: Callable[[CarTools], object], named: str) -> None:
    store, tools = parked()
    refused(store, lambda: attempt(tools), named)


def test_chargers_come_nearest_first() -> None:
    _, tools = parked()
    names = [row.split(":")[0] for row in tools.find_chargers()["chargers"]]
    assert names == ["Full", "Near", "Far"]
    assert tools.find_chargers(10, free_only=True)["chargers"] == ["Near: 4 km, 22 kW, 1 free"]
    assert tools.find_chargers(1) == {"chargers": [], "note": "no charger within 1 km"}


def test_without_a_route_there_is_nothing_to_stop_at() -> None:
    store, tools = parked(going="")
    refused(store, lambda: tools.add_stop("Pier 3"), "no route is set")
    refused(store, tools.cancel_route, "no route is set")
    assert tools.show_route() == {"destination": "", "note": "no route is set"}
