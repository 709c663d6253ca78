"""The one loop. It makes the experience for data, training and evaluation, and it serves a person.

    generator says something -> the environment answers (tool results, the user) -> ... -> somebody stops

`converse` is the loop itself; `rollout` opens a task, plays it to the end and has it judged.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace

from botpsy.core.errors import ContextOverflow, InfraError
from botpsy.core.messages import Json, Message
from botpsy.core.protocols import Conversation, Generator, Sampling, Step, Taskset
from botpsy.core.score import Score
from botpsy.core.task import Task
from botpsy.core.trajectory import StopReason, Trajectory


@dataclass(frozen=True, slots=True)
class Limits:
    """`turns`: assistant turns in one episode. A call repeated with the same result ends it sooner."""

    turns: int = 8


@dataclass(frozen=True, slots=True)
class Episode:
    """What a conversation became: its messages and tokens, which of them a model sampled, and why it stopped."""

    conversation: Conversation
    stop: StopReason
    loss_mask: tuple[int, ...] = ()
    logprobs: tuple[float, ...] = ()


async def converse(
    generator: Generator,
    step: Callable[[Message], Awaitable[Step]],
    conversation: Conversation,
    limits: Limits,
    sampling: Sampling,
) -> Episode:
    """Alternate generator and environment until one stops. Tokens are only ever appended.

    Raises InfraError when the engine or the environment fails; the model's own faults are part of the episode.
    """
    mask = [0] * len(conversation.token_ids)
    logprobs = [0.0] * len(conversation.token_ids)
    seen: tuple[object, ...] | None = None

    def ended(stop: StopReason) -> Episode:
        return Episode(conversation, stop, tuple(mask), tuple(logprobs))

    for _ in range(limits.turns):
        try:
            (completion,) = await generator.generate([conversation], sampling)
        except ContextOverflow:
            return ended(StopReason.OVERFLOW)
        known = len(conversation.token_ids)
        if completion.prompt_ids[:known] != conversation.token_ids:
            raise InfraError("the engine changed tokens that were already there; what is trained must be what was said")
        message = completion.message
        conversation = replace(
            conversation,
            messages=(*conversation.messages, message),
            token_ids=completion.prompt_ids + completion.token_ids,
            encoded=len(conversation.messages) + 1 if completion.prompt_ids else 0,
        )
        fresh = len(completion.prompt_ids) - known
        mask += [0] * fresh + [1] * len(completion.token_ids)
        logprobs += [0.0] * fresh + list(completion.logprobs or (0.0,) * len(completion.token_ids))
        if completion.finish == "cancelled":
            return ended(StopReason.CANCELLED)
        if completion.finish == "length" and not message.faults:
            return ended(StopReason.LENGTH)
        following = await step(message)
        conversation = replace(
            conversation,
            messages=(*conversation.messages, *following.messages),
            tools=conversation.tools if following.tools is None else following.tools,
        )
        if following.stop is not None:
            return ended(following.stop)
        exchange = (_calls(message), following.messages)
        if message.tool_calls and exchange == seen:
            return ended(StopReason.NO_PROGRESS)
        seen = exchange
    return ended(StopReason.TURNS)


async def rollout(
    generator: Generator,
    taskset: Taskset,
    task: Task,
    limits: Limits | None = None,
    sampling: Sampling | None = None,
) -> tuple[Trajectory, Score]:
    """Play one task and judge it. Raises InfraError when we failed; then it is retried or dropped, never scored."""
    environment = taskset.open(task)
    try:
        opening = await environment.start()
        conversation = Conversation(opening.messages, opening.tools)
        episode = await converse(generator, environment.step, conversation, limits or Limits(), sampling or Sampling())
        trajectory = Trajectory(
            task.id,
            opening.tools,
            episode.conversation.messages,
            episode.stop,
            episode.conversation.token_ids,
            episode.loss_mask,
            episode.logprobs,
        )
        return trajectory, taskset.verify(task, trajectory, environment.state)
    finally:
        await environment.close()


def _calls(message: Message) -> tuple[object, ...]:
    return tuple((c.name, _written(c.arguments)) for c in message.tool_calls)


def _written(arguments: Mapping[str, Json]) -> object:
    """Arguments in a form that can be compared. Those that cannot be written (nested too deep, an integer of more than
    4,300 digits; our parsers let neither through, another generator may) are like no others."""
    try:
        return repr(dict(arguments))
    except (RecursionError, ValueError):
        return object()
