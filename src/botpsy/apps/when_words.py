"""Date phrases in one spelling: small letters, numbers in digits, short names for weekdays, months and units.

Everything after this reads canonical text, so "Half past Three on the Twenty-First of May" and "half past 3 21st may"
are read by the same few patterns.
"""

from __future__ import annotations

import re
import unicodedata

from botpsy.core.errors import ToolError

LONGEST = 120  # characters; no date phrase is longer, and reading stays quick whatever a model writes
HINT = "say a day and time such as 'Friday at 12:30', 'tomorrow evening' or '4 May at 3pm'"

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
WEEKDAY = {name[:3].lower(): i for i, name in enumerate(WEEKDAYS)}
MONTH = {name[:3].lower(): i for i, name in enumerate(MONTHS, 1)}

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen twenty"
)
_ORDINALS = (
    "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth "
    "fifteenth sixteenth seventeenth eighteenth nineteenth twentieth"
)
_TENS = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90}
_VALUE = {word: i for i, word in enumerate(_ONES.split())} | _TENS
_ORDINAL = {word: i for i, word in enumerate(_ORDINALS.split())} | {"thirtieth": 30}

_SPELLINGS = {
    "sec": "seconds secs",
    "min": "minute minutes mins m",
    "hour": "hours hr hrs",
    "day": "days d",
    "week": "weeks wk wks w",
    "month": "months",
    "year": "years yr yrs",
    "tomorrow": "tmrw tmr tomorow tommorow",
    "noon": "midday noontime",
    "lunchtime": "lunch",
    "until": "till til through thru",
    "approx": "about around approximately circa roughly",
}
_WORDS: dict[str, str] = (
    {word: str(n) for word, n in _VALUE.items()}
    | {word: f"{n}th" for word, n in _ORDINAL.items()}  # "second" too: far more often a Monday's than a minute's
    | {name.lower(): name[:3].lower() for name in WEEKDAYS + MONTHS}
    | {"tues": "tue", "weds": "wed", "thur": "thu", "thurs": "thu", "sept": "sep"}
    | {word: unit for unit, spellings in _SPELLINGS.items() for word in spellings.split()}
)

_TENS_WORD = "|".join(_TENS)
_ONES_WORD = "|".join(_ONES.split()[1:10])
_FIRSTS_WORD = "|".join(_ORDINALS.split()[1:10])
_COMPOUND = re.compile(rf"\b({_TENS_WORD})[- ]({_ONES_WORD}|{_FIRSTS_WORD})\b")
_BEFORE_HOUR = re.compile(r"\b(five|ten|twenty|twenty[- ]five) (past|after|to|before) ")
_WORD = re.compile(r"[^\W\d_]+")
_GLUED = re.compile(r"(\d)(?!(?:st|nd|rd|th)\b|h\d|t\d\d:)(?=[^\W\d_])")
_FIXED = (
    (re.compile(r"[‐-―−]"), "-"),
    (re.compile(r"[‘’ʼ`´]"), "'"),
    (re.compile(r"(?<=\d) ?½"), ".5"),
    (re.compile(r"½"), "0.5"),
)
_PHRASES = (
    (re.compile(r"\b(half|quarter|five|ten|twenty)-(past|to|after|before)[- ]"), r"\1 \2 "),
    (re.compile(r"\b([ap])\. ?m\b\.?"), r"\1m"),
    (re.compile(r"\bo'? ?clock\b"), " oclock"),
    (re.compile(r"(?<=[a-z])'s?(?!\w)"), ""),
    (re.compile(r"(?<=\d),(?=\d{1,2} ?h)"), "."),
    (re.compile(r"[,;!?\"“”()]|(?<!\d)\.(?!\d)|\.(?=\s|$)|(?<=[a-z])\.(?=\d)"), " "),
    (re.compile(r"\b(?:all[- ]day|(?:the )?(?:whole|entire|full) day)\b"), "allday"),
    (re.compile(r"\b(?:a )?couple (?:of )?"), "2 "),
    (re.compile(r"\b(?:a )?fortnights?\b"), "2 week"),
    (re.compile(r"\b(?:close of business|end of (?:the |business )?day|eod|cob)\b"), "dayend"),
    (re.compile(r"\b(?:this )?(tonight)\b"), r"\1"),
    (re.compile(r"\b(?:please|sometime|sharp|exactly|o')\b"), " "),
)


def quoted(phrase: str) -> str:
    """Return the phrase in quotes, shortened, for an error."""
    return repr(phrase if len(phrase) <= 60 else phrase[:57] + "…")


def canonical(phrase: str) -> str:
    """Return the phrase in its canonical spelling. Raises ToolError when it is longer than any date phrase."""
    if len(phrase) > LONGEST:
        raise ToolError(f"{quoted(phrase)} is too long to be a time; {HINT}")
    text = phrase
    for pattern, plain in _FIXED:
        text = pattern.sub(plain, text)
    text = unicodedata.normalize("NFKC", text).casefold()
    for pattern, plain in _PHRASES:
        text = pattern.sub(plain, text)
    # "five to six" is 5:55 but "5 to 6" is a period: the difference is lost once numbers are digits
    text = _BEFORE_HOUR.sub(lambda m: f"{m[1]} min {m[2]} ", text)
    text = _COMPOUND.sub(_compound, text)
    text = _GLUED.sub(r"\1 ", text)
    text = _WORD.sub(lambda m: _WORDS.get(m[0], m[0]), text)
    text = re.sub(r"(\d) (st|nd|rd|th)\b", r"\1\2", text)
    return " ".join(text.split()).strip(" -.:/")


def _compound(found: re.Match[str]) -> str:
    tens, rest = _TENS[found[1]], found[2]
    return f"{tens + _ORDINAL[rest]}th" if rest in _ORDINAL else str(tens + _VALUE[rest])
