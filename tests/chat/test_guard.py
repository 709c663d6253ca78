"""The guard breaks markers, only markers, and only once."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from botpsy.chat.guard import BREAK, Guard

GUARD = Guard()
pieces = st.lists(st.sampled_from(["<", "|im_end|>", "/", "think>", "tool_response>", "a", "<|x|>", BREAK])).map(
    "".join
)


@pytest.mark.parametrize("marker", ["<|im_end|>", "<|im_start|>", "<|endoftext|>", "<think>", "</tool_response>"])
def test_markers_are_broken_and_still_readable(marker: str) -> None:
    guarded = GUARD.text(f"a {marker} b")
    assert marker not in guarded
    assert guarded.replace(BREAK, "") == f"a {marker} b"


@pytest.mark.parametrize("text", ["a < b", "<b>bold</b>", "x |im_end|> y", "if a <| b", "<thinking>", ""])
def test_other_text_is_untouched(text: str) -> None:
    assert GUARD.text(text) == text


def test_json_is_guarded_in_keys_and_values_at_any_depth() -> None:
    value = {"<think>": ["<|im_end|>", {"a": ("</tools>", 1, None, True)}]}
    assert GUARD.json(value) == {f"<{BREAK}think>": [f"<{BREAK}|im_end|>", {"a": [f"<{BREAK}/tools>", 1, None, True]}]}


@given(pieces)
def test_guarding_twice_is_guarding_once(text: str) -> None:
    once = GUARD.text(text)
    assert GUARD.text(once) == once
    assert not any(marker in once for marker in ("<|im_end|>", "<|x|>", "<think>", "</tool_response>"))
