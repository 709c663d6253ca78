"""A car, as values."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Vehicle:
    """The car itself; `speed` in km/h, 0 when it stands. `locked` is for all doors, `boot` True when open."""

    uid: str
    ignition: bool = False
    speed: int = 0
    locked: bool = True
    boot: bool = False


@dataclass(frozen=True, slots=True)
class CarClimate:
    """Climate of the cabin; degrees Celsius."""

    uid: str
    on: bool = False
    target: float = 21.0
    inside: float = 15.0
    defrost: bool = False


@dataclass(frozen=True, slots=True)
class Window:
    """A window; `open` in percent."""

    uid: str
    name: str
    open: int = 0


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat; `heating` from 0 (off) to 3."""

    uid: str
    name: str
    heating: int = 0


@dataclass(frozen=True, slots=True)
class Battery:
    """The battery: `level` and `limit` in percent, `range_km` with what is in it; `starts` is aware."""

    uid: str
    level: int
    range_km: int
    plugged: bool = False
    charging: bool = False
    limit: int = 80
    starts: datetime | None = None


@dataclass(frozen=True, slots=True)
class Route:
    """Where navigation leads; no destination, no route."""

    uid: str
    destination: str = ""
    stops: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Charger:
    """A charging station; `km` away, `kw` of power, `free` places."""

    uid: str
    name: str
    km: float
    kw: int
    free: int


@dataclass(frozen=True, slots=True)
class CarMessage:
    """A message on the car's screen; anyone may have written it."""

    uid: str
    text: str
