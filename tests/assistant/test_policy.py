"""The reference monitor is closed by default."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from assistant_world import call

from botpsy.assistant.policy import NOBODY, Everything, Nobody, Request, decided, review
from botpsy.core.messages import ToolSpec
from botpsy.tools.execute import Decision

READ, WRITE = ToolSpec("look", "", {}, "read"), ToolSpec("act", "", {}, "write")
REQUESTS = [Request("act", call("act"), "Act"), Request("act", call("act"), "Act again")]


def allowed(spec: ToolSpec, decision: Decision | None) -> bool:
    return asyncio.run(decided(decision)(spec, call(spec.name))).allowed


def test_reads_run_and_writes_need_a_decision() -> None:
    assert allowed(READ, None)
    assert not allowed(WRITE, None)
    assert not allowed(WRITE, Decision(False))
    assert allowed(WRITE, Decision(True))


def test_the_rules() -> None:
    assert [d.allowed for d in asyncio.run(review(Everything(), REQUESTS))] == [True, True]
    assert {(d.allowed, d.reason) for d in asyncio.run(review(Nobody(), REQUESTS))} == {(False, NOBODY)}


class Careless:
    """Answers once, however much was asked."""

    async def ask(self, _requests: Sequence[Request]) -> list[Decision]:
        return [Decision(True)]


def test_an_approver_that_does_not_answer_everything_allowed_nothing() -> None:
    assert [d.allowed for d in asyncio.run(review(Careless(), REQUESTS))] == [False, False]


def test_with_nothing_to_ask_nobody_is_asked() -> None:
    assert asyncio.run(review(Careless(), [])) == []
