"""The whole recipe on a random tiny model, in minutes on a CPU. It learns nothing worth having; it shows the way.

python recipes/tiny.py [FOLDER]

tasks -> trajectories -> scores -> train samples -> checkpoint -> GGUF -> evaluation
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from botpsy.data.mix import Mix, make
from botpsy.eval.run import evaluate
from botpsy.eval.suites import build
from botpsy.export.run import export
from botpsy.models.llama_cpp import LlamaCpp
from botpsy.train.model import Lora
from botpsy.train.sft import SftConfig, sft
from botpsy.train.tiny_model import make_tiny_model


def main(folder: Path) -> dict[str, float]:
    """Run every stage in `folder` and return what came out; run again, it goes on where it stopped."""
    # a base: here random and tiny, elsewhere a reference that models/hub.py resolves
    base = make_tiny_model(folder / "base")

    # data: references play simulated tasks, verifiers keep what scores 1
    counts = make(Mix(phone=24, toolcraft=4, seal=0), folder / "data.jsonl")
    print(f"data: {sum(counts.values())} conversations")

    # SFT: loss on what the assistant wrote, prompts shared within a row
    trained = sft(
        SftConfig(
            base=str(base),
            data=str(folder / "data.jsonl"),
            out=str(folder / "sft"),
            lora=Lora(rank=4, alpha=8),
            row_tokens=8192,
            steps=6,
            log_steps=2,
            save_steps=3,
            learning_rate=5e-3,
        )
    )

    # export: adapter and merged model as GGUF, proven to agree with what was trained
    exported = export(base, trained, folder / "export", ("lora", "q8_0"), name="tiny", prompts=("Add lunch on Friday",))

    # evaluation: the engine that ships plays held-out tasks
    engine = LlamaCpp(exported.files["q8_0"], context=8192, parallel=2)
    try:
        report = asyncio.run(evaluate(engine, build("phone", "dev", 1), folder / "eval", concurrency=2))
    finally:
        engine.close()
    return {line.skill: line.score.mean if line.score else 0.0 for line in report.lines}


if __name__ == "__main__":
    for name, score in main(Path(sys.argv[1] if len(sys.argv) > 1 else "runs/tiny")).items():
        print(f"{name}: {score:.2f}")
