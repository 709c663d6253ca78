"""A policy handed over to llama.cpp samples from the weights that are trained: its log-probabilities say so."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from botpsy.core.messages import Message
from botpsy.core.protocols import Conversation, Sampling
from botpsy.export.policy import LlamaCppPolicy


def test_llama_cpp_samples_from_the_policy_that_is_handed_over(tiny_base: Path, peft_folder: Path) -> None:
    import torch
    from peft import PeftModel
    from transformers import AutoModelForCausalLM

    def loaded():
        return AutoModelForCausalLM.from_pretrained(
            str(tiny_base.parent), gguf_file=tiny_base.name, dtype=torch.float32
        )

    plain, adapted = loaded(), PeftModel.from_pretrained(loaded(), str(peft_folder)).eval()
    talk = Conversation((Message("user", "Put lunch with Ana on Friday"),))
    sampling = Sampling(temperature=1.0, max_tokens=12, seed=3)
    with LlamaCppPolicy(tiny_base, context=256, parallel=4) as policy:
        policy(peft_folder)
        engine = policy(peft_folder)  # the next round's; the one before is closed
        said = asyncio.run(engine.generate([talk] * 4, sampling))
    assert len({s.token_ids for s in said}) > 1
    shift = 0.0
    for answer in said:
        ids = torch.tensor([answer.prompt_ids + answer.token_ids])
        start = len(answer.prompt_ids)

        def logprobs(model, ids=ids, start=start):
            with torch.no_grad():
                found = model(ids).logits[0, start - 1 : -1].log_softmax(-1)
            return found.gather(1, ids[0, start:, None]).squeeze(1)

        before, with_adapter = logprobs(plain), logprobs(adapted)
        assert with_adapter.tolist() == pytest.approx(answer.logprobs, abs=0.02)
        shift = max(shift, float((with_adapter - before).abs().max()))
    assert shift > 0.1  # the bare base would not have passed
