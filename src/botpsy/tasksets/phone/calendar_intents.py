"""Requests about events, in many forms, with what a perfect assistant does."""

from __future__ import annotations

from datetime import datetime

from botpsy.apps.calendar.model import Event
from botpsy.core.messages import Json
from botpsy.tasksets.phone.draft import Call, Draft, Draw, call, on
from botpsy.tasksets.phone.lexicon import ALONE, FIRST, MONTHS, PLACES, WITH
from botpsy.tasksets.phone.world import bare, capital

ANSWER: dict[str, Json] = {"answer": ""}

CREATE = [
    "put {what} {w}",
    "add {what} {w}",
    "schedule {what} {w}",
    "I have {what} {w}, add it to my calendar",
    "book {what} {w}",
    "set up {what} {w}",
    "put {what} in my calendar {w}",
    "{What} {w}",
    "create an event for {what} {w}",
    "plan {what} {w}",
    "New event: {what}, {when}",
    "add {what} to my calendar {w}",
    "note {what} {w}",
    "I'm having {what} {w}, can you put that in my calendar?",
    "make an entry for {what} {w}",
    "mark down {what} {w}",
    "pencil in {what} {w}",
    "block time for {what} {w}",
    "get {what} on my calendar {w}",
    "enter {what} in the calendar {w}",
    "make a calendar event called {what} {w}",
    "There's {what} {w}. Please add it",
    "I need {what} on the calendar {w}",
    "save {what} {w} in my agenda",
    "{What} is {w}, put it on the calendar",
    "write down {what} {w}",
    "arrange {what} {w}",
    "log {what} {w}",
    "Don't let me forget {what} {w}, add it to the calendar",
    "Let's do {what} {w}",
    "calendar: {what} {w}",
    "I just agreed to {what} {w}, save it",
    "fix {what} {w}",
    "We said {what} {w}. Put it in",
    "reserve time {w} for {what}",
]
LIST = [
    "What's on my calendar {w}?",
    "What do I have {w}?",
    "show me my events {w}",
    "Do I have anything {w}?",
    "list my appointments {w}",
    "What's happening {w}?",
    "Am I busy {w}?",
    "tell me what's planned {w}",
    "What does my schedule look like {w}?",
    "check my calendar {w}",
    "Anything planned {w}?",
    "What are my plans {w}?",
    "read me my agenda {w}",
    "Is there anything on {w}?",
    "show my schedule {w}",
    "Which meetings do I have {w}?",
    "What's up {w}?",
    "look up what I have {w}",
    "give me my calendar {w}",
    "Am I free {w}?",
    "What am I doing {w}?",
    "go through my day {w}",
    "What else is there {w}?",
    "Tell me about {w}, what do I have?",
    "pull up my agenda {w}",
    "How busy am I {w}?",
    "read out my appointments {w}",
    "Do I need to be anywhere {w}?",
    "What's in the diary {w}",
    "run me through my events {w}",
    "Have I got anything {w}?",
    "list everything {w}",
    "See what I have {w}",
    "open my schedule {w}",
    "Any appointments {w}?",
]
FIND = [
    "When is {event}?",
    "When's {event}?",
    "find {event} in my calendar",
    "What time is {event}?",
    "look up when {event} is",
    "When do I have {event}?",
    "tell me when {event} is",
    "On which day is {event}?",
    "check when {event} takes place",
    "Where in my calendar is {event}?",
    "search my calendar for {event}",
    "At what time does {event} start?",
    "Do you know when {event} is?",
    "When am I going to {event}?",
    "find out when {event} is",
    "Which day is {event}?",
    "What day do I have {event}?",
    "show me when {event} is",
    "Is {event} in my calendar?",
    "How soon is {event}?",
    "remind me when {event} is",
    "What time does {event} begin?",
    "see when {event} is planned",
    "When did I put {event}?",
    "Where and when is {event}?",
    "get the time of {event}",
    "When is {event} supposed to be?",
    "look for {event}",
]
MOVE = [
    "move {event} to {to}",
    "reschedule {event} to {to}",
    "shift {event} to {to}",
    "change {event} to {to}",
    "push {event} to {to}",
    "Can we move {event} to {to}?",
    "make {event} {to} instead",
    "{Event} is now {to}, update it",
    "move {event} over to {to}",
    "put {event} at a new time: {to}",
    "switch {event} to {to}",
    "{Event} has to move to {to}",
    "change the time of {event} to {to}",
    "I need {event} moved to {to}",
    "set {event} to {to}",
    "postpone {event} to {to}",
    "{Event} got rescheduled to {to}",
    "bring {event} to {to}",
    "update {event}: new time {to}",
    "have {event} start {to}",
    "{Event} should be {to}",
    "{Event} moves to {to}, change it",
    "take {event} to {to}",
    "rebook {event} for {to}",
    "I'd rather have {event} {to}",
    "let {event} start {to}",
    "do {event} {to} instead",
    "{Event} at a different time: {to}",
]
SHIFT = [
    "move {event} {by}",
    "push {event} {by}",
    "start {event} {by}",
    "shift {event} {by}",
    "make {event} {by}",
    "Can {event} be {by}?",
    "I want {event} {by}",
    "reschedule {event}, {by}",
    "{Event} needs to be {by}",
    "put {event} {by}",
    "let {event} begin {by}",
    "{Event} should start {by}",
    "change {event} to {by}",
    "have {event} {by}",
    "delay {event}, {by}",
    "Let {event} start {by}.",
    "I'd like {event} to begin {by}",
    "move the start of {event} {by}",
    "{Event}: {by} please",
    "get {event} to start {by}",
    "{Event} will be {by}, update it",
]
RENAME = [
    "rename {event} to {title}",
    "call {event} {title} instead",
    "change the title of {event} to {title}",
    "change the name of {event} to {title}",
    "{Event} should be called {title}",
    "give {event} the name {title}",
    "retitle {event} to {title}",
    "rename my event {event} as {title}",
    "make the title of {event} {title}",
    "update the name of {event} to {title}",
    "set the title of {event} to {title}",
    "{Event} is now called {title}",
    "edit {event} so it is named {title}",
    "I'd like {event} to be titled {title}",
    "name {event} {title}",
    "{Event} gets a new name: {title}",
    "rename {event}, the new title is {title}",
    "retitle {event} as {title}",
    "I want {event} to be called {title}",
    "replace the title of {event} with {title}",
    "{Event} has a new title, {title}",
    "change {event}: call it {title}",
    "relabel {event} {title}",
    "let {event} be called {title}",
    "edit the title of {event}: {title}",
    "swap the name of {event} for {title}",
    "give {event} a new title, {title}",
    "title {event} {title} from now on",
]
PLACE = [
    "move {event} to a new place: {place}",
    "set the location of {event} to {place}",
    "{Event} is at {place}, add that",
    "change the place of {event} to {place}",
    "add {place} as the location of {event}",
    "{Event} takes place at {place}, note it",
    "update {event}: it's at {place} now",
    "The location for {event} is {place}, save it",
    "put {place} down as where {event} is",
    "{Event} will be held at {place}. Update it",
    "make {place} the venue for {event}",
    "have {event} at {place} instead",
    "change where {event} is to {place}",
    "set {place} for {event}",
    "{Event} moved to {place}, change the location",
    "note that {event} is at {place}",
    "Location of {event}: {place}",
    "We meet for {event} at {place}, add that",
    "write {place} as the place of {event}",
    "{Event} happens at {place}, put that in",
    "The venue of {event} is {place}, update it",
    "add the place {place} to {event}",
    "give {event} the location {place}",
    "relocate {event} to {place}",
    "{Event}, at {place}: update it",
    "hold {event} at {place}",
    "enter {place} as the location for {event}",
    "edit {event}, it's at {place}",
]
LENGTH = [
    "make {event} {length} long",
    "{Event} should last {length}",
    "change the length of {event} to {length}",
    "set {event} to take {length}",
    "{Event} will take {length}, update it",
    "extend {event} so it lasts {length}",
    "change {event} so that it takes {length}",
    "let {event} last {length}",
    "update the duration of {event} to {length}",
    "I need {length} for {event}",
    "{Event} is {length} long, fix that",
    "give {event} {length}",
    "set the duration of {event} to {length}",
    "have {event} run for {length}",
    "{Event} lasts {length}, change it",
    "extend {event} to {length}",
    "shorten {event} to {length}",
    "plan {length} for {event}",
    "make {event} last {length}",
    "change how long {event} is: {length}",
    "{Event} only takes {length}, fix it",
    "cut {event} to {length}",
    "set the length of {event}: {length}",
    "keep {event} to {length}",
    "block {length} for {event}",
    "let {event} take {length}",
    "adjust {event} to {length}",
    "{Event} needs {length}, change that",
]
DELETE = [
    "delete {event}",
    "cancel {event}",
    "remove {event}",
    "{Event} is off, delete it",
    "take {event} off my calendar",
    "I can't make {event}, cancel it",
    "drop {event}",
    "get rid of {event}",
    "call off {event}",
    "erase {event} from my calendar",
    "I don't need {event} any more, remove it",
    "scrap {event}",
    "clear {event} from the calendar",
    "{Event} was cancelled, take it out",
    "remove {event} from my schedule",
    "No more {event}, delete it",
    "strike {event}",
    "please cancel {event} for me",
    "delete the entry for {event}",
    "{Event} won't happen. Remove it",
    "unschedule {event}",
]
INVITE = [
    "invite {who} to {event}",
    "add {who} to {event}",
    "send {who} an invite for {event}",
    "include {who} in {event}",
    "ask {who} to join {event}",
    "put {who} on the guest list of {event}",
    "invite {who} along to {event}",
    "{who} should come to {event}, invite them",
    "bring {who} into {event}",
    "make {who} a guest of {event}",
    "add {who} as a guest to {event}",
    "have {who} join {event}",
    "get {who} invited to {event}",
    "I'd like {who} at {event}, send an invitation",
    "{who} wants to come to {event}, invite them",
    "let {who} know about {event} with an invitation",
    "add {who} to the guests of {event}",
    "{who} is coming to {event}, add them",
    "put {who} on {event}",
    "include {who} as a guest of {event}",
    "send an invitation for {event} to {who}",
    "sign {who} up for {event}",
    "see that {who} is invited to {event}",
    "list {who} as attending {event}",
    "send {event} to {who}",
    "make sure {who} is invited to {event}",
    "put {who} down for {event}",
    "I want to invite {who} to {event}",
]
STEPS = ["an hour", "30 minutes", "two hours", "half an hour", "15 minutes", "one day", "a week"]
EVERY = ["every week", "weekly", "every day", "daily", "every month", "monthly", "every year", "yearly"]
SERIES = ["all of the {t} events", "the whole {t} series", "every {t}", "all {t} repeats"]


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
            what = d.lex.pick(ALONE)
            if d.chance(0.25):
                what = f"the {what}"
        if bare(what).removeprefix("the ") not in taken:
            return what


def titled(what: str) -> str:
    """Return the title that is kept for what was said."""
    return capital(bare(what).removeprefix("the "))


def creation(d: Draw) -> tuple[str, Call]:
    """Return a request for a new event and its call."""
    what, when = new_title(d), d.lex.when()
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
        to = d.rng.choice([d.lex.time, d.lex.day, d.lex.when, d.lex.when])()
        text = d.request("move", MOVE, event=named, Event=capital(named), to=to)
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
