"""Calls as a model would write them in one of BFCL's four answer formats."""

from __future__ import annotations

import json
from collections.abc import Sequence
from xml.sax.saxutils import escape, quoteattr

from botpsy.core.messages import Json, ToolCall

_KINDS: tuple[tuple[type, str], ...] = (  # a truth value is a number too
    (bool, "boolean"), (int, "integer"), (float, "float"), (str, "string"), (list, "array"), (dict, "dict"),
)  # fmt: skip


def written(calls: Sequence[ToolCall], returned: str, *, tagged: bool = False) -> str:
    """Return calls in the format `returned`: python, json, verbose_xml or concise_xml. `tagged`: between the tags.

    Raises ValueError for another format.

    Example:
        written([ToolCall("f", {"a": 1})], "python", tagged=True)  # <TOOLCALL>[f(a=1)]</TOOLCALL>
    """
    if returned == "python":
        text = f"[{', '.join(_python(call) for call in calls)}]"
    elif returned == "json":
        rows = [{"function": call.name, "parameters": dict(call.arguments)} for call in calls]
        text = f"```json\n{json.dumps(rows)}\n```"
    elif returned in ("verbose_xml", "concise_xml"):
        made = "".join(_xml(call, verbose=returned == "verbose_xml") for call in calls)
        text = f"<functions>{made}</functions>"
    else:
        raise ValueError(f"no format {returned!r}; valid: python, json, verbose_xml, concise_xml")
    return f"<TOOLCALL>{text}</TOOLCALL>" if tagged else text


def _python(call: ToolCall) -> str:
    return f"{call.name}({', '.join(f'{name}={value!r}' for name, value in call.arguments.items())})"


def _xml(call: ToolCall, *, verbose: bool) -> str:
    parameters: list[str] = []
    for name, value in call.arguments.items():
        about = f"name={quoteattr(name)}"
        kind = f"type={quoteattr(_kind(value))}"
        if verbose:
            parameters.append(f"<param {about} value={quoteattr(str(value))} {kind}/>")
        else:
            parameters.append(f"<param {about} {kind}>{escape(str(value))}</param>")
    inside = "".join(parameters)
    return f"<function name={quoteattr(call.name)}>{f'<params>{inside}</params>' if verbose else inside}</function>"


def _kind(value: Json) -> str:
    for kind, name in _KINDS:
        if isinstance(value, kind):
            return name
    return "null"
