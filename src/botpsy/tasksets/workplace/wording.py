"""How dates, times and sums stand in texts, and which other spellings of them are as good."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime

from botpsy.apps.when_words import MONTHS
from botpsy.tasksets.phone.lexicon import ordinal


def day_text(day: date) -> str:
    """Return "14 May"."""
    return f"{day.day} {MONTHS[day.month - 1]}"


def when_text(moment: datetime) -> str:
    """Return "14 May at 15:30"."""
    return f"{day_text(moment)} at {moment:%H:%M}"


def money(cents: int) -> str:
    """Return cents as "120.50"."""
    return f"{cents / 100:.2f}"


def day_needle(day: date) -> str:
    """Return the ways to write a day, as alternatives parted by "|"."""
    full = MONTHS[day.month - 1]
    numbers, months = (str(day.day), ordinal(day.day)), (full, full[:3])
    ways = [f"{n} {m}" for n in numbers for m in months] + [f"{m} {n}" for n in numbers for m in months]
    ways += [f"{ordinal(day.day)} of {full}", f"the {ordinal(day.day)}", day.isoformat()]
    ways += [f"{day:%d/%m}", f"{day:%m/%d}", f"{day:%d.%m.}"]
    return "|".join(dict.fromkeys(ways))


def time_needle(moment: datetime) -> str:
    """Return the ways to write a time of day, as alternatives parted by "|"."""
    twelve, half = moment.hour % 12 or 12, "am" if moment.hour < 12 else "pm"
    ways = [f"{moment:%H:%M}", f"{moment.hour}:{moment:%M}", f"{moment:%H.%M}"]
    ways += [f"{twelve}:{moment:%M} {half}", f"{twelve}:{moment:%M}{half}"]
    if moment.minute == 0:
        ways += [f"{twelve} {half}", f"{twelve}{half}"]
    return "|".join(dict.fromkeys(ways))


def listed(items: Sequence[str]) -> str:
    """Return "a, b and c"."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} and {items[-1]}"
