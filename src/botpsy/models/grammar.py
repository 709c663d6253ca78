"""Grammars that hold the model to a form. The schema is simplified first: a grammar only has to keep the form, and the
arguments are validated against the original schema afterwards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast
from urllib.parse import unquote

from botpsy.core.messages import Json, ToolSpec
from botpsy.models.gbnf import Gbnf, quoted

TRIGGER = "<tool_call>"
MOST_CALLS = 8
_KEPT = ("type", "enum", "const", "properties", "required", "items", "anyOf", "additionalProperties")
_DEEPEST = 8
_LONGEST = 200_000  # characters; beyond, llama.cpp takes seconds to read a grammar


def call_grammar(tools: Sequence[ToolSpec]) -> str:
    """Return a grammar of one to eight Hermes calls of these tools, to be started by `TRIGGER`.

    Tools whose schemas together are too large may be given any object. Raises ValueError when there are no tools.
    """
    if not tools:
        raise ValueError("a grammar of calls needs at least one tool")
    grammar = _calls([(t.name, simplify(t.parameters)) for t in tools])
    return grammar if len(grammar) <= _LONGEST else _calls([(t.name, {"type": "object"}) for t in tools])


def schema_grammar(schema: Mapping[str, Json]) -> str:
    """Return a grammar of the JSON of a schema, simplified: lengths, patterns and formats are not enforced."""
    rules = Gbnf()
    return rules.text(rules.schema(simplify(schema)))


def _calls(tools: Sequence[tuple[str, Mapping[str, Json]]]) -> str:
    rules = Gbnf()
    calls: list[str] = []
    for name, schema in tools:
        arguments = rules.schema({"type": "object", **schema} if "anyOf" not in schema else schema)
        name_json = rules.schema({"const": name})
        calls.append(
            rules.rule(
                f'"{{" {quoted(_key("name"))} colon {name_json} comma '
                f'{quoted(_key("arguments"))} colon {arguments} "}}"'
            )
        )
    call = rules.rule(" | ".join(calls))
    block = rules.rule(f'{quoted(TRIGGER)} "\\n" {call} "\\n" {quoted("</tool_call>")}')
    return rules.text(f'{block} ("\\n" {block}){{0,{MOST_CALLS - 1}}}')


def _key(name: str) -> str:
    return f'"{name}"'


def simplify(schema: Mapping[str, Json]) -> dict[str, Json]:
    """Return the schema without what grammars choke on: lengths, patterns, formats. `$ref` is followed; a circle, and
    anything deeper than eight levels, becomes any value (any object where the circle is one)."""
    return _simple(schema, schema, 0, ())


def _simple(part: Any, whole: Mapping[str, Json], depth: int, seen: tuple[str, ...]) -> dict[str, Json]:
    if not isinstance(part, Mapping):
        return {}
    schema = cast(Mapping[str, Any], part)
    if (ref := schema.get("$ref")) is not None:
        target: Any = _target(ref, whole) if isinstance(ref, str) else {}
        if ref in seen or depth >= _DEEPEST:
            return _any_of_kind(target)
        return _simple(target, whole, depth + 1, (*seen, ref))
    if depth >= _DEEPEST:
        return _any_of_kind(schema)
    if isinstance(all_of := schema.get("allOf"), list) and len(cast(list[Any], all_of)) == 1:
        return _simple(cast(list[Any], all_of)[0], whole, depth + 1, seen)
    out: dict[str, Json] = {k: schema[k] for k in _KEPT if k in schema}
    if isinstance(out.get("properties"), Mapping):
        properties = cast(Mapping[str, Any], out["properties"])
        out["properties"] = {k: _simple(v, whole, depth + 1, seen) for k, v in properties.items()}
        out.setdefault("additionalProperties", False)
    else:
        out.pop("properties", None)
    for key in ("items", "additionalProperties"):
        if isinstance(out.get(key), Mapping):
            out[key] = _simple(out[key], whole, depth + 1, seen)
    for key in ("anyOf", "oneOf"):
        if isinstance(choices := schema.get(key), list):
            out["anyOf"] = [_simple(choice, whole, depth + 1, seen) for choice in cast(list[Any], choices)]
    return out


def _any_of_kind(part: Any) -> dict[str, Json]:
    """Return the schema of any value of the same type."""
    if isinstance(part, Mapping) and "type" in part:
        return {"type": cast(Mapping[str, Any], part)["type"]}
    return {"type": "object"} if isinstance(part, Mapping) and "properties" in part else {}


def _target(ref: str, whole: Mapping[str, Json]) -> Any:
    """Return what a local reference points to, {} when nothing is there."""
    here: Any = whole
    for step in unquote(ref.removeprefix("#")).strip("/").split("/"):
        if not step:
            continue
        if not isinstance(here, Mapping):
            return {}
        here = cast(Mapping[str, Any], here).get(step.replace("~1", "/").replace("~0", "~"), {})
    return here
