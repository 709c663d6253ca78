from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from eval_tasks import Asked, Planned, Sums

from botpsy.core import jsonl
from botpsy.core.errors import BackendError, ContextOverflow, InfraError, UsageError
from botpsy.core.messages import Json, Message
from botpsy.core.protocols import Completion, Conversation, Sampling, Step
from botpsy.core.score import Score
from botpsy.core.task import Task
from botpsy.core.trajectory import Trajectory
from botpsy.eval.progress import Status
from botpsy.eval.record import fingerprint
from botpsy.eval.report import Report
from botpsy.eval.run import GIVE_UP, TRIES, evaluate, sample
from botpsy.eval.suites import Part, build
from botpsy.models.scripted import Scripted


def go(generator: Planned, out: Path, count: int = 20, **more: Any) -> Report:
    suite = more.pop("suite", [Part(Sums(count), "dev")])
    more.setdefault("settings", {"model": "planned"})
    return asyncio.run(evaluate(generator, suite, out, patience=0, **more))


def accuracy(report: Report, skill: str) -> tuple[float, int, int]:
    (line,) = [x for x in report.lines if x.skill == skill]
    assert line.accuracy is not None
    return line.accuracy.mean, line.n, line.dropped


def rows_of(out: Path) -> list[dict[str, Any]]:
    return list(jsonl.read(out / "items.jsonl"))


def test_a_full_run_is_counted_by_skill_and_written(tmp_path: Path) -> None:
    report = go(Planned(wrong=[0, 2, 3]), tmp_path)
    assert accuracy(report, "easy") == (0.8, 10, 0)
    assert accuracy(report, "hard") == (0.9, 10, 0)
    assert accuracy(report, "all") == (0.85, 20, 0)
    assert report.missing == 0
    row = next(r for r in rows_of(tmp_path) if r["id"] == "dev-3")
    assert (row["score"], row["skill"], row["stop"]) == (0.0, "hard", "answered")
    assert row["parts"] == {"number": 0.0, "right": 0.0}
    assert row["tokens"] == {"sampled": 2, "read": 3}
    assert row["messages"][-1] == {"role": "assistant", "content": "no idea"}
    assert "| sums | dev | easy | 80.0% |" in (tmp_path / "results.md").read_text()


def test_results_are_rows_as_a_card_reads_them(tmp_path: Path) -> None:
    suite = [Part(Sums(8, "sums_big"), "dev", label="sums/big"), Part(Sums(1, "lone"), "test", label="lone")]
    go(Planned(wrong=[2], failing={4: 99}), tmp_path, suite=suite)
    results = json.loads((tmp_path / "results.json").read_text())
    assert (results["model"], results["settings"]["model"], results["missing"]) == ("planned", "planned", 0)
    assert results["settings"]["sampling"]["temperature"] == 0.0
    assert "numpy" in results["versions"]
    big, alone = results["rows"][0], results["rows"][-1]
    assert (big["benchmark"], big["category"], big["split"]) == ("sums", "big", "dev")
    assert (big["value"], big["n"], big["dropped"]) == (pytest.approx(2 / 3), 3, 1)
    assert big["interval"] == [pytest.approx(0.2077, abs=1e-4), pytest.approx(0.9385, abs=1e-4)]
    assert (alone["benchmark"], alone["category"], alone["split"], alone["n"]) == ("lone", "easy", "test", 1)


def test_a_model_is_known_by_its_content_not_its_name(tmp_path: Path) -> None:
    model, adapter = tmp_path / "model.gguf", tmp_path / "adapter.gguf"
    model.write_bytes(b"one")
    adapter.write_bytes(b"two")
    go(Planned(), tmp_path / "run", 2, settings=fingerprint(model, adapter))
    assert fingerprint(tmp_path / "model.gguf")["model"] == "model.gguf"  # no path of this machine
    go(Planned(), tmp_path / "run", 2, settings=fingerprint(model, adapter))
    adapter.write_bytes(b"retrained")
    with pytest.raises(UsageError, match="adapter_sha256 was"):
        go(Planned(), tmp_path / "run", 2, settings=fingerprint(model, adapter))
    adapter.write_bytes(b"two")
    model.write_bytes(b"retrained")
    with pytest.raises(UsageError, match="model_sha256 was"):
        go(Planned(), tmp_path / "run", 2, settings=fingerprint(model, adapter))
    with pytest.raises(UsageError, match="cannot read"):
        fingerprint(tmp_path / "nowhere.gguf")


def test_a_partial_score_is_not_a_right_answer(tmp_path: Path) -> None:
    report = go(Planned(wrong=[0], say="7"), tmp_path, 2)
    line = report.lines[0]
    assert line.accuracy and line.score
    assert (line.accuracy.mean, line.score.mean) == (0.0, 0.5)


