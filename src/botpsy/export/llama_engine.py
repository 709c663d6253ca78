"""The next token's log-probabilities from llama.cpp for given tokens: all that a comparison needs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

from botpsy.core.errors import InfraError, ModelError
from botpsy.models.interrupt import interrupt_held


class LlamaEngine:
    """A GGUF in llama.cpp, with an adapter when given. `exact` computes attention and its cache in float32.

    `plain_token` is the id of any token that is whole text by itself. It is what the server is made to emit: it reports
    no log-probabilities where the text would end within a UTF-8 character. They are those of the model all the same,
    since the server takes them before it samples.
    """

    def __init__(
        self,
        model: Path,
        lora: Path | None = None,
        *,
        context: int,
        exact: bool,
        plain_token: int,
        threads: int = 2,
    ) -> None:
        import xllamacpp  # pyright: ignore[reportMissingTypeStubs]

        self._plain_token = plain_token

        library = cast("Any", xllamacpp)
        params = library.CommonParams()
        params.model.path = str(model)
        params.n_ctx = context
        params.n_parallel = 1
        params.warmup = False
        params.verbosity = -1
        params.cpuparams.n_threads = threads
        params.cpuparams_batch.n_threads = threads
        if lora is not None:
            params.lora_adapters = [library.CommonAdapterLoraInfo(str(lora), 1.0)]
        if exact:
            # Flash attention and the usual cache work in float16, which alone costs about 0.005 in a log-probability.
            params.cache_type_k = params.cache_type_v = library.ggml_type.GGML_TYPE_F32
            params.flash_attn_type = library.llama_flash_attn_type.LLAMA_FLASH_ATTN_TYPE_DISABLED
        try:
            with interrupt_held():
                self._server = library.Server(params)
                # freed before its loop runs, llama.cpp hangs for ever; an answer proves that the loop does
                self._server.handle_completions({"prompt": [plain_token], "n_predict": 0})
        except RuntimeError as error:
            raise ModelError(f"llama.cpp cannot load {model}{f' with {lora}' if lora else ''}: {error}") from None

    def top_logprobs(self, token_ids: Sequence[int], k: int = 20) -> dict[int, float]:
        """Return the k likeliest next tokens with their log-probabilities in nats, likeliest first."""
        request = {
            "prompt": list(token_ids),
            "n_predict": 1,
            "temperature": 0.0,
            "n_probs": k,
            "logit_bias": [[self._plain_token, 1000.0]],
            "cache_prompt": True,
        }
        answer = self._server.handle_completions(request)
        try:
            entries = answer["choices"][0]["logprobs"]["content"][0]["top_logprobs"]
            return {int(entry["id"]): float(entry["logprob"]) for entry in entries}
        except (KeyError, IndexError, TypeError):
            raise InfraError(f"llama.cpp gave no log-probabilities: {str(answer)[:300]}") from None
