"""IFEval: 541 prompts with one to three instructions out of 25 kinds that a program can check.

Zhou et al., "Instruction-Following Evaluation for Large Language Models", arXiv:2311.07911. The headline is
prompt-level strict accuracy: all of a prompt's instructions followed in the response as it is.

Two things are drawn at random by the public checks and fixed here by a seed: how a language is guessed, and the letter
that one item counts instead of "#".
"""

from __future__ import annotations

from pathlib import Path

from botpsy.benchmarks.if_checker import Checker
from botpsy.benchmarks.instructions import Instructions, Kind

IFEVAL = Kind(
    "ifeval",
    "ifeval/input_data.jsonl",
    "instruction_following_eval/data/input_data.jsonl of google-research/google-research on GitHub (Apache-2.0)",
    "prompt_strict",
)


def ifeval(*, folder: Path | None = None, checker: Checker | None = None) -> Instructions:
    """Return the taskset. `folder` stands for the one that BOTPSY_DATA names."""
    return Instructions(IFEVAL, folder=folder, checker=checker)
