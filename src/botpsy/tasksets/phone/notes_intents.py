"""Requests about notes, lists, reminders and timers, with what a perfect assistant does."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from botpsy.apps.notes.model import Checklist, Note, Reminder
from botpsy.apps.when import resolve
from botpsy.core.errors import ToolError
from botpsy.tasksets.phone.calendar_intents import ANSWER
from botpsy.tasksets.phone.draft import Draft, Draw, call, on
from botpsy.tasksets.phone.notes_world import CHORES, ITEMS, LISTS, NOTES, TIMERS
from botpsy.tasksets.phone.world import capital

APPS = ("notes",)

REMIND = [
    "remind me to {what} {w}",
    "set a reminder to {what} {w}",
    "I need to {what} {w}, remind me",
    "Can you remind me {w} to {what}?",
    "Reminder: {what} {w}",
    "don't let me forget to {what} {w}",
    "make a reminder {w}: {what}",
    "ping me {w} to {what}",
    "add a reminder to {what} {w}",
    "I have to {what} {w}. Remind me",
    "tell me to {what} {w}",
    "note a reminder {w} to {what}",
    "remember for me: {what} {w}",
    "please remind me to {what} {w}",
    "put in a reminder to {what} {w}",
    "{What} {w}, set a reminder",
    "create a reminder for {w}: {what}",
    "I must {what} {w}, don't let me forget",
    "schedule a reminder to {what} {w}",
    "give me a nudge {w} to {what}",
    "nudge me to {what} {w}",
]
REMINDERS = [
    "What reminders do I have?",
    "show my reminders",
    "list my reminders",
    "Which reminders are open?",
    "What do I need to remember?",
    "read me my reminders",
    "Do I have any reminders?",
    "check my reminders",
    "What's on my reminders?",
    "go through my reminders",
    "tell me my reminders",
    "What did I ask you to remind me of?",
    "open my reminders",
    "see my reminders",
]
DONE = [
    "mark the reminder to {what} as done",
    "I did {what}, tick off the reminder",
    "The reminder to {what} is done",
    "complete the reminder: {what}",
    "check off {what} in my reminders",
    "set the reminder {what} to done",
    "close the reminder to {what}",
    "Finished: {what}, mark that reminder",
    "tick off the reminder {what}",
    "I've taken care of the reminder to {what}, mark it done",
    "Reminder {what}: done",
    "mark {what} done in the reminders",
    "complete the {what} reminder",
    "The {what} reminder can be ticked off",
]
FORGET = [
    "delete the reminder to {what}",
    "remove the reminder {what}",
    "cancel the reminder to {what}",
    "I don't need the reminder to {what}, delete it",
    "drop the reminder: {what}",
    "get rid of the reminder to {what}",
    "take out the reminder to {what}",
    "forget the reminder to {what}",
    "erase the reminder {what}",
    "scrap the {what} reminder",
    "no reminder to {what} any more, delete it",
    "clear the reminder to {what}",
    "delete my {what} reminder",
    "stop reminding me to {what}",
]
ADD = [
    "add {items} to my {name} list",
    "put {items} on the {name} list",
    "I need {items}, put that on the {name} list",
    "{name} list: add {items}",
    "write {items} on my {name} list",
    "get {items} onto the {name} list",
    "Can you add {items} to the {name} list?",
    "note {items} on the {name} list",
    "We're out of {items}, add it to the {name} list",
    "Also {items} for the {name} list",
    "include {items} in my {name} list",
    "stick {items} on the {name} list",
    "My {name} list needs {items}",
    "append {items} to the {name} list",
]
SHOW = [
    "What's on my {name} list?",
    "show me the {name} list",
    "read my {name} list",
    "What is left on the {name} list?",
    "open the {name} list",
    "tell me what's on the {name} list",
    "Is anything on my {name} list?",
    "check the {name} list",
    "list the things on my {name} list",
    "What do I have on the {name} list?",
    "go through the {name} list",
    "see the {name} list",
    "give me my {name} list",
    "look at my {name} list",
]
TICK = [
    "tick off {items} on the {name} list",
    "mark {items} as done on my {name} list",
    "I have {items}, check that off the {name} list",
    "check off {items} from the {name} list",
    "{name} list: {items} done",
    "cross out {items} on the {name} list",
    "I got {items}, tick it on the {name} list",
    "set {items} to done on the {name} list",
    "tick {items} on my {name} list",
    "{items} on the {name} list is done",
    "mark off {items}, {name} list",
    "Done with {items} on the {name} list, mark it",
    "On the {name} list check {items}",
    "strike through {items} on the {name} list",
]
REMOVE = [
    "remove {items} from my {name} list",
    "take {items} off the {name} list",
    "delete {items} from the {name} list",
    "I don't need {items} on the {name} list, remove it",
    "drop {items} from the {name} list",
    "{name} list: remove {items}",
    "get {items} off my {name} list",
    "erase {items} from the {name} list",
    "no {items} on the {name} list please, delete it",
    "clear {items} from my {name} list",
    "strike {items} from the {name} list",
    "pull {items} off the {name} list",
    "remove {items}, {name} list",
    "cut {items} from the {name} list",
]
NOTE = [
    "make a note called {title}: {text}",
    "write a note {title} saying {text}",
    "note down under {title}: {text}",
    "New note {title}: {text}",
    "create a note titled {title} with {text}",
    "start a note, {title}, {text}",
    "take a note: title {title}, text {text}",
    "save a note {title}: {text}",
    "add a note named {title}: {text}",
    "put {text} in a new note called {title}",
    "jot down {text} in a note titled {title}",
    "keep a note {title} with the text {text}",
    "I want a note {title} that says {text}",
    "write this in a new note {title}: {text}",
]
MORE = [
    "add to the note {title}: {text}",
    "append {text} to my note {title}",
    "In the note {title} also write {text}",
    "put {text} into the note {title}",
    "extend the note {title} with {text}",
    "write {text} at the end of the note {title}",
    "To my {title} note add {text}",
    "Note {title}: add {text}",
    "add the line {text} to the note {title}",
    "My note {title} should also say {text}",
    "include {text} in the note {title}",
    "update the note {title}, add {text}",
    "also note under {title}: {text}",
    "attach {text} to the {title} note",
]
LOOK = [
    "What did I note about {title}?",
    "find my note {title}",
    "show me the note {title}",
    "read my note on {title}",
    "What's in the note {title}?",
    "look up my note about {title}",
    "search my notes for {title}",
    "open the note {title}",
    "Do I have a note about {title}?",
    "pull up the {title} note",
    "get me the note {title}",
    "tell me what my note {title} says",
    "bring up my note {title}",
    "What does the note {title} say?",
]
TIMER = [
    "set a timer for {length}",
    "start a timer for {length}",
    "Timer {length}",
    "count down {length}",
    "give me {length} on the timer",
    "start a {length} timer please",
    "I need a timer for {length}",
    "Can you time {length}?",
    "run a timer of {length}",
    "put on a timer, {length}",
    "let a timer run for {length}",
    "set the clock for {length}",
    "begin a countdown of {length}",
    "time {length} for me",
]
TIMER_FOR = [
    "set a {label} timer for {length}",
    "start a timer for the {label}, {length}",
    "{label} timer, {length}",
    "time the {label} for {length}",
    "put on a {label} timer of {length}",
    "I need {length} for the {label}, start a timer",
    "set {length} for {label}",
    "run a timer called {label} for {length}",
    "count down {length} for the {label}",
    "give the {label} a timer of {length}",
    "make a {label} timer: {length}",
    "let the {label} timer run {length}",
    "start {length} for {label}",
    "begin a {label} countdown of {length}",
]
LENGTHS = (
    "10 minutes",
    "5 minutes",
    "half an hour",
    "25 minutes",
    "two hours",
    "90 seconds",
    "an hour",
    "12 minutes",
    "45 minutes",
    "3 minutes",
)


def listed(items: list[str]) -> str:
    """Return "a", "a and b", "a, b and c"."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"


