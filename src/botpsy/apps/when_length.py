"""Lengths of time: "45 minutes", "1h30", "an hour and a half", "two days"."""

from __future__ import annotations

import re
from datetime import timedelta

from botpsy.apps.when_words import canonical, quoted
from botpsy.core.errors import ToolError

_N = r"(?P<n>\d{1,4}(?:\.\d{1,2})?|an?)"
_HALF_MORE = re.compile(
    rf"(?:(?:{_N} )?(?P<u>hour|h|day|week) and a half|{_N.replace('<n>', '<n2>')} and a half (?P<u2>hour|h|day|week))\b"
)
_HALF = re.compile(r"(?:a )?half (?:an? )?(?:hour|h)\b")
_QUARTERS = re.compile(r"(?:(?P<n>\d|a) )?quarters? (?:of )?(?:an )?hour\b")
_CLOCKLIKE = re.compile(r"(?P<h>\d{1,2}) ?(?:h|hour) ?(?P<m>\d{1,2})(?: ?min)?(?![\w:.])")
_TERM = re.compile(rf"{_N} ?(?P<u>sec|min|hour|h|day|week)\b")
_ALL_DAY = re.compile(r"allday\b")
_AND = re.compile(r" (?:and )?(?=\d|an? |half )")
_UNIT = {
    "sec": timedelta(seconds=1),
    "min": timedelta(minutes=1),
    "hour": timedelta(hours=1),
    "h": timedelta(hours=1),
    "day": timedelta(days=1),
    "week": timedelta(weeks=1),
}
_MOST = timedelta(days=31)


def length_at(text: str, start: int) -> tuple[timedelta, int] | None:
    """Read a length in canonical text at `start`: (the length, where it ends), or None."""
    total, position, end = timedelta(), start, start
    while term := _term(text, position):
        total, end = total + term[0], term[1]
        more = _AND.match(text, end)
        if more is None:
            break
        position = more.end()
    return (total, end) if end > start else None


def _term(text: str, at: int) -> tuple[timedelta, int] | None:
    if found := _HALF_MORE.match(text, at):
        unit = _UNIT[found["u"] or found["u2"]]
        return _times(found["n"] or found["n2"] or "a", unit) + unit / 2, found.end()
    if found := _CLOCKLIKE.match(text, at):
        return timedelta(hours=int(found["h"]), minutes=int(found["m"])), found.end()
    if found := _HALF.match(text, at):
        return timedelta(minutes=30), found.end()
    if found := _QUARTERS.match(text, at):
        return _times(found["n"] or "a", timedelta(minutes=15)), found.end()
    if found := _TERM.match(text, at):
        return _times(found["n"], _UNIT[found["u"]]), found.end()
    if found := _ALL_DAY.match(text, at):
        return timedelta(days=1), found.end()
    return None


def _times(n: str, unit: timedelta) -> timedelta:
    return unit * (1.0 if n.startswith("a") else float(n))


def read_length(phrase: str) -> timedelta:
    """Return the length that a whole phrase means. Raises ToolError for none, and for more than 31 days."""
    text = re.sub(r"^(?:for |by |approx |lasting )+|(?: long| in total)$", "", canonical(phrase))
    if found := re.fullmatch(r"(\d{1,2}):([0-5]\d)(?: hour| h)?", text):
        text = f"{found[1]} h {found[2]}"
    read = length_at(text, 0)
    if read is None or read[1] != len(text) or phrase.strip().startswith(("-", "−")):
        raise ToolError(f"{quoted(phrase)} is not a length of time; say for instance '45 minutes' or '2 hours'")
    if not timedelta() < read[0] <= _MOST:
        raise ToolError(f"{quoted(phrase)} is not a possible length; it must be more than 0 and at most 31 days")
    return read[0]
