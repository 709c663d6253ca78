"""Puts evaluations side by side: one HTML page that needs nothing but itself (table with intervals and paired
differences against the first run, figures, failures by kind with their transcripts, settings), and the same as JSON,
CSV and Markdown beside it.

examples:
  botpsy compare runs/eval-a runs/eval-b --out runs/report.html
  botpsy compare runs/eval-a --out runs/report.html --test-half     with transcripts of the test half, which spoils it
"""

from __future__ import annotations

import argparse
from pathlib import Path


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's flags."""
    parser.add_argument(
        "runs", nargs="+", metavar="RUN", help="folders that `botpsy eval` wrote; the first is compared with"
    )
    parser.add_argument(
        "--out", required=True, metavar="HTML", help="the page; .json, .csv and .md are written beside it"
    )
    parser.add_argument("--test-half", action="store_true", help="show transcripts of the test half, which spoils it")


def run(options: argparse.Namespace) -> int:
    """Write the page and its tables."""
    from dataclasses import asdict

    from botpsy.core.jsonl import write_text_atomic
    from botpsy.eval.board import as_csv, as_json, as_markdown, board
    from botpsy.eval.efficiency import efficiency
    from botpsy.eval.page import page

    out = Path(options.out)
    found = board([Path(folder) for folder in options.runs])
    write_text_atomic(out, page(found, test_transcripts=options.test_half))
    costs = [asdict(cost) for cost in efficiency(found.runs)]
    for suffix, text in ((".json", as_json(found, costs)), (".csv", as_csv(found)), (".md", as_markdown(found))):
        write_text_atomic(out.with_suffix(suffix), text)
    print(as_markdown(found), end="")
    print(f"\nthe page is {out}")
    return 0
