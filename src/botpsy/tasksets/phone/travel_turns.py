"""Requests about travel that cannot be met at once: too many people, shut doors, what was not said, several turns."""

from __future__ import annotations

from collections.abc import Callable

from botpsy.apps.travel.model import Restaurant, Service
from botpsy.core.messages import Json
from botpsy.tasksets.phone.calendar_intents import ANSWER
from botpsy.tasksets.phone.draft import Draft, Draw, call, on
from botpsy.tasksets.phone.travel_forms import (
    AGAIN,
    BOOK,
    CORRECT,
    JOINS,
    NO_DAY,
    NO_PEOPLE,
    NO_PLACE,
    NO_TIME,
    NOTHING,
    SEARCH,
    TABLE,
)
from botpsy.tasksets.phone.travel_intents import book, cancel, ride, stay, table
from botpsy.tasksets.phone.travel_wishes import (
    APPS,
    booked,
    evening,
    extras,
    listed,
    look,
    running,
    spoken,
)
from botpsy.tasksets.phone.travel_world import DESTINATIONS


def too_many(d: Draw) -> Draft:
    """More people than seats: the tool fails, and the answer says so."""
    few = [s for s in d.world.all("travel", Service) if s.seats <= 3]
    s = d.rng.choice(few) if few else running(d)
    day, people = d.lex.day(), d.rng.randint(4, 9) if few else d.rng.randint(10, 14)
    text = d.request("nothing", NOTHING, mode=s.mode, n=s.number, w=on(day), k=spoken(d, people))
    wanted = {**booked(s, day, {"passengers": people}), "fails": True}
    return Draft("single", d.form, (text,), ({"calls": [wanted]}, ANSWER), apps=APPS)


def shut(d: Draw) -> Draft:
    """A table when nobody is there: the tool fails, and the answer says so."""
    place = d.rng.choice(d.world.all("travel", Restaurant))
    when = f"{d.lex.day()} at {d.rng.choice(['8am', '8:30 am', '9 am', '09:15', '9:30am'])}"
    people = d.rng.randint(2, 6)
    text = d.request("table", TABLE, name=place.name, k=spoken(d, people), w=on(when))
    wanted = {**call("reserve_table", restaurant=place.name, when=when, people=people), "fails": True}
    return Draft("single", d.form, (text,), ({"calls": [wanted]}, ANSWER), apps=APPS)


def missing(d: Draw) -> Draft:
    """Something is left out: ask, and act when told."""
    place = d.rng.choice(d.world.all("travel", Restaurant))
    kind = d.rng.choice(["people", "time", "day", "place"])
    if kind == "people":
        when, people = evening(d), d.rng.randint(2, place.largest)
        text = d.request("no_people", NO_PEOPLE, name=place.name, w=on(when))
        then = d.rng.choice(["{k}", "for {k}", "we are {k}", "{k} people"]).format(k=spoken(d, people))
        questions, asks = (
            ["For how many people?", "How many people will you be?", "How many are you?"],
            ("how many", "people"),
        )
        wanted = call("reserve_table", restaurant=place.name, when=when, people=people)
    elif kind == "time":
        when, people = evening(d), d.rng.randint(2, place.largest)
        text = d.request("no_time", NO_TIME, name=place.name, k=spoken(d, people))
        then = on(when)
        questions, asks = (
            ["On which day, and at what time?", "When should it be?", "What day and time?"],
            ("when", "day", "time"),
        )
        wanted = call("reserve_table", restaurant=place.name, when=when, people=people)
    elif kind == "day":
        s, day = running(d), d.lex.day()
        x, arguments = extras(d, s)
        text = d.request("no_day", NO_DAY, mode=s.mode, n=s.number, x=x)
        then = on(day)
        questions, asks = (
            ["On which day?", "What day do you want to travel?", "When would you like to go?"],
            ("when", "day", "date"),
        )
        wanted = booked(s, day, arguments)
    else:
        to, when = d.lex.some(DESTINATIONS, 1)[0], d.lex.when()
        text = d.request("no_place", NO_PLACE, w=on(when))
        then = d.rng.choice(["to {to}", "{to}", "I'm going to {to}"]).format(to=to)
        questions, asks = (
            ["Where do you want to go?", "What is the destination?", "Where should it take you?"],
            ("where", "destination"),
        )
        wanted = call("order_ride", destination=to, when=when)
    ask = {"say": d.rng.choice(questions)}
    if d.chance(0.45):
        return Draft("no_call", d.form, (text,), (ask,), asks, apps=APPS)
    return Draft("multi_turn", d.form, (text, then), (ask, {"calls": [wanted]}, ANSWER), asks, apps=APPS)


