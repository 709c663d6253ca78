"""Runs a recipe's stages: start, data, training, validation, best; each step is whole or begins again."""

from __future__ import annotations

import gc
import json
from collections import abc
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import asdict, dataclass
from pathlib import Path

from botpsy.core import jsonl
from botpsy.core.errors import ConfigError, UsageError
from botpsy.core.messages import Json
from botpsy.core.protocols import Generator
from botpsy.train import best, run_folder
from botpsy.train.distill import distill
from botpsy.train.on_policy import Handover
from botpsy.train.recipe import Config, Made, Recipe, Stage, Start
from botpsy.train.rl import RlConfig, rl
from botpsy.train.sampler import ModelGenerator
from botpsy.train.sft import SftConfig, sft
from botpsy.train.student import load_student
from botpsy.train.validation import Validation, validate
from botpsy.train.world import here

PARENTS = "parents.json"


def run(recipe: Recipe, stage: str = "", *, resume: bool = True) -> Path:
    """Run one stage, or all that are not done; return the best checkpoint of the last.

    Without `resume` the stage, or every stage, begins anew. Raises UsageError when a stage's parent is not done or was
    trained anew since, ConfigError when the stage was begun with other settings; else what its kind of training raises.
    """
    base = recipe.base()
    chosen = (recipe.stage(stage),) if stage else recipe.stages
    made = Path()
    for one in chosen:
        made = _Running(recipe, one, base).run(resume)
        gc.collect()  # a model in training is full of cycles
    return made


