"""A recipe: stages in order, each from the best checkpoint of another, chosen on dev tasks. One folder, a run a stage.

    FOLDER/start/       what the first stages begin with, unless that is the bare base
    FOLDER/sft.jsonl    the data of a stage that has some
    FOLDER/sft/         a run: config.json, log.jsonl, checkpoint-N/, final/, validation.jsonl, best/
    FOLDER/rl-1/        begins with FOLDER/sft/best

Killed anywhere, the same command goes on: data, checkpoints, scores and `best/` are written whole or not at all, and a
run goes on from its last checkpoint with the samples that come next.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from botpsy.core.errors import ConfigError, UsageError
from botpsy.core.protocols import Generator, Taskset
from botpsy.train.distill import DistillConfig
from botpsy.train.on_policy import Handover
from botpsy.train.rl import RlConfig
from botpsy.train.sft import SftConfig
from botpsy.train.validation import Validation

Kind = Literal["sft", "rl", "distill"]
Config = SftConfig | RlConfig | DistillConfig


@dataclass(frozen=True, slots=True)
class Start:
    """What a stage's configuration is made from: paths of the base, the run's folder, the adapter it goes on from (""
    for none), its data ("" for none), and the teacher of each domain."""

    base: str
    out: str
    adapter: str
    data: str
    teachers: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Made:
    """What there is when a stage's data are made: the recipe's folder, its base, the best of each stage by name, and an
    engine for any of them."""

    folder: Path
    base: Path
    best: Callable[[str], Path]
    engine: Callable[[Path], Generator]


@dataclass(frozen=True)
class Stage:
    """One run. `config`: how to train, from where it starts. `parent`: the stage whose best it goes on from, "" for the
    recipe's start. `tasks`: of an on-policy stage. `data`: writes the conversations of an SFT stage to a path.
    `teachers`: the stage that teaches each domain. `validation`: what chooses its best, the recipe's own when None.

    Example:
        Stage("rl-1", "rl", lambda at: RlConfig(at.base, at.out, adapter=at.adapter, steps=50), "mopd", tasks=tools)
    """

    name: str
    kind: Kind
    config: Callable[[Start], Config]
    parent: str = ""
    tasks: Callable[[], Sequence[Taskset]] | None = None
    data: Callable[[Made, Path], object] | None = None
    teachers: Mapping[str, str] = field(default_factory=dict[str, str])
    validation: Validation | None = None


@dataclass(frozen=True)
class Recipe:
    """Stages in the order they run. `base`: returns the path of what is trained. `start`: makes the adapter that stages
    without parent go on from, given the base and a folder; None for none. `engine`: opens what samples (see
    `train.rl`), given the base; None for the model itself, which is slower.

    Raises ConfigError for stages that cannot follow one another.
    """

    name: str
    folder: Path
    base: Callable[[], Path]
    stages: tuple[Stage, ...]
    validation: Validation
    start: Callable[[Path, Path], Path] | None = None
    engine: Callable[[Path], AbstractContextManager[Handover]] | None = None

    def __post_init__(self) -> None:
        seen: set[str] = {""}
        for stage in self.stages:
            if stage.name in seen or not stage.name or "/" in stage.name:
                raise ConfigError(f"stage {stage.name!r} needs a name of its own that can be a folder's")
            for needed in (stage.parent, *stage.teachers.values()):
                if needed not in seen:
                    raise ConfigError(f"stage {stage.name} needs {needed}, which is not before it")
            if (stage.kind == "sft") != (stage.tasks is None):
                raise ConfigError(f"stage {stage.name}: rl and distill need `tasks`, sft needs `data`, not both")
            seen.add(stage.name)

    def stage(self, name: str) -> Stage:
        """Return a stage by name. Raises UsageError with those that there are."""
        for stage in self.stages:
            if stage.name == name:
                return stage
        raise UsageError(f"{self.name} has no stage {name!r}; it has {', '.join(s.name for s in self.stages)}")