def impossible(d: Draw) -> Draft:
    """A number of people or a day that cannot be: ask instead of acting."""
    if d.chance(0.5):
        place, when = d.rng.choice(d.world.all("travel", Restaurant)), evening(d)
        text = d.request(
            "table", TABLE, name=place.name, k=d.rng.choice(["zero", "0", "-2", "minus three", "half a"]), w=on(when)
        )
        asks, question = ("how many", "people"), "A table needs at least one person. How many people will you be?"
    else:
        s = running(d)
        day = d.rng.choice(
            ["30 February", "the 32nd", "31 June", "31 September", "the 35th of May", "31 April", "0 March", "the 33rd"]
        )
        text = d.request("book", BOOK, mode=s.mode, n=s.number, w="on " + day, x="")
        asks, question = ("day", "date", "when"), f"There is no such day as {day}. Which day do you mean?"
    return Draft("no_call", d.form, (text,), ({"say": question},), asks, apps=APPS)


def follow_up(d: Draw) -> Draft:
    """A search, then one of what was found is booked."""
    s, day = running(d), d.lex.day()
    where = {"origin": s.origin, "destination": s.destination, "day": day}
    first = d.request("search", SEARCH, mode=s.mode, a=s.origin, b=s.destination, w=on(day), x="")
    tell = listed(look(d, f"search_{s.mode}s", **where), f"{s.mode}s", s.mode)
    number = d.rng.choice(tell)
    taken = next((t for t in d.world.all("travel", Service) if t.number == number), s)
    x, arguments = extras(d, taken)
    then = d.rng.choice(AGAIN).format(n=taken.number, x=x)
    moves = (
        {"calls": [call(f"search_{s.mode}s", **where)]},
        {"answer": "", "tell": tell},
        {"calls": [booked(taken, day, arguments)]},
        ANSWER,
    )
    return Draft("multi_turn", d.form, (first, then), moves, apps=APPS)


def second_thoughts(d: Draw) -> Draft:
    """A table, and then for more or fewer people."""
    place = d.rng.choice(d.world.all("travel", Restaurant))
    when = evening(d)
    people, then = d.rng.sample(range(2, place.largest + 1), 2)
    text = d.request("table", TABLE, name=place.name, k=spoken(d, people), w=on(when))
    later = d.rng.choice(CORRECT).format(k=spoken(d, then))
    moves = (
        {"calls": [call("reserve_table", restaurant=place.name, when=when, people=people)]},
        ANSWER,
        {"calls": [call("change_booking", booking=f"table at {place.name}", people=then)]},
        ANSWER,
    )
    return Draft("multi_turn", d.form, (text, later), moves, apps=APPS)


def two_things(d: Draw) -> Draft:
    """Two bookings in one breath."""
    makers: list[Callable[[Draw], Draft]] = [book, table, ride, stay, cancel]
    one, other = (make(d) for make in d.rng.sample(makers, 2))
    calls = [c for draft in (one, other) for c in draft.moves[0]["calls"]]
    second = other.says[0]
    second = (
        second
        if second.startswith(("I ", "I'", "{", "Il ")) or second.split()[0][1:].isupper()
        else second[:1].lower() + second[1:]
    )
    text = d.rng.choice(JOINS).format(one.says[0].rstrip(".?!") + ".", second)
    if any(c.get("fails") for c in calls):  # a full hotel: what fails stands alone elsewhere
        return one
    return Draft("parallel", d.form, (text,), ({"calls": calls}, ANSWER), apps=APPS)


def there_and_back(d: Draw) -> Draft:
    """Both ways searched in one breath."""
    s = running(d)
    out, back = d.lex.day(), d.lex.day()
    first = d.request("search", SEARCH, mode=s.mode, a=s.origin, b=s.destination, w=on(out), x="")
    tail = d.rng.choice(["and back {w}", "and the way back {w}", "and the return {w}"]).format(w=on(back))
    text = f"{first.rstrip('.?!')}, {tail}{'?' if first.endswith('?') else ''}"
    tool = f"search_{s.mode}s"
    ways: list[dict[str, Json]] = [
        {"origin": s.origin, "destination": s.destination, "day": out},
        {"origin": s.destination, "destination": s.origin, "day": back},
    ]
    tell = [n for way in ways for n in listed(look(d, tool, **way), f"{s.mode}s", s.mode)]
    moves = ({"calls": [call(tool, **way) for way in ways]}, {"answer": "", "tell": tell})
    return Draft("parallel", d.form, (text,), moves, apps=APPS)


INTENTS: dict[str, tuple[Callable[[Draw], Draft], int]] = {
    "too_many": (too_many, 3),
    "shut": (shut, 3),
    "missing": (missing, 8),
    "impossible": (impossible, 4),
    "follow_up": (follow_up, 6),
    "second_thoughts": (second_thoughts, 4),
    "two_things": (two_things, 6),
    "there_and_back": (there_and_back, 4),
}
