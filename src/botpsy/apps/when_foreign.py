"""Date phrases in other languages than English, through dateparser. Guarded: it accepts much that is no date."""

from __future__ import annotations

import re
from datetime import date, datetime, time
from functools import lru_cache
from typing import Any

_LANGUAGES = ["es", "fr", "it", "pt", "ru", "zh", "hi"]
_LONGEST = 60
_ARTICLE = re.compile(r"(?i)^(?:el|este|le|ce|il|lo|la) ")
_CLOCK = re.compile(r"\d\s*[:h.]\s*\d\d|\d\s*h\b|\d\s*(?:点|點|час|बजे|heures?|horas?|ore)|\b(?:las|alle|às) \d")


def read_foreign(phrase: str, now: datetime) -> tuple[date, time | None] | None:
    """Return the day and, when the phrase names one, the time; None when dateparser does not read it.

    A failure inside the library counts as not read: the phrase is untrusted, and its parsers are many.
    """
    if len(phrase) > _LONGEST or not re.search(r"[^\W\d_]{3}|[^\W\d_a-zà-ž]", phrase.casefold()):
        return None
    try:
        found: datetime | None = _parser()(
            _ARTICLE.sub("", phrase.strip()),
            languages=_LANGUAGES,
            settings={
                "RELATIVE_BASE": now.replace(tzinfo=None),
                "PREFER_DATES_FROM": "future",
                "DATE_ORDER": "DMY",
                "RETURN_AS_TIMEZONE_AWARE": False,
                "PARSERS": ["relative-time", "absolute-time", "custom-formats"],
            },
        )
    except Exception:
        return None
    if found is None:
        return None
    named = _CLOCK.search(phrase.casefold()) is not None
    return found.date(), found.time().replace(second=0, microsecond=0, tzinfo=None) if named else None


@lru_cache(maxsize=1)
def _parser() -> Any:
    import dateparser

    return dateparser.parse
