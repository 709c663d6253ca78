"""ACEBench's verdicts on calls, on what is said where no call fits, and on the end state of an agent's world.

Written anew from the rules of the official checker, with its leniency, for figures compare only then:

- an argument of the answer may be left out unless the schema requires it; one that the answer lacks is wrong;
- where the answer's own type is not the schema's, a value of either type counts, whatever it says;
- whole numbers and booleans are compared by type alone; texts hold when they contain the answer, with case, spaces and
  `,./-_*^` put aside; lists are equal; objects have as many keys, and each value's text contains the answer's.

What the official checker would fail on with an error of its own (a type nobody knows) counts as wrong.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, cast

from botpsy.core.messages import Json, ToolCall

_PUT_ASIDE = re.compile(r"[ ,./\-_*^]")
_NUMBERED = re.compile(r"_\d+$")
_TYPES: dict[str, type] = {
    "string": str,
    "integer": int,
    "float": float,
    "boolean": bool,
    "array": list,
    "tuple": list,
    "dict": dict,
    "any": str,
    "list": list,
    "object": dict,
    "objectArray": list,
    "list(string)": list,
    "list(enum)": list,
    "int": int,
    "enum": enumerate,  # no value has this type, so an enum is compared as the answer's type: by type alone
    "number": int,
}
_NESTED = ("array", "tuple", "list(string)", "list(enum)", "object", "objectArray")


class _Wrong(Exception):
    """Why a call is not the answer."""


def wrong_calls(functions: Sequence[Mapping[str, Json]], calls: Sequence[ToolCall], answers: Json) -> str:
    """Return why calls are none of the accepted answers, "" when they are one. `answers`: `{name: {argument: value}}`,
    a repeated call's name ending in _1, _2, ...; or a list of such."""
    candidates = cast("list[Json]", answers) if isinstance(answers, list) else [answers]
    reasons = [_try(functions, calls, answer) for answer in candidates]
    return "" if "" in reasons else (reasons[0] if reasons else "the item has no answer")


def _try(functions: Sequence[Mapping[str, Json]], calls: Sequence[ToolCall], answer: Json) -> str:
    try:
        _check(functions, calls, answer)
    except _Wrong as wrong:
        return str(wrong)[:500]
    except (KeyError, TypeError, AttributeError, IndexError, ValueError, RecursionError) as error:
        return f"it cannot be compared: {type(error).__name__}: {error}"[:500]
    return ""


def _check(functions: Sequence[Mapping[str, Json]], calls: Sequence[ToolCall], answer: Mapping[str, Json]) -> None:
    if len(calls) != len(answer):
        raise _Wrong(f"{len(calls)} calls where {len(answer)} are right")
    wanted = [(stored, _NUMBERED.sub("", stored), arguments) for stored, arguments in answer.items()]
    made, right = Counter(c.name for c in calls), Counter(name for _, name, _ in wanted)
    if made != right:
        raise _Wrong(f"called {dict(made)}, not {dict(right)}")
    for stored, name, arguments in wanted:
        function = next((f for f in functions if f["name"] in stored), None)
        if function is None:
            raise _Wrong(f"{stored} is not among the functions")
        reasons = [_one(function, call, arguments) for call in calls if call.name == name]
        if "" not in reasons:
            raise _Wrong(reasons[-1])


def _one(function: Mapping[str, Json], call: ToolCall, answer: Mapping[str, Json]) -> str:
    schema = function["parameters"]
    if not call.arguments or not schema:
        return "" if not call.arguments and not schema else "arguments where none belong, or none where some do"
    properties = schema["properties"]
    if answer == properties:
        return ""
    if not answer:
        return "no argument is right here"
    if function["name"] != call.name:
        return f"called {call.name}, not {function['name']}"
    for name in schema["required"]:
        if name not in call.arguments:
            return f"{call.name} lacks {name}"
    for name, value in call.arguments.items():
        if name not in properties or name not in answer:
            return f"{call.name} has no business with {name}"
        if not _argument(properties[name], value, answer[name]):
            return f"{call.name}.{name} is {value!r}, not {answer[name]!r}"[:500]
    return ""


def _argument(document: Mapping[str, Json], value: Json, answer: Json) -> bool:
    kind = document["type"]
    outer = _TYPES[kind]
    inner = _TYPES[_inner(document)] if kind in _NESTED else None
    if kind == "tuple" and isinstance(value, tuple):
        value = list(cast("tuple[Json, ...]", value))
    if kind == "float" and type(value) is int:
        value = float(value)
    fits, trusted = _type_fits(value, answer, outer, inner)
    if not fits or trusted:
        return fits
    if outer is dict:
        return _same_object(value, answer)
    if outer is list and inner is dict:
        return len(value) == len(answer) and all(_same_object(v, a) for v, a in zip(value, answer, strict=True))
    if outer is str:
        return _plain(answer) in _plain(value)
    if outer is list:
        return _plain_items(value) == _plain_items(answer)
    return True


