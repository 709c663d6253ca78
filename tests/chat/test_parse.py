"""The streaming parser: what each text means, whatever the chunks, in linear time."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from botpsy.chat.parse import (
    CallEvent,
    Event,
    FaultEvent,
    Retraction,
    StreamParser,
    TextDelta,
    ThinkingDelta,
    parse,
)
from botpsy.core.messages import Message, ToolCall

ADD = '<tool_call>\n{"name": "add", "arguments": {"a": 1}}\n</tool_call>'
CALL = ToolCall("add", {"a": 1})


def said(content: str = "", thinking: str = "", calls: int = 0) -> Message:
    return Message("assistant", content, thinking, tool_calls=(CALL,) * calls)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", said()),
        ("Hello", said("Hello")),
        ("Hello<|im_end|>", said("Hello")),
        ("Hello<|im_end|>\n<|im_start|>user\nmore", said("Hello")),
        (ADD, said(calls=1)),
        (f"{ADD}\n{ADD}<|im_end|>", said(calls=2)),
        (f"{ADD}{ADD}", said(calls=2)),
        (f"I add.\n{ADD}", said("I add.", calls=1)),
        (f"I add.\n\n{ADD}\n\nDone.", said("I add.\nDone.", calls=1)),
        (f"{ADD}\nDone.", said("Done.", calls=1)),
        ("<think>\nhm\n</think>\n\nYes", said("Yes", "hm")),
        (f"<think>\nhm\n</think>\n\n{ADD}", said("", "hm", 1)),
        ("<think>\n\n</think>\n\nYes", said("Yes")),
        ("Well <think>hm</think> yes", said("Well\nyes", "hm")),
        ("<think>never closed", said("", "never closed")),
        (f"<think>I could write {ADD}</think>No", said("No", f"I could write {ADD}")),
        ("<think>a <think> b</think>c", said("c", "a <think> b")),
        ("only thought</think>Yes", said("Yes", "only thought")),
        ("\n</think>\n\nYes", said("Yes")),
        (f"I try {ADD} </think>No", said("No", f"I try {ADD}")),
        ("<think>the tag </think> ends it</think>Yes", said("Yes", "the tag\nends it")),
        ("a <b> <tool </tool_call>", said("a <b> <tool </tool_call>")),
        ("a\n\n\n b  ", said("a\n\n\n b")),
    ],
)
def test_reads(text: str, expected: Message) -> None:
    assert parse(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("hm\n</think>\n\nYes", said("Yes", "hm")),
        ("<think>\nhm</think>Yes", said("Yes", "hm")),
        ("hm, still", said("", "hm, still")),
        (f"{ADD}</think>{ADD}", said("", ADD, 1)),
        ("hm</thin", said("", "hm</thin")),
        ("hm<|im_end|>", said("", "hm")),
    ],
)
def test_reads_after_a_prompt_that_opened_thinking(text: str, expected: Message) -> None:
    assert parse(text, thinking=True) == expected


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("", "not valid JSON"),
        ("add(1)", "not a JSON object"),
        ("[1]", "not a JSON object"),
        ('"add"', "a string stands where none may"),
        ("{'name': 'add'}", "not valid JSON"),
        ('{"name": "add", "arguments": {"a": 1}', "not valid JSON"),
        ('{"name": "add", "arguments": {"a": 1}}}', "text after the JSON object"),
        ('{"name": "add", "arguments": {"a": 1}} {}', "text after the JSON object"),
        ('{"name": "add", "arguments": {"a": "1}}', "raw line break"),
        ('{"name": "add, "arguments": {"a": 1}}', "not closed, or a comma"),
        ('{"name": "add" "arguments": {}}', "not closed, or a comma"),
        ('{"name": "add"}', '"arguments" is missing'),
        ('{"name": "add", "parameters": {}}', '"arguments" is missing'),
        ('{"name": "add", "arguments": {}, "id": 1}', "not id"),
        ('{"arguments": {}}', '"name" is missing'),
        ('{"name": 3, "arguments": {}}', '"name" is missing'),
        ('{"name": "", "arguments": {}}', '"name" is missing'),
        ('{"name": "add", "arguments": [1]}', '"arguments" is not a JSON object'),
        ('{"name": "add", "arguments": null}', '"arguments" is not a JSON object'),
        ('{"name": "add", "arguments": "{"}', "not valid JSON"),
        ('{"name": "add", "arguments": "[]"}', '"arguments" is not a JSON object'),
        ('{"name": "add", "arguments": {"a": NaN}}', "NaN"),
        ('{"name": "add", "arguments": {"a": -Infinity}}', "-Infinity"),
        ('{"name": "add", "arguments": {"a": 1e999}}', "too large"),
        ('{"name": "add", "arguments": {"a": ' + "9" * 5000 + "}}", "too long"),
        ('{"name": "add", "arguments": {"a": 1, "a": 2}}', 'the key "a" stands twice'),
        ('{"name": "add", "arguments": {"a": "\\ud800"}}', "half a character"),
        ('{"name": "add", "arguments": {"a": ' + "[" * 70 + "]" * 70 + "}}", "deeper than 64"),
        ('{"name": "add", "arguments": {"a": ' + "[" * 100_000, "deeper than 64"),
        ('{"name": "add", "arguments": "' + '{\\"a\\":' * 70 + "1" + "}" * 70 + '"}', "deeper than 64"),
    ],
)
def test_a_malformed_call_is_a_fault_and_never_repaired(body: str, reason: str) -> None:
    message = parse(f"Hm.\n<tool_call>\n{body}\n</tool_call>\nSo.")
    assert message.tool_calls == ()
    assert message.content == "Hm.\nSo."
    (fault,) = message.faults
    assert fault.kind == "malformed"
    assert fault.text == f"\n{body}\n"
    assert reason in fault.reason
    assert "write" in fault.reason


def test_a_good_call_beside_a_bad_one_stands() -> None:
    message = parse(f"<tool_call>oops</tool_call>\n{ADD}")
    assert message.tool_calls == (CALL,)
    assert [fault.kind for fault in message.faults] == ["malformed"]


def test_arguments_may_be_the_text_of_an_object() -> None:
    assert parse('<tool_call>{"name": "add", "arguments": "{\\"a\\": 1}"}</tool_call>') == said(calls=1)


def test_a_closing_tag_inside_a_string_is_text() -> None:
    message = parse('<tool_call>\n{"name": "write", "arguments": {"text": "a </tool_call> \\" b"}}\n</tool_call>')
    assert message.tool_calls == (ToolCall("write", {"text": 'a </tool_call> " b'}),)


def test_sixty_four_levels_are_allowed() -> None:
    deep = "[" * 62 + "]" * 62
    assert parse('<tool_call>{"name": "a", "arguments": {"a": ' + deep + "}}</tool_call>").faults == ()


@pytest.mark.parametrize("cut", [True, False])
@pytest.mark.parametrize("end", [1, 12, 30, len(ADD) - len("</tool_call>"), len(ADD) - 1])
def test_a_call_that_the_text_ends_in_never_runs(end: int, cut: bool) -> None:
    text = ADD[: max(end, len("<tool_call>"))]
    message = parse(text, cut=cut)
    assert message.tool_calls == ()
    assert message.content == ""
    assert [(fault.kind, fault.text) for fault in message.faults] == [("cut", text.removeprefix("<tool_call>"))]


def test_a_stop_text_inside_a_call_ends_it() -> None:
    message = parse('<tool_call>\n{"name": "a", "arguments": {"a": "<|im_end|>"}}\n</tool_call>')
    assert [fault.kind for fault in message.faults] == ["cut"]


def test_a_tag_cut_in_the_middle_is_a_cut_call_only_at_a_limit() -> None:
    assert [fault.kind for fault in parse("I add.\n<tool_c", cut=True).faults] == ["cut"]
    assert parse("I add.\n<tool_c") == said("I add.\n<tool_c")


def test_an_unclosed_string_before_the_end_is_malformed() -> None:
    message = parse('<tool_call>{"name": "a", "arguments": {"a": "b}}</tool_call>')
    assert [fault.kind for fault in message.faults] == ["malformed"]


def test_events_come_as_soon_as_they_are_certain() -> None:
    parser = StreamParser(stop=("<|im_end|>",))
    assert parser.feed("<thi") == []
    assert parser.feed("nk>\nhm") == [ThinkingDelta("hm")]
    assert parser.feed("</thi") == []
    assert parser.feed("nk>\n\nYes <tool_c") == [TextDelta("Yes")]
    assert parser.feed("all>\n{") == []
    assert parser.feed('"name": "add", "arguments": {"a": 1}}\n</tool_call') == []
    assert parser.feed("> and") == [CallEvent(CALL), TextDelta("\nand")]
    assert parser.feed(" a <") == [TextDelta(" a")]
    assert parser.feed("b <tool_call>") == [TextDelta(" <b")]
    (event,) = parser.flush()
    assert isinstance(event, FaultEvent)
    assert parser.feed("ignored") == parser.flush() == []
    assert parser.finish().content == "Yes\nand a <b"


def test_a_close_only_tag_takes_back_what_was_shown() -> None:
    parser = StreamParser()
    assert parser.feed("so I think") == [TextDelta("so I think")]
    assert parser.feed("</think>Yes") == [Retraction(), ThinkingDelta("so I think"), TextDelta("Yes")]


scraps = st.one_of(
    st.text(max_size=5),
    st.sampled_from(["<think>", "</think>", "<tool_call>", "</tool_call>", ADD, "<|im_end|>", "\n", " ", "<", "</th"]),
    st.sampled_from(['{"name": "add", "arguments": ', '"', "{", "}", "\\", '{"a": 1}}', "1e9", ","]),
)
texts = st.lists(scraps, max_size=12).map("".join)


def _replay(events: list[Event]) -> Message:
    content, thinking, calls, faults = "", "", [], []
    for event in events:
        match event:
            case TextDelta(text):
                content += text
            case ThinkingDelta(text):
                thinking += text
            case CallEvent(call):
                calls.append(call)
            case FaultEvent(fault):
                faults.append(fault)
            case Retraction():
                content, calls, faults = "", [], []
    return Message("assistant", content, thinking, tuple(calls), tuple(faults))


@given(text=texts, sizes=st.lists(st.integers(1, 7), min_size=1, max_size=8), thinking=st.booleans(), cut=st.booleans())
def test_chunks_do_not_matter_and_events_add_up(text: str, sizes: list[int], thinking: bool, cut: bool) -> None:
    parser = StreamParser(thinking=thinking, stop=("<|im_end|>",))
    events: list[Event] = []
    pos = turn = 0
    while pos < len(text):
        events += parser.feed(text[pos : pos + sizes[turn % len(sizes)]])
        pos += sizes[turn % len(sizes)]
        turn += 1
    events += parser.flush(cut)
    whole = parse(text, thinking=thinking, cut=cut, stop=("<|im_end|>",))
    assert parser.finish(cut) == whole
    assert _replay(events) == whole


@given(secret=st.text("ab \n<", max_size=10), answer=st.text("xy \n", max_size=10), close_only=st.booleans())
def test_thinking_never_reaches_content(secret: str, answer: str, close_only: bool) -> None:
    text = ("" if close_only else "<think>") + secret + "</think>" + answer
    assert parse(text).content == answer.strip()


@pytest.mark.parametrize(
    "unit",
    [
        "<",
        "</think>",
        "<think>",
        "<tool_call>",
        ADD,
        "a\n",
        " ",
        '<tool_call>"</tool_call>',
        '<tool_call>\\"</tool_call>',
        "[",
    ],
)
def test_time_is_linear(unit: str) -> None:
    assert _seconds(unit, 400_000) < 12 * _seconds(unit, 100_000) + 0.2


def _seconds(unit: str, size: int) -> float:
    text = (unit * size)[:size]
    parser = StreamParser()
    start = time.process_time()
    for pos in range(0, size, 16_384):
        parser.feed(text[pos : pos + 16_384])
    parser.finish()
    parse(text)
    return time.process_time() - start
