"""What our RL step costs against group size, prompt length, completion length and number of tools, as a page of curves.

    python bench/scaling.py [--rounds 3] [--out scaling.html] [--json FILE] [--tiny]

One thing changes at a time, all else stays at the centre: 2 prompts, groups of 8, 48 new tokens, all tools of a task,
or what is asked for. The points run in turns, in one process, after one step that is thrown away. The machine is
measured before every round: fp32 matmul (1024 x 1024, GFLOPS) and memory bandwidth (copy, GB/s read and written), with
torch's threads.

A step is split where the last answer is judged: sampling (handing the adapter over, reading prompts, decoding) and
learning (forward, backward, optimiser). `of matmul` is the share of the machine's matmul rate that learning reaches if
each token of a row costs 4 FLOPs a weight of the layers (forward, and backward through frozen weights; adapter,
attention and LM head are left out, so the true share is higher). Nothing else should run meanwhile.
"""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from curves import Chart, page
from rl_step import ours, step_options
from sides import Asked, Numbers, base_of, parser_of

CENTRE = {"prompts": 2, "size": 8, "new_tokens": 48, "tools": 0, "padding": 0}  # 0 tools is all, 0 padding none
AXES: Mapping[str, tuple[str, Sequence[int]]] = {
    "size": ("completions in a group", (2, 4, 8, 16)),
    "padding": ("tokens of the prompt", (0, 512, 1024, 2048)),
    "new_tokens": ("most tokens of a completion", (16, 48, 96, 192)),
    "tools": ("tools in view", (1, 2, 4, 8)),
}
TINY_CENTRE = {**CENTRE, "size": 2, "new_tokens": 8}
TINY_AXES: Mapping[str, tuple[str, Sequence[int]]] = {
    "size": ("completions in a group", (2, 4)),
    "padding": ("tokens of the prompt", (0, 64)),
    "new_tokens": ("most tokens of a completion", (4, 8)),
    "tools": ("tools in view", (1, 2)),
}
PARTS = ("seconds", "sampling", "learning")


def machine(tiny: bool) -> Numbers:
    """Return fp32 matmul GFLOPS and memory bandwidth in GB/s, the best of five."""
    import torch

    side, words = (256, 1 << 20) if tiny else (1024, 64 << 20)
    a, b = torch.rand(side, side), torch.rand(side, side)
    source, target = torch.rand(words), torch.zeros(words)
    products: list[float] = []
    copies: list[float] = []
    for _ in range(5):
        began = time.perf_counter()
        for _ in range(4):
            torch.mm(a, b)
        products.append(4 * 2 * side**3 / (time.perf_counter() - began) / 1e9)
        began = time.perf_counter()
        target.copy_(source)
        copies.append(2 * 4 * words / (time.perf_counter() - began) / 1e9)
    return {"gflops": max(products), "gb_per_second": max(copies)}


def weights(base: Path) -> tuple[float, int]:
    """Return the size of the file in bytes, and how many weights its layers multiply with."""
    from gguf import GGUFReader

    layers = sum(int(t.n_elements) for t in GGUFReader(base).tensors if t.name.startswith("blk.") and len(t.shape) == 2)
    return base.stat().st_size, layers


def prompt_tokens(options: argparse.Namespace, base: Path) -> float:
    from botpsy.chat.families import family_for
    from botpsy.models.hub_tokenizer import load_hub_tokenizer

    tokenizer = load_hub_tokenizer(base)
    texts = Asked(options.prompts, options.tools, options.padding).texts(family_for(tokenizer.chat_template))
    return statistics.mean(len(tokenizer.encode(text, add_special_tokens=False)) for text in texts)


