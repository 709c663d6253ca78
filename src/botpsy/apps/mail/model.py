"""Mails and the account they belong to, as values."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

Folder = Literal["inbox", "sent", "drafts", "archive", "trash"]


@dataclass(frozen=True, slots=True)
class Account:
    """Whose mail it is."""

    uid: str
    name: str
    address: str


@dataclass(frozen=True, slots=True)
class Mail:
    """One mail in one folder. `sender`, `to` and `cc` are addresses, `sender_name` is how the sender is shown.

    `folder` is a `Folder`. `at` is aware: when it came, was sent, or was last saved. `answers` is the uid of the mail
    that it answers. Attachments are known by name only.
    """

    uid: str
    folder: str
    sender: str
    sender_name: str
    subject: str
    text: str
    at: datetime
    to: tuple[str, ...] = ()
    cc: tuple[str, ...] = ()
    read: bool = True
    flagged: bool = False
    attachments: tuple[str, ...] = ()
    answers: str = ""
