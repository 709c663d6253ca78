"""Seal-Tools (fairyshine/Seal-Tools, Apache-2.0): tools with schemas, and queries with gold calls.

Its queries often name several calls in several sentences, and its gold often has values that the query does not hold.
The converter keeps what is grounded: types are coerced by the schema, values must stand in the query, sentences that
carry exactly one call become requests of their own. What is dropped is counted, by reason.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from botpsy.core import jsonl
from botpsy.core.errors import UsageError
from botpsy.core.messages import Json, ToolCall, ToolSpec
from botpsy.tools.validate import problems

TYPES = {"str": "string", "int": "integer", "float": "number", "bool": "boolean"}
QUERIES = ("seal_dev.jsonl", "seal_test_in_domain.jsonl", "seal_test_out_domain.jsonl")
_LEAD = re.compile(
    r"^(?:(?:first(?:ly)?|second(?:ly)?|third(?:ly)?|then|next|after that|afterwards|finally|lastly|also|additionally|"
    r"moreover|furthermore|once (?:that is|this is|you have|the)[^,]*|and)\b,?\s*)+",
    re.IGNORECASE,
)
# a sentence that leans on another one is no request by itself
_LEANS = re.compile(r"\b(?:this|that|these|those|it|its|them|above|previous|same|API|if so|if not|he|she|their)\b")


@dataclass(frozen=True, slots=True)
class Unit:
    """One request and its gold calls."""

    id: str
    query: str
    calls: tuple[ToolCall, ...]


@dataclass(frozen=True, slots=True)
class SealTools:
    """What was read: tools by name, their field of knowledge and subject in it, requests, what was dropped and why."""

    tools: Mapping[str, ToolSpec]
    field: Mapping[str, str]
    subject: Mapping[str, str]
    units: tuple[Unit, ...]
    dropped: Mapping[str, int]


def read(folder: Path) -> SealTools:
    """Read the folder of the data set. Raises UsageError when it is not there."""
    if not (folder / "seal_tool.jsonl").exists():
        raise UsageError(f"no Seal-Tools at {folder}: expected seal_tool.jsonl and {', '.join(QUERIES)}")
    tools: dict[str, ToolSpec] = {}
    subject: dict[str, str] = {}
    for row in jsonl.read(folder / "seal_tool.jsonl"):
        tools[row["api_name"]] = _spec(row)
        subject[row["api_name"]] = str(row.get("field", ""))
    dropped: Counter[str] = Counter()
    units: dict[tuple[str, str], Unit] = {}
    for name in QUERIES:
        for row in jsonl.read(folder / name):
            for unit in _units(row, tools, dropped):
                units.setdefault((unit.query, str(unit.calls)), unit)
    field = {name: text.split("/")[0] for name, text in subject.items()}
    return SealTools(tools, field, subject, tuple(units.values()), dropped)


def _spec(row: Mapping[str, Json]) -> ToolSpec:
    properties = {
        name: {"type": TYPES.get(p.get("type", "str"), "string"), "description": p.get("description", "")}
        for name, p in row["parameters"].items()
    }
    schema: dict[str, Json] = {"type": "object", "properties": properties}
    required = [name for name in row.get("required") or () if name in properties]
    if required:
        schema["required"] = required
    return ToolSpec(row["api_name"], row.get("api_description", ""), schema)


def _units(row: Mapping[str, Json], tools: Mapping[str, ToolSpec], dropped: Counter[str]) -> Iterator[Unit]:
    query = " ".join(str(row["query"]).split())
    calls: list[ToolCall] = []
    for raw in row["calling"]:
        spec = tools.get(raw["api"])
        if spec is None:
            dropped["unknown tool"] += 1
            continue
        call, why = _grounded(spec, raw["parameters"], query)
        if call is None:
            dropped[why] += 1
        else:
            calls.append(call)
    whole = len(calls) == len(row["calling"]) and not re.search(r"\bAPI\b|API_call", query)
    if whole and len(calls) <= 4:
        yield Unit(str(row["id"]), query, tuple(calls))
    if len(row["calling"]) > 1:
        yield from _sentences(str(row["id"]), query, calls, tools)


def _sentences(row_id: str, query: str, calls: list[ToolCall], tools: Mapping[str, ToolSpec]) -> Iterator[Unit]:
    sentences = re.split(r"(?<=[.!?])\s+(?=[A-Z])", query)
    for number, sentence in enumerate(sentences):
        text = _LEAD.sub("", sentence).strip()
        if len(text.split()) < 4 or _LEANS.search(text):
            continue
        inside = [
            c
            for c in calls
            if c.arguments and _grounded(tools[c.name], c.arguments, text)[0] == c
            and sum(_grounded(tools[c.name], c.arguments, s)[0] == c for s in sentences) == 1
        ]  # fmt: skip
        # the sentence must also speak of the tool, not merely hold the value
        spoken = [c for c in inside if _speaks_of(text, tools[c.name])]
        if len(spoken) == 1 and len(inside) == 1:
            yield Unit(f"{row_id}.{number}", text[:1].upper() + text[1:], (spoken[0],))


def _speaks_of(text: str, spec: ToolSpec) -> bool:
    telling = set(re.findall(r"[a-z]{4,}", spec.description.lower()))
    said = set(re.findall(r"[a-z]{4,}", text.lower()))
    stems = {w[:5] for w in telling}
    return sum(w[:5] in stems for w in said) >= 2


def _grounded(spec: ToolSpec, arguments: Mapping[str, Json], query: str) -> tuple[ToolCall | None, str]:
    """Return the call with values of the schema's types that the query holds, or why there is none."""
    properties: Mapping[str, Any] = spec.parameters["properties"]
    required = spec.parameters.get("required", ())
    kept: dict[str, Json] = {}
    for name, value in arguments.items():
        if name not in properties:
            return None, "unknown argument"
        typed = coerce(value, properties[name]["type"])
        if typed is None:
            if name in required:
                return None, "type that does not fit"
            continue
        if not holds(query, typed):
            if name in required:
                return None, "value not in the query"
            continue
        kept[name] = typed
    call = ToolCall(spec.name, kept)
    if problems(spec, kept):
        return None, "does not validate"
    return call, ""


def coerce(value: Json, kind: str) -> Json:
    """Return the value in the JSON type `kind`, None when it has no such form."""
    if isinstance(value, bool):
        return value if kind == "boolean" else None
    if kind == "string":
        return (
            value
            if isinstance(value, str) and value.strip()
            else (str(value) if isinstance(value, int | float) else None)
        )
    if kind == "boolean":
        return {"true": True, "false": False, "yes": True, "no": False}.get(str(value).strip().lower())
    if isinstance(value, str):
        match = re.fullmatch(r"\s*(-?\d+(?:\.\d+)?)\s*", value)
        if not match:
            return None
        value = json.loads(match[1].lstrip("0") or "0") if not match[1].startswith("0.") else float(match[1])
    if not isinstance(value, int | float):
        return None
    if kind == "integer":
        return int(value) if float(value).is_integer() else None
    return value


def holds(query: str, value: Json) -> bool:
    """Return True when the query says the value: text word for word, a number as a number. Whether it says a
    flag cannot be checked, so a flag never holds."""
    if isinstance(value, bool):
        return False
    if isinstance(value, int | float):
        numbers = {float(n.replace(",", "")) for n in re.findall(r"\d[\d,]*(?:\.\d+)?", query) if n.strip(",")}
        return float(value) in numbers
    text = str(value).strip()
    return bool(re.search(rf"(?<!\w){re.escape(text)}(?!\w)", query, re.IGNORECASE))
