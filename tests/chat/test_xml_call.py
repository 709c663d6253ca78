"""The tagged call of Qwen3.5: types by schema, faults as what they are, linear time."""

from __future__ import annotations

import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from botpsy.chat.parse import StreamParser
from botpsy.chat.xml_call import XmlCall, typed
from botpsy.core.messages import Message, ToolCall, ToolSpec

SPEC = ToolSpec(
    "put",
    "",
    {"type": "object", "properties": {"text": {"type": "string"}, "n": {"type": "integer"}, "on": {"type": "boolean"}}},
)


def read(text: str, size: int = 10**9, *, cut: bool = False) -> Message:
    parser = StreamParser(call=lambda: XmlCall((SPEC,)))
    for pos in range(0, len(text), size):
        parser.feed(text[pos : pos + size])
    return parser.finish(cut)


def call(*parameters: tuple[str, str]) -> str:
    blocks = "".join(f"<parameter={name}>\n{text}\n</parameter>\n" for name, text in parameters)
    return f"<tool_call>\n<function=put>\n{blocks}</function>\n</tool_call>"


@pytest.mark.parametrize("size", [1, 2, 5, 11, 12, 13, 1000])
def test_reads_calls_and_prose_whatever_the_chunks(size: int) -> None:
    text = f"I put.\n\n{call(('text', '5'), ('n', '5'), ('on', 'True'))}\n{call()}\nDone."
    calls = (ToolCall("put", {"text": "5", "n": 5, "on": True}), ToolCall("put", {}))
    assert read(text, size) == Message("assistant", "I put.\nDone.", tool_calls=calls)


def test_only_the_outer_line_breaks_are_layout() -> None:
    (read_call,) = read(call(("text", "\n two\nlines \n"))).tool_calls
    assert read_call.arguments == {"text": "\n two\nlines \n"}


@pytest.mark.parametrize(
    ("text", "schema", "expected"),
    [
        ("5", {"type": "string"}, "5"),
        ("5", {"type": "integer"}, 5),
        ("5", {"type": "number"}, 5),
        ("2.5", {"type": "number"}, 2.5),
        ("five", {"type": "integer"}, "five"),
        ("true", {"type": "boolean"}, True),
        ("False", {"type": "boolean"}, False),
        ("None", {"type": "null"}, None),
        ("null", {"type": ["string", "null"]}, None),
        ("5", {"type": ["string", "null"]}, "5"),
        ("5", {"anyOf": [{"type": "integer"}, {"type": "null"}]}, 5),
        ("5", {"enum": ["5", "6"]}, "5"),
        ("[1]", {"type": "array"}, [1]),
        ('{"a": 1}', {"type": "object"}, {"a": 1}),
        ('{"a": NaN}', {"type": "object"}, '{"a": NaN}'),
        ("[" * 100_000, {"type": "array"}, "[" * 100_000),
        ("5", None, 5),
        ("hello", None, "hello"),
        ("", {"type": "string"}, ""),
    ],
)
def test_values_are_typed_by_the_schema(text: str, schema: Any, expected: Any) -> None:
    value = typed(text, schema)
    assert value == expected
    assert type(value) is type(expected)


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("", "not one <function=NAME>"),
        ('{"name": "put", "arguments": {}}', "not one <function=NAME>"),
        ("<function=put>", "not one <function=NAME>"),
        ("<function=>\n</function>", "no name"),
        ("<function=put>\nhello\n</function>", "expected a whole <parameter=NAME>"),
        ("<function=put>\n<parameter=n>\n5\n</function>", "expected a whole <parameter=NAME>"),
        ("<function=put><parameter=n>5</parameter><parameter=n>6</parameter></function>", "stands twice"),
        ("<function=put>" + " " * 9000 + "hello</function>", "expected a whole <parameter=NAME>"),
    ],
)
def test_a_malformed_call_is_a_fault(body: str, reason: str) -> None:
    message = read(f"<tool_call>{body}</tool_call>")
    assert message.tool_calls == ()
    assert [(fault.kind, fault.text) for fault in message.faults] == [("malformed", body)]
    assert reason in message.faults[0].reason


def test_a_call_that_the_text_ends_in_never_runs() -> None:
    message = read(call(("n", "5")).removesuffix("</tool_call>"))
    assert message.tool_calls == ()
    assert [fault.kind for fault in message.faults] == ["cut"]


@given(st.text(st.characters(exclude_characters="<", exclude_categories=["Cs"])))
def test_any_text_comes_back(text: str) -> None:
    assert read(call(("text", text)), 3).tool_calls[0].arguments == {"text": text}


@pytest.mark.parametrize("unit", [call(), "<tool_call>", "<parameter=n>", "</tool_call><tool_call>"])
def test_time_is_linear(unit: str) -> None:
    def seconds(size: int) -> float:
        start = time.process_time()
        read("<tool_call><function=put>" + unit * (size // len(unit)))
        read("<tool_call><function=put>" + unit * (size // len(unit)) + "</function></tool_call>")
        return time.process_time() - start

    assert min(seconds(400_000) for _ in range(2)) < 12 * seconds(100_000) + 0.2
