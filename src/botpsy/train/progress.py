"""Live progress of a run: one line a log step for people, and the same numbers as JSON lines for pictures."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from transformers import TrainerCallback

from botpsy.core import jsonl


class Progress(TrainerCallback):
    """Prints step, loss, accuracy, tokens per second and time left; appends `log.jsonl` in the run's folder."""

    def __init__(self, run: Path) -> None:
        self._out = jsonl.Appender(run / "log.jsonl")
        self._started = self._last = time.monotonic()
        self._first_step: int | None = None

    def on_log(self, args: Any, state: Any, control: Any, logs: dict[str, float] | None = None, **_: Any) -> None:  # noqa: ARG002
        """Write one line."""
        if not logs or "loss" not in logs or not state.is_world_process_zero:
            return
        now = time.monotonic()
        if self._first_step is None:
            self._first_step = max(0, state.global_step - args.logging_steps)
        speed = logs.get("tokens", 0.0) / max(now - self._last, 1e-9)
        done = state.global_step - self._first_step
        left = (state.max_steps - state.global_step) * (now - self._started) / max(done, 1)
        self._last = now
        row = {"step": state.global_step, "of": state.max_steps, "tokens_per_second": round(speed, 1), **logs}
        self._out.write(row)
        print(
            f"step {state.global_step}/{state.max_steps}  {self.words(logs)}  lr {logs.get('learning_rate', 0):.2e}  "
            f"{speed:.0f} tokens/s  {_clock(left)} left",
            file=sys.stderr,
            flush=True,
        )

    def words(self, logs: Mapping[str, float]) -> str:
        """Return what a person wants to see of a step."""
        return f"loss {logs['loss']:.4f}  token accuracy {logs.get('token_accuracy', 0):.3f}"


def _clock(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}"
