"""How long BFCL's single-turn categories take: `botpsy.eval.run.evaluate` beside the official harness.

    python bench/bfcl_speed.py [--limit 40] [--rounds 3] [--base model.gguf] [--adapter adapter.gguf] [--json out.json]

Both sides run in turns, in processes of their own, on the same items: `--limit` of each of the 13 categories, drawn by
a hash of the id from the dev half. Both read the same weights with the same build of llama.cpp, as many slots, threads
and context, decode greedily, and write at most `--new` tokens. The clock runs from an empty machine to the last
verdict: our side loads the model, generates and judges in one process; theirs starts the server, runs `bfcl generate`,
then `bfcl evaluate` (bfcl-eval 2026.3.23, made on first use; see `bfcl_official.py`).

What is theirs: the loader, the loop and its threads (100 unless --num-threads says otherwise, which is what
`bfcl generate` does with a local model), the reader of calls, the checker and the report. What had to be chosen: the
prompt. BFCL has every model bring its own in a handler, so the handler renders our chat template (`bfcl_cli.py`), and
sends it as text to the completions endpoint, as the harness does with all models on one's own machine. That the
prompts are the same is checked on every item by the token ids: those in our trajectories, and those the server makes
of the text that the harness logged. Their bound on tokens, 4,096, is lowered to ours in the handler.

Our side holds calls to the grammar of the tools, as `botpsy eval` does; --free lets it write freely, as theirs does.
Also printed: on how many items both sides give the same verdict. Nothing else should run meanwhile.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

from bfcl_compare import Found, agreement, agreement_sentence, prompts_sentence, same_prompts
from sides import Numbers, alone, report

from botpsy.benchmarks.bfcl import CATEGORIES, Bfcl
from botpsy.core.messages import Json
from botpsy.core.score import Score
from botpsy.core.task import Task
from botpsy.core.trajectory import Trajectory
from botpsy.eval.run import sample


def main() -> None:
    options = parse()
    if options.side:
        numbers = {"ours": ours, "official": official}[options.side](options, Path(options.work))
        print("\n" + json.dumps(numbers), flush=True)
        return
    if options.rounds < 1 or options.limit < 1:
        raise SystemExit(f"--rounds and --limit are 1 or more, not {options.rounds} and {options.limit}")
    with tempfile.TemporaryDirectory() as scratch:
        prepare(options, Path(scratch))
        numbers, found = play(options, Path(scratch))
    report(numbers, "seconds", True)
    said = {"prompts": same_prompts(*found[0]), "verdicts": [agreement(*pair) for pair in found]}
    print(prompts_sentence(said["prompts"]))
    for verdicts in said["verdicts"]:
        print(agreement_sentence(verdicts))
    if options.json:
        asked = {key: value for key, value in vars(options).items() if key not in ("side", "work", "json")}
        Path(options.json).write_text(json.dumps({"asked": asked, "rounds": numbers, **said}, indent=1) + "\n")


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--limit", type=int, default=40, help="items of each category (a few have fewer)")
    parser.add_argument("--rounds", type=int, default=3, help="how often each side runs, in turns")
    parser.add_argument("--base", default="", help="a GGUF (default: the project's base model)")
    parser.add_argument("--adapter", default="", help="a LoRA adapter for it, as GGUF (default: none)")
    parser.add_argument("--parallel", type=int, default=4, help="slots of both sides")
    parser.add_argument("--threads", type=int, default=0, help="of llama.cpp (default: all cores)")
    parser.add_argument("--context", type=int, default=4096, help="tokens a slot")
    parser.add_argument("--new", type=int, default=256, help="most tokens of an answer")
    parser.add_argument("--num-threads", type=int, help="of the official harness (default: its own, 100)")
    parser.add_argument("--free", action="store_true", help="ours without the grammar of calls")
    parser.add_argument("--official", default="", help="where the official packages lie or go (default: our cache)")
    parser.add_argument("--tiny", action="store_true", help="a random tiny model and short answers, to try the bench")
    parser.add_argument("--json", default="", help="write all numbers to this file")
    parser.add_argument("--side", default="", help=argparse.SUPPRESS)  # run one side in this process
    parser.add_argument("--work", default="", help=argparse.SUPPRESS)  # the side's folder
    options = parser.parse_args()
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 2
    options.threads = options.threads or cores
    options.new = min(options.new, 8) if options.tiny else options.new
    return options


def prepare(options: argparse.Namespace, scratch: Path) -> None:
    """Do what neither side's clock should see: fetch, draw the items, write the tokenizer."""
    from bfcl_official import ensure_official, write_tokenizer

    from botpsy.models.hub import DEFAULT_BASE, resolve

    if options.tiny:
        from botpsy.train.tiny_model import make_tiny_model

        model = make_tiny_model(scratch / "tiny")
    else:
        model = resolve(options.base or DEFAULT_BASE, progress=print)
    write_tokenizer(model, scratch / "tokenizer")
    asked = {
        "model": str(model),
        "adapter": str(Path(options.adapter).resolve()) if options.adapter else "",
        "packages": str(ensure_official(Path(options.official).resolve() if options.official else None)),
        "ids": {c: [t.id for t in sample(Bfcl(c).tasks("dev"), options.limit)] for c in CATEGORIES},
    }
    (scratch / "asked.json").write_text(json.dumps(asked))


