"""vLLM behind its OpenAI-compatible server: rollouts on GPUs, and log-probabilities of given tokens (teachers).

Prompts go in as token ids (`/v1/completions`) and come back as the ids that were sampled; templates and parsing are
ours (`chat`). Fields beyond OpenAI's, as vLLM names them: `return_token_ids`, `prompt_logprobs`, `top_k`, `min_p`,
`repetition_penalty`, `stop_token_ids`. Read from vLLM's sources and tried against a server of ours that speaks the same
protocol (`tests/models/fake_vllm.py`); it was not run against vLLM itself.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Sequence
from typing import Any, cast

from botpsy.chat.extend import Tokenizer, extend
from botpsy.chat.family import ChatFamily
from botpsy.core.errors import ConfigError, ContextOverflow, InfraError, ModelError
from botpsy.core.messages import Message, ToolSpec
from botpsy.core.protocols import Completion, Conversation, Sampling
from botpsy.models.endpoint import Body, Endpoints

_LEAST_ROOM = 8  # tokens; an answer shorter than this says nothing
_CHUNK = 2048  # tokens compared in one request
_PROBE = "<|im_start|>user\nNaïve café, 12,345.67 €; x = [1, 2];\n\n你好 мир 🙂<|im_end|>\n<tool_call>{}</tool_call>"


class VllmGenerator:
    """A model or adapter that vLLM serves. Implements Generator.

    `model`: its name there. `context`: tokens of one conversation. Log-probabilities (nats) are vLLM's
    `raw_logprobs`, its default: temperature 1, before top-p. One failed request does not fail the others: its
    completion is "cancelled", which an episode tries again.

    Example:
        generator = VllmGenerator(Endpoints(["http://gpu1:8000/v1"]), "policy", tokenizer, family, context=16384)
    """

    def __init__(
        self, servers: Endpoints, model: str, tokenizer: Tokenizer, family: ChatFamily, *, context: int
    ) -> None:
        self.model = model
        self._servers = servers
        self._tokenizer = tokenizer
        self._family = family
        self._context = context
        self._ends = [ids[0] for ids in (tokenizer.encode(text) for text in family.stop) if len(ids) == 1]

    async def generate(self, conversations: Sequence[Conversation], sampling: Sampling) -> list[Completion]:
        """Return one completion a conversation; i is sampled with `sampling.seed + i`.

        Raises ContextOverflow when any does not fit, InfraError when all requests failed, ModelError for a server that
        does not know the model or gives no token ids, ValueError for a constraint or a stop text of the caller's.
        """
        if sampling.json_schema is not None or sampling.call_grammar or sampling.stop:
            raise ValueError("vLLM samples freely here: no grammar, no schema and no stop texts")
        prompts = [
            extend(self._family, self._tokenizer, c, thinking=sampling.thinking).token_ids for c in conversations
        ]
        longest = max(map(len, prompts), default=0)
        if self._context - longest < _LEAST_ROOM:
            raise ContextOverflow(f"the conversation has {longest} tokens, the context {self._context}")
        asked = [
            self._one(prompt, c.tools, sampling, sampling.seed + i)
            for i, (prompt, c) in enumerate(zip(prompts, conversations, strict=True))
        ]
        done = await asyncio.gather(*asked, return_exceptions=True)
        for error in done:
            if isinstance(error, BaseException) and not isinstance(error, InfraError):
                raise error
        failed = [error for error in done if isinstance(error, InfraError)]
        if failed and len(failed) == len(done):
            raise failed[0]
        nothing = Completion(Message("assistant", ""), "cancelled")
        return [nothing if isinstance(made, BaseException) else made for made in done]

    async def _one(
        self, prompt: tuple[int, ...], tools: tuple[ToolSpec, ...], sampling: Sampling, seed: int
    ) -> Completion:
        body: Body = {
            "model": self.model,
            "prompt": list(prompt),
            "max_tokens": min(sampling.max_tokens, self._context - len(prompt)),
            "temperature": sampling.temperature,
            "top_p": sampling.top_p,
            "seed": seed,
            "logprobs": 0,  # of the sampled token alone
            "return_token_ids": True,
            "stop_token_ids": self._ends,
            # else what stands in the model's generation_config.json applies, and what is sampled is not the policy
            "top_k": 0,
            "min_p": 0.0,
            "repetition_penalty": 1.0,
            "presence_penalty": 0.0,
            "frequency_penalty": 0.0,
        }
        choice = _choice(await self._servers.ask("/completions", body, hash(prompt)))
        ids, logprobs = _sampled(choice)
        if choice.get("finish_reason") not in ("stop", "length"):
            raise InfraError(f"the server broke off: {choice.get('finish_reason')!r}")
        text = self._tokenizer.decode(ids)
        ended = choice["finish_reason"] == "stop"
        parser = self._family.parser(sampling.thinking, tools)
        parser.feed(text)
        message = parser.finish(cut=not ended)
        return Completion(message, "stop" if ended else "length", text, prompt, tuple(ids), tuple(logprobs))


class VllmScorer:
    """A model or adapter that vLLM serves, as a teacher. Implements Scorer.

    Start its server with `--no-enable-prefix-caching`: with the cache, prompt log-probabilities of what was cached were
    wrong in some versions (vllm-project/vllm issue 42019).
    """

    def __init__(self, servers: Endpoints, model: str) -> None:
        self.model = model
        self._servers = servers

    async def score(self, token_ids: Sequence[int]) -> list[float]:
        """Return the log-probability (nats) of each token after those before it; the first is 0.

        Raises InfraError, ContextOverflow, ModelError.
        """
        body: Body = {
            "model": self.model,
            "prompt": list(token_ids),
            "max_tokens": 1,
            "temperature": 0.0,
            "prompt_logprobs": 0,  # of the prompt's own token alone
        }
        choice = _choice(await self._servers.ask("/completions", body, hash(tuple(token_ids))))
        found = choice.get("prompt_logprobs")
        if not isinstance(found, list):
            raise ModelError("the server gives no prompt log-probabilities; a teacher needs vLLM's prompt_logprobs")
        entries = cast("list[Any]", found)
        if len(entries) != len(token_ids):
            raise InfraError(f"{len(entries)} prompt log-probabilities for {len(token_ids)} tokens")
        return [0.0, *(_of_token(e, token) for e, token in zip(entries[1:], token_ids[1:], strict=True))]


def _choice(answer: Body) -> Body:
    choices = answer.get("choices")
    if not isinstance(choices, list) or not choices or not isinstance(choices[0], dict):
        raise InfraError(f"the answer has no choice: {str(answer)[:120]}")
    return cast(Body, choices[0])


def _sampled(choice: Body) -> tuple[list[int], list[float]]:
    """Return (token ids, log-probabilities) of a choice; not a number where unknown."""
    ids: Any = choice.get("token_ids")
    if not isinstance(ids, list):
        raise ModelError("the server gives no token ids; rollouts need a vLLM that knows `return_token_ids`")
    ids = cast("list[Any]", ids)
    reported = cast("list[Any]", _field(choice.get("logprobs"), "token_logprobs") or [])
    if not all(isinstance(i, int) and not isinstance(i, bool) and i >= 0 for i in ids) or len(reported) != len(ids):
        raise InfraError(f"{len(ids)} token ids with {len(reported)} log-probabilities, or no ids: {str(ids)[:60]}")
    return ids, [float(p) if isinstance(p, int | float) else math.nan for p in reported]


def _of_token(entry: Any, token: int) -> float:
    value = _field(_field(entry, str(token)), "logprob")
    if not isinstance(value, int | float) or not math.isfinite(value):
        raise InfraError(f"no log-probability for token {token} of the prompt: {str(entry)[:80]}")
    return float(value)


def _field(value: Any, name: str) -> Any:
    """Return a field of what should be a JSON object, None where it is none or has none."""
    return cast(Body, value).get(name) if isinstance(value, dict) else None


def check_server(servers: Endpoints, model: str, tokenizer: Tokenizer, vocabulary: int, context: int, who: str) -> None:
    """Check that every server has the model, our tokenizer and room for `context` tokens, before anything is sampled.

    `vocabulary`: ids of our tokenizer, all of which are compared by what they decode to. `who` is named in errors.
    Raises ConfigError that says what differs.
    """
    for url in servers.urls:
        one = Endpoints([url], parallel=1)
        try:
            _check_one(one, url, model, tokenizer, vocabulary, context, who)
        finally:
            one.close()


def _check_one(
    one: Endpoints, url: str, model: str, tokenizer: Tokenizer, vocabulary: int, context: int, who: str
) -> None:
    cards = {str(card.get("id")): card for card in served(one, url)}
    if model not in cards:
        raise ConfigError(f"{who}: {url} serves {', '.join(sorted(cards)) or 'nothing'}, not {model!r}")
    rooms = [int(c["max_model_len"]) for c in cards.values() if isinstance(c.get("max_model_len"), int)]
    if rooms and min(rooms) < context + 1:  # a scored prompt is followed by one token
        raise ConfigError(
            f"{who}: {url} holds {min(rooms)} tokens, an episode up to {context}; start it with --max-model-len "
            f"{context + 1}"
        )
    root = Endpoints([url.removesuffix("/v1")], parallel=1)
    try:
        asked = {"model": model, "prompt": _PROBE, "add_special_tokens": False}
        theirs, ours = root.post("/tokenize", asked).get("tokens"), tokenizer.encode(_PROBE)
        if theirs != ours:
            raise ConfigError(
                f"{who} has another tokenizer: {url} makes {theirs} of a text of which ours makes {ours}. Teachers and "
                f"engines must share the student's tokenizer"
            )
        for start in range(0, vocabulary, _CHUNK):
            ids = list(range(start, min(start + _CHUNK, vocabulary)))
            if _detokenise(root, model, ids) != tokenizer.decode(ids):
                raise ConfigError(_differing(root, model, ids, tokenizer, who))
    finally:
        root.close()


def served(servers: Endpoints, url: str) -> list[Body]:
    """Return what one server calls its models and adapters. Raises InfraError."""
    cards: Any = servers.at(url, "/models").get("data")
    if not isinstance(cards, list):
        raise InfraError(f"{url}/models lists no models")
    return [cast(Body, card) for card in cast("list[Any]", cards) if isinstance(card, dict)]


def _detokenise(root: Endpoints, model: str, ids: list[int]) -> str | None:
    try:
        return str(root.post("/detokenize", {"model": model, "tokens": ids}).get("prompt"))
    except ModelError:  # the server refuses ids that are none of its tokens
        return None


def _differing(root: Endpoints, model: str, ids: list[int], tokenizer: Tokenizer, who: str) -> str:
    """Return which token is another, found by halving."""
    while len(ids) > 1:
        half = ids[: len(ids) // 2]
        ids = half if _detokenise(root, model, half) != tokenizer.decode(half) else ids[len(ids) // 2 :]
    return (
        f"{who} has another tokenizer: token {ids[0]} is {_detokenise(root, model, ids)!r} there, "
        f"{tokenizer.decode(ids)!r} here. Teachers and engines must share the student's tokenizer"
    )
