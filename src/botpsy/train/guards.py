"""What ends a run early says why and leaves its state whole: numbers that are not finite, a disk that is full."""

from __future__ import annotations

import errno
from pathlib import Path
from typing import Any

import torch
from transformers import TrainerCallback

from botpsy.core.errors import BackendError, InfraError
from botpsy.train import run_folder
from botpsy.train.world import here

_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EIO}
# torch.save and safetensors report what the system said as text
_WORDS = ("No space left", "PytorchStreamWriter failed", "File too large", "Disk quota", "unexpected pos", "I/O error")


class FiniteGradients(TrainerCallback):
    """Raises InfraError when a loss, and with it its gradient, is no finite number, before the optimiser would carry it
    into the weights and from there into a checkpoint. All processes see it: clipping has spread it to every shard."""

    def on_pre_optimizer_step(self, args: Any, state: Any, control: Any, model: Any = None, **_: Any) -> None:  # noqa: ARG002
        """Look at every gradient."""
        for name, parameter in model.named_parameters():
            gradient = parameter.grad
            if hasattr(gradient, "to_local"):  # FSDP2: each process looks at its own shard
                gradient = gradient.to_local()
            if gradient is not None and not bool(torch.isfinite(gradient).all()):
                raise InfraError(
                    f"the loss of step {state.global_step + 1} or its gradient is no finite number (seen in {name}); "
                    f"it did not change the weights. Lower the learning rate, or look at the data of this step. "
                    f"The run goes on from its last checkpoint"
                )


def train(trainer: Any, out: Path, resume: bool) -> None:
    """Run transformers' `train` from the last whole checkpoint.

    Raises BackendError when the disk does not take a checkpoint or the log; the one before is kept.
    """
    checkpoint = run_folder.last_checkpoint(out) if resume else None
    if checkpoint:
        here().tell(f"going on from {checkpoint.name}")
    try:
        trainer.train(resume_from_checkpoint=str(checkpoint) if checkpoint else None)
    except Exception as error:
        if not is_disk(error):
            raise
        kept = run_folder.last_checkpoint(out)
        raise BackendError(
            f"cannot write in {out}: {_short(error)}. Make room and run the same command: it goes on from "
            f"{kept.name if kept else 'the beginning, since no checkpoint was written yet'}"
        ) from error


def is_disk(error: BaseException) -> bool:
    """Return whether an error says that a file could not be written."""
    if isinstance(error, OSError) and error.errno in _FULL:
        return True
    return type(error).__name__ in ("RuntimeError", "SafetensorError", "OSError") and any(
        word in str(error) for word in _WORDS
    )


def _short(error: BaseException) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return str(error).splitlines()[0][:200]
