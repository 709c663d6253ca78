"""A generator that plays a script: references, and tests of everything that would otherwise need a model."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from botpsy.chat.extend import Tokenizer, extend
from botpsy.chat.family import ChatFamily
from botpsy.core.messages import Message
from botpsy.core.protocols import Completion, Conversation, Sampling


class Scripted:
    """Plays the n-th message as the n-th assistant turn, or what a function makes of the conversation.

    With a family and a tokenizer it also writes tokens, as a model would. Raises IndexError when the script is over.
    """

    def __init__(
        self,
        turns: Sequence[Message] | Callable[[Conversation], Message],
        *,
        family: ChatFamily | None = None,
        tokenizer: Tokenizer | None = None,
    ) -> None:
        self._turns = turns
        self._family = family
        self._tokenizer = tokenizer

    async def generate(self, conversations: Sequence[Conversation], sampling: Sampling) -> list[Completion]:
        """Return the script's next turn for each conversation."""
        return [self._one(c, sampling) for c in conversations]

    def _one(self, conversation: Conversation, sampling: Sampling) -> Completion:
        if callable(self._turns):
            message = self._turns(conversation)
        else:
            message = self._turns[sum(m.role == "assistant" for m in conversation.messages)]
        if self._family is None or self._tokenizer is None:
            return Completion(message, "stop")
        prompt = extend(self._family, self._tokenizer, replace(conversation), thinking=sampling.thinking)
        text = self._family.render_assistant(message, thinking=sampling.thinking)
        ids = tuple(self._tokenizer.encode(text))
        return Completion(message, "stop", text, prompt.token_ids, ids, (0.0,) * len(ids))
