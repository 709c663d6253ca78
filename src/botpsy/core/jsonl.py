"""JSON lines that survive a crash: a half-written last line is dropped on reading and on the next append."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import IO, cast

from botpsy.core.errors import UsageError
from botpsy.core.messages import Json


def read(path: Path) -> Iterator[dict[str, Json]]:
    """Yield the rows of a file. A last line without newline is ignored; a broken line before it raises UsageError."""
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            if not line.endswith(b"\n"):
                return
            try:
                row = json.loads(line)
            except ValueError as error:
                raise UsageError(f"{path}:{number} is not JSON: {error}") from None
            if not isinstance(row, dict):
                raise UsageError(f"{path}:{number} is no JSON object: {line[:40].decode(errors='replace').strip()!r}")
            yield cast("dict[str, Json]", row)


def _line(row: Mapping[str, Json]) -> bytes:
    # a lone surrogate, as a broken server may send it, is no UTF-8; written as a JSON escape it comes back as it was
    return json.dumps(row, ensure_ascii=False).encode(errors="backslashreplace") + b"\n"


class Appender:
    """Appends rows to a file, flushed row by row. Opening cuts a half-written last line off.

    Example:
        with Appender(Path("results.jsonl")) as out:
            out.write({"id": "a", "score": 1.0})
    """

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file: IO[bytes] = path.open("ab+")
        self._cut_half_line()

    def _cut_half_line(self) -> None:
        size = self._file.seek(0, os.SEEK_END)
        while size:
            self._file.seek(size - 1)
            if self._file.read(1) == b"\n":
                break
            size -= 1
        self._file.truncate(size)
        self._file.seek(0, os.SEEK_END)

    def write(self, row: Mapping[str, Json]) -> None:
        """Append one row and flush it to the operating system."""
        self._file.write(_line(row))
        self._file.flush()

    def close(self) -> None:
        """Close the file; may be called twice."""
        self._file.close()

    def __enter__(self) -> Appender:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        self.close()


def write_atomic(path: Path, rows: Iterable[Mapping[str, Json]]) -> int:
    """Write rows to a temporary sibling, then rename it into place. Returns how many rows were written."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(path.name + ".part")
    count = 0
    with partial.open("wb") as file:
        for row in rows:
            file.write(_line(row))
            count += 1
        file.flush()
        os.fsync(file.fileno())
    partial.replace(path)
    return count


def write_text_atomic(path: Path, text: str) -> None:
    """Write text to a temporary sibling, then rename it into place."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(path.name + ".part")
    with partial.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    partial.replace(path)
