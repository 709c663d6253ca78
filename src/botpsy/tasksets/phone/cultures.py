"""Names of people, streets and cities of many cultures, from Faker's lists (MIT), for worlds that are made with them.

    pip install 'botpsy[data]'

A pool is drawn once per culture and kind from a seed of its own, deduplicated and sorted, so that what a task holds
depends neither on the order in which tasks are made nor on which cultures stand beside; it does depend on Faker's
release. Values are split as all others are, by `split_of` of the value as it is written. Nothing that runs on a
person's machine imports this module's libraries.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from botpsy.core.errors import UsageError
from botpsy.tasksets.phone.vocabulary import CITIES, FIRST, LAST, STREETS

LATIN = (
    "cs_CZ", "da_DK", "de_AT", "de_CH", "de_DE", "en_GB", "en_IE", "en_IN", "es_CL", "es_CO", "es_ES", "es_MX",
    "fi_FI", "fr_CA", "fr_CH", "fr_DZ", "fr_FR", "hr_HR", "hu_HU", "id_ID", "it_IT", "nl_BE", "nl_NL", "no_NO", "pl_PL",
    "pt_BR", "pt_PT", "sk_SK", "sl_SI", "sv_SE",
)  # fmt: skip
# other alphabets that are written in Latin letters one for one
SPELLED = ("el_GR", "hy_AM", "ka_GE", "ko_KR", "mk_MK", "ru_RU", "uk_UA", "zh_CN", "zh_TW")
# scripts that do not write all vowels, or no word breaks: a transliteration letter by letter is nobody's name
NATIVE_ONLY = ("ar_DZ", "bn_BD", "fa_IR", "he_IL", "hi_IN", "ne_NP", "ta_IN", "th_TH")
CULTURES = (*LATIN, *SPELLED, *NATIVE_ONLY)
DRAWN = 600  # draws that make a pool; what comes twice is there once
LEAST = 20  # values below which a pool is no help

_KINDS = ("first", "last", "street", "city")
_NAME = re.compile(r"[^\W\d_]+(?:['’ʼ-][^\W\d_]+)*")


@dataclass(frozen=True, slots=True)
class Cultures:
    """Whose names fill a world. `codes`: of CULTURES. `native`: in the script they are written in; otherwise in Latin
    letters, with the accents that Latin scripts have.

    Raises ValueError for a code that is not there, or that has no fair transliteration and is not asked for as native.
    """

    codes: tuple[str, ...]
    native: bool = False

    def __post_init__(self) -> None:
        known = CULTURES if self.native else (*LATIN, *SPELLED)
        if not self.codes:
            raise ValueError("no culture given; name one or more, for instance pl_PL")
        for code in self.codes:
            if code not in known:
                hint = " (native script only)" if code in CULTURES else ""
                raise ValueError(f"no names of culture {code!r}{hint}; valid: {', '.join(known)}")

    @property
    def mark(self) -> str:
        """Return a short name that no other choice of cultures has, for ids of tasks."""
        return "c" + hashlib.sha256(f"{self.codes} {self.native}".encode()).hexdigest()[:8]

    def instead_of(self, values: Sequence[str]) -> Sequence[str]:
        """Return these cultures' values where the list is one of the vocabulary's names, streets or cities, else it."""
        for kind, own in zip(_KINDS, (FIRST, LAST, STREETS, CITIES), strict=True):
            if values is own:
                return _pool(self, kind)
        return values

    def last_names(self, first: str) -> tuple[str, ...]:
        """Return the family names of the cultures that have this first name; of all, where none has."""
        mine = [code for code in self.codes if first in _values(code, "first", self.native)]
        return _merged(tuple(mine) or self.codes, "last", self.native)


def latin(text: str) -> str:
    """Return a text in the letters a to z, for addresses of mail: "Łukasz" -> "Lukasz", "Мария" -> "Mariya"."""
    return re.sub(r"[^\x21-\x7e ]|['’`]", "", _anyascii()(text))


def _pool(cultures: Cultures, kind: str) -> tuple[str, ...]:
    return _merged(cultures.codes, kind, cultures.native)


@lru_cache(maxsize=256)
def _merged(codes: tuple[str, ...], kind: str, native: bool) -> tuple[str, ...]:
    return tuple(sorted({value for code in codes for value in _values(code, kind, native)}))


@lru_cache(maxsize=512)
def _values(code: str, kind: str, native: bool) -> frozenset[str]:
    fake = _faker(code)
    draw: Callable[[], str] = {
        "first": fake.first_name, "last": fake.last_name, "street": fake.street_name, "city": fake.city,
    }[kind]  # fmt: skip
    fake.seed_instance(f"{code} {kind}")
    written = (" ".join(unicodedata.normalize("NFC", draw()).split()) for _ in range(DRAWN))
    values = (v if native or code in LATIN else _spelled(v) for v in written)
    found = frozenset(v for v in values if _fits(v, kind))
    if len(found) < LEAST and kind != "city":
        raise UsageError(f"Faker has {len(found)} of {kind} for {code}, which is too few; leave {code} out")
    return found


def _spelled(value: str) -> str:
    """Return a value in Latin letters, each word with its first letter large alone: "YeongHwan" -> "Yeonghwan"."""
    plain = re.sub(r"['’`]", "", _anyascii()(value))
    return " ".join(word[:1].upper() + word[1:].lower() for word in plain.split())


def _fits(value: str, kind: str) -> bool:
    """Return True for a name that can stand in a sentence: no digits and no commas, a first name of one word."""
    parts = value.split()
    most = {"first": 1, "last": 2, "street": 4, "city": 3}[kind]
    if not 0 < len(parts) <= most:
        return False
    if kind in ("first", "last"):
        return len(value) >= (1 if not value.isascii() else 2) and all(_letters(p) for p in parts)
    return not re.search(r"[\d,;()/]", value) and len(value) <= 40


def _letters(part: str) -> bool:
    bare = "".join(
        c for c in part if not unicodedata.combining(c) and unicodedata.category(c) not in ("Mc", "Mn", "Cf")
    )
    return _NAME.fullmatch(bare) is not None


def _faker(code: str) -> Any:
    try:
        from faker import Faker
    except ImportError:
        raise UsageError("names of many cultures need Faker: pip install 'botpsy[data]'") from None
    return Faker(code)


def _anyascii() -> Callable[[str], str]:
    try:
        from anyascii import anyascii  # pyright: ignore
    except ImportError:
        raise UsageError("names in Latin letters need anyascii: pip install 'botpsy[data]'") from None
    return anyascii  # pyright: ignore
