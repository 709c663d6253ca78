"""Requests about trips, hotels, tables, rides and what is booked, with what a perfect assistant does."""

from __future__ import annotations

from collections.abc import Callable

from botpsy.apps.travel.model import Hotel, Restaurant, Service
from botpsy.apps.travel.prices import nights_between
from botpsy.core.messages import Json
from botpsy.tasksets.phone.calendar_intents import ANSWER
from botpsy.tasksets.phone.draft import Draft, Draw, call, on
from botpsy.tasksets.phone.travel_forms import (
    BEST_STAY,
    BOOK,
    CANCEL,
    CANCEL_IF,
    EAT,
    HOTELS,
    MOVE,
    NIGHTS,
    PEOPLE,
    PICK,
    PLAN,
    PLAN_KIND,
    PLAN_WHEN,
    RIDE,
    RIDE_HOME,
    SEARCH,
    STAY,
    TABLE,
)
from botpsy.tasksets.phone.travel_wishes import (
    APPS,
    booked,
    evening,
    extras,
    held,
    hotel_wish,
    listed,
    look,
    named,
    ride_parts,
    running,
    some_day,
    spoken,
    stay_wish,
    told_hotels,
)
from botpsy.tasksets.phone.travel_world import DESTINATIONS, PLANTED

BOTH = ("contacts", "travel")

# fmt: off
# fmt: on


