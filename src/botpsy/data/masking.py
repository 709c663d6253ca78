"""Names that a model cannot memorise: tools keep their descriptions, names are kept, restyled or masked by thirds.

After Hammer (arXiv 2410.04587): with masked names the model has to read what a tool does. Masks come in several forms,
so that no one form is learnt as a signal.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from botpsy.core.messages import Json, ToolCall, ToolSpec

_SYLLABLES = [
    "ba",
    "ce",
    "di",
    "fo",
    "gu",
    "ka",
    "le",
    "mi",
    "no",
    "pu",
    "ra",
    "se",
    "ti",
    "vo",
    "xu",
    "za",
    "lor",
    "men",
    "tis",
    "qua",
    "dre",
    "fli",
]


class Renaming:
    """New names for the tools and arguments of one prompt, the same for its calls."""

    def __init__(self, rng: random.Random, tools: Sequence[ToolSpec]) -> None:
        self._tools: dict[str, str] = {}
        self._arguments: dict[str, dict[str, str]] = {}
        manner = rng.choice(["keep", "restyle", "mask"])
        style = rng.choice(["snake", "camel", "dotted", "prefixed"])
        mask_arguments = manner == "mask" and rng.random() < 0.5
        taken: set[str] = set()
        for number, tool in enumerate(tools):
            name = tool.name
            if manner == "restyle":
                name = restyle(name, style, rng)
            elif manner == "mask":
                name = _mask(rng, number)
            while name in taken:
                name += "_2"
            taken.add(name)
            self._tools[tool.name] = name
            properties = list(cast(Mapping[str, Any], tool.parameters.get("properties") or {}))
            form = rng.choice(["arg{}", "p_{}", "word"])
            self._arguments[tool.name] = {
                p: (_word(rng) + str(i) if form == "word" else form.format(i + 1)) if mask_arguments else p
                for i, p in enumerate(properties)
            }

    def spec(self, tool: ToolSpec) -> ToolSpec:
        """Return the tool under its new names."""
        names = self._arguments[tool.name]
        schema: dict[str, Json] = dict(tool.parameters)
        properties = cast(Mapping[str, Json], schema.get("properties") or {})
        schema["properties"] = {names[k]: v for k, v in properties.items()}
        if "required" in schema:
            schema["required"] = [names[k] for k in schema["required"]]
        return replace(tool, name=self._tools[tool.name], parameters=schema)

    def call(self, call: ToolCall) -> ToolCall:
        """Return the call under the new names."""
        names = self._arguments[call.name]
        return ToolCall(self._tools[call.name], {names[k]: v for k, v in call.arguments.items()})


def restyle(name: str, style: str, rng: random.Random) -> str:
    """Return a name in another style: snake_case, camelCase, module.name, prefix_name."""
    parts = [p.lower() for p in re.findall(r"[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])", name)] or [name]
    if style == "camel":
        return parts[0] + "".join(p.capitalize() for p in parts[1:])
    snake = "_".join(parts)
    if style == "dotted":
        return (
            f"{parts[-1]}.{snake}"
            if rng.random() < 0.5
            else f"{rng.choice(['api', 'tools', 'service', 'app'])}.{snake}"
        )
    if style == "prefixed":
        return f"{rng.choice(['do', 'api', 'my', 'run'])}_{snake}"
    return snake


def _word(rng: random.Random) -> str:
    return "".join(rng.sample(_SYLLABLES, rng.randint(2, 3)))


def _mask(rng: random.Random, number: int) -> str:
    return rng.choice(
        [
            f"func_{rng.randint(1, 99)}",
            f"tool_{number + 1}",
            _word(rng),
            f"{_word(rng)}_{_word(rng)}",
            f"f{rng.randint(1, 999)}",
        ]
    )
