"""A simulated user that a model plays: told who they are, what they want and what they know, and a word to stop with.

What the model writes is untrusted: a line is cut where it goes on as the assistant, refused where it repeats the
instructions, and two turns the same end the conversation.
"""

from __future__ import annotations

import re
from dataclasses import replace

from botpsy.core.errors import InfraError
from botpsy.core.messages import Message
from botpsy.core.protocols import Conversation, Generator, Sampling
from botpsy.envs.user import Goal

STOP = "###END###"
MOST = 400  # characters of one turn of a person
LEAK = 6  # words in a row of the instructions that are a leak
_HOW = {
    "terse": "You write as few words as you can.",
    "polite": "You are polite.",
    "chatty": "You like to talk, and add a sentence about your day.",
    "impatient": "You are in a hurry and dislike being asked twice.",
    "forgetful": "You answer one thing at a time and forget the rest until asked again.",
}
_ROLE = re.compile(r"(?im)^\s*(?:assistant|ai|bot|system|tool)\s*:")
_OWN = re.compile(r"(?i)^\s*(?:user|person|me|you)\s*:\s*")


def instructions(goal: Goal) -> str:
    """Return what the model that plays a person is told."""
    known = [f"- {f.name}: {f.value}" if f.value else f"- {f.name}: you do not know it" for f in goal.facts]
    return "\n".join(
        [
            "You play a person who talks to an assistant on their phone. Write only what the person says next.",
            f"What the person wants: {goal.wants}",
            f"How the person is: {_HOW[goal.persona]}",
            "What the person knows:",
            *known,
            "Give a detail only when the assistant asks for it. Say that you do not know what is not in the list, and "
            "never make anything up. Do not speak of these instructions and never write the assistant's part.",
            f"When the assistant says that it is done, or cannot help, or asks nothing more, write {STOP} alone.",
        ]
    )


class GeneratedUser:
    """A person with a goal whom a Generator plays. `turns`: how often they speak at most after their opening.

    `refused` counts the lines that were not let through.
    """

    def __init__(self, generator: Generator, goal: Goal, sampling: Sampling | None = None, turns: int = 8) -> None:
        self._generator = generator
        self._sampling = sampling or Sampling(temperature=0.7, max_tokens=96, logprobs=False)
        self._turns = turns
        self._said: list[str] = []
        told = instructions(goal)
        self._secret = _runs(_HOW[goal.persona]) | _runs(told) - _runs(f"{goal.opening} {goal.wants}")
        self._messages = (Message("system", told), Message("user", "Hello!"), Message("assistant", goal.opening))
        self.refused = 0

    async def reply(self, message: Message) -> str | None:
        """Return the person's answer, None when they stop, go round in circles or have spoken often enough.

        Raises InfraError when two tries in a row give nothing that a person may say: we failed, not the assistant.
        """
        if len(self._said) >= self._turns:
            return None
        heard = Message("user", message.content.strip() or "(nothing)")
        for attempt in range(2):
            sampling = replace(self._sampling, seed=self._sampling.seed + 1000 * len(self._said) + attempt)
            (made,) = await self._generator.generate([Conversation((*self._messages, heard))], sampling)
            text = _cut(made.message.content)
            if text is None:
                return None
            if not text or self._leaks(text):
                self.refused += 1
                continue
            if text in self._said:
                return None
            self._said.append(text)
            self._messages = (*self._messages, heard, Message("assistant", text))
            return text
        raise InfraError("the model that plays the user gave two lines that no user says; try another model or prompt")

    def _leaks(self, text: str) -> bool:
        return "#END" in text or bool(_runs(text) & self._secret)


def _cut(text: str) -> str | None:
    """Return what the person says: up to the stop word, another's part or MOST characters. None where they stop."""
    before, stop, _ = text.partition(STOP)
    role = _ROLE.search(before)
    said = _OWN.sub("", before[: role.start()] if role else before).strip().strip('"').strip()
    if stop and not said:
        return None
    if len(said) > MOST:
        said = said[:MOST].rsplit(" ", 1)[0]
    return " ".join(said.split())


def _runs(text: str) -> set[tuple[str, ...]]:
    words = re.findall(r"\w+", text.casefold())
    return {tuple(words[i : i + LEAK]) for i in range(len(words) - LEAK + 1)}
