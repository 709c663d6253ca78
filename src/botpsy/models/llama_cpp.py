"""llama.cpp in this process: the engine on the device, and of rollouts on a CPU.

Prompts go in as token ids and come back as the ids that were sampled; chat templates and parsing are ours (`chat`).
"""

from __future__ import annotations

import asyncio
import json
import math
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from functools import lru_cache
from pathlib import Path
from typing import Any, cast

from botpsy.chat.extend import extend
from botpsy.chat.families import family_for
from botpsy.chat.family import ChatFamily
from botpsy.chat.parse import Event
from botpsy.core.errors import ContextOverflow, InfraError, ModelError
from botpsy.core.messages import ToolSpec
from botpsy.core.protocols import Completion, Conversation, Finish, Sampling, Usage
from botpsy.models.grammar import TRIGGER, call_grammar, schema_grammar
from botpsy.models.llama_server import Body, LlamaServer
from botpsy.models.prompt_cache import PromptCache
from botpsy.models.token_logprobs import NAN, align

_JSON_CALLS = ("smollm2", "qwen3", "hermes")  # families that write calls as JSON, as the grammar does
_LEAST_ROOM = 8  # tokens; an answer shorter than this says nothing
_FORCE = 1000.0


class LlamaCpp:
    """A GGUF, with a LoRA adapter when given. Implements Generator, and `stream` for people.

    `context`: tokens of one conversation. `parallel`: conversations at once, batched continuously. `family`: taken from
    the model's chat template when not given. `caches`: a folder for prompt states, see `warm`. `prompt_cache_mib`:
    memory for the prompts of conversations that wait for their next turn.

    The adapter is for life: when its scale changes, llama.cpp goes on with prompts computed at the old one. To
    compare it with the bare model, load a second engine; it takes about a second.

    Log-probabilities (nats) are those of the sampled token under the softmax of the raw logits: temperature 1, before
    top-p and grammar. `warnings` collects what could not be done as asked, such as a grammar that was not built.

    Example:
        engine = LlamaCpp(Path("model.gguf"))
        (completion,) = await engine.generate([Conversation((Message("user", "Hello"),))], Sampling())
    """

    def __init__(
        self,
        path: Path,
        *,
        adapter: Path | None = None,
        context: int = 4096,
        parallel: int = 4,
        threads: int | None = None,
        family: ChatFamily | None = None,
        caches: Path | None = None,
        prompt_cache_mib: int = 512,
    ) -> None:
        for file in (path, adapter):
            if file is not None:
                _require_gguf(file)
        self.path = path
        self.context = context
        self.parallel = parallel
        self.warnings: list[str] = []
        self._server = LlamaServer(
            path,
            adapter=adapter,
            context=context,
            parallel=parallel,
            threads=threads,
            states=caches,
            cache_mib=prompt_cache_mib,
        )
        self._cache = PromptCache(self._server, caches, path, adapter, context) if caches else None
        self._encode = lru_cache(maxsize=2048)(self._tokenise)
        self._grammars: dict[str, str] = {}
        try:
            self.family = family or family_for(str(self._server.post("/props").get("chat_template") or ""))
            self._end = self.encode(self.family.end_of_turn)
        except BaseException:
            self.close()
            raise

    # -- tokens -------------------------------------------------------------------------------------------------------

    def encode(self, text: str) -> list[int]:
        """Return the ids of a text; special tokens are read, none is added."""
        return list(self._encode(text))

    def decode(self, ids: Sequence[int]) -> str:
        """Return the text of ids, special tokens included."""
        return str(self._server.post("/detokenize", {"tokens": list(ids)})["content"])

    def _tokenise(self, text: str) -> tuple[int, ...]:
        body = {"content": text, "parse_special": True, "add_special": False}
        return tuple(self._server.post("/tokenize", body)["tokens"])

    # -- generation ---------------------------------------------------------------------------------------------------

    async def generate(self, conversations: Sequence[Conversation], sampling: Sampling) -> list[Completion]:
        """Return one completion a conversation, computed together. `token_ids` are exactly what was sampled, the token
        that ended the turn included.

        Conversation i is sampled with `sampling.seed + i`. Equal conversations share the work of their prompt.
        A seed repeats an answer only in the same company: how requests fall into batches, and what was cached, move the
        logits in their last digits, and now and then another token is drawn. What is reported is what was drawn.
        Raises ContextOverflow when any does not fit, InfraError.
        """
        prompts = [await self._prompt(c, sampling) for c in conversations]
        groups: dict[tuple[tuple[int, ...], str], list[int]] = {}
        for i, (prompt, conversation) in enumerate(zip(prompts, conversations, strict=True)):
            groups.setdefault((prompt, repr(conversation.tools)), []).append(i)
        # a group is computed by as many slots at once, so it may not be larger than there are slots
        batches = [
            places[start : start + self.parallel]
            for places in groups.values()
            for start in range(0, len(places), self.parallel)
        ]
        done: dict[int, Completion] = {}

        async def compute(places: list[int]) -> None:
            first = places[0]
            completions = await self._batch(
                prompts[first], conversations[first].tools, sampling, sampling.seed + first, len(places)
            )
            done.update(zip(places, completions, strict=True))

        tasks = [asyncio.create_task(compute(places)) for places in batches]
        try:
            await asyncio.gather(*tasks)
        finally:  # when one fails or we are cancelled, the others are not left running
            for task in tasks:
                task.cancel()
        return [done[i] for i in range(len(conversations))]

    async def _batch(
        self, prompt: tuple[int, ...], tools: tuple[ToolSpec, ...], sampling: Sampling, seed: int, count: int
    ) -> list[Completion]:
        """Sample `count` completions of one prompt."""
        ways = 1 if sampling.temperature <= 0 else count  # greedy decoding says the same each time
        body = self._request(prompt, tools, sampling, seed)
        answer = await self._ask({**body, "n_cmpl": ways})
        answers = cast(list[Body], answer) if isinstance(answer, list) else [cast(Body, answer)]
        answers.sort(key=lambda a: int(a["index"]))
        completions = [await self._completion(a, prompt, tools, sampling) for a in answers]
        return completions if ways == count else completions * count

    async def _completion(
        self, answer: Body, prompt: tuple[int, ...], tools: tuple[ToolSpec, ...], sampling: Sampling
    ) -> Completion:
        ids = [int(token) for token in answer["tokens"]]
        logprobs = align(ids, _reported(answer))
        for i, logprob in enumerate(logprobs):
            if math.isnan(logprob) and sampling.logprobs:
                logprobs[i] = await self._logprob(prompt + tuple(ids[:i]), ids[i])
        finish = _finish(answer)
        parser = self.family.parser(sampling.thinking, tools)
        parser.feed(answer["content"])
        message = parser.finish(cut=finish == "length")
        usage = _usage(answer, len(prompt), len(ids))
        return Completion(message, finish, answer["content"], prompt, tuple(ids), tuple(logprobs), usage)

    async def _logprob(self, prefix: tuple[int, ...], token: int) -> float:
        """Return the log-probability of one token after a prefix.

        The end of turn is forced, since llama.cpp reports probabilities only with a token that ends a character.
        """
        body: Body = {
            "prompt": list(prefix),
            "n_predict": 1,
            "temperature": 0,
            "logit_bias": [[self._end[-1], _FORCE]],
            "cache_prompt": True,
        }
        for count in (256, 10_000_000):  # the second is all of them; llama.cpp cuts it to the vocabulary
            (position,) = (await self._server.ask("/completion", {**body, "n_probs": count}))[
                "completion_probabilities"
            ]
            for entry in position["top_logprobs"]:
                if entry["id"] == token:
                    return float(entry["logprob"])
        return -math.inf

    async def stream(self, conversation: Conversation, sampling: Sampling) -> AsyncGenerator[Event | Completion, None]:
        """Yield parser events as the model writes, and the Completion at the end.

        Closing the iterator, or cancelling its task, stops llama.cpp within a token; the engine stays usable.
        In a stream llama.cpp keeps the tokens inside a character to itself; they are put back by tokenising the
        character, with nan for their log-probability. Raises ContextOverflow, InfraError.
        """
        prompt = await self._prompt(conversation, sampling)
        body = self._request(prompt, conversation.tools, sampling, sampling.seed)
        parser = self.family.parser(sampling.thinking, conversation.tools)
        text: list[str] = []
        ids: list[int] = []
        logprobs: list[float] = []
        finish: Finish = "stop"
        # closed here and now: a generator that is only dropped is closed when the collector comes by
        async with aclosing(self._pieces(body)) as pieces:
            async for piece in pieces:
                content, tokens = str(piece.get("content") or ""), cast(list[int], piece.get("tokens") or [])
                if tokens:
                    known = dict(_reported(piece))
                    hidden = int(piece["tokens_predicted"]) - len(ids) - len(tokens)
                    if hidden > 0:
                        lost = await asyncio.to_thread(self._hidden, content, hidden, tokens)
                        ids += lost
                        logprobs += [NAN] * len(lost)
                    ids += tokens
                    logprobs += [known.get(token, NAN) for token in tokens]
                if content:
                    text.append(content)
                    for event in parser.feed(content):
                        yield event
                if piece.get("stop"):
                    finish = _finish(piece)
        for event in parser.flush(cut=finish == "length"):
            yield event
        message = parser.finish(cut=finish == "length")
        yield Completion(message, finish, "".join(text), prompt, tuple(ids), tuple(logprobs))

    def _hidden(self, content: str, count: int, shown: list[int]) -> list[int]:
        """Return the tokens that came before those shown, given the text they end in."""
        ids = self.encode(content)
        return ids[: -len(shown)][-count:] if ids[-len(shown) :] == shown else ids[:-1][-count:]

    # -- requests -----------------------------------------------------------------------------------------------------

    async def _prompt(self, conversation: Conversation, sampling: Sampling) -> tuple[int, ...]:
        opened = await asyncio.to_thread(extend, self.family, self, conversation, thinking=sampling.thinking)
        if self.context - len(opened.token_ids) < _LEAST_ROOM:
            raise ContextOverflow(
                f"the conversation has {len(opened.token_ids)} tokens, the model's context {self.context}: start a "
                f"new one, or load the model with a larger context"
            )
        return opened.token_ids

    def _request(self, prompt: tuple[int, ...], tools: tuple[ToolSpec, ...], sampling: Sampling, seed: int) -> Body:
        body: Body = {
            "prompt": list(prompt),
            "n_predict": min(sampling.max_tokens, self.context - len(prompt) - 1),
            "temperature": sampling.temperature,
            "top_p": sampling.top_p,
            "top_k": 0,
            "min_p": 0.0,
            "seed": seed % 2**32,
            "n_probs": int(sampling.logprobs),
            "return_tokens": True,
            "cache_prompt": True,
            "stop": list(sampling.stop),
        }
        if sampling.json_schema is not None:
            body["grammar"] = schema_grammar(sampling.json_schema)
        elif sampling.call_grammar and tools and (grammar := self._call_grammar(tools)):
            body["grammar"] = grammar
            body["grammar_lazy"] = True
            body["grammar_triggers"] = [{"type": 1, "value": TRIGGER}]  # 1: a word
            body["preserved_tokens"] = [TRIGGER]  # where it is one token, llama.cpp wants it named
        return body

    def _call_grammar(self, tools: tuple[ToolSpec, ...]) -> str:
        if self.family.name not in _JSON_CALLS:
            self._warn(f"calls are not constrained: the family {self.family.name} does not write them as JSON")
            return ""
        key = json.dumps([(t.name, dict(t.parameters)) for t in tools])
        if key not in self._grammars:
            self._grammars[key] = call_grammar(tools)
        return self._grammars[key]

    async def _ask(self, body: Body) -> Any:
        try:
            return await self._server.ask("/completion", body)
        except InfraError as error:
            return await self._server.ask("/completion", self._without_grammar(body, error))

    async def _pieces(self, body: Body) -> AsyncGenerator[Body, None]:
        body = {**body, "stream": True}
        try:
            async with aclosing(self._server.stream("/completion", body)) as pieces:
                async for piece in pieces:
                    yield piece
        except InfraError as error:  # a grammar is refused before anything is written
            body = self._without_grammar(body, error)
            async with aclosing(self._server.stream("/completion", body)) as pieces:
                async for piece in pieces:
                    yield piece

    def _without_grammar(self, body: Body, error: InfraError) -> Body:
        """Return the request without its grammar when that is what was refused, else raise the error."""
        if "grammar" not in body or "grammar" not in str(error):
            raise error
        self._warn(f"the text is not constrained: {error}")
        return {key: value for key, value in body.items() if not key.startswith("grammar")}

    def _warn(self, text: str) -> None:
        if text not in self.warnings:
            self.warnings.append(text)

    # -- state --------------------------------------------------------------------------------------------------------

    def warm(self, conversation: Conversation, name: str | None = None) -> bool:
        """Compute the prompt of a conversation (its tools) ahead, so that the first answer comes at once.

        With a `name`, and an engine that has a `caches` folder, the state is read from there if it can be, else
        computed and saved. Returns whether it was read.
        """
        if name is not None and self._cache is not None and self._cache.restore(name):
            return True
        text = self.family.render(conversation.messages, conversation.tools, generate=False)
        self._server.post(
            "/completion", {"prompt": self.encode(text), "n_predict": 0, "cache_prompt": True, "id_slot": 0}
        )
        if name is not None and self._cache is not None:
            self._cache.save(name)
        return False

    def close(self) -> None:
        """Free the model. May be called twice; every later request raises InfraError."""
        self._server.close()


def _reported(piece: Body) -> list[tuple[int, float]]:
    return [(int(p["id"]), float(p["logprob"])) for p in piece.get("completion_probabilities") or ()]


def _usage(answer: Body, read: int, sampled: int) -> Usage:
    timings = cast(Body, answer.get("timings") or {})
    first, decoding = timings.get("prompt_ms", math.nan), timings.get("predicted_ms", math.nan)
    return Usage(read, sampled, first_token=float(first) / 1000, decoding=float(decoding) / 1000)


def _finish(answer: Body) -> Finish:
    return "length" if answer.get("stop_type") == "limit" else "stop"


def _require_gguf(path: Path) -> None:
    try:
        with path.open("rb") as file:
            magic = file.read(4)
    except OSError as error:
        raise ModelError(f"cannot read {path}: {error.strerror}") from None
    if magic != b"GGUF":
        raise ModelError(f"{path} is not a GGUF file; make one of a checkpoint with `botpsy export`")
