"""Near-duplicates and what overlaps a benchmark are left out, and counted."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from botpsy.data.filter import NearDuplicates, Overlap, filtered

LONG = "put the dinner with my cousin from Lisbon on the calendar for next Friday at half past seven please"


def row(text: str, tool: str = "add", answer: str = "ok") -> dict[str, object]:
    messages = [{"role": "user", "content": text}, {"role": "assistant", "content": answer}]
    return {"source": "s", "tools": [{"name": tool}], "messages": messages}


def kept(rows: list[dict[str, object]], *filters: NearDuplicates | Overlap) -> tuple[list[str], Counter[str]]:
    removed: Counter[str] = Counter()
    left = [r["messages"][0]["content"] for r in filtered(rows, filters, removed)]
    return left, removed


def test_what_says_the_same_is_dropped_whatever_the_answer() -> None:
    rows = [
        row("Wake me at 7!"),
        row("wake me at 8", answer="no"),
        row("Wake me at 7", tool="other"),
        row("Wake us at 7"),
    ]
    left, removed = kept(rows, NearDuplicates())
    assert left == ["Wake me at 7!", "Wake me at 7", "Wake us at 7"]
    assert removed == {"near duplicate: s": 1}


def test_thirteen_words_in_a_row_are_an_overlap_and_twelve_are_not() -> None:
    said = LONG.split()
    overlap = Overlap([LONG])
    assert kept([row("Well, " + " ".join(said[2:15]).upper() + " ok")], overlap)[0] == []
    assert kept([row("Well, " + " ".join(said[2:14]) + " ok")], overlap)[0] != []


def test_a_short_prompt_counts_as_a_whole() -> None:
    overlap = Overlap(["What is 7 times 8?"])
    assert kept([row("what is 7 times 8")], overlap)[0] == []
    assert kept([row("what is 7 times 8 times 9")], overlap)[0] != []


@given(st.lists(st.text(alphabet="ab ", min_size=1, max_size=6), max_size=12))
def test_filtering_twice_changes_nothing(texts: list[str]) -> None:
    once = kept([row(t) for t in texts], NearDuplicates())[0]
    assert kept([row(t) for t in once], NearDuplicates())[0] == once
