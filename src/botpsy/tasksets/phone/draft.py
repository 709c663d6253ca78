"""A draft of a task: what the person says, and what a perfect assistant does, move by move."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from botpsy.core.messages import Json
from botpsy.core.task import Split
from botpsy.tasksets.phone.forms import Forms, placed
from botpsy.tasksets.phone.lexicon import WEEKDAYS, Lexicon
from botpsy.tasksets.phone.world import World, capital

PATTERNED = 0.6  # how often a training request is in a form that a pattern made
Call = dict[str, Json]  # {"name": ..., "arguments": {...}}


@dataclass(frozen=True, slots=True)
class Draft:
    """`says`: the person's lines, the first opens. `moves`: the reference's turns, each one of

    {"calls": [...]}   the calls of one turn
    {"answer": field}  an answer made from the results; `field` names what was asked of a contact, "" for all
    {"say": text}      these words

    A call that must fail has "fails": True beside name and arguments. An answer with "tell": [...] must contain these
    words, whatever the results are. `apps`: those that must be in view.

    `asks`: words of which one must be in the question that the assistant asks, for tasks where something is missing.
    """

    skill: str
    form: str
    says: tuple[str, ...]
    moves: tuple[Mapping[str, Json], ...]
    asks: tuple[str, ...] = field(default=())
    apps: tuple[str, ...] = ("calendar", "contacts")


class Draw:
    """What an intent draws from: a random generator, a world, values and request forms of one split."""

    def __init__(self, seed: str, world: World, split: Split) -> None:
        self.rng = random.Random(seed)
        self.world = world
        self.split: Split = split
        self.lex = Lexicon(self.rng, split, world.cultures)
        self.form = ""
        self.slots: list[str] = []  # what the forms were filled with, so far

    def request(self, intent: str, forms: Sequence[str], **slots: str) -> str:
        """Return a request in one of this split's forms, dressed as people write. Forms in small letters are commands
        and may take "please" or "can you"; the others stand as they are."""
        form = self._form(intent, forms)
        self.slots += slots.values()
        return self.dress(_filled(form, slots), command=form[0].islower())

    def say(self, intent: str, forms: Sequence[str], **slots: str) -> str:
        """Return a request in one of this split's forms as it stands, for languages that are dressed otherwise."""
        return _filled(self._form(intent, forms), slots)

    def _form(self, intent: str, forms: Sequence[str]) -> str:
        """Pick one of this split's forms, and note which. The train half also uses what the forms' patterns make."""
        more = forms.more if isinstance(forms, Forms) and self.split == "train" else ()
        if more and self.chance(PATTERNED):
            pattern = self.rng.randrange(len(more))
            form, name = self.rng.choice(more[pattern]), f"{intent}/p{pattern}"
        else:
            mine = forms.of(self.split) if isinstance(forms, Forms) else placed(forms, self.split)
            number, form = self.rng.choice(mine)
            name = f"{intent}/{number}"
        self.form = f"{self.form}+{name}" if self.form else name
        return form

    def dress(self, text: str, *, command: bool | None = None) -> str:
        """Return a request with the small words people put around it."""
        r = self.rng
        command = text[0].islower() if command is None else command
        if command:
            before = r.choice(
                [
                    "",
                    "",
                    "",
                    "",
                    "",
                    "please ",
                    "can you ",
                    "could you ",
                    "hey, ",
                    "I need you to ",
                    "ok, ",
                    "would you ",
                ]
            )
            ask = before.startswith(("can", "could", "would"))
            text = before + text
            after = r.choice(["", "", "", " please", ", thanks"] if "please" not in before else [""])
            text += after + ("?" if ask and r.random() < 0.7 else r.choice(["", "", "."]))
        elif not text.endswith(("?", ".", "!")):
            text += r.choice(["", "."])
        if r.random() < 0.75:
            text = capital(text)
        return text

    def chance(self, p: float) -> bool:
        """Return True with probability p."""
        return self.rng.random() < p


def _filled(form: str, slots: dict[str, str]) -> str:
    """Fill a form; a slot's name with a capital stands for its value with one."""
    return form.format(**{capital(k): capital(v) for k, v in slots.items()} | slots)


def call(tool: str, **arguments: Json) -> Call:
    """Return a call as JSON; empty arguments are left out, as a good assistant leaves them."""
    return {"name": tool, "arguments": {k: v for k, v in arguments.items() if v not in ("", False, None)}}


def on(phrase: str) -> str:
    """Return the phrase as it stands in a sentence: "on Friday", "on 4 May", "at 3pm on Friday", but "tomorrow"."""
    first = phrase.split()[0]
    if first in ("tomorrow", "today", "next", "this", "in", "tonight") or phrase.startswith("the day after"):
        return phrase
    if phrase.startswith("the next"):
        return "over " + phrase
    timed = first[0].isdigit() and (":" in first or "m" in first or phrase.split()[1:2] in (["am"], ["pm"], ["on"]))
    if timed or first in ("noon", "half", "quarter") or " o'clock" in " ".join(phrase.split()[:2]):
        return "at " + phrase
    if first.isdigit() and len(phrase.split()) > 1 and phrase.split()[1] in ("tomorrow", "today"):
        return "at " + phrase
    return "on " + phrase


def weekday_of(world: World, day_offset: int) -> str:
    """Return the weekday's name so many days ahead."""
    return WEEKDAYS[(world.now.weekday() + day_offset) % 7]
