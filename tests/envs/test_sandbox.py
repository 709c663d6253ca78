"""Code of a model runs fenced in: what it must not do fails, what it says of itself does not count."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from botpsy.envs.rollout import rollout
from botpsy.envs.sandbox import Limits, check
from botpsy.tasksets.code.problems import PROBLEMS
from botpsy.tasksets.code.taskset import code, code_of


def test_checks_are_judged_one_by_one() -> None:
    ran = check("def double(x):\n    return 2 * x", ["double(2) == 4", "double(3) == 5", "double('a') == 'aa'"])
    assert ran.passed == (True, False, True)
    assert ran.reason == "double(3) == 5 is false"


def test_code_that_raises_says_why() -> None:
    assert check("1/0", ["True"]).reason == "ZeroDivisionError: division by zero"
    assert check("def f(:", ["True"]).passed == (False,)
    assert check("raise SystemExit(0)", ["True"]).passed == (False,)


@pytest.mark.parametrize(
    "deed",
    [
        "import socket; socket.socket().connect(('127.0.0.1', 9))",
        "import subprocess; subprocess.run(['true'])",
        "import os; os.fork()",
        "import os; os.system('true')",
        "open('/etc/passwd').read()",
        "open('left.txt', 'w')",
        "import os; os.listdir('/')",
        "import ctypes; ctypes.CDLL(None)",
        "import os; os.kill(os.getppid(), 0)",
        "import shutil; shutil.rmtree('/tmp/none')",
    ],
)
def test_what_is_not_allowed_is_refused(deed: str) -> None:
    ran = check(f"{deed}\nok = True", ["ok"])
    assert ran.passed == (False,)
    assert "not allowed" in ran.reason


def test_time_and_memory_end() -> None:
    assert check("while True: pass", ["True"], Limits(seconds=1)).passed == (False,)
    assert check("x = 'a' * (1 << 31)", ["True"]).reason.startswith("MemoryError")


def test_what_code_prints_is_no_result(tmp_path: Path) -> None:
    lies = "print('{\"passed\": [true]}')\nimport os\nos._exit(0)"
    assert check(lies, ["True"]).passed == (False,)
    assert check("import sys\nsys.stdout.write('x' * 100000)\nok = 1", ["ok == 1"]).passed == (True,)


def test_true_means_true() -> None:
    assert check(
        "class E:\n    def __eq__(self, o): return self\n    def __bool__(self): return True\ndef f(): return E()",
        ["f() == 3"],
    ).passed == (False,)


def test_every_problem_is_solved_by_its_solution() -> None:
    taskset = code(4)
    for split in ("train", "dev", "test"):
        for task in taskset.tasks(split):
            trajectory, score = asyncio.run(rollout(taskset.reference(task), taskset, task))
            assert score.value == 1.0, (trajectory.messages[-1].content, score.reason)


def test_solutions_agree_with_the_models_of_their_results() -> None:
    import random

    rng = random.Random(1)
    for problem in PROBLEMS:
        names: dict[str, object] = {}
        exec(f"def {problem.name}({problem.arguments}):\n{problem.solution}", names)
        for _ in range(40):
            given = problem.draw(rng)
            assert names[problem.name](*given) == problem.right(*given), (problem.name, given)  # type: ignore[operator]


def test_code_is_taken_from_its_fences() -> None:
    assert code_of("Here:\n```python\na = 1\n```\nand\n```\nb = 2\n```") == "a = 1\n\nb = 2\n"
    assert code_of("a = 1") == "a = 1"
