"""What the model can do with the home and with the phone's own settings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Literal

from botpsy.apps.app_tools import AppTools
from botpsy.apps.devices.model import Alarm, DoorLock, Light, Notice, PhoneSettings, Player, Thermostat
from botpsy.apps.match import words
from botpsy.apps.pick import one
from botpsy.apps.when import resolve
from botpsy.core.errors import ToolError
from botpsy.core.messages import Json
from botpsy.tools.tool import Done, tool

Kind = Literal["lights", "climate", "locks", "media"]
OnOff = Literal["on", "off"]
Colour = Literal["white", "warm white", "red", "orange", "yellow", "green", "blue", "purple", "pink"]
Day = Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
Setting = Literal["wifi", "cellular", "location", "low_battery_mode", "do_not_disturb"]
DAYS: tuple[Day, ...] = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
NAMED = {
    "wifi": "Wi-Fi",
    "cellular": "cellular",
    "location": "location",
    "low_battery_mode": "low-battery mode",
    "do_not_disturb": "do-not-disturb",
}
_POWER = ("wifi", "cellular", "location")  # what low-battery mode keeps off
_LAMP = {"light", "lights", "lamp", "lamps", "the"}
COLDEST, WARMEST = 5.0, 30.0  # degrees Celsius
_MOST = 8


class DevicesTools(AppTools):
    """Tools of the home and the phone itself."""

    app = "devices"

    @tool("read")
    def home_status(self, kind: Kind, room: str = "") -> dict[str, Json]:
        """Show the state of devices at home.

        Args:
            kind: which devices
            room: only this room
        """
        if room and kind == "locks":
            raise ToolError("locks belong to doors, not to rooms; leave the room out")
        if kind == "lights":
            rows = [(x.room, _light_line(x)) for x in self._backend.all(Light)]
        elif kind == "climate":
            rows = [(x.room, _climate_line(x)) for x in self._backend.all(Thermostat)]
        elif kind == "locks":
            rows = [(x.door, _lock_line(x)) for x in self._backend.all(DoorLock)]
        else:
            rows = [(x.room, _player_line(x)) for x in self._backend.all(Player)]
        if room:
            meant = one(room, dict.fromkeys(r for r, _ in rows), str, f"room with {kind}")
            rows = [r for r in rows if r[0] == meant]
        result: dict[str, Json] = {kind: [line for _, line in rows[:_MOST]]}
        if notices := [n.text for n in self._backend.all(Notice) if n.kind == kind]:
            result["messages"] = notices
        if len(rows) > _MOST:
            result["note"] = f"{len(rows) - _MOST} more; name a room"
        elif not rows:
            result["note"] = f"there are no {kind}"
        return result

    @tool("write")
    def set_light(
        self, light: str, state: OnOff | None = None, brightness: int | None = None, colour: Colour | None = None
    ) -> Done:
        """Switch, dim or colour one light.

        Args:
            light: room and name, such as "kitchen floor lamp"
            state: on or off
            brightness: percent, 1 to 100
            colour: colour of the light
        """
        found = self._light(light)
        named = f"{found.room} {found.name}"
        if state is None and brightness is None and colour is None:
            raise ToolError(f"say what to change about the {named}")
        if state == "off":
            if brightness is not None or colour is not None:
                raise ToolError("a light that goes off takes no brightness or colour")
            return self._put(replace(found, on=False), f"Turned off the {named}")
        if brightness is not None and not 1 <= brightness <= 100:
            raise ToolError(f"brightness {brightness} is not between 1 and 100 percent")
        if colour is not None and colour != "white" and not found.coloured:
            raise ToolError(f"the {named} only shines white, not {colour}")
        new = replace(
            found,
            on=True,
            brightness=found.brightness if brightness is None else brightness,
            colour=found.colour if colour is None else colour,
        )
        parts = [f"{brightness}%"] * (brightness is not None) + [str(colour)] * (colour is not None)
        return self._put(new, f"Set the {named} to {', '.join(parts)}" if parts else f"Turned on the {named}")

    @tool("write")
    def set_thermostat(
        self, room: str, celsius: float | None = None, mode: Literal["heat", "cool", "off"] | None = None
    ) -> Done:
        """Set a room's temperature or heating mode.

        Args:
            room: which room
            celsius: wanted temperature in degrees Celsius, 5 to 30
            mode: heat, cool or off
        """
        found = one(room, self._backend.all(Thermostat), lambda t: t.room, "thermostat")
        if celsius is None and mode is None:
            raise ToolError("give a temperature or a mode")
        if celsius is not None and not COLDEST <= celsius <= WARMEST:
            raise ToolError(f"{celsius:g} °C is not between {COLDEST:g} and {WARMEST:g} °C")
        if celsius is not None and (mode or found.mode) == "off":
            raise ToolError(f"the {found.room} thermostat is off; set mode heat or cool with the temperature")
        new = replace(
            found,
            target=found.target if celsius is None else float(celsius),
            mode=found.mode if mode is None else mode,
        )
        parts = ([] if celsius is None else [f"{celsius:g} °C"]) + [str(mode)] * (mode is not None)
        return self._put(new, f"Set the {found.room} thermostat to {', '.join(parts)}")

    @tool("write")
    def set_lock(self, door: str, action: Literal["lock", "unlock"]) -> Done:
        """Lock or unlock a door at home.

        Args:
            door: which door
            action: lock or unlock
        """
        found = one(door, self._backend.all(DoorLock), lambda x: x.door, "door")
        if action == "lock" and found.ajar:
            raise ToolError(f"the {found.door} stands open; somebody must close it first")
        return self._put(replace(found, locked=action == "lock"), f"{action.capitalize()}ed the {found.door}")

    @tool("write")
    def play_media(self, player: str, what: str) -> Done:
        """Play music, radio or a show. Needs the phone's Wi-Fi.

        Args:
            player: name of the speaker or TV
            what: title, artist, station or kind
        """
        found = self._player(player)
        if not words(what):
            raise ToolError("say what to play")
        if not self._settings().wifi:
            raise ToolError("Wi-Fi is off; turn on Wi-Fi first")
        return self._put(
            replace(found, playing=what.strip(), state="playing"), f"Playing {what.strip()} on the {found.name}"
        )

    @tool("write")
    def control_media(self, player: str, action: Literal["pause", "resume", "stop"]) -> Done:
        """Pause, resume or stop what plays.

        Args:
            player: name of the speaker or TV
            action: pause, resume or stop
        """
        found = self._player(player)
        allowed = {"pause": ("playing",), "resume": ("paused",), "stop": ("playing", "paused")}[action]
        if found.state not in allowed:
            raise ToolError(f"the {found.name} is {found.state}; there is nothing to {action}")
        if action == "stop":
            return self._put(replace(found, playing="", state="stopped"), f"Stopped the {found.name}")
        state = "paused" if action == "pause" else "playing"
        return self._put(replace(found, state=state), f"{action.capitalize()}d {found.playing} on the {found.name}")

    @tool("write")
    def set_volume(self, player: str, percent: int) -> Done:
        """Set how loud a player is.

        Args:
            player: name of the speaker or TV
            percent: volume, 0 to 100
        """
        found = self._player(player)
        if not 0 <= percent <= 100:
            raise ToolError(f"volume {percent} is not between 0 and 100 percent")
        return self._put(replace(found, volume=percent), f"Set the {found.name} to {percent}% volume")

    @tool("read")
    def list_alarms(self) -> dict[str, Json]:
        """List the alarms."""
        found = sorted(self._backend.all(Alarm), key=lambda a: (a.at, a.uid))
        if not found:
            return {"alarms": [], "note": "no alarms are set"}
        result: dict[str, Json] = {"alarms": [_alarm_line(a) for a in found[:_MOST]]}
        if len(found) > _MOST:
            result["note"] = f"{len(found) - _MOST} more"
        return result

    @tool("write")
    def set_alarm(self, time: str, days: Sequence[Day] = (), label: str = "") -> Done:
        """Set a new alarm.

        Args:
            time: when it rings, as the user says it
            days: days it repeats; once if not given
            label: what it is for
        """
        moment = resolve(time, self._now()).start
        if not isinstance(moment, datetime):
            raise ToolError(f"{time!r} names no time of day; say when to ring")
        if moment <= self._now():
            raise ToolError(f"{time!r} is past")
        repeat = tuple(d for d in DAYS if d in days)
        alarm = Alarm(self._new_uid(), f"{moment:%H:%M}", repeat, None if repeat else moment.date(), label.strip())
        return self._put(alarm, f"Alarm set: {_alarm_line(alarm)}")

    @tool("write")
    def switch_alarm(self, alarm: str, state: OnOff) -> Done:
        """Turn an alarm on or off.

        Args:
            alarm: its label or time
            state: on or off
        """
        new = replace(self._alarm(alarm), on=state == "on")
        return self._put(new, f"Alarm turned {state}: {_alarm_name(new)}")

    @tool("write")
    def delete_alarm(self, alarm: str) -> Done:
        """Delete an alarm.

        Args:
            alarm: its label or time
        """
        found = self._alarm(alarm)
        return self._done(f"Deleted the alarm {_alarm_name(found)}", self._backend.delete(found))

    @tool("read")
    def phone_settings(self) -> dict[str, Json]:
        """Show this phone's settings."""
        now = self._settings()
        result: dict[str, Json] = {k: "on" if getattr(now, k) else "off" for k in NAMED}
        return {**result, "screen_brightness": f"{now.brightness}%"}

    @tool("write")
    def switch_setting(self, setting: Setting, state: OnOff) -> Done:
        """Turn a setting of this phone on or off.

        Args:
            setting: which one
            state: on or off
        """
        now, on = self._settings(), state == "on"
        if on and setting in _POWER and now.low_battery_mode:
            raise ToolError(f"{NAMED[setting]} cannot be on in low-battery mode; turn off low-battery mode first")
        summary = f"Turned {state} {NAMED[setting]}"
        new = _switched(now, setting, on)
        if setting == "low_battery_mode" and on:
            new = replace(new, wifi=False, cellular=False, location=False)
            summary += "; Wi-Fi, cellular and location are off with it"
        return self._put(new, summary)

    @tool("write")
    def set_screen_brightness(self, percent: int) -> Done:
        """Set this phone's screen brightness.

        Args:
            percent: 0 to 100
        """
        if not 0 <= percent <= 100:
            raise ToolError(f"brightness {percent} is not between 0 and 100 percent")
        return self._put(replace(self._settings(), brightness=percent), f"Set the screen brightness to {percent}%")

    def _settings(self) -> PhoneSettings:
        found = self._backend.all(PhoneSettings)
        if not found:
            raise ToolError("this phone's settings cannot be reached")
        return found[0]

    def _light(self, said: str) -> Light:
        """Return the light of a name, or the only one of a room."""
        lights = self._backend.all(Light)
        room = [w for w in words(said) if w not in _LAMP]
        alone = [x for x in lights if words(x.room) == room]
        if len(alone) == 1:
            return alone[0]
        return one(said, alone or lights, lambda x: f"{x.room} {x.name}", "light")

    def _player(self, said: str) -> Player:
        return one(said, self._backend.all(Player), lambda p: p.name, "player")

    def _alarm(self, said: str) -> Alarm:
        alarms = self._backend.all(Alarm)
        try:
            return one(said, alarms, lambda a: a.label or a.at, "alarm")
        except ToolError as unknown:
            try:
                moment = resolve(said, self._now()).start
            except ToolError:
                raise unknown from None
            timed = [a for a in alarms if isinstance(moment, datetime) and a.at == f"{moment:%H:%M}"]
            if len(timed) == 1:
                return timed[0]
            raise unknown from None

    def _put(self, new: Light | Thermostat | DoorLock | Player | Alarm | PhoneSettings, summary: str) -> Done:
        return self._done(summary, self._backend.put(new))


