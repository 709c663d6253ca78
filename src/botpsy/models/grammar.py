"""A grammar for the calls of the tools in view. The schema is simplified first: a grammar only has to keep the form, and
the arguments are validated against the original schema afterwards."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, cast

from botpsy.core.messages import Json, ToolSpec

_KEPT = ("type", "enum", "const", "properties", "required", "items", "anyOf", "oneOf", "additionalProperties")
_DEEPEST = 8


def simplify(schema: Mapping[str, Json]) -> dict[str, Json]:
    """Return the schema without what grammars choke on: lengths, patterns, formats; `$ref` is followed, a circle and
    anything deeper than eight levels becomes any value."""
    return _simple(schema, schema, 0, ())


def _simple(part: Any, whole: Mapping[str, Json], depth: int, seen: tuple[str, ...]) -> dict[str, Json]:
    if not isinstance(part, Mapping) or depth > _DEEPEST:
        return {}
    schema = cast(Mapping[str, Any], part)
    if (ref := schema.get("$ref")) is not None:
        if not isinstance(ref, str) or ref in seen:
            return {}
        return _simple(_target(ref, whole), whole, depth + 1, (*seen, ref))
    if (all_of := schema.get("allOf")) and isinstance(all_of, list) and len(cast(list[Any], all_of)) == 1:
        return _simple(all_of[0], whole, depth + 1, seen)
    out: dict[str, Json] = {k: schema[k] for k in _KEPT if k in schema}
    if "properties" in out:
        out["properties"] = {k: _simple(v, whole, depth + 1, seen) for k, v in dict(out["properties"]).items()}
        out.setdefault("additionalProperties", False)
    elif isinstance(out.get("additionalProperties"), Mapping):
        out["additionalProperties"] = _simple(out["additionalProperties"], whole, depth + 1, seen)
    if "items" in out:
        out["items"] = _simple(out["items"], whole, depth + 1, seen)
    for key in ("anyOf", "oneOf"):
        if key in out:
            out["anyOf"] = [_simple(v, whole, depth + 1, seen) for v in out.pop(key)]
    return out


def _target(ref: str, whole: Mapping[str, Json]) -> Any:
    here: Any = whole
    for step in ref.removeprefix("#").strip("/").split("/"):
        if not isinstance(here, Mapping):
            return {}
        here = cast(Mapping[str, Any], here).get(step.replace("~1", "/").replace("~0", "~"), {})
    return here


def call_grammar(tools: Sequence[ToolSpec]) -> str:
    """Return a grammar of one or more Hermes calls of these tools. Raises ValueError when none can be built."""
    import xllamacpp

    calls = [
        {
            "type": "object",
            "properties": {"name": {"const": t.name}, "arguments": simplify(t.parameters) or {"type": "object"}},
            "required": ["name", "arguments"],
            "additionalProperties": False,
        }
        for t in tools
    ]
    convert = cast(Any, xllamacpp).json_schema_to_grammar
    try:
        grammar = str(convert(json.dumps({"anyOf": calls})))
    except (RuntimeError, ValueError, TypeError) as error:
        raise ValueError(f"no grammar for these tools: {error}") from None
    if grammar.startswith("%llguidance"):  # built with llguidance, whose grammars embed a JSON Schema
        head, _, rule = grammar.partition("start:")
        block = r'"<tool_call>\n" call "\n</tool_call>"'
        return f'{head}start: {block} ("\\n" {block})*\ncall:{rule}'
    lines = [("call" + line[4:] if line.startswith("root ::=") else line) for line in grammar.splitlines()]
    block = r'"<tool_call>\n" call "\n</tool_call>"'
    return "\n".join([f'root ::= {block} ("\\n" {block})*', *lines])
