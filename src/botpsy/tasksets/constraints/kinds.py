"""Instructions on form that a program checks. None is among the 25 of IFEval or the 58 of IFBench, which are evaluated on.

Each kind has a wording, a check, and a change that makes lines of text keep it; changes are applied in the order of
KINDS, and kinds of one group exclude each other, so that any draw can be kept.
"""

from __future__ import annotations

# ruff: noqa: E501
import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

Value = str | int


@dataclass(frozen=True, slots=True)
class Kind:
    """`says`: wordings with {v}. `values`: what {v} may be. `keep(lines, v)` changes lines, `check(text, v)` judges."""

    name: str
    group: str
    says: Sequence[str]
    values: Sequence[Value]
    keep: Callable[[list[str], Value], list[str]]
    check: Callable[[str, Value], bool]


def lines_of(text: str) -> list[str]:
    """Return the lines that are not empty."""
    return [line.strip() for line in text.splitlines() if line.strip()]


def _resize(lines: list[str], v: Value) -> list[str]:
    more = [f"{line} Again." for line in lines]
    return (lines + more + more)[: int(v)]


def _all(check: Callable[[str], bool]) -> Callable[[str], bool]:
    return lambda text: bool(lines_of(text)) and all(check(line) for line in lines_of(text))


def _numbered(text: str, v: Value) -> bool:
    return all(line.startswith(f"{i}{v}") for i, line in enumerate(lines_of(text), 1)) and bool(lines_of(text))


def _speakers(text: str, v: Value) -> bool:
    a, b = str(v).split(" and ")
    return all(line.startswith(f"{(a, b)[i % 2]}: ") for i, line in enumerate(lines_of(text))) and bool(lines_of(text))


KINDS: list[Kind] = [
    Kind("lines", "size", ["Write exactly {v} lines.", "The answer must have {v} lines.", "Use {v} lines, no more and no fewer."], (2, 3, 4, 5, 6),
         _resize, lambda t, v: len(lines_of(t)) == v),
    Kind("semicolons", "marks", ["Use exactly {v} semicolons.", "There must be {v} semicolons in all."], (1, 2, 3),
         lambda ls, v: [ls[0].rstrip(".") + "; so it is" * int(v) + ".", *ls[1:]], lambda t, v: t.count(";") == v),
    Kind("tags", "tags", ["Put exactly {v} hashtags into it.", "Include {v} hashtags."], (1, 2, 3),
         lambda ls, v: [*ls[:-1], " ".join(["#note"] * int(v)) + " " + ls[-1]], lambda t, v: len(re.findall(r"#\w+", t)) == v),
    Kind("clock", "clock", ["Mention the time {v}.", "Name the time {v} somewhere."], ("07:45", "12:30", "18:10", "21:05"),
         lambda ls, v: [f"{ls[0].rstrip('.')} at {v}.", *ls[1:]], lambda t, v: str(v) in t),
    Kind("line_end", "end", ["End every line with {v}", "Each line must end in {v}"], ("...", "~", "=>", " -end-"),
         lambda ls, v: [line.rstrip(".") + str(v) for line in ls], lambda t, v: _all(lambda line: line.endswith(str(v).strip()))(t)),
    Kind("line_start", "start", ["Begin every line with \"{v}\".", "Each line starts with \"{v}\"."], ("Well,", "So", "Note that", "Today"),
         lambda ls, v: [f"{v} {line[0].lower()}{line[1:]}" for line in ls], lambda t, v: _all(lambda line: line.startswith(str(v)))(t)),
    Kind("numbered", "start", ["Number the lines 1{v} 2{v} and so on.", "Put 1{v} before the first line, 2{v} before the second, and so on."], (")", " -", ":", "/"),
         lambda ls, v: [f"{i}{v} {line}" for i, line in enumerate(ls, 1)], _numbered),
    Kind("speakers", "start", ["Write it as lines spoken in turn by {v}, each beginning with the name and a colon.", "Let {v} speak in turn, one line each, as \"Name: words\"."],
         ("Ada and Bo", "Cy and Di", "Eve and Fred"), lambda ls, v: [f"{str(v).split(' and ')[i % 2]}: {line}" for i, line in enumerate(ls)], _speakers),
    Kind("rule_after", "rule", ["After the last line put a line of {v} dashes.", "Close with a line that consists of {v} dashes."], (3, 5, 8),
         lambda ls, _: ls, lambda t, v: bool(lines_of(t)) and lines_of(t)[-1] == "-" * int(v)),
]  # fmt: skip
SENTENCES = (
    "The river is calm in the morning.", "Small boats pass under the bridge.", "A baker opens the shop early.", "Children walk to school along the wall.",
    "The market sells apples and bread.", "An old clock strikes in the square.", "Rain fell on the hills last night.", "Birds rest on the roofs.", "The train leaves from the second platform.",
    "Someone plays the piano upstairs.", "Lamps are lit when it gets dark.", "The garden smells of mint.",
)  # fmt: skip
SUBJECTS = (
    "a morning by the river", "a small town", "a walk in the rain", "a market day", "an old station", "a garden in June", "a quiet street",
    "the harbour at night", "a winter evening", "a busy kitchen", "a school yard", "a road in the hills", "a room full of books", "a Sunday in the park",
)  # fmt: skip
OPENINGS = (
    "Write about {s}.", "Describe {s}.", "Tell me about {s}.", "Give me a short text on {s}.", "I need some words about {s}.", "Please write something on {s}.", "A short piece about {s}, please.",
)  # fmt: skip


def compose(chosen: Sequence[tuple[Kind, Value]], rng: random.Random) -> str:
    """Return a text that keeps all of the chosen kinds, whose values are given."""
    lines: list[str] = list(rng.sample(SENTENCES, 3))
    names = {kind.name: value for kind, value in chosen}
    ruled = names.get("rule_after")
    for kind in KINDS:
        if kind.name not in names or kind.name == "rule_after":
            continue
        value = names[kind.name]
        if kind.name == "lines" and ruled is not None:
            value = int(value) - 1  # the rule is a line too
        lines = kind.keep(lines, value)
    return "\n".join([*lines, "-" * int(ruled)] if ruled is not None else lines)
