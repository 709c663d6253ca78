from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from botpsy.benchmarks.bfcl import CATEGORIES, Bfcl
from botpsy.benchmarks.bfcl_schema import PYTHON_HINT, to_schema, to_tool


def test_types_become_json_schema_at_every_depth() -> None:
    document = {
        "type": "dict",
        "properties": {
            "ratio": {"type": "float", "description": "r", "default": 0.5, "optional": True},
            "pair": {"type": "tuple", "items": {"type": "float"}},
            "free": {"type": "any", "description": "x"},
            "type": {"type": "string", "enum": ["dict", "float"]},
            "box": {"type": "dict", "properties": {"w": {"type": "integer"}}, "required": ["w"]},
        },
        "required": ["ratio"],
    }
    assert to_schema(document) == {
        "type": "object",
        "properties": {
            "ratio": {"type": "number", "description": "r", "default": 0.5},
            "pair": {"type": "array", "items": {"type": "number"}},
            "free": {"description": "x"},
            "type": {"type": "string", "enum": ["dict", "float"]},
            "box": {"type": "object", "properties": {"w": {"type": "integer"}}, "required": ["w"]},
        },
        "required": ["ratio"],
    }


def test_names_keep_their_dots_and_descriptions_get_the_official_sentence() -> None:
    tool = to_tool({"name": "math.sum", "description": "Adds.", "parameters": {"type": "dict", "properties": {}}})
    assert tool.name == "math.sum"
    assert tool.description == "Adds." + PYTHON_HINT


def test_an_unknown_type_is_named() -> None:
    with pytest.raises(ValueError, match="'HashMap'"):
        to_schema({"type": "HashMap"})


def test_every_function_becomes_a_valid_schema(bfcl_folder: Path) -> None:
    seen = 0
    for category in CATEGORIES:
        taskset = Bfcl(category, folder=bfcl_folder)
        for task in taskset.tasks("dev"):
            for tool in asyncio.run(taskset.open(task).start()).tools:
                Draft202012Validator.check_schema(dict(tool.parameters))
                seen += 1
    assert seen > 500
