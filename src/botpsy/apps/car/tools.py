"""What the model can do with the car."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Literal, TypeVar

from botpsy.apps.app_tools import AppTools
from botpsy.apps.car.model import Battery, CarClimate, CarMessage, Charger, Route, Seat, Vehicle, Window
from botpsy.apps.match import words
from botpsy.apps.pick import one
from botpsy.apps.resources import Resource
from botpsy.apps.when import resolve, say
from botpsy.core.errors import ToolError
from botpsy.core.messages import Json
from botpsy.tools.tool import Done, tool

R = TypeVar("R", bound=Resource)
OnOff = Literal["on", "off"]
Place = Literal["driver", "passenger", "rear left", "rear right"]
COLDEST, WARMEST = 16.0, 28.0  # degrees Celsius
LEAST_LIMIT = 50  # percent
_MOST = 8


class CarTools(AppTools):
    """Tools of the car."""

    app = "car"

    @tool("read")
    def car_status(self) -> dict[str, Json]:
        """Show ignition, speed, doors, windows, seats and climate."""
        car, climate = self._only(Vehicle), self._only(CarClimate)
        result: dict[str, Json] = {
            "ignition": "on" if car.ignition else "off",
            "speed": f"{car.speed} km/h",
            "doors": "locked" if car.locked else "unlocked",
            "boot": "open" if car.boot else "closed",
            "windows": [
                f"{w.name} {w.open}% open" if w.open else f"{w.name} closed" for w in self._backend.all(Window)
            ],
            "seat_heating": [f"{s.name} {s.heating}" for s in self._backend.all(Seat)],
            "climate": f"{'on' if climate.on else 'off'}, set to {climate.target:g} °C, inside {climate.inside:g} °C",
            "defrost": "on" if climate.defrost else "off",
        }
        if found := [m.text for m in self._backend.all(CarMessage)]:
            result["messages"] = found
        return result

    @tool("write")
    def switch_ignition(self, state: OnOff) -> Done:
        """Turn the car's ignition on or off.

        Args:
            state: on or off
        """
        car = self._only(Vehicle)
        if state == "off":
            self._standing(car, "turn the ignition off")
        return self._put(replace(car, ignition=state == "on"), f"Turned the ignition {state}")

    @tool("write")
    def lock_car(self, action: Literal["lock", "unlock"]) -> Done:
        """Lock or unlock the car's doors. Unlocks only when parked.

        Args:
            action: lock or unlock
        """
        car = self._only(Vehicle)
        if action == "unlock":
            self._standing(car, "unlock the doors")
        elif car.boot:
            raise ToolError("the boot is open; close the boot first")
        return self._put(replace(car, locked=action == "lock"), f"{action.capitalize()}ed the car")

    @tool("write")
    def move_boot(self, action: Literal["open", "close"]) -> Done:
        """Open or close the car's boot. Opens only when parked.

        Args:
            action: open or close
        """
        car = self._only(Vehicle)
        if action == "open":
            self._standing(car, "open the boot")
        return self._put(
            replace(car, boot=action == "open"), "Opened the boot" if action == "open" else "Closed the boot"
        )

    @tool("write")
    def set_window(self, window: Place, percent_open: int) -> Done:
        """Move a car window. Needs the ignition on.

        Args:
            window: which one
            percent_open: 0 is closed, 100 fully open
        """
        self._running("the windows move")
        if not 0 <= percent_open <= 100:
            raise ToolError(f"{percent_open} is not between 0 and 100 percent")
        found = one(window, self._backend.all(Window), lambda w: w.name, "window")
        said = f"{percent_open}% open" if percent_open else "closed"
        return self._put(replace(found, open=percent_open), f"Set the {found.name} window to {said}")

    @tool("write")
    def set_seat_heating(self, seat: Place, level: int) -> Done:
        """Heat a car seat. Needs the ignition on.

        Args:
            seat: which one
            level: 0 is off, 3 is hottest
        """
        if not 0 <= level <= 3:
            raise ToolError(f"level {level} is not between 0 and 3")
        self._running("the seats are heated")
        found = one(seat, self._backend.all(Seat), lambda s: s.name, "seat")
        return self._put(
            replace(found, heating=level), f"Set the {found.name} seat heating to {level if level else 'off'}"
        )

    @tool("write")
    def set_car_climate(
        self, celsius: float | None = None, state: OnOff | None = None, defrost: OnOff | None = None
    ) -> Done:
        """Set the car's temperature, climate or windscreen defrost.

        Args:
            celsius: degrees Celsius, 16 to 28; turns it on
            state: climate on or off
            defrost: windscreen defrost on or off
        """
        now = self._only(CarClimate)
        if celsius is None and state is None and defrost is None:
            raise ToolError("say what to change: temperature, climate or defrost")
        if celsius is not None and not COLDEST <= celsius <= WARMEST:
            raise ToolError(f"{celsius:g} °C is not between {COLDEST:g} and {WARMEST:g} °C")
        if celsius is not None and state == "off":
            raise ToolError("climate that goes off takes no temperature")
        new = replace(
            now,
            target=now.target if celsius is None else float(celsius),
            on=True if celsius is not None else now.on if state is None else state == "on",
            defrost=now.defrost if defrost is None else defrost == "on",
        )
        parts = [] if celsius is None else [f"climate {celsius:g} °C"]
        parts += [f"climate {state}"] * (state is not None and celsius is None)
        parts += [f"defrost {defrost}"] * (defrost is not None)
        return self._put(new, f"Set in the car: {', '.join(parts)}")

    @tool("read")
    def charge_status(self) -> dict[str, Json]:
        """Show battery, range and charging."""
        now = self._only(Battery)
        result: dict[str, Json] = {
            "battery": f"{now.level}%",
            "range": f"{now.range_km} km",
            "plugged_in": "yes" if now.plugged else "no",
            "charging": "yes" if now.charging else "no",
            "limit": f"{now.limit}%",
        }
        if now.starts is not None:
            result["starts"] = say(now.starts, now.starts, self._now())
        return result

    @tool("write")
    def charge_car(self, action: Literal["start", "stop"], at: str = "") -> Done:
        """Start or stop charging. Needs the cable plugged in.

        Args:
            action: start or stop
            at: time to start, as the user says it; now if not given
        """
        now = self._only(Battery)
        if action == "stop":
            if at:
                raise ToolError("only a start can be scheduled; stop without a time")
            if not now.charging and now.starts is None:
                raise ToolError("the car is not charging")
            return self._put(replace(now, charging=False, starts=None), "Stopped charging")
        if not now.plugged:
            raise ToolError("the car is not plugged in; somebody must plug in the cable first")
        if at:
            moment = resolve(at, self._now()).start
            if not isinstance(moment, datetime):
                raise ToolError(f"{at!r} names no time of day; say when to start")
            if moment <= self._now():
                raise ToolError(f"{at!r} is past")
            new = replace(now, charging=False, starts=moment)
            return self._put(new, f"Charging is scheduled for {say(moment, moment, self._now())}")
        if now.level >= now.limit:
            raise ToolError(f"the battery is at {now.level}%, and the limit is {now.limit}%; raise the limit first")
        return self._put(replace(now, charging=True, starts=None), f"Started charging to {now.limit}%")

    @tool("write")
    def set_charge_limit(self, percent: int) -> Done:
        """Set how full the car charges.

        Args:
            percent: 50 to 100
        """
        if not LEAST_LIMIT <= percent <= 100:
            raise ToolError(f"limit {percent} is not between {LEAST_LIMIT} and 100 percent")
        return self._put(replace(self._only(Battery), limit=percent), f"Set the charge limit to {percent}%")

    @tool("read")
    def find_chargers(self, within_km: float = 50, free_only: bool = False) -> dict[str, Json]:
        """Find charging stations nearby, nearest first.

        Args:
            within_km: how far, in km
            free_only: only those with a free place
        """
        near = [c for c in self._backend.all(Charger) if c.km <= within_km and (c.free or not free_only)]
        found = sorted(near, key=lambda c: (c.km, c.name))
        if not found:
            kind = "free charger" if free_only else "charger"
            return {"chargers": [], "note": f"no {kind} within {within_km:g} km"}
        rows: list[Json] = [f"{c.name}: {c.km:g} km, {c.kw} kW, {c.free} free" for c in found[:_MOST]]
        result: dict[str, Json] = {"chargers": rows}
        if len(found) > _MOST:
            result["note"] = f"{len(found) - _MOST} more, farther away"
        return result

    @tool("read")
    def show_route(self) -> dict[str, Json]:
        """Show where the car's navigation leads."""
        now = self._only(Route)
        if not now.destination:
            return {"destination": "", "note": "no route is set"}
        return {"destination": now.destination, "stops": list(now.stops)}

    @tool("write")
    def navigate_to(self, place: str) -> Done:
        """Start a new route; it replaces the old one.

        Args:
            place: address or name
        """
        if not words(place):
            raise ToolError("say where to go")
        return self._put(replace(self._only(Route), destination=place.strip(), stops=()), f"Route to {place.strip()}")

    @tool("write")
    def add_stop(self, place: str) -> Done:
        """Add a stop to the route.

        Args:
            place: address or name
        """
        now = self._route()
        if not words(place):
            raise ToolError("say where to stop")
        if words(place) in [words(s) for s in (*now.stops, now.destination)]:
            raise ToolError(f"{place.strip()} is on the route already")
        return self._put(
            replace(now, stops=(*now.stops, place.strip())), f"Added a stop at {place.strip()}, to {now.destination}"
        )

    @tool("write")
    def cancel_route(self, stop: str = "") -> Done:
        """End navigation, or drop one stop of it.

        Args:
            stop: only this stop
        """
        now = self._route()
        if not stop:
            return self._put(replace(now, destination="", stops=()), f"Ended the route to {now.destination}")
        gone = one(stop, now.stops, str, "stop")
        return self._put(replace(now, stops=tuple(s for s in now.stops if s != gone)), f"Dropped the stop at {gone}")

    def _only(self, kind: type[R]) -> R:
        found = self._backend.all(kind)
        if not found:
            raise ToolError("the car cannot be reached")
        return found[0]

    def _route(self) -> Route:
        now = self._only(Route)
        if not now.destination:
            raise ToolError("no route is set; name a destination first")
        return now

    def _standing(self, car: Vehicle, what: str) -> None:
        if car.speed:
            raise ToolError(f"the car is driving at {car.speed} km/h; it must stand before you can {what}")

    def _running(self, what: str) -> None:
        if not self._only(Vehicle).ignition:
            raise ToolError(f"the ignition is off; turn on the ignition before {what}")

    def _put(self, new: Resource, summary: str) -> Done:
        return self._done(summary, self._backend.put(new))
