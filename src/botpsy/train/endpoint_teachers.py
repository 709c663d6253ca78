"""Teachers behind servers that return the log-probabilities of a prompt, as vLLM's `prompt_logprobs` does.

So a teacher may be larger than the student and stand on other machines; only its tokenizer must be the student's.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from botpsy.core.errors import ConfigError
from botpsy.core.trajectory import TrainSample
from botpsy.models.endpoint import Endpoints
from botpsy.models.hub_tokenizer import HubTokenizer
from botpsy.models.vllm import VllmScorer, check_server


def is_address(teacher: str) -> bool:
    """Return whether a teacher is the address of a server, not a folder."""
    return teacher.startswith(("http://", "https://"))


def model_of(name: str, address: str) -> tuple[str, str]:
    """Return (server, model) of `http://host:8000/v1#model`. Raises ConfigError for an address without a model."""
    url, _, model = address.partition("#")
    if not model:
        raise ConfigError(f"the teacher of {name} is {address!r}; name its model too, as in http://host:8000/v1#model")
    return url, model


class EndpointTeachers:
    """Teachers by name, each at `http://host:8000/v1#model`.

    `context`: tokens of the longest sample. Raises ConfigError for one that serves no such model, has another tokenizer
    than the student, or too little room; InfraError for one that does not answer.
    """

    def __init__(self, addresses: Mapping[str, str], student: Any, context: int, **patience: Any) -> None:
        self._scorers: dict[str, VllmScorer] = {}
        self._thread = ThreadPoolExecutor(1, "teachers")
        tokenizer = HubTokenizer(student)
        for name, address in addresses.items():
            url, model = model_of(name, address)
            servers = Endpoints([url], **patience)
            check_server(servers, model, tokenizer, len(student), context, f"the teacher of {name}")
            self._scorers[name] = VllmScorer(servers, model)

    def score(self, name: str, samples: Sequence[TrainSample]) -> list[list[float]]:
        """Return the log-probabilities (nats) of each sample's tokens by this teacher, 0 where it is no target.

        Raises InfraError, ContextOverflow, ModelError.
        """
        scorer = self._scorers[name]
        # a thread of its own, since whoever gathers a round runs in a loop already
        return self._thread.submit(lambda: asyncio.run(self._score(scorer, samples))).result()

    async def _score(self, scorer: VllmScorer, samples: Sequence[TrainSample]) -> list[list[float]]:
        every = await asyncio.gather(*(scorer.score(sample.token_ids) for sample in samples))
        return [
            [value * wanted for value, wanted in zip(values, sample.loss_mask, strict=True)]
            for values, sample in zip(every, samples, strict=True)
        ]
