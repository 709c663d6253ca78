"""Hands a policy in training over to vLLM: the servers that run load each round's adapter, and forget the one before.

The servers are started by whoever has the GPUs (`docs/scale.md`), with `--enable-lora` and
`VLLM_ALLOW_RUNTIME_LORA_UPDATING=True`, and read the run's folder by the same path as the trainer. An adapter's name is
its weights' hash: every process finds the name without asking another, a second load is none, and the prompt cache,
which vLLM keeps by adapter name, never serves the keys and values of other weights.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from botpsy.chat.families import family_for
from botpsy.chat.smollm2 import TEMPLATE
from botpsy.core.errors import InfraError, ModelError
from botpsy.models.endpoint import Endpoints
from botpsy.models.hub_tokenizer import HubTokenizer, load_hub_tokenizer
from botpsy.models.vllm import VllmGenerator, check_server, served
from botpsy.train.lineage import sha256

PREFIX = "botpsy-policy-"
WEIGHTS = "adapter_model.safetensors"


class VllmPolicy:
    """What `train.rl` and `train.distill` take as their `engine`: call it with the policy's folder, get a generator.

    `base`: what is trained, for its tokenizer; the servers serve the same weights. `model`: their name for it; the
    first that they list when left out. `context`: tokens of an episode, as in the run's `Play`. `servers`: their
    addresses, or Endpoints with other patience. The first call compares tokenizers and room. Raises ConfigError.

    Example:
        engine = VllmPolicy(Path("runs/sft/final"), ["http://gpu1:8000/v1"], context=16384)
        rl(config, tasksets, engine=engine)
    """

    def __init__(self, base: Path, servers: Sequence[str] | Endpoints, *, context: int, model: str = "") -> None:
        self._servers = servers if isinstance(servers, Endpoints) else Endpoints(servers)
        hub: Any = load_hub_tokenizer(base)
        template = hub.chat_template
        self._tokenizer = HubTokenizer(hub)
        self._vocabulary = len(hub)
        self._family = family_for(template if isinstance(template, str) and template else TEMPLATE)
        self._context = context
        self._model = model
        self._checked = False

    def __call__(self, folder: Path) -> VllmGenerator:
        """Return a generator that samples from the adapter in a PEFT folder.

        A server that has it already is left alone, which is so for every process but the first. Raises ModelError for
        a folder without an adapter or a server that refuses it, InfraError when one does not answer.
        """
        weights = folder / WEIGHTS
        if not weights.is_file():
            raise ModelError(f"{folder} is no PEFT adapter: there is no {WEIGHTS}")
        self._check()
        name = PREFIX + sha256(weights)[:16]
        for url in self._servers.urls:
            self._load(url, name, folder)
        return VllmGenerator(self._servers, name, self._tokenizer, self._family, context=self._context)

    def _load(self, url: str, name: str, folder: Path) -> None:
        here = {str(card.get("id")) for card in served(self._servers, url)}
        if name in here:
            return
        one = Endpoints([url], parallel=1)
        try:
            one.each("/load_lora_adapter", {"lora_name": name, "lora_path": str(folder.resolve())})
            for old in sorted(n for n in here if n.startswith(PREFIX)):
                one.each("/unload_lora_adapter", {"lora_name": old})
        except ModelError as error:
            raise ModelError(
                f"{url} does not take the adapter: {error}. Start vLLM with --enable-lora --max-lora-rank RANK and "
                f"VLLM_ALLOW_RUNTIME_LORA_UPDATING=True, where {folder} is readable"
            ) from None
        finally:
            one.close()

    def _check(self) -> None:
        if self._checked:
            return
        if not self._model:
            cards = served(self._servers, self._servers.urls[0])
            if not cards:
                raise InfraError(f"{self._servers.urls[0]} serves no model")
            self._model = str(cards[0].get("id"))
        check_server(self._servers, self._model, self._tokenizer, self._vocabulary, self._context, "the rollout engine")
        self._checked = True
