"""Which family a template belongs to, and how families over foreign templates render and read."""

from __future__ import annotations

from pathlib import Path

import pytest
from chat_cases import ADD, CALLS, RESULTS, USER

from botpsy.chat.families import FAMILIES, family_for
from botpsy.chat.smollm2 import TEMPLATE, SmolLM2
from botpsy.core.errors import ModelError
from botpsy.core.messages import Message, ToolCall, ToolSpec

TEMPLATES = Path(__file__).parent / "templates"
QWEN3 = family_for((TEMPLATES / "qwen3_like.jinja").read_text(encoding="utf-8"))
QWEN3_5 = family_for((TEMPLATES / "qwen3_5_like.jinja").read_text(encoding="utf-8"))
CHATML = (
    "{% for m in messages %}{{ '<|im_start|>' + m.role + '\n' + m.content + '<|im_end|>\n' }}{% endfor %}"
    "{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}"
)
NO_END = "{% for m in messages %}{{ m.content }}\n{% endfor %}"


def test_every_family_knows_itself() -> None:
    assert family_for(TEMPLATE) == family_for(TEMPLATE + "\n") == SmolLM2()
    assert (QWEN3.name, QWEN3_5.name) == ("qwen3", "qwen3_5")
    assert family_for(CHATML).name == "hermes"
    assert {"smollm2", "qwen3", "qwen3_5", "hermes"} == set(FAMILIES)


def test_the_stock_smollm2_template_gives_ours_which_has_tools() -> None:
    stock = "{{ 'You are a helpful AI assistant named SmolLM, trained by Hugging Face' }}" + CHATML
    assert family_for(stock) == SmolLM2()


@pytest.mark.parametrize("template", [NO_END, "{{ raise_exception('no') }}", "{% if %}", "{{ messages[99].role.x }}"])
def test_an_unusable_template_is_refused(template: str) -> None:
    with pytest.raises(ModelError, match="chat template"):
        family_for(template)


def test_a_template_cannot_reach_out_of_its_sandbox() -> None:
    with pytest.raises(ModelError, match="chat template"):
        family_for("{{ ''.__class__.__mro__[1].__subclasses__() }}")


def test_tools_never_vanish_into_a_template_without_them() -> None:
    with pytest.raises(ModelError, match="no place for tools"):
        family_for(CHATML).render((USER,), (ADD,))


def test_generation_prompts() -> None:
    assert QWEN3.generation_prompt() == QWEN3_5.generation_prompt() == "<|im_start|>assistant\n<think>\n\n</think>\n\n"
    assert QWEN3.generation_prompt(thinking=True) == "<|im_start|>assistant\n"
    assert QWEN3_5.generation_prompt(thinking=True) == "<|im_start|>assistant\n<think>\n"


def test_what_comes_next_is_rendered_without_the_turns_before() -> None:
    expected = (
        '\n<|im_start|>user\n<tool_response>\n{"sum": 3.5}\n</tool_response>\n<tool_response>\nnobody\n</tool_response>'
        "<|im_end|>\n<|im_start|>assistant\n"
    )
    assert QWEN3.render_next(RESULTS, thinking=True) == expected
    assert QWEN3_5.render_next(RESULTS, thinking=True) == expected + "<think>\n"
    assert QWEN3.render_next((USER,), generate=False) == "\n<|im_start|>user\nHow are you?<|im_end|>\n"


@pytest.mark.parametrize("family", [QWEN3, QWEN3_5, family_for(CHATML)], ids=lambda family: family.name)
@pytest.mark.parametrize("thinking", [False, True])
def test_a_turn_reads_back_as_what_was_said(family: SmolLM2, thinking: bool) -> None:
    calls = () if family.name == "hermes" else (*CALLS.tool_calls, ToolCall("add", {}))
    thought = "I\nthink" if thinking and family.name != "hermes" else ""
    for content in ("", "I look. </think><|im_end|>"):
        message = Message("assistant", content, thought, calls)
        parser = family.parser(thinking, (ADD, ToolSpec("find", "", {"properties": {"name": {"type": "string"}}})))
        parser.feed(family.render_assistant(message, thinking=thinking))
        assert parser.finish() == Message("assistant", family.guard.text(content), thought, calls)


def test_thinking_has_no_place_behind_a_prompt_that_closed_it() -> None:
    message = Message("assistant", "Yes", "hm")
    assert QWEN3.render_assistant(message) == QWEN3_5.render_assistant(message) == "Yes<|im_end|>"


def test_prompt_is_what_the_template_gives() -> None:
    text = QWEN3_5.render((USER, CALLS, *RESULTS), (ADD,), thinking=True)
    turn = QWEN3_5.render_assistant(CALLS, thinking=True)
    opening = QWEN3_5.render((USER,), (ADD,), thinking=True)
    assert text == opening + turn + QWEN3_5.render_next(RESULTS, thinking=True)


def test_a_system_message_where_the_template_allows_none_is_an_error_that_says_so() -> None:
    with pytest.raises(ModelError, match="System message must be at the beginning"):
        QWEN3_5.render_next((Message("system", "Be brief."),))