def test_a_killed_run_goes_on_and_gives_the_same_report(tmp_path: Path) -> None:
    """SIGKILL in the middle, with a half-written line as a power cut leaves one."""
    whole = go(Planned(wrong=[1, 4]), tmp_path / "whole")
    out = tmp_path / "cut"
    code = (
        "import asyncio; from pathlib import Path; from eval_tasks import Planned, Sums\n"
        "from botpsy.eval.run import evaluate; from botpsy.eval.suites import Part\n"
        f"asyncio.run(evaluate(Planned(wrong=[1, 4], stuck_after=7), [Part(Sums(20), 'dev')], Path({str(out)!r}),"
        "settings={'model': 'planned'}, concurrency=3))\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": str(Path(__file__).parent)}
    )
    try:
        for _ in range(400):
            if (out / "items.jsonl").exists() and (out / "items.jsonl").read_bytes().count(b"\n") >= 7:
                break
            time.sleep(0.05)
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
    done = [row["id"] for row in rows_of(out)]
    assert 7 <= len(done) < 20
    with (out / "items.jsonl").open("ab") as file:
        file.write(b'{"id": "dev-0", "tasks')
    rest = Planned(wrong=[1, 4])
    resumed = go(rest, out)
    assert resumed == whole
    assert (out / "results.json").read_text() == (tmp_path / "whole" / "results.json").read_text()
    ids = [row["id"] for row in rows_of(out)]
    assert len(ids) == len(set(ids)) == 20
    assert sum(rest.asked.values()) == 20 - len(done)


def test_stopping_keeps_what_is_done_and_stops_every_worker(tmp_path: Path) -> None:
    generator = Planned(stuck_after=5)

    async def stop_soon() -> None:
        run = asyncio.create_task(
            evaluate(generator, [Part(Sums(20), "dev")], tmp_path, settings={"model": "planned"}, concurrency=4)
        )
        while sum(generator.asked.values()) < 5:
            await asyncio.sleep(0.001)
        run.cancel()
        with pytest.raises(asyncio.CancelledError):
            await run
        assert len(asyncio.all_tasks()) == 1

    asyncio.run(stop_soon())
    assert generator.together == 0
    kept = len(rows_of(tmp_path))
    assert kept >= 5
    seen: list[Status] = []
    go(Planned(), tmp_path, progress=seen.append)
    assert (seen[0].done, seen[0].kept, seen[-1].done, seen[-1].total) == (kept, kept, 20, 20)


def test_our_failures_are_retried_then_dropped_and_counted_apart(tmp_path: Path) -> None:
    generator = Planned(wrong=[1], failing={0: TRIES - 1, 2: TRIES})
    report = go(generator, tmp_path, 6)
    assert accuracy(report, "easy") == (1.0, 2, 1)
    assert accuracy(report, "all") == (0.8, 5, 1)
    (dropped,) = [r for r in rows_of(tmp_path) if r.get("dropped")]
    assert (dropped["id"], dropped["reason"]) == ("dev-2", "the engine died")
    assert "score" not in dropped
    again = go(Planned(wrong=[1]), tmp_path, 6)  # what was dropped is tried again, and only that
    assert accuracy(again, "easy") == (1.0, 3, 0)
    assert len(rows_of(tmp_path)) == 7


def test_a_skill_of_which_all_was_dropped_has_no_figure(tmp_path: Path) -> None:
    report = go(Planned(failing={0: 9}), tmp_path, 2)
    easy = report.lines[0]
    assert (easy.skill, easy.n, easy.dropped, easy.accuracy, easy.score) == ("easy", 0, 1, None, None)
    assert "| easy | - | - | - | 0 | 1 |" in (tmp_path / "results.md").read_text()


def test_a_dead_engine_ends_the_run_instead_of_dropping_everything(tmp_path: Path) -> None:
    with pytest.raises(InfraError, match="run the same command"):
        go(Planned(failing=dict.fromkeys(range(50), 99)), tmp_path, 50, concurrency=1)
    assert len(rows_of(tmp_path)) == GIVE_UP
    assert accuracy(go(Planned(), tmp_path, 50), "all") == (1.0, 50, 0)


def test_a_fault_of_ours_is_not_hidden(tmp_path: Path) -> None:
    class Broken(Sums):
        def verify(self, task: Task, trajectory: Trajectory, state: Mapping[str, Json]) -> Score:
            raise ValueError("a verifier that lacks what it needs")

    with pytest.raises(ValueError, match="lacks what it needs"):
        go(Planned(), tmp_path, suite=[Part(Broken(), "dev")])
    assert rows_of(tmp_path) == []


