"""The endpoint against each product's way of streaming, against what breaks, and against llama.cpp's own server."""

from __future__ import annotations

import asyncio
import json
import math
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fake_openai import FakeOpenAi, Reply, chunk, sse

from botpsy.cli.main import main
from botpsy.core.errors import BackendError, ConfigError, ContextOverflow, InfraError, ModelError
from botpsy.core.messages import CallFault, Message, ToolCall, ToolSpec
from botpsy.core.protocols import Completion, Conversation, Sampling
from botpsy.models.llama_server import LlamaServer
from botpsy.models.openai_endpoint import OpenAiEndpoint
from botpsy.models.openai_messages import messages

TOOL = ToolSpec("add", "Adds.", {"type": "object", "properties": {"a": {"type": "integer"}}})
ASK = Conversation((Message("user", "Hi"),), (TOOL,))


def answered(
    answer: Callable[[int, dict[str, Any]], Reply] | Reply, sampling: Sampling | None = None, **more: Any
) -> Completion:
    reply = answer if callable(answer) else lambda count, body: answer
    with FakeOpenAi(reply) as fake:
        endpoint = OpenAiEndpoint(fake.url, "m", patience=0.01, **more)
        try:
            return asyncio.run(endpoint.generate([ASK], sampling or Sampling()))[0]
        finally:
            endpoint.close()


def call(index: int | None, name: str | None, arguments: object, id_: str | None = "c1") -> dict[str, Any]:
    function = {k: v for k, v in (("name", name), ("arguments", arguments)) if v is not None}
    return {
        "tool_calls": [
            {
                k: v
                for k, v in (("index", index), ("id", id_), ("type", "function"), ("function", function))
                if v is not None
            }
        ]
    }


USAGE = {"prompt_tokens": 9, "completion_tokens": 5}
STREAMS: dict[str, tuple[Reply, Message]] = {
    "llama-server": (
        sse(chunk({"role": "assistant", "content": None}), chunk({"reasoning_content": "Let me"}), chunk({"reasoning_content": " add."}),
            chunk(call(0, "add", "")), chunk(call(0, None, '{"a"', None)), chunk(call(0, None, ":1}", None)),
            chunk(finish="tool_calls"), {"choices": [], "usage": USAGE, "timings": {}}),
        Message("assistant", "", "Let me add.", (ToolCall("add", {"a": 1}),)),
    ),
    "vllm": (
        sse(chunk({"role": "assistant", "content": ""}), chunk({"reasoning": "So."}), chunk({"content": "One "}), chunk({"content": "moment."}),
            chunk(call(0, "add", '{"a": 1}')), chunk(call(1, "add", '{"a": 2}', "c2")), chunk({"content": ""}, "tool_calls"), {"choices": [], "usage": USAGE}),
        Message("assistant", "One moment.", "So.", (ToolCall("add", {"a": 1}), ToolCall("add", {"a": 2}))),
    ),
    "ollama: whole calls, all with index 0, arguments as an object, reason stop": (
        sse(chunk({"role": "assistant", "content": "", "reasoning": "Hm"}), chunk({"tool_calls": [{"index": 0, "id": "x", "function": {"name": "add", "arguments": '{"a":1}'}}]}),
            chunk({"tool_calls": [{"index": 0, "id": "y", "function": {"name": "add", "arguments": {"a": 2}}}]}), chunk({"content": ""}, "stop")),
        Message("assistant", "", "Hm", (ToolCall("add", {"a": 1}), ToolCall("add", {"a": 2}))),
    ),
    "lm studio: the name with every piece, no index": (
        (200, "text/event-stream; charset=utf-8", [": ping\n\n", f"data: {json.dumps(chunk(call(0, 'add', '{'), None))}\r\n\r\n",
            "event: message\n", f"data:{json.dumps(chunk(call(0, 'add', '}'), None))}\n\n", f"data: {json.dumps(chunk({}, 'tool_calls'))}\n\ndata: [DONE]\n\n"]),
        Message("assistant", "", "", (ToolCall("add", {}),)),
    ),
    "no parser at the server: tags in the text": (
        sse(chunk({"content": "<think>a</think>Well "}), chunk({"content": '<tool_call>{"name": "add", "argu'}), chunk({"content": 'ments": {"a": 3}}</tool_call>'}), chunk(finish="stop")),
        Message("assistant", "Well", "a", (ToolCall("add", {"a": 3}),)),
    ),
    "not streamed although asked for": (
        (200, "application/json", [json.dumps({"choices": [{"message": {"content": "Hello", "tool_calls": None}, "finish_reason": "stop"}], "usage": USAGE})]),
        Message("assistant", "Hello"),
    ),
    "content in parts": (sse(chunk({"content": [{"type": "text", "text": "Hel"}, {"type": "text", "text": "lo"}]}), chunk(finish="stop")), Message("assistant", "Hello")),
    "characters cut between chunks": ((200, "text/event-stream", [*(bytes([b]) for b in ("data: " + json.dumps(chunk({"content": "Zür"}, "stop"), ensure_ascii=False) + "\n\n").encode()), "data: [DONE]\n\n"]), Message("assistant", "Zür")),
}  # fmt: skip


