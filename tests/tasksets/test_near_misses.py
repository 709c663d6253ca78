"""Near misses: every frame has some, they ask for what no tool gives, and bundles show them beside the tool."""

from __future__ import annotations

import random
import re

import pytest

from botpsy.core.task import Split
from botpsy.tasksets.toolcraft.catalogue import frames_of
from botpsy.tasksets.toolcraft.frame import Frame, near_miss
from botpsy.tasksets.toolcraft.generate import bundles
from botpsy.tasksets.toolcraft.near_misses import NEAR_MISSES

SPLITS: tuple[Split, ...] = ("train", "dev", "test")
FRAMES = [f for split in SPLITS for f in frames_of(split)]


def shape(template: str) -> str:
    """Return a template without its values, case and marks."""
    return " ".join(re.findall(r"[a-z]+", re.sub(r"\{\w*\*?\}", " ", template).lower()))


def test_every_frame_has_near_misses_and_nothing_else_does() -> None:
    assert set(NEAR_MISSES) == {f.name for f in FRAMES}
    assert min(len(templates) for templates in NEAR_MISSES.values()) >= 3


@pytest.mark.parametrize("frame", FRAMES, ids=lambda f: f.name)
def test_a_near_miss_is_filled_and_no_way_to_ask_for_a_tool(frame: Frame) -> None:
    asks = {shape(ask) for f in FRAMES for ask in (*f.asks, *f.lack.values())}
    for template in NEAR_MISSES[frame.name]:
        assert shape(template) not in asks
        text = near_miss(frame, template, random.Random(template))
        assert "{" not in text
        assert text[-1] in ".?!"


@pytest.mark.parametrize("split", SPLITS)
def test_irrelevant_requests_are_often_near_misses_of_a_tool_in_view(split: Split) -> None:
    irrelevant = near = 0
    for bundle in bundles(5, 200, split):
        openings = tuple(shape(t.split("{")[0]) for name in bundle.frames for t in NEAR_MISSES[name])
        for item in bundle.items:
            if item.skill == "irrelevant":
                irrelevant += 1
                near += shape(item.query).startswith(tuple(o for o in openings if len(o) > 6))
    assert irrelevant > 100
    assert near / irrelevant > 0.3