def test_another_model_or_sampling_is_refused_by_name(tmp_path: Path) -> None:
    go(Planned(), tmp_path, 2)
    with pytest.raises(UsageError, match="model was 'planned' and is now 'other'"):
        go(Planned(), tmp_path, 2, settings={"model": "other"})
    with pytest.raises(UsageError, match=r"sampling\.temperature was 0\.0 and is now 1\.0"):
        go(Planned(), tmp_path, 2, sampling=Sampling(temperature=1.0))
    idle = Planned()
    go(idle, tmp_path, 2)
    assert idle.asked == {}


def test_changed_tasks_are_not_taken_for_done(tmp_path: Path) -> None:
    go(Planned(), tmp_path, 2)
    with pytest.raises(UsageError, match="another version of the task 'dev-"):
        go(Planned(), tmp_path, suite=[Part(Sums(2, wording="how much is"), "dev")])


def test_a_broken_header_is_named(tmp_path: Path) -> None:
    go(Planned(), tmp_path, 2)
    (tmp_path / "run.json").write_text("{")
    with pytest.raises(UsageError, match=r"run\.json"):
        go(Planned(), tmp_path, 2)
    (tmp_path / "run.json").unlink()
    with pytest.raises(UsageError, match=r"without run\.json"):
        go(Planned(), tmp_path, 2)


def test_a_larger_limit_extends_a_smaller_one(tmp_path: Path) -> None:
    tasks = list(Sums(50).tasks("dev"))
    small, large = sample(tasks, 10), sample(tasks, 30)
    assert large[:10] == small
    assert small == sample(tasks[::-1], 10)
    assert [t.id for t in small] != [t.id for t in tasks[:10]]
    assert sample(tasks, None) == sample(tasks, 50)
    first, second = Planned(), Planned()
    assert accuracy(go(first, tmp_path, 50, limit=10), "all")[1] == 10
    assert accuracy(go(second, tmp_path, 50, limit=30), "all")[1] == 30
    assert sum(second.asked.values()) == 20
    assert not first.asked.keys() & second.asked.keys()
    assert accuracy(go(Planned(), tmp_path, 50, limit=10), "all")[1] == 10  # reports what was asked for


def test_parts_take_turns_so_that_a_run_cut_short_has_some_of_each(tmp_path: Path) -> None:
    suite = [Part(Sums(6, name="long"), "dev"), Part(Sums(2, name="short"), "dev")]
    go(Planned(), tmp_path, suite=suite, concurrency=1)
    played = [str(row["taskset"]) for row in rows_of(tmp_path)]
    assert played[:5] == ["long", "short", "long", "short", "long"]
    assert len(played) == 8


def test_parts_have_their_own_limits_and_names(tmp_path: Path) -> None:
    suite = [Part(Sums(9, "first"), "dev", 3), Part(Sums(9, "second"), "test", 2)]
    report = go(Planned(), tmp_path, suite=suite)
    totals = {(x.taskset, x.split): 0 for x in report.lines}
    for line in report.lines:
        totals[line.taskset, line.split] += line.n if line.skill != "all" else 0
    assert totals == {("first", "dev"): 3, ("second", "test"): 2}


@pytest.mark.parametrize("concurrency", [1, 5])
def test_so_many_at_once(tmp_path: Path, concurrency: int) -> None:
    generator = Planned()
    go(generator, tmp_path, concurrency=concurrency)
    assert generator.most == concurrency


def test_what_utf8_cannot_hold_is_stored_all_the_same(tmp_path: Path) -> None:
    go(Planned(wrong=[0], say="\ud800 \x00 \u202e"), tmp_path, 1)
    assert rows_of(tmp_path)[0]["messages"][-1]["content"] == "? \x00 \u202e"


def test_two_evaluations_in_one_folder_are_refused(tmp_path: Path) -> None:
    async def both() -> None:
        suite = [Part(Sums(2), "dev")]
        slow = asyncio.create_task(evaluate(Planned(stuck_after=0), suite, tmp_path))
        await asyncio.sleep(0.05)
        with pytest.raises(UsageError, match="another evaluation is writing"):
            await evaluate(Planned(), suite, tmp_path)
        slow.cancel()
        await asyncio.gather(slow, return_exceptions=True)

    asyncio.run(both())
    assert accuracy(go(Planned(), tmp_path, 2, settings={}), "all") == (1.0, 2, 0)


def test_a_full_disk_is_one_clear_message(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: jsonl.Appender, row: Any) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(jsonl.Appender, "write", full)
        with pytest.raises(BackendError, match="No space left on device; make room"):
            go(Planned(), tmp_path, 3)
    assert accuracy(go(Planned(), tmp_path, 3), "all") == (1.0, 3, 0)


