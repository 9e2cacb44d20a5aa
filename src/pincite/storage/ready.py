"""A document as a release takes it, made where it was read: writing a release only puts it in its place.

Keeps true:
1. All of it is made from the document alone and depends on no other document of the release, so that it can be kept
   between builds; taken apart and put together again (`to_parts`, `from_parts`) it is the same.
2. What a release's packed files hold of a document is whole zstd frames, packed here once: such a file is its frames laid
   end to end (RFC 8878, 3.1), and a document that did not change is copied into it without being looked at.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from pincite.corpus.leaves import DocumentRecord, Leaf, block_lines, leaf_bytes, text_line, work_leaf
from pincite.digests import sha256
from pincite.storage.fingerprints import postings_of
from pincite.storage.frames import frame, quick, unpacked
from pincite.storage.sqlite.index_db import IndexRows, rows_of
from pincite.transparency.merkle import leaf_hash

__all__ = ["DIGEST", "HASH", "PARTS", "IndexPart", "ReadyDocument", "StreamPart", "index_part", "ready", "stream_part"]

DIGEST = 16
"""Bytes of a text's digest by which it is told from others of its work."""
HASH = 32
PARTS = ("said", "hashes", "digests", "atoms", "blocks", "texts", "words", "text", "structure", "map", "postings")
"""In the order in which they are kept: the first six are for the streams of a release, the others for its index."""


class StreamPart(NamedTuple):
    """What the streams of a release hold of a document.

    Attributes:
        line: of the expression's leaf.
        work: of the leaf of its work, were this its only expression.
        findings, ops: the lines of those leaves, in the order of leaves.
        hashes: of the leaves of atoms and blocks, in the order of leaves, laid end to end.
        digests: the first `DIGEST` bytes of the digest of each text, laid end to end.
        atoms, blocks, texts: frames of lines.

    """

    line: bytes
    work: bytes
    findings: tuple[bytes, ...]
    ops: tuple[bytes, ...]
    hashes: bytes
    digests: bytes
    atoms: bytes
    blocks: bytes
    texts: bytes


class IndexPart(NamedTuple):
    """What the index of a release holds of a document: its rows, its fingerprints, the code points of its text."""

    rows: IndexRows
    postings: bytes
    length: int


class ReadyDocument(NamedTuple):
    """Both, and what the head of a kept document says of it (storage.shelf)."""

    stream: StreamPart
    indexed: IndexPart

    def head(self) -> list[Any]:
        """Work, id, digest of the leaf; kind, language, extractor; leaves of atoms and blocks; code points of the text."""
        leaf = self.indexed.rows.leaf
        said = (leaf["work"], leaf["id"], sha256(self.stream.line), leaf["kind"], leaf["language"], leaf["extractor"])
        atoms = leaf.get("atoms", 0)
        return [*said, atoms, len(self.stream.hashes) // HASH - atoms, self.indexed.length]

    def to_parts(self) -> tuple[bytes, ...]:
        """The parts in the order of `PARTS`."""
        stream, rows = self.stream, self.indexed.rows
        # no line holds a line feed
        said = (b"%d" % len(stream.findings), stream.line, stream.work, *stream.findings, *stream.ops)
        words = [rows.spans, rows.heads, rows.compounds]
        return (
            b"\n".join(said),
            *(stream.hashes, stream.digests, stream.atoms, stream.blocks, stream.texts),
            quick(json.dumps(words, ensure_ascii=False).encode()),
            *(rows.text, rows.structure, rows.source_map, self.indexed.postings),
        )


def stream_part(parts: Sequence[bytes]) -> StreamPart:
    """The first of the parts of `PARTS`, put together again.

    Raises:
        ValueError: they are not those of a document.

    """
    said, hashes, digests, atoms, blocks, texts = parts
    number, line, work, *lines = said.split(b"\n")
    findings = int(number)
    return StreamPart(
        line, work, tuple(lines[:findings]), tuple(lines[findings:]), hashes, digests, atoms, blocks, texts
    )


def index_part(stream: StreamPart, parts: Sequence[bytes]) -> IndexPart:
    """The others, put together with the first.

    Raises:
        ValueError, zstandard.ZstdError: they are not those of a document.

    """
    words, text, structure, source_map, postings = parts
    leaf: Leaf = json.loads(stream.line)
    spans, heads, compounds = json.loads(unpacked(words))
    rows = IndexRows(leaf, stream.line, text, structure, source_map, stream.atoms, spans, heads, compounds)
    return IndexPart(rows, postings, leaf["text_length"])


def ready(record: DocumentRecord) -> ReadyDocument:
    """A document made ready.

    Raises:
        ValueError: for a lone surrogate.

    """
    blocks = block_lines(record.blocks)
    atoms = [leaf_bytes(atom) for atom in record.atoms]
    packed = frame(atoms)
    rows = rows_of(record, atoms=packed)
    texts: dict[str, bytes] = {}
    for digest, text in record.texts():
        if digest not in texts:
            texts[digest] = text_line(digest, text)
    stream = StreamPart(
        rows.line,
        leaf_bytes(work_leaf(record.expression["work"], [record.expression])),
        tuple(map(leaf_bytes, sorted(record.findings, key=lambda leaf: str(leaf["id"])))),
        tuple(map(leaf_bytes, record.ops)),
        b"".join(map(leaf_hash, (*atoms, *blocks))),
        b"".join(bytes.fromhex(digest[: 2 * DIGEST]) for digest in texts),
        packed,
        frame(blocks),
        frame(list(texts.values())),
    )
    postings = record.postings or postings_of(record.text)
    return ReadyDocument(stream, IndexPart(rows, postings, record.expression["text_length"]))