def remind(d: Draw) -> Draft:
    """A reminder at a time."""
    what = d.lex.some(CHORES, 1)[0]
    while True:
        when = d.lex.when()
        try:
            start = resolve(when, d.world.now).start
        except ToolError:
            continue
        if isinstance(start, datetime) and start > d.world.now:
            break
    text = d.request("remind", REMIND, what=what, What=capital(what), w=on(when))
    return Draft(
        "single", d.form, (text,), ({"calls": [call("set_reminder", text=what, when=when)]}, ANSWER), apps=APPS
    )


def reminders(d: Draw) -> Draft:
    """All open reminders."""
    text = d.request("reminders", REMINDERS)
    tell = [r.text for r in d.world.all("notes", Reminder) if not r.done]
    return Draft(
        "single", d.form, (text,), ({"calls": [call("list_reminders")]}, {"answer": "", "tell": tell}), apps=APPS
    )


def finish(d: Draw) -> Draft:
    """A reminder done, or deleted."""
    what = d.rng.choice(d.world.all("notes", Reminder)).text
    if d.chance(0.5):
        text = d.request("done", DONE, what=what)
        wanted = call("complete_reminder", reminder=what)
    else:
        text = d.request("forget", FORGET, what=what)
        wanted = call("delete_reminder", reminder=what)
    return Draft("single", d.form, (text,), ({"calls": [wanted]}, ANSWER), apps=APPS)


