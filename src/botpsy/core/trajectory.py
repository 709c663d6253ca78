"""A trajectory: all of one episode, and token for token what a model sampled in it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from botpsy.core.messages import Message, ToolSpec


class StopReason(StrEnum):
    """Why an episode ended."""

    ANSWERED = "answered"  # the assistant spoke and the environment had nothing to add
    LENGTH = "length"  # a turn was cut by its token limit
    TURNS = "turns"  # too many assistant turns
    NO_PROGRESS = "no_progress"  # the same call with the same result, again
    OVERFLOW = "overflow"  # the context is full
    ENVIRONMENT = "environment"  # the environment closed the episode
    CANCELLED = "cancelled"  # the person stopped it


@dataclass(frozen=True, slots=True)
class Trajectory:
    """`token_ids`, `loss_mask` (1 where the model sampled) and `logprobs` (nats, 0 where mask is 0) have equal length,
    and are empty when no tokenising model took part."""

    task_id: str
    tools: tuple[ToolSpec, ...]
    messages: tuple[Message, ...]
    stop: StopReason
    token_ids: tuple[int, ...] = ()
    loss_mask: tuple[int, ...] = ()
    logprobs: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        if not len(self.token_ids) == len(self.loss_mask) == len(self.logprobs):
            raise ValueError("token_ids, loss_mask and logprobs must have equal length")


@dataclass(frozen=True, slots=True)
class TrainSample:
    """What a loss sees: streams of equal length T. Optional streams are empty when a loss does not need them.

    `loss_mask[t]` = 1 when token t is a target (it is predicted from t-1). Log-probabilities in nats. `teacher`: whose
    whole distribution the loss compares with, "" for none.
    """

    token_ids: tuple[int, ...]
    loss_mask: tuple[int, ...]
    sampled_logprobs: tuple[float, ...] = ()
    advantages: tuple[float, ...] = ()
    teacher_logprobs: tuple[float, ...] = ()
    teacher: str = ""

    def __post_init__(self) -> None:
        n = len(self.token_ids)
        for name in ("loss_mask", "sampled_logprobs", "advantages", "teacher_logprobs"):
            stream = getattr(self, name)
            if len(stream) != n and not (name != "loss_mask" and not stream):
                raise ValueError(f"{name} has length {len(stream)}, token_ids has {n}")
