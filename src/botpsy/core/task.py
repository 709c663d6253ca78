"""A task: a frozen description of an episode, small enough to be stored and compared."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from botpsy.core.messages import Json, Message

Split = Literal["train", "dev", "test"]


@dataclass(frozen=True, slots=True)
class Task:
    """What is asked, and what the verifier needs to judge it.

    `id` is unique within its taskset and stable across runs; `domain` is the taskset's name; `skill` is for instance
    "single" or "no_call"; `seed` builds the world; `data` is the taskset's own, JSON-able.
    """

    id: str
    domain: str
    skill: str
    split: Split
    messages: tuple[Message, ...]
    seed: int = 0
    data: Mapping[str, Json] = field(default_factory=dict[str, Json])
