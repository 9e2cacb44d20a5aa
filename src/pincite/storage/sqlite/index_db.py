"""Writes the index of a release: `index/corpus.db`.

Keeps true: the same documents in the same order give the same file under one version of SQLite and zstandard: one
writer, no clock, no journal, fixed page size. What is stored is a copy of what leaves and texts hold, for quick reading;
each row of a document carries its leaf, whose digests its text, tree and map must meet when they are read.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import zstandard

from pincite.corpus.leaves import DocumentRecord, leaf_bytes
from pincite.digests import sha256
from pincite.errors import CannotRun
from pincite.storage.frames import frame, packed_text, unpacked
from pincite.storage.sqlite.fulltext import TOKENIZER, cut, fold
from pincite.text.compounds import parts_of
from pincite.text.stems import stem

__all__ = ["COUNTED", "SCHEMA_VERSION", "IndexRows", "IndexWriter", "names_of", "rows_of", "rows_stored", "words_of"]

SCHEMA_VERSION = 2
HASH = 64 << 20

SCHEMA = f"""
PRAGMA page_size = 16384;
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
PRAGMA locking_mode = EXCLUSIVE;
PRAGMA cache_size = -65536;
PRAGMA user_version = {SCHEMA_VERSION};
CREATE TABLE expression (
  number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, work TEXT NOT NULL, language TEXT NOT NULL, state TEXT NOT NULL,
  kind TEXT NOT NULL, leaf BLOB NOT NULL, leaf_sha256 TEXT NOT NULL,
  text BLOB NOT NULL, structure BLOB NOT NULL, map BLOB NOT NULL);
