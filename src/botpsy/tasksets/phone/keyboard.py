"""Slips of the fingers on a QWERTY keyboard."""

from __future__ import annotations

import random

_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_SHIFT = 0.5  # keys by which each row stands further right than the one above


def _neighbours() -> dict[str, str]:
    """Return the keys that touch each letter's key: one to the left or right, or less than one away in the next row."""
    at = {c: (x + _SHIFT * y, y) for y, row in enumerate(_ROWS) for x, c in enumerate(row)}
    return {
        c: "".join(o for o, (ox, oy) in at.items() if o != c and abs(oy - y) <= 1 and abs(ox - x) <= (1, 0.5)[oy != y])
        for c, (x, y) in at.items()
    }


NEIGHBOURS = _neighbours()
"""The letters whose keys touch a letter's key: {"g": "tyfhvb", ...}."""


def mistyped(word: str, rng: random.Random) -> str:
    """Return a word of two letters or more with one slip after its first letter: a neighbouring key, or a letter
    doubled, dropped, or swapped with the next.

    Letters that are on no key of QWERTY are not struck wrongly, but may be doubled, dropped or swapped. Raises
    ValueError for a shorter word.
    """
    if len(word) < 2:
        raise ValueError(f"{word!r} is too short to be mistyped; give two letters or more")
    at = rng.randrange(1, len(word))
    letter = word[at]
    kind = rng.choice(("neighbour", "neighbour", "double", "drop", "swap", "swap"))
    if kind == "neighbour" and letter.lower() in NEIGHBOURS:
        struck = rng.choice(NEIGHBOURS[letter.lower()])
        return word[:at] + (struck.upper() if letter.isupper() else struck) + word[at + 1 :]
    swaps = [i for i in range(1, len(word) - 1) if word[i] != word[i + 1]]
    if kind == "swap" and swaps:
        at = rng.choice(swaps)
        return word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    if kind == "drop" and len(word) > 3:
        return word[:at] + word[at + 1 :]
    return word[:at] + letter + word[at:]
