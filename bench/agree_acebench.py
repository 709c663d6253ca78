"""Compares our ACEBench verdicts with those of the port in evalscope 1.14, on outputs made here: right, wrong, broken.

    BOTPSY_DATA=../shared/data python bench/agree_acebench.py [--write FILE]

Only items of the dev half. The port's parser and checker need the standard library alone, so they are imported without
the package around them. `--write` keeps outputs and the port's verdicts as the fixture of a quick test.
"""

from __future__ import annotations

import argparse
import importlib
import json
import random
import sys
import types
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from botpsy.benchmarks.acebench import NORMAL, SPECIAL, AceBench, items
from botpsy.benchmarks.acebench_calls import write_calls
from botpsy.benchmarks.acebench_install import ensure
from botpsy.benchmarks.acebench_oracle import gold_calls, gold_words
from botpsy.core.messages import Message, ToolCall


def port(folder: Path) -> tuple[Any, Any]:
    """Return evalscope's parser and checker modules."""
    package = types.ModuleType("ace_port")
    package.__path__ = [str(folder / "evalscope" / "benchmarks" / "acebench")]
    sys.modules["ace_port"] = package
    return importlib.import_module("ace_port.parser"), importlib.import_module("ace_port.checker")


def their_verdict(modules: tuple[Any, Any], category: str, output: str, row: dict[str, Any], answer: Any) -> bool:
    """Return whether the port takes an output for right; where it fails with an error, it did not."""
    parser, checker = modules
    try:
        if category in SPECIAL:
            return bool(checker.check_special_answer(output, answer, category)["valid"])
        calls = parser.decode_calls(output, category)
        return bool(checker.check_normal_answer(row["function"], calls, answer, category)["valid"])
    except Exception:
        return False


def change(value: Any, draw: random.Random) -> Any:
    """Return another value: of another type, longer, shorter, in other letters, or nearly the same."""
    if isinstance(value, bool):
        return draw.choice([not value, str(value).lower(), int(value)])
    if isinstance(value, int | float):
        return draw.choice([value + 1, str(value), float(value), -value])
    if isinstance(value, str):
        ways = [
            value.upper(),
            value + " or so",
            value[: len(value) // 2],
            f" {value}.",
            7,
            [value],
            "",
            value.replace(" ", "_"),
        ]
        return draw.choice(ways)
    if isinstance(value, list):
        ways: list[Any] = [value[::-1], value[:-1], [*value, "more"], str(value), {}, [change(v, draw) for v in value]]
        return draw.choice(ways)
    if isinstance(value, dict):
        changed = {k: (change(v, draw) if draw.random() < 0.5 else v) for k, v in value.items()}
        return draw.choice([changed, dict(list(value.items())[1:]), {**value, "more": 1}, str(value), [value]])
    return value


def outputs(category: str, answer: Any, draw: random.Random) -> Iterator[tuple[str, str]]:
    """Yield (kind, output): the answer, answers near it, and what is no answer."""
    if category in SPECIAL:
        right = gold_words(category, answer)
        ways = [
            right,
            right.upper(),
            right[:40],
            right.replace("(", "").replace(")", ""),
            "[]",
            "",
            right.split(" ", 3)[-1],
        ]
        yield "right", right
        yield "near", draw.choice(ways)
        return
    calls = gold_calls(answer)
    yield "right", write_calls(calls)
    for _ in range(2):
        made = [ToolCall(c.name, dict(c.arguments)) for c in calls]
        at = draw.randrange(len(made))
        given = dict(made[at].arguments)
        name = draw.choice(list(given)) if given else ""
        match draw.randrange(7):
            case 0 if name:
                del given[name]
            case 1:
                given["invented"] = 1
            case 2:
                made.append(made[at])
            case 3:
                made.reverse()
            case 4:
                made[at] = ToolCall(made[at].name + "X", given)
            case _ if name:
                given[name] = change(given[name], draw)
            case _:
                made = []
        if made and at < len(made) and made[at].name == calls[at].name:
            made[at] = ToolCall(made[at].name, given)
        yield "near", write_calls(made)
    text = write_calls(calls)
    broken = (
        text[:-1], text[: len(text) // 2], "I would call " + text + " now.", text.replace("=", ":"), text.strip("[]"),
        "```python\n" + text + "\n```", "[1, 2]", "[f(x=__import__('os').system('true'))]", "[" * 30, text + text,
        "[lambda: 1]", "", "[" + "-" * 20 + "1]", "{" + text + "}",
    )  # fmt: skip
    yield "broken", draw.choice(broken)


def compare(seed: int = 0) -> list[dict[str, Any]]:
    """Return one row an output: id, category, kind, output, their verdict and ours."""
    draw, modules, made = random.Random(seed), port(ensure()), list[dict[str, Any]]()
    for category in (*NORMAL, *SPECIAL):
        ours = AceBench(category)
        for row, answer in items(category, "dev", None):
            for kind, output in outputs(category, answer["ground_truth"], draw):
                theirs = their_verdict(modules, category, output, row, answer["ground_truth"])
                mine = not ours.wrong(Message("assistant", output), row["function"], answer["ground_truth"])
                made.append(
                    {
                        "id": row["id"],
                        "category": category,
                        "kind": kind,
                        "output": output,
                        "right": theirs,
                        "ours": mine,
                    }
                )
    return made


def main() -> int:
    """Compare, print, and exit with 1 when a verdict differs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--write", type=Path)
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    rows = compare(chosen.seed)
    apart = [row for row in rows if row["right"] != row["ours"]]
    print(f"{len(rows)} outputs to {len({r['id'] for r in rows})} items: {len(apart)} verdicts differ")
    print(Counter((r["kind"], "right" if r["right"] else "wrong") for r in rows))
    for row in apart[:20]:
        print(row)
    if chosen.write:
        kept = [r for r in rows if len(r["output"]) < 600][::3]
        lines = (json.dumps({k: r[k] for k in ("id", "category", "output", "right")}) for r in kept)
        chosen.write.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return 1 if apart else 0


if __name__ == "__main__":
    raise SystemExit(main())
