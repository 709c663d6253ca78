"""The data report counts what is there, escapes what was written, and needs nothing but itself."""

from __future__ import annotations

import json
import math
from collections import Counter
from pathlib import Path

import pytest

from botpsy.core.errors import UsageError
from botpsy.data.report import SAMPLES, entropy, summarize, write


def row(text: str, source: str = "phone", calls: int = 1) -> dict[str, object]:
    call = {"name": "add", "arguments": {"what": text}}
    said = {"role": "assistant", "content": "", "tool_calls": [call] * calls}
    return {
        "id": text, "source": source, "skill": "single", "tools": [{"name": "add"}, {"name": "look"}],
        "messages": [{"role": "user", "content": text}, said],
    }  # fmt: skip


def test_everything_is_counted_once() -> None:
    found = summarize([row("buy milk"), row("buy bread", "sgd", 2), row("sell")])
    assert found.rows == 3
    assert found.source == {"phone": 2, "sgd": 1}
    assert found.calls == {1: 2, 2: 1}
    assert (len(found.unigrams), found.words) == (4, 5)
    assert (len(found.bigrams), found.pairs) == (2, 2)
    assert found.tools == {2: 3}


def test_samples_come_evenly_from_all_rows() -> None:
    found = summarize(row(f"request {i}") for i in range(2000))
    places = [int(str(s["id"]).split()[1]) for s in found.samples]
    assert len(places) == SAMPLES
    assert max(places) > 1000 > min(places)


def test_entropy_is_that_of_a_fair_coin() -> None:
    assert entropy(Counter({"a": 5, "b": 5})) == 1.0
    assert entropy(Counter({"a": 3})) == 0.0
    assert math.isclose(entropy(Counter("aab")), 0.918295834)


def test_the_page_escapes_what_was_written_and_loads_nothing(tmp_path: Path) -> None:
    data, out = tmp_path / "d.jsonl", tmp_path / "report.html"
    data.write_text(
        "".join(json.dumps(row(t)) + "\n" for t in ("<script>alert(1)</script>", "a\x1b[2J")), encoding="utf-8"
    )
    (tmp_path / "d.jsonl.made.json").write_text('{"removed": {"near duplicate: phone": 7}}', encoding="utf-8")
    write(data, out)
    page = out.read_text(encoding="utf-8")
    assert "<script>" not in page
    assert "\x1b" not in page
    assert "near duplicate: phone" in page
    assert "http" not in page


def test_an_empty_file_is_named(tmp_path: Path) -> None:
    data = tmp_path / "d.jsonl"
    data.write_text("")
    with pytest.raises(UsageError, match=r"d\.jsonl holds no conversation"):
        write(data, tmp_path / "r.html")
