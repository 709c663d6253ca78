"""Puts an assistant's turn together from the pieces that an OpenAI-compatible server streams.

What servers do differently: thinking comes as `reasoning_content` (llama-server, vLLM), as `reasoning` (Ollama, newer
vLLM) or inside the text; a call comes in pieces by its `index`, or whole, without one, several with the same; its
arguments are text, or an object; a call ends with the reason "tool_calls" or "stop"; the last piece may have no choice.
"""

from __future__ import annotations

import math
import time
from typing import Any, cast

from botpsy.chat.json_call import loads
from botpsy.chat.parse import StreamParser
from botpsy.core.errors import InfraError
from botpsy.core.messages import CallFault, Message, ToolCall
from botpsy.core.protocols import Completion, Finish, Usage

Body = dict[str, Any]
_CALLS = 256  # calls in one turn


class _Call:
    def __init__(self) -> None:
        self.id = ""
        self.name = ""
        self.arguments: list[str] = []
        self.given: dict[str, Any] | None = None  # arguments that came as an object


class Turn:
    """One answer. `started`: when the request was made, by `time.monotonic`."""

    def __init__(self, started: float) -> None:
        self._started = started
        self._first = math.nan
        self._last = started
        self._content: list[str] = []
        self._thinking: list[str] = []
        self._calls: list[_Call] = []
        self._by_index: dict[int, _Call] = {}
        self._finish = ""
        self._usage: Body = {}

    def piece(self, event: Body) -> None:
        """Take one event of the stream. Raises InfraError for one that says an error or is none."""
        if error := event.get("error"):
            said = cast(Body, error).get("message", error) if isinstance(error, dict) else error
            raise InfraError(f"the server broke off: {str(said)[:200]}")
        if isinstance(usage := event.get("usage"), dict):
            self._usage = cast(Body, usage)
        choice = _first(event.get("choices"))
        if choice is None:
            return
        delta: Any = choice.get("delta") or choice.get("message") or {}
        if not isinstance(delta, dict):
            raise InfraError(f"a piece of the answer is no object: {str(delta)[:80]}")
        self._take(cast(Body, delta))
        if isinstance(reason := choice.get("finish_reason"), str) and reason:
            self._finish = reason

    def whole(self, answer: Body) -> None:
        """Take an answer that was not streamed although it was asked for."""
        if _first(answer.get("choices")) is None and "error" not in answer:
            raise InfraError(f"the answer has no choice: {str(answer)[:120]}")
        self.piece(answer)

    def check(self) -> None:
        """Raise InfraError when the stream ended before the answer did."""
        if self._finish not in ("stop", "length", "tool_calls", "function_call"):
            raise InfraError(f"the server broke off: finish reason {self._finish!r}")

    def completion(self, *, thinking: bool) -> Completion:
        """Return the turn as a completion."""
        cut = self._finish == "length"
        text = "".join(self._content)
        # a server that leaves the thinking in the text may have opened it in the prompt
        parser = StreamParser(thinking=thinking and not self._thinking and "</think>" in text)
        parser.feed(text)
        read = parser.finish(cut)
        calls, faults = list(read.tool_calls), list(read.faults)
        for number, call in enumerate(self._calls):
            made = _made(call, cut=cut and number == len(self._calls) - 1)
            if isinstance(made, ToolCall):
                calls.append(made)
            else:
                faults.append(made)
        thought = "\n".join(part for part in ("".join(self._thinking).strip(), read.thinking) if part)
        message = Message("assistant", read.content, thought, tuple(calls), tuple(faults))
        finish: Finish = "length" if cut else "stop"
        return Completion(message, finish, text, usage=self._told())

    def _told(self) -> Usage | None:
        read, sampled = self._usage.get("prompt_tokens"), self._usage.get("completion_tokens")
        if not isinstance(read, int) or not isinstance(sampled, int):
            return None
        details: Any = self._usage.get("completion_tokens_details")
        thinking = cast(Body, details).get("reasoning_tokens") if isinstance(details, dict) else None
        first = self._first - self._started
        decoding = self._last - self._first
        return Usage(read, sampled, thinking if isinstance(thinking, int) else None, first, decoding)

    def _take(self, delta: Body) -> None:
        thought = delta.get("reasoning_content") or delta.get("reasoning")
        said = delta.get("content")
        pieces = delta.get("tool_calls")
        if isinstance(said, list):  # parts, as some servers write them
            parts = [cast(Body, p).get("text") for p in cast("list[Any]", said) if isinstance(p, dict)]
            said = "".join(p for p in parts if isinstance(p, str))
        if isinstance(thought, str):
            self._thinking.append(thought)
        if isinstance(said, str):
            self._content.append(said)
        if isinstance(pieces, list):
            for piece in cast("list[Any]", pieces):
                if isinstance(piece, dict):
                    self._call(cast(Body, piece))
        if thought or said or pieces:
            self._last = time.monotonic()
            if math.isnan(self._first):
                self._first = self._last

    def _call(self, piece: Body) -> None:
        function: Any = piece.get("function")
        if not isinstance(function, dict):
            return
        named = cast(Body, function)
        index, name, call_id = piece.get("index"), named.get("name"), piece.get("id")
        call = self._by_index.get(index) if isinstance(index, int) else None
        fresh = isinstance(call_id, str) and call_id and call is not None and call.id not in ("", call_id)
        if call is None or fresh:
            if len(self._calls) >= _CALLS:
                raise InfraError(f"more than {_CALLS} calls in one turn")
            call = _Call()
            self._calls.append(call)
            if isinstance(index, int):
                self._by_index[index] = call
        if isinstance(call_id, str) and call_id:
            call.id = call_id
        if isinstance(name, str) and name and not call.name:  # some repeat it with every piece
            call.name = name
        arguments = named.get("arguments")
        if isinstance(arguments, dict):
            call.given = cast("dict[str, Any]", arguments)
        elif isinstance(arguments, str):
            call.arguments.append(arguments)


def _made(call: _Call, *, cut: bool) -> ToolCall | CallFault:
    text = "".join(call.arguments)
    if cut and call.given is None:
        return CallFault(
            "cut", f"{call.name}({text}", "the text ended inside the call; write it again, whole and shorter"
        )
    try:
        if not call.name:
            raise ValueError("the call has no name")
        value = loads(text) if call.given is None and text.strip() else (call.given or {})
        if not isinstance(value, dict):
            raise ValueError("the arguments are not a JSON object")
        return ToolCall(call.name, cast("dict[str, Any]", value))
    except ValueError as error:
        return CallFault("malformed", f"{call.name}({text})", str(error))


def _first(choices: Any) -> Body | None:
    if not isinstance(choices, list) or not choices:
        return None
    choice = cast("list[Any]", choices)[0]
    return cast(Body, choice) if isinstance(choice, dict) else None
