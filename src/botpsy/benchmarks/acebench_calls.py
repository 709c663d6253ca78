"""ACEBench's answers, lists of calls in Python syntax, read without running anything: `[Api(key='value'), Other()]`.

As in the official reader, the first balanced bracket of a text is the answer (in the multi-turn categories the whole
text without its white space), positional arguments are dropped, and a bare name stands for its own text. Where the
official reader would evaluate an expression, it is kept as text here.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from typing import Any

from botpsy.core.messages import Json, ToolCall

LONGEST = 50_000  # characters of an answer that are read; the longest gold answer has under 2,000
DEEPEST = 60  # brackets within brackets; Python's own parser gives up at 200


class CallFormatError(ValueError):
    """The text is not a list of calls; the message says why."""


def read_calls(text: str, *, whole: bool = False) -> tuple[ToolCall, ...]:
    """Return the calls of an answer. `whole`: the text without white space is the list. Raises CallFormatError."""
    if len(text) > LONGEST:
        raise CallFormatError(f"the answer has {len(text)} characters, more than {LONGEST}")
    source = "".join(text.split()) if whole else _first_bracket(text)
    body = _parse(source)
    if not isinstance(body, ast.List | ast.Tuple):
        raise CallFormatError("the answer is not a list of calls")
    return tuple(_call(element) for element in body.elts)


def read_loose(text: str) -> tuple[ToolCall, ...]:
    """Return the calls of an agent's message as the official executor does: a bare call runs too, and what is no call
    is passed over. Raises CallFormatError when it is no Python."""
    if len(text) > LONGEST:
        raise CallFormatError(f"the message has {len(text)} characters, more than {LONGEST}")
    body = _parse(text.strip().strip("[]'").strip())
    elements = body.elts if isinstance(body, ast.Tuple | ast.List) else [body]
    return tuple(_call(e) for e in elements if isinstance(e, ast.Call))


def write_calls(calls: Sequence[ToolCall]) -> str:
    """Return calls in the official form."""
    return "[" + ", ".join(f"{c.name}({_keywords(c.arguments)})" for c in calls) + "]"


def _keywords(arguments: Mapping[str, Json]) -> str:
    return ", ".join(f"{key}={value!r}" for key, value in arguments.items())


def _first_bracket(text: str) -> str:
    depth = start = 0
    for index, char in enumerate(text):
        if char == "[":
            if depth == 0:
                start = index
            depth += 1
        elif char == "]" and depth:
            depth -= 1
            if depth == 0:
                return text[start : index + 1]
    raise CallFormatError("the answer has no [...]")


def _parse(source: str) -> ast.expr:
    depth = deepest = 0
    for char in source:
        depth += (char in "[({") - (char in "])}")
        deepest = max(deepest, depth)
    # what nests without brackets: chains of signs, attributes and lambdas
    chain = max(source.count("-"), source.count("~"), source.count("+"), source.count("lambda"), source.count("not "))
    if deepest > DEEPEST or chain > 2000:
        raise CallFormatError(f"the answer nests more than {DEEPEST} deep")
    try:
        return ast.parse(source, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise CallFormatError(f"the answer is no Python list: {error}"[:300]) from None


def _call(node: ast.expr) -> ToolCall:
    if not isinstance(node, ast.Call):
        raise CallFormatError("the list holds something that is not a call")
    try:
        return ToolCall(_name(node.func), {k.arg: _value(k.value) for k in node.keywords if k.arg is not None})
    except (RecursionError, TypeError, ValueError) as error:  # a key that cannot be hashed
        raise CallFormatError(f"an argument cannot be read: {error}"[:300]) from None


def _name(node: ast.expr) -> str:
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if isinstance(node, ast.Name):
        parts.append(node.id)
    return ".".join(reversed(parts))


def _value(node: ast.expr | None) -> Any:
    match node:
        case ast.Constant(value=value):
            return "..." if value is Ellipsis else value
        case ast.UnaryOp(op=op, operand=operand):
            inner = _value(operand)
            return -inner if isinstance(op, ast.USub) and isinstance(inner, int | float) else inner
        case ast.List(elts=elements):
            return [_value(e) for e in elements]
        case ast.Tuple(elts=elements):
            return tuple(_value(e) for e in elements)
        case ast.Dict(keys=keys, values=values):
            return {_value(k): _value(v) for k, v in zip(keys, values, strict=True)}
        case ast.Name(id=name):
            return name
        case ast.Call():
            inner = _call(node)
            return {inner.name: dict(inner.arguments)}
        case None:
            return None
        case _:
            try:
                return ast.literal_eval(node)
            except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
                return ast.unparse(node)