def _inner(document: Mapping[str, Json]) -> str:
    items = document.get("items")
    if isinstance(items, dict) and "type" in items:
        return cast("dict[str, str]", items)["type"]
    kind = document["type"]
    return "string" if "string" in kind else "enum" if "enum" in kind else "dict"


def _type_fits(value: Json, answer: Json, outer: type, inner: type | None) -> tuple[bool, bool]:
    """Return whether the type is right, and whether the value is then trusted without a look."""
    other = None if answer == "" else cast(type[Any], type(answer))
    value = _as_bool(value)
    nested_wrong = False
    if type(value) is outer:
        trusted = other is not None and other is not outer
        if inner is None:
            return True, trusted
        for item in answer:
            if type(item) is not list or all(_type_fits(v, item, inner, None)[0] for v in value):
                return True, trusted
        nested_wrong = True
    if other is not None and (type(value) is other or answer == value):
        return not nested_wrong, True
    return False, False


def _as_bool(value: Json) -> Json:
    if isinstance(value, str):
        return {"true": True, "false": False}.get(value, value)
    return value


def _plain(text: str) -> str:
    return _PUT_ASIDE.sub("", text).lower().replace("'", '"')


def _plain_items(items: Sequence[Json]) -> list[Json]:
    return [_plain(item) if isinstance(item, str) else item for item in items]


def _same_object(value: Json, answer: Mapping[str, Json]) -> bool:
    if not isinstance(value, dict):
        return False
    given = cast("dict[str, Json]", value)
    if len(given) != len(answer):
        return False
    for key, raw in given.items():
        if key not in answer:
            return False
        inner, wanted = _as_bool(raw), answer[key]
        if isinstance(wanted, dict):
            if not _same_object(inner, cast("dict[str, Json]", wanted)):
                return False
            continue
        shown = _plain(inner) if isinstance(inner, str) else inner
        if str(_plain(wanted) if isinstance(wanted, str) else wanted) not in str(shown):
            return False
    return True


def wrong_words(category: str, text: str, answer: Json) -> str:
    """Return why a text does not point out what an item of a special category asks for, "" when it does."""
    if category == "special_irrelevant":
        return "" if "the limitations of the function" in text else "did not say that no function serves"
    phrase = {"special_incomplete": "Missing necessary parameters", "special_error_param": "There is incorrect value"}
    if phrase[category] not in text:
        return f"did not say {phrase[category]!r}"
    for name, values in cast("dict[str, list[Any]]", answer).items():
        if category == "special_incomplete" and name not in text:
            return f"did not name {name}"
        missing = [str(v) for v in values if str(v) not in text]
        if missing:
            return f"did not name {missing[0]}"
    return ""


def wrong_state(state: Sequence[Mapping[str, Json]], answers: Json) -> str:
    """Return how the end state `[{class: {attribute: value}}]` differs from the answer, "" when it does not."""
    wanted = cast("list[dict[str, Any]]", answers if isinstance(answers, list) else [answers])
    if len(wanted) != len(state):
        return f"{len(state)} parts of the world where {len(wanted)} are judged"
    last = ""  # an answer without a counterpart keeps the verdict of the one before it, as in the official checker
    first = ""
    for answer in wanted:
        found = next((s for s in state if set(s) == set(answer)), None)
        if found is not None:
            last = _differs(next(iter(found.items())), next(iter(answer.values())))
        first = first or last
    return first


def _differs(found: tuple[str, Mapping[str, Any]], wanted: Mapping[str, Any]) -> str:
    name, attributes = found
    for attribute, value in attributes.items():
        if attribute not in wanted:
            return f"{name}.{attribute} is not in the answer"
        answer = wanted[attribute]
        if isinstance(answer, dict):
            for key, inner in cast("dict[str, Any]", answer).items():
                if key not in value or value[key] != inner:
                    return f"{name}.{attribute}.{key} is {value.get(key)!r}, not {inner!r}"[:500]
        elif answer != value:
            return f"{name}.{attribute} is {value!r}, not {answer!r}"[:500]
    return ""


def milestones_met(done: Sequence[str], milestones: Json) -> float:
    """Return the share of the milestones that were met in order, of the best of the accepted ways. An item without
    milestones has 1."""
    listed = cast("list[Any]", milestones) if isinstance(milestones, list) else []
    many = bool(listed) and all(isinstance(m, list) for m in listed)
    ways: list[Any] = listed if many else [milestones]
    return max(_met(done, cast("list[Any]", way) if isinstance(way, list) else [way]) for way in ways)


def _met(done: Sequence[str], way: Sequence[Any]) -> float:
    if not way:
        return 1.0
    rest = iter(str(d).strip() for d in done)
    met = 0
    for stone in way:
        if str(stone).strip() in rest:  # consumes what came before it; a stone that is missed uses up the rest
            met += 1
    return round(met / len(way), 3)