@pytest.mark.parametrize("name", STREAMS)
def test_each_product_is_read(name: str) -> None:
    reply, message = STREAMS[name]
    completion = answered(reply)
    assert completion.message == message
    assert completion.finish == "stop"


def test_usage_and_times_are_told() -> None:
    usage = answered(STREAMS["vllm"][0]).usage
    assert usage is not None
    assert (usage.read, usage.sampled, usage.thinking) == (9, 5, None)
    assert 0 < usage.first_token < 30
    assert usage.decoding >= 0
    details = {**USAGE, "completion_tokens_details": {"reasoning_tokens": 4}}
    told = answered(sse(chunk({"content": "x"}, "stop"), {"choices": [], "usage": details})).usage
    assert told is not None
    assert told.thinking == 4
    assert answered(sse(chunk({"content": "x"}, "stop"))).usage is None


FAULTS: dict[str, tuple[Reply, str, str]] = {
    "broken json": (sse(chunk(call(0, "add", '{"a": ')), chunk(finish="tool_calls")), "malformed", "not valid JSON"),
    "an array": (sse(chunk(call(0, "add", "[1]")), chunk(finish="tool_calls")), "malformed", "not a JSON object"),
    "no name": (sse(chunk(call(0, None, "{}")), chunk(finish="tool_calls")), "malformed", "no name"),
    "deep": (sse(chunk(call(0, "add", '{"a":' * 90 + "1" + "}" * 90)), chunk(finish="tool_calls")), "malformed", "nested deeper"),
    "NaN": (sse(chunk(call(0, "add", '{"a": NaN}')), chunk(finish="tool_calls")), "malformed", "NaN"),
    "cut": (sse(chunk(call(0, "add", '{"a": 1}')), chunk(finish="length")), "cut", "the text ended"),
}  # fmt: skip


@pytest.mark.parametrize("name", FAULTS)
def test_a_call_that_does_not_parse_is_the_models_fault(name: str) -> None:
    reply, kind, reason = FAULTS[name]
    message = answered(reply).message
    assert not message.tool_calls
    (fault,) = message.faults
    assert fault.kind == kind
    assert reason in fault.reason


def test_a_call_without_arguments_has_none() -> None:
    assert answered(sse(chunk(call(0, "add", "")), chunk(finish="tool_calls"))).message.tool_calls == (
        ToolCall("add", {}),
    )


BROKEN: dict[str, Reply] = {
    "busy": (503, "application/json", ['{"error": "loading model"}']),
    "an error in the stream": sse(chunk({"content": "x"}), {"error": {"message": "slot died"}}),
    "llama-server's error in the stream": (200, "text/event-stream", ["error: slot died\n\n"]),
    "the stream ends early": sse(chunk({"content": "Hel"}), done=False),
    "no reason": sse(chunk({"content": "Hel"})),
    "no json": (200, "text/event-stream", ["data: {no\n\n"]),
    "deep json": (200, "text/event-stream", ["data: " + "[" * 100_000 + "\n\n"]),
    "a web page": (200, "text/html", ["<html>"]),
    "calls without end": sse(*[chunk(call(i, "add", "{}", f"c{i}")) for i in range(300)], chunk(finish="stop")),
}  # fmt: skip


