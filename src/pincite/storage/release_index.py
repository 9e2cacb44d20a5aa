"""The index of a release while it is built: written anew, or the one of the build before, brought up to date.

Keeps true:
1. Written anew, it is the same bytes for the same documents: what `corpus build` gives in an empty folder.
2. Brought up to date, it holds the same rows, words and fingerprints, and gives the same answers; its bytes tell how it came
   about. Nothing is taken from an index that is not, byte for byte, what the manifest of its release names, or that
   other code, another SQLite or another zstd made: then it is written anew.
3. It is brought up to date only while that is the lesser work: a tenth of the documents may have changed since it was new.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sqlite3
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import zstandard

from pincite.corpus.edition import EDITION
from pincite.corpus.manifest import Manifest
from pincite.errors import CannotRun, CorruptRelease
from pincite.storage.fingerprints import FILE as FINGERPRINTS
from pincite.storage.fingerprints import LATER, FingerprintFile, FingerprintWriter
from pincite.storage.release_folder import INDEX, MANIFEST
from pincite.storage.release_log import write_whole
from pincite.storage.shelf import FolderShelf
from pincite.storage.sqlite.index_db import IndexWriter
from pincite.storage.sqlite.index_update import IndexUpdate, Stored, stored
from pincite.storage.workers import begin_worker, process_method
from pincite.workflows.read_sources import Kept

__all__ = ["Index", "Indexing"]

FEW = 500
"""Documents of which an index is written anew in no time."""
MOST_CHANGED = 10
"""One document in so many may have changed since the index was new."""
LAST = "index.json"
OWN_PROCESS = 300
"""Documents whose rows and fingerprints are worth a process of their own each."""


class Index(Protocol):
    """The index of a release that is being written."""

    def document(self, document: Kept) -> None:
        """The next document, in the order of leaves."""

    def work(self, work: str, line: bytes, /) -> None:
        """The leaf of a work, behind its documents."""

    def close(self) -> None:
        """Finish the files."""

    def digest(self, name: str) -> str:
        """The SHA-256 of a file that was taken over as it is; "" of another."""

    def moved(self, place: Path, manifest_sha256: str) -> None:
        """The release is at its place."""

    def abandon(self) -> None:
        """Give up."""


@dataclass(frozen=True, slots=True)
class Indexing:
    """How the index of a release is made.

    Attributes:
        shelf: where its documents are kept.
        out: the folder of releases.
        code: digest of the code that makes an index.
        anew: whether it is to be written anew whatever there is.

    """

    shelf: FolderShelf
    out: Path
    code: str
    anew: bool = False

    def __call__(self, documents: Sequence[Kept]) -> Callable[[Path], Index]:
        """The writer of the index of these documents, in the order of leaves, for a folder."""

        def begin(folder: Path) -> Index:
            if not self.anew and len(documents) >= FEW:
                base = self._last()
                if base is not None:
                    with suppress(_Unusable):
                        return _Updated(self, folder, base, documents)
                    for name in (INDEX, FINGERPRINTS):
                        (folder / name).unlink(missing_ok=True)
            return _Anew(self, folder, documents)

        return begin

    @property
    def made_by(self) -> str:
        """What an index must be made by to be brought up to date."""
        versions = (sqlite3.sqlite_version, *map(str, zstandard.ZSTD_VERSION))
        return hashlib.sha256(" ".join((self.code, *versions)).encode()).hexdigest()

    def _last(self) -> _Base | None:
        """The release that was built last, if it is there."""
        try:
            said = json.loads((self.shelf.folder / LAST).read_bytes())
            place = self.out / said["place"]
            manifest = Manifest.read((place / MANIFEST).read_bytes(), name=MANIFEST)
            if said["made_by"] != self.made_by or manifest.digest() != said["manifest_sha256"]:
                return None
        except (OSError, ValueError, KeyError, TypeError, CorruptRelease):
            return None
        return None if (place / EDITION).exists() else _Base(place, manifest)

    def remember(self, place: Path, manifest_sha256: str) -> None:
        """The release that was built last."""
        said = {
            "place": place.relative_to(self.out).as_posix(),
            "manifest_sha256": manifest_sha256,
            "made_by": self.made_by,
        }
        write_whole(self.shelf.folder / LAST, json.dumps(said).encode())


class _Unusable(Exception):
    """The index of the build before cannot be brought up to date."""


@dataclass(frozen=True, slots=True)
class _Base:
    place: Path
    manifest: Manifest

    def take(self, name: str, to: Path, *, link: bool = False) -> str:
        """Copy a file, or link it where it will not be written to; what is not as the manifest says is not taken."""
        wanted = next((file for file in self.manifest.files if file.path == name), None)
        if wanted is None:
            raise _Unusable(name)
        digest = hashlib.sha256()
        try:
            if link:
                _link(self.place / name, to)
                with to.open("rb") as file:
                    found = hashlib.file_digest(file, "sha256").hexdigest()
            else:
                with (self.place / name).open("rb") as file, to.open("xb") as out:
                    while piece := file.read(1 << 20):
                        digest.update(piece)
                        out.write(piece)
                found = digest.hexdigest()
        except OSError as error:
            raise _Unusable(name) from error
        if found != wanted.sha256:
            raise _Unusable(name)
        return found


def _link(file: Path, to: Path) -> None:
    try:
        os.link(file, to)
    except OSError:
        shutil.copyfile(file, to)


class _Anew:
    """An index that is written anew: rows and fingerprints in processes of their own while the streams are; of few, in this one."""

    def __init__(self, indexing: Indexing, folder: Path, documents: Sequence[Kept]) -> None:
        self._indexing = indexing
        aside = len(documents) >= OWN_PROCESS
        self._rows = _RowsAside(indexing.shelf, folder / INDEX) if aside else _Rows(indexing.shelf, folder / INDEX)
        self._prints = _Prints(indexing.shelf, folder / FINGERPRINTS, documents, aside=aside)

    def document(self, document: Kept) -> None:
        self._rows.put(document)

    def work(self, _: str, line: bytes) -> None:
        self._rows.put(line)

    def close(self) -> None:
        self._rows.end()
        self._prints.end()

    def digest(self, _: str) -> str:
        return ""

    def moved(self, place: Path, manifest_sha256: str) -> None:
        self._indexing.remember(place, manifest_sha256)

    def abandon(self) -> None:
        self._rows.abandon()
        self._prints.abandon()


class _Updated:
    """The index of the build before, of which the documents that changed are taken out and put in anew."""

    def __init__(self, indexing: Indexing, folder: Path, base: _Base, documents: Sequence[Kept]) -> None:
        self._indexing = indexing
        self._shelf = indexing.shelf
        self._folder = folder
        self._prints: FingerprintWriter | None = None
        held = _held(base.place / INDEX)
        self._gone, self._same = _compared(held, documents)
        new = len(documents) - len(self._same)
        self._firsts = _documents(base.place / FINGERPRINTS)
        later = sum(number > self._firsts for number in self._same.values())
        if (len(self._gone) + new + later) * MOST_CHANGED > len(documents):
            raise _Unusable("too much has changed")
        base.take(INDEX, folder / INDEX)
        self._taken = base.take(FINGERPRINTS, folder / FINGERPRINTS, link=True)
        self._later: dict[int, Kept] = {}
        try:
            self._index = IndexUpdate(folder / INDEX)
            self._index.number_above(self._firsts)
            for number in self._gone:
                self._index.remove(number)
        except CannotRun as error:
            raise _Unusable(str(error)) from error

    def document(self, document: Kept) -> None:
        number = self._same.get(document.expression)
        if number is None:
            number = self._index.add(self._shelf.index(document).rows)
        if number > self._firsts:
            self._later[number] = document

    def work(self, work: str, line: bytes) -> None:
        if self._index.touched(work):
            self._index.work(json.loads(line))

    def close(self) -> None:
        self._index.close()
        if self._later:
            _write_prints(self._shelf, self._folder / LATER, [self._later[number] for number in sorted(self._later)])

    def digest(self, name: str) -> str:
        return self._taken if name == FINGERPRINTS else ""

    def moved(self, place: Path, manifest_sha256: str) -> None:
        self._indexing.remember(place, manifest_sha256)

    def abandon(self) -> None:
        self._index.abandon()


def _held(index: Path) -> list[Stored]:
    try:
        return stored(index)
    except sqlite3.Error as error:
        raise _Unusable(str(error)) from error


def _documents(fingerprints: Path) -> int:
    try:
        with FingerprintFile(fingerprints) as file:
            return file.documents
    except CorruptRelease as error:
        raise _Unusable(str(error)) from error


def _compared(held: Sequence[Stored], documents: Sequence[Kept]) -> tuple[list[int], dict[str, int]]:
    """The numbers of the documents that are gone or changed, and those of the documents that are as they were."""
    now = {document.expression: document.leaf for document in documents}
    same = {each.expression: each.number for each in held if now.get(each.expression) == each.leaf}
    return [each.number for each in held if each.expression not in same], same


class _Rows:
    """The rows of documents, and those of works by the lines of their leaves, in the order of leaves."""

    def __init__(self, shelf: FolderShelf, path: Path) -> None:
        self._shelf = shelf
        self._writer = IndexWriter(path)

    def put(self, what: Kept | bytes) -> None:
        if isinstance(what, bytes):
            self._writer.work(json.loads(what))
        else:
            self._writer.rows(self._shelf.index(what).rows)

    def end(self) -> None:
        self._writer.close()

    def abandon(self) -> None:
        self._writer.abandon()


_rows: _Rows


def _begin_rows(shelf: FolderShelf, path: Path) -> None:
    global _rows  # noqa: PLW0603 (a process of a pool has no other place for what all its tasks share)
    _rows = _Rows(shelf, path)


def _put_rows(some: Sequence[Kept | bytes]) -> None:
    for each in some:
        _rows.put(each)


def _end_rows() -> None:
    _rows.end()


class _RowsAside:
    """The same in a process of its own. At most `AHEAD` batches wait there; what one raises is raised at a later call."""

    TOGETHER = 64
    AHEAD = 32

    def __init__(self, shelf: FolderShelf, path: Path) -> None:
        self._aside = _Aside("writing the index")
        self._waiting: deque[Future[None]] = deque([self._aside.do(_begin_rows, shelf, path)])
        self._batch: list[Kept | bytes] = []

    def put(self, what: Kept | bytes) -> None:
        self._batch.append(what)
        if len(self._batch) == self.TOGETHER:
            self._send()

    def _send(self) -> None:
        while len(self._waiting) >= self.AHEAD:
            self._aside.result(self._waiting.popleft())
        self._waiting.append(self._aside.do(_put_rows, self._batch))
        self._batch = []

    def end(self) -> None:
        self._send()
        self._waiting.append(self._aside.do(_end_rows))
        while self._waiting:
            self._aside.result(self._waiting.popleft())
        self._aside.end()

    def abandon(self) -> None:
        self._aside.end()


class _Aside:
    """One other process, which does one thing after the other."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._pool = ProcessPoolExecutor(1, process_method(), begin_worker)

    def do(self, action: Callable[..., None], *given: object) -> Future[None]:
        return self._pool.submit(action, *given)

    def result(self, future: Future[None]) -> None:
        """What it raises.

        Raises:
            CannotRun: it is gone.

        """
        try:
            future.result()
        except BrokenProcessPool as error:
            raise CannotRun(
                f"the process that was {self._what} ended unexpectedly (out of memory?)",
                remedy="Run the build again: what was read is kept.",
            ) from error

    def end(self) -> None:
        """Do nothing more than what is being done."""
        self._pool.shutdown(cancel_futures=True)


class _Prints:
    """Fingerprints written meanwhile in another process, or at the end in this one."""

    def __init__(self, shelf: FolderShelf, path: Path, documents: Sequence[Kept], *, aside: bool) -> None:
        self._given = shelf, path, documents
        self._aside = _Aside("sorting fingerprints") if aside else None
        if self._aside is not None:
            self._done = self._aside.do(_write_prints, *self._given)

    def end(self) -> None:
        if self._aside is None:
            _write_prints(*self._given)
            return
        self._aside.result(self._done)
        self._aside.end()

    def abandon(self) -> None:
        if self._aside is not None:
            self._aside.end()


def _write_prints(shelf: FolderShelf, path: Path, documents: Sequence[Kept]) -> None:
    writer = FingerprintWriter(path)
    try:
        for document in documents:
            writer.postings(shelf.postings(document), document.length)
        writer.close()
    except BaseException:
        writer.abandon()
        raise
