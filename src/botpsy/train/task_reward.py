"""What an episode earns before shaping: the verifier's score, all or nothing, or how near its calls came.

    state   the verifier's score as it is (shares where the taskset gives shares, as `constraints` does)
    binary  1 for a score of 1, else 0
    fine    as `state`, and a failure earns up to NEAR: with tools in view by how near its calls are to the reference's
            (`rewards.tool_call_reward`), without by the mean of the score's parts

Fine rewards taught a 1.5B model more than coarse ones (ToolRL, arXiv 2504.13958, section 4), binary ones more at 7B
(Tool-N1, arXiv 2505.00024): `recipes/ablation_reward.py` compares them here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, get_args

from botpsy.core.errors import ConfigError, InfraError
from botpsy.core.messages import Json, Message, ToolCall
from botpsy.core.protocols import Environment, Generator, Taskset
from botpsy.core.score import Score
from botpsy.core.task import Split, Task
from botpsy.core.trajectory import Trajectory
from botpsy.envs.rollout import Limits, rollout
from botpsy.envs.verifiers import calls_of, faults_of
from botpsy.train.rewards import tool_call_reward

RewardKind = Literal["state", "binary", "fine"]
NEAR = 0.5  # what the nearest failure earns: less than any success
DEFAULTS: Mapping[str, RewardKind] = {"phone": "fine", "toolcraft": "fine", "workplace": "fine", "code": "fine"}
"""What "default" means for a taskset, by name; "state" for all others."""


class RewardError(InfraError):
    """A verifier or a reward raised: a fault of ours that another try would meet again. Dropped and counted."""


class Guarded:
    """A taskset whose verifier's exceptions are RewardErrors that name the task; those of services stay what they
    are, and are tried again."""

    def __init__(self, taskset: Taskset) -> None:
        self._taskset = taskset
        self.name = taskset.name

    def tasks(self, split: Split) -> Iterable[Task]:
        """Return the taskset's tasks."""
        return self._taskset.tasks(split)

    def open(self, task: Task) -> Environment:
        """Open the task."""
        return self._taskset.open(task)

    def reference(self, task: Task) -> Generator:
        """Return the oracle."""
        return self._taskset.reference(task)

    def verify(self, task: Task, trajectory: Trajectory, state: Mapping[str, Json]) -> Score:
        """Judge the episode. Raises RewardError."""
        try:
            return self._taskset.verify(task, trajectory, state)
        except InfraError:
            raise
        except Exception as error:
            raise RewardError(f"the reward of {task.id} raised {error!r}") from error


def check_kind(reward: str | Mapping[str, str]) -> None:
    """Check the names of rewards. Raises ConfigError with those that there are."""
    valid = ("default", *get_args(RewardKind))
    for kind in [reward] if isinstance(reward, str) else reward.values():
        if kind not in valid:
            raise ConfigError(f"there is no reward {kind!r}; choose from {', '.join(valid)}")


def kind_of(reward: str | Mapping[str, str], taskset: str) -> str:
    """Return the reward of a taskset: one for all, or by name; "default" and those not named are as in DEFAULTS."""
    kind = reward if isinstance(reward, str) else reward.get(taskset, "default")
    return DEFAULTS.get(taskset, "state") if kind == "default" else kind


async def reference_calls(taskset: Taskset, task: Task, turns: int) -> tuple[ToolCall, ...]:
    """Return what the taskset's oracle calls in this task, in order. Raises RewardError when it cannot play it."""
    try:
        trajectory, _ = await rollout(taskset.reference(task), taskset, task, Limits(turns))
    except Exception as error:
        raise RewardError(f"the reference of {task.id} cannot play it: {error!r}") from error
    return tuple(calls_of(trajectory))


def earned(kind: str, trajectory: Trajectory, score: Score, gold: Sequence[ToolCall]) -> float:
    """Return the reward of an episode in [0, 1]; `gold` are the reference's calls, which "fine" looks at.

    A task that is solved by another way than the reference's earns all. A call that did not parse counts as a call to
    a tool that is not there.
    """
    if kind == "binary":
        return float(score.value == 1.0)
    if kind == "state" or score.value == 1.0:
        return score.value
    if trajectory.tools:
        broken = [ToolCall("", {})] * faults_of(trajectory)
        near = tool_call_reward([*calls_of(trajectory), *broken], gold)
        if not gold and not _answered(trajectory.messages):
            near = 0.0  # silence is no refusal
    else:
        near = sum(score.parts.values()) / len(score.parts) if score.parts else 0.0
    return max(score.value, NEAR * near)


def _answered(messages: Sequence[Message]) -> bool:
    return bool(messages) and messages[-1].role == "assistant" and bool(messages[-1].content.strip())
