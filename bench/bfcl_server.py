"""llama.cpp's own HTTP server in a process of its own, for the harness that wants an endpoint.

    python bench/bfcl_server.py model.gguf [--adapter adapter.gguf] --context 4096 --parallel 4 --threads 2

Prints its address, and serves until its standard input ends. Everything that is not named is as `llama-server` has it.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any


def main() -> None:
    import xllamacpp

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model")
    parser.add_argument("--adapter", default="")
    for name in ("--context", "--parallel", "--threads"):
        parser.add_argument(name, type=int, required=True)
    options = parser.parse_args()
    library: Any = xllamacpp
    params = library.CommonParams()
    params.model.path = options.model
    params.n_ctx = options.context * options.parallel
    params.n_parallel = options.parallel
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = options.threads
    params.verbosity = -1
    if options.adapter:
        params.lora_adapters = [library.CommonAdapterLoraInfo(options.adapter, 1.0)]
    server = library.Server(params)
    print(server.listening_address, flush=True)
    sys.stdin.read()
    os._exit(0)  # nothing to save, and freeing the model takes a moment


@contextmanager
def serving(model: Path, adapter: Path | None, context: int, parallel: int, threads: int) -> Iterator[str]:
    """Serve a model meanwhile, and give the address, such as `http://127.0.0.1:41234`.

    Raises RuntimeError when the server does not come up.
    """
    words = [str(model), *(["--adapter", str(adapter)] if adapter else [])]
    for name, value in (("context", context), ("parallel", parallel), ("threads", threads)):
        words += [f"--{name}", str(value)]
    process = subprocess.Popen(
        [sys.executable, __file__, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdin is not None and process.stdout is not None
    try:
        address = process.stdout.readline().strip()
        if not address:
            raise RuntimeError(f"the server did not come up with {model}: it ended with {process.wait()}")
        yield address
    finally:
        process.stdin.close()
        process.wait()
        process.stdout.close()


if __name__ == "__main__":
    main()
