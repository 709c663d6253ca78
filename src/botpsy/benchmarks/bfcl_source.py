"""BFCL's Java and JavaScript functions: every argument is a text that holds source code of that language.

The documents keep the language's types for the checker, which converts; a model is shown strings, with the type in the
description, as the official loader does. `literal` writes a value so that the official converters read it back.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import cast

from botpsy.core.messages import Json, ToolSpec

HINTS = {
    "java": " Note that the provided function is in Java 8 SDK syntax.",
    "javascript": " Note that the provided function is in JavaScript syntax.",
}
_NAMES = {"java": "Java", "javascript": "JavaScript"}
_LISTS = {"java": ("ArrayList", "Array"), "javascript": ("array",)}


def to_source_tool(function: Mapping[str, Json], language: str) -> ToolSpec:
    """Return a function as a tool whose arguments are strings. `language`: "java" or "javascript"."""
    document = function["parameters"]
    shown = {
        name: {
            **{k: v for k, v in inner.items() if k in ("enum", "default", "format")},
            "type": "string",
            "description": inner.get("description", "") + _hint(inner, language),
        }
        for name, inner in cast("Mapping[str, Mapping[str, Json]]", document["properties"]).items()
    }
    schema = {"type": "object", "properties": shown, "required": list(document.get("required") or ())}
    return ToolSpec(function["name"], function["description"] + HINTS[language], schema)


def _hint(document: Mapping[str, Json], language: str) -> str:
    kind, name = document["type"], _NAMES[language]
    if kind == "any":
        return f" This parameter can be of any type of {name} object in string representation."
    hint = f" This is {name} {kind} type parameter in string representation."
    if kind in _LISTS[language]:
        items = document["items"]["type"]
        hint += f" The list elements are of type {items}; they are not in string representation."
    if language == "javascript" and kind == "dict" and "properties" in document:
        entries = json.dumps(document["properties"])
        hint += f" The dictionary entries have the following schema; they are not in string representation. {entries}"
    return hint


def literal(value: Json, document: Mapping[str, Json], language: str) -> str:
    """Return source code for an accepted value of the documented type."""
    if isinstance(value, str):  # a name or a text; a collection may also be the name of a variable
        return value
    kind = str(document.get("type"))
    if language == "java":
        return _java(value, kind, document)
    return f"{value}n" if kind == "Bigint" else _javascript(value)


def _java(value: Json, kind: str, document: Mapping[str, Json]) -> str:
    if isinstance(value, list):
        inner = str(cast("dict[str, Json]", document.get("items") or {}).get("type", ""))
        values = cast("list[Json]", value)
        items = ", ".join(_java_item(v, inner) for v in values)
        if kind == "ArrayList":
            return f"new ArrayList<>(Arrays.asList({items}))" if items else "new ArrayList<>()"
        if inner in ("String", "any", "char"):  # the converter reads an array's texts as they stand
            items = ", ".join(map(str, values))
        return f"new {inner or 'Object'}[]{{{items}}}"
    if isinstance(value, dict):
        puts = " ".join(f'put("{k}", {_java_item(v, "")});' for k, v in cast("dict[str, Json]", value).items())
        return f"new HashMap<String, Object>() {{{{ {puts} }}}}" if puts else "new HashMap<>()"
    suffix = {"long": "L", "float": "f"}.get(kind, "")
    return str(value).lower() + suffix


def _java_item(value: Json, kind: str) -> str:
    if isinstance(value, str):
        return f"'{value}'" if kind == "char" else f'"{value}"'
    return _java(value, kind, {})


def _javascript(value: Json) -> str:
    if isinstance(value, list):
        return f"[{', '.join(_javascript(v) for v in cast('list[Json]', value))}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{k}: {_javascript(v)}' for k, v in cast('dict[str, Json]', value).items())}}}"
    return f'"{value}"' if isinstance(value, str) else str(value).lower()