@pytest.mark.parametrize("name", BROKEN)
def test_what_breaks_is_tried_again_and_then_ours(name: str) -> None:
    good = sse(chunk({"content": "ok"}, "stop"))
    assert answered(lambda count, body: BROKEN[name] if count < 3 else good).message.content == "ok"
    with pytest.raises(InfraError, match="no answer after 2 tries"):
        answered(BROKEN[name], tries=2)


def test_what_no_other_try_mends_is_told_at_once() -> None:
    with pytest.raises(ModelError, match="wants a key"):
        answered((401, "application/json", ["{}"]))
    with pytest.raises(ModelError, match="no such model"):
        answered((404, "application/json", ['{"error": "model not found"}']))
    for said in (
        "the request exceeds the available context size",
        "This model's maximum context length is 4096 tokens",
    ):
        with pytest.raises(ContextOverflow):
            answered((400, "application/json", [json.dumps({"error": {"message": said}})]))


def test_what_a_server_does_not_know_is_left_out_from_then_on() -> None:
    def picky(count: int, body: dict[str, Any]) -> Reply:
        return (
            sse(chunk({"content": "ok"}, "stop"))
            if "chat_template_kwargs" not in body
            else (400, "application/json", ['{"error": "unknown field"}'])
        )

    with FakeOpenAi(picky) as fake:
        endpoint = OpenAiEndpoint(fake.url, "m", patience=0)
        for _ in range(2):
            assert asyncio.run(endpoint.generate([ASK], Sampling()))[0].message.content == "ok"
        assert len(fake.requests) == 3
        assert "refuses chat_template_kwargs" in endpoint.warnings[0]
        endpoint.close()
    with pytest.raises(ModelError, match="refuses the request: HTTP 400"):
        answered((400, "application/json", ['{"error": "no"}']))


def test_the_key_comes_from_the_environment_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_KEY", "s3cret")
    with FakeOpenAi(lambda count, body: sse(chunk({"content": "ok"}, "stop"))) as fake:
        endpoint = OpenAiEndpoint(fake.url, key_env="MY_KEY")
        assert endpoint.model == "m"
        asyncio.run(endpoint.generate([ASK], Sampling(seed=-1, stop=("x",), json_schema={"type": "object"})))
        assert {h["Authorization"] for h in fake.headers} == {"Bearer s3cret"}
        assert "s3cret" not in json.dumps(fake.requests)
        assert fake.requests[0]["stop"] == ["x"]
        assert fake.requests[0]["response_format"]["json_schema"]["schema"] == {"type": "object"}
        endpoint.close()
    with pytest.raises(ConfigError, match="NO_KEY"):
        OpenAiEndpoint("http://localhost:1/v1", "m", key_env="NO_KEY")
    with pytest.raises(ConfigError, match="no address"):
        OpenAiEndpoint("localhost:8000", "m")
    with pytest.raises(BackendError, match="cannot be read"):
        OpenAiEndpoint("http://127.0.0.1:1/v1")
    with (
        FakeOpenAi(lambda count, body: sse(), models=("a", "b")) as two,
        pytest.raises(ConfigError, match="serves 2 models"),
    ):
        OpenAiEndpoint(two.url)


def test_a_request_that_is_taken_back_hangs_up() -> None:
    async def go(url: str) -> float:
        endpoint = OpenAiEndpoint(url, "m")
        task = asyncio.create_task(endpoint.generate([ASK], Sampling()))
        await asyncio.sleep(0.3)
        started = time.monotonic()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        endpoint.close()
        return time.monotonic() - started

    with FakeOpenAi(lambda count, body: sse(*[chunk({"content": "x"})] * 500), slow=0.05) as fake:
        assert asyncio.run(go(fake.url)) < 5
        assert fake.hung_up.wait(20)


