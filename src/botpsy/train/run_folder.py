"""A run's folder: `config.json` says whose it is, `checkpoint-N/` where it stands, `final/` what came out."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from pathlib import Path

from botpsy.core import jsonl
from botpsy.core.errors import ConfigError, UsageError
from botpsy.core.messages import Json
from botpsy.train import lineage

CONFIG = "config.json"
FREE = ("out", "base", "save_steps", "log_steps", "keep")  # may differ when a run goes on


def check_free(out: Path, config: Mapping[str, Json], resume: bool) -> None:
    """Check that the folder is free, or holds this very run.

    Raises ConfigError when it holds a run with another configuration, UsageError when it holds something else.
    """
    stored = out / CONFIG
    mine = json.loads(json.dumps(dict(config)))
    if stored.exists() and resume:
        theirs = json.loads(stored.read_text())
        different = [k for k in mine if k not in FREE and mine[k] != theirs.get(k)]
        if different:
            pairs = ", ".join(f"{k}: {theirs.get(k)!r} there, {mine[k]!r} here" for k in different)
            raise ConfigError(f"{out} holds another run ({pairs}); choose another --out or the same settings")
    elif out.exists() and any(p.name != "parents.json" for p in out.iterdir()) and not stored.exists():
        raise UsageError(f"{out} is not empty and holds no run; choose another --out")


def claim(out: Path, config: Mapping[str, Json]) -> None:
    """Write whose the folder is. To be done last before training: a start that failed must not claim it."""
    jsonl.write_text_atomic(out / CONFIG, json.dumps(dict(config), indent=2) + "\n")


def last_checkpoint(out: Path) -> Path | None:
    """Return the newest checkpoint that was written whole, None for none."""
    return max(checkpoints(out), key=step_of, default=None)


def checkpoints(out: Path) -> list[Path]:
    """Return the checkpoints that were written whole, by step."""
    return sorted((p for p in out.glob("checkpoint-*") if _whole(p)), key=step_of)


def step_of(checkpoint: Path) -> int:
    """Return the optimiser step of a checkpoint, by its name."""
    return int(checkpoint.name.rpartition("-")[2])


def _whole(checkpoint: Path) -> bool:
    # the trainer's state is written last; a kill may have cut it
    try:
        json.loads((checkpoint / "trainer_state.json").read_text())
    except (OSError, ValueError):
        return False
    return True


def begin(out: Path, config: Mapping[str, Json], resume: bool) -> None:
    """Claim the folder, emptied of an earlier run without `resume`."""
    if not resume:
        start_anew(out)
    claim(out, config)


def start_anew(out: Path) -> None:
    """Remove what an earlier run left: else a run that is stopped and resumed would go on from that one's steps."""
    for folder in (*out.glob("checkpoint-*"), out / "final", out / "policy", out / "best"):
        shutil.rmtree(folder, ignore_errors=True)
    for name in ("log.jsonl", "validation.jsonl"):
        (out / name).unlink(missing_ok=True)


def without_folders(config: Mapping[str, Json]) -> dict[str, Json]:
    """Return the configuration with files by name: a lineage is published, a person's folders are not."""
    return {**config, **{k: Path(config[k]).name for k in ("base", "data", "out", "adapter") if config.get(k)}}


def parent(base: str, adapter: str) -> dict[str, str]:
    """Return what training began from, by name and hash: the base, and the adapter it went on from ("" for none)."""
    found = {"path": Path(base).name}
    weights = {"sha256": Path(base)}
    if adapter:
        found["adapter"] = Path(adapter).name
        weights["adapter_sha256"] = Path(adapter) / "adapter_model.safetensors"
    return found | {key: lineage.sha256(path) for key, path in weights.items() if path.is_file()}
