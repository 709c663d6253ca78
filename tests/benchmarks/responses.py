"""Responses to prompts with checkable instructions: some right, some wrong, some broken, the same every time."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from botpsy.benchmarks.if_checker import nltk_data
from botpsy.core.task import Task

OFFICIAL = Path(__file__).with_name("official_instructions.py")
WORDS = "the river runs past an old mill and nobody knows who built it or why it stands there still ".split()


def responses(task: Task) -> list[str]:
    """Return one response of each kind; which instructions each follows depends on the prompt."""
    prompt = task.messages[-1].content
    arguments = [v for a in task.data["arguments"] for v in a.values()]
    given = [str(w) for v in arguments for w in (v if isinstance(v, list) else [v])]
    plain = " ".join(WORDS * 12).capitalize() + "."
    rich = (
        "<<The Mill>>\n\n"
        + "\n\n***\n\n".join(
            f"SECTION {i}\n*point {i}* and *more* [name] [place] [date] [time]\n* item\n- entry" for i in range(1, 5)
        )
        + f"\n\n{' '.join(given)}\n\nP.S. That is all, really. Is it? Yes!"
    )
    return [
        plain,
        rich,
        f"{prompt}\n{' '.join(given * 3)}",
        f"Here you go:\n{plain.lower().replace(',', '')}\nHope that helps!",
        plain.upper(),
        '"' + " ".join(given) + ' ok"',
        '```json\n{"a": [1, 2, {"b": "c"}]}\n```',
        '{"a": [1,',
        "\x00\u202e \ud83d\ude00 *" + "*\n" * 5,
        "My answer is yes.",
        " \n ",
    ]


def official(rows: list[dict[str, object]], *folders: Path) -> list[list[list[bool]]]:
    """Return what the public scorers say, each response by itself."""
    environment = {**os.environ, "NLTK_DATA": str(nltk_data().resolve())}
    command = [sys.executable, "-B", str(OFFICIAL), *map(str, folders)]
    done = subprocess.run(command, input=json.dumps(rows), capture_output=True, text=True, check=True, env=environment)
    return json.loads(done.stdout)
