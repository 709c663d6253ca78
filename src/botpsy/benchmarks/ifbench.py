"""IFBench: 300 prompts with instructions out of 58 kinds that IFEval does not have, so that training for those of
IFEval does not help.

Pyatkin et al., "Generalizing Verifiable Instruction Following", NeurIPS 2025, arXiv:2507.02833. The headline is
prompt-level loose accuracy: all of a prompt's instructions followed, each in one of the eight forms of the response.
"""

from __future__ import annotations

from pathlib import Path

from botpsy.benchmarks.if_checker import Checker
from botpsy.benchmarks.instructions import Instructions, Kind

IFBENCH = Kind(
    "ifbench",
    "ifbench/IFBench_test.jsonl",
    "data/IFBench_test.jsonl of allenai/IFBench on GitHub (code Apache-2.0, data ODC-BY-1.0)",
    "prompt_loose",
)


def ifbench(*, folder: Path | None = None, checker: Checker | None = None) -> Instructions:
    """Return the taskset. `folder` stands for the one that BOTPSY_DATA names."""
    return Instructions(IFBENCH, folder=folder, checker=checker)
