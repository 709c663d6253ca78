"""Fills BFCL's memories: the model under test has a topic's conversations in their order, and keeps what it likes.

A topic's file has one row a conversation: what was said, and the memory after it. Whoever is stopped goes on after the
last row. The rules, as the official harness has them:

- Each conversation is a context of its own; the memory passes from one to the next, and nothing else does.
- A turn that is cut by its length was said; the person goes on.
- More than 20 steps in one turn end the conversation; the memory is kept. Our loop ends one in which a call is repeated
  with the same result.
- A conversation that does not fit into the model's context leaves the memory as it was, and so does one with calls that
  cannot be run.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from botpsy.benchmarks.bfcl_memory_store import Memory, Session, Store
from botpsy.benchmarks.bfcl_memory_talk import STEPS, Talk
from botpsy.core import jsonl
from botpsy.core.errors import BackendError, InfraError, UsageError
from botpsy.core.messages import Json, Message
from botpsy.core.protocols import Conversation, Generator, Sampling
from botpsy.core.trajectory import StopReason
from botpsy.envs.rollout import Episode, Limits, converse

TRIES = 3


@dataclass(frozen=True, slots=True)
class Topic:
    """A scenario's name, its conversations in their order ({"id", "question"}), and the backend's functions."""

    scenario: str
    conversations: Sequence[Mapping[str, Json]]
    functions: Sequence[Mapping[str, Json]]


async def fill(
    generator: Generator,
    store: Store,
    topic: Topic,
    file: Path,
    sampling: Sampling,
    *,
    patience: float = 1.0,
    had: Callable[[int], None] | None = None,
) -> Memory | None:
    """Have the conversations that `file` lacks, writing each down when it ends; return the memory after the last one.
    `had` hears of those that were there, then of each as it is written.

    A try after a failure waits `patience` seconds, then twice that. Raises InfraError when the engine or the worker
    fails three times in a row (what is done is kept), UsageError for a file of other conversations.

    Example:
        memory = await fill(engine, store, topic, Path("runs/eval/memory/memory_kv/customer.jsonl"), Sampling())
    """
    done = list(jsonl.read(file)) if file.exists() else []
    wanted = [c["id"] for c in topic.conversations]
    if [row.get("id") for row in done] != wanted[: len(done)]:
        raise UsageError(f"{file} holds other conversations than BFCL's on {topic.scenario!r}; remove it")
    memory: Memory | None = done[-1].get("memory") if done else None
    if had:
        had(len(done))
    if len(done) == len(wanted):
        return memory
    try:
        with jsonl.Appender(file) as log:
            for conversation in topic.conversations[len(done) :]:
                row = await _tried(generator, store, topic, conversation, memory, sampling, patience)
                log.write(row)
                memory = row["memory"]
                if had:
                    had(1)
    except OSError as error:
        raise BackendError(f"cannot write {file}: {error.strerror}; make room and run the same command again") from None
    return memory


async def _tried(
    generator: Generator,
    store: Store,
    topic: Topic,
    conversation: Mapping[str, Json],
    memory: Memory | None,
    sampling: Sampling,
    patience: float,
) -> dict[str, Json]:
    for attempt in range(1, TRIES):
        try:
            return await _have(generator, store, topic, conversation, memory, sampling)
        except InfraError:
            await asyncio.sleep(patience * attempt)
    return await _have(generator, store, topic, conversation, memory, sampling)


async def _have(
    generator: Generator,
    store: Store,
    topic: Topic,
    conversation: Mapping[str, Json],
    memory: Memory | None,
    sampling: Sampling,
) -> dict[str, Json]:
    session = Session(conversation["id"], topic.scenario, memory)
    talk = Talk(store, session, conversation["question"], topic.functions)
    episode = await _played(generator, talk, Limits((STEPS + 2) * len(conversation["question"])), sampling)
    left = session if episode.stop is StopReason.OVERFLOW else talk.left()
    return {
        "id": conversation["id"],
        "stop": episode.stop.value,
        "broken": talk.state["broken"],
        "memory": left.memory,
        "messages": [m.to_json() for m in episode.conversation.messages],
    }


async def _played(generator: Generator, talk: Talk, limits: Limits, sampling: Sampling) -> Episode:
    opening = await talk.start()
    conversation = Conversation(opening.messages, opening.tools)
    while True:
        episode = await converse(generator, talk.step, conversation, limits, sampling)
        if episode.stop is StopReason.CANCELLED:
            raise InfraError("the engine stopped in the middle of a turn")
        if episode.stop is not StopReason.LENGTH:
            return episode
        said = episode.conversation.messages
        following = await talk.step(Message("assistant", said[-1].content))
        if following.stop is not None:
            return replace(episode, stop=following.stop)
        conversation = replace(episode.conversation, messages=(*said, *following.messages))