class _Running:
    def __init__(self, recipe: Recipe, stage: Stage, base: Path) -> None:
        self._recipe = recipe
        self._stage = stage
        self._base = base
        self._out = recipe.folder / stage.name
        self._world = here()

    def run(self, resume: bool) -> Path:
        """Train, validate, choose; return the best."""
        start = self._start()
        if resume:
            self._check_same(start)
            if done := best.read(self._out):
                self._world.tell(f"{self._stage.name}: done, best is {done['checkpoint']}")
                return self._out / best.BEST
        self._world.once(lambda: self._begin(start, resume))
        self._world.tell(f"{self._stage.name}: {self._stage.kind} from {self._stage.parent or 'the start'}")
        if self._stage.data:
            self._world.once(lambda: self._make_data(Path(start.data)))
        if not (self._out / "final" / "lineage.json").exists():  # written last
            self._train(self._stage.config(start))
            gc.collect()
        return self._world.once(lambda: self._choose(start))

    def _start(self) -> Start:
        recipe, stage = self._recipe, self._stage
        if stage.parent:
            before = self._best(stage.parent)
        else:
            make = recipe.start
            before = self._world.once(lambda: make(self._base, recipe.folder / "start")) if make else None
        whole = before is not None and not (before / "adapter_config.json").is_file()  # all weights were trained
        return Start(
            str(before if before and whole else self._base),
            str(self._out),
            str(before) if before and not whole else "",
            str(recipe.folder / f"{stage.name}.jsonl") if stage.data else "",
            {domain: str(self._best(name)) for domain, name in stage.teachers.items()},
        )

    def _best(self, name: str) -> Path:
        if best.read(self._recipe.folder / name) is None:
            raise UsageError(
                f"stage {self._stage.name} needs the best of {name}, which is not there yet; run the stage {name} "
                f"first, or the recipe without --stage"
            )
        return self._recipe.folder / name / best.BEST

    def _check_same(self, start: Start) -> None:
        """Refuse to go on with what began from other weights or with other settings than are asked for now."""
        parents = self._out / PARENTS
        if parents.exists() and json.loads(parents.read_text()) != _digests(start):
            raise UsageError(
                f"{self._out} began from other checkpoints than there are now; begin the stage {self._stage.name} anew "
                f"with --no-resume, or give another folder"
            )
        if (self._out / run_folder.CONFIG).exists():
            mine = {k: v for k, v in asdict(self._stage.config(start)).items() if k != "teachers"}
            run_folder.check_free(self._out, mine, resume=True)

    def _begin(self, start: Start, resume: bool) -> None:
        if not resume:
            run_folder.start_anew(self._out)
            (self._out / run_folder.CONFIG).unlink(missing_ok=True)
            if start.data:
                Path(start.data).unlink(missing_ok=True)
        jsonl.write_text_atomic(self._out / PARENTS, json.dumps(_digests(start), indent=2) + "\n")

    def _make_data(self, path: Path) -> None:
        assert self._stage.data is not None
        if path.exists():
            return
        with self._engine() as engine:
            self._stage.data(Made(self._recipe.folder, self._base, self._best, engine), path)
        if not path.exists():
            raise UsageError(f"the data of stage {self._stage.name} were made but are not at {path}")

    def _train(self, config: Config) -> None:
        tasks = self._stage.tasks
        if isinstance(config, SftConfig):
            sft(config)
            return
        if tasks is None:
            raise ConfigError(f"stage {self._stage.name} is called {self._stage.kind}, its configuration is another's")
        with self._handover() as handover:
            if isinstance(config, RlConfig):
                rl(config, tasks(), engine=handover)
            else:
                distill(config, tasks(), engine=handover)

    def _choose(self, start: Start) -> Path:
        candidates = [(c.name, run_folder.step_of(c), c) for c in best.complete(self._out)]
        if start.adapter:
            candidates = [("start", 0, Path(start.adapter)), *candidates]
        validation = self._stage.validation or self._recipe.validation
        with self._engine(validation) as engine:
            rows = validate(self._out, candidates, validation, engine)
        chosen = best.choose(rows)
        before = rows[0] if start.adapter else None
        if before and before["score"] > chosen["score"]:
            print(
                f"{self._stage.name}: the best checkpoint scores {chosen['score']:.3f}, less than what it began with "
                f"({before['score']:.3f})",
                flush=True,
            )
        metrics: dict[str, Json] = {k: chosen[k] for k in ("score", "n", "dropped", "scores", "suite")}
        if before:
            metrics["before"] = {k: before[k] for k in ("score", "scores")}
            metrics["recovered"] = self._recovered(before, chosen)
        about: dict[str, Json] = {
            "name": self._stage.name,
            "recipe": self._recipe.name,
            "parent": {"stage": self._stage.parent},
            "parents": _digests(start),
            "metrics": metrics,
        }
        return best.crown(self._out, chosen, about)

    def _recovered(self, before: Mapping[str, Json], after: Mapping[str, Json]) -> dict[str, float]:
        """Return for each domain which share of its teacher's gain over the student's start the student has now; left
        out where the teacher was validated on other tasks, or has no gain."""
        found: dict[str, float] = {}
        for domain, name in self._stage.teachers.items():
            teacher = (best.read(self._recipe.folder / name) or {}).get("metrics", {})
            theirs, mine = teacher.get("scores", {}).get(domain), after["scores"].get(domain)
            began, theirs_began = before["scores"].get(domain), teacher.get("before", {}).get("scores", {}).get(domain)
            comparable = None not in (theirs, mine, began) and began == theirs_began
            if comparable and theirs > began:
                found[domain] = (mine - began) / (theirs - began)
        return found

    def _handover(self) -> AbstractContextManager[Handover | None]:
        return nullcontext() if self._recipe.engine is None else self._recipe.engine(self._base)

    @contextmanager
    def _engine(self, validation: Validation | None = None) -> abc.Generator[Callable[[Path], Generator], None, None]:
        """Yield what gives an engine for a checkpoint's folder."""
        context = (validation or self._stage.validation or self._recipe.validation).play.context
        with self._handover() as handover:

            def engine(folder: Path) -> Generator:
                adapter = (folder / "adapter_config.json").is_file()
                if handover is not None and adapter:
                    return handover(folder)
                base, tuned = (self._base, folder) if adapter else (folder, "")
                student = load_student(_Frozen(str(base), str(tuned)))
                return ModelGenerator(student.model, student.tokenizer, student.family, context=context)

            yield engine


@dataclass(frozen=True, slots=True)
class _Frozen:
    base: str
    adapter: str
    lora: None = None
    bf16: bool = False
    seed: int = 0


def _digests(start: Start) -> dict[str, str]:
    """Return the hashes of what a stage is trained from, by name."""
    folders = {"": start.adapter or start.base, **start.teachers}
    return {name: best.digest(Path(path)) for name, path in folders.items() if Path(path).is_dir()}


def table(recipe: Recipe) -> str:
    """Return the stages in order, what each goes on from, and where it stands, as lines of text."""
    lines: list[str] = []
    for stage in recipe.stages:
        out = recipe.folder / stage.name
        done = best.read(out)
        if done:
            metrics = done["metrics"]
            by = "  ".join(f"{name} {value:.3f}" for name, value in sorted(metrics["scores"].items()))
            state = f"best {done['checkpoint']}, {metrics['score']:.3f} of {metrics['n']} dev tasks  {by}"
        elif checkpoint := run_folder.last_checkpoint(out):
            state = f"at {checkpoint.name}"
        else:
            state = "begun" if (out / run_folder.CONFIG).exists() else "not begun"
        teachers = f", taught by {', '.join(sorted(set(stage.teachers.values())))}" if stage.teachers else ""
        lines.append(f"{stage.name:<22} {stage.kind:<8} from {stage.parent or 'the start'}{teachers}: {state}")
    return "\n".join(lines)
