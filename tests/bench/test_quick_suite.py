"""The suite `quick` has every headline figure, and ten minutes on two idle cores are enough for it."""

from __future__ import annotations

from botpsy.eval.overall import MEMBERS
from botpsy.eval.suites import SUITES, build

# Seconds an item with 4 at once. Measured with the 135M adapter (Q8_0) on two cores: all of phone, and BFCL's
# simple_python, multiple, parallel and irrelevance, n = 30 to 120 each. Of the others: 1.0 ms a prompt token, the mean
# of 8 to 40 drawn prompts, and 18 ms a sampled token, as many as their like has there; both fitted to the four.
SECONDS = {
    "phone_single": 1.62, "phone_parallel": 2.73, "phone_multi_step": 2.55, "phone_multi_turn": 2.43,
    "phone_no_call": 0.52, "bfcl_simple_python": 1.12, "bfcl_multiple": 1.41, "bfcl_parallel": 2.44,
    "bfcl_irrelevance": 0.68, "bfcl_simple_java": 1.25, "bfcl_simple_javascript": 1.27,
    "bfcl_parallel_multiple": 2.68, "bfcl_live_simple": 1.24, "bfcl_live_multiple": 2.12,
    "bfcl_live_parallel": 2.50, "bfcl_live_parallel_multiple": 3.20, "bfcl_live_irrelevance": 1.25,
}  # fmt: skip
LOADING = 15.0


def test_quick_has_all_of_bfcl_that_is_asked_in_one_turn_and_every_skill_of_phone() -> None:
    labels = {entry.label for entry in SUITES["quick"]}
    for part in ("non_live", "live", "irrelevance"):
        assert {f"bfcl/{category}" for category in MEMBERS[part]} <= labels
    assert sum(entry.label == "phone" for entry in SUITES["quick"]) == sum(e.label == "phone" for e in SUITES["phone"])


def test_quick_takes_under_ten_minutes_with_a_fifth_in_reserve() -> None:
    seconds = LOADING
    for part in build("quick"):
        assert part.limit is not None and part.limit >= 12  # fewer say nothing
        name = part.taskset.name
        skills = {task.skill for task in part.taskset.tasks(part.split)} if name == "phone" else set[str]()
        assert len(skills) <= 1
        seconds += part.limit * SECONDS[f"{name}_{skills.pop()}" if skills else name]
    assert seconds < 0.8 * 600
