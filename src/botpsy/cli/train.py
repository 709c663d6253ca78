"""Two ways to train. Stop either when you like: the same command goes on from the last checkpoint.

A recipe is a Python file with a function `recipe(out=..., ...)` that returns stages in order. Each stage starts from
the best checkpoint of the one before, chosen on held-out dev tasks; what it came from is in its best/lineage.json.

  botpsy train recipes/full_135m.py                      every stage that is not done
  botpsy train recipes/full_135m.py --list               the stages, where they stand, and how they score
  botpsy train recipes/full_135m.py --stage rl-1         one stage; --no-resume begins it anew
  botpsy train recipes/full_135m.py --out runs/big --set steps=200 --set kl=sampled
  botpsy status runs/full-135m                           how it is going

Without a recipe it is one stage of supervised fine-tuning, with LoRA (or --full for all weights), on conversations made
by `botpsy data make`.

  botpsy train --data runs/data.jsonl --out runs/sft --steps 300
  botpsy export --trained runs/sft/final --out runs/released
"""

from __future__ import annotations

import argparse
import importlib.util
import inspect
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from botpsy.cli.terminal import tell
from botpsy.core.errors import UsageError

if TYPE_CHECKING:
    from botpsy.train.recipe import Recipe


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's flags."""
    from botpsy.models.hub import DEFAULT_BASE

    parser.add_argument(
        "recipe", nargs="?", metavar="RECIPE.py", help="a file with stages; without it, --data is needed"
    )
    parser.add_argument("--out", metavar="DIR", help="the run's folder; of a recipe, the folder of all its runs")
    parser.add_argument(
        "--resume",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="go on from the last checkpoint (the default); --no-resume begins anew",
    )
    stages = parser.add_argument_group("a recipe")
    stages.add_argument("--stage", default="", metavar="NAME", help="run this stage alone")
    stages.add_argument("--list", action="store_true", help="show the stages and where they stand, and run none")
    stages.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="give the recipe's function an argument; a wrong name shows those that there are",
    )
    one = parser.add_argument_group("one stage of fine-tuning")
    one.add_argument("--data", metavar="FILE", help="JSON lines from `botpsy data make`")
    one.add_argument("--base", default=DEFAULT_BASE, metavar="REF", help="the model to train (the embedded base)")
    one.add_argument("--adapter", default="", metavar="DIR", help="go on from this PEFT adapter")
    one.add_argument("--full", action="store_true", help="train all weights instead of an adapter")
    one.add_argument("--rank", type=int, default=32, help="rank of the adapter (32)")
    one.add_argument("--row-tokens", type=int, default=2048, metavar="T", help="tokens of a row (2048)")
    one.add_argument("--rows", type=int, default=1, metavar="R", help="rows a step (1)")
    one.add_argument("--steps", type=int, default=0, help="0 is one pass over the data")
    one.add_argument("--epochs", type=int, default=1)
    one.add_argument("--lr", type=float, default=1e-3, help="learning rate (1e-3; 1e-4 suits --full)")
    one.add_argument("--save-steps", type=int, default=50)
    one.add_argument("--bf16", action="store_true", help="bf16 where the machine has it")
    one.add_argument("--seed", type=int, default=0)


def run(options: argparse.Namespace) -> int:
    """Train."""
    if options.recipe:
        return _run_recipe(options)
    if options.stage or options.list or options.set:
        raise UsageError("--stage, --list and --set are about a recipe; name its file: botpsy train RECIPE.py ...")
    for flag, value in (("--data", options.data), ("--out", options.out)):
        if not value:
            raise UsageError(f"{flag} is missing; or name a recipe: botpsy train recipes/full_135m.py")
    from botpsy.models.hub import resolve
    from botpsy.train.model import Lora
    from botpsy.train.sft import SftConfig, sft

    config = SftConfig(
        base=str(resolve(options.base, progress=tell)),
        data=options.data,
        out=options.out,
        adapter=options.adapter,
        lora=None if options.full else Lora(options.rank, 2 * options.rank),
        row_tokens=options.row_tokens,
        rows=options.rows,
        steps=options.steps,
        epochs=options.epochs,
        learning_rate=options.lr,
        save_steps=options.save_steps,
        bf16=options.bf16,
        seed=options.seed,
    )
    print(f"trained: {sft(config, resume=options.resume)}")
    return 0


def _run_recipe(options: argparse.Namespace) -> int:
    if options.data:
        raise UsageError("a recipe makes its own data: leave --data out, or leave the recipe out")
    from botpsy.train.run_recipe import run, table

    made = load_recipe(Path(options.recipe), options.out, options.set)
    if options.list:
        print(table(made))
        return 0
    print(f"trained: {run(made, options.stage, resume=options.resume)}")
    return 0


def load_recipe(path: Path, out: str | None, settings: Sequence[str]) -> Recipe:
    """Return what a file's `recipe` function makes. Raises UsageError for a wrong file, argument or value."""
    from botpsy.train.recipe import Recipe

    function = _function(path)
    known = {p.name: p for p in inspect.signature(function).parameters.values()}
    values: dict[str, object] = {"out": out} if out else {}
    for setting in settings:
        name, equals, text = setting.partition("=")
        if not equals or name not in known:
            there = ", ".join(f"{p.name}={p.default}" for p in known.values())
            raise UsageError(f"--set {setting}: give NAME=VALUE with a name that {path.name} knows: {there}")
        values[name] = _value(name, text, known[name].default)
    made = function(**values)
    if not isinstance(made, Recipe):
        raise UsageError(f"the function `recipe` of {path} returned no Recipe but {type(made).__name__}")
    return made


def _function(path: Path) -> Callable[..., object]:
    if not path.is_file():
        raise UsageError(f"there is no recipe at {path}; recipes/ has some")
    spec = importlib.util.spec_from_file_location(f"recipe_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise UsageError(f"{path} is no Python file; a recipe is one with a function `recipe`")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    function: Callable[..., object] | None = getattr(module, "recipe", None)
    if not callable(function):
        raise UsageError(f"{path} has no function `recipe` that returns stages; run it with python instead")
    return function


def _value(name: str, text: str, default: object) -> object:
    """Return a setting in the type of its default."""
    if isinstance(default, bool):
        if text not in ("true", "false"):
            raise UsageError(f"--set {name}={text}: true or false")
        return text == "true"
    for kind in (int, float):
        if isinstance(default, kind):
            try:
                return kind(text)
            except ValueError:
                raise UsageError(f"--set {name}={text}: it is a number, such as {default}") from None
    return text
