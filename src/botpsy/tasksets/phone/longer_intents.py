"""Requests that take more than one call or more than one turn."""

from __future__ import annotations

from botpsy.tasksets.phone import calendar_intents as calendar
from botpsy.tasksets.phone import contacts_intents as contacts
from botpsy.tasksets.phone.calendar_intents import ANSWER, mention, some_event, titled
from botpsy.tasksets.phone.contacts_intents import FIELDS, person_with, whos
from botpsy.tasksets.phone.draft import Draft, Draw, call, on
from botpsy.tasksets.phone.lexicon import PLACES
from botpsy.tasksets.phone.world import capital

TWO_NEW = [
    "add {a} {wa} and {b} {wb}",
    "put {a} {wa} and {b} {wb} in my calendar",
    "schedule {a} {wa} and {b} {wb}",
    "I have {a} {wa} and {b} {wb}, add both",
    "book {a} {wa}, and also {b} {wb}",
    "Two things: {a} {wa} and {b} {wb}. Put them in",
    "plan {a} {wa} plus {b} {wb}",
    "{A} {wa}. And {b} {wb}. Add them please",
    "create events for {a} {wa} and {b} {wb}",
    "set up {a} {wa} as well as {b} {wb}",
    "note {a} {wa} and then {b} {wb}",
    "add these: {a} {wa}; {b} {wb}",
    "put in {a} {wa}, then {b} {wb}",
    "enter both {a} {wa} and {b} {wb}",
    "I need two entries: {a} {wa} and {b} {wb}",
    "add {a} {wa}. Also add {b} {wb}",
    "put {a} {wa} and also {b} {wb} on my calendar",
    "make two events, {a} {wa} and {b} {wb}",
    "save {a} {wa} and {b} {wb}",
    "schedule both {a} {wa} and {b} {wb}",
    "get {a} {wa} and {b} {wb} in the calendar",
    "I've got {a} {wa} and {b} {wb}, put them in",
    "add {a} {wa}; also {b} {wb}",
    "book {a} {wa} and {b} {wb}",
    "calendar these two: {a} {wa}, {b} {wb}",
    "New events: {a} {wa} and {b} {wb}",
    "write down {a} {wa} and {b} {wb}",
    "First {a} {wa}, then {b} {wb}, add both",
]
TWO_GONE = [
    "delete {a} and {b}",
    "cancel {a} and {b}",
    "remove both {a} and {b}",
    "take {a} and {b} off my calendar",
    "I can't make {a} or {b}, cancel them",
    "drop {a} and also {b}",
    "get rid of {a} and {b}",
    "clear {a} and {b}",
    "{A} and {b} are off, delete them",
    "cancel {a}, and {b} too",
    "scrap {a} and {b}",
    "call off {a} and {b}",
    "remove {a} as well as {b}",
    "strike {a} and {b}",
    "delete both {a} and {b}",
    "delete {a}, also {b}",
    "cancel both {a} and {b}",
    "take out {a} and {b}",
    "{A} and {b} were cancelled, remove them",
    "erase {a} and {b}",
    "remove {a}. Delete {b} as well",
    "I don't need {a} or {b} any more, delete them",
    "get {a} and {b} off my calendar",
    "kill {a} and {b}",
    "delete two events: {a} and {b}",
    "cancel {a} plus {b}",
    "throw out {a} and {b}",
    "No {a} and no {b}, remove both",
]
TWO_PEOPLE = [
    "What are the {field}s of {a} and {b}?",
    "find the {field}s of {a} and {b}",
    "give me {whosa} and {whosb} {field}",
    "look up the {field} of {a} and of {b}",
    "I need the {field}s for {a} and {b}",
    "tell me the {field}s of both {a} and {b}",
    "show me {whosa} {field} and {whosb} {field}",
    "What's the {field} of {a}, and of {b}?",
    "get the {field} of {a} and {b}",
    "check {whosa} and {whosb} {field}",
    "read me the {field} of {a} and the one of {b}",
    "fetch {field}s: {a} and {b}",
    "pull up the {field} of {a} and {b}",
    "Do you have the {field}s of {a} and {b}?",
    "I need {whosa} {field} and {whosb}",
    "look up {whosa} and {whosb} {field}",
    "What is {whosa} {field}, and {whosb}?",
    "find {whosa} {field} and also {whosb} {field}",
    "give me the {field} of {a} and {b}",
    "get {whosa} {field} and {whosb} {field}",
    "tell me {whosa} and {whosb} {field}",
    "look for the {field} of {a} and {b}",
    "Which {field} do {a} and {b} have?",
    "show the {field} of both {a} and {b}",
    "search for {whosa} {field} and {whosb} {field}",
    "bring up {whosa} {field}, then {whosb}",
    "Can I have the {field} of {a} and {b}?",
    "read out the {field} of {a} and {b}",
]
BIRTHDAY = [
    "put {whos} birthday in my calendar every year",
    "add {whos} birthday to the calendar, yearly",
    "save {whos} birthday as a yearly event",
    "make a yearly event for {whos} birthday",
    "I want {whos} birthday in my calendar each year",
    "enter {whos} birthday, repeating every year",
    "note {whos} birthday in the calendar every year",
    "create a yearly reminder event for {whos} birthday",
    "get {whos} birthday on the calendar, every year",
    "add {whos} birthday as an event that repeats yearly",
    "schedule {whos} birthday each year",
    "have {whos} birthday in my calendar yearly",
    "keep {whos} birthday as a yearly entry",
    "put {whos} birthday down as yearly",
    "add a yearly event for {whos} birthday",
    "{Whos} birthday should be in my calendar every year",
    "remember {whos} birthday in the calendar each year",
    "put in {whos} birthday, yearly",
    "look up {whos} birthday and add it every year",
    "set {whos} birthday as a yearly event",
    "save {whos} birthday to the calendar, every year",
    "mark {whos} birthday each year",
    "write {whos} birthday in the calendar, yearly",
    "find {whos} birthday and put it in as yearly",
    "log {whos} birthday as a repeating yearly event",
    "make {whos} birthday repeat every year in my calendar",
    "plan {whos} birthday every year",
    "calendar {whos} birthday, every year",
]
AT_HOME = [
    "add {what} {w} at {whos} place",
    "schedule {what} {w} at {whos} address",
    "put {what} {w}, it's at {whos} home",
    "book {what} {w} at {whos} house",
    "plan {what} {w} at {whos} place",
    "{What} {w} at {whos} place, add it with the address",
    "set up {what} {w} at {whos} home address",
    "I have {what} {w} at {whos} house, put it in with the address",
    "create {what} {w} at {whos} address",
    "enter {what} {w}, location is {whos} home",
    "add {what} {w} at {whos} flat, look up the address",
    "note {what} {w} at {whos}",
    "pencil in {what} {w} at {whos} home",
    "arrange {what} {w} at {whos} address",
    "{What} {w} at {whos} house, add it",
    "put {what} {w} at {whos} address",
    "make an event for {what} {w} at {whos} place",
    "save {what} {w} at {whos} home",
    "get {what} on the calendar {w}, at {whos} house",
    "We have {what} {w} at {whos} place. Add it",
    "add {what} {w}, it is at {whos} home address",
    "schedule {what} {w} over at {whos} place",
    "mark {what} {w} at {whos} home",
    "block {what} {w} at {whos} house",
    "log {what} {w} at {whos} place",
    "organise {what} {w} at {whos} home",
    "{What} {w}, at {whos} address. Put it in",
    "note down {what} {w} at {whos} house",
]
NO_TIME = [
    "put {what} in my calendar",
    "schedule {what}",
    "add {what} to my calendar",
    "book {what}",
    "create an event for {what}",
    "I need {what} on the calendar",
    "set up {what}",
    "plan {what}",
    "make an appointment for {what}",
    "add an event: {what}",
    "I want to schedule {what}",
    "Can we put {what} in the calendar?",
    "get {what} on my calendar",
    "New event: {what}",
    "arrange {what}",
    "enter {what} in my agenda",
    "note {what} in the calendar",
    "pencil in {what}",
    "reserve time for {what}",
    "block time for {what}",
    "calendar {what}",
    "create {what}",
    "fix {what}",
    "make time for {what}",
    "get me {what} in the diary",
    "Please add {what}.",
    "organise {what}",
    "I'd like to plan {what}",
    "save {what} in the calendar",
    "mark {what}",
    "I want {what} added",
    "put down {what}",
    "set a date for {what}",
    "find a slot for {what}",
    "log {what} in my calendar",
]
NO_VALUE = [
    "save {whos} {field}",
    "add {whos} {field} to my contacts",
    "store {whos} {field}",
    "note {whos} {field}",
    "I want to save {whos} {field}",
    "update {whos} {field}",
    "change {whos} {field}",
    "put {whos} {field} in my contacts",
    "set {whos} {field}",
    "I have a new {field} for {who}",
    "record {whos} {field}",
    "{Who} has a new {field}",
    "enter {whos} {field}",
    "keep {whos} {field}",
    "write down {whos} {field}",
    "{Who} gave me a {field}, save it",
    "{Who} changed the {field}",
    "edit {whos} {field}",
    "add a {field} for {who}",
    "I got {whos} {field}",
    "give {who} a new {field}",
    "log {whos} {field}",
    "replace {whos} {field}",
    "put down {whos} {field}",
    "fill in {whos} {field}",
    "I'd like to add {whos} {field}",
    "make a note of {whos} {field}",
    "There is a new {field} for {who}",
]
NO_TARGET = [
    "move {event}",
    "reschedule {event}",
    "I need to move {event}",
    "{Event} has to be rescheduled",
    "change the time of {event}",
    "Can we move {event}?",
    "shift {event} to another time",
    "postpone {event}",
    "push {event} back to another day",
    "find another time for {event}",
    "I have to reschedule {event}",
    "move {event} to a different time",
    "Let's change when {event} is",
    "{Event} needs a new time",
    "rebook {event}",
    "I want {event} at another time",
    "{Event} doesn't suit me, move it",
    "put {event} on a different day",
    "switch {event} to another day",
    "delay {event}",
    "set a new time for {event}",
    "I'd like to change when {event} is",
    "bring {event} forward",
    "reschedule {event} for me",
    "{Event} can't stay where it is, move it",
    "pick another day for {event}",
    "shift {event} around",
    "give {event} a new date",
]
REPLY_WHEN = [
    "{w}",
    "{w}",
    "{w} please",
    "make it {when}",
    "let's say {when}",
    "{when}",
    "How about {w}?",
    "it's {w}",
    "{w}, thanks",
    "{w} works",
    "maybe {when}",
    "for {when}",
    "{when} would be good",
    "I think {when}",
]
REPLY_VALUE = [
    "{v}",
    "{v}",
    "it's {v}",
    "it is {v}",
    "The {field} is {v}",
    "{v} please",
    "sure, {v}",
    "that would be {v}",
    "here: {v}",
    "{v}, thanks",
    "use {v}",
    "{v} it is",
    "take {v}",
    "write {v}",
]
THEN_PLACE = [
    "add the location {place}",
    "it's at {place}",
    "and it's at {place}",
    "put {place} as the location",
    "Oh, and it takes place at {place}",
    "the place is {place}",
    "location: {place}",
    "make that at {place}",
    "We meet at {place}",
    "set the place to {place}",
    "add that it's at {place}",
    "also, it's at {place}",
    "at {place}",
    "I forgot, it is at {place}",
    "location is {place}",
    "it will be at {place}",
    "the venue is {place}",
    "set {place} as the place",
    "it's happening at {place}",
    "note the place: {place}",
    "add {place} as the location",
]
THEN_SHIFT = [
    "make it {by}",
    "actually, {by}",
    "hmm, {by} please",
    "Can it be {by}?",
    "move it {by}",
    "no, {by}",
    "sorry, {by}",
    "push it {by}",
    "on second thought, {by}",
    "start it {by}",
    "better {by}",
    "shift it {by}",
    "let's do {by}",
    "I meant {by}",
    "make that {by}",
    "change it, {by}",
    "could you make it {by}",
    "it should be {by}",
    "set it {by}",
    "oh wait, {by}",
    "no, make it {by}",
]
THEN_GONE = [
    "cancel it",
    "delete it again",
    "actually, remove it",
    "never mind, delete it",
    "take it off again",
    "no, cancel that",
    "remove it please",
    "forget it, delete it",
    "scrap it",
    "drop it again",
    "please cancel that one",
    "undo that, delete it",
    "get rid of it",
    "I changed my mind, delete it",
    "cancel that",
    "delete it",
    "delete that event",
    "remove that",
    "please remove it again",
    "no, delete it",
    "take that off my calendar",
]
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