def _switched(now: PhoneSettings, setting: Setting, on: bool) -> PhoneSettings:
    if setting == "wifi":
        return replace(now, wifi=on)
    if setting == "cellular":
        return replace(now, cellular=on)
    if setting == "location":
        return replace(now, location=on)
    if setting == "low_battery_mode":
        return replace(now, low_battery_mode=on)
    return replace(now, do_not_disturb=on)


def _light_line(light: Light) -> str:
    state = f"on, {light.brightness}%, {light.colour}" if light.on else "off"
    return f"{light.room} {light.name}: {state}"


def _climate_line(climate: Thermostat) -> str:
    wanted = "off" if climate.mode == "off" else f"{climate.mode}, set to {climate.target:g} °C"
    return f"{climate.room}: {wanted}, now {climate.measured:g} °C"


def _lock_line(lock: DoorLock) -> str:
    return f"{lock.door}: {'open' if lock.ajar else 'locked' if lock.locked else 'unlocked'}"


def _player_line(player: Player) -> str:
    what = f" {player.playing}" if player.playing else ""
    return f"{player.name}: {player.state}{what}, volume {player.volume}%"


def _alarm_name(alarm: Alarm) -> str:
    return f"{alarm.at} {alarm.label}".strip()


def _alarm_line(alarm: Alarm) -> str:
    when = ", ".join(alarm.days) if alarm.days else f"once, {alarm.once}" if alarm.once else "once"
    return f"{_alarm_name(alarm)} ({when}){'' if alarm.on else ', off'}"
