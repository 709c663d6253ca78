"""llama.cpp in this process: the engine on the device, and of rollouts on a CPU.

`xllamacpp` runs llama.cpp's own server in-process. It answers on a loopback port that only we hold the key of; prompts go
in as token ids and come back as the ids that were sampled, so chat templates and parsing stay ours.
"""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import threading
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any, cast
from urllib.parse import urlsplit

from botpsy.chat.extend import extend
from botpsy.chat.families import family_for
from botpsy.chat.family import ChatFamily
from botpsy.chat.parse import Event
from botpsy.core.errors import ContextOverflow, InfraError, ModelError
from botpsy.core.messages import ToolSpec
from botpsy.core.protocols import Completion, Conversation, Finish, Sampling
from botpsy.models.grammar import call_grammar


class LlamaCpp:
    """A GGUF, with a LoRA adapter when given. Implements Generator, and `stream` for people.

    `context`: tokens of one conversation; `parallel`: conversations at once, batched continuously. Log-probabilities are
    those of the sampled token under the model's own distribution (temperature 1), nan where llama.cpp gives none, which
    it does for a token that ends within a UTF-8 character.

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
    ) -> None:
        for file in (path, adapter):
            if file is not None:
                _require_gguf(file)
        self.path = path
        self.context = context
        self.parallel = parallel
        self.warnings: list[str] = []
        self._key = secrets.token_urlsafe(24)
        self._server: Any = self._start(adapter, threads, caches)
        address = urlsplit(str(self._server.listening_address))
        self._host, self._port = address.hostname or "127.0.0.1", address.port or 80
        self._known: dict[str, list[int]] = {}
        self._grammars: dict[tuple[ToolSpec, ...] | int, str] = {}
        self.family = family or family_for(str(self._post("/props", None).get("chat_template") or ""))
        self._end = self.encode(self.family.end_of_turn)

    def _start(self, adapter: Path | None, threads: int | None, caches: Path | None) -> Any:
        import xllamacpp

        library = cast(Any, xllamacpp)
        params = library.CommonParams()
        params.model.path = str(self.path)
        params.n_ctx = self.context * self.parallel
        params.n_parallel = self.parallel
        params.warmup = False
        params.api_keys = [self._key]
        count = threads or os.cpu_count() or 2
        params.cpuparams.n_threads = params.cpuparams_batch.n_threads = count
        params.verbosity = 1 if os.environ.get("BOTPSY_DEBUG") else -1
        if adapter is not None:
            params.lora_adapters = [library.CommonAdapterLoraInfo(str(adapter), 1.0)]
        if caches is not None:
            caches.mkdir(parents=True, exist_ok=True)
            params.slot_save_path = str(caches) + "/"
        try:
            return library.Server(params)
        except RuntimeError as error:
            with_it = f" with {adapter}" if adapter else ""
            raise ModelError(f"llama.cpp cannot load {self.path}{with_it}: {error}; is it a whole GGUF?") from None

    # -- tokens -------------------------------------------------------------------------------------------------------

    def encode(self, text: str) -> list[int]:
        """Return the ids of a text; special tokens are read, none is added."""
        found = self._known.get(text)
        if found is None:
            body = {"content": text, "parse_special": True, "add_special": False}
            found = cast(list[int], self._post("/tokenize", body)["tokens"])
            if len(self._known) < 20_000:
                self._known[text] = found
        return list(found)

    def decode(self, ids: Sequence[int]) -> str:
        """Return the text of ids, special tokens included."""
        return str(self._post("/detokenize", {"tokens": list(ids)})["content"])

    # -- generation ---------------------------------------------------------------------------------------------------

    async def generate(self, conversations: Sequence[Conversation], sampling: Sampling) -> list[Completion]:
        """Return one completion a conversation, computed together. Raises ContextOverflow, InfraError."""
        return list(await asyncio.gather(*(self._one(c, sampling) for c in conversations)))

    async def _one(self, conversation: Conversation, sampling: Sampling) -> Completion:
        completion: Completion | None = None
        async for item in self.stream(conversation, sampling):
            if isinstance(item, Completion):
                completion = item
        assert completion is not None, "a stream ends in its completion"
        return completion

    async def stream(self, conversation: Conversation, sampling: Sampling) -> AsyncIterator[Event | Completion]:
        """Yield parser events as the model writes, and the Completion at the end.

        Closing the iterator stops the engine. Raises ContextOverflow, InfraError.
        """
        prompt = (
            await asyncio.to_thread(extend, self.family, self, conversation, thinking=sampling.thinking)
        ).token_ids
        room = self.context - len(prompt)
        if room < 8:
            raise ContextOverflow(f"the conversation has {len(prompt)} tokens, the model's context {self.context}")
        request = self._request(prompt, conversation.tools, sampling, min(sampling.max_tokens, room - 1))
        parser = self.family.parser(sampling.thinking, conversation.tools)
        text: list[str] = []
        ids: list[int] = []
        logprobs: list[float] = []
        finish: Finish = "stop"
        async for piece in self._pieces(request):
            if piece.get("content"):
                text.append(piece["content"])
                for event in parser.feed(piece["content"]):
                    yield event
            _collect(piece, ids, logprobs)
            if piece.get("stop"):
                finish = "length" if piece.get("stop_type") == "limit" else "stop"
        if finish == "stop" and ids[-len(self._end) :] != self._end:
            # the server keeps the token that ended the turn to itself
            ids += self._end
            logprobs += [float("nan")] * len(self._end)
        for event in parser.flush(cut=finish == "length"):
            yield event
        message = parser.finish(cut=finish == "length")
        yield Completion(message, finish, "".join(text), prompt, tuple(ids), tuple(logprobs))

    def _request(
        self, prompt: tuple[int, ...], tools: tuple[ToolSpec, ...], sampling: Sampling, most: int
    ) -> dict[str, Any]:
        body: dict[str, Any] = {
            "prompt": list(prompt),
            "n_predict": most,
            "temperature": sampling.temperature,
            "top_p": sampling.top_p,
            "top_k": 0,
            "min_p": 0.0,
            "seed": sampling.seed,
            "n_probs": 1,
            "return_tokens": True,
            "cache_prompt": True,
            "stream": True,
            "stop": list(sampling.stop),
        }
        if sampling.json_schema is not None:
            body["json_schema"] = dict(sampling.json_schema)
        elif sampling.call_grammar and tools and (grammar := self._grammar(tools)):
            body["grammar"] = grammar
            body["grammar_lazy"] = True
            body["grammar_triggers"] = [{"type": 1, "value": "<tool_call>"}]
        return body

    def _grammar(self, tools: tuple[ToolSpec, ...]) -> str:
        key = hash(json.dumps([t.to_json() for t in tools]))
        if key not in self._grammars:
            try:
                self._grammars[key] = call_grammar(tools)
            except ValueError as error:
                self.warnings.append(f"calls are not constrained: {error}")
                self._grammars[key] = ""
        return self._grammars[key]

    async def _pieces(self, request: dict[str, Any]) -> AsyncIterator[dict[str, Any]]:
        """Yield the server's pieces. A worker thread reads; closing the connection makes the server stop."""
        loop = asyncio.get_running_loop()
        queue: asyncio.Queue[dict[str, Any] | Exception | None] = asyncio.Queue()
        connection = HTTPConnection(self._host, self._port, timeout=600)
        stopped = threading.Event()

        def put(item: dict[str, Any] | Exception | None) -> None:
            if not stopped.is_set():
                loop.call_soon_threadsafe(queue.put_nowait, item)

        def read() -> None:
            try:
                connection.request("POST", "/completion", json.dumps(request), self._headers())
                response = connection.getresponse()
                if response.status != 200:
                    put(_refusal(response.read()))
                    return
                for line in response:
                    if line.startswith(b"data: ") and line.strip() != b"data: [DONE]":
                        put(json.loads(line[6:]))
                    elif line.startswith(b"error: "):
                        put(_refusal(line[7:]))
                        return
                put(None)
            except (OSError, HTTPException, ValueError, AttributeError) as error:
                put(InfraError(f"llama.cpp stopped answering: {error}"))
            finally:
                connection.close()

        worker = threading.Thread(target=read, daemon=True)
        worker.start()
        try:
            while (item := await queue.get()) is not None:
                if isinstance(item, Exception):
                    raise item
                yield item
        finally:
            stopped.set()
            if worker.is_alive():
                with suppress(OSError, AttributeError):
                    if connection.sock is not None:
                        connection.sock.shutdown(2)

    # -- prompt cache -------------------------------------------------------------------------------------------------

    def warm(self, conversation: Conversation, file: str | None = None) -> bool:
        """Compute the prompt of a conversation (its tools) ahead, so that the first answer comes at once.

        With `file`, a name in the `caches` folder, the state is read from there if it can be, else computed and saved.
        Returns whether it was read.
        """
        if file is not None and self._slot("restore", file):
            return True
        text = self.family.render(conversation.messages, conversation.tools, generate=False)
        body = {"prompt": self.encode(text), "n_predict": 0, "cache_prompt": True, "id_slot": 0}
        self._post("/completion", body)
        if file is not None:
            self._slot("save", file)
        return False

    def _slot(self, action: str, file: str) -> bool:
        try:
            answer = self._post(f"/slots/0?action={action}", {"filename": file})
        except InfraError:
            return False
        return bool(answer.get("n_restored" if action == "restore" else "n_saved"))

    # -- transport ----------------------------------------------------------------------------------------------------

    def _headers(self) -> dict[str, str]:
        return {"Content-Type": "application/json", "Authorization": f"Bearer {self._key}"}

    def _post(self, path: str, body: dict[str, Any] | None) -> dict[str, Any]:
        connection = HTTPConnection(self._host, self._port, timeout=120)
        try:
            connection.request("GET" if body is None else "POST", path, json.dumps(body or {}), self._headers())
            response = connection.getresponse()
            data = response.read()
        except (OSError, HTTPException) as error:
            raise InfraError(f"llama.cpp does not answer: {error}") from None
        finally:
            connection.close()
        if response.status != 200:
            raise _refusal(data)
        return cast(dict[str, Any], json.loads(data))

    def close(self) -> None:
        """Free the model. May be called twice."""
        self._server = None


def _collect(piece: dict[str, Any], ids: list[int], logprobs: list[float]) -> None:
    """Add a piece's tokens with their log-probabilities, matched by id since some have none."""
    known = {int(p["id"]): float(p["logprob"]) for p in piece.get("completion_probabilities") or ()}
    for token in cast(list[int], piece.get("tokens") or []):
        ids.append(token)
        logprobs.append(known.get(token, float("nan")))


def _refusal(data: bytes) -> Exception:
    try:
        error = json.loads(data)["error"]
        message, kind = str(error["message"]), str(error.get("type", ""))
    except (ValueError, KeyError, TypeError):
        message, kind = data[:200].decode(errors="replace"), ""
    if kind == "exceed_context_size_error":
        return ContextOverflow(message)
    return InfraError(f"llama.cpp refused: {message}")


def _require_gguf(path: Path) -> None:
    try:
        with path.open("rb") as file:
            magic = file.read(4)
    except OSError as error:
        raise ModelError(f"cannot read {path}: {error.strerror}") from None
    if magic != b"GGUF":
        raise ModelError(f"{path} is not a GGUF file")
