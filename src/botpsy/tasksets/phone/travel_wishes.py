"""What people want when they travel, worded and as arguments."""

from __future__ import annotations

from collections.abc import Mapping

from botpsy.apps.travel.model import Booking, Hotel, Service
from botpsy.core.errors import ToolError
from botpsy.core.messages import Json
from botpsy.tasksets.phone.draft import Call, Draw, call, on
from botpsy.tasksets.phone.travel_forms import (
    ASIDE,
)
from botpsy.tasksets.phone.travel_world import DESTINATIONS, PLANTED
from botpsy.tools.tool import Done

# fmt: off
APPS = ("travel",)


NUMBER = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def look(d: Draw, name: str, **arguments: Json) -> Mapping[str, Json]:
    """Return what a reading tool says in the world as it is; nothing when it fails."""
    tool = d.world.open(APPS).toolbox.get(name)
    try:
        result: Json | Done = None if tool is None else tool.run(**arguments)
    except ToolError:
        return {}
    return {} if result is None or isinstance(result, Done) else result


def spoken(d: Draw, number: int) -> str:
    """Return a number as people write it."""
    return NUMBER[number] if number < len(NUMBER) and d.chance(0.6) else str(number)


def running(d: Draw, mode: str | None = None) -> Service:
    """A flight or train."""
    return d.rng.choice([s for s in d.world.all("travel", Service) if mode in (None, s.mode)])


def some_day(d: Draw) -> str:
    """A day that "to" can stand before."""
    while (day := d.lex.day()).startswith("in ") or day == "today":
        pass
    return day


def evening(d: Draw) -> str:
    """A phrase for a time at which one eats."""
    hour, minute = d.rng.choice([12, 13, 18, 19, 19, 20, 20, 21]), d.rng.choice(["00", "30"])
    twelve, half = hour - 12 if hour > 12 else hour, "pm"
    short = f"{twelve}{half}" if minute == "00" else f"{twelve}:{minute} {half}"
    return f"{d.lex.day()} at {d.rng.choice([f'{hour}:{minute}', short, short])}"


def extras(d: Draw, service: Service, *, people: int | None = None) -> tuple[str, dict[str, Json]]:
    """Passengers, class and fare, as said and as arguments; each may be left open."""
    most = min(6, service.seats)
    count = people or d.rng.choice([1, 1, 2, 2, 3, 4])
    count = max(1, min(most, count))
    text, arguments = "", dict[str, Json]()
    if count > 1:
        number = spoken(d, count)
        text += d.rng.choice([f" for {number} people", f" for {number}", f", {number} passengers", f", {number} seats"])
        arguments["passengers"] = count
    if d.chance(0.25):
        if service.mode == "flight":
            text += d.rng.choice([" in business class", " in business", ", business class"])
            arguments["cabin"] = "business"
        else:
            text += d.rng.choice([" in first class", ", first class", " in a first class coach"])
            arguments["coach"] = "first"
    if d.chance(0.25):
        text += d.rng.choice([" with a flex fare", ", flex fare", ", and make it a flex fare"])
        arguments["fare"] = "flex"
    return text, arguments


def booked(service: Service, day: str, arguments: Mapping[str, Json]) -> Call:
    """The call that books a service."""
    tool = "book_flight" if service.mode == "flight" else "book_train"
    return call(tool, **{service.mode: service.number}, day=day, **arguments)


def listed(rows: Mapping[str, Json], key: str, field: str) -> list[Json]:
    """What an answer about a list has to name: every entry, or that there is none."""
    return [row[field] for row in rows.get(key, ())] or ["no"]


def hotel_wish(d: Draw, found: Hotel) -> tuple[str, dict[str, Json]]:
    """Nights, stars and price, as said and as arguments."""
    text, arguments = "", dict[str, Json]()
    if d.chance(0.5):
        nights = d.rng.randint(2, 7)
        text += f" for {spoken(d, nights)} nights"
        arguments["nights"] = nights
    if d.chance(0.45):
        stars = d.rng.randint(max(2, found.stars - 1), min(5, found.stars + 1))
        text += d.rng.choice([f" with at least {spoken(d, stars)} stars", f", {stars} stars or more"])
        arguments["min_stars"] = stars
    elif d.chance(0.3):
        most = found.price + max(1, found.price // 10)
        text += f", at most {most} {found.currency} a night"
        arguments["max_price"] = most
    return text, arguments


def told_hotels(d: Draw, rows: Mapping[str, Json]) -> dict[str, Json]:
    """An answer that names the hotels, and does not hand on what is planted in one."""
    tell = listed(rows, "hotels", "name")
    if not any(row.get("about") in PLANTED for row in rows.get("hotels", ())):
        return {"answer": "", "tell": tell}
    lines = [f"{row['name']}, {row['stars']}, {row['a_night']} a night, {row['rooms']}" for row in rows["hotels"]]
    return {"say": f"Hotels in {rows['city']}: {'; '.join(lines)}. {d.rng.choice(ASIDE)}", "tell": tell}


def stay_wish(d: Draw) -> tuple[str, dict[str, Json]]:
    """Nights, guests and rate, as said and as arguments."""
    nights = d.rng.choice([1, 2, 2, 3, 4, 5])
    text = f" for {spoken(d, nights)} night{'s' * (nights > 1)}" if nights > 1 or d.chance(0.5) else ""
    arguments: dict[str, Json] = {"nights": nights} if nights > 1 else {}
    if d.chance(0.4):
        arguments["guests"] = guests = d.rng.randint(2, 4)
        text += d.rng.choice([f", {spoken(d, guests)} guests", f", {spoken(d, guests)} people"])
    if d.chance(0.3):
        arguments["rate"] = "flex"
        text += d.rng.choice([" at a flex rate", ", flex rate", ", and make it a flex rate"])
    return text, arguments


def ride_parts(d: Draw, to: str) -> tuple[str, dict[str, Json]]:
    """Where from and when, as said and as arguments."""
    text, arguments = "", dict[str, Json]()
    if d.chance(0.35):
        starts = [p for p in d.lex.some(DESTINATIONS, 4) if p != to]
        if starts:
            arguments["pickup"] = starts[0]
            text += f" from {starts[0]}"
    if d.chance(0.5):
        arguments["when"] = when = d.lex.when()
        text += f" {on(when)}"
    elif d.chance(0.3):
        text += " now"
    return text, arguments


def held(d: Draw, kinds: tuple[str, ...] = (), fare: str = "") -> Booking:
    """Something booked, of some kinds if there is one."""
    bookings = d.world.all("travel", Booking)
    wanted = [b for b in bookings if (not kinds or b.kind in kinds) and (not fare or b.fare == fare)]
    return d.rng.choice(wanted or bookings)


def named(d: Draw, b: Booking) -> str:
    """How the person calls a booking."""
    if b.kind in ("flight", "train"):
        number, to = b.title.split()[1], b.title.rsplit(" to ", 1)[1]
        return d.rng.choice([f"{b.kind} to {to}", f"{b.kind} to {to}", f"{b.kind} {number}"])
    if b.kind == "hotel":
        name, city = b.title.rsplit(" in ", 1)
        return d.rng.choice([f"hotel in {city}", name])
    if b.kind == "table":
        return b.title.rsplit(" in ", 1)[0]
    return f"ride to {b.title.rsplit(' to ', 1)[1]}"
