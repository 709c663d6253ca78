"""Many episodes at once, one call of the engine a turn.

An engine is fast when it gets all prompts together: a batch on the training model, one prefill for a whole group on
llama.cpp. So every episode takes a seat; once all that are seated wait for their next turn, the engine is asked once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace

from botpsy.core.errors import ContextOverflow
from botpsy.core.protocols import Completion, Conversation, Generator, Sampling


@dataclass(frozen=True, slots=True)
class _Request:
    seat: int
    conversation: Conversation
    sampling: Sampling
    answer: asyncio.Future[Completion]


class Lockstep:
    """Gathers the turns of seated episodes. The n-th completion asked of the engine has the seed `seed` + n, in the
    order of the seats, so the same episodes are sampled with the same seeds whichever asks first.

    With a `stride` the k-th call begins at `seed` + k * `stride`: where several processes have their part of the seats
    each, none draws another's seeds, and the first turns have those that one process would give them.

    Example:
        lockstep = Lockstep(engine, seed=0)
        with lockstep.seat(0) as generator:
            trajectory, score = await rollout(generator, taskset, task)
    """

    def __init__(self, engine: Generator, seed: int, stride: int = 0) -> None:
        self._engine = engine
        self._stride = stride
        self._seed = seed
        self._seated: set[int] = set()
        self._waiting: list[_Request] = []
        self._serving: set[asyncio.Task[None]] = set()

    def seat(self, number: int) -> Seat:
        """Return the generator of one episode. All seats are to be taken before the first episode asks."""
        self._seated.add(number)
        return Seat(self, number)

    def leave(self, number: int) -> None:
        """Wait for this episode no longer."""
        self._seated.discard(number)
        self._serve_when_complete()

    async def ask(self, number: int, conversation: Conversation, sampling: Sampling) -> Completion:
        """Return the episode's next turn once everybody's is known. Raises what the engine raised."""
        answer: asyncio.Future[Completion] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Request(number, conversation, sampling, answer))
        self._serve_when_complete()
        return await answer

    def _serve_when_complete(self) -> None:
        if self._waiting and len(self._waiting) >= len(self._seated):
            requests, self._waiting = sorted(self._waiting, key=lambda r: r.seat), []
            seed, self._seed = self._seed, self._seed + (self._stride or len(requests))
            task = asyncio.get_running_loop().create_task(self._serve(requests, seed))
            self._serving.add(task)
            task.add_done_callback(self._serving.discard)

    async def _serve(self, requests: Sequence[_Request], seed: int) -> None:
        try:
            sampling = replace(requests[0].sampling, seed=seed)
            completions = await self._engine.generate([r.conversation for r in requests], sampling)
        except ContextOverflow as error:
            if len(requests) > 1:  # one that is full must not end the episodes of the others
                for i, request in enumerate(requests):
                    await self._serve([request], seed + i)
            else:
                _fail(requests, error)
        except Exception as error:  # every failure belongs to those who wait
            _fail(requests, error)
        else:
            for request, completion in zip(requests, completions, strict=True):
                if not request.answer.done():
                    request.answer.set_result(completion)


def _fail(requests: Sequence[_Request], error: Exception) -> None:
    for request in requests:
        if not request.answer.done():
            request.answer.set_exception(error)


class Seat:
    """One episode's Generator; a context manager that gives the seat up."""

    def __init__(self, lockstep: Lockstep, number: int) -> None:
        self._lockstep = lockstep
        self._number = number

    async def generate(self, conversations: Sequence[Conversation], sampling: Sampling) -> list[Completion]:
        """Return the next turn of the one conversation of this episode."""
        (conversation,) = conversations
        return [await self._lockstep.ask(self._number, conversation, sampling)]

    def __enter__(self) -> Seat:
        return self

    def __exit__(self, *_: object) -> None:
        self._lockstep.leave(self._number)
