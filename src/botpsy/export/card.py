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
    content = _read(folder / "results.json")
    results = _rows(content, folder / "results.json")
    check = cast("Row", _read(folder / "check.json"))
    stages = cast("Sequence[Row]", lineage if isinstance(lineage, list) else [lineage])
    parts = (
        _front_matter(facts),
        f"# {facts.name}\n\n{facts.summary}",
        _files(folder),
        _training(facts, stages),
        _results(results, content),
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


def _rows(content: Any, path: Path) -> list[Row]:
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
    """One column a stage; what all stages have in common stands once, above."""
    names = [str(stage.get("stage", "")) for stage in stages]
    told = [
        {
            **{f"data: {k}": v for k, v in _flat(cast("Row", stage.get("data") or {})).items()},
            **{k: v for k, v in _flat(cast("Row", stage.get("config") or {})).items() if k != "data"},
            "code": stage.get("code", ""),
        }
        for stage in stages
    ]
    keys = list(dict.fromkeys(key for row in told for key in row))
    same = [key for key in keys if len(told) > 1 and len({json.dumps(row.get(key)) for row in told}) == 1]
    common = ", ".join(f"{key} {told[0][key]}" for key in same if told[0][key] not in ("", None))
    differing = [(key, *(_short(row.get(key)) for row in told)) for key in keys if key not in same]
    parts = [f"## Training\n\nBase: `{facts.base}` ({facts.base_licence})."]
    if common:
        parts.append(f"In all stages: {common}.")
    if differing:
        parts.append(_table(("stage", *names), differing))
    parts += [f"{name}: {stage['note']}." for name, stage in zip(names, stages, strict=True) if stage.get("note")]
    sources = [(source.name, source.licence, source.what) for source in facts.data]
    parts.append("Data:\n\n" + _table(("source", "licence", "what it is"), sources))
    return "\n\n".join(parts)


def _short(value: Any) -> str:
    """Return a cell; of a hash the first twelve digits, `lineage.json` has the rest."""
    text = "" if value is None else str(value)
    return text[:12] if len(text) == 64 and not text.strip("0123456789abcdef") else text


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


def _results(rows: Sequence[Row], content: Any) -> str:
    has_base = any(row.get("base") is not None for row in rows)
    has_bar = any(row.get("bar") is not None for row in rows)
    extra = (*(("base model",) if has_base else ()), *(("bar",) if has_bar else ()))
    table: list[tuple[str, ...]] = []
    for row in rows:
        low, high = cast("Sequence[float]", row["interval"])
        name = " ".join(str(row[key]) for key in ("benchmark", "category") if row.get(key))
        cells = (name, _percent(row["value"]), f"{_percent(low)} to {_percent(high)}", str(row["n"]))
        bar = row.get("bar")
        met = "" if bar is None else f"{_percent(bar)}, {'met' if row['value'] >= bar else 'missed'}"
        table.append((*cells, *((_percent(row.get("base")),) if has_base else ()), *((met,) if has_bar else ())))
    whole = cast("Row", content if isinstance(content, dict) else {})
    told = ["## Results\n\nFrom `results.json`.", _table(("benchmark", "score", "95% interval", "n", *extra), table)]
    if whole.get("note"):
        told.append(f"Note: {whole['note']}.")
    if commands := cast("Sequence[str]", whole.get("commands") or ()):
        told.append("Commands:\n\n" + "\n".join(f"    {command}" for command in commands))
    sampling = cast("Row", cast("Row", whole.get("settings") or {}).get("sampling") or {})
    if sampling:
        held = ", calls held to the grammar of the tools in view" if sampling.get("call_grammar") else ""
        told.append(
            f"Decoding: temperature {sampling.get('temperature')}, at most {sampling.get('max_tokens')} tokens a turn"
            f"{held}, {'with' if sampling.get('thinking') else 'without'} thinking."
        )
    return "\n\n".join(told)


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
