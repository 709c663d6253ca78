"""BFCL's function documents as tools. Its types are Python's names; ours, and every chat template's, are JSON Schema.

Names keep their dots: the official Hermes handler (`underscore_to_dot=False`) shows and compares them unchanged. The
sentence about the language is what the official loader adds to every description.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from botpsy.core.messages import Json, ToolSpec

PYTHON_HINT = " Note that the provided function is in Python 3 syntax."
_TYPES = {
    "dict": "object",
    "float": "number",
    "tuple": "array",
    "string": "string",
    "integer": "integer",
    "boolean": "boolean",
    "array": "array",
}


def to_tool(function: Mapping[str, Json], hint: str = PYTHON_HINT) -> ToolSpec:
    """Return a BFCL function as a tool. Raises ValueError for a type that is not known."""
    return ToolSpec(function["name"], function["description"] + hint, to_schema(function["parameters"]))


def to_schema(document: Mapping[str, Json]) -> dict[str, Json]:
    """Return a parameter document as JSON Schema: types renamed, "any" without a type, `optional` left out."""
    schema: dict[str, Json] = {}
    for key, value in document.items():
        if key == "type":
            if value != "any":
                schema[key] = _type(value)
        elif key == "properties":
            properties = cast(Mapping[str, Mapping[str, Json]], value)
            schema[key] = {name: to_schema(inner) for name, inner in properties.items()}
        elif key == "items":
            schema[key] = to_schema(value)
        elif key != "optional" and (key != "required" or isinstance(value, list)):
            schema[key] = value
    return schema


def _type(name: str) -> str:
    if name not in _TYPES:
        raise ValueError(f"BFCL type {name!r} has no JSON Schema type here; known: {', '.join(_TYPES)}, any")
    return _TYPES[name]
