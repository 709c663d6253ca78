"""Requests about events, in many forms, with what a perfect assistant does."""

from __future__ import annotations

from datetime import datetime

from botpsy.apps.calendar.model import Event
from botpsy.core.messages import Json
from botpsy.tasksets.phone.calendar_forms import (
    CREATE,
    DELETE,
    EVERY,
    FIND,
    INVITE,
    LENGTH,
    LIST,
    MOVE,
    PLACE,
    RENAME,
    SERIES,
    SHIFT,
    STEPS,
)
from botpsy.tasksets.phone.draft import Call, Draft, Draw, call, on
from botpsy.tasksets.phone.lexicon import MONTHS
from botpsy.tasksets.phone.moments import BAD_DAY, BAD_MOVE, good_moment
from botpsy.tasksets.phone.vocabulary import ALONE, EVENTS, FIRST, PLACES, WITH
from botpsy.tasksets.phone.world import bare, capital

LOOKALIKE = 0.2  # how often a training request for a moment is in a form of those for moments that do not exist
ANSWER: dict[str, Json] = {"answer": ""}


def spoken(title: str) -> str:
    """Return a title as people say it."""
    return title[:1].lower() + title[1:]


def some_event(d: Draw, *, repeating: bool = False) -> Event:
    """Pick an event of the world."""
    return d.rng.choice([e for e in d.world.events if bool(e.rule) == repeating])


def mention(d: Draw, event: Event) -> tuple[str, dict[str, str]]:
    """Return how the person refers to an event, and the call's `event` and `on` for it."""
    title = spoken(event.title)
    named = d.rng.choice(["{}", "the {}", "my {}", "the {}"]).format(title)
    if d.chance(0.2):
        day = day_phrase(d, event)
        return f"{named} on {day}", {"event": title, "on": day}
    return named, {"event": title}


def day_phrase(d: Draw, event: Event) -> str:
    """Return a phrase for the day an event is on."""
    assert isinstance(event.start, datetime)
    if (event.start.date() - d.world.now.date()).days <= 6:
        return f"{event.start:%A}"
    return f"{event.start.day} {MONTHS[event.start.month - 1]}"


def new_title(d: Draw) -> str:
    """Return what an event is about, as spoken: "lunch with Ana", "a call with Ben", "dentist"."""
    taken = {spoken(e.title) for e in d.world.events}
    while True:
        if d.chance(0.55):
            what = f"{d.lex.pick(WITH)} with {d.lex.pick(FIRST)}"
        else:
            # composed titles are many, and seldom what people have; the held-out halves draw as they always did
            plain = d.split == "train" and d.chance(0.3)
            what = d.lex.pick(EVENTS if plain else ALONE)
            if d.chance(0.25):
                what = f"the {what}"
        if bare(what).removeprefix("the ") not in taken:
            return what


def titled(what: str) -> str:
    """Return the title that is kept for what was said."""
    return capital(bare(what).removeprefix("the "))


def creation(d: Draw) -> tuple[str, Call]:
    """Return a request for a new event and its call."""
    what = new_title(d)
    if d.split == "train" and d.chance(LOOKALIKE):  # what is asked of impossible moments, for moments that exist
        when = good_moment(d)
        text = d.request("bad_day", BAD_DAY, what=what, What=capital(what), bad=when)
        return text, call("create_event", title=titled(what), when=when)
    when = d.lex.when()
    extra: dict[str, str] = {}
    tail = ""
    roll = d.rng.random()
    if roll < 0.12:
        extra["duration"] = d.lex.duration()
        tail = f" for {extra['duration']}"
    elif roll < 0.3:
        extra["location"] = d.lex.pick(PLACES)
        tail = f"{d.rng.choice([' at', ' in', ','])} {extra['location']}"
    elif roll < 0.36:
        said = d.rng.choice(EVERY)
        extra["repeat"] = {"day": "daily", "week": "weekly", "month": "monthly", "year": "yearly"}.get(
            said.split()[-1], said
        )
        tail = f", {said}"
    w = on(when)
    text = d.request("create", CREATE, what=what, What=capital(what), when=when + tail, w=w + tail)
    return text, call("create_event", title=titled(what), when=when, **extra)


def create(d: Draw) -> Draft:
    """One new event."""
    text, wanted = creation(d)
    return Draft("single", d.form, (text,), ({"calls": [wanted]}, ANSWER))


