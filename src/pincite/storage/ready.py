"""A document as a release takes it, made where it was read: writing a release only puts it in its place.

Keeps true: all of it is made from the document alone and depends on no other document of the release, so that it can be
kept between builds; taken apart and put together again (`to_parts`, `from_parts`) it is the same.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from pincite.corpus.leaves import DocumentRecord, Leaf, leaf_bytes, signed_block, text_line
from pincite.storage.fingerprints import postings_of
from pincite.storage.sqlite.index_db import IndexRows, rows_of

__all__ = ["ReadyDocument", "ready"]

_LENGTH = struct.Struct("<Q")


class ReadyDocument(NamedTuple):
    """What a release holds of one document.

    Attributes:
        expression: the leaf of the expression.
        line: its bytes.
        blocks: the lines of the blocks' leaves, as signed, in the order of leaves.
        findings: the leaves of the findings.
        ops: the lines of the operations, in the order of leaves.
        texts: the lines of the texts that the leaves name, in the order in which they are first named.
        rows: its rows in the index.
        postings: its fingerprints.

    """

    expression: Leaf
    line: bytes
    blocks: tuple[bytes, ...]
    findings: tuple[Leaf, ...]
    ops: tuple[bytes, ...]
    texts: tuple[bytes, ...]
    rows: IndexRows
    postings: bytes

    def to_parts(self) -> tuple[bytes, bytes]:
        """What is worth compressing, and what is compressed or nearly random."""
        rows = self.rows
        said = (
            self.line,
            _lines(self.blocks),
            _lines(map(leaf_bytes, self.findings)),
            _lines(self.ops),
            _lines(self.texts),
            json.dumps([rows.words, rows.compounds], ensure_ascii=False).encode("utf-8"),
        )
        return _joined(said), _joined((rows.text, rows.structure, rows.source_map, rows.atoms, self.postings))

    @classmethod
    def from_parts(cls, said: bytes, packed: bytes) -> ReadyDocument:
        """The document of these parts.

        Raises:
            ValueError: they are not parts of a document.

        """
        line, blocks, findings, ops, texts, words = _parted(said, 6)
        text, structure, source_map, atoms, postings = _parted(packed, 5)
        expression: Leaf = json.loads(line)
        rows: Sequence[Any] = json.loads(words)
        return cls(
            expression,
            line,
            tuple(blocks.splitlines()),
            tuple(map(json.loads, findings.splitlines())),
            tuple(ops.splitlines()),
            tuple(texts.splitlines()),
            IndexRows(expression, line, text, structure, source_map, atoms, rows[0], rows[1]),
            postings,
        )


def ready(record: DocumentRecord) -> ReadyDocument:
    """A document made ready.

    Raises:
        ValueError: for a lone surrogate.

    """
    ordered = sorted(record.blocks, key=lambda leaf: (leaf["eid"], leaf["id"]))
    rows = rows_of(record)
    return ReadyDocument(
        record.expression,
        rows.line,
        tuple(leaf_bytes(signed_block(leaf)) for leaf in ordered),
        record.findings,
        tuple(map(leaf_bytes, record.ops)),
        tuple(text_line(digest, text) for digest, text in record.texts()),
        rows,
        record.postings or postings_of(record.text),
    )


def _lines(lines: Iterable[bytes]) -> bytes:
    return b"\n".join(lines)


def _joined(sections: Sequence[bytes]) -> bytes:
    return b"".join(each for section in sections for each in (_LENGTH.pack(len(section)), section))


def _parted(data: bytes, count: int) -> list[bytes]:
    found: list[bytes] = []
    at = 0
    for _ in range(count):
        if at + _LENGTH.size > len(data):
            raise ValueError("a part is cut")
        (length,) = _LENGTH.unpack_from(data, at)
        at += _LENGTH.size
        found.append(data[at : at + length])
        at += length
    if at != len(data):
        raise ValueError("a part is not as long as it says")
    return found