def test_endless_answers_end() -> None:
    endless = sse(*[chunk({"content": "x"})] * 2000)
    with FakeOpenAi(lambda count, body: endless, slow=0.01) as fake:
        endpoint = OpenAiEndpoint(fake.url, "m", tries=1, longest=0.3)
        with pytest.raises(InfraError, match="takes too long"):
            asyncio.run(endpoint.generate([ASK], Sampling()))
        endpoint.close()


def test_results_belong_to_calls_and_others_are_told_by_the_user() -> None:
    rows = messages((
        Message("user", "\ud800"),
        Message("assistant", "", "", (ToolCall("add", {"a": 1}), ToolCall("add", {})), (CallFault("malformed", "{x", "no"),)),
        Message("tool", "1", name="add"), Message("tool", "2", name="add"), Message("tool", "it was malformed"),
    ))  # fmt: skip
    json.dumps(rows).encode()
    assert [r["role"] for r in rows] == ["user", "assistant", "tool", "tool", "user"]
    assert [c["id"] for c in rows[1]["tool_calls"]] == [rows[2]["tool_call_id"], rows[3]["tool_call_id"]]
    assert "<tool_call>{x</tool_call>" in rows[1]["content"]
    assert math.isclose(json.loads(rows[1]["tool_calls"][0]["function"]["arguments"])["a"], 1)


@pytest.mark.model
def test_llama_cpps_own_server_answers(base_model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    server = LlamaServer(base_model, adapter=None, context=1024, parallel=1, threads=1, states=None, cache_mib=0)
    try:
        monkeypatch.setenv("LLAMA_KEY", server._key)  # pyright: ignore[reportPrivateUsage]
        url = f"http://{server._host}:{server._port}/v1"  # pyright: ignore[reportPrivateUsage]
        endpoint = OpenAiEndpoint(url, key_env="LLAMA_KEY", tries=1)
        said = asyncio.run(endpoint.generate([Conversation((Message("user", "Say hello."),))], Sampling(max_tokens=8)))[
            0
        ]
        assert said.message.content
        assert said.usage is not None
        assert 0 < said.usage.sampled <= 8
        assert said.usage.first_token > 0
        turns = (
            Message("user", "Add."), Message("assistant", tool_calls=(ToolCall("add", {"a": 1}),)), Message("tool", "1", name="add"),
        )  # fmt: skip
        after = asyncio.run(endpoint.generate([Conversation(turns, (TOOL,))], Sampling(max_tokens=8)))[0]
        assert after.usage is not None
        with pytest.raises(ContextOverflow):
            long = Conversation((Message("user", "word " * 3000),))
            asyncio.run(endpoint.generate([long], Sampling(max_tokens=8)))
        monkeypatch.setenv("LLAMA_KEY", "another")
        with pytest.raises(ModelError, match="wants a key"):
            asyncio.run(OpenAiEndpoint(url, "m", key_env="LLAMA_KEY", tries=1).generate([ASK], Sampling(max_tokens=1)))
    finally:
        server.close()


def test_the_verb_evaluates_an_endpoint(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "one.py"
    file.write_text(
        "from botpsy.tasksets.maths.taskset import maths\ndef benchmark(): return maths(3)\n", encoding="utf-8"
    )
    with FakeOpenAi(lambda count, body: sse(chunk({"content": "42"}, "stop"), {"choices": [], "usage": USAGE})) as fake:
        out = str(tmp_path / "out")
        assert main(["eval", "m", "--endpoint", fake.url, "--suite", str(file), "--out", out]) == 0
        assert len(fake.requests) == 3
        assert main(["eval", "m", "--endpoint", fake.url, "--suite", str(file), "--out", out]) == 0
        assert len(fake.requests) == 3  # nothing is asked twice
    settings = json.loads((tmp_path / "out" / "run.json").read_text(encoding="utf-8"))["settings"]
    assert settings["model"] == "m"
    assert settings["endpoint"].startswith("127.0.0.1:")
    assert main(["eval", "m", "--endpoint", "nowhere", "--suite", str(file), "--out", out]) == 3
    assert main(["eval", "m", "--endpoint", "http://x", "--adapter", "a", "--suite", str(file), "--out", out]) == 2
    capsys.readouterr()
