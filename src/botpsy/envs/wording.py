"""A tool's result in words: what references answer, and what is said when a model's own words are wrong."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from botpsy.core.messages import Json


def word(result: Mapping[str, Json], field: str = "") -> str:
    """Return a result in words: what was done, what is planned, who somebody is, or why it did not work."""
    if "error" in result:
        return f"That did not work: {result['error']}."
    if "done" in result:
        return f"{result['done']}."
    if "events" in result:
        events = result["events"]
        if not events:
            return f"You have no events: {result['note']}."
        return "\n".join([f"You have {len(events)} event{'s' * (len(events) > 1)}:", *(f"- {e}" for e in events)])
    if "contacts" in result:
        people = result["contacts"]
        if not people:
            return f"I found no one: {result['note']}."
        return "\n".join(_person(p, field) for p in people)
    return "\n".join(_lines(result))


def _lines(result: Mapping[str, Json]) -> list[str]:
    """Return any other result in words: a list line by line, a value beside its name, a note as a sentence."""
    lines: list[str] = []
    for key, value in result.items():
        if key == "note":
            lines.append(f"{str(value)[:1].upper()}{str(value)[1:]}.")
        elif isinstance(value, list):
            rows = [
                ", ".join(map(str, _pairs(v).values())) if isinstance(v, Mapping) else str(v) for v in _items(value)
            ]
            lines += [f"{_named(key)}: {', '.join(rows)}"] if sum(map(len, rows)) < 60 and rows else []
            lines += [f"- {row}" for row in rows] if sum(map(len, rows)) >= 60 else []
        elif isinstance(value, Mapping):
            lines.append(f"{_named(key)}: " + ", ".join(f"{_named(k).lower()} {v}" for k, v in _pairs(value).items()))
        elif isinstance(value, bool):
            lines.append(f"{_named(key)}: {'yes' if value else 'no'}")
        elif value not in ("", None):
            lines.append(f"{_named(key)}: {value}")
    return lines or ["Nothing found."]


def _pairs(value: Json) -> Mapping[str, Json]:
    return cast(Mapping[str, Json], value)


def _items(value: Json) -> list[Json]:
    return cast("list[Json]", value)


def _named(key: str) -> str:
    text = key.replace("_", " ")
    return text[:1].upper() + text[1:]


def _person(person: Mapping[str, str], field: str) -> str:
    if field and person.get(field):
        return f"{person['name']}: {person[field]}"
    return ", ".join(f"{k}: {v}" if k != "name" else v for k, v in person.items())
