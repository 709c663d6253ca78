"""The taskset `code`: a function to write; hidden checks run it in the sandbox."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping

from botpsy.core.messages import Json
from botpsy.core.score import Score
from botpsy.core.task import Split
from botpsy.envs.sandbox import check
from botpsy.tasksets.code.problems import ASKS, PROBLEMS
from botpsy.tasksets.questions import Question, Questions, held

CHECKS = 6


def draw(rng: random.Random, split: Split) -> Question:
    """Draw a problem, its wording, and checks on values of its own."""
    problem = rng.choice(held(PROBLEMS, split))
    text = rng.choice(held(ASKS, split)).format(name=problem.name, arguments=problem.arguments, wanted=problem.wanted)
    checks: list[str] = []
    for _ in range(CHECKS):
        given = problem.draw(rng)
        checks.append(f"{problem.name}({', '.join(map(repr, given))}) == {problem.right(*given)!r}")
    answer = f"```python\ndef {problem.name}({problem.arguments}):\n{problem.solution}\n```"
    return Question(text, answer, "code", {"checks": checks})


def judge(data: Mapping[str, Json], answer: str) -> Score:
    """Run the answer's code against the checks; the score is 1 when all hold, `passed` says what share does.

    Raises InfraError when the sandbox cannot be started.
    """
    ran = check(code_of(answer), data["checks"])
    share = sum(ran.passed) / len(ran.passed)
    return Score(float(share == 1.0), {"passed": share}, ran.reason)


def code_of(answer: str) -> str:
    """Return the code of an answer: its fenced blocks, or all of it when there are none."""
    blocks = re.findall(r"```(?:python|py)?[ \t]*\n(.*?)```", answer, re.DOTALL)
    return "\n".join(blocks) if blocks else answer


def code(count: int = 100, seed: int = 0) -> Questions:
    """Return the taskset."""
    return Questions("code", draw, judge, count, seed)
