"""What is left out of a mixture: conversations that say the same as an earlier one, and those that overlap a benchmark.

Both keep hashes only, eight bytes an item, so that a mixture of any size is filtered in bounded memory.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import cast

from botpsy.core.messages import Json

GRAM = 13  # words; Brown et al. 2020, appendix C


class NearDuplicates:
    """Drops a conversation whose tools and requests are those of an earlier one, case, digits and punctuation aside.

    What the assistant answers is not looked at: two answers to one request teach no more than one.
    """

    name = "near duplicate"

    def __init__(self) -> None:
        self._seen: set[int] = set()

    def keeps(self, row: Mapping[str, Json]) -> bool:
        """Return False for a row that says what an earlier one said."""
        tools = " ".join(sorted(str(t.get("name", "")) for t in row.get("tools") or ()))
        said = " / ".join(re.sub(r"\d", "0", " ".join(words(text))) for text in requests(row))
        mark = _hash(f"{tools}|{said}")
        if mark in self._seen:
            return False
        self._seen.add(mark)
        return True


class Overlap:
    """Drops a conversation that shares a run of `gram` words with one of the texts of a benchmark.

    A text shorter than that counts as a whole. Prompts are handed in, since data never reads a benchmark itself.
    """

    name = "overlaps a benchmark"

    def __init__(self, texts: Iterable[str], gram: int = GRAM) -> None:
        self._gram = gram
        self._grams: set[int] = set()
        self._whole: set[int] = set()
        for text in texts:
            said = words(text)
            if len(said) < gram:
                self._whole.add(_hash(" ".join(said)))
            self._grams.update(self._of(said))

    def keeps(self, row: Mapping[str, Json]) -> bool:
        """Return False for a row with a request that overlaps."""
        for text in requests(row):
            said = words(text)
            if _hash(" ".join(said)) in self._whole or any(g in self._grams for g in self._of(said)):
                return False
        return True

    def _of(self, said: list[str]) -> Iterator[int]:
        return (_hash(" ".join(said[i : i + self._gram])) for i in range(len(said) - self._gram + 1))


Filter = NearDuplicates | Overlap


def filtered(
    rows: Iterable[dict[str, Json]], filters: Iterable[Filter], removed: Counter[str]
) -> Iterator[dict[str, Json]]:
    """Yield the rows that all filters keep; `removed` counts the others by the filter's name and the row's source."""
    chosen = list(filters)
    for row in rows:
        against = next((f for f in chosen if not f.keeps(row)), None)
        if against is None:
            yield row
        else:
            removed[f"{against.name}: {row['source']}"] += 1


def requests(row: Mapping[str, Json]) -> list[str]:
    """Return what the person says in a row of training data."""
    messages = cast(list[Mapping[str, Json]], row["messages"])
    return [str(m.get("content", "")) for m in messages if m["role"] == "user"]


def words(text: str) -> list[str]:
    """Return the words of a text in small letters, as overlap is counted."""
    return re.findall(r"\w+", text.lower())


def _hash(text: str) -> int:
    return int.from_bytes(hashlib.blake2b(text.encode(errors="replace"), digest_size=8).digest(), "big")
