"""The tiny model is one model: transformers and llama.cpp read the same tokens and logits from its file."""

from __future__ import annotations

import json
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from botpsy.train.tiny_model import VOCABULARY, make_tiny_model

TEXTS = (
    "<|im_start|>user\nPut lunch with Ana on Friday at 12:30, don't  be 2late!\t\n\n x<|im_end|>\n",
    '<tool_call>\n{"name": "a", "arguments": {"x": [1,  2]}}\n</tool_call>',
    "Zürich €5 日本 ²",
)


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_tiny_model(tmp_path_factory.mktemp("tiny"))


def test_the_seed_decides_the_file(path: Path, tmp_path: Path) -> None:
    assert make_tiny_model(tmp_path / "same").read_bytes() == path.read_bytes()
    assert make_tiny_model(tmp_path / "other", seed=1).read_bytes() != path.read_bytes()


def test_both_engines_agree(path: Path) -> None:
    import torch
    import xllamacpp
    from transformers import AutoModelForCausalLM, AutoTokenizer

    tokenizer: Any = AutoTokenizer.from_pretrained(str(path.parent), gguf_file=path.name)
    model: Any = AutoModelForCausalLM.from_pretrained(str(path.parent), gguf_file=path.name, dtype=torch.float32)
    assert len(tokenizer) == VOCABULARY
    assert tokenizer.convert_tokens_to_ids(["<|endoftext|>", "<|im_start|>", "<|im_end|>"]) == [0, 1, 2]
    assert model.config.tie_word_embeddings
    params = xllamacpp.CommonParams()
    params.model.path = str(path)
    params.n_ctx, params.n_parallel, params.warmup, params.verbosity = 512, 1, False, -1
    server = xllamacpp.Server(params)
    for text in TEXTS:
        ids = tokenizer(text)["input_ids"]
        assert tokenizer.decode(ids) == text
        body = json.dumps({"content": text, "parse_special": True, "add_special": False}).encode()
        request = urllib.request.Request(
            f"{server.listening_address}/tokenize", body, {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request) as answer:
            assert json.load(answer)["tokens"] == ids
        with torch.inference_mode():
            expected = torch.log_softmax(model(torch.tensor([ids])).logits[0, -1], dim=-1)
        said: Any = server.handle_completions(
            # a bias towards a whole letter: no log-probabilities come with half a character
            {"prompt": ids, "n_predict": 1, "temperature": 0, "n_probs": 10, "logit_bias": [["a", 1000]]}
        )
        for entry in said["choices"][0]["logprobs"]["content"][0]["top_logprobs"]:
            assert entry["logprob"] == pytest.approx(float(expected[entry["id"]]), abs=0.01)
