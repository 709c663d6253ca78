"""Writes a model card from the files that lie beside the model: lineage.json, results.json and check.json.

Every figure comes from those files, never from here. What they cannot know (licences, limits) comes in `Facts`.

    lineage.json  what `train.lineage` writes for a stage, or a list of stages
    results.json  {"rows": [{"benchmark", "value", "n", "interval": [low, high], and perhaps "category", "base"}]}
    check.json    what `export.check` writes
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any, cast

from botpsy.core.errors import UsageError
from botpsy.core.jsonl import write_text_atomic

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class DataSource:
    """Where training data came from, its licence, and in a few words what it is."""

    name: str
    licence: str
    what: str


@dataclass(frozen=True, slots=True)
class Facts:
    """What no measurement says. `base` is a model reference as `botpsy` takes it, `parser` vLLM's for tool calls."""

    name: str
    summary: str
    licence: str
    base: str
    base_licence: str
    data: tuple[DataSource, ...]
    limits: tuple[str, ...]
    language: str = "en"
    parser: str = "hermes"


def write_card(folder: Path, facts: Facts) -> Path:
    """Write `README.md` into the model's folder and return its path.

    Raises UsageError when one of the three files is missing or a result lacks its n or its interval.
    """
    lineage = _read(folder / "lineage.json")
    results = _rows(folder / "results.json")
    check = cast("Row", _read(folder / "check.json"))
    stages = cast("Sequence[Row]", lineage if isinstance(lineage, list) else [lineage])
    parts = (
        _front_matter(facts),
        f"# {facts.name}\n\n{facts.summary}",
        _files(folder),
        _training(facts, stages),
        _results(results),
        _agreement(check),
        "## Limits\n\n" + "\n".join(f"- {limit}" for limit in facts.limits),
        _usage(folder, facts),
    )
    path = folder / "README.md"
    write_text_atomic(path, "\n\n".join(parts) + "\n")
    return path


def _read(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise UsageError(f"a card needs {path}; train, evaluate and export first") from None
    except ValueError as error:
        raise UsageError(f"{path} is not JSON: {error}") from None


def _rows(path: Path) -> list[Row]:
    content = _read(path)
    rows = cast("list[Row]", content if isinstance(content, list) else cast("Row", content).get("rows") or [])
    if not rows:
        raise UsageError(f"{path} holds no rows; evaluate first")
    for row in rows:
        if missing := [key for key in ("benchmark", "value", "n", "interval") if row.get(key) is None]:
            raise UsageError(f"a result in {path} lacks {', '.join(missing)}: {json.dumps(row)[:200]}")
    return rows


def _front_matter(facts: Facts) -> str:
    licence = facts.licence.lower()
    tags = "".join(f"\n  - {tag}" for tag in ("tool-calling", "assistant", "gguf"))
    return (
        f"---\nlicense: {licence}\nlanguage: {facts.language}\nbase_model: {json.dumps(facts.base)}\n"
        f"pipeline_tag: text-generation\ntags:{tags}\n---"
    )


def _files(folder: Path) -> str:
    shipped = sorted(path for path in folder.iterdir() if path.suffix in (".gguf", ".safetensors"))
    rows = [(f"`{path.name}`", f"{path.stat().st_size / 1e6:.1f} MB") for path in shipped]
    return "## Files\n\n" + _table(("file", "size"), rows) if rows else "## Files\n\nNo weights lie in this folder."


def _training(facts: Facts, stages: Sequence[Row]) -> str:
    lines = [f"## Training\n\nBase: `{facts.base}` ({facts.base_licence})."]
    for stage in stages:
        settings = {**_flat(cast("Row", stage.get("config") or {})), "code": stage.get("code", "")}
        data = _flat(cast("Row", stage.get("data") or {}))
        lines.append(f"Stage {stage.get('stage', '')} on:\n\n" + _table(("data", "value"), data.items()))
        lines.append(
            f"Settings of stage {stage.get('stage', '')}:\n\n" + _table(("setting", "value"), settings.items())
        )
    sources = [(source.name, source.licence, source.what) for source in facts.data]
    lines.append("Data:\n\n" + _table(("source", "licence", "what it is"), sources))
    return "\n\n".join(lines)


def _flat(row: Row, prefix: str = "") -> dict[str, Any]:
    """Flatten nested settings to `a.b` keys; of a path only the last part is told, the rest is about a machine."""
    flat: dict[str, Any] = {}
    for key, value in row.items():
        if isinstance(value, Mapping):
            flat |= _flat(cast("Row", value), f"{prefix}{key}.")
        elif isinstance(value, str) and _is_absolute(value):
            flat[prefix + key] = PureWindowsPath(value).name
        else:
            flat[prefix + key] = value
    return flat


def _is_absolute(text: str) -> bool:
    return PurePosixPath(text).is_absolute() or PureWindowsPath(text).is_absolute()


def _results(rows: Sequence[Row]) -> str:
    has_base = any(row.get("base") is not None for row in rows)
    header = ("benchmark", "score", "95% interval", "n", *(("base model",) if has_base else ()))
    table: list[tuple[str, ...]] = []
    for row in rows:
        low, high = cast("Sequence[float]", row["interval"])
        name = " ".join(str(row[key]) for key in ("benchmark", "category") if row.get(key))
        cells = (name, _percent(row["value"]), f"{_percent(low)} to {_percent(high)}", str(row["n"]))
        table.append((*cells, *((_percent(row.get("base")),) if has_base else ())))
    return "## Results\n\nFrom `results.json`.\n\n" + _table(header, table)


def _percent(value: Any) -> str:
    return "" if value is None else f"{100 * float(value):.1f}%"


def _agreement(check: Row) -> str:
    rows = [
        (
            a["form"],
            f"{a['same_prompts']} of {a['prompts']}",
            f"{a['same_tokens']} of {a['tokens']}",
            f"{a['max_logprob_difference']:.4f}",
            f"{a['mean_logprob_difference']:.4f}",
        )
        for a in cast("Sequence[Row]", check.get("agreements") or ())
    ]
    if not rows:
        raise UsageError("check.json compares nothing; export again without leaving the check out")
    header = ("form", "prompts alike", "tokens alike", "max difference", "mean difference")
    return (
        "## Exported and trained model\n\n"
        f"Greedy decoding of up to {check['new_tokens']} tokens; differences of log-probabilities in nats over the top "
        f"{check['top_k']} tokens, against the trained model in float32. From `check.json`.\n\n" + _table(header, rows)
    )


def _usage(folder: Path, facts: Facts) -> str:
    slug = folder.name
    return (
        "## Use\n\nBotPsy:\n\n"
        '    make chat ASK="Put lunch with Ana on Friday at 12:30"\n\n'
        "llama.cpp, after `botpsy export` (the chat template is in the file):\n\n"
        f"    llama-server -m {slug}-Q8_0.gguf --jinja\n\n"
        "vLLM, after `botpsy export`:\n\n"
        f"    vllm serve ./safetensors --enable-auto-tool-choice --tool-call-parser {facts.parser}"
    )


def _table(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    def line(cells: Sequence[object]) -> str:
        return "| " + " | ".join(str(cell).replace("|", r"\|").replace("\n", " ") for cell in cells) + " |"

    return "\n".join([line(header), "|" + "---|" * len(header), *map(line, rows)])
