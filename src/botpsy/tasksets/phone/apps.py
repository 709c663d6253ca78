"""The apps of the simulated phone besides calendar and contacts: what each holds at first, and its tools."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from botpsy.apps.contacts.model import Contact
from botpsy.apps.notes.tools import NotesTools
from botpsy.apps.resources import Resource, Resources
from botpsy.tasksets.phone import notes_world
from botpsy.tasksets.phone.lexicon import Lexicon

Seed = Callable[[Lexicon, tuple[Contact, ...], datetime], tuple[Resource, ...]]
Tools = Callable[[Resources, Callable[[], datetime], Callable[[], str]], object]


@dataclass(frozen=True, slots=True)
class AppKind:
    """`seed` draws the resources of a world from its values, people and time; `tools` are opened over a backend."""

    seed: Seed
    tools: Tools


APPS: dict[str, AppKind] = {
    "notes": AppKind(notes_world.seed, NotesTools),
}
