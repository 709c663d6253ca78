"""The official `bfcl` command with one model more: ours. Runs where only the official packages are (`bfcl_official`).

    BFCL_PROJECT_ROOT=... BOTPSY_BENCH_NEW_TOKENS=256 python -S bench/bfcl_cli.py generate --model botpsy-FC ...

Whoever evaluates a model of their own with BFCL adds a handler and an entry in the list of models. Here the list holds
that entry alone, since the others import some forty clients. The handler is the official one for Hermes calls
(`QwenFCHandler`: the completions endpoint, its own reader of calls) with the prompt of our chat template and a bound on
the answer; the rest of the harness is untouched.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from importlib import import_module
from types import ModuleType, SimpleNamespace
from typing import Any

from botpsy.benchmarks.bfcl_schema import to_tool
from botpsy.chat.families import family_for
from botpsy.chat.family import ChatFamily
from botpsy.core.messages import Json, Message

MODEL = "botpsy-FC"
NEW = "BOTPSY_BENCH_NEW_TOKENS"
"""The environment variable that bounds an answer's tokens."""
_LIST = "bfcl_eval.constants.model_config"


def main() -> None:
    new = int(os.environ[NEW])
    listed: Any = ModuleType(_LIST)
    listed.MODEL_CONFIG_MAPPING = {}
    sys.modules[_LIST] = listed
    listed.MODEL_CONFIG_MAPPING[MODEL] = SimpleNamespace(
        model_name=MODEL, display_name=MODEL, url="", org="", license="Apache-2.0", model_handler=handler(new),
        input_price=None, output_price=None, is_fc_model=True, underscore_to_dot=False,
    )  # fmt: skip
    import_module("bfcl_eval.__main__").cli()


def handler(new: int) -> type:
    """Return the official Hermes handler with our prompt, and answers of at most `new` tokens instead of 4,096."""
    base: Any = import_module("bfcl_eval.model_handler.local_inference.qwen_fc").QwenFCHandler

    def init(self: Any, *words: Any, **named: Any) -> None:
        base.__init__(self, *words, **named)
        self.client.completions.create = bounded(self.client.completions.create, new)

    def format_prompt(self: Any, messages: Any, function: Any) -> str:
        return prompt(family(self.tokenizer.chat_template), messages, function)

    own: dict[str, Any] = {"__init__": init, "_format_prompt": format_prompt}
    own["_format_prompt"].__override__ = True  # the official class refuses a method that does not say so
    return type(base)("Handler", (base,), own)


def bounded(create: Callable[..., Any], new: int) -> Callable[..., Any]:
    """Return `create` with its `max_tokens` at most `new`."""
    return lambda *, max_tokens, **words: create(max_tokens=min(max_tokens, new), **words)


family = lru_cache(family_for)


def prompt(family: ChatFamily, messages: Sequence[Mapping[str, str]], functions: Sequence[Mapping[str, Json]]) -> str:
    """Return the prompt of a question as the official loader gives it: its descriptions have the language's hints."""
    said = [Message(m["role"], m["content"]) for m in messages]  # pyright: ignore[reportArgumentType]
    return family.render(said, [to_tool(f, hint="") for f in functions])


if __name__ == "__main__":
    main()
