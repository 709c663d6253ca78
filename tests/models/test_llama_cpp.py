"""The engine on the real base model: what was sampled is what is reported, and nothing is lost when it is stopped."""

from __future__ import annotations

import asyncio
import json
import math
import time
from collections.abc import Iterator
from contextlib import aclosing
from pathlib import Path
from typing import Any

import gguf
import jsonschema
import numpy as np
import pytest

from botpsy.chat.parse import TextDelta
from botpsy.core.errors import ContextOverflow, InfraError, ModelError
from botpsy.core.messages import Message, ToolCall, ToolSpec
from botpsy.core.protocols import Completion, Conversation, Sampling
from botpsy.models.llama_cpp import LlamaCpp

pytestmark = pytest.mark.model

WEATHER = ToolSpec(
    "get_weather",
    "The weather of a city.",
    {
        "type": "object",
        "properties": {"city": {"type": "string"}, "days": {"type": "integer"}},
        "required": ["city"],
    },
)
GREETING = Conversation((Message("user", "Say hi."),))
EMOJI = Conversation((Message("user", "Name three colours, each with an emoji."),))
STORY = Conversation((Message("user", "Write a long story about a river."),))


@pytest.fixture(scope="module")
def engine(base_model: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LlamaCpp]:
    engine = LlamaCpp(base_model, context=1024, parallel=3, threads=1, caches=tmp_path_factory.mktemp("states"))
    yield engine
    engine.close()


def one(engine: LlamaCpp, conversation: Conversation, **sampling: Any) -> Completion:
    (completion,) = asyncio.run(engine.generate([conversation], Sampling(**sampling)))
    return completion


async def streamed(engine: LlamaCpp, conversation: Conversation, sampling: Sampling) -> tuple[str, Completion]:
    shown, last = "", None
    async for item in engine.stream(conversation, sampling):
        shown += item.text if isinstance(item, TextDelta) else ""
        last = item
    assert isinstance(last, Completion)
    return shown, last


def busy(engine: LlamaCpp) -> bool:
    return any(slot["is_processing"] for slot in engine._server.post("/slots"))  # pyright: ignore[reportPrivateUsage]


def called(city: str) -> tuple[Message, Message]:
    call = Message("assistant", tool_calls=(ToolCall("get_weather", {"city": city}),))
    return Message("user", f"weather in {city}"), call


def test_the_family_is_known_without_being_told(engine: LlamaCpp) -> None:
    assert engine.family.name == "smollm2"


def test_every_sampled_token_is_reported_also_inside_a_character(engine: LlamaCpp) -> None:
    completion = one(engine, EMOJI, max_tokens=14)
    assert len(completion.token_ids) == len(completion.logprobs) == 14  # llama.cpp's own report has seven of them
    assert completion.finish == "length"
    assert engine.decode(completion.token_ids).startswith(completion.text.rstrip("\ufffd"))
    assert all(-20 < lp <= 0 for lp in completion.logprobs)


def test_the_end_of_turn_is_among_the_tokens(engine: LlamaCpp) -> None:
    completion = one(engine, GREETING, max_tokens=60)
    assert completion.finish == "stop"
    assert engine.decode(completion.token_ids[-1:]) == engine.family.end_of_turn
    assert engine.decode(completion.token_ids) == completion.text + engine.family.end_of_turn
    assert math.isfinite(completion.logprobs[-1])


def test_a_turn_ended_by_a_stop_text_gets_no_token_that_was_not_sampled(engine: LlamaCpp) -> None:
    completion = one(engine, GREETING, max_tokens=60, stop=("here",))
    assert completion.finish == "stop"
    assert "here" not in completion.text
    assert "here" in engine.decode(completion.token_ids)
    assert engine.family.end_of_turn not in engine.decode(completion.token_ids)
    assert all(map(math.isfinite, completion.logprobs))


def test_the_next_prompt_begins_with_all_tokens_so_far(engine: LlamaCpp) -> None:
    first = one(engine, EMOJI, max_tokens=14)
    so_far = first.prompt_ids + first.token_ids
    messages = (*EMOJI.messages, first.message, Message("user", "Again."))
    second = one(engine, Conversation(messages, (), so_far, 2), max_tokens=3)
    assert second.prompt_ids[: len(so_far)] == so_far


def test_streamed_and_generated_are_the_same(engine: LlamaCpp) -> None:
    for conversation in (GREETING, EMOJI):
        whole = one(engine, conversation, max_tokens=13)
        shown, last = asyncio.run(streamed(engine, conversation, Sampling(max_tokens=13)))
        assert last.token_ids == whole.token_ids
        assert last.message == whole.message
        assert shown == whole.message.content
        for a, b in zip(last.logprobs, whole.logprobs, strict=True):
            assert math.isnan(a) or a == pytest.approx(b, abs=0.05)


