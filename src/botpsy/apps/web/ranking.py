"""Which pages fit a query: by whole words, title before text, most words first. Small words do not count."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from botpsy.apps.match import words
from botpsy.apps.web.model import Page

_SMALL = set(
    "the a an my your our and or of for to in on at from with by is are do does did how what when where why which who "
    "can i you it out about get find page website site web online best way info information me".split()
)


def terms(query: str) -> set[str]:
    """Return the words of a query that count, without the s of a plural."""
    said = words(query)
    return {_root(w) for w in said if w not in _SMALL} or {_root(w) for w in said}


def rank(query: str, pages: Iterable[Page]) -> list[Page]:
    """Return the pages that have at least half of the query's words, the best first."""
    asked = terms(query)
    scored: list[tuple[int, str, Page]] = []
    for page in pages:
        title, text = _roots(page.title), _roots(page.text)
        hits = len(asked & (title | text))
        if asked and 2 * hits >= len(asked):
            scored.append((-hits - 2 * len(asked & title), page.title, page))
    return [page for _, _, page in sorted(scored, key=lambda s: s[:2])]


@lru_cache(maxsize=4096)
def _roots(text: str) -> frozenset[str]:
    return frozenset(map(_root, words(text)))


def _root(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word
