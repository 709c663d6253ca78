"""From function to spec, and from call to result."""

from __future__ import annotations

import asyncio
import json
from typing import Any, Literal

import pytest

from botpsy.core.errors import BackendError, ToolError
from botpsy.core.messages import ToolCall, ToolSpec
from botpsy.tools.execute import Decision, execute, result_message
from botpsy.tools.tool import Done, Toolbox, spec_of, tool
from botpsy.tools.validate import problems


class Kettle:
    """A thing with tools."""

    boiled = 0

    @tool("write")
    def boil(self, cups: int, tea: Literal["green", "black"] = "black", notes: list[str] | None = None) -> Done:
        """Boil water.

        Args:
            cups: how many cups,
                at most ten
            tea: kind of tea
            notes: anything else
        """
        if cups > 10:
            raise ToolError(f"{cups} cups do not fit; at most 10")
        self.boiled += cups
        return Done({"done": f"{cups} {tea}"}, f"Boiled {cups} cups")

    @tool("read")
    def level(self) -> dict[str, Any]:
        """Tell the water level."""
        if self.boiled > 90:
            raise BackendError("the kettle does not answer")
        return {"level": self.boiled}


def run(box: Toolbox, name: str, **arguments: Any):
    return asyncio.run(execute(box, ToolCall(name, arguments)))


def test_a_documented_function_becomes_a_spec() -> None:
    spec = spec_of(Kettle.boil)
    assert spec.effect == "write"
    assert spec.description == "Boil water."
    assert spec.parameters == {
        "type": "object",
        "properties": {
            "cups": {"type": "integer", "description": "how many cups, at most ten"},
            "tea": {"type": "string", "enum": ["green", "black"], "description": "kind of tea"},
            "notes": {"type": "array", "items": {"type": "string"}, "description": "anything else"},
        },
        "required": ["cups"],
    }


def test_what_a_model_could_not_know_is_refused() -> None:
    @tool("read")
    def silent(x: int) -> None:
        """Do.

        Args:
            y: other
        """

    @tool("read")
    def odd(x: object) -> None:
        """Do.

        Args:
            x: a thing
        """

    with pytest.raises(TypeError, match="'x' is not described"):
        spec_of(silent)
    with pytest.raises(TypeError, match="no JSON Schema form"):
        spec_of(odd)


def test_two_tools_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="share a name"):
        Toolbox.of(Kettle(), Kettle())


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({}, "missing argument 'cups'"),
        ({"cups": "3"}, "'cups' must be integer, not \"3\""),
        ({"cups": 3, "tea": "mint"}, 'valid: "green", "black"'),
        ({"cups": 3, "milk": True}, "unknown argument 'milk'; valid: cups, tea, notes"),
        ({"cups": 3, "notes": [1]}, "'notes.0' must be string"),
        ({"cups": True}, "'cups' must be integer"),
    ],
)
def test_wrong_arguments_are_explained_and_nothing_runs(arguments: dict[str, Any], said: str) -> None:
    kettle = Kettle()
    result = run(Toolbox.of(kettle), "boil", **arguments)
    assert not result.ok
    assert said in result.error
    assert kettle.boiled == 0


def test_a_near_miss_is_no_tool() -> None:
    result = run(Toolbox.of(Kettle()), "Boil", cups=1)
    assert result.error == "there is no tool 'Boil'; tools: boil, level"


def test_a_write_leaves_a_receipt_and_a_read_does_not() -> None:
    box = Toolbox.of(Kettle())
    written, read = run(box, "boil", cups=2), run(box, "level")
    assert written.receipt is not None
    assert written.receipt.summary == "Boiled 2 cups"
    assert read.receipt is None
    assert json.loads(result_message(read).content) == {"level": 2}


def test_what_a_tool_cannot_do_is_a_result_and_a_dead_backend_is_not() -> None:
    kettle = Kettle()
    box = Toolbox.of(kettle)
    assert run(box, "boil", cups=11).error == "11 cups do not fit; at most 10"
    kettle.boiled = 99
    with pytest.raises(BackendError):
        run(box, "level")


def test_a_denied_call_does_not_run() -> None:
    kettle = Kettle()

    async def deny(spec: ToolSpec, call: ToolCall) -> Decision:
        return Decision(False, "no tea today")

    result = asyncio.run(execute(Toolbox.of(kettle), ToolCall("boil", {"cups": 1}), deny))
    assert (result.ok, result.error, kettle.boiled) == (False, "no tea today", 0)


def test_a_broken_schema_of_somebody_else_is_named() -> None:
    with pytest.raises(ValueError, match="schema is broken"):
        problems(ToolSpec("x", "", {"type": "nonsense"}), {})


def test_references_in_schemas_are_followed() -> None:
    schema = {
        "type": "object",
        "properties": {"p": {"anyOf": [{"$ref": "#/$defs/point"}, {"type": "null"}]}},
        "$defs": {"point": {"type": "object", "properties": {"x": {"type": "number"}}, "required": ["x"]}},
    }
    spec = ToolSpec("x", "", schema)
    assert problems(spec, {"p": {"x": 1}}) == []
    assert problems(spec, {"p": {"x": "1"}})
