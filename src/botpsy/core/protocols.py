"""The four protocols behind which behaviour lives, and the small values that pass through them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from botpsy.core.messages import Json, Message, ToolSpec
from botpsy.core.score import Score
from botpsy.core.task import Split, Task
from botpsy.core.trajectory import StopReason, Trajectory

Finish = Literal["stop", "length", "cancelled"]


@dataclass(frozen=True, slots=True)
class Sampling:
    """How to sample. `temperature` 0 is greedy. `max_tokens` bounds one completion. `json_schema` constrains the whole
    text to that schema; `call_grammar` constrains what follows `<tool_call>` to the tools on offer. Without `logprobs`
    an engine may leave them unknown (nan), which spares llama.cpp a sort of the vocabulary at every token."""

    temperature: float = 0.0
    top_p: float = 1.0
    max_tokens: int = 256
    seed: int = 0
    stop: tuple[str, ...] = ()
    thinking: bool = False
    json_schema: Mapping[str, Json] | None = None
    call_grammar: bool = False
    logprobs: bool = True


@dataclass(frozen=True, slots=True)
class Conversation:
    """Messages and tools, plus the tokens that already stand for the first `encoded` messages (append-only)."""

    messages: tuple[Message, ...]
    tools: tuple[ToolSpec, ...] = ()
    token_ids: tuple[int, ...] = ()
    encoded: int = 0


@dataclass(frozen=True, slots=True)
class Usage:
    """What a completion cost, as its engine tells it: tokens read and sampled, those of them that were thinking (None:
    not told), seconds to the first token, and seconds of sampling after it (nan: not told)."""

    read: int
    sampled: int
    thinking: int | None = None
    first_token: float = math.nan
    decoding: float = math.nan


@dataclass(frozen=True, slots=True)
class Completion:
    """One sampled turn: the parsed message, the prompt's tokens, the sampled tokens and their log-probabilities
    (nats; nan where unknown), and what it cost where the engine tells it."""

    message: Message
    finish: Finish
    text: str = ""
    prompt_ids: tuple[int, ...] = ()
    token_ids: tuple[int, ...] = ()
    logprobs: tuple[float, ...] = ()
    usage: Usage | None = None


class Generator(Protocol):
    """Turns conversations into the assistant's next turn. Raises InfraError when the engine fails, ContextOverflow when
    a prompt does not fit."""

    async def generate(self, conversations: Sequence[Conversation], sampling: Sampling) -> list[Completion]: ...


class Scorer(Protocol):
    """Log-probabilities (nats) of given tokens: `result[t]` is that of `token_ids[t]` after those before; [0] is 0."""

    async def score(self, token_ids: Sequence[int]) -> list[float]: ...


@dataclass(frozen=True, slots=True)
class Observation:
    """How an episode opens: the first messages and the tools in view."""

    messages: tuple[Message, ...]
    tools: tuple[ToolSpec, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """What follows an assistant turn: messages to append (tool results, the user), or the end.

    `tools`: all that are there from now on, None for no change. What was read already is not rendered again, so the
    messages show the new ones.
    """

    messages: tuple[Message, ...] = ()
    stop: StopReason | None = None
    tools: tuple[ToolSpec, ...] | None = None


class Environment(Protocol):
    """One episode. `state` is what a verifier may look at; `close` frees what was opened, and may be called twice."""

    async def start(self) -> Observation: ...
    async def step(self, message: Message) -> Step: ...
    @property
    def state(self) -> Mapping[str, Json]: ...
    async def close(self) -> None: ...


class Taskset(Protocol):
    """A family of tasks with their worlds, verifier and oracle."""

    name: str

    def tasks(self, split: Split) -> Iterable[Task]: ...
    def open(self, task: Task) -> Environment: ...
    def verify(self, task: Task, trajectory: Trajectory, state: Mapping[str, Json]) -> Score: ...
    def reference(self, task: Task) -> Generator: ...
