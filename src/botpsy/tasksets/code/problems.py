"""Small programming tasks: what is wanted, a solution, and checks drawn from a model of the right result."""

from __future__ import annotations

# ruff: noqa: E501
# pyright: reportUnknownLambdaType=false, reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false
import random
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

Arguments = tuple[Any, ...]
WORDS = "river stone lamp bread cloud tiger apple mirror garden pencil".split()


@dataclass(frozen=True, slots=True)
class Problem:
    """`right` computes the expected result; `solution` is a reference answer in Python."""

    name: str
    arguments: str
    wanted: str
    solution: str
    draw: Callable[[random.Random], Arguments]
    right: Callable[..., Any]


def _numbers(r: random.Random) -> Arguments:
    return ([r.randint(-20, 60) for _ in range(r.randint(1, 8))],)


def _texts(r: random.Random) -> Arguments:
    return (" ".join(r.choice(WORDS) for _ in range(r.randint(1, 6))),)


def _runs(values: list[int]) -> int:
    longest = current = 1 if values else 0
    for a, b in pairwise(values):
        current = current + 1 if b > a else 1
        longest = max(longest, current)
    return longest


PROBLEMS: list[Problem] = [
    Problem("sum_even", "values", "returns the sum of the even numbers in the list `values`", "    return sum(v for v in values if v % 2 == 0)",
            _numbers, lambda values: sum(v for v in values if v % 2 == 0)),
    Problem("longest_word", "text", "returns the longest word of `text`, the first of them if several are as long", "    return max(text.split(), key=len)",
            _texts, lambda text: max(text.split(), key=len)),
    Problem("count_vowels", "text", "returns how many letters of `text` are vowels (a, e, i, o, u)", "    return sum(c in 'aeiou' for c in text.lower())",
            _texts, lambda text: sum(c in "aeiou" for c in text.lower())),
    Problem("second_largest", "values", "returns the second largest distinct number of the list `values`, or None if there is none", "    found = sorted(set(values))\n    return found[-2] if len(found) > 1 else None",
            _numbers, lambda values: sorted(set(values))[-2] if len(set(values)) > 1 else None),
    Problem("initials", "text", "returns the first letters of the words of `text` in capitals, as one string", "    return ''.join(w[0].upper() for w in text.split())",
            _texts, lambda text: "".join(w[0].upper() for w in text.split())),
    Problem("running_total", "values", "returns the list of running totals of `values`", "    out, total = [], 0\n    for v in values:\n        total += v\n        out.append(total)\n    return out",
            _numbers, lambda values: [sum(values[: i + 1]) for i in range(len(values))]),
    Problem("digits_sum", "n", "returns the sum of the decimal digits of the non-negative integer `n`", "    return sum(int(c) for c in str(n))",
            lambda r: (r.randint(0, 99999),), lambda n: sum(int(c) for c in str(n))),
    Problem("word_counts", "text", "returns a dict from each word of `text` to how often it occurs", "    out = {}\n    for w in text.split():\n        out[w] = out.get(w, 0) + 1\n    return out",
            _texts, lambda text: {w: text.split().count(w) for w in text.split()}),
    Problem("reverse_words", "text", "returns `text` with its words in reverse order", "    return ' '.join(reversed(text.split()))",
            _texts, lambda text: " ".join(reversed(text.split()))),
    Problem("clamp_all", "values, low, high", "returns the list `values` with each number limited to between `low` and `high`", "    return [min(max(v, low), high) for v in values]",
            lambda r: (*_numbers(r), r.randint(-5, 5), r.randint(10, 30)), lambda values, low, high: [min(max(v, low), high) for v in values]),
    Problem("longest_run", "values", "returns the length of the longest strictly increasing run of neighbours in `values`", "    best = cur = 1 if values else 0\n    for a, b in zip(values, values[1:]):\n        cur = cur + 1 if b > a else 1\n        best = max(best, cur)\n    return best",
            _numbers, _runs),
    Problem("is_sorted", "values", "returns True when the list `values` is in ascending order", "    return all(a <= b for a, b in zip(values, values[1:]))",
            _numbers, lambda values: values == sorted(values)),
    Problem("common_divisor", "a, b", "returns the greatest common divisor of the positive integers `a` and `b`", "    while b:\n        a, b = b, a % b\n    return a",
            lambda r: (r.randint(1, 400), r.randint(1, 400)), lambda a, b: max(d for d in range(1, min(a, b) + 1) if a % d == 0 == b % d)),
    Problem("drop_repeats", "values", "returns the list `values` without repeated numbers, the first of each kept in order", "    return list(dict.fromkeys(values))",
            _numbers, lambda values: list(dict.fromkeys(values))),
]  # fmt: skip
ASKS = [
    "Write a Python function `{name}({arguments})` that {wanted}.",
    "In Python, define `{name}({arguments})`. It {wanted}.",
    "I need a Python function called `{name}` with the arguments {arguments}. It {wanted}. Give me the code.",
    "Implement in Python: def {name}({arguments}), which {wanted}.",
    "Please write `{name}({arguments})` in Python. The function {wanted}.",
    "Python task: `{name}({arguments})` {wanted}.",
    "Give me Python code for a function `{name}({arguments})` that {wanted}, nothing else.",
]