def add_items(d: Draw) -> Draft:
    """One to three things for a list that is there, or for a new one."""
    known = d.world.all("notes", Checklist)
    name = d.rng.choice(known).name if d.chance(0.7) else d.lex.some(LISTS, 1)[0]
    taken = {i for c in known for i in c.items}
    items = [i for i in d.lex.some(ITEMS, 12) if i not in taken][: d.rng.choice([1, 1, 2, 3])] or ["salt"]
    text = d.request("add", ADD, items=listed(items), name=name)
    return Draft(
        "single", d.form, (text,), ({"calls": [call("add_to_list", name=name, items=list(items))]}, ANSWER), apps=APPS
    )


def show_list(d: Draw) -> Draft:
    """What is on a list."""
    found = d.rng.choice(d.world.all("notes", Checklist))
    text = d.request("show", SHOW, name=found.name)
    tell = [i for i in found.items if i not in found.done]
    return Draft(
        "single",
        d.form,
        (text,),
        ({"calls": [call("show_list", name=found.name)]}, {"answer": "", "tell": tell}),
        apps=APPS,
    )


def off_list(d: Draw) -> Draft:
    """Things ticked off, or taken off a list."""
    found = d.rng.choice(d.world.all("notes", Checklist))
    open_items = [i for i in found.items if i not in found.done]
    items = d.rng.sample(open_items, min(len(open_items), d.rng.choice([1, 1, 2])))
    tool, forms = d.rng.choice([("tick_off", TICK), ("remove_from_list", REMOVE)])
    text = d.request(tool, forms, items=listed(items), name=found.name)
    return Draft(
        "single", d.form, (text,), ({"calls": [call(tool, name=found.name, items=list(items))]}, ANSWER), apps=APPS
    )


def write_note(d: Draw) -> Draft:
    """A new note, or more text for one that is there."""
    _, body = d.lex.some(NOTES, 1)[0]
    if d.chance(0.5):
        taken = {n.title for n in d.world.all("notes", Note)}
        free = [t for t, _ in NOTES if t not in taken]
        title = d.rng.choice(free)
        text = d.request("note", NOTE, title=title, text=body)
        wanted = call("create_note", title=title, text=body)
    else:
        note = d.rng.choice(d.world.all("notes", Note))
        text = d.request("more", MORE, title=note.title, text=body)
        wanted = call("add_to_note", note=note.title, text=body)
    return Draft("single", d.form, (text,), ({"calls": [wanted]}, ANSWER), apps=APPS)


