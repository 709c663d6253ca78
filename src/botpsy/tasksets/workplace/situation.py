"""A situation at work: the world as a scenario furnished it, what the person asks, and the reference's moves.

A scenario is a function of a `Desk`. It draws who and what is concerned, puts it into the apps beside what lies there
anyway, and writes the moves down turn by turn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from botpsy.apps.bank.model import Account as BankAccount
from botpsy.apps.bank.model import Payee
from botpsy.apps.calendar.model import Event
from botpsy.apps.contacts.model import Contact
from botpsy.apps.files.model import Entry
from botpsy.apps.mail.model import Account, Mail
from botpsy.apps.messages.model import Status, Thread
from botpsy.apps.notes.model import Note
from botpsy.apps.resources import Resource
from botpsy.core.messages import Json
from botpsy.tasksets.phone.draft import Call, Draw
from botpsy.tasksets.phone.messages_world import number_of
from botpsy.tasksets.phone.world import CORE, World

OFFICE = ("calendar", "contacts", "mail", "files", "notes", "messages", "web", "bank", "shop", "travel")
LEAST = 5  # apps in view


@dataclass(frozen=True, slots=True)
class Situation:
    """`says`: the person's lines, the first opens and the others follow an answer. `moves`: the reference's turns, each
    {"calls": [...]} or {"say": text, "tell": [...]}; the last `tell` is what the final answer must mention."""

    world: World
    says: tuple[str, ...]
    moves: tuple[Mapping[str, Json], ...]
    apps: tuple[str, ...]
    form: str

    @property
    def calls(self) -> int:
        """How many calls the reference makes."""
        return sum(len(move.get("calls", ())) for move in self.moves)


class Desk:
    """What a scenario works with. `d` draws values and requests of the split; `now` is the person's time."""

    def __init__(self, d: Draw) -> None:
        self.d = d
        self.rng = d.rng
        self.now = d.world.now
        self.people = d.rng.sample(d.world.people, len(d.world.people))  # in a drawn order: whom a scenario takes
        self._people = list(d.world.people)
        self._events = list(d.world.events)
        self._held: dict[str, list[Resource]] = {}
        self._moves: list[dict[str, Json]] = []
        self._hours = 1

    # -- what the apps hold ---------------------------------------------------------------------------------------

    def put(self, app: str, *resources: Resource) -> None:
        """Put resources into an app (not calendar or contacts); one of a known kind and uid takes its place."""
        held = self._of(app)
        for new in resources:
            held[:] = [r for r in held if (type(r), r.uid) != (type(new), new.uid)] + [new]

    def drop(self, app: str, *kinds: type) -> None:
        """Take all resources of some kinds out of an app."""
        self._of(app)[:] = [r for r in self._of(app) if not isinstance(r, kinds)]

    def count(self, app: str) -> int:
        """Return how many resources an app holds now, for uids of new ones."""
        return len(self._of(app))

    def know(self, *people: Contact) -> None:
        """Add people to the contacts, or replace those that are there."""
        uids = {p.uid for p in people}
        self._people = [p for p in self._people if p.uid not in uids] + list(people)

    def event(self, title: str, start: datetime, minutes: int = 60, location: str = "") -> Event:
        """Put an event into the calendar and return it."""
        uid = f"held-{len(self._events)}"
        new = Event(uid, title, start, start + timedelta(minutes=minutes), location=location)
        self._events.append(new)
        return new

    def clear(self, start: datetime, end: datetime) -> None:
        """Take what is in the calendar between two times out of it, series too."""
        self._events = [e for e in self._events if not (e.rule or _touches(e, start, end))]

    def mail(
        self,
        who: Contact,
        subject: str,
        text: str,
        *,
        folder: str = "inbox",
        read: bool = False,
        answers: Mail | None = None,
    ) -> Mail:
        """Put a mail from a person into a folder, or one to them into "sent". Each is older than the one before, but
        what answers a mail came soon after that."""
        me = next(r for r in self._of("mail") if isinstance(r, Account))
        self._hours += self.rng.randint(1, 4)
        at = self.now - timedelta(hours=self._hours, minutes=self.rng.choice([0, 10, 20, 35, 45]))
        uid = f"held-{self.count('mail')}"
        if answers is not None:
            at = answers.at + timedelta(minutes=self.rng.choice([10, 25, 40]))
        if folder == "sent":
            to = who.emails[:1]
            new = Mail(uid, folder, me.address, me.name, subject, text, at, to, answers=answers.uid if answers else "")
        else:
            new = Mail(uid, folder, who.emails[0], who.name, subject, text, at, (me.address,), read=read)
        self.put("mail", new)
        return new

    def folder(self, path: str) -> str:
        """Make a folder, and those above it that are not there; return its uid."""
        parent = ""
        for name in path.split("/"):
            found = [e for e in self._entries() if e.folder and e.parent == parent and e.name == name and not e.binned]
            uid = found[0].uid if found else f"held-{self.count('files')}"
            if not found:
                self.put("files", Entry(uid, name, self.now - timedelta(days=self.rng.randint(2, 40)), parent, True))
            parent = uid
        return parent

    def file(self, path: str, text: str) -> str:
        """Put a text file into a folder and return its path."""
        folder, _, name = path.rpartition("/")
        changed = self.now - timedelta(hours=self.rng.randint(20, 200))
        parent = self.folder(folder) if folder else ""
        self.put("files", Entry(f"held-{self.count('files')}", name, changed, parent, text=text, kb=1))
        return path

    def note(self, title: str, text: str) -> None:
        """Put a note into the notes."""
        self.put("notes", Note(f"held-{self.count('notes')}", title, text))

    def thread(self, who: Contact) -> None:
        """See to it that there is one thread with a person, and a signal."""
        self.put("messages", Status("status"))
        if all(not isinstance(r, Thread) or r.name != who.name for r in self._of("messages")):
            self.put("messages", Thread(f"held-{self.count('messages')}", who.name, (number_of(who),)))

    def payee(self, name: str) -> None:
        """Put somebody into the bank's list of payees."""
        digits = "".join(str(self.rng.randint(0, 9)) for _ in range(12))
        self.put("bank", Payee(f"held-{self.count('bank')}", name, f"DE{digits[:2]} {digits[2:6]} {digits[6:10]} 00"))

    def fund(self, cents: int) -> str:
        """See to it that the main account can pay so much; return the bank's currency."""
        main = next(r for r in self._of("bank") if isinstance(r, BankAccount) and r.main)
        self.put("bank", replace(main, opening=main.opening + cents))
        return main.currency

    # -- what is asked and done -----------------------------------------------------------------------------------

    def turn(self, *calls: Call) -> None:
        """Add a turn of calls to the reference."""
        self._moves.append({"calls": list(calls)})

    def say(self, text: str, *tell: str) -> None:
        """Add an answer to the reference; `tell` is what the person must hear, alternatives parted by "|"."""
        self._moves.append({"say": text, "tell": list(tell)})

    def done(self, *says: str, apps: Sequence[str]) -> Situation:
        """Return the situation. Fewer than LEAST apps are filled up with others, which are in view for nothing."""
        spare = [a for a in OFFICE if a not in apps]
        view = {*apps, *self.rng.sample(spare, max(0, LEAST - len(apps)))}
        world = self.d.world
        held = {app: tuple(resources) for app, resources in self._held.items()}
        furnished = World(self.now, tuple(self._people), tuple(self._events), world.seed, world.split, held)
        for app in view - held.keys() - set(CORE):  # drawn from the world as it was
            held[app] = world.resources(app)
        return Situation(furnished, says, tuple(self._moves), tuple(a for a in OFFICE if a in view), self.d.form)

    def _of(self, app: str) -> list[Resource]:
        if app not in self._held:
            self._held[app] = list(self.d.world.resources(app))
        return self._held[app]

    def _entries(self) -> list[Entry]:
        return [r for r in self._of("files") if isinstance(r, Entry)]


def writes(call: Call, has: Mapping[str, Sequence[str]], lacks: Sequence[str] = ()) -> Call:
    """Return a call whose free texts are judged by what is in them: per field of the resource what it must mention
    (alternatives parted by "|"), and what none of these fields may."""
    return {**call, "has": {field: list(needles) for field, needles in has.items()}, "lacks": list(lacks)}


def _touches(event: Event, start: datetime, end: datetime) -> bool:
    if not isinstance(event.start, datetime) or not isinstance(event.end, datetime):
        return True
    return event.start < end and event.end > start
