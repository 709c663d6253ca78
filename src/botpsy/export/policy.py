"""Hands a policy in training over to llama.cpp: a PEFT adapter becomes an adapter GGUF, and a fresh engine loads it."""

from __future__ import annotations

from pathlib import Path

from botpsy.export.gguf import write_lora
from botpsy.export.gguf_file import read_gguf
from botpsy.export.lora import read_adapter
from botpsy.models.llama_cpp import LlamaCpp


class LlamaCppPolicy:
    """What `train.rl` takes as its `engine`: call it with the policy's folder, get an engine that samples from it.

    `base`: the GGUF that is trained, or the same weights quantised; the loss weighs the difference. `context` as in the
    run's `Play`, so that every episode fits a row; `parallel`: episodes decoded at once, at best a multiple of a group.
    The engine before is closed: llama.cpp's adapter is for life, and a fresh engine takes about a second.

    Example:
        with LlamaCppPolicy(base, context=2048, parallel=8) as engine:
            rl(config, [Phone(1000)], engine=engine)
    """

    def __init__(self, base: Path, *, context: int, parallel: int = 8, threads: int | None = None) -> None:
        self._base = base
        self._context = context
        self._parallel = parallel
        self._threads = threads
        self._engine: LlamaCpp | None = None

    def __call__(self, folder: Path) -> LlamaCpp:
        """Return an engine with the adapter of a PEFT folder. Raises ModelError when it does not fit the base."""
        self.close()
        adapter = read_adapter(folder, read_gguf(self._base))
        # float32: rounding the adapter would make llama.cpp another policy than the one that is trained
        file = write_lora(adapter, folder / "adapter.gguf", quant="F32", name="policy")
        self._engine = LlamaCpp(
            self._base, adapter=file, context=self._context, parallel=self._parallel, threads=self._threads
        )
        return self._engine

    def close(self) -> None:
        """Free the engine; may be called twice."""
        if self._engine is not None:
            self._engine.close()
            self._engine = None

    def __enter__(self) -> LlamaCppPolicy:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
