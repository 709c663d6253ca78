"""The number that an answer ends in, exactly."""

from __future__ import annotations

import re
from typing import Any, cast

_NUMBER = r"-?\$?\d[\d,]*(?:\.\d+)?(?:\s*/\s*\d+)?"
_MARKED = (
    re.compile(rf"\\boxed\{{\s*({_NUMBER})[^}}]*\}}"),
    re.compile(rf"####\s*({_NUMBER})"),
    re.compile(rf"answer(?:\s+is|:|\s*=)?\s*:?\s*\**\s*({_NUMBER})", re.IGNORECASE),
)


def final_number(text: str) -> str:
    """Return the number that is marked as the answer (boxed, after ####, "the answer is"), else the last one, "" for
    none; without separators and currency signs."""
    for pattern in _MARKED:
        if found := pattern.findall(text):
            return _bare(found[-1])
    found = re.findall(_NUMBER, text)
    return _bare(found[-1]) if found else ""


def equal(a: str, b: str) -> bool:
    """Return True when two numbers, fractions or decimals, are exactly equal. Needs sympy (extra "eval")."""
    import sympy  # pyright: ignore[reportMissingTypeStubs]

    rational = cast(Any, sympy).Rational
    try:
        return bool(rational(a) == rational(b))
    except (TypeError, ValueError, ZeroDivisionError):
        return False


def _bare(number: str) -> str:
    return re.sub(r"[\s,$]", "", number)
