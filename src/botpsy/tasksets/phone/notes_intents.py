"""Requests about notes, lists, reminders and timers, with what a perfect assistant does."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from botpsy.apps.notes.model import Checklist, Note, Reminder
from botpsy.apps.when import resolve
from botpsy.core.errors import ToolError
from botpsy.tasksets.phone.calendar_intents import ANSWER
from botpsy.tasksets.phone.draft import Draft, Draw, call, on
from botpsy.tasksets.phone.notes_forms import (
    ADD,
    DONE,
    FORGET,
    LOOK,
    MORE,
    NOTE,
    REMIND,
    REMINDERS,
    REMOVE,
    SHOW,
    TICK,
    TIMER,
    TIMER_FOR,
)
from botpsy.tasksets.phone.notes_world import CHORES, ITEMS, LISTS, NOTES, TIMERS
from botpsy.tasksets.phone.world import capital

APPS = ("notes",)

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
