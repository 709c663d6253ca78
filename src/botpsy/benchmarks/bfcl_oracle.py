"""The calls that BFCL's possible answers stand for: the first accepted value of each argument that has one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from botpsy.core.messages import Json, ToolCall


def gold_calls(functions: Sequence[Mapping[str, Json]], answers: Sequence[Mapping[str, Json]]) -> tuple[ToolCall, ...]:
    """Return one call for each answer, `{name: {argument: [accepted values, "" when it may be missing]}}`."""
    documents = {f["name"]: f["parameters"] for f in functions}
    calls: list[ToolCall] = []
    for answer in answers:
        for name, arguments in answer.items():
            # a few answers name an argument that the function does not have
            known = documents[name].get("properties") or arguments
            calls.append(ToolCall(name, _chosen({k: v for k, v in arguments.items() if k in known}, documents[name])))
    return tuple(calls)


def _chosen(accepted: Mapping[str, Sequence[Json]], document: Mapping[str, Json]) -> dict[str, Json]:
    properties = cast(Mapping[str, Mapping[str, Json]], document.get("properties") or {})
    chosen: dict[str, Json] = {}
    for name, values in accepted.items():
        given = [v for v in values if v != ""]
        # "" is also an ordinary value: where it is the only one and the argument is required, it is the answer
        if given:
            chosen[name] = _value(given[0], properties.get(name, {}))
        elif name in document.get("required", ()):
            chosen[name] = ""
    return chosen


def _value(value: Json, document: Mapping[str, Json]) -> Json:
    """Resolve nested answers: inside an object each key again holds a list of accepted values."""
    kind = document.get("type")
    if kind in ("dict", "HashMap") and isinstance(value, dict):
        nested = cast("dict[str, Json]", value)
        if all(isinstance(v, list) for v in nested.values()):
            return _chosen(nested, {**document, "required": ()})
        return nested
    if kind in ("array", "tuple") and isinstance(value, list):
        return [_value(v, document.get("items") or {}) for v in cast("list[Json]", value)]
    return value
