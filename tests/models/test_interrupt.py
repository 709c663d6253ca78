"""A Ctrl-C that comes while native code starts is held until it runs, and then let through."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator

import pytest

from botpsy.models.interrupt import interrupt_held


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
