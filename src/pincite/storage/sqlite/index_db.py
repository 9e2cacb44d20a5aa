"""Writes the index of a release: `index/corpus.db`.

Keeps true: the same documents in the same order give the same file under one version of SQLite and zstandard: one
writer, no clock, no journal, fixed page size. What is stored is a copy of what leaves and texts hold, for quick reading;
each row of a document carries its leaf, whose digests its text, tree and map must meet when they are read.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import zstandard

from pincite.corpus.leaves import DocumentRecord, atom_lines, leaf_bytes
from pincite.digests import sha256
from pincite.errors import CannotRun
from pincite.storage.sqlite.fulltext import TOKENIZER, cut, fold
from pincite.text.compounds import parts_of
from pincite.text.stems import stem

__all__ = ["SCHEMA_VERSION", "IndexRows", "IndexWriter", "rows_of"]

SCHEMA_VERSION = 2
LEVEL = 3
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


_LONG = re.compile(r"\b[A-ZÄÖÜ][a-zäöüß]{8,}\b")
"""Nouns long enough to be compounds."""


def _head(record: DocumentRecord, block: Mapping[str, Any], *, first: bool) -> str:
    """What a passage is called: its heading, and before the first of a document the document's titles."""
    leaf = record.expression
    titles = (leaf["title"], *leaf["short_titles"]) if first else ()
    return "\n".join((*titles, str(block.get("heading", ""))))


class IndexRows(NamedTuple):
    """The rows of one document, numbers apart.

    Attributes:
        leaf: of the expression.
        line: its bytes.
        text, structure, source_map: compressed; empty where a text is withheld.
        atoms: the lines of the atoms, compressed; empty when there are none.
        words: of each block its node, its text and what it is called, as FTS5 is given them.
        compounds: words that may be German compounds.

    """

    leaf: Mapping[str, Any]
    line: bytes
    text: bytes
    structure: bytes
    source_map: bytes
    atoms: bytes
    words: Sequence[tuple[int, str, str]]
    compounds: Sequence[str]


def rows_of(record: DocumentRecord) -> IndexRows:
    """The rows of a document."""
    compressor = zstandard.ZstdCompressor(level=LEVEL)

    def packed(text: str) -> bytes:
        # nothing of a wording whose text is withheld (storage.edition_folder)
        return compressor.compress(text.encode("utf-8")) if text else b""

    return IndexRows(
        record.expression,
        leaf_bytes(record.expression),
        packed(record.text),
        packed(record.structure),
        packed(record.source_map),
        compressor.compress(atom_lines(record.atoms)) if record.atoms else b"",
        [
            (
                block["node"],
                cut(record.text[block["document_start"] : block["document_start"] + block["text_length"]]),
                cut(_head(record, block, first=number == 0)),
            )
            for number, block in enumerate(record.blocks)
        ],
        sorted(set(_LONG.findall(record.text))) if record.expression["language"] == "de" else (),
    )


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
            self._db.executescript(SCHEMA)
            # words are gathered in memory before they are sorted into the file: fewer merges, a third less time
            self._db.execute("INSERT INTO words (words, rank) VALUES ('hashsize', ?)", (HASH,))
            self._db.execute("BEGIN")
        except sqlite3.Error as error:
            raise self._failed(error) from error

    def _failed(self, error: sqlite3.Error) -> CannotRun:
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
        self._blocks += len(rows.words)
        try:
            self._db.execute("INSERT INTO expression VALUES (?,?,?,?,?,?,?,?,?,?,?)", row)
            if rows.atoms:
                self._db.execute("INSERT INTO atoms VALUES (?,?)", (self._documents, rows.atoms))
            self._db.executemany(
                "INSERT INTO block VALUES (?,?,?)",
                [(number, self._documents, node) for number, (node, _, _) in enumerate(rows.words, start=first)],
            )
            self._db.executemany(
                "INSERT INTO words (rowid, text, head) VALUES (?,?,?)",
                [(number, text, head) for number, (_, text, head) in enumerate(rows.words, start=first)],
            )
            self._compounds.update(rows.compounds)
        except sqlite3.Error as error:
            raise self._failed(error) from error

    def work(self, leaf: Mapping[str, Any]) -> None:
        """The row of a work and its names."""
        names = sorted({leaf["work"], *leaf["aliases"]})
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
        counts = dict(self._db.execute("SELECT term, doc FROM temp.terms WHERE length(term) BETWEEN 3 AND 30"))
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
