"""Requests about people, in many forms, with what a perfect assistant does."""

from __future__ import annotations

from botpsy.apps.contacts.model import Contact
from botpsy.tasksets.phone.calendar_intents import ANSWER
from botpsy.tasksets.phone.draft import Call, Draft, Draw, call
from botpsy.tasksets.phone.lexicon import CITIES, DOMAINS, FIRST, LAST, MONTHS, NOTES, STREETS, ordinal

FIND = [
    "What is {whos} {field}?",
    "What's {whos} {field}?",
    "find {whos} {field}",
    "look up {whos} {field}",
    "give me {whos} {field}",
    "Do you have {whos} {field}?",
    "tell me {whos} {field}",
    "I need {whos} {field}",
    "show me {whos} {field}",
    "get {whos} {field}",
    "Can I have {whos} {field}?",
    "search my contacts for {whos} {field}",
    "Do I have {whos} {field}?",
    "check {whos} {field}",
    "read me {whos} {field}",
    "Which {field} does {who} have?",
    "pull up {whos} {field}",
    "What {field} do I have for {who}?",
    "fetch {whos} {field}",
    "I'm looking for {whos} {field}",
    "open {whos} contact and tell me the {field}",
    "How do I reach {who}, what's the {field}?",
    "Tell me the {field} of {who}.",
    "What was {whos} {field} again?",
    "bring up {whos} {field}",
    "see if I have {whos} {field}",
    "Where's {whos} {field}?",
    "say {whos} {field}",
]
SAVE = [
    "save {whos} {field}: {value}",
    "{Who}'s {field} is {value}, save it",
    "add {whos} {field} {value} to my contacts",
    "store {value} as {whos} {field}",
    "set {whos} {field} to {value}",
    "note that {whos} {field} is {value}",
    "put {value} down as {whos} {field}",
    "update {whos} {field} to {value}",
    "{Who} has a new {field}: {value}. Please save it",
    "remember {whos} {field}, it's {value}",
    "change {whos} {field} to {value}",
    "keep {whos} {field}: {value}",
    "write down {whos} {field}, {value}",
    "add {value} for {who} as {field}",
    "New {field} for {who}: {value}",
    "record {whos} {field} as {value}",
    "{Who}: {field} {value}, add that",
    "I got {whos} {field}, it is {value}. Add it to contacts",
    "enter {value} as the {field} of {who}",
    "make {value} {whos} {field}",
    "The {field} of {who} is {value}, save that",
]
CREATE = [
    "create a contact for {who}, {field} {value}",
    "add {who} to my contacts, {field} {value}",
    "New contact {who}, {field} {value}",
    "make a contact: {who}, {value}",
    "save {who} with {field} {value}",
    "add a contact named {who} with the {field} {value}",
    "put {who} in my contacts with {field} {value}",
    "I met {who}, {field} {value}, save the contact",
    "add a new contact, {who}, {field} is {value}",
    "save a contact: {who} {value}",
    "store {who} in my address book, {field} {value}",
    "set up a contact for {who}: {field} {value}",
    "register {who} ({value}) in my contacts",
    "keep {who} as a contact with {field} {value}",
    "New person: {who}, {field} {value}",
    "add {who} with {field} {value} as a contact",
    "This is {who}, {field} {value}, save them",
    "put down {who}, {field} {value}",
    "note a new contact, {who}, with {field} {value}",
    "enter {who} into my contacts, {field} {value}",
    "make {who} a contact, {field} {value}",
    "I want {who} in my contacts, {field} {value}",
    "create {who} in my address book, {field} {value}",
    "record {who} as a contact, {field} {value}",
    "file {who} under contacts, {field} {value}",
    "add to contacts: {who}, {field} {value}",
    "A new contact is {who}, {field} {value}",
    "store a contact called {who}, {field} {value}",
]
DELETE = [
    "delete {who} from my contacts",
    "remove {who} from my contacts",
    "delete the contact {who}",
    "get rid of {who} in my contacts",
    "erase {whos} contact",
    "take {who} out of my address book",
    "I don't need {whos} contact any more, delete it",
    "remove the contact for {who}",
    "delete {whos} contact",
    "drop {who} from my contacts",
    "clear {who} from the address book",
    "wipe {who} from my contacts",
    "I no longer know {who}, remove the contact",
    "delete my contact {who}",
    "{who} can go from my contacts",
    "remove {whos} contact",
    "throw {who} out of my contacts",
    "delete {who} as a contact",
    "I want {who} deleted from my contacts",
    "cut {who} from my address book",
    "Contacts: delete {who}",
]
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
        return (
            f"{r.choice([name.split()[0], name.replace(' ', '.'), name.replace(' ', '_')])}@{r.choice(DOMAINS)}".lower()
        )
    if field == "birthday":
        day, month, year = r.randint(1, 28), r.choice(MONTHS), r.randint(1950, 2010)
        return r.choice(
            [f"{day} {month} {year}", f"{month} {day}, {year}", f"{month} {ordinal(day)}", f"{day} {month}"]
        )
    if field == "address":
        return f"{r.choice(STREETS.split(';'))} {r.randint(1, 99)}, {r.choice(CITIES)}"
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
    who = d.rng.choice(d.world.people).name if known else f"{d.lex.pick(FIRST)} {d.lex.pick(LAST)}"
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
