"""Requests that take more than one call or more than one turn."""

from __future__ import annotations

from botpsy.tasksets.phone import calendar_intents as calendar
from botpsy.tasksets.phone import contacts_intents as contacts
from botpsy.tasksets.phone.calendar_intents import ANSWER, mention, some_event, titled
from botpsy.tasksets.phone.contacts_intents import FIELDS, person_with, whos
from botpsy.tasksets.phone.draft import Draft, Draw, call, on
from botpsy.tasksets.phone.longer_forms import (
    AT_HOME,
    BIRTHDAY,
    NO_TARGET,
    NO_TIME,
    NO_VALUE,
    REPLY_VALUE,
    REPLY_WHEN,
    THEN_GONE,
    THEN_PLACE,
    THEN_SHIFT,
    TWO_GONE,
    TWO_NEW,
    TWO_PEOPLE,
)
from botpsy.tasksets.phone.vocabulary import PLACES
from botpsy.tasksets.phone.world import capital

ASK_WHEN = "When should it be?"


def two_new(d: Draw) -> Draft:
    """Two new events in one breath."""
    a, b = calendar.new_title(d), calendar.new_title(d)
    while titled(a) == titled(b):
        b = calendar.new_title(d)
    wa, wb = d.lex.when(), d.lex.when()
    text = d.request("two_new", TWO_NEW, a=a, b=b, A=capital(a), wa=on(wa), wb=on(wb))
    calls = [call("create_event", title=titled(a), when=wa), call("create_event", title=titled(b), when=wb)]
    return Draft("parallel", d.form, (text,), ({"calls": calls}, ANSWER))


def two_gone(d: Draw) -> Draft:
    """Two events cancelled."""
    first, second = d.rng.sample([e for e in d.world.events if not e.rule], 2)
    a, b = calendar.spoken(first.title), calendar.spoken(second.title)
    named_a, named_b = (d.rng.choice(["{}", "the {}", "my {}"]).format(t) for t in (a, b))
    text = d.request("two_gone", TWO_GONE, a=named_a, b=named_b, A=capital(named_a))
    return Draft(
        "parallel", d.form, (text,), ({"calls": [call("delete_event", event=a), call("delete_event", event=b)]}, ANSWER)
    )


def two_people(d: Draw) -> Draft:
    """The same detail of two people."""
    field = d.rng.choice(["phone", "email", "address"])
    first = person_with(d, field)
    second = d.rng.choice([p for p in d.world.people if p.uid != first.uid and contacts.value_of(p, field)])
    a, b = ((p.name if d.chance(0.3) else p.name.split()[0]) for p in (first, second))
    word = {"phone": "phone number", "email": "email", "address": "address"}[field]
    if field == "address":
        text = d.request("two_people", TWO_PEOPLE, a=a, b=b, whosa=whos(a), whosb=whos(b), field=word).replace(
            "addresss", "addresses"
        )
    else:
        text = d.request("two_people", TWO_PEOPLE, a=a, b=b, whosa=whos(a), whosb=whos(b), field=word)
    calls = [call("find_contact", name=a), call("find_contact", name=b)]
    return Draft("parallel", d.form, (text,), ({"calls": calls}, {"answer": field}))


def birthday(d: Draw) -> Draft:
    """A birthday looked up, then kept as a yearly event."""
    person = person_with(d, "birthday")
    first = person.name.split()[0]
    who = d.rng.choice([first, person.name])
    text = d.request("birthday", BIRTHDAY, whos=whos(who), Whos=capital(whos(who)))
    assert person.birthday is not None
    moves = (
        {"calls": [call("find_contact", name=who)]},
        {
            "calls": [
                call("create_event", title=f"{whos(who)} birthday", when=person.birthday.isoformat(), repeat="yearly")
            ]
        },
        ANSWER,
    )
    return Draft("multi_step", d.form, (text,), moves)


