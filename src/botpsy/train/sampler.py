"""The model that is being trained, as a Generator: the plain reference among the rollout engines.

It needs no other copy of the weights and no other arithmetic, so what it samples is on policy to rounding. It decodes a
batch step by step and computes equal prompts anew; llama.cpp and vLLM are faster. Names: B sequences, T tokens, V
vocabulary.
"""

from __future__ import annotations

from collections.abc import Sequence
from inspect import signature
from typing import Any, cast

import torch
from torch import Tensor
from torch.nn.functional import log_softmax

from botpsy.chat.extend import Tokenizer, extend
from botpsy.chat.family import ChatFamily
from botpsy.core.errors import ContextOverflow
from botpsy.core.messages import ToolSpec
from botpsy.core.protocols import Completion, Conversation, Sampling
from botpsy.train.trainer import body_and_head

_LEAST_ROOM = 8  # tokens; an answer shorter than this says nothing


class ModelGenerator:
    """A causal model of transformers. Implements Generator.

    `context`: tokens of one conversation. `batch`: sequences decoded at once. `narrow`: compute in bf16 as training
    does. Log-probabilities (nats) are those of the sampled token at temperature 1 and before top-p. A sequence depends
    on its seed alone, to rounding, not on its company.

    Example:
        generator = ModelGenerator(model, HubTokenizer(tokenizer), SmolLM2(), context=2048)
    """

    def __init__(
        self,
        model: Any,
        tokenizer: Tokenizer,
        family: ChatFamily,
        *,
        context: int,
        batch: int = 64,
        narrow: bool = False,
    ) -> None:
        self._model = model
        self._tokenizer = tokenizer
        self._family = family
        self._context = context
        self._batch = batch
        self._narrow = narrow
        ends = (tokenizer.encode(text) for text in family.stop)
        self._ends = {ids[0] for ids in ends if len(ids) == 1}

    async def generate(self, conversations: Sequence[Conversation], sampling: Sampling) -> list[Completion]:
        """Return one completion a conversation; i is sampled with `sampling.seed + i`.

        Raises ContextOverflow when any does not fit, ValueError for a constraint or a stop text of the caller's: what
        is trained on must be the policy's own distribution.
        """
        if sampling.json_schema is not None or sampling.call_grammar or sampling.stop:
            raise ValueError("the model that is trained samples freely: no grammar, no schema and no stop texts")
        prompts = [
            extend(self._family, self._tokenizer, c, thinking=sampling.thinking).token_ids for c in conversations
        ]
        longest = max(map(len, prompts), default=0)
        if self._context - longest < _LEAST_ROOM:
            raise ContextOverflow(f"the conversation has {longest} tokens, the context {self._context}")
        done: list[Completion] = []
        for start in range(0, len(prompts), self._batch):
            part = prompts[start : start + self._batch]
            seeds = [sampling.seed + start + i for i in range(len(part))]
            for i, (ids, logprobs) in enumerate(self._sample(part, seeds, sampling)):
                prompt, tools = part[i], conversations[start + i].tools
                done.append(self._completion(prompt, ids, logprobs, tools, sampling))
        return done

    def _completion(
        self,
        prompt: tuple[int, ...],
        ids: list[int],
        logprobs: list[float],
        tools: tuple[ToolSpec, ...],
        sampling: Sampling,
    ) -> Completion:
        ended = bool(ids) and ids[-1] in self._ends
        text = self._tokenizer.decode(ids)
        parser = self._family.parser(sampling.thinking, tools)
        parser.feed(text)
        message = parser.finish(cut=not ended)
        return Completion(message, "stop" if ended else "length", text, prompt, tuple(ids), tuple(logprobs))

    def _sample(
        self, prompts: Sequence[tuple[int, ...]], seeds: Sequence[int], sampling: Sampling
    ) -> list[tuple[list[int], list[float]]]:
        """Return (ids, log-probabilities) for each prompt, the token that ended it included."""
        body, head = body_and_head(self._model)
        device = next(iter(self._model.parameters())).device
        longest = max(map(len, prompts))
        pads = [longest - len(p) for p in prompts]
        tokens_BT = torch.tensor([[0] * pad + list(p) for pad, p in zip(pads, prompts, strict=True)], device=device)
        mask_BT = torch.tensor([[0] * pad + [1] * len(p) for pad, p in zip(pads, prompts, strict=True)], device=device)
        positions_BT = (mask_BT.cumsum(-1) - 1).clamp(min=0)
        draws = [torch.Generator().manual_seed(seed) for seed in seeds]
        rooms = [min(sampling.max_tokens, self._context - len(p)) for p in prompts]
        results: list[tuple[list[int], list[float]]] = [([], []) for _ in prompts]
        open_rows = set(range(len(prompts)))
        # transformers 5.24 renamed the argument, and will refuse the old name from 5.40 on
        word = "cache" if "cache" in signature(body.forward).parameters else "past_key_values"
        cache: Any = None
        training = self._model.training
        self._model.eval()
        narrow = torch.autocast(device.type, torch.bfloat16, enabled=self._narrow)
        try:
            while open_rows:
                with torch.no_grad(), narrow:
                    out = body(
                        input_ids=tokens_BT,
                        attention_mask=mask_BT,
                        position_ids=positions_BT,
                        use_cache=True,
                        **{word: cache},
                    )
                    logits_BV = head(out.last_hidden_state[:, -1]).float()
                cache = out[word]
                uniform_B = torch.tensor([float(torch.rand((), generator=draw)) for draw in draws], device=device)
                token_B = draw_tokens(logits_BV, uniform_B, sampling.temperature, sampling.top_p)
                logprob_B = log_softmax(logits_BV, -1).gather(1, token_B[:, None]).squeeze(1)
                chosen = cast("list[int]", cast(Any, token_B).tolist())
                known = cast("list[float]", cast(Any, logprob_B).tolist())
                for row in sorted(open_rows):
                    ids, logprobs = results[row]
                    ids.append(chosen[row])
                    logprobs.append(known[row])
                    if chosen[row] in self._ends or len(ids) >= rooms[row]:
                        open_rows.discard(row)
                tokens_BT = token_B[:, None]
                mask_BT = torch.cat((mask_BT, mask_BT.new_ones(len(prompts), 1)), 1)
                positions_BT = positions_BT[:, -1:] + 1
        finally:
            self._model.train(training)
        return results


def draw_tokens(logits_BV: Tensor, uniform_B: Tensor, temperature: float, top_p: float = 1.0) -> Tensor:
    """Return the sampled tokens [B]: those at which the cumulative distribution passes `uniform_B`, each in [0, 1).

    `temperature` 0 takes the likeliest; `top_p` keeps the smallest set of likeliest tokens with at least that mass
    (Holtzman et al. 2020).
    """
    if temperature <= 0:
        return logits_BV.argmax(-1)
    chances_BV = (logits_BV.double() / temperature).softmax(-1)
    if top_p < 1:
        sorted_BV, order_BV = chances_BV.sort(-1, descending=True)
        sorted_BV = sorted_BV.masked_fill(sorted_BV.cumsum(-1) - sorted_BV >= top_p, 0.0)
        chances_BV = torch.zeros_like(chances_BV).scatter(-1, order_BV, sorted_BV)
    reached_BV = chances_BV.cumsum(-1)
    aim_B1 = uniform_B.double()[:, None] * reached_BV[:, -1:]
    return torch.searchsorted(reached_BV, aim_B1, right=True).squeeze(1).clamp(max=logits_BV.shape[-1] - 1)
