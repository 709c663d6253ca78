"""What is finally said. "Done" comes from receipts; a claim without a receipt is corrected before it is shown."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from botpsy.assistant.policy import REFUSED
from botpsy.core.messages import Json, ToolResult
from botpsy.core.trajectory import StopReason
from botpsy.envs.verifiers import claims_action
from botpsy.envs.wording import word

NOTHING_CHANGED = "Nothing was changed."
_NO_ANSWER = "I have no answer to that."
_UNREADABLE = f"{NOTHING_CHANGED} The call I wrote could not be read."
_STOPPED = {
    StopReason.LENGTH: "I stopped: the answer became too long.",
    StopReason.TURNS: "I stopped: this took more steps than I may take.",
    StopReason.NO_PROGRESS: "I stopped: I was repeating the same call and getting the same result.",
    StopReason.OVERFLOW: "I stopped: the request and what it needed did not fit in the model's context.",
    StopReason.CANCELLED: "Stopped.",
}


@dataclass(frozen=True, slots=True)
class Answer:
    """What was said in the end, what every call came to, and why it stopped.

    `ok` is False when something that was asked for was not done: refused, failed, claimed only, or broken off.
    """

    text: str
    results: tuple[ToolResult, ...]
    stop: StopReason
    ok: bool = True


def compose(text: str, results: Sequence[ToolResult], stop: StopReason, *, faults: int = 0) -> Answer:
    """Return the answer to a request from the model's last words and everything its calls came to.

    `faults`: calls that were never run because they did not parse.
    """
    receipts = [f"{r.receipt.summary}." for r in results if r.receipt is not None]
    unmended = [r for i, r in enumerate(results) if not r.ok and not _mended(r, results[i:])]
    failures = list(dict.fromkeys(map(_failure, unmended)))
    said, claimed = _without_claims(text, results)
    reads = [r for r in results if r.ok and r.receipt is None]
    spoken = bool(said)
    only_read = bool(reads) and not (receipts or failures or claimed or faults)
    if only_read and stop in (StopReason.ANSWERED, StopReason.LENGTH) and not grounded(said, reads):
        said = "\n".join(dict.fromkeys(word(r.content) for r in reads))
    lost = bool(failures) and not any(r.ok for r in results)
    if lost:
        said = "".join(x for x in _SENTENCE.findall(said) if x.rstrip().endswith("?")).strip()  # it knows nothing more
    lines = [*receipts]
    if claimed and not receipts:
        lines.append(NOTHING_CHANGED)
    lines += failures
    unseen = lost and stop is StopReason.LENGTH  # how long words grew that are not shown is no news
    if stop in _STOPPED and not unseen:
        lines.append(_STOPPED[stop])
    if said and not (lines and _repeats(said, lines)):
        lines.append(said)
    if not lines:
        lines.append(_UNREADABLE if faults else _NO_ANSWER)
    # a claim beside a receipt is what receipts are for; with none, the person asked for something that did not happen
    ok = not failures and stop not in _STOPPED and bool(spoken or receipts) and (not claimed or bool(receipts))
    return Answer("\n".join(lines), tuple(results), stop, ok)


def grounded(said: str, reads: Sequence[ToolResult]) -> bool:
    """Return whether an answer about what was read can be shown: no name or number that is not there, no line twice,
    and where it lists, every event as it is and all of them.

    A question is left as it is. A small model drops, doubles and misspells what it copies; a person must not be told of
    an event they do not have.
    """
    if said.rstrip().endswith("?"):
        return True
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    if not lines or len(set(lines)) < len(lines):
        return False
    listed = [str(item) for r in reads for item in _list(r.content)]
    bullets = [line.removeprefix("- ") for line in lines if line.startswith("- ")]
    if bullets and listed and sorted(bullets) != sorted(listed):
        return False
    there = json.dumps([r.content for r in reads], ensure_ascii=False) + f" {len(listed)}"
    known = set(re.findall(r"\w+", there.casefold()))
    return all(w.casefold() in known for w in _TELLING.findall(said) if w not in ("I", "You"))


# numbers, and capitalised words that do not merely begin a sentence
_TELLING = re.compile(r"\w*\d\w*|(?<=[\w,;'’)-] )[A-ZÀ-ÖØ-Þ]\w+")


def _list(content: Json) -> Sequence[Json]:
    events = cast(Mapping[str, Json], content).get("events") if isinstance(content, Mapping) else None
    return cast("Sequence[Json]", events) if isinstance(events, list) else ()


def _failure(result: ToolResult) -> str:
    text = "Not done: you did not allow it." if result.error == REFUSED else result.error.strip()
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "!", "?")) else f"{text}."


_NAMES = ("title", "event", "name")


def _mended(failed: ToolResult, later: Sequence[ToolResult]) -> bool:
    """A call that failed and was then made rightly is not worth telling. A write of something else mends nothing."""
    return any(
        r.ok and r.call.name == failed.call.name and (r.receipt is None or _same_thing(failed, r)) for r in later
    )


def _same_thing(failed: ToolResult, done: ToolResult) -> bool:
    named = [n for n in _NAMES if n in failed.call.arguments]
    return bool(named) and all(failed.call.arguments[n] == done.call.arguments.get(n) for n in named)


_SENTENCE = re.compile(r"[^.!?\n]*(?:[.!?\n]+(?=\s|$)|[.!?](?=\S)|\n+|$)")
_SOOTHING = re.compile(r"\b(?:no|not a) (?:problem|worries|issue)\b", re.IGNORECASE)
_ACTS = "add|creat|delet|remov|mov|chang|updat|sav|invit|sen|book|schedul|reschedul|cancel|put|set|renam|plac|not"
_DID = "scheduled|rescheduled|cancel+ed|set|booked|noted|renamed|put|placed|sent"
_SAYS_SO = re.compile(
    rf"\bI(?:'ve| have)?(?: just| now)? (?:{_DID})\b"
    rf"|\b(?:is|are|was|has been|have been|been|it's|all|now) (?:now )?(?:{_DID})\b"
    r"|\b(?:on|in|to) (?:your|the) (?:calendar|contacts|address book)\b"
    rf"|\bI(?:'ll| will|'m going to| am going to|'m| am) (?:now )?(?:{_ACTS})\w*\b"
    r"|^\W*(?:ok(?:ay)?|sure|great|done|alright)?\W*(?:scheduled|booked|rescheduled|cancel+ed)\b",
    re.IGNORECASE,
)
_NOT_SO = re.compile(r"\b(?:cannot|not|no|nothing|never|unable|could|would|should|if|whether)\b|n't\b", re.IGNORECASE)
_PLEASED = re.compile(
    r"^(?:(?:no problem|no worries|sure|ok(?:ay)?|great|of course|certainly|alright)\b[.!,\s]*)+", re.I
)
_OWN = re.compile(r"\bI(?:'ve| have|'ll| will)?\b|^\W*(?:done|ok(?:ay)?|sure)\b", re.IGNORECASE)


def _without_claims(text: str, results: Sequence[ToolResult]) -> tuple[str, bool]:
    """Return the text without the sentences that claim an action, and whether there were any.

    A sentence that only repeats what a tool read ("Moved-in party, Friday") claims nothing.
    """
    reads = [r for r in results if r.ok and r.receipt is None]
    read = {w for r in reads for w in re.findall(r"\w+", json.dumps(r.content, ensure_ascii=False).casefold())}
    kept: list[str] = []
    claimed = False
    for sentence in _SENTENCE.findall(text.strip()):
        if _claims(sentence, read, wary=not reads):
            claimed = True
        else:
            kept.append(sentence)
    rest = "".join(kept).strip()
    # "No problem!" around a claim that was taken away would still say that it was done
    return (_PLEASED.sub("", rest) if claimed else rest), claimed


def _claims(sentence: str, read: set[str], *, wary: bool) -> bool:
    """`wary`: nothing was read either, so "it is on your calendar" can only be a claim."""
    sentence = _SOOTHING.sub("", sentence)
    if not _OWN.search(sentence):
        sentence = re.sub(r"\w+", lambda m: "" if m[0].casefold() in read else m[0], sentence)
    if claims_action(sentence):
        return True
    asks = sentence.rstrip().endswith("?")
    return wary and not asks and _SAYS_SO.search(sentence) is not None and not _NOT_SO.search(sentence)


def _repeats(said: str, lines: Sequence[str]) -> bool:
    """True when the model's words hold little that the lines do not."""
    known = set(re.findall(r"\w+", " ".join(lines).casefold()))
    words = re.findall(r"\w+", said.casefold())
    repeated = sum(w in known for w in words) / max(1, len(words))
    return repeated > 0.7 or said.startswith("That did not work")
