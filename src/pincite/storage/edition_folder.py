"""Editions in folders: written for a repository, and given their index where they were pulled.

Keeps true: the index of an edition is made here, from leaves and texts that were verified, and is named by the local
`edition.json` alone: it never travels. A wording whose texts are withheld has its row and leaf and no text; of a whole
release the index made so is, byte for byte, that of the build.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from itertools import groupby
from pathlib import Path
from typing import Any

import zstandard

from pincite.corpus.edition import EDITION, Edition
from pincite.corpus.leaves import DocumentRecord, joined, node_ids
from pincite.corpus.manifest import FileRecord
from pincite.digests import sha256_text
from pincite.errors import CannotRun, CorruptRelease
from pincite.storage.fingerprints import FILE as FINGERPRINTS
from pincite.storage.fingerprints import FingerprintWriter
from pincite.storage.release_folder import INDEX
from pincite.storage.release_log import write_whole
from pincite.storage.release_parts import FolderParts
from pincite.storage.sqlite.index_db import IndexWriter
from pincite.workflows.verify_release import LEAVES, TEXTS

__all__ = ["FolderEdition", "complete_edition", "make_index"]

LEVEL = 3


class FolderEdition:
    """Writes what is published of a release into a new folder (`workflows.publish_release.EditionWriter`)."""

    def __init__(self, release: Path, folder: Path) -> None:
        self.release = release
        self.folder = folder

    def copy(self, name: str) -> None:
        """Take over a file of the release as it is."""
        try:
            (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(self.release / name, self.folder / name)
        except OSError as error:
            raise CannotRun(f"{name} cannot be copied: {error.strerror}", remedy="Check the disk.") from error

    def lines(self, name: str, lines: Iterable[bytes]) -> FileRecord:
        """Write a packed file of lines."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            packer = zstandard.ZstdCompressor(level=LEVEL, write_checksum=True)
            with (self.folder / name).open("wb") as file, packer.stream_writer(file) as out:
                for line in lines:
                    out.write(line + b"\n")
        except OSError as error:
            raise CannotRun(f"{name} cannot be written: {error.strerror}", remedy="Check the disk.") from error
        return _record(self.folder, name)

    def write(self, name: str, data: bytes) -> None:
        """Write a small file."""
        write_whole(self.folder / name, data)


def _record(folder: Path, name: str, *, derived: bool = False) -> FileRecord:
    size, digest = FolderParts(folder).measure(name)
    return FileRecord(name, size, digest, derived=derived)


def complete_edition(folder: Path) -> None:
    """Give an edition that was verified its index.

    Raises:
        CorruptRelease: its leaves and texts do not fit together.
        CannotRun: the disk does not let us.

    """
    edition = Edition.read((folder / EDITION).read_bytes())
    make_index(folder, folder / INDEX, folder / FINGERPRINTS)
    made = [_record(folder, name, derived=True) for name in (INDEX, FINGERPRINTS)]
    write_whole(folder / EDITION, edition.with_files(made).to_bytes())


def make_index(release: Path, index: Path, fingerprints: Path) -> None:
    """Make the index of a release, whole or edition, anew from its leaves and texts."""
    parts = FolderParts(release)
    index.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="pincite-") as scratch, closing(_Texts(Path(scratch), parts)) as texts:
        database, prints = IndexWriter(index), FingerprintWriter(fingerprints)
        try:
            blocks = _ByExpression(parts, "block")
            atoms = _ByExpression(parts, "atom")
            for leaf in _leaves(parts, "expression"):
                record = _document(leaf, blocks.of(leaf["id"]), atoms.of(leaf["id"]), texts)
                database.document(record)
                prints.document(record.text)
            for leaf in _leaves(parts, "work"):
                database.work(leaf)
            database.close()
            prints.close()
        except BaseException:
            database.abandon()
            prints.abandon()
            raise


def _document(
    leaf: dict[str, Any], blocks: list[dict[str, Any]], atoms: list[dict[str, Any]], texts: _Texts
) -> DocumentRecord:
    """The record of a wording, without texts where they are withheld."""
    structure = texts.get(leaf["structure_sha256"])
    if structure is None:
        return DocumentRecord(leaf, (), (), "", "", "", ())
    tree = json.loads(structure)
    nodes = tree["nodes"]
    by_id = {block["id"]: block for block in blocks}
    names = node_ids([node[0] for node in nodes])
    placed: list[dict[str, Any]] = []
    pieces: list[str] = []
    for number, node in enumerate(nodes):
        if node[9]:
            block = by_id.get(names[number])
            text = texts.get(block["text_sha256"]) if block else None
            if block is None or text is None:
                raise CorruptRelease(f"a block of {leaf['id']} is missing")
            placed.append({**block, "node": number, "document_start": node[7]})
            pieces.append(text)
    text = joined(pieces, tree.get("between", ()))
    if sha256_text(text) != leaf["text_sha256"]:
        raise CorruptRelease(f"the blocks of {leaf['id']} do not make its text")
    source_map = texts.get(leaf["map_sha256"])
    if source_map is None:
        raise CorruptRelease(f"the map of {leaf['id']} is missing")
    return DocumentRecord(leaf, tuple(placed), (), text, structure, source_map, tuple(atoms))


def _leaves(parts: FolderParts, kind: str) -> Iterator[dict[str, Any]]:
    mark = f'"type":"{kind}"'.encode()
    for line in parts.lines(LEAVES):
        if mark in line:
            leaf = json.loads(line)
            if leaf.get("type") == kind:
                yield leaf


class _ByExpression:
    """The leaves of a type by their wording, asked for in the order in which they stand."""

    def __init__(self, parts: FolderParts, kind: str) -> None:
        self._groups = groupby(_leaves(parts, kind), key=lambda leaf: str(leaf["expression"]))
        self._next = self._take()

    def _take(self) -> tuple[str, list[dict[str, Any]]] | None:
        for name, leaves in self._groups:
            return name, list(leaves)
        return None

    def of(self, expression: str) -> list[dict[str, Any]]:
        """Those of a wording."""
        if self._next is None or self._next[0] != expression:
            return []
        found = self._next[1]
        self._next = self._take()
        return found


class _Texts:
    """The texts of a release by digest, in a file of their own while the index is made: they may be more than memory."""

    def __init__(self, scratch: Path, parts: FolderParts) -> None:
        self._db = sqlite3.connect(scratch / "texts.db")
        self._db.execute("PRAGMA journal_mode = OFF")
        self._db.execute("PRAGMA synchronous = OFF")
        self._db.execute("CREATE TABLE text (digest BLOB PRIMARY KEY, text TEXT) WITHOUT ROWID")
        self._db.executemany("INSERT OR IGNORE INTO text VALUES (?,?)", map(_pair, parts.lines(TEXTS)))

    def get(self, digest: str) -> str | None:
        """A text, None when it is withheld."""
        found = self._db.execute("SELECT text FROM text WHERE digest = ?", (bytes.fromhex(digest),)).fetchone()
        return None if found is None else str(found[0])

    def close(self) -> None:
        """Forget them."""
        self._db.close()


def _pair(line: bytes) -> tuple[bytes, str]:
    record: Mapping[str, Any] = json.loads(line)
    return bytes.fromhex(record["sha256"]), record["text"]