CREATE INDEX expression_of_work ON expression (work, number);
CREATE TABLE work (work TEXT PRIMARY KEY, leaf BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE name (name TEXT NOT NULL, work TEXT NOT NULL, PRIMARY KEY (name, work)) WITHOUT ROWID;
CREATE TABLE folded (folded TEXT NOT NULL, name TEXT NOT NULL, PRIMARY KEY (folded, name)) WITHOUT ROWID;
CREATE TABLE atoms (expression INTEGER PRIMARY KEY, lines BLOB NOT NULL);
CREATE TABLE block (number INTEGER PRIMARY KEY, expression INTEGER NOT NULL, node INTEGER NOT NULL);
CREATE TABLE part (part TEXT NOT NULL, term TEXT NOT NULL, PRIMARY KEY (part, term)) WITHOUT ROWID;
CREATE VIRTUAL TABLE words USING fts5 (text, head, content = '', tokenize = '{TOKENIZER}');
"""


COUNTED = range(3, 31)
"""Letters of words that a compound may be made of."""

_HEADING, _START, _END, _BLOCK = 5, 7, 8, 9
"""Where they stand in a node of a structure (corpus.leaves)."""

_LONG = re.compile(r"\b[A-ZÄÖÜ][a-zäöüß]{8,}\b")
"""Nouns long enough to be compounds."""


class IndexRows(NamedTuple):
    """The rows of one document, numbers apart.

    Attributes:
        leaf: of the expression.
        line: its bytes.
        text, structure, source_map: compressed; empty where a text is withheld.
        atoms: the lines of the atoms, compressed; empty when there are none.
        spans: of each block its node, where it begins in the text and how long it is, one after the other.
        heads: what each block is called, as FTS5 is given it.
        compounds: words that may be German compounds.

    """

    leaf: Mapping[str, Any]
    line: bytes
    text: bytes
    structure: bytes
    source_map: bytes
    atoms: bytes
    spans: Sequence[int]
    heads: Sequence[str]
    compounds: Sequence[str]


def rows_of(record: DocumentRecord, *, atoms: bytes | None = None) -> IndexRows:
    """The rows of a document; `atoms`: the frame of its atoms' lines, where it was made before."""
    leaf = record.expression

    def packed(text: str) -> bytes:
        # nothing of a wording whose text is withheld (storage.edition_folder)
        return packed_text(text.encode("utf-8")) if text else b""

    return IndexRows(
        leaf,
        leaf_bytes(leaf),
        packed(record.text),
        packed(record.structure),
        packed(record.source_map),
        frame([leaf_bytes(atom) for atom in record.atoms]) if atoms is None else atoms,
        [each for block in record.blocks for each in (block["node"], block["document_start"], block["text_length"])],
        _heads(leaf, [str(block.get("heading", "")) for block in record.blocks]),
        sorted(set(_LONG.findall(record.text))) if leaf["language"] == "de" else (),
    )


def rows_stored(line: bytes, text: bytes, structure: bytes) -> IndexRows:
    """What FTS5 was given of a document that an index holds, made again from its row: the rest is left out."""
    leaf = json.loads(line)
    nodes = json.loads(_unpacked(structure))["nodes"] if structure else []
    blocks = [(number, node) for number, node in enumerate(nodes) if node[_BLOCK]]
    spans = [each for number, node in blocks for each in (number, node[_START], node[_END] - node[_START])]
    heads = _heads(leaf, [node[_HEADING] for _, node in blocks])
    return IndexRows(leaf, line, text, structure, b"", b"", spans, heads, ())


def words_of(rows: IndexRows) -> list[tuple[int, str, str]]:
    """Of each block its node, its text and what it is called, as FTS5 is given them."""
    if not rows.spans:
        return []
    text = _unpacked(rows.text)
    # a text without Chinese characters, as most are, is not cut block by block
    pieces = cut if cut(text) != text else str
    each = iter(rows.spans)
    return [
        (node, pieces(text[start : start + length]), head)
        for (node, start, length), head in zip(zip(each, each, each, strict=True), rows.heads, strict=True)
    ]


def _heads(leaf: Mapping[str, Any], headings: Sequence[str]) -> list[str]:
    """What passages are called: their headings, and before the first of a document the document's titles."""
    titles = "\n".join((leaf["title"], *leaf["short_titles"], ""))
    return [cut((titles if number == 0 else "") + heading) for number, heading in enumerate(headings)]


def _unpacked(packed: bytes) -> str:
    return unpacked(packed).decode("utf-8")


def names_of(leaf: Mapping[str, Any]) -> list[str]:
    """The names of a work, from its leaf."""
    return sorted({leaf["work"], *leaf["aliases"]})


class IndexWriter:
    """Writes a new index file; `close` makes it final."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._blocks = 0
        self._documents = 0
        self._compounds: set[str] = set()
        try:
            # one thread at a time, not always the one that opened it (storage.release_writer)
            self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            self._begin()
            self._db.execute("BEGIN")
        except sqlite3.Error as error:
            raise self._failed(error) from error

    def _begin(self) -> None:
        self._db.executescript(SCHEMA)
        # words are gathered in memory before they are sorted into the file: fewer merges, a third less time
        self._db.execute("INSERT INTO words (words, rank) VALUES ('hashsize', ?)", (HASH,))

    def _failed(self, error: Exception) -> CannotRun:
        return CannotRun(
            f"the index {self.path} cannot be written: {error}", remedy="Check the disk; then build again."
        )

    def document(self, record: DocumentRecord) -> None:
        """The rows of a document."""
        self.rows(rows_of(record))

    def rows(self, rows: IndexRows) -> None:
        """The rows of a document, made before."""
        leaf = rows.leaf
        self._documents += 1
        row = (
            *(self._documents, leaf["id"], leaf["work"], leaf["language"], leaf["state"], leaf["kind"]),
            *(rows.line, sha256(rows.line), rows.text, rows.structure, rows.source_map),
        )
        first = self._blocks + 1
        try:
            words = words_of(rows)
            self._blocks += len(words)
            self._db.execute("INSERT INTO expression VALUES (?,?,?,?,?,?,?,?,?,?,?)", row)
            if rows.atoms:
                self._db.execute("INSERT INTO atoms VALUES (?,?)", (self._documents, rows.atoms))
            self._db.executemany(
                "INSERT INTO block VALUES (?,?,?)",
                [(number, self._documents, node) for number, (node, _, _) in enumerate(words, start=first)],
            )
            self._db.executemany(
                "INSERT INTO words (rowid, text, head) VALUES (?,?,?)",
                [(number, text, head) for number, (_, text, head) in enumerate(words, start=first)],
            )
            self._compounds.update(rows.compounds)
        except (sqlite3.Error, zstandard.ZstdError) as error:
            raise self._failed(error) from error

    def work(self, leaf: Mapping[str, Any]) -> None:
        """The row of a work and its names."""
        names = names_of(leaf)
        try:
            self._db.execute("INSERT INTO work VALUES (?,?)", (leaf["work"], leaf_bytes(leaf)))
            self._db.executemany("INSERT OR IGNORE INTO name VALUES (?,?)", ((name, leaf["work"]) for name in names))
            self._db.executemany(
                "INSERT OR IGNORE INTO folded VALUES (?,?)", ((name.casefold(), name) for name in names)
            )
        except sqlite3.Error as error:
            raise self._failed(error) from error

    def close(self) -> None:
        """Finish the file."""
        try:
            self._db.execute("COMMIT")
            self._db.execute("INSERT INTO words (words) VALUES ('optimize')")
            self._write_parts()
            self._db.execute("ANALYZE")
            self._db.close()
        except sqlite3.Error as error:
            raise self._failed(error) from error

    def _write_parts(self) -> None:
        """The parts of German compounds, cut by the words of this release."""
        words = sorted({fold(word) for word in self._compounds})
        if not words:
            return
        self._db.execute("CREATE VIRTUAL TABLE temp.terms USING fts5vocab (main, words, row)")
        counts = dict(
            self._db.execute(
                "SELECT term, doc FROM temp.terms WHERE length(term) BETWEEN ? AND ?", (COUNTED[0], COUNTED[-1])
            )
        )
        self._db.execute("BEGIN")
        self._db.executemany(
            "INSERT OR IGNORE INTO part VALUES (?,?)",
            ((stem(part, "de"), word) for word in words for part in parts_of(word, lambda each: counts.get(each, 0))),
        )
        self._db.execute("COMMIT")
        self._db.execute("DROP TABLE temp.terms")

    def abandon(self) -> None:
        """Close without finishing."""
        self._db.close()