def at_home(d: Draw) -> Draft:
    """An event at somebody's address, which has to be looked up."""
    person = person_with(d, "address")
    first = person.name.split()[0]
    what, when = (
        d.lex.pick(
            (
                "dinner",
                "lunch",
                "coffee",
                "a barbecue",
                "a game night",
                "drinks",
                "a movie night",
                "brunch",
                "tea",
                "a party",
            )
        ),
        d.lex.when(),
    )
    text = d.request("at_home", AT_HOME, what=what, What=capital(what), w=on(when), whos=whos(first))
    moves = (
        {"calls": [call("find_contact", name=first)]},
        {"calls": [call("create_event", title=titled(what), when=when, location=person.address)]},
        ANSWER,
    )
    return Draft("multi_step", d.form, (text,), moves)


def missing_time(d: Draw, *, answered: bool) -> Draft:
    """A new event without a time: ask for it. With `answered` the person says it and the event is made."""
    what = calendar.new_title(d)
    text = d.request("no_time", NO_TIME, what=what)
    ask, asks = {"say": ASK_WHEN}, ("when", "what time", "which day", "what day", "time")
    if not answered:
        return Draft("no_call", d.form, (text,), (ask,), asks)
    when = d.lex.when()
    reply = d.request("reply_when", REPLY_WHEN, w=on(when), when=when)
    moves = (ask, {"calls": [call("create_event", title=titled(what), when=when)]}, ANSWER)
    return Draft("multi_turn", d.form, (text, reply), moves, asks)


def missing_value(d: Draw, *, answered: bool) -> Draft:
    """A detail to save that was not said: ask for it."""
    field = d.rng.choice(["phone", "email", "address", "birthday"])
    word = d.rng.choice(FIELDS[field])
    who = d.rng.choice(d.world.people).name
    text = d.request("no_value", NO_VALUE, who=who, Who=who, whos=whos(who), field=word)
    ask = {"say": f"What is {whos(who)} {word}?"}
    asks = (word, field, "number", "mail", "birth", "address", "what is it")
    if not answered:
        return Draft("no_call", d.form, (text,), (ask,), asks)
    value = contacts.new_value(d, field, who)
    reply = d.request("reply_value", REPLY_VALUE, v=value, field=word)
    moves = (ask, {"calls": [call("save_contact", name=who, **{field: value})]}, ANSWER)
    return Draft("multi_turn", d.form, (text, reply), moves, asks)


def missing_target(d: Draw, *, answered: bool) -> Draft:
    """An event to move, but not where to."""
    named, where = mention(d, some_event(d))
    text = d.request("no_target", NO_TARGET, event=named, Event=capital(named))
    ask, asks = {"say": ASK_WHEN}, ("when", "what time", "which day", "what day", "time")
    if not answered:
        return Draft("no_call", d.form, (text,), (ask,), asks)
    when = d.lex.when()
    reply = d.request("reply_when", REPLY_WHEN, w=on(when), when=when)
    moves = (ask, {"calls": [call("change_event", **where, new_when=when)]}, ANSWER)
    return Draft("multi_turn", d.form, (text, reply), moves, asks)


def follow_up(d: Draw) -> Draft:
    """A new event, and then a change to it."""
    text, made = calendar.creation(d)
    title = made["arguments"]["title"]
    kind = d.rng.choice(["place", "shift", "gone"])
    if kind == "place":
        place = d.lex.pick(PLACES)
        reply = d.request("then_place", THEN_PLACE, place=place)
        second = call("change_event", event=title, new_location=place)
    elif kind == "shift":
        by = d.rng.choice(["an hour", "30 minutes", "two hours", "half an hour", "15 minutes"]) + d.rng.choice(
            [" later", " earlier"]
        )
        reply = d.request("then_shift", THEN_SHIFT, by=by)
        second = call("change_event", event=title, new_when=by)
    else:
        reply = d.request("then_gone", THEN_GONE)
        second = call("delete_event", event=title)
    return Draft("multi_turn", d.form, (text, reply), ({"calls": [made]}, ANSWER, {"calls": [second]}, ANSWER))
