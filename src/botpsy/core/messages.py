"""What is said in an episode: messages, the tools on offer, calls and their results. All frozen values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Role = Literal["system", "user", "assistant", "tool"]
Effect = Literal["read", "write"]
Json = Any  # a value that json.dumps accepts


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call that parsed: the tool's name and its arguments, not yet validated against a schema."""

    name: str
    arguments: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class CallFault:
    """A call that did not parse. `cut` means the text ended inside it; such a call is never repaired or run."""

    kind: Literal["malformed", "cut"]
    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class Message:
    """One turn. `content` is what is shown; `thinking` never is; `tool_calls` and `faults` are the assistant's.

    A tool message carries one result as text in `content` and the tool's name in `name`.
    """

    role: Role
    content: str = ""
    thinking: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    faults: tuple[CallFault, ...] = ()
    name: str = ""

    def to_json(self) -> dict[str, Json]:
        """Return the message as plain JSON, leaving out what is empty."""
        row: dict[str, Json] = {"role": self.role, "content": self.content}
        if self.thinking:
            row["thinking"] = self.thinking
        if self.tool_calls:
            row["tool_calls"] = [{"name": c.name, "arguments": dict(c.arguments)} for c in self.tool_calls]
        if self.faults:
            row["faults"] = [{"kind": f.kind, "text": f.text, "reason": f.reason} for f in self.faults]
        if self.name:
            row["name"] = self.name
        return row

    @classmethod
    def from_json(cls, row: Mapping[str, Json]) -> Message:
        """Read what `to_json` wrote. Raises KeyError when `role` is missing."""
        return cls(
            role=row["role"],
            content=row.get("content") or "",
            thinking=row.get("thinking") or "",
            tool_calls=tuple(ToolCall(c["name"], c["arguments"]) for c in row.get("tool_calls") or ()),
            faults=tuple(CallFault(f["kind"], f["text"], f["reason"]) for f in row.get("faults") or ()),
            name=row.get("name") or "",
        )


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """A tool as the model sees it. `parameters` is a JSON Schema of type object; `effect`: does it change state?"""

    name: str
    description: str
    parameters: Mapping[str, Json]
    effect: Effect = "read"

    def to_json(self) -> dict[str, Json]:
        """Return the OpenAI form, `{"type": "function", "function": {name, description, parameters}}`."""
        return {
            "type": "function",
            "function": {"name": self.name, "description": self.description, "parameters": dict(self.parameters)},
        }

    @classmethod
    def from_json(cls, row: Mapping[str, Json], effect: Effect = "read") -> ToolSpec:
        """Read the OpenAI form or the bare function object."""
        function = row.get("function", row)
        return cls(function["name"], function.get("description", ""), function.get("parameters") or {}, effect)


@dataclass(frozen=True, slots=True)
class Undo:
    """How a write is taken back: which app's backend gets which change. The change is opaque to everyone else."""

    app: str
    change: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class Receipt:
    """What a backend confirmed. `summary` is written by the app from the confirmed state, never by the model."""

    tool: str
    summary: str
    undo: Undo | None = None


@dataclass(frozen=True, slots=True)
class ToolResult:
    """The outcome of one call: `content` for the model when `ok`, else `error`, a sentence the model can act on."""

    call: ToolCall
    ok: bool
    content: Json = None
    error: str = ""
    receipt: Receipt | None = field(default=None)
