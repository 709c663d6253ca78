"""Schemas that people reported as breaking grammars, simplified and written as GBNF."""

from __future__ import annotations

import re
from typing import Any

import pytest

from botpsy.core.messages import ToolSpec
from botpsy.models.gbnf import Gbnf, quoted
from botpsy.models.grammar import call_grammar, schema_grammar, simplify

NODE = {
    "type": "object",
    "properties": {"value": {"type": "integer"}, "next": {"anyOf": [{"$ref": "#/$defs/Node"}, {"type": "null"}]}},
}


def undefined(grammar: str) -> set[str]:
    """Return the rules that a grammar uses and does not define; literals and character classes are cut out first."""
    bare = re.sub(r'"(?:[^"\\]|\\.)*"|\[(?:[^\]\\]|\\.)*\]|\{[\d,]*\}', " ", grammar)
    defined = set(re.findall(r"^(\w+) ::=", bare, re.M))
    return set(re.findall(r"[A-Za-z]\w*", re.sub(r"^\w+ ::=", "", bare, flags=re.M))) - defined


def test_lengths_patterns_and_formats_are_dropped() -> None:
    schema = {"type": "string", "maxLength": 10_000, "pattern": "^.{0,10000}$", "format": "date", "enum": ["a"]}
    assert simplify(schema) == {"type": "string", "enum": ["a"]}


def test_a_number_or_a_string_stays_both() -> None:
    assert schema_grammar({"anyOf": [{"type": "number"}, {"type": "string"}]}).startswith(
        "root ::= (number | string)\n"
    )
    assert schema_grammar({"type": ["number", "string"]}).startswith("root ::= (number | string)\n")


def test_references_are_followed_also_beside_null() -> None:
    schema = {
        "type": "object",
        "properties": {"to": {"anyOf": [{"$ref": "#/$defs/Who"}, {"type": "null"}]}},
        "$defs": {"Who": {"enum": ["Ana", "Ben"]}},
    }
    assert simplify(schema)["properties"]["to"] == {"anyOf": [{"enum": ["Ana", "Ben"]}, {"type": "null"}]}


def test_a_circle_ends_in_any_object() -> None:
    schema = {"$ref": "#/$defs/Node", "$defs": {"Node": NODE}}
    inner = simplify(schema)["properties"]["next"]["anyOf"]
    assert inner == [{"type": "object"}, {"type": "null"}]


def test_a_tower_of_objects_ends_in_any_object() -> None:
    schema: dict[str, Any] = {"type": "object"}
    for _ in range(40):
        schema = {"type": "object", "properties": {"x": schema}}
    assert undefined(schema_grammar(schema)) == set()


@pytest.mark.parametrize(
    "schema",
    [
        {},
        {"type": "object"},
        {"type": "object", "properties": {}},
        {"type": "dict", "properties": {"a": {"type": "float"}}},
        {"type": []},
        {"$ref": "#/nowhere"},
        {"$ref": 3},
        {"enum": []},
        {"properties": [1, 2]},
        {"type": "object", "properties": {"a": True, "b": False, "c": None}},
        {"type": "array", "items": {"type": "object", "properties": {"a": {"const": None}}, "required": ["a", "zz"]}},
        {"type": "object", "additionalProperties": {"type": "integer"}},
        {"type": "object", "properties": {str(i): {"type": "integer"} for i in range(30)}, "required": ["1"]},
        {"allOf": [{"$ref": "#/$defs/A"}], "$defs": {"A": {"type": "integer"}}},
    ],
)
def test_every_schema_gives_a_closed_grammar(schema: dict[str, Any]) -> None:
    assert undefined(schema_grammar(schema)) == set()
    assert undefined(call_grammar([ToolSpec("tool", "", schema)])) == set()


def test_properties_come_in_any_order_and_required_ones_must() -> None:
    rules = Gbnf()
    schema = {"type": "object", "properties": {"a": {"type": "null"}, "b": {"type": "null"}}, "required": ["b"]}
    text = rules.text(rules.schema(simplify(schema)))
    bodies = dict(re.findall(r"^(r\d+) ::= (.*)$", text, re.M))
    (a,) = [n for n, body in bodies.items() if body.startswith(r'"\"a\""')]
    (b,) = [n for n, body in bodies.items() if body.startswith(r'"\"b\""')]
    (first,) = [body for body in bodies.values() if body.startswith((f"{a} ", f"{b} "))]
    assert {option.split()[0] for option in first.split(" | ")} == {a, b}  # either first, and not the empty object
    after = {option.split()[0]: bodies[option.split()[1]] for option in first.split(" | ")}
    assert '"}"' in after[b] and '"}"' not in after[a]
    assert f"comma {a} " not in after[a]  # nothing twice


def test_a_grammar_that_would_be_huge_allows_any_object() -> None:
    def tool(name: str) -> ToolSpec:
        choices = {f"{name}_{i}": {"enum": [f"choice {j} of {i} for {name}" for j in range(80)]} for i in range(20)}
        return ToolSpec(name, "", {"type": "object", "properties": choices})

    assert len(call_grammar([tool(f"tool_{i}") for i in range(8)])) < 5000
    assert "choice 79 of 0" in call_grammar([tool("tool_0")])  # one such tool is no trouble


def test_names_and_choices_with_quotes_and_backslashes_are_literals() -> None:
    assert quoted('a"b\\c\nd') == r'"a\"b\\c\nd"'
    assert undefined(schema_grammar({"enum": ['say "hi"', "back\\slash", "line\nbreak", "Ünïcode"]})) == set()


def test_no_tools_no_grammar() -> None:
    with pytest.raises(ValueError, match="at least one tool"):
        call_grammar([])
