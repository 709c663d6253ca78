"""The first start: fetch the base, put our adapter into it, keep the result. Later starts find it there."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import botpsy
from botpsy.assistant.settings import Settings
from botpsy.chat.smollm2 import TEMPLATE
from botpsy.core.errors import ModelError
from botpsy.models.hub import DEFAULT_BASE, cache_folder, resolve

Tell = Callable[[str], None]


class Merge(Protocol):
    """Writes base + adapter as one GGUF; `export.gguf.merge_to_gguf`, handed in because siblings do not import."""

    def __call__(
        self, base: Path, adapter_gguf: Path, out: Path, *, progress: Callable[[int, int], None] | None = None
    ) -> object: ...


def released_adapter() -> Path | None:
    """Return the adapter that ships with the project, None when there is none."""
    if named := os.environ.get("BOTPSY_ADAPTER"):
        return Path(named)
    here = Path(botpsy.__file__).parent
    for place in (here / "released" / "adapter.gguf", here.parents[1] / "models" / "botpsy-135m" / "adapter.gguf"):
        if place.exists():
            return place
    return None


def ready_model(settings: Settings, merge: Merge, tell: Tell) -> Path:
    """Return the model that answers, made on the first start and found on later ones.

    Base and adapter are merged into one Q8_0 file, which reads prompts about twice as fast as the Q4_1 base with an
    adapter beside it. Raises ModelError, BackendError.
    """
    reference = settings.model.base or DEFAULT_BASE
    base = resolve(reference, progress=tell)
    if settings.model.adapter == "none":
        return base
    adapter = Path(settings.model.adapter).expanduser() if settings.model.adapter else None
    if adapter is None and reference == DEFAULT_BASE:
        adapter = released_adapter()
    if adapter is None:
        if reference == DEFAULT_BASE:
            tell("warning: no adapter was found; the bare base model calls no tools")
        return base
    if not adapter.is_file():
        raise ModelError(f'no adapter at {adapter}; give the path of an adapter.gguf, or "none"')
    ready = cache_folder() / "models" / "ready" / f"{_mark(base, adapter)}-Q8_0.gguf"
    if not ready.exists():
        tell("building the assistant's model (once, some seconds)")
        merge(base, adapter, ready, progress=_percent(tell))
    return ready


def _mark(base: Path, adapter: Path) -> str:
    """Return a name that changes with the adapter, the base, the chat template and our version."""
    digest = hashlib.sha256(adapter.read_bytes())
    stat = base.stat()  # the hub checked its content; for a local file its time tells a change
    digest.update(f"{base.name} {stat.st_size} {stat.st_mtime_ns} {botpsy.__version__}\n{TEMPLATE}".encode())
    return f"{base.stem}-{digest.hexdigest()[:16]}"


def _percent(tell: Tell) -> Callable[[int, int], None]:
    shown = -1

    def progress(done: int, total: int) -> None:
        nonlocal shown
        percent = done * 100 // max(total, 1)
        if percent // 25 > shown // 25 or shown < 0:
            shown = percent
            tell(f"  {percent}%")

    return progress
