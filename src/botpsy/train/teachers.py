"""Teachers as adapters over one base: one frozen copy of the base, and the adapter of the teacher that is asked.

A teacher's log-probabilities are only comparable with the student's when both have the same tokens, so a teacher's
folder must hold the tokenizer it was trained with.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import torch
from torch import Tensor

from botpsy.core.errors import ConfigError, ModelError
from botpsy.core.trajectory import TrainSample
from botpsy.models.hub_tokenizer import load_hub_tokenizer
from botpsy.train import lineage
from botpsy.train.batch import group, lay_out
from botpsy.train.losses import target_logprobs
from botpsy.train.model import load
from botpsy.train.trainer import body_and_head, collate

WEIGHTS = "adapter_model.safetensors"


class Teachers:
    """Adapter folders by name, over the base that the student has too.

    Raises ModelError for an adapter that does not fit the base, ConfigError for a tokenizer that differs from the
    student's.
    """

    def __init__(self, base: Path, folders: Mapping[str, Path], student: Any, dtype: torch.dtype) -> None:
        for name, folder in folders.items():
            check_tokenizer(name, folder, student)
        self._model: Any = None
        self._adapters: dict[str, str] = {}
        loaded: dict[Path, str] = {}
        for name, folder in folders.items():
            if self._model is None:
                self._model, _, self._sharing = load(base, None, dtype, folder)
            if folder not in loaded:  # one teacher may have several domains
                loaded[folder] = _adapter(name)
                self._model.load_adapter(str(folder), adapter_name=loaded[folder])
            self._adapters[name] = loaded[folder]
        if self._model is None:  # all teachers are elsewhere
            return
        if torch.cuda.is_available():
            self._model.to(torch.device("cuda", torch.cuda.current_device()))
        self._model.set_adapter(next(iter(self._adapters.values())))
        self._model.delete_adapter("default")  # the first teacher's, loaded with the base
        self._model.eval().requires_grad_(False)

    def score(self, name: str, samples: Sequence[TrainSample], row_tokens: int) -> list[list[float]]:
        """Return the log-probabilities (nats) of each sample's tokens by this teacher, 0 where it is no target.

        Neighbours that begin alike share their prompt.
        """
        self._ask(name)
        body, head = body_and_head(self._model)
        device = next(iter(self._model.parameters())).device
        found: list[list[float]] = []
        rows = group(samples, row_tokens) if self._sharing else (g for s in samples for g in group([s], row_tokens))
        for row in rows:
            batch = {k: v.to(device) if hasattr(v, "to") else v for k, v in collate([lay_out([row])]).items()}
            labels = batch.pop("labels")
            del batch["shift_labels"]
            if not self._sharing:
                del batch["layout"]
            with torch.no_grad():
                logprobs_N, _ = target_logprobs(body(**batch, use_cache=False).last_hidden_state, labels, head)
            values = iter(cast("list[float]", cast(Any, logprobs_N).tolist()))
            for sample in row.samples:
                found.append([0.0, *(next(values) if m else 0.0 for m in sample.loss_mask[1:])])
        return found

    def states(self, name: str, forward: Mapping[str, Any], labels_BT: Tensor) -> tuple[Tensor, Any]:
        """Return this teacher's last hidden states at the targets of a row, [N, H], and its LM head.

        `forward`: what the row gives a model, with its layout.
        """
        self._ask(name)
        body, head = body_and_head(self._model)
        with torch.no_grad():
            kept = {k: v for k, v in forward.items() if self._sharing or k != "layout"}
            return body(**kept, use_cache=False).last_hidden_state[labels_BT != -100], head

    def _ask(self, name: str) -> None:
        self._model.set_adapter(self._adapters[name])
        self._model.requires_grad_(False)  # setting an adapter makes it trainable again


def digests(folders: Mapping[str, Path]) -> dict[str, str]:
    """Return the hash of each teacher's weights. Raises ModelError for a folder that is no PEFT adapter."""
    for name, folder in folders.items():
        for file in ("adapter_config.json", WEIGHTS):
            if not (folder / file).is_file():
                raise ModelError(f"the teacher of {name} is no PEFT adapter: there is no {file} in {folder}")
    return {name: lineage.sha256(folder / WEIGHTS) for name, folder in folders.items()}


def check_tokenizer(name: str, folder: Path, student: Any) -> None:
    """Compare the tokenizer in a teacher's folder with the student's, token by token.

    Raises ConfigError that says which differs, or that there is none to compare.
    """
    try:
        teacher = load_hub_tokenizer(folder)
    except (OSError, ValueError) as error:
        raise ConfigError(f"the teacher of {name} has no tokenizer in {folder} to compare: {error}") from None
    theirs, ours = cast("dict[str, int]", teacher.get_vocab()), cast("dict[str, int]", student.get_vocab())
    if theirs == ours and _merges(teacher) == _merges(student):
        return
    different = sorted(t for t in theirs.keys() | ours.keys() if theirs.get(t) != ours.get(t))
    what = (
        f"{different[0]!r} is token {theirs.get(different[0])} there, {ours.get(different[0])} here"
        if different
        else "its merges are others"
    )
    raise ConfigError(
        f"the teacher of {name} has another tokenizer ({len(theirs)} tokens, the student {len(ours)}): {what}. "
        f"Teachers must share the student's tokenizer"
    )


def _merges(tokenizer: Any) -> Any:
    backend = getattr(tokenizer, "backend_tokenizer", None)
    if backend is None:
        return None
    return json.loads(backend.to_str())["model"].get("merges")


def _adapter(name: str) -> str:
    return f"teacher_{name.replace('.', '_')}"  # a module's name has no dot
