"""ACEBench's function documents as tools. Their types mix JSON Schema, Python and names of their own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from botpsy.core.messages import Json, ToolSpec

_TYPES: dict[str, dict[str, Json]] = {
    "dict": {"type": "object"},
    "float": {"type": "number"},
    "int": {"type": "integer"},
    "enum": {"type": "string"},
    "list": {"type": "array"},
    "tuple": {"type": "array"},
    "objectArray": {"type": "array", "items": {"type": "object"}},
    "list(string)": {"type": "array", "items": {"type": "string"}},
    "list(enum)": {"type": "array", "items": {"type": "string"}},
}
_KNOWN = ("string", "integer", "number", "boolean", "array", "object", "null")
_KEPT = (
    "description", "enum", "default", "format", "pattern", "minimum", "maximum", "minLength", "maxLength", "minItems",
    "maxItems",
)  # fmt: skip


def to_tool(function: Mapping[str, Json]) -> ToolSpec:
    """Return a function as a tool; a distractor keeps its parameters under "arguments". A type that is not known is
    left out, which lets anything through."""
    document = function.get("parameters", function.get("arguments"))
    schema = to_schema(cast("dict[str, Json]", document)) if isinstance(document, dict) else {}
    return ToolSpec(
        str(function["name"]), str(function.get("description", "")), {"properties": {}, **schema, "type": "object"}
    )


def to_schema(document: Mapping[str, Json]) -> dict[str, Json]:
    """Return a parameter document as JSON Schema."""
    schema: dict[str, Json] = {key: document[key] for key in _KEPT if key in document}
    kind = document.get("type")
    if isinstance(kind, str):
        schema = {**({"type": kind} if kind in _KNOWN else _TYPES.get(kind, {})), **schema}
    if not isinstance(schema.get("enum", []), list):
        del schema["enum"]
    properties, inner, required = document.get("properties"), document.get("items"), document.get("required")
    if isinstance(properties, dict):
        named = cast("dict[str, Any]", properties)
        schema["properties"] = {
            n: to_schema(cast("dict[str, Json]", d)) for n, d in named.items() if isinstance(d, dict)
        }
    if isinstance(inner, dict):
        schema["items"] = to_schema(cast("dict[str, Json]", inner))
    if isinstance(required, list):  # what is required and has no property can never be given
        there = cast("dict[str, Json]", schema.get("properties", {}))
        names = cast("list[Json]", required)
        schema["required"] = [name for name in names if isinstance(name, str) and name in there]
    return schema