def look(d: Draw) -> Draft:
    """What is planned, or when one event is."""
    if d.chance(0.3):
        event = some_event(d)
        named, where = mention(d, event)
        text = d.request("find", FIND, event=named, Event=capital(named))
        wanted = call("list_events", when=where.get("on", "next month"), query=where["event"])
        if "on" not in where:  # the period is the assistant's to choose; a month ahead holds every event here
            wanted = call("list_events", when="the next 30 days", query=where["event"])
        return Draft("single", d.form, (text,), ({"calls": [wanted]}, ANSWER))
    span = d.lex.span()
    text = d.request("list", LIST, w=on(span))
    return Draft("single", d.form, (text,), ({"calls": [call("list_events", when=span)]}, ANSWER))


def move(d: Draw) -> Draft:
    """Another time for an event, absolute or relative."""
    event = some_event(d)
    named, where = mention(d, event)
    if d.chance(0.3):
        by = f"{d.rng.choice(STEPS)} " + d.rng.choice(["later", "earlier", "later"])
        text = d.request("shift", SHIFT, event=named, Event=capital(named), by=by)
        wanted = call("change_event", **where, new_when=by)
    else:
        if d.split == "train" and d.chance(LOOKALIKE):
            to = good_moment(d)
            text = d.request("bad_move", BAD_MOVE, event=named, Event=capital(named), bad=to)
            wanted = call("change_event", **where, new_when=to)
            return Draft("single", d.form, (text,), ({"calls": [wanted]}, ANSWER))
        said = d.rng.choice([d.lex.time, d.lex.day, d.lex.when, d.lex.when])
        to = said()
        text = d.request("move", MOVE, event=named, to=to, at=f"at {to}" if said == d.lex.time else on(to))
        wanted = call("change_event", **where, new_when=to)
    return Draft("single", d.form, (text,), ({"calls": [wanted]}, ANSWER))


def edit(d: Draw) -> Draft:
    """Another title, place or length."""
    event = some_event(d)
    named, where = mention(d, event)
    slots = {"event": named, "Event": capital(named)}
    kind = d.rng.choice(["rename", "place", "length"])
    if kind == "rename":
        title = titled(new_title(d))
        text = d.request("rename", RENAME, **slots, title=title)
        wanted = call("change_event", **where, new_title=title)
    elif kind == "place":
        place = d.lex.pick(PLACES)
        text = d.request("place", PLACE, **slots, place=place)
        wanted = call("change_event", **where, new_location=place)
    else:
        length = d.lex.duration()
        text = d.request("length", LENGTH, **slots, length=length)
        wanted = call("change_event", **where, new_duration=length)
    return Draft("single", d.form, (text,), ({"calls": [wanted]}, ANSWER))


def delete(d: Draw) -> Draft:
    """One event gone; for a series one occurrence or all, as said."""
    if d.chance(0.2):
        event = some_event(d, repeating=True)
        title = spoken(event.title)
        if d.chance(0.5):
            named = d.rng.choice(SERIES).format(t=title)
            wanted = call("delete_event", event=title, whole_series=True)
        else:
            named = d.rng.choice(["the next {}", "just the next {}", "only the next {}"]).format(title)
            wanted = call("delete_event", event=title)
    else:
        named, where = mention(d, some_event(d))
        wanted = call("delete_event", **where)
    text = d.request("delete", DELETE, event=named, Event=capital(named))
    return Draft("single", d.form, (text,), ({"calls": [wanted]}, ANSWER))


def invite(d: Draw) -> Draft:
    """People invited by an address that is given, or that has to be looked up first."""
    event = some_event(d)
    named, where = mention(d, event)
    person = d.rng.choice(d.world.people)
    email = person.emails[0]
    if d.chance(0.35):
        text = d.request("invite", INVITE, who=email, event=named)
        return Draft("single", d.form, (text,), ({"calls": [call("invite", emails=[email], **where)]}, ANSWER))
    first = person.name.split()[0]
    who = d.rng.choice([first, first, person.name])
    text = d.request("invite", INVITE, who=who, event=named)
    moves = (
        {"calls": [call("find_contact", name=who)]},
        {"calls": [call("invite", emails=[email], **where)]},
        ANSWER,
    )
    return Draft("multi_step", d.form, (text,), moves)
