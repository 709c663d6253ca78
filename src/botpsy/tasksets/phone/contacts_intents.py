"""Requests about people, in many forms, with what a perfect assistant does."""

from __future__ import annotations

from botpsy.apps.contacts.model import Contact
from botpsy.tasksets.phone.calendar_intents import ANSWER
from botpsy.tasksets.phone.contacts_forms import (
    CREATE,
    DELETE,
    FIND,
    SAVE,
)
from botpsy.tasksets.phone.draft import Call, Draft, Draw, call
from botpsy.tasksets.phone.lexicon import MONTHS, ordinal
from botpsy.tasksets.phone.vocabulary import CITIES, DOMAINS, NOTES, STREETS

FIELDS = {
    "phone": ["phone number", "number", "phone", "telephone number"],
    "email": ["email", "e-mail address", "email address"],
    "birthday": ["birthday", "date of birth"],
    "address": ["address", "home address"],
}


def whos(name: str) -> str:
    """Return the possessive of a name."""
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def person_with(d: Draw, field: str) -> Contact:
    """Pick someone who has a field."""
    return d.rng.choice([p for p in d.world.people if value_of(p, field)])


def value_of(person: Contact, field: str) -> str:
    """Return a contact's field as the tool shows it."""
    return {
        "phone": ", ".join(person.phones),
        "email": ", ".join(person.emails),
        "birthday": person.birthday.isoformat() if person.birthday else "",
        "address": person.address,
    }[field]


def new_value(d: Draw, field: str, name: str) -> str:
    """Return a value to save, as the person says it."""
    r = d.rng
    if field == "phone":
        return d.lex.phone()
    if field == "email":
        name = d.lex.mailbox(name)
        return (
            f"{r.choice([name.split()[0], name.replace(' ', '.'), name.replace(' ', '_')])}@{r.choice(DOMAINS)}".lower()
        )
    if field == "birthday":
        day, month, year = r.randint(1, 28), r.choice(MONTHS), r.randint(1950, 2010)
        return r.choice(
            [f"{day} {month} {year}", f"{month} {day}, {year}", f"{month} {ordinal(day)}", f"{day} {month}"]
        )
    if field == "address":
        return f"{d.lex.anywhere(STREETS)} {r.randint(1, 99)}, {d.lex.anywhere(CITIES)}"
    return d.lex.pick(NOTES)


def find(d: Draw) -> Draft:
    """A detail of somebody."""
    field = d.rng.choice(["phone", "phone", "email", "email", "birthday", "address"])
    person = person_with(d, field)
    who = d.rng.choice([person.name, person.name.split()[0]])
    text = d.request("find_contact", FIND, who=who, whos=whos(who), field=d.rng.choice(FIELDS[field]))
    return Draft("single", d.form, (text,), ({"calls": [call("find_contact", name=who)]}, {"answer": field}))


def saving(d: Draw) -> tuple[str, Call]:
    """Return a request to save a detail and its call, for somebody known or new."""
    field = d.rng.choice(["phone", "phone", "email", "email", "birthday", "address"])
    known = d.chance(0.4)
    who = d.rng.choice(d.world.people).name if known else d.lex.full_name()
    value = new_value(d, field, who)
    slots = {"who": who, "Who": who, "whos": whos(who), "field": d.rng.choice(FIELDS[field]), "value": value}
    if not known and d.chance(0.5):
        text = d.request("create_contact", CREATE, **slots)
    else:
        text = d.request("save_contact", SAVE, **slots)
    return text, call("save_contact", name=who, **{field: value})


def save(d: Draw) -> Draft:
    """A detail to keep."""
    text, wanted = saving(d)
    return Draft("single", d.form, (text,), ({"calls": [wanted]}, ANSWER))


def delete(d: Draw) -> Draft:
    """Somebody to remove."""
    who = d.rng.choice(d.world.people).name
    text = d.request("delete_contact", DELETE, who=who, whos=whos(who))
    return Draft("single", d.form, (text,), ({"calls": [call("delete_contact", name=who)]}, ANSWER))
