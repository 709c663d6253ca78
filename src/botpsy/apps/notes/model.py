"""Notes, lists, reminders and timers, as values."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Note:
    """A text with a title."""

    uid: str
    title: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Checklist:
    """A named list; what is in `done` is ticked off and stays in `items`."""

    uid: str
    name: str
    items: tuple[str, ...] = ()
    done: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reminder:
    """Something to be told of at an aware time."""

    uid: str
    text: str
    due: datetime
    done: bool = False


@dataclass(frozen=True, slots=True)
class Timer:
    """A running timer; `ends` is aware."""

    uid: str
    ends: datetime
    label: str = ""
