"""How many tokens a model was trained to read, from the metadata at the beginning of its GGUF.

Only as much of the file is read as it takes: `gguf.GGUFReader` reads the whole vocabulary first, which takes seconds.
Layout: github.com/ggml-org/ggml, docs/gguf.md (versions 2 and 3, little-endian).
"""

from __future__ import annotations

import struct
from pathlib import Path
from typing import BinaryIO

from botpsy.core.errors import ModelError

_FORMATS = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}
_STRING, _ARRAY = 8, 9
_LONGEST = 1 << 24  # bytes of a text


def trained_context(path: Path) -> int:
    """Return the context length in tokens of the GGUF at `path`, or of the only one in that folder.

    Raises ModelError for what is no whole GGUF or does not say.
    """
    files = sorted(path.glob("*.gguf")) if path.is_dir() else [path]
    if len(files) != 1:
        raise ModelError(f"{path} holds {len(files)} GGUF files; name one, or make one with `botpsy export`")
    try:
        with files[0].open("rb") as file:
            length = _context_length(file)
    except (OSError, ValueError, KeyError, RecursionError, struct.error) as error:
        raise ModelError(f"cannot read {files[0]}: {error or type(error).__name__}; is it a whole GGUF?") from None
    if length < 1:
        raise ModelError(f"{files[0]} does not say which context its model was trained with; is it a language model?")
    return length


def _context_length(file: BinaryIO) -> int:
    """Return the value of ARCHITECTURE.context_length, 0 when there is none."""
    if file.read(4) != b"GGUF":
        raise ValueError("it does not begin with GGUF")
    _, _, pairs = struct.unpack("<IQQ", _exactly(file, 20))
    for _ in range(pairs):
        key = _text(file)
        (kind,) = struct.unpack("<I", _exactly(file, 4))
        if key.endswith(b".context_length") and kind in (4, 5, 10, 11):
            return int(_number(file, kind))
        _skip(file, kind)
    return 0


def _skip(file: BinaryIO, kind: int) -> None:
    if kind == _STRING:
        _text(file)
    elif kind == _ARRAY:
        inner, count = struct.unpack("<IQ", _exactly(file, 12))
        for _ in range(count):
            _skip(file, inner)
    else:
        _number(file, kind)


def _number(file: BinaryIO, kind: int) -> float:
    form = f"<{_FORMATS[kind]}"
    return struct.unpack(form, _exactly(file, struct.calcsize(form)))[0]


def _text(file: BinaryIO) -> bytes:
    (length,) = struct.unpack("<Q", _exactly(file, 8))
    return _exactly(file, length)


def _exactly(file: BinaryIO, count: int) -> bytes:
    data = file.read(count) if count <= _LONGEST else b""
    if len(data) < count:
        raise ValueError("it ends too soon")
    return data
