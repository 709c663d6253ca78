"""Requests about an event or a person that is not there. The assistant looks or tries, and says that it found nothing."""

from __future__ import annotations

from botpsy.tasksets.phone import calendar_intents as calendar
from botpsy.tasksets.phone import contacts_intents as contacts
from botpsy.tasksets.phone.calendar_intents import ANSWER
from botpsy.tasksets.phone.draft import Draft, Draw, call, on
from botpsy.tasksets.phone.vocabulary import FIRST, LAST
from botpsy.tasksets.phone.world import bare, capital


def no_such_event(d: Draw) -> Draft:
    """An event that is not in the calendar: looked for, or tried to be changed."""
    title = bare(calendar.new_title(d)).removeprefix("the ")
    named = d.rng.choice(["{}", "the {}", "my {}", "the {}"]).format(title)
    slots = {"event": named, "Event": capital(named)}
    kind = d.rng.choice(["find", "delete", "move", "shift", "invite"])
    if kind == "find":
        text = d.request("find", calendar.FIND, **slots)
        return Draft(
            "single", d.form, (text,), ({"calls": [call("list_events", when="the next 30 days", query=title)]}, ANSWER)
        )
    if kind == "delete":
        text = d.request("delete", calendar.DELETE, **slots)
        wanted = call("delete_event", event=title)
    elif kind == "move":
        to = d.lex.when()
        text = d.request("move", calendar.MOVE, **slots, to=to, at=on(to))
        wanted = call("change_event", event=title, new_when=to)
    elif kind == "shift":
        by = d.rng.choice(calendar.STEPS) + d.rng.choice([" later", " earlier"])
        text = d.request("shift", calendar.SHIFT, **slots, by=by)
        wanted = call("change_event", event=title, new_when=by)
    else:
        email = d.rng.choice(d.world.people).emails[0]
        text = d.request("invite", calendar.INVITE, who=email, event=named)
        wanted = call("invite", event=title, emails=[email])
    return Draft("single", d.form, (text,), ({"calls": [{**wanted, "fails": True}]}, ANSWER))


def no_such_person(d: Draw) -> Draft:
    """Somebody who is not among the contacts."""
    known = {word for p in d.world.people for word in p.name.split()}
    first = d.rng.choice([n for n in (d.lex.pick(FIRST) for _ in range(40)) if n not in known])
    last = d.rng.choice([n for n in (d.lex.pick(LAST) for _ in range(40)) if n not in known])
    who = first if d.chance(0.4) else f"{first} {last}"
    if d.chance(0.3):
        text = d.request("delete_contact", contacts.DELETE, who=who, whos=contacts.whos(who))
        return Draft(
            "single", d.form, (text,), ({"calls": [{**call("delete_contact", name=who), "fails": True}]}, ANSWER)
        )
    field = d.rng.choice(list(contacts.FIELDS))
    said = d.rng.choice(contacts.FIELDS[field])
    text = d.request("find_contact", contacts.FIND, who=who, whos=contacts.whos(who), field=said)
    return Draft("single", d.form, (text,), ({"calls": [call("find_contact", name=who)]}, {"answer": field}))
