"""`@tool` turns a typed, documented function into a `ToolSpec`; `Toolbox` holds the bound tools of one episode.

Example:
    class Clock:
        @tool("read")
        def time_in(self, city: str) -> dict[str, str]:
            '''Tell the time in a city.

            Args:
                city: name of the city, such as "Lima"
            '''
            ...

    box = Toolbox.of(Clock())
    box.specs[0].name  # "time_in"
"""

from __future__ import annotations

import inspect
import re
import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from botpsy.core.messages import Effect, Json, ToolSpec, Undo

F = TypeVar("F", bound=Callable[..., Any])
_ATTRIBUTE = "__botpsy_effect__"
_SIMPLE: dict[object, str] = {str: "string", int: "integer", float: "number", bool: "boolean"}


@dataclass(frozen=True, slots=True)
class Done:
    """What a write returns: content for the model, the app's own words for what was confirmed, and the inverse."""

    content: Mapping[str, Json]
    summary: str
    undo: Undo | None = None


def tool(effect: Effect) -> Callable[[F], F]:
    """Mark a function as a tool that reads or writes. Its name, docstring and annotations become the spec."""

    def mark(function: F) -> F:
        setattr(function, _ATTRIBUTE, effect)
        return function

    return mark


@cache
def spec_of(function: Callable[..., Any]) -> ToolSpec:
    """Build the spec of a marked function. Raises TypeError for what a model could not know: an undocumented or
    unannotated argument, an annotation without JSON form. Kept: a world is opened many times a second."""
    effect = cast(Effect | None, getattr(function, _ATTRIBUTE, None))
    name = function.__name__
    if effect is None:
        raise TypeError(f"{name} is not marked with @tool")
    description, documented = _docstring(function)
    hints = get_type_hints(function)
    properties: dict[str, Json] = {}
    required: list[str] = []
    for argument, parameter in inspect.signature(function).parameters.items():
        if argument == "self":
            continue
        if argument not in hints:
            raise TypeError(f"{name}: argument {argument!r} has no annotation")
        if argument not in documented:
            raise TypeError(f"{name}: argument {argument!r} is not described under 'Args:'")
        schema = schema_of(hints[argument], f"{name}.{argument}")
        schema["description"] = documented[argument]
        if parameter.default is inspect.Parameter.empty:
            required.append(argument)
        properties[argument] = schema
    parameters: dict[str, Json] = {"type": "object", "properties": properties}
    if required:
        parameters["required"] = required
    return ToolSpec(name, description, parameters, effect)


def schema_of(hint: Any, where: str) -> dict[str, Json]:
    """Return the JSON Schema of an annotation: str, int, float, bool, Literal, list[T], dict[str, T], T | None."""
    if hint in _SIMPLE:
        return {"type": _SIMPLE[hint]}
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Literal and all(isinstance(a, str) for a in arguments):
        return {"type": "string", "enum": list(arguments)}
    if origin in (list, Sequence, tuple):
        return {"type": "array", "items": schema_of(arguments[0], where)}
    if origin in (dict, Mapping):
        return {"type": "object", "additionalProperties": schema_of(arguments[1], where)}
    if origin in (Union, types.UnionType):
        rest = [a for a in arguments if a is not type(None)]
        if len(rest) == 1:
            return schema_of(rest[0], where)
    raise TypeError(f"{where}: {hint!r} has no JSON Schema form; use str, int, float, bool, Literal, list or dict")


def _docstring(function: Callable[..., Any]) -> tuple[str, dict[str, str]]:
    text = inspect.getdoc(function)
    if not text:
        raise TypeError(f"{function.__name__} has no docstring; the model reads it")
    head, _, tail = text.partition("\nArgs:\n")
    arguments: dict[str, str] = {}
    for line in tail.splitlines():
        match = re.match(r"^    (\w+): (.*)$", line)
        if match:
            arguments[match[1]] = match[2].strip()
        elif arguments and line.startswith("      "):
            last = next(reversed(arguments))
            arguments[last] += " " + line.strip()
        elif line.strip() and not line.startswith(" "):
            break
    return " ".join(head.split()), arguments


@dataclass(frozen=True, slots=True)
class Tool:
    """A spec and what runs it. `run` takes validated keyword arguments and returns JSON content or `Done`."""

    spec: ToolSpec
    run: Callable[..., Json | Done]


class Toolbox:
    """The tools of one episode, by name, in a stable order. Raises ValueError for two tools of one name."""

    def __init__(self, tools: Sequence[Tool]) -> None:
        self._tools = {t.spec.name: t for t in tools}
        if len(self._tools) != len(tools):
            raise ValueError(f"two tools share a name: {sorted(t.spec.name for t in tools)}")

    @classmethod
    def of(cls, *owners: object) -> Toolbox:
        """Collect the marked methods of the given objects, in the order they were written."""
        tools: list[Tool] = []
        for owner in owners:
            for name, function in vars(type(owner)).items():
                if hasattr(function, _ATTRIBUTE):
                    tools.append(Tool(spec_of(function), getattr(owner, name)))
        return cls(tools)

    @property
    def specs(self) -> tuple[ToolSpec, ...]:
        """The specs in order."""
        return tuple(t.spec for t in self._tools.values())

    def get(self, name: str) -> Tool | None:
        """Return the tool of exactly this name; a near miss is not one."""
        return self._tools.get(name)
