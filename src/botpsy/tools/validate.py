"""Arguments against the tool's own JSON Schema, with messages a model can act on. Nothing is repaired here."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, cast

from botpsy.core.messages import Json, ToolSpec


def problems(spec: ToolSpec, arguments: Mapping[str, Json]) -> list[str]:
    """Return what is wrong with the arguments, one sentence each; empty when they are valid.

    Unknown arguments are a problem unless the schema says `additionalProperties`. Raises ValueError when the schema
    itself is broken (an MCP server's may be).
    """
    found: list[str] = []
    properties = cast(Mapping[str, Any], spec.parameters.get("properties") or {})
    if "additionalProperties" not in spec.parameters:
        unknown = [name for name in arguments if name not in properties]
        if unknown:
            found.append(f"unknown argument {', '.join(map(repr, unknown))}; valid: {', '.join(properties) or 'none'}")
    for error in _validator(json.dumps(spec.parameters)).iter_errors(dict(arguments)):
        found.append(_sentence(error))
        if len(found) >= 5:  # a model can act on a few at a time
            break
    return found


@lru_cache(maxsize=512)
def _validator(schema_json: str) -> Any:
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import SchemaError

    schema = json.loads(schema_json)
    try:
        Draft202012Validator.check_schema(schema)
    except SchemaError as error:
        raise ValueError(f"the tool's schema is broken: {error.message[:200]}") from None
    return Draft202012Validator(schema)


def _sentence(error: Any) -> str:
    where = ".".join(str(p) for p in error.absolute_path)
    shown = _short(error.instance)
    if error.validator == "required":
        missing = [name for name in error.validator_value if name not in error.instance]
        inside = f" in {where!r}" if where else ""
        return f"missing argument {', '.join(map(repr, missing))}{inside}"
    if error.validator == "type":
        wanted = error.validator_value
        wanted = wanted if isinstance(wanted, str) else " or ".join(wanted)
        return f"{where!r} must be {wanted}, not {shown}"
    if error.validator == "enum":
        return f"{where!r} is {shown}; valid: {', '.join(_short(v) for v in error.validator_value)}"
    message = str(error.message)
    return f"{where!r}: {message[:200]}" if where else message[:200]


def _short(value: Json) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else text[:57] + "..."
