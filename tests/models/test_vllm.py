"""The vLLM engine and scorer against a server that speaks the same protocol: what is asked, what is untrusted."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from botpsy.chat.smollm2 import SmolLM2
from botpsy.core.errors import ConfigError, ContextOverflow, InfraError, ModelError
from botpsy.core.messages import Message
from botpsy.core.protocols import Completion, Conversation, Sampling
from botpsy.models.endpoint import Endpoints
from botpsy.models.vllm import VllmGenerator, VllmScorer, check_server
from fake_vllm import FakeVllm

SPECIALS = ("<|endoftext|>", "<|im_start|>", "<|im_end|>")
END = 258


def encode(text: str) -> list[int]:
    ids: list[int] = []
    while text:
        special = next((s for s in SPECIALS if text.startswith(s)), None)
        ids += [256 + SPECIALS.index(special)] if special else text[0].encode()
        text = text[len(special) if special else 1 :]
    return ids


class Bytes:
    """One token a byte, and one for each special text."""

    def encode(self, text: str) -> list[int]:
        return encode(text)

    def decode(self, ids: Sequence[int]) -> str:
        parts = [SPECIALS[i - 256].encode() if i >= 256 else bytes([i]) for i in ids]
        return b"".join(parts).decode(errors="replace")


def says(text: str) -> Callable[[list[int], dict[str, Any]], tuple[list[int], list[float], str]]:
    def complete(prompt: list[int], request: dict[str, Any]) -> tuple[list[int], list[float], str]:
        ids = [*encode(text), END]
        return ids, [-0.5] * len(ids), "stop"

    return complete


def fake(**changes: Any) -> FakeVllm:
    return FakeVllm(**{"encode": encode, "decode": Bytes().decode, "complete": says("Hi"), **changes})


def servers(*fakes: FakeVllm, tries: int = 2) -> Endpoints:
    return Endpoints([f.url for f in fakes], tries=tries, patience=0.0, parallel=8, timeout=5.0)


def ask(ends: Endpoints, texts: Sequence[str], sampling: Sampling, context: int = 512) -> list[Completion]:
    generator = VllmGenerator(ends, "base", Bytes(), SmolLM2(), context=context)
    return asyncio.run(generator.generate([Conversation((Message("user", t),)) for t in texts], sampling))


def test_what_was_sampled_comes_back_token_for_token_and_the_policy_alone_is_asked_for() -> None:
    with fake() as server:
        (first, second) = ask(servers(server), ["Hello", "Hello"], Sampling(temperature=1.0, max_tokens=32, seed=7))
        requests = server.asked("/v1/completions")
    assert first.message == Message("assistant", "Hi")
    assert (first.token_ids, first.finish) == ((*b"Hi", END), "stop")
    assert first.logprobs == (-0.5,) * 3
    assert first.prompt_ids == second.prompt_ids == tuple(requests[0]["prompt"])
    assert sorted(r["seed"] for r in requests) == [7, 8]
    assert requests[0]["stop_token_ids"] == [258, 256]
    # what generation_config.json may hold must not change the policy
    neutral = {"top_k": 0, "min_p": 0.0, "top_p": 1.0, "repetition_penalty": 1.0, "presence_penalty": 0.0}
    assert {k: requests[0][k] for k in neutral} == neutral
    assert requests[0]["return_token_ids"] is True


def test_a_dead_server_is_left_for_the_next_and_a_dead_episode_is_cancelled_alone() -> None:
    def down(path: str, count: int) -> int:
        return 503 if path == "/v1/completions" else 0

    with fake(fail=down) as dead, fake() as alive:
        done = ask(servers(dead, alive), [f"Hello {i}" for i in range(8)], Sampling(max_tokens=8))
        assert all(c.finish == "stop" for c in done)
        assert dead.asked("/v1/completions")
        with pytest.raises(InfraError, match=r"no answer after 2 tries.*HTTP 503"):
            ask(servers(dead), ["Hello"], Sampling(max_tokens=8))

    def one_in_two(prompt: list[int], request: dict[str, Any]) -> tuple[list[int], list[float], str]:
        return says("Hi")(prompt, request) if request["seed"] % 2 else ([], [], "abort")

    with fake(complete=one_in_two) as server:
        done = ask(servers(server), ["Hello"] * 4, Sampling(max_tokens=8))
    assert [c.finish for c in done] == ["cancelled", "stop", "cancelled", "stop"]
    gone = servers(server)  # nobody listens there any more
    with pytest.raises(InfraError, match="no answer after 2 tries"):
        ask(gone, ["Hello"], Sampling(max_tokens=8))


def test_what_no_other_try_mends_is_raised_at_once() -> None:
    with fake(max_model_len=64) as server:
        with pytest.raises(ContextOverflow, match="--max-model-len"):
            ask(servers(server), ["Hello " * 12], Sampling(max_tokens=60))
        with pytest.raises(ContextOverflow, match="the context 32"):
            ask(servers(server), ["Hello " * 12], Sampling(), context=32)
        generator = VllmGenerator(servers(server), "other", Bytes(), SmolLM2(), context=512)
        with pytest.raises(ModelError, match="does not exist"):
            asyncio.run(generator.generate([Conversation((Message("user", "Hi"),))], Sampling(max_tokens=2)))
        with pytest.raises(ValueError, match="no grammar"):
            ask(servers(server), ["Hello"], Sampling(call_grammar=True))
        assert len(server.asked("/v1/completions")) == 2
    for url in ("ftp://a/v1", "localhost:8000", "http://"):
        with pytest.raises(ConfigError, match="no address"):
            Endpoints([url])


@pytest.mark.parametrize(
    ("choice", "error"),
    [
        ({"finish_reason": "stop"}, ModelError),  # a server that does not know return_token_ids
        ({"finish_reason": "stop", "token_ids": [1, 2], "logprobs": {"token_logprobs": [-1.0]}}, InfraError),
        ({"finish_reason": "stop", "token_ids": ["a"], "logprobs": {"token_logprobs": [-1.0]}}, InfraError),
        ({"finish_reason": "stop", "token_ids": [True], "logprobs": {"token_logprobs": [-1.0]}}, InfraError),
        ({"finish_reason": "error", "token_ids": [], "logprobs": {}}, InfraError),
        ("what", InfraError),
        (None, InfraError),
    ],
)
def test_an_answer_of_another_shape_is_no_completion(choice: Any, error: type[Exception]) -> None:
    with fake() as server:
        server._reply = lambda path, body, count: (200, {"choices": [choice] if choice else []})  # type: ignore[method-assign]
        with pytest.raises(error):
            ask(servers(server, tries=1), ["Hello"], Sampling(max_tokens=2))
        server._reply = lambda path, body, count: (200, "<html>")  # type: ignore[method-assign]
        with pytest.raises(InfraError, match="not JSON"):
            ask(servers(server, tries=1), ["Hello"], Sampling(max_tokens=2))


def test_an_unknown_log_probability_is_not_a_number() -> None:
    with fake(complete=lambda prompt, request: ([72, END], [None, -0.25], "stop")) as server:
        (done,) = ask(servers(server), ["Hello"], Sampling(max_tokens=4))
    assert math.isnan(done.logprobs[0])
    assert done.logprobs[1] == -0.25


def test_the_scorer_returns_the_prompts_own_tokens() -> None:
    with fake(score=lambda model, prompt: [-0.1 * t for t in prompt]) as server:
        found = asyncio.run(VllmScorer(servers(server), "base").score([5, 6, 7]))
        assert found == pytest.approx([0.0, -0.6, -0.7])
        (request,) = server.asked("/v1/completions")
        assert (request["prompt_logprobs"], request["max_tokens"]) == (0, 1)
        with pytest.raises(ModelError, match="does not exist"):
            asyncio.run(VllmScorer(servers(server), "who").score([5, 6, 7]))
    with (
        fake(score=lambda model, prompt: [-math.inf] * len(prompt)) as server,
        pytest.raises(InfraError, match="token 6"),
    ):
        asyncio.run(VllmScorer(servers(server, tries=1), "base").score([5, 6, 7]))


def check(server: FakeVllm, model: str = "base", context: int = 100) -> None:
    check_server(servers(server), model, Bytes(), 259, context, "the teacher of maths")


def test_a_server_with_another_tokenizer_model_or_room_is_named_before_anything_is_asked_of_it() -> None:
    with fake() as server:
        check(server)
        with pytest.raises(ConfigError, match=r"the teacher of maths: .* serves base, not 'qwen'"):
            check(server, "qwen")
        with pytest.raises(ConfigError, match="--max-model-len 9001"):
            check(server, context=9000)
        assert not server.asked("/v1/completions")
    with fake(encode=lambda text: encode(text)[:-1]) as server, pytest.raises(ConfigError, match="another tokenizer"):
        check(server)

    def swapped(ids: Sequence[int]) -> str:  # the same text in the probe, two other tokens exchanged
        return Bytes().decode([{0: 1, 1: 0}.get(i, i) for i in ids])

    with fake(decode=swapped) as server, pytest.raises(ConfigError, match=r"token 0 is '\\x01' there, '\\x00' here"):
        check(server)
