"""A corpus of documents on disk with a BM25 index, by the package `bm25s` (MIT; in the extra `botpsy[eval]`).

The index is built once for a corpus file and kept in the cache; a file that changed has another index. Queries and
documents are lower-cased words without English stop words, BM25 in Lucene's form with k1 = 0.9 and b = 0.4, the
settings of the paper's BM25 baseline.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import json
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from botpsy.benchmarks.public_data import rows
from botpsy.core.errors import UsageError
from botpsy.models.hub import cache_folder

K1, B = 0.9, 0.4


@dataclass(frozen=True, slots=True)
class Hit:
    """A document that a search found."""

    id: str
    score: float
    text: str


class Corpus:
    """The documents of a file of JSON lines (`docid`, `text`), gzipped or not. `folder`: where indexes are kept.

    Raises UsageError for a missing package, a file that is not whole, or two documents of one id.
    """

    def __init__(self, path: Path, folder: Path | None = None) -> None:
        if importlib.util.find_spec("bm25s") is None:
            raise UsageError("the BM25 index needs bm25s: run pip install 'botpsy[eval]'")
        self._bm25: Any = importlib.import_module("bm25s")
        stat = path.stat()
        key = hashlib.sha256(f"{path.resolve()}\0{stat.st_size}\0{stat.st_mtime_ns}".encode()).hexdigest()[:16]
        home = (folder or cache_folder() / "bm25") / key
        if not (home / "done").exists():
            _build(self._bm25, path, home)
        self._index: Any = self._bm25.BM25.load(str(home), mmap=True, show_progress=False)
        self._places = cast("dict[str, list[int]]", json.loads((home / "places.json").read_text(encoding="utf-8")))
        self._ids = list(self._places)
        self._texts = home / "texts"

    def search(self, query: str, count: int) -> list[Hit]:
        """Return the best documents for a query, best first; none for a query without a word that is in any."""
        words = self._bm25.tokenize([query[:10_000]], show_progress=False, return_ids=False)
        if not words[0]:
            return []
        places, scores = self._index.retrieve(words, k=min(count, len(self._ids)), show_progress=False, n_threads=1)
        pairs = cast("list[tuple[int, float]]", list(zip(places[0].tolist(), scores[0].tolist(), strict=True)))
        return [Hit(self._ids[p], s, self.text(self._ids[p]) or "") for p, s in pairs if s > 0]

    def text(self, docid: str) -> str | None:
        """Return a document's text, None when there is none of that id."""
        place = self._places.get(docid)
        if place is None:
            return None
        with self._texts.open("rb") as file:
            file.seek(place[0])
            return file.read(place[1]).decode()


def _build(bm25: Any, path: Path, home: Path) -> None:
    part = home.with_suffix(".part")
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir(parents=True)
    places: dict[str, list[int]] = {}
    texts: list[str] = []
    with (part / "texts").open("wb") as file:
        for row in rows(path):
            docid, text = row.get("docid"), row.get("text")
            if not isinstance(docid, str | int) or not isinstance(text, str):
                raise UsageError(f"{path}: a row without docid and text; put a whole copy there")
            if str(docid) in places:
                raise UsageError(f"{path}: the document {docid!r} stands twice; put a whole copy there")
            data = text.encode("utf-8", "replace")
            places[str(docid)] = [file.tell(), len(data)]
            file.write(data)
            texts.append(text)
    if not texts:
        raise UsageError(f"{path} holds no document; put a whole copy there")
    index = bm25.BM25(k1=K1, b=B, method="lucene")
    index.index(bm25.tokenize(texts, show_progress=False), show_progress=False)
    index.save(str(part), show_progress=False)
    (part / "places.json").write_text(json.dumps(places), encoding="utf-8")
    (part / "done").touch()
    shutil.rmtree(home, ignore_errors=True)
    part.replace(home)