def test_seeds_make_a_batch_various_and_repeatable(engine: LlamaCpp) -> None:
    sampling = Sampling(max_tokens=12, temperature=1.0, seed=4)
    # the first run leaves the prompt cached, so that the next two compute the very same thing
    _, first, again = (asyncio.run(engine.generate([GREETING] * 3, sampling)) for _ in range(3))
    assert len({c.token_ids for c in first}) == 3
    assert [c.token_ids for c in first] == [c.token_ids for c in again]
    larger = asyncio.run(engine.generate([GREETING] * 5, sampling))  # more than there are slots
    assert len({c.token_ids for c in larger}) == 5
    greedy = asyncio.run(engine.generate([GREETING, EMOJI, GREETING], Sampling(max_tokens=6)))
    assert greedy[0].token_ids == greedy[2].token_ids == one(engine, GREETING, max_tokens=6).token_ids
    assert greedy[1].prompt_ids != greedy[0].prompt_ids


def test_log_probabilities_do_not_depend_on_temperature_or_grammar(engine: LlamaCpp) -> None:
    schema = {"enum": ["Hello"]}
    held = one(engine, GREETING, max_tokens=8, temperature=2.0, json_schema=schema)
    assert json.loads(held.text) == "Hello"
    free = one(engine, GREETING, max_tokens=1)
    assert held.logprobs[0] < free.logprobs[0]  # a quote is unlikely here, and the grammar does not make it likely
    warm = one(engine, GREETING, max_tokens=1, temperature=0.01, seed=1)
    assert warm.token_ids == free.token_ids
    assert warm.logprobs[0] == pytest.approx(free.logprobs[0], abs=0.02)


SCHEMA = {
    "type": "object",
    "properties": {
        "mood": {"enum": ["calm", "stormy"]},
        "depth": {"anyOf": [{"type": "number"}, {"type": "null"}]},
        "tags": {"type": "array", "items": {"type": "boolean"}},
    },
    "required": ["mood", "depth"],
    "additionalProperties": False,
}


def test_a_schema_holds_however_wild_the_sampling(engine: LlamaCpp) -> None:
    sampling = Sampling(max_tokens=120, temperature=3.0, seed=0, json_schema=SCHEMA)
    finished = [c for c in asyncio.run(engine.generate([STORY] * 3, sampling)) if c.finish == "stop"]
    assert finished
    for completion in finished:
        jsonschema.validate(json.loads(completion.text), SCHEMA)


def test_the_call_grammar_leaves_a_greeting_alone(engine: LlamaCpp) -> None:
    conversation = Conversation(GREETING.messages, (WEATHER,))
    free = one(engine, conversation, max_tokens=10)
    held = one(engine, conversation, max_tokens=10, call_grammar=True)
    assert held.token_ids == free.token_ids
    assert "<tool_call>" not in held.text


def test_the_call_grammar_holds_a_call_to_the_tools_on_offer(engine: LlamaCpp) -> None:
    examples = (*called("Rome"), *called("Oslo"), *called("Bern"), Message("user", "weather in Paris"))
    other = ToolSpec("forecast", "", {"type": "object", "properties": {"place": {"type": "string"}}})
    free = one(engine, Conversation(examples, (WEATHER,)), max_tokens=40)
    assert free.message.tool_calls[0].name == "get_weather"
    held = one(engine, Conversation(examples, (other,)), max_tokens=60, call_grammar=True)
    assert held.message.tool_calls
    for call in held.message.tool_calls:
        assert call.name == "forecast"
        assert set(call.arguments) <= {"place"}


