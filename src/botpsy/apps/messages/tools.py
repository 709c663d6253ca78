"""What the model can do with text messages."""

from __future__ import annotations

import re
from dataclasses import replace

from botpsy.apps.app_tools import AppTools
from botpsy.apps.match import words, words_match
from botpsy.apps.messages.model import Status, Text, Thread
from botpsy.apps.pick import one
from botpsy.apps.when import resolve_duration, say
from botpsy.core.errors import ToolError
from botpsy.core.messages import Json
from botpsy.tools.tool import Done, tool

SHOWN = 8
_NUMBER = re.compile(r"\+?[\d\s().\-/]+")


class MessagesTools(AppTools):
    """Tools of text messages."""

    app = "messages"

    @tool("read")
    def list_threads(self, unread_only: bool = False) -> dict[str, Json]:
        """List text threads, the latest first.

        Args:
            unread_only: only those with unread messages
        """
        found = [t for t in self._threads() if t.unread or not unread_only]
        if not found:
            return {"threads": [], "note": "no unread messages" if unread_only else "no threads"}
        content: dict[str, Json] = {"threads": [self._line(t) for t in found[:SHOWN]]}
        if len(found) > SHOWN:
            content["note"] = f"{len(found) - SHOWN} more not shown"
        return content

    @tool("read")
    def read_thread(self, thread: str) -> dict[str, Json]:
        """Show the latest messages of a thread.

        Args:
            thread: person, group or number
        """
        found = self._one(thread)
        if not found.texts:
            return {"thread": found.name, "messages": [], "note": f"no messages with {found.name}"}
        content: dict[str, Json] = {"thread": found.name, "messages": [self._said(t) for t in found.texts[-SHOWN:]]}
        if len(found.texts) > SHOWN:
            content["note"] = f"{len(found.texts) - SHOWN} older ones not shown"
        return content

    @tool("read")
    def search_texts(self, query: str) -> dict[str, Json]:
        """Search the text messages of all threads.

        Args:
            query: words to look for
        """
        if not words(query):
            raise ToolError("say which words to look for")
        hits = [(x.at, self._hit(t, x)) for t in self._threads() for x in t.texts if words_match(query, x.text)]
        if not hits:
            return {"messages": [], "note": f"no message about {query!r}"}
        hits.sort(key=lambda h: h[0], reverse=True)
        content: dict[str, Json] = {"messages": [line for _, line in hits[:SHOWN]]}
        if len(hits) > SHOWN:
            content["note"] = f"{len(hits) - SHOWN} more not shown"
        return content

    @tool("write")
    def send_text(self, to: str, text: str) -> Done:
        """Send a text message; needs signal.

        Args:
            to: person or group of a thread, or phone number
            text: what to write
        """
        if not text.strip():
            raise ToolError("the message is empty; say what to write")
        status = self._status()
        if not status.on:
            raise ToolError("the signal is off, nothing went out; turn it on with switch_signal, then try again")
        if not status.signal:
            raise ToolError("there is no signal here, nothing went out; try again later")
        found = self._thread_of(to)
        new = Text("me", text.strip(), self._now())
        change = self._backend.put(replace(found, texts=(*found.texts, new)))
        return self._done(f"Sent to {found.name}: {new.text}", change)

    @tool("write")
    def mark_thread(self, thread: str, read: bool) -> Done:
        """Mark a thread as read or unread.

        Args:
            thread: person, group or number
            read: true for read, false for unread
        """
        found = self._one(thread)
        if read == (found.unread == 0):
            raise ToolError(f"the thread with {found.name} is already {'read' if read else 'unread'}")
        change = self._backend.put(replace(found, unread=0 if read else 1))
        return self._done(f"Marked {found.name} as {'read' if read else 'unread'}", change)

    @tool("write")
    def mute_thread(self, thread: str, duration: str = "") -> Done:
        """Silence a thread.

        Args:
            thread: person, group or number
            duration: such as "8 hours"; for good if not said
        """
        found = self._one(thread)
        until = self._now() + resolve_duration(duration) if duration.strip() else None
        if found.muted and found.muted_until == until:
            raise ToolError(f"{found.name} is already muted")
        change = self._backend.put(replace(found, muted=True, muted_until=until))
        return self._done(f"Muted {found.name}" + (f" until {say(until, until, self._now())}" if until else ""), change)

    @tool("write")
    def unmute_thread(self, thread: str) -> Done:
        """Let a thread ring again.

        Args:
            thread: person, group or number
        """
        found = self._one(thread)
        if not found.muted:
            raise ToolError(f"{found.name} is not muted")
        return self._done(f"Unmuted {found.name}", self._backend.put(replace(found, muted=False, muted_until=None)))

    @tool("write")
    def rename_group(self, group: str, name: str) -> Done:
        """Give a group thread a new name.

        Args:
            group: its name
            name: new name
        """
        found = self._one(group)
        if len(found.numbers) < 2:
            raise ToolError(f"{found.name} is not a group; only groups can be renamed")
        if not words(name):
            raise ToolError("the group needs a name")
        if any(words(t.name) == words(name) for t in self._threads() if t.uid != found.uid):
            raise ToolError(f"there is already a thread called {name!r}")
        return self._done(
            f"Renamed {found.name} to {name.strip()}", self._backend.put(replace(found, name=name.strip()))
        )

    @tool("write")
    def delete_thread(self, thread: str) -> Done:
        """Delete a thread with all its messages.

        Args:
            thread: person, group or number
        """
        found = self._one(thread)
        return self._done(f"Deleted the thread with {found.name}", self._backend.delete(found))

    @tool("read")
    def check_signal(self) -> dict[str, Json]:
        """Tell whether texts can be sent."""
        status = self._status()
        return {"signal": "off" if not status.on else "good" if status.signal else "none here"}

    @tool("write")
    def switch_signal(self, on: bool) -> Done:
        """Turn the signal for texts on or off.

        Args:
            on: true for on, false for off
        """
        status = self._status()
        if status.on == on:
            raise ToolError(f"the signal is already {'on' if on else 'off'}")
        return self._done(f"Turned the signal {'on' if on else 'off'}", self._backend.put(replace(status, on=on)))

    def _status(self) -> Status:
        return next(iter(self._backend.all(Status)), Status("status"))

    def _threads(self) -> list[Thread]:
        return sorted(self._backend.all(Thread), key=lambda t: (_last(t), t.uid), reverse=True)

    def _one(self, said: str) -> Thread:
        number = _digits(said)
        if number:
            found = [t for t in self._threads() if _digits_of(t) == number]
            if found:
                return found[0]
            raise ToolError(f"no thread with the number {said!r}")
        return one(said, self._threads(), lambda t: t.name, "thread")

    def _thread_of(self, to: str) -> Thread:
        """Return the thread of a name or number; a number without one gets a new one."""
        number = _digits(to)
        if number:
            found = [t for t in self._threads() if _digits_of(t) == number]
            return found[0] if found else Thread(self._new_uid(), number, (number,))
        try:
            return one(to, self._threads(), lambda t: t.name, "thread")
        except ToolError as error:
            if str(error).startswith("no "):
                raise ToolError(f"no thread called {to!r}; look the number up in the contacts, or ask for it") from None
            raise

    def _line(self, thread: Thread) -> str:
        last = f", last {say(at := thread.texts[-1].at, at, self._now())}" if thread.texts else ""
        muted = thread.muted and (thread.muted_until is None or thread.muted_until > self._now())
        marks = [f"{thread.unread} unread"] * bool(thread.unread) + ["muted"] * muted
        return thread.name + (f" ({', '.join(marks)})" if marks else "") + last

    def _hit(self, thread: Thread, text: Text) -> str:
        return self._said(text) if text.sender == thread.name else f"{thread.name}: {self._said(text)}"

    def _said(self, text: Text) -> str:
        return f"{text.sender}, {say(text.at, text.at, self._now())}: {text.text}"


def _last(thread: Thread) -> float:
    return thread.texts[-1].at.timestamp() if thread.texts else 0.0


def _digits(said: str) -> str:
    """Return a phone number as its digits, with a plus where it has one; "" for what is a name.

    Raises ToolError for what looks like a number and is too short or too long for one.
    """
    if not _NUMBER.fullmatch(said.strip()):
        return ""
    digits = re.sub(r"\D", "", said)
    if not digits:
        return ""
    if not 5 <= len(digits) <= 15:
        raise ToolError(f"{said!r} is not a phone number; it needs 5 to 15 digits")
    return ("+" if said.strip().startswith("+") else "") + digits


def _digits_of(thread: Thread) -> str:
    return _digits(thread.numbers[0]) if len(thread.numbers) == 1 else ""
