"""What an evaluation costs: tokens and seconds of every item, and memory and energy of the machine.

Energy is what the processor packages used while the run went on (Intel's RAPL counters, which AMD has too), whoever
used it. What the machine does not tell is None, never 0.
"""

from __future__ import annotations

import math
import resource
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from botpsy.core.messages import Json
from botpsy.core.protocols import Completion, Conversation, Generator, Sampling

MACHINE = "machine.jsonl"
POWERCAP = Path("/sys/class/powercap")


class Metered:
    """A Generator that passes everything on and adds up what the completions of one item cost."""

    def __init__(self, generator: Generator) -> None:
        self._generator = generator
        self._completions: list[Completion] = []
        self._seconds = 0.0

    async def generate(self, conversations: Sequence[Conversation], sampling: Sampling) -> list[Completion]:
        """Return the generator's completions. Raises what it raises."""
        started = time.monotonic()
        completions = await self._generator.generate(conversations, sampling)
        self._seconds += time.monotonic() - started
        self._completions += completions
        return completions

    def cost(self) -> dict[str, Json]:
        """Return what the item cost: `sampled` and `thinking` tokens, `generating` seconds with waiting, and where the
        engine tells it `first_token` (seconds to it, a mean over turns) and `decoding` seconds."""
        told = [c.usage for c in self._completions if c.usage is not None]
        found: dict[str, Json] = {"generating": round(self._seconds, 3)}
        if len(told) == len(self._completions):
            found["sampled"] = sum(u.sampled for u in told)
            found["read"] = sum(u.read for u in told)
        thinking = [self._thinking(c) for c in self._completions]
        if all(t is not None for t in thinking):
            found["thinking"] = sum(t or 0 for t in thinking)
        firsts = [u.first_token for u in told if math.isfinite(u.first_token)]
        decoded = [u for u in told if math.isfinite(u.decoding) and u.decoding > 0]
        if firsts:
            found["first_token"] = round(sum(firsts) / len(firsts), 4)
        if decoded:
            found["decoding"] = round(sum(u.decoding for u in decoded), 4)
            found["decoded"] = sum(u.sampled for u in decoded)
        return found

    def _thinking(self, completion: Completion) -> int | None:
        """Tokens of thinking: as the engine tells, by its own tokenizer, or its share of the characters."""
        thought, usage = completion.message.thinking, completion.usage
        if not thought:
            return 0
        if usage is not None and usage.thinking is not None:
            return usage.thinking
        encode: Any = getattr(self._generator, "encode", None)
        if encode is not None:
            return len(encode(thought))
        if usage is None:
            return None
        message = completion.message
        others = len(message.content) + sum(len(str(dict(c.arguments))) + len(c.name) for c in message.tool_calls)
        return round(usage.sampled * len(thought) / (len(thought) + others))


class Machine:
    """Memory and energy from now on."""

    def __init__(self, powercap: Path = POWERCAP) -> None:
        self._powercap = powercap
        self._started = time.monotonic()
        self._before = _energy(powercap)

    def cost(self, *, local: bool) -> dict[str, Json]:
        """Return seconds, `peak_memory` in bytes (None when the model runs elsewhere) and `energy` in joules."""
        seconds = round(time.monotonic() - self._started, 1)
        if not local:
            return {"seconds": seconds, "peak_memory": None, "energy": None}
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
        return {"seconds": seconds, "peak_memory": peak, "energy": _used(self._before, _energy(self._powercap))}


def _energy(powercap: Path) -> dict[str, tuple[int, int]]:
    """Return (microjoules, where the counter wraps) of each package."""
    found: dict[str, tuple[int, int]] = {}
    try:
        for zone in sorted(powercap.glob("*-rapl:*")):
            if zone.name.count(":") == 1:  # a package, not a part of one
                counter = int((zone / "energy_uj").read_text())
                found[zone.name] = counter, int((zone / "max_energy_range_uj").read_text())
    except (OSError, ValueError):
        return {}
    return found


def _used(before: dict[str, tuple[int, int]], after: dict[str, tuple[int, int]]) -> float | None:
    """Joules between two readings. A counter that wrapped more than once (after hours at full power) reads too low."""
    if not before or before.keys() != after.keys():
        return None
    total = 0
    for name, (start, wraps) in before.items():
        gone = after[name][0] - start
        total += gone if gone >= 0 else gone + wraps
    return round(total / 1e6, 1)
