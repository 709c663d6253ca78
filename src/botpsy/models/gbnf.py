"""From a JSON Schema to GBNF, llama.cpp's grammar notation.

Our own, for three reasons. The build of llama.cpp in `xllamacpp` turns schemas into llguidance grammars, which know no
lazy start (the model would have to call a tool at every turn) and are dropped in silence when they are faulty. They
force properties into the schema's order, which need not be the order the model learnt. And ours writes JSON on one line
with a space after `,` and `:`, as we train.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, cast

from botpsy.core.messages import Json

_BASE = {
    "string": r'"\"" char* "\""',
    "char": r'[^"\\\x7F\x00-\x1F] | "\\" (["\\/bfnrt] | "u" unit)',
    # lone surrogates are no text, so no escape may write one; the model writes such characters as they are
    "unit": r"([0-9a-cA-Ce-fE-F] hex | [dD] [0-7]) hex hex",
    "hex": r"[0-9a-fA-F]",
    "integer": r'"-"? ("0" | [1-9] [0-9]{0,15})',
    "number": r'integer ("." [0-9]{1,16})? ([eE] [-+]? [0-9]{1,2})?',
    "boolean": '"true" | "false"',
    "null": '"null"',
    "comma": r'"," " "?',
    "colon": r'":" " "?',
    "object": '"{" (string colon value (comma string colon value)*)? "}"',
    "array": '"[" (value (comma value)*)? "]"',
    "value": "string | number | object | array | boolean | null",
}
_TYPES = ("string", "integer", "number", "boolean", "null", "object", "array")
_ANY_ORDER = 6


class Gbnf:
    """Collects rules. `schema` returns an expression, `text` the grammar with a root.

    Example:
        rules = Gbnf()
        grammar = rules.text(rules.schema({"type": "integer"}))
    """

    def __init__(self) -> None:
        self._names: dict[str, str] = {}  # body -> name, so that equal rules are written once

    def rule(self, body: str) -> str:
        """Add a rule and return its name."""
        return self._names.setdefault(body, f"r{len(self._names)}")

    def text(self, root: str) -> str:
        """Return the grammar."""
        own = [f"{name} ::= {body}" for body, name in self._names.items()]
        base = [f"{name} ::= {body}" for name, body in _BASE.items()]
        return "\n".join([f"root ::= {root}", *own, *base]) + "\n"

    def schema(self, schema: Mapping[str, Json]) -> str:
        """Return an expression for the JSON of a schema that `grammar.simplify` has been through. What it does not
        understand is any value."""
        if "const" in schema:
            return quoted(_dumps(schema["const"]))
        if isinstance(options := schema.get("enum"), list) and options:
            return _one_of([quoted(_dumps(option)) for option in cast(list[Any], options)])
        if isinstance(choices := schema.get("anyOf"), list) and choices:
            return _one_of([self.schema(choice) for choice in cast(list[Any], choices)])
        named = schema.get("type")
        kinds: list[Any] = cast(list[Any], named) if isinstance(named, list) else [named]
        if not all(kind in _TYPES for kind in kinds) or not kinds:
            return self._object(schema) if "properties" in schema else "value"
        return _one_of([self._typed(str(kind), schema) for kind in kinds])

    def _typed(self, kind: str, schema: Mapping[str, Json]) -> str:
        if kind == "object":
            return self._object(schema)
        if kind == "array" and isinstance(items := schema.get("items"), Mapping) and items:
            item = self.rule(self.schema(cast(Mapping[str, Any], items)))
            return self.rule(f'"[" ({item} (comma {item})*)? "]"')
        return kind

    def _object(self, schema: Mapping[str, Json]) -> str:
        properties = cast(Mapping[str, Any], schema.get("properties") or {})
        more = schema.get("additionalProperties", not properties)
        pairs = [self.rule(f"{quoted(_dumps(name))} colon {self.schema(part)}") for name, part in properties.items()]
        if more is not False:
            value = self.schema(cast(Mapping[str, Any], more)) if isinstance(more, Mapping) else "value"
            pairs.append(self.rule(f"string colon {value}"))
        elif len(pairs) <= _ANY_ORDER:
            required = cast(Sequence[str], schema.get("required") or ())
            return self._in_any_order(pairs, {i for i, name in enumerate(properties) if name in required})
        if not pairs:
            return '"{}"'
        pair = self.rule(" | ".join(pairs))
        return self.rule(f'"{{" ({pair} (comma {pair})*)? "}}"')

    def _in_any_order(self, pairs: Sequence[str], required: set[int]) -> str:
        """Each pair at most once, the required ones for sure: one rule for each set of pairs written so far."""
        known: dict[frozenset[int], str] = {}

        def following(done: frozenset[int]) -> str:
            if done not in known:
                comma = "comma " if done else ""
                left = [i for i in range(len(pairs)) if i not in done]
                options = [f"{comma}{pairs[i]} {following(done | {i})}" for i in left]
                known[done] = self.rule(" | ".join([*options, '"}"'] if required <= done else options))
            return known[done]

        return self.rule(f'"{{" {following(frozenset())}')


def quoted(text: str) -> str:
    """Return a text as a GBNF literal."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\r", "\\r")
    return f'"{escaped}"'


def _one_of(expressions: Sequence[str]) -> str:
    unique = list(dict.fromkeys(expressions))
    return unique[0] if len(unique) == 1 else f"({' | '.join(unique)})"


def _dumps(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False)