def main() -> None:
    parser = parser_of(__doc__)
    step_options(parser)
    parser.add_argument("--out", default="scaling.html", help="the page")
    parser.set_defaults(**CENTRE)
    options = parser.parse_args()
    centre, axes = (TINY_CENTRE, TINY_AXES) if options.tiny else ({k: vars(options)[k] for k in CENTRE}, AXES)
    points = [(axis, value, argparse.Namespace(**{**vars(options), **centre, axis: value}))
              for axis, (_, values) in axes.items() for value in values]  # fmt: skip
    with tempfile.TemporaryDirectory() as scratch:
        base, _ = base_of(options, Path(scratch))
        size, layers = weights(base)
        lengths = [prompt_tokens(point, base) for *_, point in points]
    step(argparse.Namespace(**{**vars(options), **centre}))  # pages, caches, kernels
    measured: list[Numbers] = []
    found: list[list[Numbers]] = [[] for _ in points]
    for number in range(options.rounds):
        measured.append(machine(options.tiny))
        print(f"round {number + 1} machine " + words(measured[-1]), flush=True)
        for (axis, value, point), rounds in zip(points, found, strict=True):
            rounds.append(step(point))
            print(f"round {number + 1} {axis} {value}: {words(rounds[-1])}", flush=True)
    gflops, speed = (statistics.median(m[k] for m in measured) for k in ("gflops", "gb_per_second"))
    told = (
        f"n={options.rounds} a point. The machine: {gflops:,.0f} GFLOPS fp32 matmul, {speed:,.1f} GB/s memory "
        f"(medians). {Path(options.base).name or 'the base model'}: {size / 1e6:,.0f} MB, {layers / 1e6:,.1f} million "
        f"weights in layers{', a random tiny model' if options.tiny else ''}. All else at {words(centre)}; "
        f"tools 0 is all."
    )
    rows = [table_row(axis, value, n, rounds, layers, gflops)
            for (axis, value, _), n, rounds in zip(points, lengths, found, strict=True)]  # fmt: skip
    Path(options.out).write_text(
        page("Cost of an RL step", [told], charts(axes, points, lengths, found), [HEAD, *rows])
    )
    print(f"{told}\nthe page is {options.out}")
    if options.json:
        steps = [{"axis": axis, "value": value, "prompt_tokens": n, "rounds": rounds}
                 for (axis, value, _), n, rounds in zip(points, lengths, found, strict=True)]  # fmt: skip
        Path(options.json).write_text(
            json.dumps({"machine": measured, "centre": centre, "steps": steps}, indent=1) + "\n"
        )


def step(point: argparse.Namespace) -> Numbers:
    with tempfile.TemporaryDirectory() as scratch:
        return ours(point, Path(scratch))


def charts(axes: Mapping[str, tuple[str, Sequence[int]]], points: Sequence[tuple[str, int, argparse.Namespace]],
           lengths: Sequence[float], found: Sequence[Sequence[Numbers]]) -> list[Chart]:  # fmt: skip
    drawn: list[Chart] = []
    for axis, (name, _) in axes.items():
        mine = [
            (round(n) if axis == "padding" else value, rounds)
            for (a, value, _), n, rounds in zip(points, lengths, found, strict=True)
            if a == axis
        ]
        curves = {part: [(x, [r[part] for r in rounds]) for x, rounds in mine] for part in PARTS}
        drawn.append(Chart(f"Step against {name}", name, "seconds", curves))
    return drawn


HEAD = ("varied", "value", "prompt tokens", "seconds", "range", "sampling", "learning", "new tokens", "row tokens",
        "of matmul")  # fmt: skip


def table_row(
    axis: str, value: int, length: float, rounds: Sequence[Numbers], layers: int, gflops: float
) -> tuple[str, ...]:
    middle = {key: statistics.median(r[key] for r in rounds) for key in rounds[0]}
    share = statistics.median(4 * layers * r["row_tokens"] / r["learning"] / 1e9 for r in rounds) / gflops
    took = [r["seconds"] for r in rounds]
    return (
        axis, str(value), f"{length:.0f}", f"{middle['seconds']:.2f}", f"{min(took):.2f} to {max(took):.2f}",
        f"{middle['sampling']:.2f}", f"{middle['learning']:.2f}", f"{middle['new_tokens']:.0f}",
        f"{middle['row_tokens']:.0f}", f"{share:.0%}",
    )  # fmt: skip


def words(values: Mapping[str, float]) -> str:
    return ", ".join(f"{k.replace('_', ' ')} {v:,.2f}".removesuffix(".00") for k, v in values.items())


if __name__ == "__main__":
    main()
