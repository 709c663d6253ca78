"""How a bundle's tools are called: as written, in another style, or masked, so that descriptions have to be read."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Mapping, Sequence

from botpsy.core.messages import Json, ToolCall, ToolSpec
from botpsy.core.task import Split
from botpsy.tasksets.inventions.frame import Frame

_NEUTRAL = "lumen orbit kestrel tango vireo maple cobalt zephyr quill ember delta onyx pixel raven sigma".split()


def split_of(name: str) -> Split:
    """Return the split of a whole frame: 12% dev, 12% test, by a hash of its name."""
    bucket = int.from_bytes(hashlib.sha256(name.encode()).digest()[:4], "big") % 100
    return "dev" if bucket < 12 else "test" if bucket < 24 else "train"


class Names:
    """One bundle's names and descriptions; the same for its tools and calls."""

    def __init__(self, r: random.Random, frames: Sequence[Frame]) -> None:
        manner = r.choice(["written", "restyled", "masked"])
        style = r.choice(["camel", "dotted", "prefixed"])
        mask_arguments = manner == "masked" and r.random() < 0.5
        camel_arguments = manner == "restyled" and style == "camel"
        self._terse = r.random() < 0.1
        self._tool: dict[str, str] = {}
        self._about: dict[str, str] = {}
        self._args: dict[str, dict[str, str]] = {}
        form = r.choice(["arg{}", "op{}", "p_{}", "x{}"])
        pool = r.sample(_NEUTRAL, len(_NEUTRAL))
        for number, frame in enumerate(frames):
            name = frame.name
            if manner == "restyled":
                name = _restyled(frame, style, r)
            elif manner == "masked":
                name = r.choice([f"func_{r.choice('abckmx')}{r.randint(1, 99)}_{number}", pool[number], f"tool_{number + 1}"])
            self._tool[frame.name] = name
            self._about[frame.name] = r.choice(frame.about)
            self._args[frame.name] = {
                a.name: form.format(i + 1) if mask_arguments else _camel(a.name) if camel_arguments else a.name
                for i, a in enumerate(frame.args)
            }

    def spec(self, frame: Frame) -> ToolSpec:
        """Return the tool as the model sees it."""
        names = self._args[frame.name]
        properties: dict[str, Json] = {}
        for arg in frame.args:
            schema = dict(arg.schema)
            if not self._terse:
                schema["description"] = arg.about
            properties[names[arg.name]] = schema
        parameters: dict[str, Json] = {"type": "object", "properties": properties}
        if frame.required:
            parameters["required"] = [names[a.name] for a in frame.required]
        return ToolSpec(self._tool[frame.name], self._about[frame.name], parameters)

    def call(self, frame: Frame, arguments: Mapping[str, Json]) -> ToolCall:
        """Return a call of the frame under its names, arguments in the schema's order."""
        names = self._args[frame.name]
        return ToolCall(self._tool[frame.name], {names[a.name]: arguments[a.name] for a in frame.args if a.name in arguments})


def _restyled(frame: Frame, style: str, r: random.Random) -> str:
    if style == "camel":
        return _camel(frame.name)
    if style == "dotted":
        return f"{frame.area}.{frame.name}" if r.random() < 0.6 else f"{frame.area}_api.{frame.name}"
    return f"{r.choice(['get', 'do', 'api', frame.area])}_{frame.name}"


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(p.capitalize() for p in rest)
