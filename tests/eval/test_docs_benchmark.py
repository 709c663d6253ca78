"""The benchmark that docs/add-a-benchmark.md builds is run from that very page; what is wrong in a file is named."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

from botpsy.core.errors import UsageError
from botpsy.core.messages import Message
from botpsy.envs.rollout import rollout
from botpsy.eval.run import evaluate
from botpsy.eval.suites import build
from botpsy.models.scripted import Scripted

PAGE = Path(__file__).parents[2] / "docs" / "add-a-benchmark.md"


def test_the_page_adds_a_benchmark_in_one_file(tmp_path: Path) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    file = tmp_path / "capitals.py"
    file.write_text(code, encoding="utf-8")
    halves = {}
    for split in ("dev", "test"):
        (part,) = build(str(file), split)
        halves[split] = list(part.taskset.tasks(split))
        assert (part.label, part.max_tokens, part.turns, part.split) == ("capitals", 128, None, split)
        for task in halves[split]:
            assert asyncio.run(rollout(part.taskset.reference(task), part.taskset, task))[1].value == 1.0
            assert asyncio.run(rollout(Scripted([Message("assistant", "Hm.")]), part.taskset, task))[1].value == 0.0
    assert len(halves["dev"]) + len(halves["test"]) == 6
    with pytest.raises(UsageError, match="nothing to train on"):
        next(iter(part.taskset.tasks("train")))
    idle = Scripted(lambda c: Message("assistant", "Paris, I think."))
    report = asyncio.run(evaluate(idle, build(str(file)), tmp_path / "out", limit=50))
    assert report.lines[0].taskset == "capitals"
    assert report.lines[0].n == len(halves["dev"]) > 0


@pytest.mark.parametrize(("code", "said"), [
    ("1/0", "cannot be run: ZeroDivisionError"),
    ("x = 1", "cannot be run: AttributeError"),
    ("def benchmark(): return 3", "has no 'name'"),
    ("from botpsy.core.errors import UsageError\ndef benchmark(): raise UsageError('no data here')", "^no data here"),
])  # fmt: skip
def test_what_is_wrong_in_a_file_is_named(tmp_path: Path, code: str, said: str) -> None:
    (tmp_path / "mine.py").write_text(code, encoding="utf-8")
    with pytest.raises(UsageError, match=said):
        build(str(tmp_path / "mine.py"))
    with pytest.raises(UsageError, match="no file"):
        build(str(tmp_path / "none.py"))
