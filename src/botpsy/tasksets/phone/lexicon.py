"""Draws what requests are filled with: values of one split, and the ways people say days, times and lengths."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from typing import TypeVar

from botpsy.core.task import Split
from botpsy.tasksets.phone.cultures import Cultures, latin
from botpsy.tasksets.phone.vocabulary import FIRST, LAST, split_of

T = TypeVar("T")
ZONES = [
    "Europe/Madrid",
    "America/New_York",
    "Asia/Tokyo",
    "Europe/London",
    "America/Sao_Paulo",
    "Asia/Kolkata",
    "Australia/Sydney",
]

WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]


@lru_cache(maxsize=64)
def _part(values: tuple[str, ...], split: Split) -> tuple[str, ...]:
    return tuple(v for v in values if split_of(v) == split)


class Lexicon:
    """Draws values of one split with one random generator; with `cultures`, their names, streets and cities in place
    of those in the vocabulary."""

    def __init__(self, rng: random.Random, split: Split, cultures: Cultures | None = None) -> None:
        self.rng = rng
        self.split: Split = split
        self._cultures = cultures

    def pick(self, values: Sequence[str]) -> str:
        """Return one value of this split."""
        return self.rng.choice(_part(tuple(self._ours(values)), self.split))

    def anywhere(self, values: Sequence[str]) -> str:
        """Return one value of the list whatever its split, for streets and cities; of this split with cultures."""
        return self.rng.choice(values) if self._cultures is None else self.pick(values)

    def last(self, first: str) -> str:
        """Return a family name; with cultures, one of a culture that has this first name."""
        if self._cultures is None:
            return self.pick(LAST)
        return self.rng.choice(_part(self._cultures.last_names(first), self.split))

    def full_name(self) -> str:
        """Return the name of somebody new."""
        first = self.pick(FIRST)
        return f"{first} {self.last(first)}"

    def mailbox(self, name: str) -> str:
        """Return a name in letters that an address of mail may have."""
        return name if self._cultures is None else latin(name)

    def _ours(self, values: Sequence[str]) -> Sequence[str]:
        return values if self._cultures is None else self._cultures.instead_of(values)

    def some(self, values: Sequence[T], most: int) -> list[T]:
        """Return up to `most` distinct values of this split, in a drawn order; at least one.

        Raises ValueError when the list has none: to draw from another split would show held-out values in training.
        """
        mine = [v for v in values if split_of(str(v)) == self.split]
        if not mine:
            raise ValueError(f"none of {len(values)} values is in the {self.split} split, add some: {values[0]!r} ...")
        return self.rng.sample(mine, min(most, len(mine)))

    def several(self, values: Sequence[str], count: int) -> list[str]:
        """Return distinct values of this split."""
        return self.rng.sample(_part(tuple(self._ours(values)), self.split), count)

    def phone(self) -> str:
        """Return a phone number in one of the ways people write them."""
        r = self.rng
        n = "".join(str(r.randint(0, 9)) for _ in range(9))
        return r.choice(
            [
                f"+{r.randint(1, 99)} {n[:3]} {n[3:6]} {n[6:]}",
                f"{n[:3]}-{n[3:6]}-{n[5:]}",
                f"0{n}",
                f"{n[:3]} {n[3:5]} {n[5:7]} {n[7:]}",
            ]
        )

    def date(self) -> str:
        """Return a day and month in one of the ways people write them; always a possible one."""
        r = self.rng
        day, month = r.randint(1, 28), r.choice(MONTHS)
        return r.choice(
            [f"{day} {month}", f"{month} {day}", f"{month} {ordinal(day)}", f"the {ordinal(day)} of {month}"]
        )

    def day(self) -> str:
        """Return a phrase for a day ahead."""
        r = self.rng
        weekday = r.choice(WEEKDAYS)
        return r.choice(
            [
                "tomorrow",
                "tomorrow",
                "today",
                weekday,
                weekday,
                weekday,
                f"next {weekday}",
                f"this {weekday}",
                "the day after tomorrow",
                f"in {r.choice(['two', 'three', '2', '4', '10'])} days",
                f"in {r.choice(['a week', 'two weeks', '3 weeks'])}",
                self.date(),
                self.date(),
                f"the {ordinal(r.randint(2, 28))}",
            ]
        )

    def time(self) -> str:
        """Return a phrase for a time of day, from 10 in the morning on."""
        r = self.rng
        hour, minute = r.randint(10, 20), r.choice(["00", "15", "30", "45", "05", "20"])
        twelve, half = (hour - 12 if hour > 12 else hour), ("pm" if hour >= 12 else "am")
        words = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
        return r.choice(
            [
                f"{hour}:{minute}",
                f"{hour}:{minute}",
                f"{twelve} {half}",
                f"{twelve}{half}",
                f"{twelve}:{minute} {half}",
                f"{twelve}:{minute}{half}",
                "noon",
                f"half past {words[twelve - 1]}",
                f"quarter past {words[twelve - 1]}",
                f"{words[twelve - 1]} o'clock",
                f"{twelve}",
            ]
        )

    def part(self) -> str:
        """Return a part of the day."""
        return self.rng.choice(["morning", "afternoon", "evening"])

    def when(self) -> str:
        """Return a phrase for a moment, day and time in either order."""
        r = self.rng
        day, time = self.day(), self.time()
        while day == "today" and time.isdigit():  # "today at 10" may be past
            time = self.time()
        kinds = [f"{day} at {time}"] * 6 + [
            f"{time} {'' if day.split()[0] in ('tomorrow', 'today', 'next', 'this') else 'on '}{day}"
        ] * 2
        if day.startswith("in "):
            kinds = [f"{day} at {time}"]
        elif day.startswith("the day"):
            kinds = [f"{day} at {time}", f"{time} {day}"]
        elif day == "tomorrow" or day in WEEKDAYS:
            kinds += [f"{day} {self.part()}", f"{day} {time}"]
        return r.choice(kinds)

    def duration(self) -> str:
        """Return a phrase for a length."""
        return self.rng.choice(
            [
                "30 minutes",
                "45 minutes",
                "two hours",
                "half an hour",
                "90 minutes",
                "3 hours",
                "an hour and a half",
                "20 minutes",
                "2 hours",
                "15 minutes",
                "one hour",
                "an hour",
            ]
        )

    def span(self) -> str:
        """Return a phrase for a period to look at."""
        r = self.rng
        weekday = r.choice(WEEKDAYS)
        return r.choice(
            [
                "today",
                "tomorrow",
                "tomorrow",
                weekday,
                weekday,
                f"next {weekday}",
                "this week",
                "next week",
                "this weekend",
                f"{weekday} {self.part()}",
                f"tomorrow {self.part()}",
                "the day after tomorrow",
                self.date(),
                f"the {ordinal(r.randint(2, 28))}",
                "next month",
                "the next 3 days",
            ]
        )


def ordinal(n: int) -> str:
    """Return 1st, 2nd, 3rd, 11th …"""
    if 10 <= n % 100 <= 20:
        return f"{n}th"
    return f"{n}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(n % 10, 'th') }"
