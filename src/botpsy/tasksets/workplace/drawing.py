"""What several scenarios draw: working times ahead, sums of money, people who are easily confused."""

from __future__ import annotations

import random
from datetime import datetime, timedelta

from botpsy.apps.contacts.model import Contact
from botpsy.tasksets.phone.vocabulary import LAST
from botpsy.tasksets.workplace.situation import Desk

AHEAD = 16  # days; nothing is planned later


def clean_days(desk: Desk, count: int) -> list[datetime]:
    """Return the midnights of distinct working days ahead, in order; nothing stands in the calendar until then."""
    today = desk.now.replace(hour=0, minute=0, second=0, microsecond=0)
    desk.clear(desk.now, today + timedelta(days=2 * AHEAD))
    ahead = [today + timedelta(days=n) for n in range(2, AHEAD)]
    return sorted(desk.rng.sample([day for day in ahead if day.weekday() < 5], count))


def at(day: datetime, hour: int, minute: int = 0) -> datetime:
    """Return a time on a day."""
    return day.replace(hour=hour, minute=minute)


def moments(desk: Desk, count: int) -> list[datetime]:
    """Return times of work on distinct days ahead."""
    days = clean_days(desk, count)
    return [at(day, desk.rng.randint(9, 16), desk.rng.choice([0, 0, 30])) for day in days]


def prices(rng: random.Random, count: int, low: int = 20, high: int = 180) -> list[int]:
    """Return different sums in cents, none of which, nor their total, ends in a zero that one could leave out."""
    while True:
        found = [rng.randint(low, high) * 100 + rng.choice([15, 25, 45, 65, 85, 99, 37]) for _ in range(count)]
        if sum(found) % 10 and len(set(found)) == count:
            return found


def namesake(desk: Desk, person: Contact) -> Contact:
    """Put somebody into the contacts whose name has a person's name in it, and return them."""
    first, last = person.name.split()[0], person.name.split()[-1]
    other = desk.rng.choice([name for name in desk.d.lex.several(LAST, 3) if name != last])
    new = Contact(
        f"namesake-{person.uid}",
        f"{person.name} {other}",
        (desk.d.lex.phone(),),
        (f"{first}.{other}@{person.emails[0].split('@')[1]}".lower(),),
    )
    desk.know(new)
    return new


def firm(name: str) -> Contact:
    """Return a company as somebody who writes mails."""
    return Contact(f"firm-{name}", name, emails=(f"office@{name.split()[0].lower()}.example",))
