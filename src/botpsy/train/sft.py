"""The SFT stage: base and data in, checkpoint out. Resumes where it stopped, with the same rows in the same order."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import torch

from botpsy.core.errors import ConfigError
from botpsy.train import guards, lineage, run_folder
from botpsy.train.model import Lora, has_bf16
from botpsy.train.signals.sft import SftData, prepare
from botpsy.train.student import Student, load_student, save_student
from botpsy.train.world import World, here


@dataclass(frozen=True, slots=True)
class SftConfig:
    """How to fine-tune.

    `adapter`: a PEFT folder to go on from, "" for a fresh one. `row_tokens`: tokens of one row; `rows`: rows a step
    (the global batch, of all processes); `steps`: 0 means one pass over the data.
    `keep`: how many checkpoints stay, the latest ones.
    `stable`: share of the steps after warm-up at full rate before it decays to zero (warmup-stable-decay).
    """

    base: str
    data: str
    out: str
    adapter: str = ""
    lora: Lora | None = field(default_factory=Lora)
    row_tokens: int = 2048
    rows: int = 1
    steps: int = 0
    epochs: int = 1
    learning_rate: float = 1e-3
    warmup: float = 0.03
    stable: float = 0.6
    weight_decay: float = 0.0
    bf16: bool = False
    seed: int = 0
    save_steps: int = 50
    keep: int = 2
    log_steps: int = 5
    gradient_checkpointing: bool = False


def sft(config: SftConfig, *, resume: bool = True) -> Path:
    """Train and return the folder of the result: a PEFT adapter, or a whole checkpoint without `lora`.

    With `resume` an unfinished run in `out` goes on from its last checkpoint. Raises ConfigError when `out` holds a run
    with another configuration, InfraError for a loss or gradient that is not a number, BackendError for a full disk.
    """
    out = Path(config.out)
    world = here()
    if config.rows % world.size:
        raise ConfigError(f"{config.rows} rows a step (rows) are no multiple of the {world.size} processes")
    world.once(lambda: run_folder.check_free(out, asdict(config), resume))
    student = load_student(config)
    data = prepare(
        Path(config.data), student.family, student.tokenizer, config.row_tokens,
        sharing=student.sharing, seed=config.seed, epochs=config.epochs,
    )  # fmt: skip
    world.tell(_words(data))
    # only now: a start that failed on a wrong path must not claim the folder
    world.once(lambda: run_folder.begin(out, asdict(config), resume))
    final = out / "final"
    trainer = _trainer(config, student, data, out, world)
    guards.train(trainer, out, resume)
    save_student(student, final, trainer)
    world.once(lambda: lineage.write(
        final / "lineage.json",
        "sft",
        run_folder.without_folders(asdict(config)),
        run_folder.parent(config.base, config.adapter),
        {"path": Path(config.data).name, "sha256": lineage.sha256(Path(config.data)), "samples": data.samples,
         "tokens": data.tokens, "packed_tokens": data.packed, "targets": data.targets},
    ))  # fmt: skip
    return final


def _trainer(config: SftConfig, student: Student, data: SftData, out: Path, world: World) -> Any:
    from transformers import TrainingArguments

    from botpsy.train.progress import Progress
    from botpsy.train.trainer import TargetTrainer, collate

    steps = config.steps or max(1, len(data.rows) // config.rows)
    warmup = max(1, round(steps * config.warmup))
    arguments = TrainingArguments(
        output_dir=str(out),
        per_device_train_batch_size=1,
        gradient_accumulation_steps=config.rows // world.size,
        ddp_find_unused_parameters=False,
        max_steps=steps,
        learning_rate=config.learning_rate,
        weight_decay=config.weight_decay,
        adam_beta2=0.98,
        max_grad_norm=1.0,
        lr_scheduler_type="warmup_stable_decay",
        lr_scheduler_kwargs={
            "num_decay_steps": max(1, steps - warmup - round(steps * config.stable)),
            "decay_type": "1-sqrt",
        },
        warmup_steps=warmup,
        bf16=config.bf16 and has_bf16(),
        gradient_checkpointing=config.gradient_checkpointing,
        logging_steps=config.log_steps,
        save_steps=config.save_steps,
        save_total_limit=config.keep,
        report_to=[],
        disable_tqdm=True,
        remove_unused_columns=False,
        dataloader_num_workers=0,
        seed=config.seed,
        use_cpu=not torch.cuda.is_available(),
    )
    trainer = TargetTrainer(
        model=student.model, args=arguments, train_dataset=data.rows, data_collator=collate,
        callbacks=[Progress(out), guards.FiniteGradients()], sharing=student.sharing,
    )  # fmt: skip
    from transformers import PrinterCallback

    trainer.remove_callback(PrinterCallback)
    return trainer


def _words(data: SftData) -> str:
    share = data.tokens / max(data.packed, 1)
    return (
        f"{data.samples} samples, {data.tokens} tokens, {data.packed} to compute ({share:.1f} times fewer by sharing "
        f"prompts), {data.targets} targets, {len(data.rows)} rows, {data.too_long} too long"
    )
