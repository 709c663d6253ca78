"""Schema-Guided Dialogue (google-research-datasets/dstc8-schema-guided-dialogue, CC-BY-SA-4.0) as tool conversations.

Each intent of the services in view becomes a tool; each service call of the dialogue becomes a call with its result,
and what the system said stays what the assistant says: questions for what is missing, confirmations, answers.

What is verified: a call has the arguments its schema knows and all that it requires; types are coerced by the slot's
possible values; a free value is taken in words that were said in the conversation. What fails is dropped and counted: a
dialogue without a call that survives gives nothing.
"""

from __future__ import annotations

import json
import re
import tarfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, cast

from botpsy.core.errors import UsageError
from botpsy.core.messages import Json, Message, ToolCall, ToolSpec
from botpsy.tools.validate import problems

Part = Literal["train", "dev", "test"]
Services = Mapping[str, Mapping[str, Any]]
RESULTS = 3  # of a search's results; the dialogues offer them one by one
LONGEST = 6000  # characters of one conversation, tools aside; longer ones end earlier, at a user's turn
_ANY = "dontcare"


def read(path: Path, part: Part = "train", dropped: Counter[str] | None = None) -> Iterator[dict[str, Json]]:
    """Yield one row of training data a dialogue, from the packed archive, in its order; `dropped` counts by reason.

    The archive is read as a stream: memory holds one file of it. Raises UsageError when it is not there or broken.
    """
    dropped = dropped if dropped is not None else Counter()
    try:
        services = _services(path, part)
        for dialogues in _files(path, part):
            for dialogue in dialogues:
                row = convert(dialogue, services, dropped)
                if row is not None:
                    yield row
    except (OSError, tarfile.TarError, EOFError, ValueError) as error:
        raise UsageError(f"cannot read Schema-Guided Dialogue from {path}: {error}") from None


def _services(path: Path, part: Part) -> Services:
    with tarfile.open(path) as archive:
        for member in archive:
            if member.name == f"{part}/schema.json":
                found = cast(list[dict[str, Any]], json.load(cast(Any, archive.extractfile(member))))
                return {s["service_name"]: s for s in found}
    raise ValueError(f"it has no {part}/schema.json")


def _files(path: Path, part: Part) -> Iterator[list[dict[str, Any]]]:
    with tarfile.open(path) as archive:
        for member in archive:
            if re.fullmatch(rf"{part}/dialogues_\d+\.json", member.name):
                yield json.load(cast(Any, archive.extractfile(member)))


def convert(dialogue: Mapping[str, Any], services: Services, dropped: Counter[str]) -> dict[str, Json] | None:
    """Return the conversation of a dialogue, None when no call of it survives."""
    tools = {
        intent["name"]: tool(services[name], intent)
        for name in dialogue["services"]
        for intent in services[name]["intents"]
    }
    messages: list[Message] = []
    said: dict[str, list[str]] = {}  # slot -> the words in which it was said, latest last
    heard = ""
    calls = length = 0
    for turn in dialogue["turns"]:
        frames = turn["frames"]
        if turn["speaker"] == "USER":
            if length > LONGEST:
                break
            for frame in frames:
                for slot, values in frame.get("state", {}).get("slot_values", {}).items():
                    said.setdefault(slot, []).extend(values)
            messages.append(Message("user", turn["utterance"]))
        else:
            asked = [(f["service_call"], f.get("service_results", [])) for f in frames if "service_call" in f]
            made = [(_call(tools, call, said, heard, dropped), results) for call, results in asked]
            if any(call is None for call, _ in made):
                break  # what follows rests on a call that is not there
            good = [(call, results) for call, results in made if call is not None]
            if good:
                messages.append(Message("assistant", tool_calls=tuple(call for call, _ in good)))
                messages += [Message("tool", _result(results), name=call.name) for call, results in good]
                calls += len(good)
            messages.append(Message("assistant", turn["utterance"]))
        heard += f"\n{turn['utterance']}"
        length = sum(len(m.content) for m in messages)
    while messages and messages[-1].role == "user":
        messages.pop()
    if not calls:
        dropped["no call"] += 1
        return None
    return {
        "id": f"sgd-{dialogue['dialogue_id']}",
        "source": "sgd",
        "skill": "multi_turn",
        "tools": [t.to_json() for t in tools.values()],
        "messages": [m.to_json() for m in messages],
    }


def tool(service: Mapping[str, Any], intent: Mapping[str, Any]) -> ToolSpec:
    """Return an intent as a tool; slots with few possible values are enums, numbers or flags."""
    slots = {s["name"]: s for s in service["slots"]}
    properties = {name: _schema(slots[name]) for name in (*intent["required_slots"], *intent["optional_slots"])}
    schema: dict[str, Json] = {"type": "object", "properties": properties}
    if intent["required_slots"]:
        schema["required"] = list(intent["required_slots"])
    effect = "write" if intent["is_transactional"] else "read"
    return ToolSpec(_snake(intent["name"]), f"{intent['description'].rstrip('.')}.", schema, effect)


def _schema(slot: Mapping[str, Any]) -> dict[str, Json]:
    described: dict[str, Json] = {"description": slot["description"]}
    values = [v for v in slot["possible_values"] if v != _ANY]
    if slot["is_categorical"] and values:
        if {v.lower() for v in values} <= {"true", "false"}:
            return {"type": "boolean", **described}
        if all(v.isdigit() for v in values):
            return {"type": "integer", **described}
        return {"type": "string", "enum": values, **described}
    return {"type": "string", **described}


def _call(
    tools: Mapping[str, ToolSpec],
    call: Mapping[str, Any],
    said: Mapping[str, Sequence[str]],
    heard: str,
    dropped: Counter[str],
) -> ToolCall | None:
    spec = tools.get(call["method"])
    if spec is None:
        dropped["unknown tool"] += 1
        return None
    properties = cast(Mapping[str, Mapping[str, Json]], spec.parameters["properties"])
    required = spec.parameters.get("required", ())
    arguments: dict[str, Json] = {}
    for name, value in call["parameters"].items():
        schema = properties.get(name)
        if schema is None or value == _ANY:
            continue
        typed = _typed(value, schema)
        if "enum" not in schema and schema["type"] == "string":
            # a date or a city in the person's own words; "2019-03-01" is nowhere in the conversation
            words = [value, *reversed(said.get(name, ()))]
            typed = next((w for w in words if w.lower() in heard.lower()), None)
        if typed is None:
            if name in required:
                dropped[f"{name} was not said"] += 1
                return None
            continue
        if name not in required and not _spoken(typed, said.get(name, ())):
            continue  # a default that nobody spoke of
        arguments[name] = typed
    made = ToolCall(spec.name, arguments)
    if problems(spec, arguments):
        dropped["does not validate"] += 1
        return None
    return made


def _typed(value: str, schema: Mapping[str, Json]) -> Json:
    if schema["type"] == "boolean":
        return {"true": True, "false": False}.get(value.lower())
    if schema["type"] == "integer":
        return int(value) if value.isdigit() else None
    return value


def _spoken(value: Json, words: Sequence[str]) -> bool:
    return any(str(value).lower() == w.lower() for w in words)


def _result(results: Sequence[Mapping[str, str]]) -> str:
    if not results:
        return json.dumps({"results": [], "note": "nothing found"})
    row: dict[str, Json] = {"results": [dict(r) for r in results[:RESULTS]]}
    if len(results) > RESULTS:
        row["note"] = f"{len(results) - RESULTS} more"
    return json.dumps(row, ensure_ascii=False)


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
