"""JSON lines survive what is cut off and what is no UTF-8."""

from __future__ import annotations

from pathlib import Path

import pytest

from botpsy.core import jsonl
from botpsy.core.errors import UsageError


@pytest.mark.parametrize("line", ["3", "[1]", '"x"', "null"])
def test_a_line_that_is_no_object_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text('{"a": 1}\n' + line + "\n")
    with pytest.raises(UsageError, match=r"rows\.jsonl:2 is no JSON object"):
        list(jsonl.read(path))


def test_a_lone_surrogate_comes_back_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    with jsonl.Appender(path) as out:
        out.write({"text": "a\udc80b é"})
    assert list(jsonl.read(path)) == [{"text": "a\udc80b é"}]
    jsonl.write_atomic(path, [{"text": "\ud800"}])
    assert list(jsonl.read(path)) == [{"text": "\ud800"}]


def test_a_half_written_last_line_is_dropped_and_cut(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_bytes(b'{"a": 1}\n{"a": ')
    assert list(jsonl.read(path)) == [{"a": 1}]
    with jsonl.Appender(path) as out:
        out.write({"a": 2})
    assert list(jsonl.read(path)) == [{"a": 1}, {"a": 2}]


def test_a_broken_line_before_the_last_is_named(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_bytes(b'{"a": 1}\nnonsense\n{"a": 2}\n')
    with pytest.raises(UsageError, match=r"rows\.jsonl:2 is not JSON"):
        list(jsonl.read(path))
