"""botpsy data make    conversations that references play in simulated worlds, invented tools, and public sets
                    (Seal-Tools and Schema-Guided Dialogue, from the folder in BOTPSY_DATA). Deterministic by seed; an
                    interrupted run goes on with the next source. What says the same as an earlier row is left out,
                    and what overlaps a benchmark when --benchmarks is given; both are counted.
botpsy data show    tasks to look at: world, reference, score
botpsy data report  one HTML page to judge a file by

examples:
  BOTPSY_DATA=../shared/data botpsy data make --out runs/data.jsonl --phone 2000 --toolcraft 600 --seal 300 --sgd 200
  botpsy data show --app notes --split dev --count 3
  botpsy data report runs/data.jsonl --out runs/data.html
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from pathlib import Path

from botpsy.cli.terminal import tell
from botpsy.core.errors import UsageError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what can be done with data, and the flags of each."""
    what = parser.add_subparsers(dest="what", metavar="make | show | report", required=True)
    _make_arguments(what.add_parser("make", help="make training data"))
    _show_arguments(what.add_parser("show", help="look at tasks"))
    report = what.add_parser("report", help="write an HTML page about a file of conversations")
    report.add_argument("data", metavar="FILE", help="JSON lines that `botpsy data make` wrote")
    report.add_argument("--out", required=True, metavar="HTML", help="the page to write")


def _make_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", required=True, metavar="FILE", help="JSON lines to write")
    parser.add_argument("--phone", type=int, default=2000, metavar="N", help="tasks on calendar and contacts (2000)")
    parser.add_argument(
        "--skill", action="append", default=[], metavar="SKILL=N", type=_skill, help="more phone tasks of one skill"
    )
    parser.add_argument(
        "--intent", action="append", default=[], metavar="INTENT=N", type=_intent, help="more phone tasks of one intent"
    )
    parser.add_argument(
        "--app", action="append", default=[], metavar="APP=N", type=_app, help="tasks of another app, such as notes"
    )
    parser.add_argument(
        "--language", action="append", default=[], metavar="CODE=N", type=_language, help="requests in another language"
    )
    parser.add_argument(
        "--styled",
        type=_portion,
        default=0.0,
        metavar="SHARE",
        help="share of requests as people write them, 0 to 1 (0)",
    )
    parser.add_argument("--goals", type=int, default=0, metavar="N", help="tasks of a person who answers questions (0)")
    parser.add_argument(
        "--culture", action="append", default=[], metavar="CODE", type=_culture, help="names of this culture, as pl_PL"
    )
    parser.add_argument("--beyond", type=int, default=0, metavar="N", help="requests that the phone cannot serve (0)")
    parser.add_argument("--strangers", type=int, default=0, metavar="N", help="requests to apps that are not there (0)")
    parser.add_argument("--toolcraft", type=int, default=600, metavar="N", help="bundles of invented tools (600)")
    parser.add_argument("--seal", type=int, default=0, metavar="N", help="bundles from Seal-Tools (0)")
    parser.add_argument("--sgd", type=int, default=0, metavar="N", help="dialogues of Schema-Guided Dialogue (0)")
    parser.add_argument(
        "--thinking", type=_portion, default=0.0, metavar="SHARE", help="share of rows in thinking mode, 0 to 1 (0)"
    )
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--benchmarks", action="store_true", help="leave out what overlaps the questions of BFCL")
    parser.add_argument("--model", metavar="REF", help="let this model play the phone tasks instead of the reference")
    parser.add_argument("--adapter", metavar="PATH", help="an adapter.gguf for it")
    parser.add_argument("--least", type=float, default=1.0, metavar="S", help="with --model: keep scores from S (1.0)")


def _show_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--app", metavar="APP", help="an app of the phone; calendar and contacts if not given")
    parser.add_argument("--toolcraft", action="store_true", help="invented tools instead")
    parser.add_argument(
        "--split", choices=("train", "dev"), default="train", help="train or dev; the test half is not read"
    )
    parser.add_argument("--skill", metavar="SKILL", help="only tasks of this skill")
    parser.add_argument("--count", type=int, default=1, metavar="N", help="how many (1)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--no-world", action="store_true", help="leave out the world that the task begins in")


def _skill(text: str) -> tuple[str, int]:
    from botpsy.tasksets.phone.taskset import SKILLS

    return _counted(text, SKILLS, "SKILL", "skills")