def test_twice_the_same_id_is_a_fault_of_the_taskset(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="ids must be unique"):
        go(Planned(), tmp_path, suite=[Part(Sums(2), "dev"), Part(Sums(2), "dev")])


def test_progress_counts(tmp_path: Path) -> None:
    seen: list[Status] = []
    go(Planned(wrong=[0], failing={1: TRIES}), tmp_path, 4, progress=seen.append, concurrency=1)
    assert [s.done for s in seen] == [0, 1, 2, 3, 4]
    last = seen[-1]
    assert (last.total, last.dropped) == (4, 1)
    assert last.accuracy == pytest.approx(2 / 3)
    assert seen[0].accuracy is None and seen[0].left is None
    assert last.rate > 0
    assert "66.7% right" in last.line() and "1 dropped" in last.line() and "left" not in last.line()
    assert "0:02:05 left" in replace(last, done=2, left=125.0).line()


def test_every_app_of_the_phone_is_in_the_suite_of_apps() -> None:
    from botpsy.tasksets.phone.apps import APPS

    assert {part.label for part in build("apps")} == {f"apps/{app}" for app in APPS}


class Patient(Asked):
    """Asks again nine times."""

    def __init__(self, task: Task) -> None:
        super().__init__(task)
        self._asked = 0

    async def step(self, message: Message) -> Step:
        self._asked += 1
        return (
            Step((Message("user", f"Are you sure, {self._asked}?"),))
            if self._asked < 10
            else await super().step(message)
        )


class LongSums(Sums):
    def open(self, task: Task) -> Asked:
        return Patient(task)


@pytest.mark.parametrize(("turns", "played", "stop"), [(None, 8, "turns"), (24, 10, "answered")])
def test_a_part_may_give_its_episodes_more_turns(tmp_path: Path, turns: int | None, played: int, stop: str) -> None:
    sure = Scripted(lambda _: Message("assistant", "still 0"))
    asyncio.run(evaluate(sure, [Part(LongSums(2), "dev", turns=turns)], tmp_path))
    assert [(r["turns"], r["stop"]) for r in rows_of(tmp_path)] == [(played, stop)] * 2


def test_a_part_may_let_its_answers_be_longer(tmp_path: Path) -> None:
    asked: list[int] = []

    class Listening(Planned):
        async def generate(self, conversations: Sequence[Conversation], sampling: Sampling) -> list[Completion]:
            asked.append(sampling.max_tokens)
            return await super().generate(conversations, sampling)

    go(Listening(), tmp_path, suite=[Part(Sums(1), "dev"), Part(Sums(1, "long"), "dev", max_tokens=1280)])
    assert sorted(asked) == [256, 1280]


class Short(Planned):
    """A model with a context of so many messages, of which it says that they are tokens."""

    context = 3
    refused = 0

    async def generate(self, conversations: Sequence[Conversation], sampling: Sampling) -> list[Completion]:
        (conversation,) = conversations
        if len(conversation.messages) > self.context or "2 + 2" in conversation.messages[0].content:
            self.refused += 1
            raise ContextOverflow("too long")
        (completion,) = await Scripted(lambda _: Message("assistant", "0")).generate(conversations, sampling)
        return [completion]


class Content(LongSums):
    """Its verifier is content with whoever says nothing wrong."""

    def verify(self, task: Task, trajectory: Trajectory, state: Mapping[str, Json]) -> Score:
        return Score(1.0, {"right": 1.0}, "nothing wrong was said")


def test_what_does_not_fit_is_the_models_and_is_named(tmp_path: Path) -> None:
    short = Short()
    report = go(short, tmp_path, suite=[Part(Content(3), "dev")])
    rows = {row["id"]: row for row in rows_of(tmp_path)}
    assert [(rows[f"dev-{i}"]["stop"], rows[f"dev-{i}"]["score"]) for i in range(3)] == [
        ("overflow", 1.0), ("overflow", 1.0), ("overflow", 0.0),
    ]  # fmt: skip
    assert rows["dev-2"]["reason"] == "the prompt does not fit in the model's context of 3 tokens"
    assert rows["dev-0"]["reason"] == "the model's context of 3 tokens was full; nothing wrong was said"
    assert short.refused == 3  # once each: no other try makes room
    assert accuracy(report, "all") == (pytest.approx(2 / 3), 3, 0)
    assert report.overflowed == 3
    assert "because the model's context was full, and counted: 3 items" in (tmp_path / "results.md").read_text()
    assert json.loads((tmp_path / "results.json").read_text())["rows"][-1]["stops"] == {"overflow": 3}
    again = Short()
    assert go(again, tmp_path, suite=[Part(Content(3), "dev")]).overflowed == 3 and again.refused == 0
    assert go(Planned(), tmp_path / "fits", 3).overflowed == 0
