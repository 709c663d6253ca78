"""A run's folder: `config.json` says whose it is, `checkpoint-N/` where it stands, `final/` what came out."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from botpsy.core import jsonl
from botpsy.core.errors import ConfigError, UsageError
from botpsy.core.messages import Json
from botpsy.train import lineage

CONFIG = "config.json"
FREE = ("out", "base", "save_steps", "log_steps")  # may differ when a run goes on


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
    elif out.exists() and any(out.iterdir()) and not stored.exists():
        raise UsageError(f"{out} is not empty and holds no run; choose another --out")


def claim(out: Path, config: Mapping[str, Json]) -> None:
    """Write whose the folder is. To be done last before training: a start that failed must not claim it."""
    jsonl.write_text_atomic(out / CONFIG, json.dumps(dict(config), indent=2) + "\n")


def last_checkpoint(out: Path) -> Path | None:
    """Return the newest checkpoint that was written whole, None for none."""
    # a checkpoint counts when the trainer's state, written last, is there
    done = [p for p in out.glob("checkpoint-*") if (p / "trainer_state.json").exists()]
    return max(done, key=lambda p: int(p.name.split("-")[1]), default=None)


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