def play(options: argparse.Namespace, scratch: Path) -> tuple[dict[str, list[Numbers]], list[tuple[Found, Found]]]:
    """Run both sides in turns; return their numbers, and what they found, by round."""
    numbers: dict[str, list[Numbers]] = {"ours": [], "official": []}
    found: list[tuple[Found, Found]] = []
    for number in range(options.rounds):
        pair: list[Found] = []
        for name, rows in numbers.items():
            work = scratch / f"{name}-{number}"
            work.mkdir()
            rows.append(alone(name, [*sys.argv[1:], "--work", str(work)]))
            pair.append(json.loads((work / "found.json").read_text()))
            print(f"round {number + 1} {name:8} " + ", ".join(f"{k} {v:,.2f}" for k, v in rows[-1].items()), flush=True)
        found.append((pair[0], pair[1]))
    return numbers, found


# -- our side ---------------------------------------------------------------------------------------------------------


class Noted(Bfcl):
    """A category that notes the tokens of its prompts."""

    def __init__(self, category: str) -> None:
        super().__init__(category)
        self.prompts: dict[str, list[int]] = {}

    def verify(self, task: Task, trajectory: Trajectory, state: Mapping[str, Json]) -> Score:
        pairs = zip(trajectory.token_ids, trajectory.loss_mask, strict=True)
        self.prompts[task.id] = [token for token, sampled in pairs if not sampled]
        return super().verify(task, trajectory, state)


def ours(options: argparse.Namespace, work: Path) -> Numbers:
    began = time.perf_counter()
    from botpsy.core.protocols import Sampling
    from botpsy.eval.record import fingerprint, rows
    from botpsy.eval.run import evaluate
    from botpsy.eval.suites import Part
    from botpsy.models.load import load

    asked = json.loads((work.parent / "asked.json").read_text())
    model, adapter = Path(asked["model"]), Path(asked["adapter"]) if asked["adapter"] else None
    settings = fingerprint(model, adapter)
    engine = load(
        str(model), adapter=adapter, context=options.context, parallel=options.parallel, threads=options.threads
    )
    loaded = time.perf_counter()
    tasksets = [Noted(category) for category in CATEGORIES]
    parts = [Part(taskset, "dev", options.limit, f"bfcl/{taskset.category}") for taskset in tasksets]
    sampling = Sampling(max_tokens=options.new, call_grammar=not options.free, logprobs=False)
    asyncio.run(
        evaluate(
            engine, parts, work / "run", settings=settings, sampling=sampling, concurrency=options.parallel
        )
    )  # fmt: skip
    ended = time.perf_counter()
    judged = {key[1]: row for key, row in rows(work / "run").items() if not row.get("dropped")}
    drawn = {item for ids in asked["ids"].values() for item in ids}
    if judged.keys() != drawn:
        raise SystemExit(f"our side judged {len(judged)} items, {len(judged.keys() & drawn)} of the {len(drawn)} drawn")
    found: Found = {
        "verdicts": {item: row["score"] == 1.0 for item, row in judged.items()},
        "prompts": {item: ids for taskset in tasksets for item, ids in taskset.prompts.items()},
    }
    (work / "found.json").write_text(json.dumps(found))
    for taskset in tasksets:
        taskset.close()
    engine.close()
    return {
        "seconds": ended - began,
        "loading": loaded - began,
        "generating": ended - loaded,
        "items": len(judged),
        "read": sum(row["tokens"]["read"] for row in judged.values()),
        "sampled": sum(row["tokens"]["sampled"] for row in judged.values()),
        "unasked": sum(row["stop"] == "overflow" for row in judged.values()),
    }


# -- the official side ------------------------------------------------------------------------------------------------


def official(options: argparse.Namespace, work: Path) -> Numbers:
    from bfcl_official import Harness, failed, prompts, tokens
    from bfcl_server import serving

    asked = json.loads((work.parent / "asked.json").read_text())
    model, adapter = Path(asked["model"]), Path(asked["adapter"]) if asked["adapter"] else None
    harness = Harness(Path(asked["packages"]), work.parent / "tokenizer", work / "project", asked["ids"], options.new)
    began = time.perf_counter()
    with serving(model, adapter, options.context, options.parallel, options.threads) as address:
        loaded = time.perf_counter()
        harness.generate(address, options.num_threads)
        generated = time.perf_counter()
        harness.evaluate()
        ended = time.perf_counter()
        results = harness.results()
        found: Found = {
            "verdicts": harness.verdicts(),
            "prompts": {item: tokens(address, text) for item, text in prompts(results).items()},
        }
    (work / "found.json").write_text(json.dumps(found))
    read = {item: row["input_token_count"] for item, row in results.items() if "input_token_count" in row}
    if off := [item for item, count in read.items() if count != len(found["prompts"][item])]:
        raise SystemExit(
            f"the server read another number of tokens than it told of {len(off)} prompts, such as {off[0]}"
        )
    return {
        "seconds": ended - began,
        "loading": loaded - began,
        "generating": generated - loaded,
        "judging": ended - generated,
        "items": len(results),
        "read": sum(read.values()),
        "sampled": sum(row.get("output_token_count", 0) for row in results.values()),
        "unasked": failed(results),
    }


if __name__ == "__main__":
    main()
