"""ACEBench: handmade items always; agreement with the port in evalscope where BOTPSY_DATA has the items."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from play import FAULT, hostile_turns, oracle, play

from botpsy.benchmarks.acebench import AGENT, NORMAL, SPECIAL, AceBench, half, items
from botpsy.benchmarks.acebench_calls import CallFormatError, read_calls, write_calls
from botpsy.benchmarks.acebench_checker import milestones_met, wrong_calls, wrong_state
from botpsy.benchmarks.acebench_figures import WEIGHTS, figures
from botpsy.benchmarks.public_data import rows
from botpsy.core.errors import UsageError
from botpsy.core.messages import Message, ToolCall

PROMPTS = {
    **{f"SYSTEM_PROMPT_FOR_{kind}_DATA_EN": "{time} Functions: {function}" for kind in ("NORMAL", "SPECIAL")},
    "SYSTEM_PROMPT_FOR_PREFERENCE_DATA_EN": "{profile} Functions: {function}",
    "USER_PROMPT_EN": "History: {question}",
}
LAMP = {
    "name": "lamp.set",
    "description": "Sets a lamp.",
    "parameters": {
        "type": "object",
        "properties": {
            "room": {"type": "string"},
            "level": {"type": "integer"},
            "colours": {"type": "array", "items": {"type": "string"}},
            "plan": {"type": "object", "properties": {"at": {"type": "string"}}},
        },
        "required": ["room"],
    },
}
ANSWER = {"lamp.set": {"room": "living room", "level": 3, "colours": ["red"], "plan": {"at": "8 pm"}}}
VERDICTS = Path(__file__).parent / "fixtures" / "acebench_verdicts.jsonl"


def write(folder: Path, category: str, answer: object, ids: list[str]) -> Path:
    home = folder / "acebench" / "data_en"
    (home / "possible_answer").mkdir(parents=True, exist_ok=True)
    questions = [{"id": i, "question": "user: Light!\n", "function": [LAMP], "time": "Noon."} for i in ids]
    answers = [{"id": i, "ground_truth": answer} for i in ids]
    (home / f"data_{category}.json").write_text("\n".join(map(json.dumps, questions)))
    (home / "possible_answer" / f"data_{category}.json").write_text("\n".join(map(json.dumps, answers)))
    return folder


def own(tmp_path: Path, category: str, answer: object, style: str = "official") -> AceBench:
    folder = write(tmp_path, category, answer, [f"{category}_{i}" for i in range(16)])
    return AceBench(category, style=style, folder=folder, prompts=PROMPTS)  # type: ignore[arg-type]


@pytest.mark.parametrize("style", ["official", "native"])
def test_the_oracle_is_right_in_both_styles_and_each_reads_the_other(tmp_path: Path, style: str) -> None:
    taskset = own(tmp_path, "normal_similar_api", ANSWER, style)
    tasks = [*taskset.tasks("dev"), *taskset.tasks("test")]
    assert oracle(taskset, tasks) == [1.0] * 16
    call = ToolCall("lamp.set", ANSWER["lamp.set"])
    assert play(taskset, tasks[0], Message("assistant", tool_calls=(call,))).value == 1.0
    assert play(taskset, tasks[0], write_calls((call,))).value == 1.0
    assert play(taskset, tasks[0], "The lamp is on.").value == 0.0
    assert play(taskset, tasks[0], Message("assistant", write_calls((call,)), faults=(FAULT,))).value == 0.0
    shown = tasks[0].messages[0].content
    assert ("lamp.set" in shown) == (style == "official") and shown.startswith("Noon.")


@pytest.mark.parametrize(
    ("output", "right"),
    [
        ("[lamp.set(room='Living-Room')]", True),  # what is not required may be missing
        ("Sure: [lamp.set(room='the living room, please')] done", True),
        ("[lamp.set(room='living room', level=99)]", True),  # whole numbers are compared by type alone
        ("[lamp.set(room='living room', level='99')]", False),
        ("[lamp.set(level=3)]", False),
        ("[lamp.set(room='kitchen')]", False),
        ("[lamp.set(room='living room', speed=1)]", False),
        ("[lamp.set(room='living room', colours=['Red'])]", True),
        ("[lamp.set(room='living room', colours=['red', 'blue'])]", False),
        ("[lamp.set(room='living room'), lamp.set(room='living room')]", False),
        ("[lamp.off(room='living room')]", False),
        ("lamp.set(room='living room')", False),
        ("[]", False),
    ],
)
def test_verdicts(output: str, right: bool) -> None:
    try:
        reason = wrong_calls([LAMP], read_calls(output), ANSWER)
    except CallFormatError as error:
        reason = str(error)
    assert (not reason) == right, reason


def test_special_items_want_the_fixed_phrase_and_no_call(tmp_path: Path) -> None:
    taskset = own(tmp_path, "special_incomplete", {"lamp.set": ["room"]})
    task = next(iter(taskset.tasks("dev")))
    assert oracle(taskset, [task]) == [1.0]
    assert play(taskset, task, "Missing necessary parameters (room)").value == 0.0
    assert play(taskset, task, Message("assistant", tool_calls=(ToolCall("lamp.set", {}),))).value == 0.0


def test_a_dialogue_lies_in_one_half_and_is_right_when_every_step_is() -> None:
    name = "normal_multi_turn_user_adjust"
    assert len({half(name, f"{name}_7_{step}") for step in range(5)}) == 1
    made = figures([(name, f"{name}_0_0", 1.0), (name, f"{name}_0_1", 0.0), (name, f"{name}_1_0", 1.0)])
    assert made.categories[name] == (0.5, 2)
    assert made.overall is None and "agent_multi_step" in made.missing


def test_the_overall_weighs_the_groups() -> None:
    rows = [(c, f"{c}_0", 1.0) for c in NORMAL] + [(c, f"{c}_0", 0.0) for c in (*SPECIAL, *AGENT)]
    assert figures(rows).overall == pytest.approx(0.578)
    assert sum(WEIGHTS.values()) == pytest.approx(1.0001)


def test_end_states_and_milestones() -> None:
    state = [{"Box": {"open": True, "items": {"1": "a", "2": "b"}}}]
    assert wrong_state(state, [{"Box": {"open": True, "items": {"1": "a"}}}]) == ""
    assert "Box.items.1" in wrong_state(state, [{"Box": {"open": True, "items": {"1": "z"}}}])
    assert wrong_state([], [{"Box": {}}])
    assert milestones_met(["[a()]", "[x()]", "[b()]"], ["[a()]", "[b()]"]) == 1.0
    assert milestones_met(["[b()]", "[a()]"], [["[a()]", "[b()]"], ["[b()]", "[a()]"]]) == 1.0
    assert milestones_met(["[b()]"], ["[a()]", "[b()]"]) == 0.0


def test_hostile_output_is_judged_quickly_and_runs_nothing(tmp_path: Path) -> None:
    mark = tmp_path / "ran"
    code = [
        f"[lamp.set(room=__import__('os').system('touch {mark}'))]",
        f"[lamp.set(room=(lambda: open('{mark}', 'w'))())]",
        f"[lamp.set(room=open('{mark}', 'w'), **{{}})]",
        "[lamp.set(room=" + "-" * 40_000 + "1)]",
        "[lamp.set(room=" + "not " * 10_000 + "1)]",
        "[lamp.set" + ".a" * 20_000 + "(room=1)]",
        "[lamp.set(room=9**9**9**9)]",
        "[lamp.set(room=" + "9" * 20_000 + ")]",
        "[lamp.set(room={[]: 1})]",
        "[lamp.set(room=1, room=2)]",
        "[" + "f(" * 59 + ")" * 59 + "]",
        "[lamp.set(room='\x00')]",
        "[lamp.set(room=" + "+".join(["1"] * 20_000) + ")]",
        "[lamp.set(room=" + "1 if 1 else " * 4_000 + "1)]",
    ]
    for category, answer in (("normal_similar_api", ANSWER), ("special_irrelevant", "x")):
        taskset = own(tmp_path, category, answer)
        task = next(iter(taskset.tasks("dev")))
        started = time.monotonic()
        for turn in (*code, *hostile_turns()):
            assert play(taskset, task, turn).value == 0.0
        assert time.monotonic() - started < 15
    assert not mark.exists()


def test_what_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no category 'x'"):
        AceBench("x")
    with pytest.raises(UsageError, match="ACEBench on GitHub"):
        next(iter(AceBench("normal_atom_bool", folder=tmp_path, prompts=PROMPTS).tasks("dev")))
    with pytest.raises(UsageError, match="nothing to train on"):
        next(iter(own(tmp_path, "normal_atom_bool", ANSWER).tasks("train")))


def test_the_same_verdicts_as_evalscope(public: Path) -> None:
    """The fixture is made by `bench/agree_acebench.py --write`."""
    if not (public / "acebench").exists():
        pytest.skip("BOTPSY_DATA has no acebench")
    kept = list(rows(VERDICTS))
    known = {
        category: {row["id"]: (row, answer) for row, answer in items(category, "dev", public)}
        for category in (*NORMAL, *SPECIAL)
    }
    apart: list[str] = []
    for row in kept:
        item, answer = known[row["category"]][row["id"]]
        taskset = AceBench(row["category"], folder=public, prompts=PROMPTS)
        wrong = taskset.wrong(Message("assistant", row["output"]), item["function"], answer["ground_truth"])
        if (not wrong) != row["right"]:
            apart.append(row["id"])
    assert apart == []
    assert len({row["id"] for row in kept}) >= 200 and {row["right"] for row in kept} == {True, False}


def test_the_public_answers_are_right(public: Path) -> None:
    if not (public / "acebench").exists():
        pytest.skip("BOTPSY_DATA has no acebench")
    counts: list[int] = []
    right = 0.0
    for category in (*NORMAL, *SPECIAL):
        taskset = AceBench(category, style="native", folder=public, prompts=PROMPTS)
        tasks = [*taskset.tasks("dev"), *taskset.tasks("test")]
        counts.append(len(tasks))
        right += sum(oracle(taskset, tasks))
        for task in tasks:
            taskset.open(task)
    assert (sum(counts[:12]), sum(counts[12:])) == (823, 150)
    assert right == 971  # two of the official answers do not pass the official checker
