"""Requests as people write them: mistyped, dictated, clipped, chatty, or two in one breath.

What a call must carry is never mistyped: `kept` finds the spans of a text that hold such values (what filled a form's
slots, what the reference's calls carry, numbers, names, days, words on which the meaning turns), and a style changes
only what lies between them. All is drawn from the generator that is given, so the same one writes the same text.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import cast

from botpsy.core.messages import Json
from botpsy.core.task import Split
from botpsy.tasksets.phone.forms import placed
from botpsy.tasksets.phone.keyboard import mistyped

STYLES = ("typos", "speech", "terse", "chatty", "breath")
Span = tuple[int, int]

# words between the slots on which the meaning turns, and which are easily read as others
_TURNS = frozenset(
    "monday tuesday wednesday thursday friday saturday sunday january february march april may june july august"
    " september october november december today tomorrow tonight yesterday morning afternoon evening night noon"
    " midnight week weeks month months year years day days hour hours minute minutes next last first second third every"
    " each daily weekly monthly yearly later earlier before after until without except never not don't only both either"
    " unless instead lock unlock open close on off up down in out to from higher lower more less one two three four"
    " five six seven eight nine ten eleven twelve half quarter".split()
)
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_MARKED = re.compile(r"\S*[\d@/\\_#€$£%][^\s,;!?]*(?<![.:])")  # numbers, addresses, paths
_QUOTED = re.compile(r"\"[^\"]*\"|“[^”]*”")
_POLITE = re.compile(
    r"(?i)^(?:hey|hi|ok|okay|so)[,!]? +|\b(?:can|could|would) you (?:please )?|\bI need you to |\bI(?:'d| would) like "
    r"(?:you )?to |,? ?\bplease\b|,? ?\bthanks?(?: you)?\b[.!]?"
)
_SMALL = re.compile(r"(?i)\b(?:the|a|an|my|just|for me) ")
_FILLERS = ("uh", "um", "so", "like", "you know", "uh well", "okay so", "hmm")

# by place in the list, as forms are: 5 and 12 are dev's, 6 and 13 test's
_BEFORE = (
    "Hi there! Hope you are having a good day.",
    "Sorry to bother you again, it has been one of those mornings.",
    "So I finally sat down with a cup of tea.",
    "Ugh, what a week this has been.",
    "Okay, here is one more thing I keep forgetting about.",
    "Good to see you! I have a small job for you.",
    "Right, my head is full, so I leave this one to you.",
    "Hello! I am trying to get organised at last.",
    "I was just talking about this with my sister and she laughed at me.",
    "Phew, I almost forgot.",
    "Before it slips my mind again, you know how I am.",
    "Hey hey, it is me again.",
    "Guess who is behind on everything once more.",
    "Let me get this off my chest first: I am so tired.",
)
_AFTER = (
    "No rush at all, and thanks so much!",
    "You are a lifesaver, honestly.",
    "That would help me a lot.",
    "I would do it myself, but my hands are full.",
    "Thanks a million, as always.",
    "It would take a weight off my mind.",
    "I owe you one, really.",
    "I never get round to these things, as you know.",
    "Then I can finally stop thinking about it, haha.",
    "Anyway, that is all from me.",
    "I really appreciate it!",
    "My goodness, the things one has to think of.",
    "You do this so much better than I do.",
    "Sorry for going on and on.",
)
_JOINED = (
    "{a}, and {b}",
    "{a} and also {b}",
    "{a}. Oh, and {b}",
    "{a}, then {b}",
    "{a} plus {b}",
    "{a}, and while you're at it, {b}",
    "{a}; besides that, {b}",
    "{a}. Also, {b}",
    "{a}. And {b}",
    "two things: {a}, and {b}",
    "{a}, oh and {b}",
    "{a}, and then {b}",
    "first {a}, second, {b}",
    "{a} as well as this: {b}",
)


def values_of(moves: Iterable[Mapping[str, Json]]) -> list[str]:
    """Return every text and number that the reference's calls carry, and what its answers must tell."""
    found: list[str] = []

    def walk(value: Json) -> None:
        if isinstance(value, Mapping):
            for inner in cast(Mapping[str, Json], value).values():
                walk(inner)
        elif isinstance(value, (list, tuple)):
            for inner in cast(Sequence[Json], value):
                walk(inner)
        elif isinstance(value, (str, int, float)) and not isinstance(value, bool):
            found.append(str(value))

    for move in moves:
        for row in cast(Sequence[Mapping[str, Json]], move.get("calls", ())):
            walk(row["arguments"])
        walk(move.get("tell", ()))
    return found


