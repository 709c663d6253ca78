"""A person's calendar, contacts and other apps, from a seed. The same seed gives the same world, however often it is
opened; what an app holds does not depend on which others are opened."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from functools import lru_cache
from itertools import count
from typing import TypeVar
from zoneinfo import ZoneInfo

from botpsy.apps.calendar.model import Event
from botpsy.apps.calendar.simulated import SimulatedCalendar
from botpsy.apps.calendar.tools import CalendarTools
from botpsy.apps.contacts.model import Contact
from botpsy.apps.contacts.simulated import SimulatedContacts
from botpsy.apps.contacts.tools import ContactsTools
from botpsy.apps.resources import MemoryResources, Resource
from botpsy.core.messages import Json
from botpsy.core.task import Split
from botpsy.tasksets.phone.apps import APPS
from botpsy.tasksets.phone.cultures import Cultures
from botpsy.tasksets.phone.lexicon import ZONES, Lexicon
from botpsy.tasksets.phone.vocabulary import ALONE, CITIES, DOMAINS, FIRST, NOTES, PLACES, STREETS, WITH
from botpsy.tools.tool import Toolbox

CORE = ("calendar", "contacts")
R = TypeVar("R", bound=Resource)


@dataclass(frozen=True)
class World:
    """Who the person knows and what is planned, at a moment in their zone."""

    now: datetime
    people: tuple[Contact, ...]
    events: tuple[Event, ...]
    seed: int
    split: Split
    _held: dict[str, tuple[Resource, ...]] = field(default_factory=dict[str, tuple[Resource, ...]], compare=False)
    _stores: dict[str, MemoryResources] = field(default_factory=dict[str, MemoryResources], compare=False)
    cultures: Cultures | None = None

    def open(self, apps: Sequence[str] = CORE) -> OpenWorld:
        """Return a fresh, changeable copy of some apps, with their tools."""
        return OpenWorld(self, apps)

    def resources(self, app: str) -> tuple[Resource, ...]:
        """Return what an app (not calendar or contacts) holds at first."""
        if app not in self._held:
            lex = Lexicon(random.Random(f"{app}-{self.split}-{self.seed}"), self.split, self.cultures)
            self._held[app] = APPS[app].seed(lex, self.people, self.now)
        return self._held[app]

    def store(self, app: str) -> MemoryResources:
        """Return a store of its own of what an app (not calendar or contacts) holds at first."""
        if app not in self._stores:
            self._stores[app] = MemoryResources(self.resources(app))
        return self._stores[app].copy()

    def all(self, app: str, kind: type[R]) -> list[R]:
        """Return what an app holds of one kind, in a stable order."""
        return [r for r in self.resources(app) if isinstance(r, kind)]


class OpenWorld:
    """One world in use: backends, and the tools over them."""

    def __init__(self, world: World, apps: Sequence[str] = CORE) -> None:
        serial = count(1)

        def new_uid() -> str:
            return f"new-{next(serial)}"

        def now() -> datetime:
            return world.now

        self._backends: dict[str, SimulatedCalendar | SimulatedContacts | MemoryResources] = {}
        tools: list[object] = []
        for app in apps:
            if app == "calendar":
                backend = self._backends[app] = SimulatedCalendar(world.events)
                tools.append(CalendarTools(backend, now, new_uid))
            elif app == "contacts":
                backend = self._backends[app] = SimulatedContacts(world.people)
                tools.append(ContactsTools(backend, now, new_uid))
            else:
                backend = self._backends[app] = world.store(app)
                tools.append(APPS[app].tools(backend, now, new_uid))
        self.toolbox = Toolbox.of(*tools)

    def snapshot(self) -> dict[str, Mapping[str, Json]]:
        """Return the state of the open apps as JSON."""
        return {name: backend.snapshot() for name, backend in self._backends.items()}


@lru_cache(maxsize=64)
def make_world(seed: int, split: Split, cultures: Cultures | None = None) -> World:
    """Build a world from values of one split. What it holds does not change; who changes something opens it.

    `cultures`: whose names, streets and cities it has, in place of the vocabulary's. Raises UsageError when the library
    they are from is not installed.
    """
    lex = Lexicon(random.Random(f"world-{split}-{seed}"), split, cultures)
    r = lex.rng
    day = date(2025, 1, 6) + timedelta(days=r.randint(0, 900))
    now = datetime(day.year, day.month, day.day, r.randint(7, 8), r.randint(0, 59), tzinfo=ZoneInfo(r.choice(ZONES)))
    firsts = lex.several(FIRST, 9)
    people = tuple(_person(lex, i, first) for i, first in enumerate(firsts))
    events = tuple(_event(lex, i, title, now) for i, title in enumerate(_titles(lex, people)))
    return World(now, people, events, seed, split, cultures=cultures)


def _person(lex: Lexicon, number: int, first: str) -> Contact:
    r = lex.rng
    last = lex.last(first)
    email = f"{lex.mailbox(first)}.{lex.mailbox(last).replace(' ', '')}@{r.choice(DOMAINS)}".lower()
    return Contact(
        uid=f"person-{number}",
        name=f"{first} {last}",
        phones=(lex.phone(),),
        emails=(email,),
        birthday=date(r.randint(1950, 2005), r.randint(1, 12), r.randint(1, 28)) if r.random() < 0.7 else None,
        address=f"{lex.anywhere(STREETS)} {r.randint(1, 99)}, {lex.anywhere(CITIES)}" if r.random() < 0.7 else "",
        notes=lex.pick(NOTES) if r.random() < 0.2 else "",
    )


def _titles(lex: Lexicon, people: tuple[Contact, ...]) -> list[str]:
    alone = [capital(t) for t in lex.several(ALONE, 6)]
    shared = lex.several(WITH, 3)
    friends = lex.rng.sample(people, 3)
    return alone + [
        capital(bare(what)) + " with " + who.name.split()[0] for what, who in zip(shared, friends, strict=True)
    ]


def _event(lex: Lexicon, number: int, title: str, now: datetime) -> Event:
    r = lex.rng
    start = (now + timedelta(days=r.randint(1, 12))).replace(hour=r.randint(8, 19), minute=r.choice([0, 0, 30, 15]))
    end = start + timedelta(minutes=r.choice([30, 45, 60, 60, 90, 120]))
    return Event(
        uid=f"event-{number}",
        title=title,
        start=start,
        end=end,
        location=lex.pick(PLACES) if r.random() < 0.4 else "",
        rule="FREQ=WEEKLY" if number in (1, 4) else "",
    )


def bare(what: str) -> str:
    """Return a noun without its article: "a call" -> "call"."""
    return what.removeprefix("an ").removeprefix("a ")


def capital(text: str) -> str:
    """Return the text with its first letter large, as titles are kept."""
    return text[:1].upper() + text[1:]
