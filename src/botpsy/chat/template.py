"""Renders a chat template as `transformers.apply_chat_template` does, without transformers."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NoReturn, cast

from botpsy.chat.guard import Guard
from botpsy.core.errors import ModelError
from botpsy.core.messages import CallFault, Json, Message, ToolSpec

if TYPE_CHECKING:
    from jinja2 import Template


def template_message(message: Message, guard: Guard) -> dict[str, Json]:
    """Return a message in the OpenAI form that templates read, its texts guarded.

    Calls that did not parse are part of what the assistant said, so they stand in its content as they were written.
    """
    said = [guard.text(message.content)] if message.content else []
    said += [_fault_text(fault, guard) for fault in message.faults]
    row: dict[str, Json] = {"role": message.role, "content": "\n".join(said)}
    if message.thinking:
        row["reasoning_content"] = guard.text(message.thinking)
    if message.tool_calls:
        row["tool_calls"] = [
            {
                "type": "function",
                "function": {"name": guard.text(call.name), "arguments": guard.json(call.arguments)},
            }
            for call in message.tool_calls
        ]
    if message.name:
        row["name"] = guard.text(message.name)
    return row


def _fault_text(fault: CallFault, guard: Guard) -> str:
    text = f"<tool_call>\n{guard.text(fault.text.strip())}"
    return text if fault.kind == "cut" else f"{text}\n</tool_call>"


def render_template(
    source: str,
    messages: Iterable[Message],
    tools: Sequence[ToolSpec],
    *,
    guard: Guard,
    thinking: bool,
    generate: bool,
    bos_token: str = "",
    eos_token: str = "",
) -> str:
    """Render messages and tools. Raises ModelError when the template does not compile or refuses the messages."""
    from jinja2 import TemplateError  # a tenth of a second to import, which `botpsy --help` does not pay

    try:
        return compile_template(source).render(
            messages=[template_message(message, guard) for message in messages],
            tools=[guard.json(tool.to_json()) for tool in tools] or None,
            documents=None,
            add_generation_prompt=generate,
            enable_thinking=thinking,
            thinking=thinking,
            bos_token=bos_token,
            eos_token=eos_token,
        )
    except TemplateError as error:
        raise ModelError(f"the chat template fails on this conversation: {error}") from None


@lru_cache(maxsize=16)
def compile_template(source: str) -> Template:
    """Return the compiled template, in an environment like that of transformers. Raises jinja2.TemplateError."""
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    environment = ImmutableSandboxedEnvironment(
        trim_blocks=True, lstrip_blocks=True, extensions=["jinja2.ext.loopcontrols"]
    )
    untyped = cast(Any, environment)  # jinja2 declares these as bare dict
    untyped.filters["tojson"] = _tojson
    untyped.globals.update(raise_exception=_raise_exception, strftime_now=_strftime_now)
    return environment.from_string(source)


def _tojson(
    value: Any,
    ensure_ascii: bool = False,
    indent: int | None = None,
    separators: tuple[str, str] | None = None,
    sort_keys: bool = False,
) -> str:
    return json.dumps(value, ensure_ascii=ensure_ascii, indent=indent, separators=separators, sort_keys=sort_keys)


def _raise_exception(message: str) -> NoReturn:
    from jinja2 import TemplateError

    raise TemplateError(message)


def _strftime_now(form: str) -> str:
    return datetime.now().strftime(form)
