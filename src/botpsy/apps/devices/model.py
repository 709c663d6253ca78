"""What a home and a phone can be set to, as values."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, slots=True)
class Light:
    """A lamp; `brightness` in percent. One that is not `coloured` is white."""

    uid: str
    name: str
    room: str
    on: bool = False
    brightness: int = 100
    colour: str = "white"
    coloured: bool = True


@dataclass(frozen=True, slots=True)
class Thermostat:
    """The climate of a room; temperatures in degrees Celsius."""

    uid: str
    room: str
    target: float
    measured: float
    mode: str = "heat"


@dataclass(frozen=True, slots=True)
class DoorLock:
    """A lock; a door that stands open cannot be locked."""

    uid: str
    door: str
    locked: bool = True
    ajar: bool = False


@dataclass(frozen=True, slots=True)
class Player:
    """A speaker or screen; `volume` in percent, `state` is playing, paused or stopped."""

    uid: str
    name: str
    room: str
    playing: str = ""
    state: str = "stopped"
    volume: int = 30


@dataclass(frozen=True, slots=True)
class Alarm:
    """Rings at "HH:MM" on `days` of the week, or once on a date."""

    uid: str
    at: str
    days: tuple[str, ...] = ()
    once: date | None = None
    label: str = ""
    on: bool = True


@dataclass(frozen=True, slots=True)
class PhoneSettings:
    """The phone's own switches; `brightness` of the screen in percent."""

    uid: str
    wifi: bool = True
    cellular: bool = True
    location: bool = True
    low_battery_mode: bool = False
    do_not_disturb: bool = False
    brightness: int = 60


@dataclass(frozen=True, slots=True)
class Notice:
    """A message that a device shows; anyone may have written it. `kind` as in `home_status`."""

    uid: str
    kind: str
    text: str
