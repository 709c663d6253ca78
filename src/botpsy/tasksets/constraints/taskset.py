"""The taskset `constraints`: one to three instructions on form, each checked by a program."""

from __future__ import annotations

import random
from collections.abc import Mapping

from botpsy.core.messages import Json
from botpsy.core.score import Score
from botpsy.core.task import Split
from botpsy.tasksets.constraints.kinds import KINDS, OPENINGS, SUBJECTS, Kind, Value, compose
from botpsy.tasksets.questions import Question, Questions, held

BY_NAME = {kind.name: kind for kind in KINDS}
# a rule as the last line does not begin or end as every line must
_APART = frozenset({"rule", "end", "start"})


def draw(rng: random.Random, split: Split) -> Question:
    """Draw a subject and instructions that can be kept together; their combination belongs to one split."""
    while True:
        kinds: list[Kind] = []
        for kind in rng.sample(KINDS, rng.randint(1, 3) + 2):
            groups = {k.group for k in kinds}
            apart = kind.group in _APART and groups & _APART and "rule" in {kind.group, *groups}
            if kind.group not in groups and not apart and len(kinds) < 3:
                kinds.append(kind)
        if split_of(kinds) == split:
            break
    chosen: list[tuple[Kind, Value]] = [(k, rng.choice(list(k.values))) for k in kinds]
    subject = rng.choice(held(SUBJECTS, split))
    asked = [rng.choice(list(k.says)).format(v=v) for k, v in chosen]
    text = " ".join([rng.choice(held(OPENINGS, split)).format(s=subject), *asked])
    data = {"constraints": [[k.name, v] for k, v in chosen]}
    return Question(text, compose(chosen, rng), "constraints", data)


def split_of(kinds: list[Kind]) -> Split:
    """Return the split that a combination of kinds belongs to."""
    place = sum((i + 1) * 7**n for n, i in enumerate(sorted(KINDS.index(k) for k in kinds))) % 7
    return "dev" if place == 5 else "test" if place == 6 else "train"


def judge(data: Mapping[str, Json], answer: str) -> Score:
    """Return the share of instructions that are kept: a small model learns nothing from all or nothing."""
    kept = {name: float(BY_NAME[name].check(answer, value)) for name, value in data["constraints"]}
    missed = [name for name, value in kept.items() if not value]
    return Score(sum(kept.values()) / len(kept), kept, f"not kept: {', '.join(missed)}" if missed else "")


def constraints(count: int = 200, seed: int = 0) -> Questions:
    """Return the taskset."""
    return Questions("constraints", draw, judge, count, seed)
