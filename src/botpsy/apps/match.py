"""How a name that is said is matched to a stored one: by whole words, case and accents aside, never by likeness."""

from __future__ import annotations

import re
import unicodedata

_IDLE = {"the", "a", "an", "my", "our", "with", "of", "for", "event", "meeting", "appointment", "and"}


def words(text: str) -> list[str]:
    """Return the words of a text, case-folded and without accents."""
    plain = text.casefold()
    if plain.isascii():  # has no accents
        return re.findall(r"\w+", plain)
    plain = unicodedata.normalize("NFKD", plain)
    return re.findall(r"\w+", "".join(c for c in plain if not unicodedata.combining(c)))


def words_match(query: str, text: str) -> bool:
    """Return True when every telling word of the query is a word of the text; an empty query matches all."""
    asked = words(query)
    telling = [w for w in asked if w not in _IDLE] or asked
    return set(telling) <= set(words(text))
