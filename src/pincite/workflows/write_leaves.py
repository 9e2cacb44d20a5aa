"""All leaves of a release in their order, with the texts, lists and index that go with them.

Keeps true: the order of leaves is their own (corpus.leaves), never that of files, processes or time: atoms and blocks as
the wordings are sorted, then the wordings, findings, operations, sources, works. Memory holds one work at a time.

Pure over its port: the folder is written by another (storage.release_writer).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, NamedTuple, Protocol

from pincite.corpus.leaves import SourceRecord, leaf_bytes, source_lines, work_leaf
from pincite.corpus.manifest import Manifest, Refused
from pincite.workflows.read_sources import Kept

__all__ = ["Counts", "Progress", "ReleaseWriter", "Stream", "WrittenFiles", "write_leaves"]


class Progress(NamedTuple):
    """How far a build is: `stage` is reading or writing; `done` of `total` files or documents."""

    stage: str
    done: int
    total: int
    name: str = ""


class Stream(Protocol):
    """What of a document is not written by itself: the lines that its work, its findings and its operations make."""

    @property
    def line(self) -> bytes:
        """Of the expression's leaf."""

    @property
    def work(self) -> bytes:
        """Of the leaf of its work, were this its only expression."""

    @property
    def findings(self) -> Sequence[bytes]:
        """Of the leaves of the findings, in the order of leaves."""

    @property
    def ops(self) -> Sequence[bytes]:
        """Of the leaves of the operations, in the order of leaves."""


class ReleaseWriter(Protocol):
    """Writes a release folder; nothing is seen at its place before `finish`."""

    def atoms(self, document: Kept) -> None:
        """The leaves of a document's atoms; all of them before the first document."""

    def document(self, document: Kept, *, alone: bool) -> Stream:
        """Its blocks, texts and index; in the order of leaves. `alone`: its work has no other document."""

    def lines(self, kind: str, lines: Sequence[bytes]) -> None:
        """The next leaves of another kind, of each kind in order."""

    def work(self, work: str, line: bytes) -> None:
        """The leaf of a work, once all its documents are written."""

    def lock(self, line: bytes) -> None:
        """The next line of SOURCES.lock."""

    def finish(self, manifest: Callable[[WrittenFiles], Manifest]) -> str:
        """Close all files, write the manifest made from their digests, move the folder to its place; its path."""


class WrittenFiles(NamedTuple):
    """What the writer tells when all files but the manifest are written."""

    files: tuple[Any, ...]
    leaf_count: int
    root: str
    lock_sha256: str


@dataclass(slots=True)
class Counts:
    """How many leaves there are of each type, and documents of each kind, language, extractor."""

    types: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    languages: Counter[str] = field(default_factory=Counter)
    extractors: Counter[str] = field(default_factory=Counter)


def write_leaves(
    documents: Sequence[Kept],
    sources: Iterable[SourceRecord],
    refused: Sequence[Refused],
    out: ReleaseWriter,
    progress: Callable[[Progress], None] = lambda _: None,
) -> Counts:
    """Write all that a release holds; `documents` sorted by work and expression."""
    counts = Counts()

    def put(kind: str, lines: Sequence[bytes]) -> None:
        if lines:
            counts.types[kind] += len(lines)
            out.lines(kind, lines)

    for document in documents:
        if document.atoms:
            out.atoms(document)
    put("finding", [leaf_bytes(each) for each in _refused_findings(refused)])
    number = 0
    for work, run in groupby(documents, key=lambda each: each.work):
        of_work = list(run)
        lines: list[bytes] = []
        for document in of_work:
            number += 1
            stream = out.document(document, alone=len(of_work) == 1)
            lines.append(stream.line)
            put("expression", (stream.line,))
            put("finding", stream.findings)
            put("op", stream.ops)
            _count(counts, document)
            progress(Progress("writing", number, len(documents), document.expression))
        line = stream.work if len(lines) == 1 else leaf_bytes(work_leaf(work, map(json.loads, lines)))
        counts.types["work"] += 1
        out.work(work, line)
    leaves: list[tuple[str, str, bytes]] = []
    for source in sorted(sources, key=lambda each: each.name):
        leaf, lock = source_lines(source)
        leaves.append((source.sha256, source.name, leaf))
        out.lock(lock)
    put("source", [leaf for *_, leaf in sorted(leaves)])
    return counts


def _count(counts: Counts, document: Kept) -> None:
    if document.atoms:
        counts.types["atom"] += document.atoms
    if document.blocks:
        counts.types["block"] += document.blocks
    counts.kinds[document.kind] += 1
    counts.languages[document.language] += 1
    counts.extractors[document.extractor] += 1


def _refused_findings(refused: Sequence[Refused]) -> list[Mapping[str, Any]]:
    """Of no work, so that they come first, by their ids."""
    return sorted(map(_refused_finding, range(len(refused)), refused), key=lambda leaf: str(leaf["id"]))


def _refused_finding(number: int, refused: Refused) -> Mapping[str, Any]:
    return {
        "type": "finding",
        "id": f"source_refused/{refused.name}/{refused.place}/{number}",
        "code": "source_refused",
        "parameters": {"name": refused.name, "place": refused.place, "reason": refused.reason},
        "start": None,
        "end": None,
    }