def _intent(text: str) -> tuple[str, int]:
    from botpsy.tasksets.phone.intents import INTENTS

    return _counted(text, tuple(INTENTS), "INTENT", "intents")


def _app(text: str) -> tuple[str, int]:
    from botpsy.tasksets.phone.apps import APPS

    return _counted(text, tuple(APPS), "APP", "apps")


def _language(text: str) -> tuple[str, int]:
    from botpsy.tasksets.phone.languages import LANGUAGES

    return _counted(text, tuple(LANGUAGES), "CODE", "languages")


def _culture(text: str) -> str:
    from botpsy.tasksets.phone.cultures import Cultures

    try:
        Cultures((text,))
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return text


def _portion(text: str) -> float:
    try:
        share = float(text)
    except ValueError:
        share = -1.0
    if not 0 <= share <= 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a share from 0 to 1")
    return share


def _counted(text: str, known: tuple[str, ...], what: str, many: str) -> tuple[str, int]:
    name, _, count = text.partition("=")
    if name not in known or not count.isdigit():
        raise argparse.ArgumentTypeError(f"{text!r} is not {what}=N; the {many}: {', '.join(known)}")
    return name, int(count)


def run(options: argparse.Namespace) -> int:
    """Make, show or report."""
    return {"make": _make, "show": _show, "report": _report}[options.what](options)


def _make(options: argparse.Namespace) -> int:
    from botpsy.data.filter import Filter, NearDuplicates, Overlap
    from botpsy.data.mix import Mix, make

    mix = Mix(
        phone=options.phone, toolcraft=options.toolcraft, seal=options.seal, sgd=options.sgd, seed=options.seed,
        public=os.environ.get("BOTPSY_DATA", ""), skills=tuple(options.skill), intents=tuple(options.intent),
        apps=tuple(options.app), languages=tuple(options.language), beyond=options.beyond, strangers=options.strangers,
        thinking=options.thinking, styled=options.styled, goals=options.goals, cultures=tuple(options.culture),
    )  # fmt: skip
    filters: list[Filter] = [NearDuplicates()]
    if options.benchmarks:
        filters.append(Overlap(_benchmark_questions()))
    generator = None
    if options.model:
        from botpsy.models.load import load

        generator = load(options.model, adapter=Path(options.adapter) if options.adapter else None, progress=tell)
    shown: dict[str, int] = {}

    def report(source: str, made: int, wanted: int) -> None:
        if wanted and made * 10 // wanted != shown.get(source):
            shown[source] = made * 10 // wanted
            tell(f"{source}: {made} of {wanted}")

    counts = make(mix, Path(options.out), report, generator=generator, least=options.least, filters=filters)
    for name, count in counts.items():
        print(f"{count:>7}  {name}")
    print(f"{sum(counts.values()):>7}  conversations in {options.out}")
    return 0


def _benchmark_questions() -> Iterator[str]:
    from botpsy.benchmarks.bfcl import CATEGORIES, Bfcl

    for category in CATEGORIES:
        taskset = Bfcl(category, progress=tell)
        for half in ("dev", "test"):
            yield from (m.content for task in taskset.tasks(half) for m in task.messages if m.role == "user")


def _show(options: argparse.Namespace) -> int:
    from itertools import islice

    from botpsy.core.protocols import Taskset
    from botpsy.data.show import show
    from botpsy.tasksets.phone.taskset import Phone
    from botpsy.tasksets.phone.world import CORE
    from botpsy.tasksets.toolcraft.taskset import Toolcraft

    taskset: Taskset
    try:
        many = 20 * options.count
        apps = (options.app,) if options.app else CORE
        taskset = Toolcraft(many) if options.toolcraft else Phone(many, options.seed, options.skill, apps)
    except ValueError as error:
        raise UsageError(str(error)) from None
    chosen = (t for t in taskset.tasks(options.split) if options.skill in (None, t.skill))
    for task in islice(chosen, options.count):
        print("\n".join(show(taskset, task, state=not options.no_world)) + "\n")
    return 0


def _report(options: argparse.Namespace) -> int:
    from botpsy.data.report import write

    found = write(Path(options.data), Path(options.out))
    print(f"{found.rows} conversations, {len(found.tool_names)} tools called; the page is {options.out}")
    return 0
