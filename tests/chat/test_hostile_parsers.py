"""Hostile text through every parser: it ends soon, nothing runs, nothing is repaired, chunks do not matter; and a fuzzer."""

from __future__ import annotations

import json
import time
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from botpsy.chat.parse import STOP, StreamParser
from botpsy.chat.xml_call import XmlCall
from botpsy.core.messages import Message, ToolSpec
from botpsy.core.printable import transcript
from botpsy.tools.execute import fault_message
from hostile import HOSTILE, MARKER

LIMIT = 20.0  # seconds of processor time for one text; a quadratic parser needs minutes
TOOLS = (ToolSpec("f", "", {"type": "object", "properties": {"x": {"type": "integer"}}}),)
PARSERS: dict[str, Callable[[], StreamParser]] = {
    "json": lambda: StreamParser(stop=STOP),
    "json, thinking": lambda: StreamParser(thinking=True, stop=STOP),
    "xml": lambda: StreamParser(stop=STOP, call=lambda: XmlCall(TOOLS)),
}


def whole(make: Callable[[], StreamParser], text: str, size: int = 0, cut: bool = False) -> Message:
    parser = make()
    for start in range(0, len(text), size or max(1, len(text))):
        parser.feed(text[start : start + size] if size else text)
    return parser.finish(cut)


def test_there_are_at_least_fifty() -> None:
    assert len(HOSTILE) >= 50
    assert len(set(HOSTILE.values())) == len(HOSTILE)


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_ends_soon_and_runs_nothing(name: str) -> None:
    text = HOSTILE[name]
    started = time.process_time()
    for make in PARSERS.values():
        message = whole(make, text)
        for call in message.tool_calls:
            assert isinstance(call.name, str) and call.name
            json.dumps(dict(call.arguments), allow_nan=False)
            assert len(message.tool_calls) <= 2000
        for fault in message.faults:
            fault_message(fault)
            assert fault.text in text
        written = "\n".join(transcript([message]))
        assert "\x1b" not in written and "\x07" not in written and "\u202e" not in written
    assert time.process_time() - started < LIMIT
    assert not MARKER.exists()


@pytest.mark.parametrize("name", [n for n, t in HOSTILE.items() if len(t) < 20_000])
@pytest.mark.parametrize("size", [1, 7])
def test_chunks_do_not_matter(name: str, size: int) -> None:
    for make in PARSERS.values():
        for cut in (False, True):
            assert whole(make, HOSTILE[name], size, cut) == whole(make, HOSTILE[name], cut=cut)


STRICT = ("NaN", "Infinity", "duplicate keys", "duplicate names", "single quotes", "comments", "a trailing comma", "two objects",
          "a list of calls", "arguments of null", "a name of null", "a huge int", "a huge exponent", "deep lists", "deep objects",
          "python as the arguments", "lone surrogates in a call", "a call that is cut", "a call in a call", "xml parameters nested")  # fmt: skip


@pytest.mark.parametrize("name", STRICT)
def test_what_is_no_call_is_a_fault_and_never_repaired(name: str) -> None:
    message = whole(PARSERS["json"], HOSTILE[name])
    assert not message.tool_calls
    assert message.faults


def test_an_argument_keeps_its_tags_and_code_as_text() -> None:
    (call,) = whole(PARSERS["json"], HOSTILE["a call in an argument"]).tool_calls
    assert call.arguments["x"].startswith("</tool_call><tool_call>")
    (call,) = whole(PARSERS["json"], HOSTILE["python as an argument"]).tool_calls
    assert str(MARKER) in call.arguments["x"]
    (call,) = whole(PARSERS["xml"], HOSTILE["xml entities"]).tool_calls
    assert call.arguments["x"] == "&b;"


PIECES = (
    "<tool_call>", "</tool_call>", "<think>", "</think>", "<tool_", "<|im_end|>", '{"name": "f", "arguments": {', '"x"', ":", "1", "}", "}}", "{", "[", "]",
    ",", '"', "\\", "\\u0041", "\\ud800", " ", "\n", "NaN", "-", "1e9", "é", "\ud800", "\x00", "<function=f>", "</function>", "<parameter=x>",
    "</parameter>", "null", "true", "text",
)  # fmt: skip


@settings(max_examples=300)
@given(
    st.lists(st.sampled_from(PIECES) | st.text(max_size=5), max_size=40),
    st.lists(st.integers(1, 9), min_size=1, max_size=6),
    st.booleans(),
)
def test_fuzz_any_chunks_give_the_same_turn(pieces: list[str], sizes: list[int], cut: bool) -> None:
    text = "".join(pieces)
    for make in PARSERS.values():
        parser = make()
        start = step = 0
        while start < len(text):
            size = sizes[step % len(sizes)]
            parser.feed(text[start : start + size])
            start, step = start + size, step + 1
        message = parser.finish(cut)
        assert message == whole(make, text, cut=cut)
        assert Message.from_json(message.to_json()) == message
        for call in message.tool_calls:
            json.dumps(dict(call.arguments), allow_nan=False)


@settings(max_examples=150)
@given(
    st.recursive(
        st.none()
        | st.booleans()
        | st.integers()
        | st.floats(allow_nan=False, allow_infinity=False)
        | st.text(st.characters(exclude_categories=("Cs",))),
        lambda inner: (
            st.lists(inner, max_size=4)
            | st.dictionaries(st.text(st.characters(exclude_categories=("Cs",)), max_size=8), inner, max_size=4)
        ),
        max_leaves=20,
    )
)
def test_fuzz_what_is_written_is_read(value: object) -> None:
    for ascii_only in (True, False):
        written = json.dumps({"name": "f", "arguments": {"x": value}}, ensure_ascii=ascii_only)
        message = whole(PARSERS["json"], f"<tool_call>\n{written}\n</tool_call>")
        assert [dict(c.arguments) for c in message.tool_calls] == [{"x": value}]
