"""The home and the phone: what stands in the way of a setting, values that cannot be, names, and undo."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime
from itertools import count
from zoneinfo import ZoneInfo

import pytest

from botpsy.apps.change import Change
from botpsy.apps.devices.model import Alarm, DoorLock, Light, PhoneSettings, Player, Thermostat
from botpsy.apps.devices.tools import DevicesTools
from botpsy.apps.resources import MemoryResources
from botpsy.core.errors import ToolError
from botpsy.tools.tool import Done

NOW = datetime(2026, 12, 1, 9, 0, tzinfo=ZoneInfo("Europe/Madrid"))  # a Tuesday


def home(settings: PhoneSettings | None = None) -> tuple[MemoryResources, DevicesTools]:
    serial = count(1)
    store = MemoryResources(
        [
            Light("l1", "floor lamp", "kitchen"),
            Light("l2", "ceiling light", "den", on=True, brightness=40, coloured=False),
            Light("l3", "desk lamp", "den"),
            Thermostat("t1", "kitchen", 20.0, 18.5),
            Thermostat("t2", "den", 20.0, 18.5, "off"),
            DoorLock("d1", "front door", locked=False),
            DoorLock("d2", "back door", locked=False, ajar=True),
            Player("p1", "kitchen speaker", "kitchen", "jazz", "playing", 30),
            Alarm("a1", "07:20", ("monday",), None, "work"),
            settings or PhoneSettings("phone"),
        ]
    )
    return store, DevicesTools(store, lambda: NOW, lambda: f"new-{next(serial)}")


WRITES: list[Callable[[DevicesTools], Done]] = [
    lambda t: t.set_light("kitchen floor lamp", brightness=20, colour="blue"),
    lambda t: t.set_thermostat("kitchen", 21.5),
    lambda t: t.set_thermostat("kitchen", mode="off"),
    lambda t: t.set_lock("front door", "lock"),
    lambda t: t.play_media("kitchen speaker", "opera"),
    lambda t: t.control_media("kitchen speaker", "stop"),
    lambda t: t.set_volume("kitchen speaker", 0),
    lambda t: t.set_alarm("7 am", ["friday", "monday"], "run"),
    lambda t: t.switch_alarm("work", "off"),
    lambda t: t.delete_alarm("07:20"),
    lambda t: t.switch_setting("low_battery_mode", "on"),
    lambda t: t.set_screen_brightness(5),
]


@pytest.mark.parametrize("write", WRITES)
def test_undo_restores(write: Callable[[DevicesTools], Done]) -> None:
    store, tools = home()
    before = store.snapshot()
    done = write(tools)
    assert store.snapshot() != before and done.undo is not None
    store.restore(Change.from_json(done.undo.change))
    assert store.snapshot() == before


def test_low_battery_mode_goes_first() -> None:
    store, tools = home(PhoneSettings("phone", wifi=False, cellular=False, location=False, low_battery_mode=True))
    with pytest.raises(ToolError, match="Wi-Fi is off"):
        tools.play_media("kitchen speaker", "jazz")
    for setting in ("wifi", "cellular", "location"):
        with pytest.raises(ToolError, match="turn off low-battery mode first"):
            tools.switch_setting(setting, "on")
    tools.switch_setting("do_not_disturb", "on")
    tools.switch_setting("low_battery_mode", "off")
    tools.switch_setting("wifi", "on")
    tools.play_media("kitchen speaker", "opera")
    assert store.all(Player)[0].playing == "opera"
    tools.switch_setting("low_battery_mode", "on")
    now = store.all(PhoneSettings)[0]
    assert (now.wifi, now.cellular, now.location, now.do_not_disturb) == (False, False, False, True)


@pytest.mark.parametrize(
    ("attempt", "named"),
    [
        (lambda t: t.set_light("kitchen lamp", brightness=0), "0 is not between"),
        (lambda t: t.set_light("den ceiling light", colour="blue"), "only shines white"),
        (lambda t: t.set_light("den", state="on"), "2 fit"),
        (lambda t: t.set_light("kitchen"), "say what to change"),
        (lambda t: t.set_thermostat("kitchen", 31), "31 °C"),
        (lambda t: t.set_thermostat("den", 21), "is off"),
        (lambda t: t.set_thermostat("attic", 21), "kitchen, den"),
        (lambda t: t.set_lock("back door", "lock"), "close it first"),
        (lambda t: t.control_media("kitchen speaker", "resume"), "nothing to resume"),
        (lambda t: t.set_volume("kitchen speaker", 101), "101"),
        (lambda t: t.set_screen_brightness(-1), "-1"),
        (lambda t: t.delete_alarm("gym"), "work"),
        (lambda t: t.set_alarm("tomorrow"), "no time of day"),
        (lambda t: t.home_status("locks", "den"), "leave the room out"),
    ],
)
def test_what_cannot_be_changes_nothing(attempt: Callable[[DevicesTools], object], named: str) -> None:
    store, tools = home()
    before = store.snapshot()
    with pytest.raises(ToolError, match=named):
        attempt(tools)
    assert store.snapshot() == before


def test_the_only_light_of_a_room_needs_no_name() -> None:
    store, tools = home()
    tools.set_light("the kitchen lights", brightness=30)
    assert store.get(Light, "l1") == Light("l1", "floor lamp", "kitchen", True, 30)


def test_alarm_rings_once_or_on_days_in_order() -> None:
    store, tools = home()
    tools.set_alarm("7 am", ["friday", "monday"])
    tools.set_alarm("08:15", label="bus")
    repeating, single = store.get(Alarm, "new-1"), store.get(Alarm, "new-2")
    assert (repeating.at, repeating.days, repeating.once) == ("07:00", ("monday", "friday"), None)
    assert (single.at, single.days, single.once) == ("08:15", (), date(2026, 12, 2))


def test_status_shows_one_room() -> None:
    _, tools = home()
    assert tools.home_status("lights", "den") == {"lights": ["den ceiling light: on, 40%, white", "den desk lamp: off"]}
    assert tools.home_status("locks")["locks"] == ["front door: unlocked", "back door: open"]
