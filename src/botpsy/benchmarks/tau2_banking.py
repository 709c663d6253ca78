"""tau2's fourth domain: an agent of a bank, whose policy is a library of 698 documents that it must search (97 tasks).

What the agent may do is in the documents too: many tools must be found there by name, and unlocked or handed to the
customer, before they can be called. The agent searches with a regular expression, as in the package's `grep` setting.

Tools, documents, prompts and the scorer are those of `inspect_evals`, in a worker process. Its harness differs from the
one of the other domains; the loop here is the same for all four. So the agent greets first, an episode has 200 steps,
and a premature end scores 0. The value is the scorer's verdict: the bank's database after the episode is the one after
the gold actions, or in 9 tasks the gold actions were all called.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import cast

from botpsy.benchmarks.tau2 import Play, Tau2, read
from botpsy.benchmarks.tau2_install import ensure_banking
from botpsy.benchmarks.tau2_world import BANKING_WORKER, World
from botpsy.core.messages import Json
from botpsy.models.hub import Progress


class Tau2Banking(Tau2):
    """The taskset; arguments as of `Tau2`.

    Example:
        taskset = Tau2Banking(play=lambda task, scene: GeneratedCustomer(engine, scene, seed=task.seed))
    """

    domains = ("banking",)

    def __init__(
        self,
        *,
        play: Play | None = None,
        folder: Path | None = None,
        trials: int = 1,
        progress: Progress | None = None,
        world: World | None = None,
    ) -> None:
        super().__init__("banking", play=play, folder=folder, trials=trials, progress=progress, world=world)

    @cached_property
    def folder(self) -> Path:
        """Where the package is. Raises BackendError when it cannot be fetched."""
        return self._folder or ensure_banking(progress=self._progress)

    @cached_property
    def world(self) -> World:
        """The worker that runs calls and judges. Raises BackendError when the package cannot be fetched."""
        return self._world or World(self.folder, worker=BANKING_WORKER)

    def rows(self) -> Iterator[dict[str, Json]]:
        """Yield the package's tasks. Raises UsageError for a file that cannot be read."""
        data = self.folder / "inspect_evals" / "tau2" / "data" / "domains" / "banking_knowledge"
        yield from cast("list[dict[str, Json]]", read(data / "tasks.json"))
