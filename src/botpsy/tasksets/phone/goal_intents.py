"""Tasks of a person who says what they want and keeps the details until asked: in any order, one by one or at once.

The opening names what the person can be asked for; the rest comes from the conversation. What they do not know is left
out of the call. Judged by the state that is left, as all tasks are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, cast

from botpsy.core.messages import Json
from botpsy.core.protocols import Generator
from botpsy.core.task import Task
from botpsy.envs.generated_user import GeneratedUser
from botpsy.envs.user import PERSONAS, Fact, Goal, GoalUser, User
from botpsy.tasksets.phone import calendar_intents as calendar
from botpsy.tasksets.phone import contacts_intents as contacts
from botpsy.tasksets.phone.calendar_intents import ANSWER, some_event, titled
from botpsy.tasksets.phone.draft import Call, Draft, Draw, call
from botpsy.tasksets.phone.vocabulary import PLACES

_ASK = {
    "name": ("name", "who ", "whom", "whose"),
    "phone": ("phone", "number", "telephone"),
    "email": ("email", "e-mail", "mail"),
    "address": ("is the address", "their address", "home address", "live"),
    "birthday": ("birthday", "born", "date of birth"),
    "title": (
        "title",
        "what is it",
        "what's it",
        "called",
        "about",
        "what should",
        "which event",
        "what event",
        "name",
    ),
    "time": ("when", "time", "date", "day"),
    "place": ("where", "place", "location"),
    "length": ("how long", "long", "duration", "length", "last"),
    "event": ("which", "what event", "event", "appointment", "title"),
    "new time": ("when", "time", "date", "day", "move it", "to what"),
}
_QUESTION = {
    "name": "What is the name?", "phone": "What is the phone number?", "email": "What is the email address?",
    "address": "What is the address?", "birthday": "What is the birthday?", "title": "What is it called?",
    "time": "When is it?", "place": "Where is it?", "length": "How long does it last?", "event": "Which event is it?",
    "new time": "When should it be?",
}  # fmt: skip
_WORDS = {"phone": "phone number", "email": "email address", "event": "event", "new time": "new time"}

NEW_EVENT = [
    "I need something put in my calendar. Ask me for the {list}.",
    "Add an event for me, I have the {list} here.",
    "new event please, you can ask me for the {list}",
    "Could you make a calendar entry? I'll give you the {list}.",
    "There is something for my calendar. Get the {list} from me.",
    "Please make an event. I know the {list}, just ask.",
    "I want an event in the calendar, question me about the {list}.",
    "Let's add an appointment, ask away: {list}.",
]
NEW_PERSON = [
    "I met somebody and want to keep their details. Ask me for the {list}.",
    "Save a new contact for me, I can tell you the {list}.",
    "new contact please, ask me for the {list}",
    "Could you add a person to my contacts? I'll give you the {list}.",
    "There is somebody new for my contacts. Get the {list} from me.",
    "Please save somebody. I may know the {list}, just ask.",
    "I want a new contact saved, question me about the {list}.",
    "Let's add someone to the address book, ask away: {list}.",
]
MOVED = [
    "I have to move something in my calendar. Ask me for the {list}.",
    "Something has to be rescheduled, I have the {list} here.",
    "reschedule an event please, you can ask me for the {list}",
    "Could you move an appointment? I'll give you the {list}.",
    "One of my events is at another time now. Get the {list} from me.",
    "Please reschedule something. I know the {list}, just ask.",
    "I want an event moved, question me about the {list}.",
    "Let's move an appointment, ask away: {list}.",
]


@dataclass(frozen=True, slots=True)
class GoalDraft(Draft):
    """A draft whose person answers what is asked; `person`: their goal, as JSON."""

    person: Mapping[str, Json] = field(default_factory=dict[str, Json])


def new_event(d: Draw) -> Draft:
    """An event whose title and time, perhaps place and length, the person gives when asked."""
    title, when = titled(calendar.new_title(d)), d.lex.when()
    facts, arguments = {"title": title, "time": when}, {"title": title, "when": when}
    if d.chance(0.4):
        facts["place"] = arguments["location"] = d.lex.pick(PLACES)
    if d.chance(0.3):
        facts["length"] = arguments["duration"] = d.lex.duration()
    return _draft(d, "goal_event", NEW_EVENT, "an event in the calendar", facts, call("create_event", **arguments))


def new_person(d: Draw) -> Draft:
    """A new contact with one to three details, one of which the person may not know after all."""
    who = d.lex.full_name()
    fields = d.rng.sample(["phone", "email", "address", "birthday"], d.rng.randint(1, 3))
    facts = {"name": who, **{f: contacts.new_value(d, f, who) for f in fields}}
    if len(fields) > 1 and d.chance(0.4):
        facts[fields[-1]] = ""
    known = {f: facts[f] for f in fields if facts[f]}
    return _draft(d, "goal_person", NEW_PERSON, "a new contact", facts, call("save_contact", name=who, **known))


def moved(d: Draw) -> Draft:
    """An event to move; which and where to the person gives when asked."""
    title, when = calendar.spoken(some_event(d).title), d.lex.when()
    facts = {"event": title, "new time": when}
    return _draft(d, "goal_moved", MOVED, "an event moved", facts, call("change_event", event=title, new_when=when))


def _draft(d: Draw, name: str, forms: Sequence[str], wants: str, facts: Mapping[str, str], wanted: Call) -> Draft:
    """Return a draft in which the reference asks for one fact at a time, in a drawn order, and then calls."""
    words = [_WORDS.get(f, f) for f in facts]
    named = f"{', '.join(words[:-1])} and {words[-1]}"
    opening = d.say(name, forms, list=named)
    persona = d.rng.choice(PERSONAS)
    told = tuple(Fact(f, _ASK[f], value) for f, value in facts.items())
    goal = Goal(f"{wants} with these details: {named}", opening, told, persona)
    order = d.rng.sample(list(facts), len(facts))
    moves = (*({"say": _QUESTION[f]} for f in order), {"calls": [wanted]}, ANSWER)
    return GoalDraft("multi_turn", d.form, (opening,), moves, person=asdict(goal))


def goal_of(task: Task) -> Goal:
    """Return the goal of a task's person."""
    row = cast(Mapping[str, Any], task.data["person"])
    facts = tuple(Fact(f["name"], tuple(f["about"]), f["value"], f["said"]) for f in row["facts"])
    return Goal(row["wants"], row["opening"], facts, row["persona"])


def person_of(task: Task, player: Generator | None) -> User:
    """Return the person of a task: played by a model, or by rule where there is none."""
    goal = goal_of(task)
    return GeneratedUser(player, goal) if player else GoalUser(goal, task.id)


GOALS: dict[str, tuple[Callable[[Draw], Draft], int]] = {
    "goal.new_event": (new_event, 5),
    "goal.new_person": (new_person, 4),
    "goal.moved": (moved, 3),
}
