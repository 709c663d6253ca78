"""Which of When2Call's four things an assistant did: called a tool, asked back, said that it cannot, or just answered.

The paper lets a language model judge this; the rule here needs none, so that a figure can be made again anywhere. It
was written by reading the texts of the dev half, each of which says as what it was written; of the test half's it finds
164 of 164 that ask, 163 of 164 that decline and 157 of 164 that answer (`tests/benchmarks/test_when2call.py`). Those
texts are all by one author; what another model says may be told apart less well.

In order: a call, also one that does not parse; a question that is no mere offer of more, or a demand for details; a
sentence that denies being able; else a direct answer.
"""

from __future__ import annotations

import re
from typing import Literal

from botpsy.core.messages import Message

Outcome = Literal["tool_call", "request_for_info", "cannot_answer", "direct", "nothing"]
LONGEST = 20_000  # characters that are looked at: who asks or declines says so before

_SENTENCE_END = re.compile(r"(?<=[.!?\n])\s+")
_OFFER = re.compile(
    r"^(?:(?:and|or|so|also|please)\b,?\s*)?(?:would you like|do you want me|shall i|should i (?:also|go on)|may i|"
    r"(?:can|could|may) i (?:help|assist)|how (?:can|may|else can) i|is there anything|anything else|"
    r"(?:does|did) (?:that|this) help|what else)\b",
    re.IGNORECASE,
)
_DEMAND = re.compile(
    r"\b(?:please|kindly)\s+(?:\w+\s+)?(?:specify|provide|tell|confirm|clarify|share|give|supply|state)\b"
    r"|\b(?:i|we)(?:'ll| will|'d| would)?(?: also)?(?: still)? (?:need|require)\b(?: you)? "
    r"(?:to (?:know|confirm|verify|clarify)|more (?:information|details)|"
    r"some (?:more|additional|further)|additional|further|the|your|an?)\b"
    r"|\blet me know (?:the|your|which|what|when|where|who|how|whether)\b"
    r"|\b(?:which|what) \w+ (?:should|do you)\b",
    re.IGNORECASE,
)
_DENIAL = re.compile(
    r"\bunable to\b|\b(?:am|are|is|'m|'re) (?:currently |sorry, )?not (?:currently )?"
    r"(?:able|capable|equipped|designed|authori[sz]ed|permitted)\b"
    r"|\bi (?:currently |really |simply |also )?(?:can(?:'|no|')?t|cannot|could(?:n't| not)|am incapable)\b"
    r"|\b(?:do(?:n't| not)|lack) (?:currently )?(?:have |possess )?(?:the |any |an? |real-time |direct )?(?:\w+ ){0,2}"
    r"(?:capabilit|abilit|access|functionalit|tool|function|means|feature|permission)"
    r"|\b(?:beyond|outside|not (?:with)?in) (?:of )?(?:my|the scope|our)\b"
    r"|\b(?:no|none of the) (?:\w+ ){0,2}(?:tools?|functions?)\b"
    r"|\bcurrently (?:don't|do not) possess\b",
    re.IGNORECASE,
)


def outcome(turn: Message) -> Outcome:
    """Return what a turn did; "nothing" when it neither calls nor says anything."""
    if turn.tool_calls or turn.faults:
        return "tool_call"
    return outcome_of_text(turn.content)


def outcome_of_text(text: str) -> Outcome:
    """Return what a turn without a call did."""
    flat = text.strip()[:LONGEST].replace("\u2019", "'")
    if not flat:
        return "nothing"
    sentences = _SENTENCE_END.split(flat)
    denies = _DENIAL.search(flat) is not None
    if any(_asks(s, first=number == 0) for number, s in enumerate(sentences)):
        return "request_for_info"
    if not denies and _DEMAND.search(flat):
        return "request_for_info"
    return "cannot_answer" if denies else "direct"


def _asks(sentence: str, *, first: bool) -> bool:
    """Does it ask for something? An offer of more, after something was said, does not."""
    return sentence.rstrip("\"')*_ ").endswith("?") and (first or _OFFER.match(sentence.lstrip("*_\"' ")) is None)
