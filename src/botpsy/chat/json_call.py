"""The Hermes call: one JSON object with `name` and `arguments` inside `<tool_call>` tags. Never repaired."""

from __future__ import annotations

import json
import math
import re
from typing import Any, NoReturn, cast

from botpsy.core.messages import CallFault, Json, ToolCall

CLOSE = "</tool_call>"
MAX_DEPTH = 64
_SPACE = " \t\r\n"
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"?', re.DOTALL)
_FORM = 'write {"name": "tool name", "arguments": {...}}'


class JsonCall:
    """Reads a call character by character, so a closing tag inside a JSON string does not end it.

    Once the text can no longer be one JSON object, the first closing tag ends it, wherever it stands.
    """

    def __init__(self) -> None:
        self._text: list[str] = []
        self._matched = 0  # characters of CLOSE seen in a row
        self._tag_in_string = False
        self._scan = _Scan()

    def feed(self, text: str, start: int) -> int | None:
        """Read text from `start`; return the index after the closing tag, or None when it has not come yet."""
        scan = self._scan
        for i in range(start, len(text)):
            ch = text[i]
            if ch == CLOSE[self._matched]:
                self._matched += 1
                if self._matched == len(CLOSE):
                    self._matched = 0
                    if scan.fault or not scan.in_string:
                        self._text.append(text[start : i + 1])
                        return i + 1
                    self._tag_in_string = True
            else:
                self._matched = 1 if ch == CLOSE[0] else 0
            if not scan.fault and (scan.in_string or not self._matched):
                scan.push(ch)
        self._text.append(text[start:])
        return None

    def result(self) -> ToolCall | CallFault:
        """Return the closed call, or what is wrong with it."""
        body = "".join(self._text).removesuffix(CLOSE)
        try:
            if self._scan.fault:
                raise ValueError(self._scan.fault)
            return _call(loads(body))
        except ValueError as error:
            return CallFault("malformed", body, f"{error}; {_FORM}")

    def unclosed(self, cut: bool) -> CallFault:
        """Return the fault of a text that ended before the closing tag. `cut`: it ended at a limit, not by choice."""
        body = "".join(self._text)
        if self._tag_in_string and not cut:
            return CallFault("malformed", body, f'a string in the call is not closed with "; {_FORM}')
        return CallFault("cut", body, f"the text ended before {CLOSE}; write the call again, whole and shorter")


def loads(text: str) -> Json:
    """Parse JSON strictly: no NaN or Infinity, no duplicate keys, no lone surrogates, at most 64 levels.

    Raises ValueError saying what is wrong.
    """
    _check_depth(text)
    try:
        value = json.loads(
            text, parse_constant=_no_constant, parse_float=_finite, parse_int=_int, object_pairs_hook=_unique
        )
    except json.JSONDecodeError as error:
        raise ValueError(f"not valid JSON: {error.msg} at character {error.pos}") from None
    if "\\u" in text or not text.isascii():
        _check_surrogates(value)
    return value


class _Scan:
    """Follows JSON just closely enough to know what is inside a string, and to notice early that it is no JSON."""

    def __init__(self) -> None:
        self.in_string = False
        self.fault = ""
        self._escaped = False
        self._depth = 0
        self._last = ""  # the last character outside strings that is not space; `"` after a string

    def push(self, ch: str) -> None:
        if self.in_string:
            self._push_in_string(ch)
        elif ch in _SPACE:
            return
        elif self._last and not self._depth:
            self.fault = "text after the JSON object"
        elif self._last == '"' and ch not in ",:}]":
            self.fault = "not valid JSON: a string is not closed, or a comma is missing"
        elif ch == '"' and (self._last or "?") not in "{[,:":
            self.fault = "not valid JSON: a string stands where none may"
        elif not self._last and ch != "{":
            self.fault = "not a JSON object"
        else:
            self._last = ch
            self.in_string = ch == '"'
            self._depth += (ch in "{[") - (ch in "}]")
            if self._depth > MAX_DEPTH:
                self.fault = f"nested deeper than {MAX_DEPTH} levels"

    def _push_in_string(self, ch: str) -> None:
        if self._escaped:
            self._escaped = False
        elif ch == "\\":
            self._escaped = True
        elif ch == '"':
            self.in_string = False
        elif ch < " ":
            self.fault = "not valid JSON: a string holds a raw line break or control character; write \\n"


def _call(value: Json) -> ToolCall:
    if not isinstance(value, dict):
        raise ValueError("not a JSON object")
    call = cast("dict[str, Json]", value)
    name = call.get("name")
    if not isinstance(name, str) or not name:
        raise ValueError('"name" is missing or is not a text')
    if "arguments" not in call:
        raise ValueError('"arguments" is missing')
    if len(call) > 2:
        extra = ", ".join(key for key in call if key not in ("name", "arguments"))
        raise ValueError(f'only "name" and "arguments" belong in a call, not {extra[:200]}')
    arguments = call["arguments"]
    if isinstance(arguments, str):
        arguments = loads(arguments)
    if not isinstance(arguments, dict):
        raise ValueError('"arguments" is not a JSON object')
    return ToolCall(name, cast("dict[str, Json]", arguments))


def _check_depth(text: str) -> None:
    """Refuse deep nesting before the recursive parser meets it."""
    if text.count("{") + text.count("[") <= MAX_DEPTH:
        return
    depth = 0
    for bracket in re.findall(r"[{}\[\]]", _STRING.sub("", text)):
        depth += 1 if bracket in "{[" else -1
        if depth > MAX_DEPTH:
            raise ValueError(f"nested deeper than {MAX_DEPTH} levels")


def _check_surrogates(value: Json) -> None:
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise ValueError("not valid text: a \\u escape stands for half a character") from None


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"not valid JSON: {name} is not a JSON number")


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"the number {text[:40]} is too large")
    return number


def _int(text: str) -> int:
    if len(text) > 400:
        raise ValueError(f"the number {text[:40]}... is too long")
    return int(text)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for key, value in pairs:
        if key in result:
            raise ValueError(f'the key "{key[:80]}" stands twice')
        result[key] = value
    return result
