"""A generator from a model reference."""

from __future__ import annotations

from pathlib import Path

from botpsy.core.errors import ModelError
from botpsy.models.hub import Progress, resolve
from botpsy.models.llama_cpp import LlamaCpp


def load(
    reference: str,
    *,
    adapter: Path | None = None,
    context: int = 4096,
    parallel: int = 4,
    threads: int | None = None,
    caches: Path | None = None,
    progress: Progress | None = None,
) -> LlamaCpp:
    """Return a running engine for a GGUF. Raises ModelError for a reference that cannot be resolved or loaded."""
    path = resolve(reference, progress=progress)
    if path.is_dir():
        found = sorted(path.glob("*.gguf"))
        if not found:
            what = (
                "a checkpoint in safetensors" if list(path.glob("*.safetensors")) else "no model that llama.cpp reads"
            )
            raise ModelError(f"{path} holds {what}; llama.cpp wants a GGUF: make one with `botpsy export`")
        if len(found) > 1:
            raise ModelError(f"{path} holds {len(found)} GGUF files ({', '.join(f.name for f in found)}); name one")
        path = found[0]
    return LlamaCpp(path, adapter=adapter, context=context, parallel=parallel, threads=threads, caches=caches)
