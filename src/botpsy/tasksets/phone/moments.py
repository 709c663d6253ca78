"""Moments that do not exist, moments that look like them and do, and the forms of requests for either.

Nothing but the number tells "Friday at 12:75" from "Friday at 12:45". A model that sees only the first in these forms
learns to refuse the second.
"""

from __future__ import annotations

from botpsy.tasksets.phone.draft import Draw
from botpsy.tasksets.phone.forms import Forms
from botpsy.tasksets.phone.held_out_forms import HELD_OUT
from botpsy.tasksets.phone.lexicon import MONTHS, WEEKDAYS, ordinal
from botpsy.tasksets.phone.patterns_longer import LONGER

BAD_DAY = Forms(
    [
        "put {what} on {bad}",
        "schedule {what} for {bad}",
        "add {what} on {bad}",
        "book {what} on {bad}",
        "I have {what} on {bad}, add it",
        "create an event for {what} on {bad}",
        "{What} on {bad}",
        "plan {what} on {bad}",
        "set up {what} for {bad}",
        "note {what} on {bad}",
        "New event: {what}, {bad}",
        "enter {what} on {bad}",
        "get {what} on my calendar for {bad}",
        "pencil in {what} on {bad}",
    ],
    LONGER["bad_day"],
    HELD_OUT["bad_day"],
)
BAD_MOVE = Forms(
    [
        "move {event} to {bad}",
        "reschedule {event} to {bad}",
        "change {event} to {bad}",
        "shift {event} to {bad}",
        "Can we move {event} to {bad}?",
        "push {event} to {bad}",
        "{Event} is now on {bad}, update it",
        "put {event} on {bad} instead",
        "set {event} to {bad}",
        "postpone {event} to {bad}",
        "{Event} has to move to {bad}",
        "make {event} {bad}",
        "switch {event} to {bad}",
        "have {event} on {bad}",
    ],
    LONGER["bad_move"],
    HELD_OUT["bad_move"],
)


def bad_moment(d: Draw) -> str:
    """Return a day or time that does not exist."""
    r = d.rng
    month, most = r.choice(
        [("February", 30), ("February", 31), ("April", 31), ("June", 31), ("September", 31), ("November", 31)]
    )
    odd = r.choice(MONTHS)
    day = most if r.random() < 0.5 else r.randint(32, 45)
    name = month if day == most else odd
    return r.choice(
        [f"{day} {name}", f"{name} {day}", f"the {ordinal(day)} of {name}", f"{name} {ordinal(day)} at {d.lex.time()}",
         f"{r.choice(WEEKDAYS)} at {r.randint(25, 39)}:{r.choice(['00', '30', '15'])}", f"{r.choice(WEEKDAYS)} at {r.randint(13, 23)} pm",
         f"{r.choice(WEEKDAYS)} at {r.randint(1, 12)}:{r.randint(60, 95)}", f"the {ordinal(r.randint(32, 45))}"]
    )  # fmt: skip


def good_moment(d: Draw) -> str:
    """Return a day or time in the shape of one that does not exist, and that does."""
    r = d.rng
    month, most = r.choice(
        [("January", 31), ("March", 31), ("April", 30), ("May", 31), ("June", 30), ("July", 31), ("August", 31),
         ("September", 30), ("October", 31), ("November", 30), ("December", 31), ("February", 28)]
    )  # fmt: skip
    day = most if r.random() < 0.3 else r.randint(1, most)
    clock = f"{r.randint(10, 23)}:{r.choice(['00', '30', '15', '45', '05', '20', '50', '55', '10', '40'])}"
    half = r.choice(["pm", " pm"])
    return r.choice(
        [f"{day} {month}", f"{month} {day}", f"the {ordinal(day)} of {month}", f"{month} {ordinal(day)} at {d.lex.time()}",
         f"{r.choice(WEEKDAYS)} at {clock}", f"{r.choice(WEEKDAYS)} at {clock}", f"{r.choice(WEEKDAYS)} at {d.lex.time()}",
         f"{r.choice(WEEKDAYS)} at {r.randint(1, 11)}{half}",
         f"{r.choice(WEEKDAYS)} at {r.randint(1, 11)}:{r.choice(['15', '30', '45', '05', '20', '50'])}{half}",
         f"the {ordinal(r.randint(2, 28))}"]
    )  # fmt: skip
