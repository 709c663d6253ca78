"""What a run costs: tokens and seconds by item, energy by counters, what all solved, app groups, and the page's figures."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from eval_tasks import Sums

from botpsy.cli.main import main
from botpsy.core.messages import Message, ToolCall
from botpsy.core.protocols import Completion, Conversation, Sampling, Usage
from botpsy.core.task import Task
from botpsy.eval.board import ALL, board, headline
from botpsy.eval.efficiency import NOT_TOLD, efficiency, repetitive
from botpsy.eval.meter import Machine, Metered
from botpsy.eval.page import page
from botpsy.eval.run import evaluate
from botpsy.eval.scenario import GROUPS, scenario, scenario_of
from botpsy.eval.suites import Part


class Thinks:
    """Answers right, but for the hard items of a run that is `wrong`; thinks `words` words."""

    def __init__(self, words: int, *, wrong: bool = False, usage: bool = True) -> None:
        self.words, self.wrong, self.usage = words, wrong, usage

    async def generate(self, conversations: Sequence[Conversation], sampling: Sampling) -> list[Completion]:
        (conversation,) = conversations
        number = int(conversation.messages[-1].content.split()[-1].rstrip("?"))
        said = "no" if self.wrong and number % 2 else str(2 * number)
        usage = Usage(10, self.words + 1, self.words, 0.25, 0.5) if self.usage else None
        return [Completion(Message("assistant", said, "w " * self.words), "stop", said, usage=usage)]


def played(out: Path, generator: Thinks, **settings: str) -> Path:
    asyncio.run(evaluate(generator, [Part(Sums(10), "dev")], out, settings={"model": out.name, **settings}, patience=0))
    return out


def test_costs_are_those_of_the_items_that_all_solved(tmp_path: Path) -> None:
    found = board([played(tmp_path / "a", Thinks(40)), played(tmp_path / "b", Thinks(10, wrong=True))])
    first, second = efficiency(found.runs)
    assert (first.shared, second.shared) == (5, 5)
    assert first.thinking is not None and second.thinking is not None and second.sampled is not None
    assert (first.thinking.mean, second.thinking.mean, second.sampled.mean) == (40, 10, 11)
    assert first.first_token == 0.25
    assert first.speed == 41 / 0.5
    assert first.memory is not None and first.memory > 1 << 20
    assert headline(found)[0][0] == ("sums", "dev", ALL)
    assert [group[2] for group, _ in found.lines] == [
        ALL,
        *sorted(["easy", "hard"], key=[g[2] for g, _ in found.lines].index),
    ]
    text = page(found)
    assert "5 items that all runs solved" in text
    assert text.count('href="#') == sum(c is not None for _, cells in [*found.lines, *headline(found)] for c in cells)
    for anchor in {part.split('"')[0] for part in text.split('href="#')[1:]}:
        assert f'id="{anchor}"' in text


def test_what_is_not_told_is_said_to_be_so(tmp_path: Path) -> None:
    (cost,) = efficiency(board([played(tmp_path / "a", Thinks(3, usage=False), endpoint="x")]).runs)
    assert (cost.first_token, cost.speed, cost.memory, cost.energy, cost.thinking) == (None, None, None, None, None)
    assert NOT_TOLD in page(board([tmp_path / "a"]))
    assert main(["compare", str(tmp_path / "a"), "--out", str(tmp_path / "r.html")]) == 0
    told = json.loads((tmp_path / "r.json").read_text(encoding="utf-8"))["runs"]["a"]
    assert told["efficiency"]["energy"] is None
    assert told["versions"]["botpsy"]


def test_energy_is_that_of_the_packages_and_may_wrap(tmp_path: Path) -> None:
    def counter(zone: str, value: int) -> None:
        (tmp_path / zone).mkdir(exist_ok=True)
        (tmp_path / zone / "energy_uj").write_text(f"{value}\n")
        (tmp_path / zone / "max_energy_range_uj").write_text("10000000\n")

    for zone, value in (("intel-rapl:0", 9_000_000), ("intel-rapl:1", 1_000_000), ("intel-rapl:0:0", 5)):
        counter(zone, value)
    machine = Machine(tmp_path)
    counter("intel-rapl:0", 2_000_000)
    counter("intel-rapl:1", 1_500_000)
    counter("intel-rapl:0:0", 9_000_000)
    assert machine.cost(local=True)["energy"] == 3.5
    assert machine.cost(local=False)["energy"] is None
    assert Machine(tmp_path / "none").cost(local=True)["energy"] is None


def test_thinking_is_counted_by_the_engines_own_tokenizer_or_estimated() -> None:
    class Engine:
        completion = Completion(
            Message("assistant", "abcd", "x" * 12, (ToolCall("ab", {}),)), "stop", usage=Usage(1, 20)
        )

        async def generate(self, conversations: Sequence[Conversation], sampling: Sampling) -> list[Completion]:
            return [self.completion]

    class Tokenising(Engine):
        def encode(self, text: str) -> list[int]:
            return [0] * (len(text) // 4)

    def cost(engine: Any) -> dict[str, Any]:
        meter = Metered(engine)
        asyncio.run(meter.generate([Conversation(())], Sampling()))
        return meter.cost()

    assert cost(Tokenising())["thinking"] == 3
    assert cost(Engine())["thinking"] == round(20 * 12 / 20)
    assert "first_token" not in cost(Engine())


def test_going_round_in_circles_is_seen() -> None:
    def row(text: str) -> dict[str, Any]:
        return {"messages": [{"role": "assistant", "content": "", "thinking": text}]}

    assert repetitive(row("wait let me think again about this one thing " * 20))
    assert not repetitive(row(" ".join(str(i) for i in range(200))))
    assert not repetitive(row("no " * 30))
    assert not repetitive({"messages": [{"role": "user", "content": "a " * 500}]})


@pytest.mark.parametrize(("intent", "moves", "says", "expected"), [
    ("bank.quote", [{"calls": [{"name": "quote"}]}], ["q"], ("shopping and finance", False)),
    ("bank.then_more", [{"calls": [{"name": "bills"}]}, {"calls": [{"name": "pay"}]}], ["q", "r"], ("shopping and finance", True)),
    ("create", [{"calls": [{"name": "create_event"}]}], ["q"], ("files and productivity", False)),
    ("find", [{"calls": [{"name": "find_contact"}]}], ["q"], ("communication", False)),
    ("web.search", [], ["q"], ("search", False)),
])  # fmt: skip
def test_phone_tasks_have_an_app_group(
    intent: str, moves: list[Any], says: list[str], expected: tuple[str, bool]
) -> None:
    task = Task("phone-dev-0-1", "phone", "single", "dev", (), data={"intent": intent, "moves": moves, "says": says})
    told = scenario(task)
    assert told is not None
    assert scenario_of({"id": task.id, "taskset": "phone", "skill": "single", "scenario": told}) == expected
    assert scenario(Task("x", "maths", "s", "dev", ())) is None


def test_runs_of_before_are_read_by_their_ids() -> None:
    assert scenario_of({"id": "phone.car-dev-0-1", "taskset": "phone", "skill": "multi_step"}) == (
        "travel and errands",
        True,
    )
    assert scenario_of({"id": "phone-dev-0-1", "taskset": "phone", "skill": "single"}) is None
    assert sum(map(len, GROUPS.values())) == 13
