"""The processes that train together, as `accelerate launch` or torchrun started them; one process is a world of one.

Whatever differs between processes is exchanged here, and whatever goes wrong in one is raised in all, so that none
waits for another that is gone.
"""

from __future__ import annotations

import atexit
import gc
import os
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar, cast

from botpsy.core.errors import BotPsyError, InfraError

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Failed:
    error: BotPsyError


@dataclass(frozen=True, slots=True)
class World:
    """`rank` of `size` processes.

    Example:
        world = here()
        for part in world.together(lambda: play(world.share(tasks))):
            ...
    """

    rank: int = 0
    size: int = 1

    @property
    def first(self) -> bool:
        """Whether this process writes files and speaks."""
        return self.rank == 0

    def bounds(self, count: int) -> tuple[int, int]:
        """Return [start, end) of this process's share of `count` things: neighbours stay together, and shares differ
        by one at most."""
        return self.rank * count // self.size, (self.rank + 1) * count // self.size

    def share(self, items: Sequence[T]) -> Sequence[T]:
        """Return this process's share, a run of neighbours."""
        start, end = self.bounds(len(items))
        return items[start:end]

    def together(self, work: Callable[[], T]) -> list[T]:
        """Do the work in every process and return what each made, by rank. All are to call this.

        When it fails in one, all raise that error, the lowest rank's; an error that is none of ours becomes an
        InfraError that names it in the other processes.
        """
        if self.size == 1:
            return [work()]
        mine: T | _Failed
        cause: Exception | None = None
        try:
            mine = work()
        except BotPsyError as error:
            mine, cause = _Failed(error), error
        except Exception as error:
            mine, cause = _Failed(InfraError(f"process {self.rank} failed: {type(error).__name__}: {error}")), error
        everyone = self._gather(mine)
        if cause is not None:
            raise cause
        for made in everyone:
            if isinstance(made, _Failed):
                raise made.error
        return cast("list[T]", everyone)

    async def all(self, work: Callable[[], Awaitable[T]]) -> list[T]:
        """As `together`, for work that is awaited."""
        if self.size == 1:
            return [await work()]
        made: T | None = None
        cause: Exception | None = None
        try:
            made = await work()
        except Exception as error:
            cause = error

        def hand_over() -> T:
            if cause is not None:
                raise cause
            return cast(T, made)

        return self.together(hand_over)

    def once(self, work: Callable[[], T]) -> T:
        """Do the work in the first process while the others wait; return what it made to all."""
        if self.size == 1:
            return work()
        return cast(T, self.together(lambda: work() if self.first else None)[0])

    def tell(self, line: str) -> None:
        """Print a line, once for all."""
        if self.first:
            print(line, flush=True)

    def _gather(self, mine: object) -> list[object]:
        from torch import distributed

        everyone: list[object] = [None] * self.size
        cast(Any, distributed).all_gather_object(everyone, mine)
        return everyone


ALONE = World()


def here() -> World:
    """Return the world of this process, joining the others when a launcher started several. Needs torch.

    The process leaves the others as it ends.
    """
    if int(os.environ.get("WORLD_SIZE", "1")) <= 1:
        return ALONE
    import accelerate  # pyright: ignore[reportMissingTypeStubs]
    import torch

    state = cast(Any, accelerate).PartialState(cpu=not torch.cuda.is_available())
    atexit.unregister(_leave)
    atexit.register(_leave)
    return World(int(state.process_index), int(state.num_processes))


def _leave() -> None:
    """End gloo's threads. One that lets go of a tensor while the interpreter is torn down would abort the process after
    all its work (pytorch/pytorch#179291). They live as long as a wrapped model does, which is garbage by now."""
    from torch import distributed

    if distributed.is_initialized():
        gc.collect()
        cast(Any, distributed).destroy_process_group()


def sum_over(world: World, numbers: dict[str, float]) -> dict[str, float]:
    """Return the sums of numbers by name over all processes. All are to call this, with the same names."""
    parts = world.together(lambda: dict(numbers))
    return {name: sum(part.get(name, 0.0) for part in parts) for name in parts[0]}
