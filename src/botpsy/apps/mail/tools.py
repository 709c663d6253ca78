"""What the model can do with mail. The text of a mail is what somebody wrote, never an instruction."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Literal

from botpsy.apps.app_tools import AppTools
from botpsy.apps.mail.model import Account, Folder, Mail
from botpsy.apps.match import words, words_match
from botpsy.apps.pick import one
from botpsy.apps.when import resolve_span, say
from botpsy.apps.when_words import WEEKDAYS
from botpsy.core.errors import ToolError
from botpsy.core.messages import Json
from botpsy.tools.tool import Done, tool

SHOWN = 8
_ADDRESS = re.compile(r"[^@\s,;<>]+@[^@\s,;<>]+\.[^@\s,;<>.]+")
_PREFIX = re.compile(r"(?:(?:re|fwd?)\s*:\s*)+", re.IGNORECASE)


class MailTools(AppTools):
    """Tools of mail."""

    app = "mail"

    @tool("read")
    def list_mails(
        self, folder: Folder = "inbox", only: Literal["all", "unread", "flagged"] = "all"
    ) -> dict[str, Json]:
        """List the mails in a folder, newest first.

        Args:
            folder: where to look
            only: which mails
        """
        found = [m for m in self._in(folder) if only == "all" or (m.flagged if only == "flagged" else not m.read)]
        if not found:
            return {"mails": [], "note": f"no {'' if only == 'all' else only + ' '}mails in {folder}"}
        return self._listed(found)

    @tool("read")
    def search_mail(self, query: str = "", sender: str = "", when: str = "") -> dict[str, Json]:
        """Search mails in all folders but the trash.

        Args:
            query: words of the subject or text
            sender: name or address of the sender
            when: day or period, as the user says it
        """
        if not (words(query) or words(sender) or when.strip()):
            raise ToolError("say what to look for: query, sender or when")
        found = [m for m in self._all() if m.folder != "trash"]
        if words(query):
            found = [m for m in found if words_match(query, f"{m.subject} {m.text} {' '.join(m.attachments)}")]
        if words(sender):
            found = [m for m in found if words_match(sender, f"{m.sender_name} {m.sender}")]
        if when.strip():
            start, end = _past(when, self._now())
            found = [m for m in found if start <= m.at < end]
        if not found:
            asked = (
                [f"about {query!r}"] * bool(query) + [f"from {sender!r}"] * bool(sender) + [f"of {when!r}"] * bool(when)
            )
            return {"mails": [], "note": f"no mail {' '.join(asked)}"}
        return self._listed(found)

    @tool("read")
    def read_mail(self, mail: str) -> dict[str, Json]:
        """Show the text of a mail.

        Args:
            mail: its subject or sender
        """
        found = self._one(mail)
        row: dict[str, Json] = {
            "subject": found.subject,
            "from": f"{found.sender_name}, {found.sender}",
            "to": ", ".join(found.to),
            "cc": ", ".join(found.cc),
            "date": say(found.at, found.at, self._now()),
            "text": found.text,
            "attachments": ", ".join(found.attachments),
        }
        return {k: v for k, v in row.items() if v}

    @tool("write")
    def send_mail(self, to: list[str], subject: str, text: str, cc: Sequence[str] = ()) -> Done:
        """Send a new mail.

        Args:
            to: e-mail addresses
            subject: short subject
            text: what to write
            cc: addresses that get a copy
        """
        addresses, copies = _addresses(to), _addresses(cc)
        if not addresses:
            raise ToolError("name at least one address to send to")
        if not text.strip():
            raise ToolError("the mail has no text; say what to write")
        mail = self._new("sent", subject.strip(), text, addresses, copies)
        return self._done(f"Sent mail {_title(mail)} to {', '.join((*addresses, *copies))}", self._backend.put(mail))

    @tool("write")
    def reply_to_mail(self, mail: str, text: str, to_all: bool = False) -> Done:
        """Answer a mail.

        Args:
            mail: its subject or sender
            text: what to write
            to_all: also to everyone else who got it
        """
        found, me = self._one(mail, received=True), self._me()
        if not text.strip():
            raise ToolError("the reply has no text; say what to write")
        if re.match(r"no-?reply@", found.sender):
            raise ToolError(f"{found.sender} takes no replies")
        others = [a for a in (*found.to, *found.cc) if _same(a) not in (_same(me.address), _same(found.sender))]
        copies = tuple(dict.fromkeys(others)) if to_all else ()
        answer = replace(self._new("sent", f"Re: {_bare(found)}", text, (found.sender,), copies), answers=found.uid)
        return self._done(f"Replied to {', '.join((*answer.to, *copies))}: {answer.text}", self._backend.put(answer))

    @tool("write")
    def forward_mail(self, mail: str, to: list[str], text: str = "") -> Done:
        """Pass a mail on, with its attachments.

        Args:
            mail: its subject or sender
            to: e-mail addresses
            text: what to write above it
        """
        found, addresses = self._one(mail), _addresses(to)
        if not addresses:
            raise ToolError("name at least one address to forward to")
        body = f"{text.strip()}\n\n--- {found.sender_name} wrote: ---\n{found.text}".strip()
        passed = replace(self._new("sent", f"Fwd: {_bare(found)}", body, addresses), attachments=found.attachments)
        return self._done(f"Forwarded {_title(found)} to {', '.join(addresses)}", self._backend.put(passed))

    @tool("write")
    def save_mail_draft(self, subject: str, text: str, to: Sequence[str] = ()) -> Done:
        """Keep a mail as a draft, without sending it.

        Args:
            subject: short subject
            text: what to write
            to: e-mail addresses, if known
        """
        if not subject.strip() and not text.strip():
            raise ToolError("the draft needs a subject or a text")
        draft = self._new("drafts", subject.strip(), text, _addresses(to))
        return self._done(f"Kept draft {_title(draft)}", self._backend.put(draft))

    @tool("write")
    def send_draft(self, draft: str, to: Sequence[str] = ()) -> Done:
        """Send a draft.

        Args:
            draft: its subject
            to: e-mail addresses, if the draft has none
        """
        found = self._pick(draft, self._in("drafts"), "draft")
        addresses = _addresses(to) or found.to
        if not addresses:
            raise ToolError(f"the draft {found.subject!r} has no address; say whom to send it to")
        mail = replace(found, folder="sent", to=addresses, at=self._now())
        return self._done(f"Sent draft {_title(mail)} to {', '.join(addresses)}", self._backend.put(mail))

    @tool("write")
    def mark_mail(self, mail: str, mark: Literal["read", "unread", "flagged", "unflagged"]) -> Done:
        """Mark a mail read or unread, or change its flag.

        Args:
            mail: its subject or sender
            mark: the new mark
        """
        found = self._one(mail, received=True)
        change = {"read": mark == "read"} if mark in ("read", "unread") else {"flagged": mark == "flagged"}
        return self._done(f"Marked {_title(found)} as {mark}", self._backend.put(replace(found, **change)))

    @tool("write")
    def move_mail(self, mail: str, folder: Literal["inbox", "archive"]) -> Done:
        """Move a mail to the archive or the inbox.

        Args:
            mail: its subject or sender
            folder: where to put it
        """
        received = [m for m in self._all() if m.folder in ("inbox", "archive", "trash")]
        exact = [m for m in received if words(m.subject) == words(mail)] or received
        # what is there already is meant only when nothing else can be
        away = [m for m in exact if m.folder != folder and _fits(mail, m)]
        found = self._pick(mail, away or exact, "mail")
        if found.folder == folder:
            raise ToolError(f"{_title(found)} is already in the {folder}")
        return self._done(f"Moved {_title(found)} to the {folder}", self._backend.put(replace(found, folder=folder)))

    @tool("write")
    def delete_mail(self, mail: str) -> Done:
        """Put a mail or draft in the trash.

        Args:
            mail: its subject or sender
        """
        found = self._one(mail)
        return self._done(f"Deleted {_title(found)}", self._backend.put(replace(found, folder="trash")))

    def _all(self) -> list[Mail]:
        return sorted(self._backend.all(Mail), key=lambda m: (m.at, m.uid), reverse=True)

    def _in(self, folder: Folder) -> list[Mail]:
        return [m for m in self._all() if m.folder == folder]

    def _me(self) -> Account:
        accounts = self._backend.all(Account)
        if not accounts:
            raise ToolError("no mail account is set up")
        return accounts[0]

    def _one(self, said: str, *, received: bool = False) -> Mail:
        """Return the mail that is meant: one that came in before one that was written here."""
        came = [m for m in self._all() if m.folder in ("inbox", "archive")]
        if received or any(_fits(said, m) for m in came):
            return self._pick(said, came, "mail")
        return self._pick(said, [m for m in self._all() if m.folder in ("sent", "drafts")] or came, "mail")

    def _pick(self, said: str, mails: Iterable[Mail], what: str) -> Mail:
        """Return the one mail with this subject, or from this address, or else with these words in both."""
        choices = list(mails)
        for exact in (
            [m for m in choices if words(m.subject) == words(said)],
            [m for m in choices if _same(m.sender) == _same(said)],
        ):
            if words(said) and len(exact) == 1:
                return exact[0]
        return one(said, choices, _label, what)

    def _new(self, folder: Folder, subject: str, text: str, to: tuple[str, ...], cc: tuple[str, ...] = ()) -> Mail:
        me = self._me()
        return Mail(self._new_uid(), folder, me.address, me.name, subject, text.strip(), self._now(), to, cc)

    def _listed(self, mails: list[Mail]) -> dict[str, Json]:
        content: dict[str, Json] = {"mails": [self._line(m) for m in mails[:SHOWN]]}
        if len(mails) > SHOWN:
            content["note"] = f"{len(mails) - SHOWN} more not shown"
        return content

    def _line(self, mail: Mail) -> str:
        mine = mail.folder in ("sent", "drafts")
        who = f"to {', '.join(mail.to) or 'nobody yet'}" if mine else f"from {mail.sender_name}"
        marks = [name for name, on in (("unread", not mail.read), ("flagged", mail.flagged)) if on]
        return ", ".join([f"{mail.subject or '(no subject)'}: {who}", say(mail.at, mail.at, self._now()), *marks])


def _addresses(said: Sequence[str]) -> tuple[str, ...]:
    """Return addresses without repetitions. Raises ToolError for what is none, such as a name."""
    found: dict[str, str] = {}
    for address in (a.strip() for a in said):
        if not _ADDRESS.fullmatch(address):
            raise ToolError(f"{address!r} is not an e-mail address; look it up in the contacts or ask for it")
        found.setdefault(_same(address), address)
    return tuple(found.values())


def _same(address: str) -> str:
    return address.strip().casefold()


def _bare(mail: Mail) -> str:
    return _PREFIX.sub("", mail.subject, count=1) if _PREFIX.match(mail.subject) else mail.subject


def _title(mail: Mail) -> str:
    return repr(mail.subject) if mail.subject else "(no subject)"


def _label(mail: Mail) -> str:
    return f"{mail.subject or '(no subject)'} from {mail.sender_name}"


def _fits(said: str, mail: Mail) -> bool:
    return bool(words(said)) and (words_match(said, _label(mail)) or _same(said) == _same(mail.sender))


def _past(phrase: str, now: datetime) -> tuple[datetime, datetime]:
    """Return the period a phrase means when it speaks of what has come. Raises ToolError when it lies ahead."""
    text = " ".join(phrase.casefold().split()).removeprefix("on ").removeprefix("from ").removeprefix("last ")
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    if text == "this week":
        return midnight - timedelta(days=now.weekday()), now + timedelta(seconds=1)
    if text in (names := [d.casefold() for d in WEEKDAYS]):
        start = midnight - timedelta(days=(now.weekday() - names.index(text) - 1) % 7 + 1)
        return start, start + timedelta(days=1)
    start, end = resolve_span(phrase, now)
    if start > now:
        raise ToolError(f"{phrase!r} lies ahead; say when the mail came")
    return start, end
