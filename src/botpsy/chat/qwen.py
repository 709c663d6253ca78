"""Qwen3 and Qwen3.5 through the tokenizer's own template. Qwen3 calls in JSON, Qwen3.5 in tagged parameters."""

from __future__ import annotations

from botpsy.chat.guard import CHATML, HERMES_TAGS, Guard
from botpsy.chat.template_family import TemplateFamily
from botpsy.chat.xml_call import XmlCall


def qwen3(template: str) -> TemplateFamily:
    """Return the family of Qwen3: Hermes calls, thinking opened by the model itself."""
    return TemplateFamily("qwen3", template, Guard((CHATML, HERMES_TAGS)))


def qwen3_5(template: str) -> TemplateFamily:
    """Return the family of Qwen3.5 (and Qwen3-Coder): tagged calls, thinking opened by the prompt."""
    return TemplateFamily(
        "qwen3_5", template, Guard((CHATML, HERMES_TAGS, r"/?(?:function|parameter)(?:=[^<>\n]*)?>")), call=XmlCall
    )