def test_a_grammar_that_is_refused_is_reported_and_the_answer_comes(
    engine: LlamaCpp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("botpsy.models.llama_cpp.schema_grammar", lambda schema: "root ::= nowhere")
    before = len(engine.warnings)
    assert one(engine, GREETING, max_tokens=4, json_schema={}).text
    _, last = asyncio.run(streamed(engine, GREETING, Sampling(max_tokens=4, json_schema={})))
    assert last.text
    assert "not constrained" in engine.warnings[before]


def test_a_prompt_that_does_not_fit_names_both_numbers(engine: LlamaCpp) -> None:
    with pytest.raises(ContextOverflow, match=r"has 2\d\d\d tokens.*1024"):
        one(engine, Conversation((Message("user", "word " * 2000),)))


def test_the_end_of_the_context_cuts_the_answer(base_model: Path) -> None:
    engine = LlamaCpp(base_model, context=96, parallel=1, threads=1)
    try:
        completion = one(engine, STORY, max_tokens=500)
        assert completion.finish == "length"
        assert 90 <= len(completion.prompt_ids) + len(completion.token_ids) <= 96
    finally:
        engine.close()


def test_closing_a_stream_stops_llama_cpp_at_once(engine: LlamaCpp) -> None:
    async def read_a_little() -> None:
        async with aclosing(engine.stream(STORY, Sampling(max_tokens=900))) as stream:
            async for _ in stream:
                break

    asyncio.run(read_a_little())
    assert settles(engine, 2.0)
    assert one(engine, GREETING, max_tokens=3).text


def test_cancelling_a_task_stops_llama_cpp_at_once(engine: LlamaCpp) -> None:
    async def cancel() -> None:
        task = asyncio.create_task(streamed(engine, STORY, Sampling(max_tokens=900)))
        await asyncio.sleep(0.5)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(cancel())
    assert settles(engine, 2.0)
    assert one(engine, GREETING, max_tokens=3).text


def test_cancelling_a_batch_returns_at_once_and_the_engine_goes_on(engine: LlamaCpp) -> None:
    async def cancel() -> float:
        task = asyncio.create_task(engine.generate([STORY, GREETING, EMOJI, STORY], Sampling(max_tokens=60)))
        await asyncio.sleep(0.3)
        started = time.monotonic()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return time.monotonic() - started

    assert asyncio.run(cancel()) < 1.0
    assert one(engine, GREETING, max_tokens=3).text


def settles(engine: LlamaCpp, seconds: float) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if not busy(engine):
            return True
        time.sleep(0.02)
    return False


def test_a_warm_prompt_is_read_back_and_gives_the_same_answer(base_model: Path, tmp_path: Path) -> None:
    opening = Conversation((Message("system", "Be brief. " * 15),), (WEATHER,))
    asked = Conversation((*opening.messages, Message("user", "Say hi.")), opening.tools)
    said: list[tuple[int, ...]] = []
    for known in (False, True):
        engine = LlamaCpp(base_model, context=512, parallel=1, threads=1, caches=tmp_path)
        try:
            assert engine.warm(opening, "opening") is known
            said.append(one(engine, asked, max_tokens=8).token_ids)
        finally:
            engine.close()
    assert said[0] == said[1]
    (state,) = tmp_path.glob("*.kv")
    state.write_bytes(state.read_bytes()[:1000])  # the disk was full, say
    engine = LlamaCpp(base_model, context=512, parallel=1, threads=1, caches=tmp_path)
    try:
        assert engine.warm(opening, "opening") is False
        assert one(engine, asked, max_tokens=8).token_ids == said[0]
    finally:
        engine.close()


def test_a_closed_engine_says_so(base_model: Path) -> None:
    engine = LlamaCpp(base_model, context=256, parallel=1, threads=1)
    engine.close()
    engine.close()
    with pytest.raises(InfraError, match="closed"):
        one(engine, GREETING)


def test_a_cut_model_is_one_line(base_model: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with base_model.open("rb") as whole:
        (tmp_path / "cut.gguf").write_bytes(whole.read(5_000_000))
    with pytest.raises(ModelError, match=r"cut\.gguf"):
        LlamaCpp(tmp_path / "cut.gguf")
    assert capfd.readouterr().err == ""


def test_an_adapter_acts(base_model: Path, tmp_path: Path, engine: LlamaCpp) -> None:
    adapter = tmp_path / "adapter.gguf"
    write_adapter(adapter)
    adapted = LlamaCpp(base_model, adapter=adapter, context=256, parallel=1, threads=1)
    try:
        strong = one(adapted, GREETING, max_tokens=4)
    finally:
        adapted.close()
    assert abs(strong.logprobs[0] - one(engine, GREETING, max_tokens=4).logprobs[0]) > 0.1


def test_an_adapter_that_is_none_is_one_line(base_model: Path) -> None:
    with pytest.raises(ModelError, match="with the adapter"):
        LlamaCpp(base_model, adapter=base_model, context=256, parallel=1)


def write_adapter(path: Path) -> None:
    """A LoRA of random numbers on the first layer's query projection, in llama.cpp's adapter format."""
    random = np.random.default_rng(0)
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_type("adapter")
    writer.add_string("adapter.type", "lora")
    writer.add_float32("adapter.lora.alpha", 4.0)
    for side, shape in (("a", (4, 576)), ("b", (576, 4))):
        writer.add_tensor(f"blk.0.attn_q.weight.lora_{side}", random.normal(0, 1, shape).astype(np.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


@pytest.mark.slow
def test_log_probabilities_agree_with_transformers(engine: LlamaCpp, base_model: Path) -> None:
    torch = pytest.importorskip("torch")
    transformers = pytest.importorskip("transformers")
    completion = one(engine, EMOJI, max_tokens=14)
    model = transformers.AutoModelForCausalLM.from_pretrained(
        str(base_model.parent), gguf_file=base_model.name, dtype=torch.float32
    )
    ids_BT = torch.tensor([completion.prompt_ids + completion.token_ids])
    with torch.no_grad():
        logprobs_BTV = model(ids_BT).logits.log_softmax(-1)
    start = len(completion.prompt_ids) - 1
    reference = [float(logprobs_BTV[0, start + i, token]) for i, token in enumerate(completion.token_ids)]
    # llama.cpp multiplies Q4_1 weights with activations in 8 bits: near, not equal
    assert completion.logprobs == pytest.approx(reference, abs=0.35)
    assert np.mean(np.abs(np.subtract(completion.logprobs, reference))) < 0.1
