"""Simulated users. ScriptedUser plays a script; GoalUser answers what it is asked, by rule, and so the same each time.

One that a model plays is in generated_user.py. An environment takes any `User`.
"""

from __future__ import annotations

import random
import re
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, get_args

from botpsy.core.messages import Message

Persona = Literal["terse", "polite", "chatty", "impatient", "forgetful"]
PERSONAS: tuple[Persona, ...] = get_args(Persona)
PATIENCE = {"impatient": 1}  # questions in a row that lead nowhere, after which the person leaves
USUAL_PATIENCE = 3


class User(Protocol):
    """Whoever speaks with the assistant: what they say to its turn, None for nothing more."""

    def reply(self, message: Message) -> Awaitable[str | None] | str | None: ...


@dataclass(frozen=True, slots=True)
class Line:
    """What the user says next, and when: "asked" only if the assistant asked something, "always" otherwise."""

    text: str
    when: Literal["asked", "always"] = "always"


class ScriptedUser:
    """Says its lines in order; a line waiting for a question that is not asked ends the user's part."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._lines = list(lines)

    def reply(self, message: Message) -> str | None:
        """Return what the user says to an assistant turn, None for nothing more."""
        if not self._lines:
            return None
        line = self._lines[0]
        if line.when == "asked" and "?" not in message.content:
            return None
        del self._lines[0]
        return line.text


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing a person is asked for. `about`: the beginnings of words of which a question for it has one, in small
    letters. `value`: what is so, "" where the person does not know. `said`: how they say it, the value alone if ""."""

    name: str
    about: tuple[str, ...]
    value: str
    said: str = ""


@dataclass(frozen=True, slots=True)
class Goal:
    """What a person wants and knows. `wants`: in a sentence; `opening`: their first words; `facts`: what they can be
    asked for."""

    wants: str
    opening: str
    facts: tuple[Fact, ...]
    persona: Persona = "polite"


_CLOSING = re.compile(r"(?i)\b(?:anything else|something else|can i help|may i help|do for you)\b")
_ALL = re.compile(r"(?i)\b(?:details?|more information|the rest|tell me more|what do you know)\b")
_UNKNOWN = {
    "terse": ("Don't know.", "No idea."),
    "polite": ("I am sorry, I don't know that.", "I'm afraid I don't know."),
    "chatty": ("Oh, good question, I really don't know that one.", "Hm, no, that I could not tell you."),
    "impatient": ("I don't know that.", "No idea, go on without it."),
    "forgetful": ("I don't remember that.", "I used to know, but no."),
}
_FRAMES = {
    "terse": ("{}",),
    "polite": ("{}, please.", "{}, thank you."),
    "chatty": ("Ah yes, of course, let me see: {}. It's been quite a day!", "Oh, I should have said so: {}, haha."),
    "impatient": ("{}. Go on.", "{}, and hurry up."),
    "forgetful": ("Wait, what was it... {}.", "Let me look it up... {}."),
}


class GoalUser:
    """A person with a goal who answers the assistant's questions from what they know, in any order.

    A question for a fact is answered with it, one for what is not known with that; all at once if all is asked at
    once. Who is forgetful answers one thing a turn and says nothing of the rest. What leads nowhere (a question about
    nothing they know of, or one answered before) tries the patience: after PATIENCE such turns in a row the person
    leaves. Turns without a question, and offers of more help, end their part.

    The same seed and the same questions give the same answers.

    Example:
        GoalUser(Goal("a call saved", "Save a call.", (Fact("when", ("when",), "noon"),), "terse")).reply(
            Message("assistant", "When is it?")
        )  # "noon"
    """

    def __init__(self, goal: Goal, seed: str | int = 0) -> None:
        self.goal = goal
        self._rng = random.Random(f"person-{seed}")
        self._told: set[str] = set()
        self._useless = 0

    def reply(self, message: Message) -> str | None:
        """Return the answer to an assistant's turn, None when the person has nothing more to say."""
        persona = self.goal.persona
        asked = asked_for(message.content, self.goal.facts)
        if asked is None:
            return None
        fresh = [f for f in asked if f.name not in self._told]
        self._useless = 0 if fresh else self._useless + 1
        if self._useless > PATIENCE.get(persona, USUAL_PATIENCE):
            return None
        if not asked:
            return self._rng.choice(_UNKNOWN[persona])
        due = fresh or asked
        if persona == "forgetful":
            due = due[:1]
        self._told |= {f.name for f in due}
        known = [f.said or f.value for f in due if f.value]
        parts: list[str] = []
        if known:
            parts.append(self._rng.choice(_FRAMES[persona]).format(_listed(known)))
        if len(known) < len(due):
            unknown = [f.name for f in due if not f.value]
            words = self._rng.choice(_UNKNOWN[persona])
            parts.append(words if not known else f"I don't know the {_listed(unknown)}.")
        return " ".join(part[:1].upper() + part[1:] if len(parts) > 1 else part for part in parts)


def asked_for(text: str, facts: Sequence[Fact]) -> list[Fact] | None:
    """Return the facts that the questions of a text ask for, in the order in which they do; all for one about the
    details. None where nothing is asked, or only whether there is more to do."""
    questions = [q for q in re.findall(r"[^.!?\n]*\?", text) if not _CLOSING.search(q)]
    if not questions:
        return None
    found: list[Fact] = []
    for question in questions:
        places = [(at, fact) for fact in facts if (at := _first(question, fact.about)) >= 0]
        found += [fact for _, fact in sorted(places, key=lambda p: p[0]) if fact not in found]
    if not found and any(_ALL.search(q) for q in questions):
        return list(facts)
    return found


def _first(question: str, about: Sequence[str]) -> int:
    """Return where in the question the first of these words begins, -1 for nowhere."""
    hits = [m.start() for word in about if (m := re.search(rf"\b{re.escape(word)}", question, re.IGNORECASE))]
    return min(hits, default=-1)


def _listed(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