def read_note(d: Draw) -> Draft:
    """A note looked up by its title."""
    note = d.rng.choice(d.world.all("notes", Note))
    text = d.request("look", LOOK, title=note.title)
    return Draft(
        "single",
        d.form,
        (text,),
        ({"calls": [call("find_notes", query=note.title)]}, {"answer": "", "tell": [note.text]}),
        apps=APPS,
    )


def timer(d: Draw) -> Draft:
    """A timer, with or without a name."""
    length = d.rng.choice(LENGTHS)
    if d.chance(0.5):
        text = d.request("timer", TIMER, length=length)
        wanted = call("start_timer", duration=length)
    else:
        label = d.lex.some(TIMERS, 1)[0]
        text = d.request("timer_for", TIMER_FOR, label=label, length=length)
        wanted = call("start_timer", duration=length, label=label)
    return Draft("single", d.form, (text,), ({"calls": [wanted]}, ANSWER), apps=APPS)


def two_things(d: Draw) -> Draft:
    """A reminder and something for a list in one breath: two calls that do not need each other."""
    first, second = remind(d), add_items(d)
    joined = d.rng.choice(["{} And {}", "{} Also, {}", "{} Then {}"])
    one, other = first.says[0].rstrip(".?!"), second.says[0]
    text = joined.format(one + ".", other[:1].lower() + other[1:])
    calls = [*first.moves[0]["calls"], *second.moves[0]["calls"]]
    return Draft("parallel", d.form, (text,), ({"calls": calls}, ANSWER), apps=APPS)


def no_time(d: Draw) -> Draft:
    """A reminder without a time: ask, and set it when told."""
    what = d.lex.some(CHORES, 1)[0]
    opening = d.rng.choice(
        ["remind me to {what}", "set a reminder to {what}", "I need a reminder to {what}", "make a reminder: {what}"]
    )
    d.form = f"no_time/{opening}"
    text = d.dress(opening.format(what=what))
    ask = {"say": "When should I remind you?"}
    asks = ("when", "what time", "which day", "what day")
    if d.chance(0.5):
        return Draft("no_call", d.form, (text,), (ask,), asks, apps=APPS)
    then = remind(d)
    when = then.moves[0]["calls"][0]["arguments"]["when"]
    calls = [call("set_reminder", text=what, when=when)]
    return Draft("multi_turn", d.form, (text, on(when)), (ask, {"calls": calls}, ANSWER), asks, apps=APPS)


def missing_note(d: Draw) -> Draft:
    """A note or list that is not there: the tool fails, and the answer says so."""
    taken = {n.title for n in d.world.all("notes", Note)}
    title = d.rng.choice([t for t, _ in NOTES if t not in taken])
    body = d.lex.some(NOTES, 1)[0][1]
    text = d.request("more", MORE, title=title, text=body)
    wanted = {**call("add_to_note", note=title, text=body), "fails": True}
    return Draft("single", d.form, (text,), ({"calls": [wanted]}, ANSWER), apps=APPS)


INTENTS: dict[str, tuple[Callable[[Draw], Draft], int]] = {
    "remind": (remind, 10),
    "reminders": (reminders, 4),
    "finish": (finish, 6),
    "add_items": (add_items, 10),
    "show_list": (show_list, 5),
    "off_list": (off_list, 8),
    "write_note": (write_note, 8),
    "read_note": (read_note, 5),
    "timer": (timer, 8),
    "two_things": (two_things, 5),
    "no_time": (no_time, 6),
    "missing_note": (missing_note, 3),
}
