"""Finds and reads the files of public benchmarks in the folder that BOTPSY_DATA names. Nothing is fetched here."""

from __future__ import annotations

import csv
import gzip
import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import cast

from botpsy.core.errors import UsageError
from botpsy.core.messages import Json


def locate(name: str, home: str, folder: Path | None = None) -> Path:
    """Return the path of `name` (such as "ifeval/input_data.jsonl") in `folder`, or in the one that BOTPSY_DATA names.

    `home` says in words where the public file comes from. Raises UsageError that names the file and the fix.
    """
    named = os.environ.get("BOTPSY_DATA", "")
    if folder is None and not named:
        raise UsageError(f"{name} is needed: set BOTPSY_DATA to the folder that holds it; it is {home}")
    path = (folder or Path(named)) / name
    if not path.exists():
        raise UsageError(f"no {path}: put it there, or set BOTPSY_DATA to the folder that holds {name}; it is {home}")
    return path


def rows(path: Path) -> Iterator[dict[str, Json]]:
    """Yield the objects of a file of JSON lines, gzipped or not; the last line needs no newline. Raises UsageError."""
    number = 0
    try:
        with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8") as file:
            for number, line in enumerate(file, 1):  # noqa: B007
                if line.strip():
                    row = json.loads(line)
                    if not isinstance(row, dict):
                        raise ValueError("no JSON object")
                    yield cast("dict[str, Json]", row)
    except (OSError, EOFError, ValueError) as error:
        raise UsageError(f"cannot read {path} (line {number}): {error}; put a whole copy there") from None


def table(path: Path, columns: Sequence[str] = ()) -> Iterator[dict[str, str]]:
    """Yield the rows of a CSV file with a header, as texts. Raises UsageError, also when one of `columns` is
    missing."""
    csv.field_size_limit(1 << 30)
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            reader = csv.DictReader(file)
            if missing := [name for name in columns if name not in (reader.fieldnames or ())]:
                raise UsageError(f"{path} has no column {missing[0]!r}; put a whole copy there")
            for row in reader:
                if None in row or None in row.values():
                    raise UsageError(
                        f"{path} (line {reader.line_num}) has not as many fields as its header; put a whole copy there"
                    )
                yield row
    except (OSError, ValueError, csv.Error) as error:
        raise UsageError(f"cannot read {path}: {error}; put a whole copy there") from None
