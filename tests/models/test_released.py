"""The adapter that is released does what the README says it does, on plain requests that nobody may see fail."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from botpsy.core.messages import Json, Message
from botpsy.core.protocols import Conversation, Sampling
from botpsy.envs.prompt import SYSTEM
from botpsy.models.llama_cpp import LlamaCpp
from botpsy.tasksets.phone.world import make_world

ADAPTER = Path(__file__).parents[2] / "models" / "botpsy-135m" / "adapter.gguf"


@pytest.fixture(scope="module")
def released(base_model: Path) -> Iterator[LlamaCpp]:
    engine = LlamaCpp(base_model, adapter=ADAPTER, context=2048, parallel=2)
    yield engine
    engine.close()


@pytest.mark.parametrize(
    ("said", "tool", "arguments"),
    [
        (
            "Put lunch with Ana on Friday at 12:30",
            "create_event",
            {"title": "Lunch with Ana", "when": "Friday at 12:30"},
        ),
        ("What do I have on Friday?", "list_events", {"when": "Friday"}),
        ("Cancel the dentist", "delete_event", {"event": "dentist"}),
        ("What's Ana's email?", "find_contact", {"name": "Ana"}),
    ],
)
def test_a_plain_request_is_the_call_it_means(
    released: LlamaCpp, said: str, tool: str, arguments: dict[str, Json]
) -> None:
    tools = make_world(0, "train").open().toolbox.specs
    asked = Conversation((Message("system", SYSTEM), Message("user", said)), tools)
    sampling = Sampling(max_tokens=120, call_grammar=True, logprobs=False)
    (answer,) = asyncio.run(released.generate([asked], sampling))
    assert [(c.name, c.arguments) for c in answer.message.tool_calls] == [(tool, arguments)], answer.message.content
