"""Forms of a request, which split each belongs to, and patterns that make many more for the train half.

"(a|b) c" stands for "a c" and "b c", "(a|)" for a word that may be left out. What a pattern makes and a held-out form
says is left out, so that a held-out form stays one that no training request has.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Sequence
from functools import cached_property

from botpsy.apps.match import words
from botpsy.core.task import Split

_PART = re.compile(r"\(([^()]*)\)")


class Forms(list[str]):
    """Forms with slots in braces. Those in small letters are commands, and may take "please" or "can you"."""

    def __init__(self, forms: Iterable[str], patterns: Sequence[str] = ()) -> None:
        super().__init__(forms)
        self.patterns = patterns

    @cached_property
    def more(self) -> tuple[tuple[str, ...], ...]:
        """What the patterns make, a tuple for each, without what says the same as a form of dev or test."""
        held_out = {plain(form) for number, form in enumerate(self) if form_split(number) != "train"}
        made = (tuple(f for f in expand(p) if plain(f) not in held_out) for p in self.patterns)
        return tuple(group for group in made if group)


def expand(pattern: str) -> list[str]:
    """Write a pattern out. Alternatives do not nest.

    >>> expand("add {what} in (my|the) calendar")
    ['add {what} in my calendar', 'add {what} in the calendar']
    """
    pieces = _PART.split(pattern)  # text, alternatives, text, alternatives, ...
    choices = [p.split("|") if i % 2 else [p] for i, p in enumerate(pieces)]
    texts = (" ".join("".join(c).split()) for c in itertools.product(*choices))
    return list(dict.fromkeys(re.sub(r" ([,.?:;!])", r"\1", t) for t in texts))


def plain(form: str) -> tuple[str, ...]:
    """Return what a form says whatever its case and punctuation: two forms with the same are one."""
    return tuple(words(form.replace("{", " slot").replace("}", " ")))


def form_split(number: int) -> Split:
    """Return the split of a request form by its place in the list: new forms are added at the end."""
    return {5: "dev", 6: "test"}.get(number % 7, "train")  # type: ignore[return-value]