def kept(text: str, values: Iterable[str]) -> list[Span]:
    """Return the spans of a text that no style may mistype, in order and apart: `values` wherever they stand (case
    aside), what is quoted, numbers and addresses, names, and words on which the meaning turns.

    >>> [text[a:b] for text in ["Move the yoga class to 5pm"] for a, b in kept(text, ["yoga class"])]
    ['yoga class', 'to', '5pm']
    """
    spans: list[Span] = [m.span() for pattern in (_MARKED, _QUOTED) for m in pattern.finditer(text)]
    for value in {v.strip() for v in values if v.strip()}:
        edges = [r"(?<!\w)" if value[0].isalnum() else "", r"(?!\w)" if value[-1].isalnum() else ""]
        spans += [m.span() for m in re.finditer(re.escape(value).join(edges), text, re.IGNORECASE)]
    for match in _WORD.finditer(text):
        first = match.start() == 0 or text[: match.start()].rstrip().endswith((".", "!", "?", ":"))
        name = match[0][0].isupper() and not first and match[0] not in ("I", "I'm", "I'd", "I've", "I'll")
        if name or match[0].casefold() in _TURNS:
            spans.append(match.span())
    merged: list[Span] = []
    for start, end in sorted(s for s in spans if s[0] < s[1]):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def typos(text: str, values: Iterable[str], rng: random.Random) -> str:
    """Return the text with one to three words mistyped: a neighbouring key, or a letter doubled, dropped or swapped.

    Words of fewer than four letters stay as they are, and a mistyped word is never one of the others in the text. The
    text comes back as it was where no word may be mistyped.
    """
    held = kept(text, values)
    others = {m[0].casefold() for m in _WORD.finditer(text)} | _TURNS
    free = [
        m for m in _WORD.finditer(text) if len(m[0]) >= 4 and not any(a < m.end() and m.start() < b for a, b in held)
    ]
    for match in sorted(rng.sample(free, min(len(free), rng.randint(1, 3))), key=lambda m: -m.start()):
        wrong = mistyped(match[0], rng)
        if wrong.casefold() not in others:
            text = text[: match.start()] + wrong + text[match.end() :]
    return text


def speech(text: str, values: Iterable[str], rng: random.Random, *, small: bool = True) -> str:
    """Return the text as it is dictated: no capitals and no punctuation, one to three fillers. Numbers, times and
    addresses stay as they are. Without `small` the values keep their capitals too."""
    held = kept(text, values)

    def plain(part: str) -> str:
        return re.sub(r"[.,;:!?…\"“”()]|(?<!\w)['’-]|['’-](?!\w)| [–—]", " ", part).lower()

    text = _between(text, held, plain, (lambda v: v.lower()) if small else (lambda v: v))
    values = list(values)
    gaps = [0, *(m.end() for m in re.finditer(r" ", text) if _apart(m.start(), kept(text, values)))]
    places = sorted(rng.sample(gaps, min(len(gaps), rng.randint(1, 3))), reverse=True)
    for place, filler in zip(places, rng.sample(_FILLERS, len(places)), strict=True):
        text = f"{text[:place]}{filler} {text[place:]}"
    return " ".join(text.split())


def terse(text: str, values: Iterable[str], rng: random.Random) -> str:
    """Return the text without polite words and articles, as those write who are short of time."""
    values = list(values)
    held = kept(text, values)
    for pattern in (_POLITE, _SMALL):
        cuts = [m.span() for m in pattern.finditer(text) if not any(a < m.end() and m.start() < b for a, b in held)]
        for start, end in reversed(cuts):
            text = text[:start] + text[end:]
        held = kept(text, values)
    text = " ".join(text.split()).strip(" ,")
    if rng.random() < 0.7:
        text = text.rstrip(".?!")
    if rng.random() < 0.7 and text and not any(a == 0 for a, _ in kept(text, values)):
        text = text[:1].lower() + text[1:]
    return re.sub(r" ([,.?!])", r"\1", text)


def chatty(text: str, rng: random.Random, split: Split) -> str:
    """Return the text between sentences that ask for nothing, of this split."""
    before, after = (rng.choice([line for _, line in placed(lines, split)]) for lines in (_BEFORE, _AFTER))
    text = text[:1].upper() + text[1:]
    text += "" if text.endswith((".", "?", "!")) else "."
    which = rng.randrange(3)
    return " ".join(([before] if which != 1 else []) + [text] + ([after] if which != 0 else []))


def one_breath(first: str, second: str, values: Iterable[str], rng: random.Random, split: Split) -> str:
    """Return two requests as one, joined as this split joins them; the second goes on in small letters unless it begins
    with a name, and a full stop between is left out."""
    form = rng.choice([form for _, form in placed(_JOINED, split)])
    held = kept(second, values)
    if not any(a == 0 for a, _ in held) and not re.match(r"I\b", second):
        second = second[:1].lower() + second[1:]
    if form.startswith("{a}."):
        return form.format(a=first.rstrip(".!?") + ("?" if first.endswith("?") else ""), b=second).replace("?.", "?")
    if not form.startswith("{a}") and not re.match(r"I\b", first) and not any(a == 0 for a, _ in kept(first, values)):
        first = first[:1].lower() + first[1:]
    return form.format(a=first.rstrip(".!?"), b=second)


def _between(text: str, held: Sequence[Span], change: Callable[[str], str], hold: Callable[[str], str]) -> str:
    """Return the text with `change` applied between the held spans, and `hold` to them."""
    parts: list[str] = []
    at = 0
    for start, end in held:
        parts += [change(text[at:start]), hold(text[start:end])]
        at = end
    return "".join([*parts, change(text[at:])])


def _apart(place: int, held: Sequence[Span]) -> bool:
    return not any(a < place < b for a, b in held)
