"""The worker against checkers that behave as badly as a hostile value could make them, and against the real one."""

from __future__ import annotations

import json
import textwrap
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from botpsy.benchmarks.bfcl_checker import Checker
from botpsy.benchmarks.worker import OverLimit
from botpsy.core.errors import InfraError

CHECKER = """
import json, os, sys, time

def ast_checker(functions, output, answers, language, category, model):
    what = output[0]["do"]["what"]
    if what == "hang":
        time.sleep(60)
    if what == "die":
        os._exit(9)
    if what == "eat":
        return {"valid": bool(bytearray(4 << 30))}
    if what == "raise":
        raise KeyError("shape")
    if what == "recurse":
        return ast_checker(functions, output, answers, language, category, model)
    if what == "print":
        print('{"valid": true}')
    if what == "lie":
        return {"valid": "yes", "error": []}
    if what == "write":
        with open("/tmp/botpsy-bfcl-breach", "w") as file:
            file.write("x" * 10)
    if what == "env":
        return {"valid": False, "error": [json.dumps(sorted(os.environ))], "error_type": "env"}
    if what == "modules":
        return {"valid": False, "error": ["numpy" if "numpy" in sys.modules else "clean"], "error_type": os.getcwd()}
    return {"valid": what == "right", "error": ["nested", {"a": [1]}], "error_type": "kind"}
"""


def ask(what: str) -> dict[str, object]:
    output = [{"do": {"what": what}}]
    return {"language": "python", "category": "multiple", "functions": [], "output": output, "answers": []}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("wheel")
    for package in ("bfcl_eval", "bfcl_eval/constants", "bfcl_eval/eval_checker", "bfcl_eval/eval_checker/ast_eval"):
        (root / package).mkdir()
        (root / package / "__init__.py").touch()
    (root / "bfcl_eval/constants/enums.py").write_text(
        "import enum\nclass Language(enum.Enum):\n    PYTHON = 'python'\n"
    )
    (root / "bfcl_eval/eval_checker/ast_eval/ast_checker.py").write_text(CHECKER)
    return root


@pytest.fixture
def checker(folder: Path) -> Iterator[Checker]:
    checker = Checker(folder, timeout=10)
    yield checker
    checker.close()


def test_verdicts_and_reasons(checker: Checker) -> None:
    assert checker.check(ask("right")).valid
    wrong = checker.check(ask("wrong"))
    assert not wrong.valid
    assert wrong.reason == 'kind: nested {"a": [1]}'


@pytest.mark.parametrize("what", ["die", "eat"])
def test_a_death_is_ours_and_the_next_item_gets_a_new_worker(checker: Checker, what: str) -> None:
    assert checker.check(ask("right")).valid
    with pytest.raises(InfraError, match="died") as caught:
        checker.check(ask(what))
    assert isinstance(caught.value, OverLimit) == (what == "eat")
    assert checker.check(ask("right")).valid


def test_a_hang_is_ended(folder: Path) -> None:
    checker = Checker(folder, timeout=1.5)
    started = time.monotonic()
    with pytest.raises(InfraError, match=r"longer than 1\.5 s"):
        checker.check(ask("hang"))
    assert time.monotonic() - started < 10
    assert checker.check(ask("right")).valid
    checker.close()


def test_what_it_cannot_compare_is_the_models_fault(checker: Checker) -> None:
    for what, error in (("raise", "KeyError"), ("recurse", "RecursionError")):
        verdict = checker.check(ask(what))
        assert not verdict.valid
        assert error in verdict.reason


def test_prints_are_no_replies(checker: Checker) -> None:
    assert not checker.check(ask("print")).valid
    assert checker.check(ask("right")).valid


def test_a_reply_that_is_no_verdict_is_ours(checker: Checker) -> None:
    with pytest.raises(InfraError, match="instead of a verdict"):
        checker.check(ask("lie"))
    assert checker.check(ask("right")).valid


def test_it_cannot_write_files(checker: Checker) -> None:
    breach = Path("/tmp/botpsy-bfcl-breach")
    breach.unlink(missing_ok=True)
    assert "OSError" in checker.check(ask("write")).reason
    assert not breach.exists() or breach.stat().st_size == 0
    breach.unlink(missing_ok=True)


def test_it_sees_none_of_our_environment(checker: Checker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOTPSY_SECRET", "x")
    checker.close()
    seen = json.loads(checker.check(ask("env")).reason.removeprefix("env: "))
    assert "BOTPSY_SECRET" not in seen
    assert set(seen) <= {"LANG", "PATH", "LC_CTYPE"}
    assert checker.check(ask("modules")).reason == "/: clean"


def test_a_folder_without_the_checker_says_so(tmp_path: Path) -> None:
    with pytest.raises(InfraError, match="does not start: ModuleNotFoundError"):
        Checker(tmp_path).check(ask("right"))


def test_the_real_one(bfcl_folder: Path) -> None:
    functions = [
        {
            "name": "area.get",
            "description": "",
            "parameters": {"type": "dict", "properties": {"base": {"type": "float"}}, "required": ["base"]},
        }
    ]
    checker = Checker(bfcl_folder)

    def judge(output: object) -> str:
        row = {"language": "python", "category": "simple_python", "functions": functions, "output": output}
        return checker.check({**row, "answers": [{"area.get": {"base": [10.0]}}]}).reason

    assert judge([{"area.get": {"base": 10}}]) == ""
    assert "value_error" in judge([{"area.get": {"base": 11}}])
    assert "type_error" in judge([{"area.get": {"base": "__import__('os').system('false')"}}])
    assert "wrong_func_name" in judge([{"area_get": {"base": 10}}])
    assert "unexpected_param" in judge([{"area.get": {"base": 10, "x": 1}}])
    assert "missing_required" in judge([{"area.get": {}}])
    assert "wrong_count" in judge([])
    checker.close()


def test_closing_twice_and_using_again(checker: Checker) -> None:
    checker.close()
    checker.close()
    assert checker.check(ask("right")).valid


def test_the_worker_ends_with_us(folder: Path) -> None:
    import os
    import subprocess
    import sys

    code = textwrap.dedent(
        f"""
        from pathlib import Path
        from botpsy.benchmarks.bfcl_checker import Checker
        checker = Checker(Path({str(folder)!r}))
        checker.check({ask("right")!r})
        print(checker._worker._process.pid, flush=True)
        import os
        os.kill(os.getpid(), 9)
        """
    )
    pid = int(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False).stdout)
    for _ in range(100):
        try:
            os.kill(pid, 0)
            if Path(f"/proc/{pid}/stat").exists() and Path(f"/proc/{pid}/stat").read_text().split()[2] == "Z":
                return
        except ProcessLookupError:
            return
        time.sleep(0.05)
    pytest.fail("the worker outlived its parent")
