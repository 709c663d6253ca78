"""Fetches the base model, checks it, and builds the model that answers. `botpsy chat` does so itself when it is needed.

example:
  botpsy setup
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from botpsy.cli.terminal import tell


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The verb has no flags."""


def run(options: argparse.Namespace) -> int:  # noqa: ARG001
    """Prepare the model."""
    from botpsy.assistant.prepare import ready_model
    from botpsy.assistant.settings import load_settings

    path = ready_model(load_settings(), merge, tell)
    tell(f"ready: {path.name}")
    return 0


def merge(base: Path, adapter_gguf: Path, out: Path, *, progress: Callable[[int, int], None] | None = None) -> object:
    """Put an adapter into a base; the assistant is handed this, since it does not import `export`."""
    from botpsy.chat.smollm2 import TEMPLATE
    from botpsy.export.gguf import merge_to_gguf

    return merge_to_gguf(base, adapter_gguf, out, quant="Q8_0", template=TEMPLATE, progress=progress)
