"""Reads the assistant's text as it is sampled: thinking, content and calls apart, streamed or whole by the same code.

Rules, in the order of their weight:

- Thinking never reaches content. A `</think>` without its `<think>` means that all before it was thinking: what
  had been streamed as content is taken back with a `Retraction`, and calls in it are dropped. So show content as it
  comes, but run calls only from the message that `finish` returns.
- A call is what stands between `<tool_call>` and `</tool_call>`. It parses strictly or is a fault; nothing is repaired.
- Prose beside calls is kept. Whitespace around content and around calls is dropped.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, Protocol

from botpsy.chat.json_call import JsonCall
from botpsy.core.messages import CallFault, Message, ToolCall

STOP = ("<|im_end|>", "<|endoftext|>")
_SPACE = " \t\r\n"
_IN_TEXT = ("<think>", "</think>", "<tool_call>")
_IN_THINKING = ("<think>", "</think>")


@dataclass(frozen=True, slots=True)
class TextDelta:
    """More content to show."""

    text: str


@dataclass(frozen=True, slots=True)
class ThinkingDelta:
    """More thinking; never shown as content."""

    text: str


@dataclass(frozen=True, slots=True)
class CallEvent:
    """A call closed and parsed."""

    call: ToolCall


@dataclass(frozen=True, slots=True)
class FaultEvent:
    """A call ended that does not parse, or the text ended inside one."""

    fault: CallFault


@dataclass(frozen=True, slots=True)
class Retraction:
    """All content, calls and faults so far were thinking: take them off the display."""


Event = TextDelta | ThinkingDelta | CallEvent | FaultEvent | Retraction


class CallBody(Protocol):
    """Reads one call of a family's format, from after `<tool_call>` to and with `</tool_call>`."""

    def feed(self, text: str, start: int) -> int | None:
        """Read text from `start`; return the index after the closing tag, or None when it has not come yet."""
        ...

    def result(self) -> ToolCall | CallFault:
        """Return the closed call, or what is wrong with it."""
        ...

    def unclosed(self, cut: bool) -> CallFault:
        """Return the fault of a text that ended before the closing tag."""
        ...


