"""A small HTTP server that speaks what vLLM's does, as far as BotPsy asks: completions with token ids, prompt
log-probabilities, adapters loaded and unloaded, tokenise and detokenise. Written from vLLM's protocol, not from its
code; it is no proof that vLLM itself agrees.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Complete = Callable[[list[int], dict[str, Any]], tuple[list[int], list[float], str]]
Score = Callable[[str, list[int]], list[float]]


@dataclass
class FakeVllm:
    """`complete(prompt, request)` returns (ids, log-probabilities, finish reason); `score(model, prompt)` the
    log-probability of each token of a prompt. `fail(path, count)` may return a status to answer with."""

    encode: Callable[[str], list[int]]
    decode: Callable[[Sequence[int]], str]
    complete: Complete = lambda prompt, request: ([1], [-1.0], "stop")
    score: Score = lambda model, prompt: [-1.0] * len(prompt)
    models: Sequence[str] = ("base",)
    max_model_len: int = 8192
    fail: Callable[[str, int], int] = lambda path, count: 0
    loaded: Callable[[str, str], None] = lambda name, path: None
    adapters: dict[str, str] = field(default_factory=dict)
    requests: list[tuple[str, Any]] = field(default_factory=list)

    def __enter__(self) -> FakeVllm:
        self._lock = threading.Lock()
        fake = self

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *_: object) -> None:
                pass

            def do_GET(self) -> None:
                self._answer(None)

            def do_POST(self) -> None:
                self._answer(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))

            def _answer(self, body: Any) -> None:
                with fake._lock:
                    fake.requests.append((self.path, body))
                    count = sum(path == self.path for path, _ in fake.requests)
                status, said = fake._reply(self.path, body, count)
                data = (said if isinstance(said, str) else json.dumps(said)).encode()
                self.send_response(status)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}/v1"

    def asked(self, path: str) -> list[Any]:
        return [body for p, body in self.requests if p == path]

    def _reply(self, path: str, body: Any, count: int) -> tuple[int, Any]:
        if status := self.fail(path, count):
            return status, {"error": {"message": "on purpose", "code": status}}
        known = [*self.models, *self.adapters]
        match path:
            case "/v1/models":
                cards: list[dict[str, Any]] = [{"id": m, "max_model_len": self.max_model_len} for m in self.models]
                return 200, {
                    "object": "list",
                    "data": cards + [{"id": a, "parent": self.models[0]} for a in self.adapters],
                }
            case "/v1/load_lora_adapter":
                if body["lora_name"] in known:
                    return 400, _error(f"The lora adapter {body['lora_name']!r} has already been loaded.")
                with self._lock:
                    self.loaded(body["lora_name"], body["lora_path"])
                    self.adapters[body["lora_name"]] = body["lora_path"]
                return 200, "Success: LoRA adapter added successfully."  # text, not JSON
            case "/v1/unload_lora_adapter":
                if self.adapters.pop(body["lora_name"], None) is None:
                    return 404, _error("cannot be found")
                return 200, "Success: LoRA adapter removed successfully."
            case "/tokenize":
                return 200, {"tokens": self.encode(body["prompt"]), "max_model_len": self.max_model_len}
            case "/detokenize":
                return 200, {"prompt": self.decode(body["tokens"])}
            case "/v1/completions":
                return self._completion(body, known)
            case _:
                return 404, _error("no such path")

    def _completion(self, body: Any, known: list[str]) -> tuple[int, Any]:
        if body["model"] not in known:
            return 404, _error(f"The model `{body['model']}` does not exist.")
        prompt = body["prompt"]
        if len(prompt) + body["max_tokens"] > self.max_model_len:
            return 400, _error(f"This model's maximum context length is {self.max_model_len} tokens.")
        choice: dict[str, Any] = {"index": 0, "text": "", "finish_reason": "length"}
        if body.get("prompt_logprobs") is not None:
            found = self.score(body["model"], prompt)
            choice["prompt_logprobs"] = [None] + [
                {str(t): {"logprob": p, "rank": 1, "decoded_token": "?"}}
                for t, p in zip(prompt[1:], found[1:], strict=True)
            ]
        else:
            with self._lock:
                ids, logprobs, finish = self.complete(prompt, body)
            choice |= {"finish_reason": finish, "text": self.decode(ids)}
            if body.get("logprobs") is not None:
                choice["logprobs"] = {"token_logprobs": logprobs, "tokens": [""] * len(ids)}
            if body.get("return_token_ids"):
                choice |= {"token_ids": ids, "prompt_token_ids": prompt}
        return 200, {"id": "cmpl-1", "object": "text_completion", "model": body["model"], "choices": [choice]}


def _error(message: str) -> dict[str, Any]:
    return {"error": {"message": message, "type": "BadRequestError"}}
