"""The SmolLM2 template: golden prompts, equality with transformers, and what a turn reads back as."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from chat_cases import ADD, CALLS, CASES, RESULTS, SYSTEM, USER
from hypothesis import given
from hypothesis import strategies as st

from botpsy.chat.guard import Guard
from botpsy.chat.parse import parse
from botpsy.chat.smollm2 import TEMPLATE, SmolLM2
from botpsy.chat.template import compile_template, template_message
from botpsy.core.messages import Json, Message, ToolCall

FAMILY = SmolLM2()
GOLDEN = Path(__file__).parent / "golden"
CONTROLS = ("<|im_start|>", "<|im_end|>", "<filename>", "<think>", "</think>", "<tool_call>", "</tool_call>")


@pytest.mark.parametrize("name", CASES)
def test_prompt_is_golden(name: str) -> None:
    messages, tools, thinking = CASES[name]
    expected = (GOLDEN / f"smollm2_{name}.txt").read_text(encoding="utf-8")
    assert FAMILY.render(messages, tools, thinking=thinking) == expected


def test_nothing_is_said_before_the_user_without_tools_and_system() -> None:
    assert FAMILY.render((USER,), ()).startswith("<|im_start|>user\n")


def test_tools_come_before_the_system_text_so_that_the_prefix_is_stable() -> None:
    tools_only = FAMILY.render((USER,), (ADD,), generate=False).split("<|im_end|>")[0]
    assert FAMILY.render((SYSTEM, USER), (ADD,)).startswith(tools_only + "\n\nBe brief.")


def test_rendering_is_the_sum_of_its_messages() -> None:
    messages = (USER, CALLS, *RESULTS, SYSTEM, Message("assistant", "Bye"))
    parts = [FAMILY.render((message,), (), generate=False) for message in messages]
    assert FAMILY.render(messages, (), generate=False) == "".join(parts)


def test_arguments_render_alike_as_object_and_as_json_text() -> None:
    row = template_message(CALLS, Guard())
    as_text = json.loads(json.dumps(row))
    for call in as_text["tool_calls"]:
        call["function"]["arguments"] = json.dumps(call["function"]["arguments"], ensure_ascii=False)
    assert _raw([as_text]) == _raw([row]) == FAMILY.render((CALLS,), (), generate=False)


def test_bare_calls_tools_and_null_content_are_accepted() -> None:
    bare = {"role": "assistant", "content": None, "tool_calls": [{"name": "add", "arguments": {"zahl": 1}}]}
    full = Message("assistant", tool_calls=(ToolCall("add", {"zahl": 1}),))
    assert _raw([bare]) == FAMILY.render((full,), (), generate=False)
    assert _raw([], tools=[ADD.to_json()["function"]]) == _raw([], tools=[ADD.to_json()])


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("generate", [True, False])
def test_transformers_renders_the_same(name: str, generate: bool) -> None:
    transformers = pytest.importorskip("transformers")
    tokenizers = pytest.importorskip("tokenizers")
    model = tokenizers.Tokenizer(tokenizers.models.WordLevel({"a": 0}, unk_token="a"))
    tokenizer = transformers.PreTrainedTokenizerFast(tokenizer_object=model)
    messages, tools, thinking = CASES[name]
    guard = FAMILY.guard
    text = tokenizer.apply_chat_template(
        [template_message(message, guard) for message in messages],
        tools=[guard.json(tool.to_json()) for tool in tools] or None,
        chat_template=TEMPLATE,
        tokenize=False,
        add_generation_prompt=generate,
        thinking=thinking,
    )
    assert text == FAMILY.render(messages, tools, thinking=thinking, generate=generate)


scraps = st.one_of(st.text(max_size=8), st.sampled_from([*CONTROLS, "\n", " ", "<", "{", '"', "\u200b"]))
texts = st.lists(scraps, max_size=6).map("".join)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=6,
)
calls = st.builds(ToolCall, st.text(min_size=1, max_size=5), st.dictionaries(texts, values, max_size=3))
turns = st.builds(
    Message,
    role=st.just("assistant"),
    content=texts,
    thinking=texts,
    tool_calls=st.lists(calls, max_size=3).map(tuple),
)


@given(message=turns, thinking=st.booleans())
def test_a_turn_reads_back_as_what_was_said(message: Message, thinking: bool) -> None:
    read = parse(FAMILY.render_assistant(message, thinking=thinking), thinking=thinking)
    guard, space = FAMILY.guard, " \t\r\n"
    assert read == Message(
        "assistant",
        content=guard.text(message.content).strip(space),
        thinking=guard.text(message.thinking).strip(space),
        tool_calls=tuple(ToolCall(guard.text(c.name), guard.json(c.arguments)) for c in message.tool_calls),
    )


@given(st.lists(st.builds(Message, st.sampled_from(["system", "user", "tool"]), texts), max_size=4))
def test_content_never_forges_a_turn(messages: list[Message]) -> None:
    text = FAMILY.render(messages, (), generate=False)
    assert text.count("<|im_start|>") == text.count("<|im_end|>") == len(messages)
    assert text.count("<tool_response>") == text.count("</tool_response>") == sum(m.role == "tool" for m in messages)
    assert "<filename>" not in text
    assert "<tool_call>" not in text


def _raw(messages: list[Any], tools: list[Json] | None = None) -> str:
    return compile_template(TEMPLATE).render(messages=messages, tools=tools)
