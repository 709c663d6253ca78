"""What is finally said. "Done" comes from receipts; a claim without a receipt is corrected before it is shown."""

from __future__ import annotations

import re
from collections.abc import Sequence

from botpsy.core.messages import ToolResult
from botpsy.core.trajectory import StopReason
from botpsy.envs.verifiers import claims_action

NOTHING_CHANGED = "Nothing was changed."
_STOPPED = {
    StopReason.LENGTH: "I stopped: the answer became too long.",
    StopReason.TURNS: "I stopped: this took more steps than I may take.",
    StopReason.NO_PROGRESS: "I stopped: I was repeating the same call and getting the same result.",
    StopReason.OVERFLOW: "This conversation no longer fits in the model's memory. Start a new one with /new.",
    StopReason.CANCELLED: "Stopped.",
}


def compose(text: str, results: Sequence[ToolResult], stop: StopReason, *, faults: int = 0) -> str:
    """Return the answer to a request from the model's last words and everything its calls came to.

    `faults`: calls that were never run because they did not parse.
    """
    lines = [f"{r.receipt.summary}." for r in results if r.receipt is not None]
    if not lines and claims_action(text):
        lines.append(NOTHING_CHANGED)
        text = ""
    for failure in dict.fromkeys(r.error for r in results if not r.ok and not _mended(r, results)):
        lines.append(_sentence(failure))
    if stop in _STOPPED:
        lines.append(_STOPPED[stop])
    said = text.strip()
    if said and not (lines and _adds_nothing(said, lines)):
        lines.append(said)
    if not lines:
        lines.append(
            f"{NOTHING_CHANGED} The call I wrote could not be read." if faults else "I have no answer to that."
        )
    return "\n".join(lines)


def _mended(failed: ToolResult, results: Sequence[ToolResult]) -> bool:
    """A call that failed and was then made rightly is not worth telling."""
    later = results[results.index(failed) + 1 :]
    return any(r.ok and r.call.name == failed.call.name for r in later)


def _adds_nothing(said: str, lines: Sequence[str]) -> bool:
    """True when the model's words claim what the lines already say, or repeat them."""
    known = set(re.findall(r"\w+", " ".join(lines).casefold()))
    words = re.findall(r"\w+", said.casefold())
    repeated = sum(w in known for w in words) / max(1, len(words))
    return claims_action(said) or repeated > 0.7 or said.startswith("That did not work")


def _sentence(text: str) -> str:
    text = text.strip()
    return (text[:1].upper() + text[1:]) if text.endswith((".", "!", "?")) else f"{text[:1].upper()}{text[1:]}."
