"""Supervised fine-tuning: conversations in JSON lines become samples with loss on what the assistant wrote."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from botpsy.chat.extend import training_ids
from botpsy.chat.family import ChatFamily
from botpsy.core import jsonl
from botpsy.core.errors import UsageError
from botpsy.core.messages import Json, Message, ToolSpec
from botpsy.core.trajectory import TrainSample
from botpsy.models.hub_tokenizer import HubTokenizer
from botpsy.train.batch import Row, group, lay_out, pack


@dataclass(frozen=True, slots=True)
class SftData:
    """Rows to train on, and what was counted on the way."""

    rows: list[Row]
    samples: int
    tokens: int  # as if every sample were computed alone
    packed: int  # as they are computed, shared prompts once
    targets: int
    too_long: int


def read_samples(path: Path, family: ChatFamily, tokenizer: HubTokenizer, most: int) -> tuple[list[TrainSample], int]:
    """Return (samples of at most `most` tokens, how many were longer). Raises UsageError for a row that is no
    conversation, naming the line."""
    samples: list[TrainSample] = []
    too_long = 0
    if not path.exists():
        raise UsageError(f"no training data at {path}; make it with `botpsy data make`")
    for number, row in enumerate(jsonl.read(path), 1):
        try:
            messages, tools = conversation(row)
        except (KeyError, TypeError, AttributeError) as error:
            raise UsageError(f"{path}:{number} is not a conversation: {error!r}") from None
        ids, mask = training_ids(family, tokenizer, messages, tools, thinking=row.get("thinking") is True)
        if len(ids) > most:
            too_long += 1
        elif any(mask):
            samples.append(TrainSample(tuple(ids), tuple(mask)))
    return samples, too_long


def conversation(row: Mapping[str, Json]) -> tuple[tuple[Message, ...], tuple[ToolSpec, ...]]:
    """Return the messages and tools of a stored row."""
    return (
        tuple(Message.from_json(m) for m in row["messages"]),
        tuple(ToolSpec.from_json(t) for t in row.get("tools") or ()),
    )


def prepare(
    path: Path, family: ChatFamily, tokenizer: HubTokenizer, most: int, *, sharing: bool, seed: int, epochs: int = 1
) -> SftData:
    """Read, group and pack a file of conversations. Raises UsageError when nothing is left to train on."""
    samples, too_long = read_samples(path, family, tokenizer, most)
    if not samples:
        raise UsageError(f"{path} holds no sample of at most {most} tokens ({too_long} were longer)")
    rows: list[Row] = []
    if sharing:
        groups = list(group(samples, most))
        for epoch in range(epochs):
            rows += pack(groups, most, seed + epoch)
    else:
        plain = [lay_out(list(group([s], most))) for s in samples]
        rows = sorted(plain, key=lambda r: len(r.token_ids)) * epochs
    return SftData(
        rows,
        len(samples),
        sum(len(s.token_ids) for s in samples),
        sum(len(r.token_ids) for r in rows) // epochs,
        sum(sum(s.loss_mask) for s in samples),
        too_long,
    )
