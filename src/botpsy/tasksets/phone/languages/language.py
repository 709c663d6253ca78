"""What a language brings: how it says days, times and lengths, what people plan, and its request forms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from botpsy.tasksets.phone.forms import Forms

INTENTS = (
    "create", "list", "move", "rename", "place", "length", "delete", "invite", "find_contact", "save_contact",
    "delete_contact",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Language:
    """One language. What is said maps to what the tools are passed, in English: {"vendredi": "Friday"}.

    `days` are phrases for a day with what the language puts before it, `weeks` for longer periods to look at. `sharp`
    and `clock` are how a time of day is said with and without minutes ({h}, {m}), `moment` joins {day} and {time}.
    `meet` are titles with {who}, `plans` are others. `lengths` and `fields` map as days do; `fields` has the contact's
    field for each word. `forms` has the request forms of every intent in INTENTS: {w} a moment, {day} a day or period,
    {event} a title of the calendar, {title} a new one, {place}, {length}, {who}, {field}, {value}.
    """

    code: str
    name: str
    days: Mapping[str, str]
    weeks: Mapping[str, str]
    sharp: Sequence[str]
    clock: Sequence[str]
    moment: str
    meet: Sequence[str]
    plans: Sequence[str]
    lengths: Mapping[str, str]
    fields: Mapping[str, str]
    forms: Mapping[str, Forms]


def forms_of(table: Mapping[str, str]) -> dict[str, Forms]:
    """Read forms, one a line, by intent; lines with alternatives in brackets are patterns, for the train half.

    Raises ValueError for an intent that is missing or unknown.
    """
    if set(table) != set(INTENTS):
        raise ValueError(f"forms of {sorted(table)} are given, of {sorted(INTENTS)} are wanted")
    found: dict[str, Forms] = {}
    for intent, text in table.items():
        lines = [line.strip() for line in text.strip().splitlines()]
        found[intent] = Forms([x for x in lines if "(" not in x], [x for x in lines if "(" in x])
    return found
