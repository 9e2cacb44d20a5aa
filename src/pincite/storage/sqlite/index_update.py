"""Brings an index up to date: documents are taken out of it, others put in, and the rest is left as it lies.

Keeps true:
1. What FTS5 was given of a document is taken out word for word, made again from the row of the document; counts, lengths
   and so the ranks are those of an index written anew.
2. A number is never given twice: a document that is put in has a number above all before it, and so have its passages.
   The order of a release is that of works and ids, not of numbers.
3. The parts of German compounds of new documents are cut by the words of the release as it is now; those of the others
   stay as they were cut.
"""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any, NamedTuple

import zstandard

from pincite.errors import CannotRun
from pincite.storage.sqlite.fulltext import fold
from pincite.storage.sqlite.index_db import (
    COUNTED,
    SCHEMA_VERSION,
    IndexRows,
    IndexWriter,
    names_of,
    rows_stored,
    words_of,
)
from pincite.text.compounds import parts_of
from pincite.text.stems import stem

__all__ = ["IndexUpdate", "Stored", "stored"]


class Stored(NamedTuple):
    """A document of an index: its number, its id, the digest of its leaf."""

    number: int
    expression: str
    leaf: bytes


def stored(index: Path) -> list[Stored]:
    """The documents of an index.

    Raises:
        sqlite3.Error: it cannot be read, or has another form.

    """
    db = sqlite3.connect(f"{index.resolve().as_uri()}?mode=ro&immutable=1", uri=True)
    try:
        if db.execute("PRAGMA user_version").fetchone() != (SCHEMA_VERSION,):
            raise sqlite3.DatabaseError("another form")
        rows = db.execute("SELECT number, id, leaf_sha256 FROM expression")
        return [Stored(number, identifier, bytes.fromhex(digest)) for number, identifier, digest in rows]
    finally:
        db.close()


class IndexUpdate(IndexWriter):
    """An index that is there; `close` makes it final.

    Raises:
        CannotRun: it cannot be read, or is not whole.

    """

    def number_above(self, number: int) -> None:
        """Give documents numbers above this one: one that a file of fingerprints has may belong to none that is there."""
        self._documents = max(self._documents, number)

    def _begin(self) -> None:
        for said in ("journal_mode = OFF", "synchronous = OFF", "locking_mode = EXCLUSIVE", "cache_size = -65536"):
            self._db.execute(f"PRAGMA {said}")
        self._documents = self._one("SELECT coalesce(max(number), 0) FROM expression")
        self._blocks = self._one("SELECT coalesce(max(number), 0) FROM block")
        self._touched: set[str] = set()
        self._emptied: set[str] = set()

    def _one(self, sql: str, *given: object) -> Any:
        return self._db.execute(sql, given).fetchone()[0]

    def remove(self, number: int) -> None:
        """Take out a document."""
        try:
            found = self._db.execute(
                "SELECT leaf, text, structure FROM expression WHERE number = ?", (number,)
            ).fetchone()
            rows = rows_stored(*found)
            words = words_of(rows)
            first = self._first_block(number)
            blocks = self._db.execute(
                "SELECT node, number FROM block WHERE number >= ? AND expression = ? ORDER BY number LIMIT ?",
                (first, number, len(words)),
            ).fetchall()
            numbered = dict(blocks)
            self._db.executemany(
                "INSERT INTO words (words, rowid, text, head) VALUES ('delete', ?, ?, ?)",
                [(numbered[node], text, head) for node, text, head in words],
            )
            self._db.executemany("DELETE FROM block WHERE number = ?", [(block,) for _, block in blocks])
            self._db.execute("DELETE FROM expression WHERE number = ?", (number,))
            self._db.execute("DELETE FROM atoms WHERE expression = ?", (number,))
            self._forget(rows.leaf["work"])
        except sqlite3.Error as error:
            raise self._failed(error) from error
        except (ValueError, KeyError, TypeError, zstandard.ZstdError) as error:
            raise CannotRun(f"the index {self.path} cannot be brought up to date: {error}") from error

    def _first_block(self, document: int) -> int:
        """The first passage of a document or of those after it: passages are numbered in the order of documents."""
        low, high = 1, self._blocks + 1
        while low < high:
            middle = (low + high) // 2
            found = self._db.execute(
                "SELECT number, expression FROM block WHERE number >= ? ORDER BY number LIMIT 1", (middle,)
            ).fetchone()
            if found is None or found[1] >= document:
                high = middle
            else:
                low = found[0] + 1
        return low

    def add(self, rows: IndexRows) -> int:
        """Put in a document; its number."""
        self.rows(rows)
        if rows.leaf["work"] not in self._touched:
            self._forget(rows.leaf["work"])
        return self._documents

    def touched(self, work: str) -> bool:
        """Whether a document of the work was taken out or put in, so that `work` is to be told of its leaf."""
        return work in self._touched

    def _forget(self, work: str) -> None:
        """Take out a work and its names."""
        if work in self._touched:
            return
        self._touched.add(work)
        names = self._names(work)
        self._db.execute("DELETE FROM work WHERE work = ?", (work,))
        self._db.executemany("DELETE FROM name WHERE name = ? AND work = ?", [(name, work) for name in names])
        self._emptied.update(names)

    def _names(self, work: str) -> list[str]:
        found = self._db.execute("SELECT leaf FROM work WHERE work = ?", (work,)).fetchone()
        return [] if found is None else names_of(json.loads(found[0]))

    def close(self) -> None:
        """Finish the file."""
        try:
            for name in sorted(self._emptied):
                if self._db.execute("SELECT 1 FROM name WHERE name = ? LIMIT 1", (name,)).fetchone() is None:
                    self._db.execute("DELETE FROM folded WHERE folded = ? AND name = ?", (name.casefold(), name))
            self._db.execute("COMMIT")
            self._write_new_parts()
            self._db.close()
        except sqlite3.Error as error:
            raise self._failed(error) from error

    def _write_new_parts(self) -> None:
        words = sorted({fold(word) for word in self._compounds})
        if not words:
            return
        self._db.execute("CREATE VIRTUAL TABLE temp.terms USING fts5vocab (main, words, row)")
        counts = _Counts(self._db)
        self._db.execute("BEGIN")
        self._db.executemany(
            "INSERT OR IGNORE INTO part VALUES (?,?)",
            [(stem(part, "de"), word) for word in words for part in parts_of(word, counts.__getitem__)],
        )
        self._db.execute("COMMIT")
        self._db.execute("DROP TABLE temp.terms")


class _Counts(dict[str, int]):
    """In how many passages each word stands, asked for when it is needed."""

    def __init__(self, db: sqlite3.Connection) -> None:
        super().__init__()
        self._db = db

    def __missing__(self, word: str) -> int:
        found = self._db.execute("SELECT doc FROM temp.terms WHERE term = ?", (word,)).fetchone()
        count = self[word] = int(found[0]) if found and len(word) in COUNTED else 0
        return count
