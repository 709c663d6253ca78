"""Messages, scores, samples and JSON lines keep what they promise."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from botpsy.core import jsonl
from botpsy.core.errors import UsageError
from botpsy.core.messages import CallFault, Message, ToolCall, ToolSpec
from botpsy.core.score import Score, all_of
from botpsy.core.trajectory import TrainSample

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda c: st.lists(c) | st.dictionaries(st.text(), c),
    max_leaves=8,
)


@given(st.text(), st.text(), st.dictionaries(st.text(), JSON), st.text())
def test_a_message_survives_json(content: str, thinking: str, arguments: dict[str, object], name: str) -> None:
    message = Message("assistant", content, thinking, (ToolCall("t", arguments),), (CallFault("cut", "x", "y"),), name)
    assert Message.from_json(json.loads(json.dumps(message.to_json()))) == message


def test_a_tool_survives_the_openai_form() -> None:
    spec = ToolSpec("f", "does", {"type": "object", "properties": {}}, "write")
    assert ToolSpec.from_json(spec.to_json(), "write") == spec


def test_a_score_outside_the_range_and_one_without_parts_are_refused() -> None:
    with pytest.raises(ValueError, match="in \\[0, 1\\]"):
        Score(1.2)
    with pytest.raises(ValueError, match="at least one part"):
        all_of({})
    assert all_of({"a": 1.0, "b": 0.5}).value == 0.5
    assert "b" in all_of({"a": 1.0, "b": 0.5}).reason


def test_streams_of_unequal_length_are_refused() -> None:
    with pytest.raises(ValueError, match="advantages has length 1"):
        TrainSample((1, 2), (0, 1), advantages=(0.5,))


def test_a_half_written_line_is_cut_and_appending_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_bytes(b'{"a": 1}\n{"a": 2}\n{"a": 3')
    assert [r["a"] for r in jsonl.read(path)] == [1, 2]
    with jsonl.Appender(path) as out:
        out.write({"a": 4})
    assert [r["a"] for r in jsonl.read(path)] == [1, 2, 4]


def test_a_broken_line_in_the_middle_is_named(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text('{"a": 1}\nnonsense\n{"a": 2}\n')
    with pytest.raises(UsageError, match=r"rows\.jsonl:2 is not JSON"):
        list(jsonl.read(path))


def test_an_interrupted_write_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    jsonl.write_atomic(path, [{"a": 1}])

    def broken():
        yield {"a": 2}
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        jsonl.write_atomic(path, broken())
    assert [r["a"] for r in jsonl.read(path)] == [1]
