"""A small world for sessions: simulated backends at a fixed time, scripted models, and a person who answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from botpsy.apps.calendar.model import Event
from botpsy.apps.calendar.simulated import SimulatedCalendar
from botpsy.apps.contacts.model import Contact
from botpsy.apps.contacts.simulated import SimulatedContacts
from botpsy.assistant.backends import Apps
from botpsy.assistant.policy import REFUSED, Request
from botpsy.core.errors import BackendError
from botpsy.core.messages import Json, Message, ToolCall
from botpsy.tools.execute import Decision

MADRID = ZoneInfo("Europe/Madrid")
NOW = datetime(2026, 12, 1, 10, 0, tzinfo=MADRID)  # a Tuesday
LUNCH = {"title": "Lunch with Ana", "when": "Friday at 12:30"}
ADDED = "Added Lunch with Ana: Fri 4 Dec 2026, 12:30–13:30"


def call(name: str, /, **arguments: Json) -> ToolCall:
    return ToolCall(name, arguments)


def calls(*made: ToolCall, text: str = "") -> Message:
    return Message("assistant", text, tool_calls=made)


def says(text: str) -> Message:
    return Message("assistant", text)


def event(title: str = "Dentist", uid: str = "d", day: int = 3, hour: int = 9) -> Event:
    start = datetime(2026, 12, day, hour, 0, tzinfo=MADRID)
    return Event(uid, title, start, start + timedelta(hours=1))


class Clock:
    """A clock that tests move."""

    def __init__(self, now: datetime = NOW) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now


def world(*events: Event, clock: Callable[[], datetime] = lambda: NOW) -> Apps:
    contacts = SimulatedContacts([Contact("a", "Ana Ruiz", emails=("ana@example.org",))])
    return Apps(SimulatedCalendar(events), contacts, clock)


def titles(apps: Apps) -> list[str]:
    assert isinstance(apps.calendar, SimulatedCalendar)
    return sorted(e["title"] for e in apps.calendar.snapshot().values())


class Person:
    """An Approver that answers from a list, then yes, and remembers what it was asked. `meanwhile` runs first."""

    def __init__(self, *answers: bool, meanwhile: Callable[[], object] = lambda: None) -> None:
        self._answers = list(answers)
        self._meanwhile = meanwhile
        self.asked: list[list[str]] = []

    async def ask(self, requests: Sequence[Request]) -> list[Decision]:
        self._meanwhile()
        self.asked.append([r.outcome for r in requests])
        answers = [self._answers.pop(0) if self._answers else True for _ in requests]
        return [Decision(a, "" if a else REFUSED) for a in answers]


class Flaky(SimulatedCalendar):
    """A calendar whose `put` fails: before or after the write arrived. With `dead`, nothing answers any more."""

    def __init__(self, *, after: bool = False, dead: bool = False) -> None:
        super().__init__()
        self._after = after
        self._dies = dead
        self.dead = False

    def put(self, event: Event):  # type: ignore[no-untyped-def]
        if self._after:
            super().put(event)
        self.dead = self._dies
        raise BackendError("the calendar server does not answer")

    def get(self, uid: str) -> Event:
        if self.dead:
            raise BackendError("the calendar server does not answer")
        return super().get(uid)
