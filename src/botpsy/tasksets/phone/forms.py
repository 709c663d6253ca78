"""Forms of a request, which split each belongs to, and patterns that make many more for the train half.

"(a|b) c" stands for "a c" and "b c", "(a|)" for a word that may be left out. What a pattern makes and a held-out form
says is left out, so that a held-out form stays one that no training request has. Beside those by their place in the
list there are held-out forms whose writer had seen no other form (held_out_forms.py).
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Sequence
from functools import cached_property

from botpsy.apps.match import words
from botpsy.core.task import Split

SPLITS: tuple[Split, ...] = ("train", "dev", "test")
_PART = re.compile(r"\(([^()]*)\)")


class Forms(list[str]):
    """Forms with slots in braces. Those in small letters are commands, and may take "please" or "can you".

    `patterns` make more for the train half; `held_out` are more for dev (every other one) and test.
    """

    def __init__(self, forms: Iterable[str], patterns: Sequence[str] = (), held_out: Sequence[str] = ()) -> None:
        super().__init__(forms)
        self.patterns = patterns
        self.held_out = held_out

    @cached_property
    def _by_split(self) -> dict[Split, list[tuple[str, str]]]:
        known = {plain(form) for form in self}
        found: dict[Split, list[tuple[str, str]]] = {split: placed(self, split) for split in SPLITS}
        for number, form in enumerate(self.held_out):
            if plain(form) not in known:
                found[("dev", "test")[number % 2]].append((f"h{number}", form))
        return found

    def of(self, split: Split) -> list[tuple[str, str]]:
        """Return the forms of a split with their names: the place in the list, or "h" and a number for those held out.

        A held-out one that says the same as a form of the list is left out.
        """
        return self._by_split[split]

    @cached_property
    def more(self) -> tuple[tuple[str, ...], ...]:
        """What the patterns make, a tuple for each, without what says the same as a form of dev or test."""
        held_out = {plain(form) for split in ("dev", "test") for _, form in self.of(split)}
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


def placed(forms: Sequence[str], split: Split) -> list[tuple[str, str]]:
    """Return the forms that belong to a split by their places, with the places as names."""
    return [(str(number), form) for number, form in enumerate(forms) if form_split(number) == split]


def form_split(number: int) -> Split:
    """Return the split of a request form by its place in the list: new forms are added at the end."""
    return {5: "dev", 6: "test"}.get(number % 7, "train")  # type: ignore[return-value]
