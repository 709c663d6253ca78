"""How a bundle shows its frames: names as authored, restyled or masked, and descriptions in full or cut.

With masked names a model has to read what a tool does; several kinds of mask, so that none becomes a signal.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from botpsy.core.messages import Json, ToolCall, ToolSpec
from botpsy.tasksets.toolcraft.frame import Arg, Frame

_SYLLABLES = "lu men ka ro vi ta nor bel su mi dra fen ol pi zan qui tor el gar ish".split()


@dataclass(frozen=True, slots=True)
class View:
    """A frame as one bundle shows it. `arguments` maps the frame's argument names to the shown ones."""

    frame: Frame
    spec: ToolSpec
    arguments: Mapping[str, str]

    def call(self, arguments: Mapping[str, Json]) -> ToolCall:
        """Return a call of the tool under the shown names."""
        return ToolCall(self.spec.name, {self.arguments[k]: v for k, v in arguments.items()})


def views(frames: Sequence[Frame], rng: random.Random) -> list[View]:
    """Show frames in one style, which is drawn for all of them together."""
    manner = rng.choice(["authored", "restyled", "masked"])
    style = rng.choice(["camel", "dotted", "prefixed", "pascal"])
    prefix = rng.choice(["api", "get", "tool", "svc", "do", "my", "v2"])
    mask = rng.choice(["func", "word", "letter", "tool", "mixed"])
    form = rng.choice(["arg", "p", "param_", "word"]) if manner == "masked" and rng.random() < 0.5 else ""
    detail = "full" if form else rng.choices(["full", "short", "none"], [7, 2, 1])[0]
    defaults, shuffle = rng.random() < 0.25, rng.random() < 0.2
    made: list[View] = []
    taken: set[str] = set()
    for number, frame in enumerate(frames):
        base = rng.choice(frame.names)
        name = base if manner == "authored" else restyle(base, style, frame.area, prefix)
        if manner == "masked":
            name = _mask(mask, number, rng)
        while name in taken:
            name += "_2"
        taken.add(name)
        shown: dict[str, str] = {}
        for i, arg in enumerate(frame.args):
            label = f"{form}{i + 1}" if form != "word" else _word(rng)
            if manner == "restyled" and style == "camel":
                label = restyle(arg.name, style, "", "")
            while label in shown.values():
                label += "x"
            shown[arg.name] = label if form or (manner == "restyled" and style == "camel") else arg.name
        args = rng.sample(frame.args, len(frame.args)) if shuffle else list(frame.args)
        parameters: dict[str, Json] = {
            "type": "object",
            "properties": {shown[a.name]: _schema(a, detail, defaults) for a in args},
            "required": [shown[a.name] for a in args if a.required],
        }
        spec = ToolSpec(name, rng.choice(frame.descriptions), parameters, frame.effect)
        made.append(View(frame, spec, shown))
    return made


def restyle(name: str, style: str, area: str, prefix: str) -> str:
    """Return a snake_case name as camelCase, PascalCase, area.name or prefix_name."""
    parts = name.split("_")
    if style == "camel":
        return parts[0] + "".join(p.capitalize() for p in parts[1:])
    if style == "pascal":
        return "".join(p.capitalize() for p in parts)
    return f"{area}.{name}" if style == "dotted" else f"{prefix}_{name}"


def _schema(arg: Arg, detail: str, defaults: bool) -> dict[str, Json]:
    said = {"full": arg.description, "short": arg.description.split(",")[0].rstrip("."), "none": ""}[detail]
    parts = [said, arg.kind.note]
    if not arg.required:
        shown = str(arg.default).lower() if isinstance(arg.default, bool) else arg.default
        parts.append("Optional." if arg.default is None else f"Default is {shown}.")
    # a note or a default after a shortened description needs its full stop back
    if said and not said.endswith(".") and any(parts[1:]):
        parts[0] += "."
    schema: dict[str, Json] = dict(arg.kind.schema)
    if text := " ".join(p for p in parts if p):
        schema["description"] = text
    if defaults and arg.default is not None:
        schema["default"] = arg.default
    return schema


def _word(rng: random.Random) -> str:
    return "".join(rng.sample(_SYLLABLES, rng.randint(2, 3)))


def _mask(mask: str, number: int, rng: random.Random) -> str:
    if mask == "mixed":
        mask = rng.choice(["func", "word", "letter", "tool"])
    if mask == "word":
        return _word(rng)
    if mask == "tool":
        return f"tool_{number + 1}"
    if mask == "letter":
        return f"{rng.choice('abcfghkmopqrtxz')}{rng.randint(1, 99)}"
    return f"func_{rng.choice('abcdefghkmnpqrtuvwxyz')}{rng.randint(1, 9)}"
