"""Which family a chat template belongs to."""

from __future__ import annotations

from collections.abc import Callable

from botpsy.chat.family import ChatFamily
from botpsy.chat.guard import CHATML, HERMES_TAGS, Guard
from botpsy.chat.qwen import qwen3, qwen3_5
from botpsy.chat.smollm2 import TEMPLATE, SmolLM2
from botpsy.chat.template_family import TemplateFamily


def smollm2(template: str) -> ChatFamily:
    """Return SmolLM2 with our template, whatever the tokenizer's: the stock one has no tools."""
    del template
    return SmolLM2()


def hermes(template: str) -> ChatFamily:
    """Return a family over any template, for a model that calls tools in the Hermes form."""
    others = r"/?s>|(?:start|end)_of_turn>"
    return TemplateFamily("hermes", template, Guard((CHATML, HERMES_TAGS, others)))


FAMILIES: dict[str, Callable[[str], ChatFamily]] = {
    "smollm2": smollm2,
    "qwen3": qwen3,
    "qwen3_5": qwen3_5,
    "hermes": hermes,
}
"""Families by name; each is made from the tokenizer's chat template."""


def family_for(template_text: str) -> ChatFamily:
    """Return the family of a model by its tokenizer's chat template.

    Ours is known by equality, and the stock template of SmolLM2-Instruct by its system text; both give `SmolLM2`.
    Raises ModelError when the template cannot be used.
    """
    if template_text.strip() == TEMPLATE.strip() or "named SmolLM, trained by Hugging Face" in template_text:
        return FAMILIES["smollm2"](template_text)
    if "<function=" in template_text:
        return FAMILIES["qwen3_5"](template_text)
    if "<|im_start|>" in template_text and "<tool_call>" in template_text and "enable_thinking" in template_text:
        return FAMILIES["qwen3"](template_text)
    family = FAMILIES["hermes"](template_text)
    _ = family.end_of_turn  # fails here rather than in the middle of a conversation
    return family
