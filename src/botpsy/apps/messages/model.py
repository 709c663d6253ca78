"""Text threads and the phone's connection, as values."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Text:
    """One text message; `sender` is a name or number, "me" for the person's own."""

    sender: str
    text: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Thread:
    """The messages with one person or a group, oldest first.

    `name` is the person's or the group's; for a number without a name it is the number. `numbers` are those of the
    others. `muted_until` is aware; a thread that is muted without it is muted for good.
    """

    uid: str
    name: str
    numbers: tuple[str, ...] = ()
    texts: tuple[Text, ...] = ()
    unread: int = 0
    muted: bool = False
    muted_until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Status:
    """`on`: whether the person has the radio on; `signal`: whether there is a network where they are."""

    uid: str
    on: bool = True
    signal: bool = True
