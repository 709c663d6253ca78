"""The Qwen3.5 call: `<function=NAME>` with one `<parameter=P>` block an argument, inside `<tool_call>` tags."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from botpsy.chat.json_call import CLOSE, loads
from botpsy.core.messages import CallFault, Json, ToolCall, ToolSpec

_FORM = "write <function=NAME>, a <parameter=NAME> block for each argument, and </function>"
_SPACES = re.compile(r"\s*")
_SPOKEN = {"True": True, "False": False, "None": None}  # how the model's own template writes them
_KINDS = {
    bool: ("boolean",),
    int: ("integer", "number"),
    float: ("number", "integer"),
    str: ("string",),
    list: ("array",),
    dict: ("object",),
    type(None): ("null",),
}


class XmlCall:
    """Reads a call up to the first closing tag. Arguments are typed by the schemas of `tools`.

    An argument the schema does not know is JSON when it parses as JSON, else text. A value that does not fit its schema
    is left for validation to complain about.
    """

    def __init__(self, tools: Sequence[ToolSpec] = ()) -> None:
        self._schemas: dict[str, Mapping[str, Json]] = {
            tool.name: tool.parameters.get("properties") or {} for tool in tools
        }
        self._text: list[str] = []
        self._tail = ""

    def feed(self, text: str, start: int) -> int | None:
        """Read text from `start`; return the index after the closing tag, or None when it has not come yet."""
        seam = self._tail + text[start : start + len(CLOSE) - 1]  # a tag split between two feeds
        if (at := seam.find(CLOSE)) >= 0:
            end = start + at + len(CLOSE) - len(self._tail)
        elif (at := text.find(CLOSE, start)) >= 0:
            end = at + len(CLOSE)
        else:
            self._text.append(text[start:])
            self._tail = (self._tail + text[start:])[1 - len(CLOSE) :]
            return None
        self._text.append(text[start:end])
        return end

    def result(self) -> ToolCall | CallFault:
        """Return the closed call, or what is wrong with it."""
        body = "".join(self._text).removesuffix(CLOSE)
        try:
            name, inner = _function(body.strip())
            schema = self._schemas.get(name, {})
            arguments: dict[str, Json] = {}
            for key, value in _parameters(inner):
                if key in arguments:
                    raise ValueError(f"the parameter {key[:80]} stands twice")
                arguments[key] = typed(value, schema.get(key))
            return ToolCall(name, arguments)
        except ValueError as error:
            return CallFault("malformed", body, f"{error}; {_FORM}")

    def unclosed(self, cut: bool) -> CallFault:
        """Return the fault of a text that ended before the closing tag."""
        del cut
        body = "".join(self._text)
        return CallFault("cut", body, f"the text ended before {CLOSE}; write the call again, whole and shorter")


def typed(text: str, schema: Json) -> Json:
    """Return an argument's value from its text: of a type the schema allows where possible, else JSON, else text."""
    kinds = _kinds(schema)
    if kinds == {"string"}:
        return text
    try:
        value = _SPOKEN[text] if text in _SPOKEN else loads(text)
    except ValueError:
        return text
    fits = any(kind in kinds for kind in _KINDS[type(value)])
    return text if "string" in kinds and not fits else value


def _kinds(schema: Json) -> set[str]:
    """Return the JSON types that a schema names, through anyOf and oneOf; none when it names no type."""
    if not isinstance(schema, Mapping):
        return set()
    table = cast("Mapping[str, Json]", schema)
    named = table.get("type", ())
    kinds: set[str] = {named} if isinstance(named, str) else set(named)
    for choice in (*table.get("anyOf", ()), *table.get("oneOf", ())):
        kinds |= _kinds(choice)
    options = table.get("enum")
    if not kinds and options and all(isinstance(option, str) for option in options):
        kinds = {"string"}
    return kinds


def _function(body: str) -> tuple[str, str]:
    """Return the function's name and what stands in its block."""
    head, found, inner = body.partition(">")
    if not found or not head.startswith("<function=") or not inner.endswith("</function>"):
        raise ValueError("not one <function=NAME> ... </function> block")
    name = head.removeprefix("<function=").strip()
    if not name:
        raise ValueError("the function has no name")
    return name, inner.removesuffix("</function>")


def _parameters(inner: str) -> Iterator[tuple[str, str]]:
    """Yield (name, text) of each parameter block; one line break at either end of a text is layout."""
    pos = 0
    while (pos := _after_space(inner, pos)) < len(inner):
        head_end = inner.find(">", pos)
        close = inner.find("</parameter>", pos)
        if not inner.startswith("<parameter=", pos) or not pos < head_end < close:
            raise ValueError(f"expected a whole <parameter=NAME> block at {inner[pos : pos + 40]!r}")
        name = inner[pos + len("<parameter=") : head_end].strip()
        yield name, inner[head_end + 1 : close].removeprefix("\n").removesuffix("\n")
        pos = close + len("</parameter>")


def _after_space(text: str, pos: int) -> int:
    match = _SPACES.match(text, pos)
    return match.end() if match else pos
