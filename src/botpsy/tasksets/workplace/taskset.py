"""The taskset `workplace`: a task stores which scenario it is and the key it was drawn with; its world, the
reference's moves and the state that is wanted are drawn again from these."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import cast

from botpsy.core.messages import Json, Message
from botpsy.core.protocols import Conversation
from botpsy.core.score import Score, all_of
from botpsy.core.task import Split, Task
from botpsy.core.trajectory import Trajectory
from botpsy.envs.environment import ToolEnvironment
from botpsy.envs.prompt import SYSTEM
from botpsy.envs.user import Line, ScriptedUser
from botpsy.envs.verifiers import final_answer
from botpsy.models.scripted import Scripted
from botpsy.tasksets.phone.draft import Draw
from botpsy.tasksets.phone.reference import reply
from botpsy.tasksets.phone.world import make_world
from botpsy.tasksets.workplace.judge import Gold, as_wanted, gold, mentions
from botpsy.tasksets.workplace.scenarios import SCENARIOS
from botpsy.tasksets.workplace.situation import Desk, Situation

ATTEMPTS = 50


class Workplace:
    """Long office tasks. `count` tasks a split; task i depends on (split, seed, i) and the scenarios alone.

    `scenarios`: only these; ValueError for one that is not there. Scenarios take turns, so that few tasks have many.
    """

    name = "workplace"

    def __init__(self, count: int = 200, seed: int = 0, scenarios: Sequence[str] = ()) -> None:
        if unknown := [s for s in scenarios if s not in SCENARIOS]:
            raise ValueError(f"workplace has no scenario {unknown[0]!r}; it has {', '.join(SCENARIOS)}")
        self.count = count
        self.seed = seed
        self._scenarios = tuple(scenarios) or tuple(SCENARIOS)

    def tasks(self, split: Split) -> Iterator[Task]:
        """Yield `count` tasks of a split."""
        for number in range(self.count):
            yield self.task(split, number)

    def task(self, split: Split, number: int) -> Task:
        """Build one task. A situation whose reference cannot run (a budget that nothing fits) is drawn again."""
        name = self._scenarios[number % len(self._scenarios)]
        seed = self.seed * 1_000_003 + number
        for attempt in range(ATTEMPTS):
            key = f"workplace-{split}-{self.seed}-{number}-{attempt}"
            if _solved(name, key, seed, split) is None:
                continue
            drawn = _drawn(name, key, seed, split)
            data: dict[str, Json] = {
                "scenario": name,
                "key": key,
                "says": list(drawn.says),
                "form": drawn.form,
                "apps": list(drawn.apps),
                "difficulty": drawn.calls,
            }
            messages = (Message("system", SYSTEM), Message("user", drawn.says[0]))
            return Task(f"workplace-{split}-{self.seed}-{number}", self.name, "long", split, messages, seed, data)
        raise RuntimeError(
            f"no situation {name!r} of workplace {split} {number} could be solved; the scenario is wrong"
        )

    def open(self, task: Task) -> ToolEnvironment:
        """Open the task's world; what the person says later follows an answer."""
        situation = situation_of(task)
        world = situation.world.open(situation.apps)
        lines = [Line(text) for text in situation.says[1:]]
        return ToolEnvironment(world.toolbox, task.messages, user=ScriptedUser(lines), snapshot=world.snapshot)

    def reference(self, task: Task) -> Scripted:
        """Return the oracle: it makes the situation's moves."""
        moves = situation_of(task).moves

        def play(conversation: Conversation) -> Message:
            return reply(moves, conversation.messages)

        return Scripted(play)

    def verify(self, task: Task, trajectory: Trajectory, state: Mapping[str, Json]) -> Score:
        """Judge an episode by what it left and what it said last. Parts: state of each app in view, said."""
        situation = situation_of(task)
        wanted = _solved(task.data["scenario"], task.data["key"], task.seed, task.split)
        if wanted is None:
            raise ValueError(f"{task.id}: the reference does not run in its world")
        parts = {f"state.{app}": as_wanted(wanted, app, state["world"][app]) for app in situation.apps}
        answer = final_answer(trajectory)
        tell = cast(list[str], situation.moves[-1].get("tell", []))
        heard = [mentions(answer, needle) for needle in tell] or [bool(answer.strip())]
        parts["said"] = sum(heard) / len(heard)
        return all_of(parts)


def situation_of(task: Task) -> Situation:
    """Return the situation of a task: its world, and the reference's moves."""
    return _drawn(task.data["scenario"], task.data["key"], task.seed, task.split)


@lru_cache(maxsize=128)
def _drawn(name: str, key: str, seed: int, split: Split) -> Situation:
    return SCENARIOS[name](Desk(Draw(key, make_world(seed, split), split)))


@lru_cache(maxsize=128)
def _solved(name: str, key: str, seed: int, split: Split) -> Gold | None:
    return gold(_drawn(name, key, seed, split))
