"""All frames, and which split each belongs to: the hash of its name decides, 12% dev, 12% test."""

from __future__ import annotations

import hashlib
from functools import lru_cache

from botpsy.core.task import Split
from botpsy.tasksets.toolcraft import (
    frames_culture,
    frames_home,
    frames_life,
    frames_maths,
    frames_money,
    frames_nature,
)
from botpsy.tasksets.toolcraft.frame import Frame

FRAMES: tuple[Frame, ...] = (
    *frames_maths.FRAMES,
    *frames_nature.FRAMES,
    *frames_money.FRAMES,
    *frames_life.FRAMES,
    *frames_culture.FRAMES,
    *frames_home.FRAMES,
)


def split_of(name: str) -> Split:
    """Return the split of a frame."""
    place = int(hashlib.sha256(f"toolcraft {name}".encode()).hexdigest(), 16) % 100
    return "dev" if place < 12 else "test" if place < 24 else "train"


@lru_cache(maxsize=3)
def frames_of(split: Split) -> tuple[Frame, ...]:
    """Return the frames of a split."""
    return tuple(f for f in FRAMES if split_of(f.name) == split)
