"""How many tasks a second one core draws, plays with their reference and verifies, by app of the phone.

    python bench/task_speed.py [--tasks 300] [--rounds 3]

Prints the median and the range over the rounds. Every round draws other tasks. Nothing else should run meanwhile.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import time

from botpsy.core.protocols import Taskset
from botpsy.envs.rollout import rollout
from botpsy.tasksets.phone.apps import APPS
from botpsy.tasksets.phone.taskset import Phone
from botpsy.tasksets.phone.world import CORE
from botpsy.tasksets.workplace.taskset import Workplace


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tasks", type=int, default=300)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    tasks: int = options.tasks
    print(f"{'':<20} tasks a second, n={tasks} a round, {options.rounds} rounds")
    for name in ("calendar, contacts", *APPS, "workplace"):
        speeds = [speed(taskset(name, tasks, round_)) for round_ in range(options.rounds)]
        print(f"{name:<20} {statistics.median(speeds):6.0f}  ({min(speeds):.0f} to {max(speeds):.0f})", flush=True)


def taskset(name: str, tasks: int, seed: int) -> Taskset:
    if name == "workplace":
        return Workplace(max(13, tasks // 5), seed=seed)
    return Phone(tasks, seed=seed, apps=CORE if name not in APPS else (name,))


def speed(made: Taskset) -> float:
    async def play() -> int:
        count = 0
        for task in made.tasks("train"):
            _, score = await rollout(made.reference(task), made, task)
            if score.value != 1.0:
                raise RuntimeError(f"the reference of {task.id} scores {score.value}: {score.reason}")
            count += 1
        return count

    started = time.perf_counter()
    return asyncio.run(play()) / (time.perf_counter() - started)


if __name__ == "__main__":
    main()
