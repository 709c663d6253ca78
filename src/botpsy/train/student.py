"""What every stage begins and ends with: the model that is trained is loaded, and written once it is done."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, cast

import torch

from botpsy.chat.families import family_for
from botpsy.chat.family import ChatFamily
from botpsy.chat.smollm2 import TEMPLATE
from botpsy.core.errors import InfraError
from botpsy.models.hub_tokenizer import HubTokenizer
from botpsy.train.model import Lora, has_bf16, load
from botpsy.train.world import World, here


class Trained(Protocol):
    """What a stage's configuration says of the model: a path or name, a PEFT folder to go on from ("" for none), what
    is trained (None: all weights), the arithmetic, and the seed."""

    @property
    def base(self) -> str: ...
    @property
    def adapter(self) -> str: ...
    @property
    def lora(self) -> Lora | None: ...
    @property
    def bf16(self) -> bool: ...
    @property
    def seed(self) -> int: ...


@dataclass(frozen=True)
class Student:
    """The model that is trained, its tokenizers and family, and whether prompts may be shared in a row."""

    model: Any
    hub_tokenizer: Any
    tokenizer: HubTokenizer
    family: ChatFamily
    sharing: bool


def load_student(config: Trained) -> Student:
    """Load what is trained, and say what this machine or this model cannot do. Raises ModelError."""
    world = here()
    narrow = config.bf16 and has_bf16()
    # only what is frozen may be bf16: an update of 1e-5 of a weight is lost in its eight bits
    frozen = config.lora is not None or bool(config.adapter)
    if config.bf16 and not narrow:
        world.tell("this processor has no bf16 arithmetic; training in fp32, which is faster here")
    cast(Any, torch).manual_seed(config.seed)
    model, hub_tokenizer, sharing = load(
        Path(config.base),
        config.lora,
        torch.bfloat16 if narrow and frozen and torch.cuda.is_available() else torch.float32,
        Path(config.adapter) if config.adapter else None,
    )
    if not sharing:
        world.tell("this model keeps a state from token to token: a row holds one conversation, prompts are not shared")
    template = hub_tokenizer.chat_template or ""
    family = family_for(template if isinstance(template, str) and template else TEMPLATE)
    return Student(model, hub_tokenizer, HubTokenizer(hub_tokenizer), family, sharing)


def save_student(student: Student, folder: Path, trainer: Any) -> None:
    """Write the model or its adapter, and the tokenizer with the chat template; the first process does, all are to call
    this. Raises InfraError when a weight that was trained is no finite number."""
    world = here()

    def check() -> None:
        if not all(_finite(p) for p in student.model.parameters() if p.requires_grad):
            raise InfraError(
                "the weights are no longer finite numbers; lower the learning rate. The last checkpoints are kept"
            )

    world.together(check)
    save_weights(student, folder, trainer, world)

    def save_tokenizer() -> None:
        student.hub_tokenizer.chat_template = student.family.template
        student.hub_tokenizer.save_pretrained(folder)

    world.once(save_tokenizer)


def save_weights(student: Student, folder: Path, trainer: Any, world: World) -> None:
    """Write the weights, or the adapter's; of a model that lies in shards (FSDP) they are gathered first."""
    if is_sharded(student.model):
        state: Any = trainer.accelerator.get_state_dict(trainer.model_wrapped)
        world.once(lambda: student.model.save_pretrained(folder, state_dict=state))
    else:
        world.once(lambda: student.model.save_pretrained(folder))


def is_sharded(model: Any) -> bool:
    """Return whether FSDP2 has dealt the weights out among the processes."""
    return any(hasattr(p, "full_tensor") for p in model.parameters())


def _finite(weights: Any) -> bool:
    mine = weights.to_local() if hasattr(weights, "to_local") else weights  # each process looks at its own shard
    return bool(torch.isfinite(mine).all())
