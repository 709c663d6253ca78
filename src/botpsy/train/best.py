"""The best checkpoint of a run: chosen by its validation, copied to `best/` with its tokenizer and lineage."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

from botpsy.core import jsonl
from botpsy.core.errors import UsageError
from botpsy.core.messages import Json
from botpsy.train import lineage, run_folder
from botpsy.train.validation import weights_of

BEST = "best"
_LINEAGE = "lineage.json"
# what training goes on with, and nobody else needs
_OURS = ("optimizer.*", "scheduler.pt", "rng_state*", "trainer_state.json", "training_args.bin", "*.gguf")


def choose(rows: Sequence[Mapping[str, Json]]) -> Mapping[str, Json]:
    """Return the row with the highest score, the latest of equals: it was trained the longest. `rows` are a run's
    checkpoints; what it began with is no choice. Raises UsageError when there is none."""
    own = [row for row in rows if row["step"] > 0]
    if not own:
        raise UsageError("no checkpoint was scored, so none is the best")
    return max(own, key=lambda row: (row["score"], row["step"]))


def complete(run: Path) -> list[Path]:
    """Return the run's whole checkpoints by step, each with the tokenizer that `final` has."""
    found = run_folder.checkpoints(run)
    for checkpoint in found:
        for file in (run / "final").iterdir():
            if file.name.startswith(("tokenizer", "special_tokens", "chat_template", "vocab", "merges")):
                shutil.copyfile(file, checkpoint / file.name)
    return found


def crown(run: Path, chosen: Mapping[str, Json], about: Mapping[str, Json]) -> Path:
    """Write `run/best` whole or not at all, and return it. Its lineage is that of the run, and `about`."""
    final = json.loads((run / "final" / _LINEAGE).read_text())
    part, best = run / f"{BEST}.part", run / BEST
    shutil.rmtree(part, ignore_errors=True)
    shutil.copytree(run / str(chosen["checkpoint"]), part, ignore=shutil.ignore_patterns(*_OURS))
    parent = {**final["parent"], **about.get("parent", {})}
    whole = {**final, **about, "parent": parent, "checkpoint": chosen["checkpoint"]}
    jsonl.write_text_atomic(part / _LINEAGE, json.dumps(whole, indent=2, ensure_ascii=False) + "\n")
    shutil.rmtree(best, ignore_errors=True)
    part.rename(best)
    return best


def read(run: Path) -> dict[str, Json] | None:
    """Return the lineage of a run's best checkpoint, None when it has none yet."""
    path = run / BEST / _LINEAGE
    return json.loads(path.read_text()) if path.is_file() else None


def digest(folder: Path) -> str:
    """Return the hash of a checkpoint's weights."""
    return lineage.sha256(weights_of(folder))