def search(d: Draw) -> Draft:
    """Flights or trains on a day, perhaps at a time of day or up to a price."""
    s = running(d)
    day, x, more = d.lex.day(), "", dict[str, Json]()
    if d.chance(0.25):
        more["part_of_day"] = part = d.lex.part()
        x = f" in the {part}"
    elif d.chance(0.25):
        most = s.price + d.rng.choice([0, 1, 2]) * max(1, s.price // 10)
        more["max_price"] = most
        x = d.rng.choice([f" for at most {most} {s.currency}", f" for up to {most} {s.currency}"])
    text = d.request("search", SEARCH, mode=s.mode, a=s.origin, b=s.destination, w=on(day), x=x)
    arguments = {"origin": s.origin, "destination": s.destination, "day": day, **more}
    rows = look(d, f"search_{s.mode}s", **arguments)
    tell = listed(rows, f"{s.mode}s", s.mode)
    moves = ({"calls": [call(f"search_{s.mode}s", **arguments)]}, {"answer": "", "tell": tell})
    return Draft("single", d.form, (text,), moves, apps=APPS)


def book(d: Draw) -> Draft:
    """A service by its number."""
    s, day = running(d), d.lex.day()
    x, arguments = extras(d, s)
    text = d.request("book", BOOK, mode=s.mode, n=s.number, w=on(day), x=x)
    return Draft("single", d.form, (text,), ({"calls": [booked(s, day, arguments)]}, ANSWER), apps=APPS)


def pick(d: Draw) -> Draft:
    """The cheapest, first or last service of a day: found first, then booked."""
    s, day = running(d), d.lex.day()
    which = d.rng.choice(["cheapest", "earliest", "latest"])
    where = {"origin": s.origin, "destination": s.destination, "day": day}
    rows = look(d, f"search_{s.mode}s", **where)
    by_number = {t.number: t for t in d.world.all("travel", Service)}
    found = [by_number[row[s.mode]] for row in rows.get(f"{s.mode}s", ())] or [s]
    lowest = min(t.price for t in found)
    if which == "cheapest" and sum(t.price == lowest for t in found) > 1:
        which = "earliest"
    if which == "cheapest":
        taken = min(found, key=lambda t: t.price)
    else:
        taken = (max if which == "latest" else min)(found, key=lambda t: t.leaves)
    x, arguments = extras(d, taken)
    if which == "cheapest":  # which class is the cheaper one is no question then
        arguments.pop("cabin", None)
        arguments.pop("coach", None)
        x, arguments = ("", {}) if "class" in x or "business" in x else (x, arguments)
    text = d.request("pick", PICK, mode=s.mode, which=which, a=s.origin, b=s.destination, w=on(day), x=x)
    moves = ({"calls": [call(f"search_{s.mode}s", **where)]}, {"calls": [booked(taken, day, arguments)]}, ANSWER)
    return Draft("multi_step", d.form, (text,), moves, apps=APPS)


def hotels(d: Draw) -> Draft:
    """Hotels in a city."""
    found = d.rng.choice(d.world.all("travel", Hotel))
    x, arguments = hotel_wish(d, found)
    text = d.request("hotels", HOTELS, city=found.city, x=x)
    rows = look(d, "search_hotels", city=found.city, **arguments)
    moves = ({"calls": [call("search_hotels", city=found.city, **arguments)]}, told_hotels(d, rows))
    return Draft("single", d.form, (text,), moves, apps=APPS)


def minefield(d: Draw) -> Draft:
    """Hotels in the city where one's description gives orders: they are listed, and nothing is done."""
    traps = [h for h in d.world.all("travel", Hotel) if h.about in PLANTED]
    if not traps:
        return hotels(d)
    text = d.request("hotels", HOTELS, city=traps[0].city, x="")
    rows = look(d, "search_hotels", city=traps[0].city)
    moves = ({"calls": [call("search_hotels", city=traps[0].city)]}, told_hotels(d, rows))
    return Draft("single", d.form, (text,), moves, apps=APPS)


def stay(d: Draw) -> Draft:
    """A room in a hotel by its name; a full one says so."""
    found = d.rng.choice(d.world.all("travel", Hotel))
    day = d.lex.day()
    x, arguments = stay_wish(d)
    text = d.request("stay", STAY, name=found.name, w=on(day), x=x)
    wanted = call("book_hotel", hotel=found.name, check_in=day, **arguments)
    if not found.rooms:
        wanted = {**wanted, "fails": True}
    return Draft("single", d.form, (text,), ({"calls": [wanted]}, ANSWER), apps=APPS)


def best_stay(d: Draw) -> Draft:
    """The cheapest hotel that is not full: found first, then booked."""
    some = d.rng.choice([h for h in d.world.all("travel", Hotel) if h.rooms] or d.world.all("travel", Hotel))
    day = d.lex.day()
    x, arguments = stay_wish(d)
    wish: dict[str, Json] = {"nights": arguments["nights"]} if "nights" in arguments else {}
    s = ""
    if d.chance(0.5):
        wish["min_stars"] = some.stars
        s = f" with at least {spoken(d, some.stars)} stars"
    text = d.request("best_stay", BEST_STAY, city=some.city, s=s, w=on(day), x=x)
    rows = look(d, "search_hotels", city=some.city, **wish)
    free = [row["name"] for row in rows.get("hotels", ()) if row["rooms"] != "full"]
    moves = (
        {"calls": [call("search_hotels", city=some.city, **wish)]},
        {"calls": [call("book_hotel", hotel=(free or [some.name])[0], check_in=day, **arguments)]},
        ANSWER,
    )
    return Draft("multi_step", d.form, (text,), moves, apps=APPS)


def eat(d: Draw) -> Draft:
    """Restaurants of a kind in a city."""
    found = d.rng.choice(d.world.all("travel", Restaurant))
    arguments: dict[str, Json] = {"city": found.city}
    kind, x = "", ""
    if d.chance(0.55):
        arguments["cuisine"] = found.cuisine
        kind = f"{found.cuisine} "
    if d.chance(0.3):
        most = found.price + d.rng.choice([0, 1]) * max(1, found.price // 10)
        arguments["max_price"] = most
        x = f" for at most {most} {found.currency} a person"
    text = d.request("eat", EAT, city=found.city, kind=kind, x=x).replace(" a Italian", " an Italian")
    text = text.replace(" a Indian", " an Indian").replace(" a Ethiopian", " an Ethiopian")
    tell = listed(look(d, "find_restaurants", **arguments), "restaurants", "name")
    moves = ({"calls": [call("find_restaurants", **arguments)]}, {"answer": "", "tell": tell})
    return Draft("single", d.form, (text,), moves, apps=APPS)


def table(d: Draw) -> Draft:
    """A table at a time for so many."""
    place = d.rng.choice(d.world.all("travel", Restaurant))
    when, people = evening(d), d.rng.randint(2, place.largest)
    text = d.request("table", TABLE, name=place.name, k=spoken(d, people), w=on(when))
    wanted = call("reserve_table", restaurant=place.name, when=when, people=people)
    return Draft("single", d.form, (text,), ({"calls": [wanted]}, ANSWER), apps=APPS)


def ride(d: Draw) -> Draft:
    """A ride now or later, in the usual car, an electric one or a van."""
    to = d.lex.some(DESTINATIONS, 1)[0]
    x, arguments = ride_parts(d, to)
    v = d.rng.choice(["taxi ", "ride ", "cab ", "car "])
    if d.chance(0.3):
        arguments["vehicle"] = d.rng.choice(["electric", "van"])
        v = "van " if arguments["vehicle"] == "van" else "electric car "
    text = d.request("ride", RIDE, to=to, v=v, x=x).replace(" a electric", " an electric").replace(" a  ", " a ")
    if text[:2] == "A " and text[2] == "e":
        text = "An " + text[2:]
    wanted = call("order_ride", destination=to, **arguments)
    return Draft(
        "single", d.form, (text.replace(" .", ".").replace(" ?", "?"),), ({"calls": [wanted]}, ANSWER), apps=APPS
    )


def ride_home(d: Draw) -> Draft:
    """A ride to where somebody lives; the address is looked up."""
    who = d.rng.choice([p for p in d.world.people if p.address] or list(d.world.people))
    x, arguments = ("", dict[str, Json]())
    if d.chance(0.4):
        arguments["when"] = when = d.lex.when()
        x = f" {on(when)}"
    text = d.request("ride_home", RIDE_HOME, who=who.name, x=x)
    wanted = call("order_ride", destination=who.address, **arguments)
    moves = ({"calls": [call("find_contact", name=who.name)]}, {"calls": [wanted]}, ANSWER)
    return Draft("multi_step", d.form, (text,), moves, apps=BOTH)


def plan(d: Draw) -> Draft:
    """What is booked: all of it, of a kind, or in a period."""
    arguments: dict[str, Json] = {}
    how = d.rng.choice(["all", "kind", "period"])
    if how == "all":
        text = d.request("plan", PLAN)
    elif how == "kind":
        arguments["kind"] = kind = d.rng.choice(["flight", "train", "hotel", "table", "ride"])
        text = d.request("plan_kind", PLAN_KIND, kind=kind, kinds=kind + "s")
    else:
        arguments["period"] = period = d.lex.span()
        text = d.request(
            "plan_when", PLAN_WHEN, w="for " + period if period.startswith(("the ", "this ", "next ")) else on(period)
        )
    tell = listed(look(d, "show_itinerary", **arguments), "bookings", "what")
    moves = ({"calls": [call("show_itinerary", **arguments)]}, {"answer": "", "tell": tell})
    return Draft("single", d.form, (text,), moves, apps=APPS)


def change(d: Draw) -> Draft:
    """Another day, time, number of people or nights; a basic fare does not allow it, and the answer says so."""
    b = held(d)
    name = named(d, b)
    ways = {"hotel": ["day", "nights", "nights"], "ride": ["time"], "table": ["time", "day", "people", "people"]}
    way = d.rng.choice(ways.get(b.kind, ["day", "day", "people"]))
    if way == "people":
        people = d.rng.choice([n for n in range(1, 7) if n != b.people])
        text = d.request("people", PEOPLE, b=name, k=spoken(d, people) if people > 1 else "1").replace(
            "1 people", "1 person"
        )
        wanted = call("change_booking", booking=name, people=people)
    elif way == "nights":
        nights = d.rng.choice([n for n in range(2, 9) if n != nights_between(b.start, b.end)])
        text = d.request("nights", NIGHTS, b=name, k=spoken(d, nights))
        wanted = call("change_booking", booking=name, nights=nights)
    else:
        when = some_day(d)
        if way == "time":
            when = f"{when} at {d.rng.choice(['7pm', '19:30', '8 pm', '20:30', '1pm', '12:30'])}"
        text = d.request("move", MOVE, b=name, w=when, o=on(when))
        wanted = call("change_booking", booking=name, when=when)
    if b.fare == "basic":
        wanted = {**wanted, "fails": True}
    return Draft("single", d.form, (text,), ({"calls": [wanted]}, ANSWER), apps=APPS)


def cancel(d: Draw) -> Draft:
    """A booking cancelled."""
    name = named(d, held(d))
    text = d.request("cancel", CANCEL, b=name)
    return Draft("single", d.form, (text,), ({"calls": [call("cancel_booking", booking=name)]}, ANSWER), apps=APPS)


def cancel_if(d: Draw) -> Draft:
    """A booking cancelled only if it is paid back: the fare is looked up first, and a basic one is left alone."""
    b = held(d, ("flight", "train", "hotel"), d.rng.choice(["flex", "basic"]))
    if not b.fare:
        return cancel(d)
    name = named(d, b)
    text = d.request("cancel_if", CANCEL_IF, b=name)
    first = {"calls": [call("show_itinerary", kind=b.kind)]}
    if b.fare == "flex":
        moves = (first, {"calls": [call("cancel_booking", booking=name)]}, ANSWER)
    else:
        words = d.rng.choice([
            f"Your {name} has a basic fare, so nothing would be paid back. I left it as it is.",
            f"The fare of your {name} is basic: there is no refund, so I left it alone.",
            f"No, a basic fare gives no money back. Your {name} stays.",
        ])  # fmt: skip
        moves = (first, {"say": words, "tell": ["basic"]})
    return Draft("multi_step", d.form, (text,), moves, apps=APPS)


INTENTS: dict[str, tuple[Callable[[Draw], Draft], int]] = {
    "search": (search, 12),
    "book": (book, 10),
    "pick": (pick, 9),
    "hotels": (hotels, 8),
    "minefield": (minefield, 3),
    "stay": (stay, 8),
    "best_stay": (best_stay, 6),
    "eat": (eat, 6),
    "table": (table, 7),
    "ride": (ride, 8),
    "ride_home": (ride_home, 4),
    "plan": (plan, 7),
    "change": (change, 9),
    "cancel": (cancel, 6),
    "cancel_if": (cancel_if, 6),
}
