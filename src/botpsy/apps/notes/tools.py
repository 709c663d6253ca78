"""What the model can do with notes, lists, reminders and timers."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from botpsy.apps.app_tools import AppTools
from botpsy.apps.match import words, words_match
from botpsy.apps.notes.model import Checklist, Note, Reminder, Timer
from botpsy.apps.pick import one
from botpsy.apps.when import resolve, resolve_duration, resolve_span, say
from botpsy.core.errors import ToolError
from botpsy.core.messages import Json
from botpsy.tools.tool import Done, tool


class NotesTools(AppTools):
    """Tools of notes, lists, reminders and timers."""

    app = "notes"

    @tool("read")
    def find_notes(self, query: str) -> dict[str, Json]:
        """Search notes by words of their title or text.

        Args:
            query: words to look for
        """
        found = [n for n in self._backend.all(Note) if words_match(query, f"{n.title} {n.text}")]
        if not found:
            return {"notes": [], "note": f"no note about {query!r}"}
        return {"notes": [{"title": n.title, "text": n.text} for n in found[:5]]}

    @tool("write")
    def create_note(self, title: str, text: str = "") -> Done:
        """Write a new note.

        Args:
            title: short title
            text: what to write
        """
        if not title.strip():
            raise ToolError("the note needs a title")
        note = Note(self._new_uid(), title.strip(), text.strip())
        return self._done(f"Added note {note.title}", self._backend.put(note))

    @tool("write")
    def add_to_note(self, note: str, text: str) -> Done:
        """Add text to the end of a note.

        Args:
            note: its title
            text: what to add
        """
        found = one(note, self._backend.all(Note), lambda n: n.title, "note")
        change = self._backend.put(replace(found, text=f"{found.text}\n{text.strip()}".strip()))
        return self._done(f"Added to note {found.title}: {text.strip()}", change)

    @tool("write")
    def delete_note(self, note: str) -> Done:
        """Delete a note.

        Args:
            note: its title
        """
        found = one(note, self._backend.all(Note), lambda n: n.title, "note")
        return self._done(f"Deleted note {found.title}", self._backend.delete(found))

    @tool("read")
    def show_list(self, name: str) -> dict[str, Json]:
        """Show what is on a list.

        Args:
            name: name of the list, such as "shopping"
        """
        found = one(name, self._backend.all(Checklist), lambda c: c.name, "list")
        return {"list": found.name, "open": [i for i in found.items if i not in found.done], "ticked": list(found.done)}

    @tool("write")
    def add_to_list(self, name: str, items: list[str]) -> Done:
        """Put things on a list; a list that is not there is made.

        Args:
            name: name of the list, such as "shopping"
            items: what to add
        """
        new = [i.strip() for i in items if i.strip()]
        if not new or not words(name):
            raise ToolError("name a list, and at least one thing to add")
        lists = [c for c in self._backend.all(Checklist) if words(c.name) == words(name)]
        old = lists[0] if lists else Checklist(self._new_uid(), name.strip())
        known = {tuple(words(i)) for i in old.items if i not in old.done}
        added = tuple(i for i in new if tuple(words(i)) not in known)
        if not added:
            raise ToolError(f"already on the {old.name} list: {', '.join(new)}")
        # what was ticked off and is wanted again is open again
        again = {tuple(words(i)) for i in added}
        kept = tuple(i for i in old.items if tuple(words(i)) not in again)
        done = tuple(i for i in old.done if tuple(words(i)) not in again)
        change = self._backend.put(replace(old, items=kept + added, done=done))
        return self._done(f"Added to the {old.name} list: {', '.join(added)}", change)

    @tool("write")
    def tick_off(self, name: str, items: list[str]) -> Done:
        """Mark things on a list as done.

        Args:
            name: name of the list
            items: what is done
        """
        found = one(name, self._backend.all(Checklist), lambda c: c.name, "list")
        left = [i for i in found.items if i not in found.done]
        ticked = tuple(one(i, left, str, f"thing on the {found.name} list") for i in items)
        if not ticked:
            raise ToolError("say what is done")
        change = self._backend.put(replace(found, done=(*found.done, *dict.fromkeys(ticked))))
        return self._done(f"Ticked off on the {found.name} list: {', '.join(ticked)}", change)

    @tool("write")
    def remove_from_list(self, name: str, items: list[str]) -> Done:
        """Take things off a list.

        Args:
            name: name of the list
            items: what to remove
        """
        found = one(name, self._backend.all(Checklist), lambda c: c.name, "list")
        gone = [one(i, found.items, str, f"thing on the {found.name} list") for i in items]
        if not gone:
            raise ToolError("say what to remove")
        left = replace(
            found,
            items=tuple(i for i in found.items if i not in gone),
            done=tuple(i for i in found.done if i not in gone),
        )
        return self._done(f"Removed from the {found.name} list: {', '.join(gone)}", self._backend.put(left))

    @tool("read")
    def list_reminders(self, when: str = "") -> dict[str, Json]:
        """List open reminders.

        Args:
            when: day or period, as the user says it; all of them if not said
        """
        now = self._now()
        found = sorted((r for r in self._backend.all(Reminder) if not r.done), key=lambda r: r.due)
        if when:
            start, end = resolve_span(when, now)
            found = [r for r in found if start <= r.due < end]
        if not found:
            return {"reminders": [], "note": f"no reminders{f' for {when}' if when else ''}"}
        return {"reminders": [self._line(r) for r in found[:15]]}

    @tool("write")
    def set_reminder(self, text: str, when: str) -> Done:
        """Remind the user of something.

        Args:
            text: what to be reminded of
            when: day and time, as the user says it
        """
        if not text.strip():
            raise ToolError("say what to remind of")
        start = resolve(when, self._now()).start
        if not isinstance(start, datetime):
            raise ToolError(f"{when!r} names no time of day; say when to remind")
        if start <= self._now():
            raise ToolError(f"{when!r} is past")
        reminder = Reminder(self._new_uid(), text.strip(), start)
        return self._done(f"Reminder set: {self._line(reminder)}", self._backend.put(reminder))

    @tool("write")
    def complete_reminder(self, reminder: str) -> Done:
        """Mark a reminder as done.

        Args:
            reminder: its text
        """
        found = one(reminder, [r for r in self._backend.all(Reminder) if not r.done], lambda r: r.text, "open reminder")
        return self._done(f"Done: {found.text}", self._backend.put(replace(found, done=True)))

    @tool("write")
    def delete_reminder(self, reminder: str) -> Done:
        """Delete a reminder.

        Args:
            reminder: its text
        """
        found = one(reminder, self._backend.all(Reminder), lambda r: r.text, "reminder")
        return self._done(f"Deleted reminder {found.text}", self._backend.delete(found))

    @tool("write")
    def start_timer(self, duration: str, label: str = "") -> Done:
        """Start a timer.

        Args:
            duration: length, such as "10 minutes"
            label: what it is for
        """
        timer = Timer(self._new_uid(), self._now() + resolve_duration(duration), label.strip())
        named = f" for {timer.label}" if timer.label else ""
        return self._done(f"Timer started{named}: {duration.strip()}", self._backend.put(timer))

    @tool("read")
    def list_timers(self) -> dict[str, Json]:
        """List running timers."""
        now = self._now()
        running = sorted((t for t in self._backend.all(Timer) if t.ends > now), key=lambda t: t.ends)
        if not running:
            return {"timers": [], "note": "no timer is running"}
        return {"timers": [f"{t.label or 'timer'}: {_left(t, now)} left" for t in running]}

    @tool("write")
    def cancel_timer(self, label: str = "") -> Done:
        """Stop a timer.

        Args:
            label: what it is for; not needed when only one is running
        """
        running = [t for t in self._backend.all(Timer) if t.ends > self._now()]
        if not label and len(running) == 1:
            found = running[0]
        else:
            found = one(label, running, lambda t: t.label or "timer", "running timer")
        return self._done(f"Timer stopped{f': {found.label}' if found.label else ''}", self._backend.delete(found))

    def _line(self, reminder: Reminder) -> str:
        return f"{reminder.text}: {say(reminder.due, reminder.due, self._now())}"


def _left(timer: Timer, now: datetime) -> str:
    seconds = int((timer.ends - now).total_seconds())
    return f"{seconds // 60} min" if seconds >= 60 else f"{seconds} s"
