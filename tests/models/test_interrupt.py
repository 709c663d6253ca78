"""A Ctrl-C that comes while native code starts is held until it runs, and then let through."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from botpsy.models import llama_server
from botpsy.models.interrupt import interrupt_held
from botpsy.models.llama_cpp import LlamaCpp


@pytest.fixture(autouse=True)
def default_handler() -> Iterator[None]:
    """A test worker may ignore Ctrl-C; a person's terminal does not."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_an_interrupt_comes_after_the_block_and_not_within() -> None:
    done: list[str] = []
    with pytest.raises(KeyboardInterrupt), interrupt_held():
        signal.raise_signal(signal.SIGINT)
        done.append("the rest of the block")
    assert done == ["the rest of the block"]


def test_the_handler_is_put_back() -> None:
    before = signal.getsignal(signal.SIGINT)
    with interrupt_held():
        assert signal.getsignal(signal.SIGINT) is not before
    assert signal.getsignal(signal.SIGINT) is before


def test_it_does_nothing_in_another_thread() -> None:
    failed: list[BaseException] = []

    def work() -> None:
        try:
            with interrupt_held():
                pass
        except BaseException as error:
            failed.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert failed == []


def test_an_engine_that_is_interrupted_while_it_starts_runs_first_and_can_then_be_freed(
    base_model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = llama_server._start  # pyright: ignore[reportPrivateUsage]
    answered: list[str] = []
    post = llama_server.LlamaServer.post

    def interrupted(*arguments: Any) -> Any:
        signal.raise_signal(signal.SIGINT)
        return start(*arguments)

    def asked(self: llama_server.LlamaServer, path: str, body: Any = None) -> Any:
        answered.append(path)
        return post(self, path, body)

    monkeypatch.setattr(llama_server, "_start", interrupted)
    monkeypatch.setattr(llama_server.LlamaServer, "post", asked)
    with pytest.raises(KeyboardInterrupt):
        LlamaCpp(base_model, context=256, parallel=1)
    assert answered == ["/slots"]  # its loop had answered before it was let go