class StreamParser:
    """Parses one assistant turn.

    `thinking`: the prompt already opened `<think>`. `stop`: texts that end the turn; what follows them is ignored.
    Work is linear in the text, whatever the chunks.

    Example:
        parser = StreamParser()
        events = parser.feed("Hello ") + parser.feed("there") + parser.flush()
        message = parser.finish()
    """

    def __init__(
        self, *, thinking: bool = False, stop: tuple[str, ...] = (), call: Callable[[], CallBody] = JsonCall
    ) -> None:
        self._stop = _Marks(stop)
        self._marks = {"text": _Marks(_IN_TEXT), "thinking": _Marks(_IN_THINKING)}
        self._new_call = call
        self._state: Literal["text", "thinking", "call"] = "thinking" if thinking else "text"
        self._call: CallBody = call()
        self._unstopped = ""  # may be the beginning of a stop text
        self._pending = ""  # may be the beginning of a tag
        self._ended = False
        self._raw: list[str] = []  # all text outside thinking, in case it turns out to be thinking
        self._content = _Trimmed()
        self._thought = _Trimmed()
        self._calls: list[ToolCall] = []
        self._faults: list[CallFault] = []
        self._events: list[Event] = []

    def feed(self, text: str) -> list[Event]:
        """Read more text; return what became certain by it."""
        if not self._ended:
            text = self._unstopped + text
            stop = self._stop.search(text)
            if stop:
                self._ended = True
                self._unstopped, text = "", text[: stop.start()]
            else:
                self._unstopped, text = self._stop.split(text)
            self._read(text)
        return self._take_events()

    def flush(self, cut: bool = False) -> list[Event]:
        """End the text and return the last events. `cut`: it ended at a limit, not by the model's choice."""
        if self._unstopped and not self._ended:
            text, self._unstopped = self._unstopped, ""
            self._read(text)
        self._ended = True
        rest, self._pending = self._pending, ""
        if self._state == "call":
            self._end_call(self._call.unclosed(cut))
        elif self._state == "text" and cut and rest.startswith("<tool"):
            self._end_call(CallFault("cut", "", "the text ended inside <tool_call>; write the call again, whole"))
        else:
            self._say(rest)
        return self._take_events()

    def finish(self, cut: bool = False) -> Message:
        """End the text and return the whole turn. A call still open is a fault of kind "cut"; it must never run."""
        self.flush(cut)
        return Message(
            "assistant",
            content=self._content.text(),
            thinking=self._thought.text(),
            tool_calls=tuple(self._calls),
            faults=tuple(self._faults),
        )

    def _read(self, text: str) -> None:
        text, pos = self._pending + text, 0
        self._pending = ""
        while pos < len(text):
            if self._state == "call":
                end = self._call.feed(text, pos)
                self._raw.append(text[pos:end])
                if end is None:
                    return
                self._end_call(self._call.result())
                pos = end
                continue
            marks = self._marks[self._state]
            mark = marks.search(text, pos)
            if mark is None:
                self._pending, certain = marks.split(text[pos:])
                self._say(certain)
                return
            self._say(text[pos : mark.start()])
            self._meet(mark.group())
            pos = mark.end()

    def _say(self, text: str) -> None:
        if self._state == "thinking":
            self._think(text)
        else:
            self._raw.append(text)
            if shown := self._content.push(text):
                self._events.append(TextDelta(shown))

    def _think(self, text: str) -> None:
        if new := self._thought.push(text):
            self._events.append(ThinkingDelta(new))

    def _meet(self, tag: str) -> None:
        if tag == "<tool_call>":
            self._raw.append(tag)
            self._call = self._new_call()
            self._state = "call"
        elif tag == "<think>":
            if self._state == "thinking" and self._thought:
                self._think(tag)  # a tag that the thinking is about
            self._state = "thinking"
        else:
            self._close_thinking()

    def _close_thinking(self) -> None:
        if self._state == "text" and (self._content or self._calls or self._faults):
            self._events.append(Retraction())
            self._content, self._calls, self._faults = _Trimmed(), [], []
            self._thought.gap()
            self._think("".join(self._raw))
            self._raw.clear()
        self._thought.gap()
        self._content.gap()
        self._state = "text"

    def _end_call(self, outcome: ToolCall | CallFault) -> None:
        self._state = "text"
        self._content.gap()
        if isinstance(outcome, ToolCall):
            self._calls.append(outcome)
            self._events.append(CallEvent(outcome))
        else:
            self._faults.append(outcome)
            self._events.append(FaultEvent(outcome))

    def _take_events(self) -> list[Event]:
        events, self._events = self._events, []
        return events


def parse(text: str, thinking: bool = False, cut: bool = False, *, stop: tuple[str, ...] = STOP) -> Message:
    """Parse a whole turn in the Hermes form. See `StreamParser`."""
    parser = StreamParser(thinking=thinking, stop=stop)
    parser.feed(text)
    return parser.finish(cut)


class _Marks:
    """Finds the first of some literal texts, and the end of a text that may be the beginning of one."""

    def __init__(self, marks: tuple[str, ...]) -> None:
        self._pattern = re.compile("|".join(map(re.escape, marks)) or "(?!)")
        self._beginnings = {mark[:n] for mark in marks for n in range(1, len(mark))}
        self._longest = max(map(len, marks), default=1) - 1

    def search(self, text: str, pos: int = 0) -> re.Match[str] | None:
        return self._pattern.search(text, pos)

    def split(self, text: str) -> tuple[str, str]:
        """Return (the longest ending that begins a mark, what stands before it)."""
        for start in range(max(0, len(text) - self._longest), len(text)):
            if text[start:] in self._beginnings:
                return text[start:], text[:start]
        return "", text


class _Trimmed:
    """Text without whitespace at its ends, known as it grows; at a gap, whitespace becomes one line break."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._space: list[str] = []
        self._after_gap = True

    def push(self, text: str) -> str:
        """Add text; return what can be shown of it now."""
        if self._after_gap:
            text = text.lstrip(_SPACE)
        if not text:
            return ""
        self._after_gap = False
        shown = text.rstrip(_SPACE)
        if not shown:
            self._space.append(text)
            return ""
        new = "".join(self._space) + shown
        self._space = [text[len(shown) :]]
        self._parts.append(new)
        return new

    def gap(self) -> None:
        self._space = ["\n"] if self._parts else []
        self._after_gap = True

    def text(self) -> str:
        return "".join(self._parts)

    def __bool__(self) -> bool:
        return bool(self._parts)
