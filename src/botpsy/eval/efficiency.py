"""What success cost each run: tokens of thought, turns, repetition, truncation, speed, memory, energy.

Tokens and turns are compared on the items that all runs solved, each counted by its own tokenizer. What a run did not
record is None.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from botpsy.core import jsonl
from botpsy.core.messages import Json
from botpsy.eval.board import Run
from botpsy.eval.meter import MACHINE
from botpsy.eval.record import Key, Row
from botpsy.eval.stats import Interval, bootstrap

NOT_TOLD = "not told by this machine"
_GRAM = 8  # words
_LEAST = 64  # words of a turn that is looked at
_LONGEST = 20_000  # words


@dataclass(frozen=True, slots=True)
class Efficiency:
    """One run's costs. `shared`: items that all runs solved, which `thinking`, `sampled` and `turns` (means) rest on.
    `repetitive`, `truncated`: shares of all its items. `first_token`: seconds; `speed`: tokens a second while decoding;
    `memory`: bytes; `energy`: joules an item."""

    shared: int
    thinking: Interval | None
    sampled: Interval | None
    turns: Interval | None
    repetitive: float
    truncated: float
    first_token: float | None
    speed: float | None
    memory: float | None
    energy: float | None


def efficiency(runs: Sequence[Run]) -> list[Efficiency]:
    """Return each run's costs, in order."""
    shared = solved_by_all(runs)
    return [_of(run, shared) for run in runs]


def judged_by_all(runs: Sequence[Run]) -> list[Key]:
    """Return the items that every run judged, and that are the same task in all (by digest), in a stable order."""
    first, *others = runs
    return sorted(
        key
        for key, row in first.rows.items()
        if all((other := run.rows.get(key)) is not None and other["digest"] == row["digest"] for run in others)
    )


def solved_by_all(runs: Sequence[Run]) -> list[Key]:
    """Return those of the items that all judged which every run solved."""
    return [key for key in judged_by_all(runs) if all(run.rows[key]["score"] == 1.0 for run in runs)]


def _of(run: Run, shared: Sequence[Key]) -> Efficiency:
    rows = list(run.rows.values())
    same = [run.rows[key] for key in shared]
    costs = [cast("Row", row.get("cost") or {}) for row in rows]
    decoding = sum(float(c["decoding"]) for c in costs if "decoding" in c)
    decoded = sum(float(c["decoded"]) for c in costs if "decoding" in c)
    firsts = [float(c["first_token"]) for c in costs if "first_token" in c]
    sessions = _sessions(run.folder)
    memory = [float(s["peak_memory"]) for s in sessions if s.get("peak_memory") is not None]
    energy = [s.get("energy") for s in sessions]
    whole = energy and all(e is not None for e in energy)
    played = sum(int(s.get("items", 0)) for s in sessions)
    return Efficiency(
        len(same),
        _mean([_cost(row, "thinking") for row in same]),
        _mean([_sampled(row) for row in same]),
        _mean([float(row["turns"]) for row in same]),
        sum(map(repetitive, rows)) / len(rows) if rows else 0.0,
        sum(row["stop"] == "length" for row in rows) / len(rows) if rows else 0.0,
        sum(firsts) / len(firsts) if firsts else None,
        decoded / decoding if decoding else None,
        max(memory, default=None),
        sum(float(e) for e in energy if e is not None) / played if whole and played else None,
    )


def _cost(row: Row, name: str) -> float | None:
    value = cast("Row", row.get("cost") or {}).get(name)
    return None if value is None else float(value)


def _sampled(row: Row) -> float | None:
    told = _cost(row, "sampled")
    return told if told is not None else float(row["tokens"]["sampled"]) or None


def _mean(values: Sequence[float | None]) -> Interval | None:
    known = [value for value in values if value is not None]
    return bootstrap(known) if known and len(known) == len(values) else None


def _sessions(folder: Path) -> list[dict[str, Json]]:
    path = folder / MACHINE
    return list(jsonl.read(path)) if path.exists() else []


def repetitive(row: Row) -> bool:
    """Return True when a turn of the assistant (thought and text) goes round in circles: of the runs of eight words in
    it less than half are distinct. Turns under 64 words are not looked at."""
    for message in cast("list[Row]", row.get("messages", [])):
        if message.get("role") != "assistant":
            continue
        words = f"{message.get('thinking', '')} {message.get('content', '')}"[: 20 * _LONGEST].split()[:_LONGEST]
        if len(words) < _LEAST:
            continue
        grams = [tuple(words[i : i + _GRAM]) for i in range(len(words) - _GRAM + 1)]
        if len(set(grams)) < len(grams) / 2:
            return True
    return False
