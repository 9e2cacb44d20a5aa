"""The work folder of a build: what was read from each source file, kept between runs.

Keeps true: what is here is whole or as good as absent: each result carries a digest over all of it, and the source of one
that was damaged, or cut by a kill, is read again. Nothing here is part of a release.

Results are appended to packs, of which each process has its own; no pack is written to by two. A result is one line (its
key, the lengths of the two parts that follow, their digest), then a JSON line (the source's record, what each document
is, how long its parts are), then the parts of the documents (storage.ready): a document that did not change is copied
from here into a release. All of it is made here, where several processes are at work.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Sequence
from io import FileIO
from itertools import accumulate, count
from pathlib import Path
from sys import intern
from typing import Any, NamedTuple

import zstandard

from pincite.corpus.leaves import DocumentRecord, SourceRecord, leaf_bytes
from pincite.errors import CannotRun
from pincite.storage.frames import unpacked
from pincite.storage.ready import HASH, PARTS, IndexPart, StreamPart, index_part, ready, stream_part
from pincite.workflows.read_sources import Kept

__all__ = ["FolderShelf"]

_FORM = [6, *zstandard.ZSTD_VERSION]
"""Results of another form are read again, and those that another zstd packed: a rebuild gives the bytes of a full build."""
_LINE = "{} {:08d} {:012d} {}\n"
_LINE_SIZE = len(_LINE.format("0" * 64, 0, 0, "0" * 64))
_STREAM = 6
"""How many of the parts are for the streams of a release."""
MOST_PACKS = 64
SMALL = 64 << 20
"""Packs together no larger than this are not made smaller."""


class _Result(NamedTuple):
    """Where a result lies: its pack, where its line begins, how long its two parts are, their digest."""

    pack: str
    at: int
    head: int
    body: int
    digest: str

    @property
    def size(self) -> int:
        return _LINE_SIZE + self.head + self.body


class FolderShelf:
    """Results in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._results: dict[str, _Result] | None = None
        self._own: FileIO | None = None
        self._open: dict[str, int] = {}

    def __getstate__(self) -> Path:
        return self.folder

    def __setstate__(self, folder: Path) -> None:
        self.__init__(folder)  # type: ignore[misc]

    def close(self) -> None:
        """Let go of all files."""
        if self._own is not None:
            self._own.close()
            self._own = None
        for file in self._open.values():
            os.close(file)
        self._open.clear()

    def put(self, key: str, source: SourceRecord, records: Sequence[DocumentRecord]) -> tuple[Kept, ...]:
        """Keep the documents of a source; returns what each is."""
        made = [ready(record) for record in records]
        parts = [each.to_parts() for each in made]
        documents = [[each.head(), list(map(len, of))] for each, of in zip(made, parts, strict=True)]
        head = leaf_bytes({"source": source.columns(), "documents": documents, "form": _FORM})
        body = b"".join(part for of in parts for part in of)
        digest = hashlib.sha256(head)
        digest.update(body)
        line = _LINE.format(key, len(head), len(body), digest.hexdigest()).encode()
        try:
            pack = self._pack()
            at = pack.tell()
            data = b"".join((line, head, body))
            written = pack.write(data)
        except OSError as error:
            raise CannotRun(
                f"{self.folder} cannot be written: {error.strerror}", remedy="Check the disk and its permissions."
            ) from error
        if written != len(data):
            raise CannotRun(f"{self.folder} cannot be written: the disk is full", remedy="Make room and build again.")
        return _documents(Path(str(pack.name)).name, at + len(line) + len(head), documents)

    def _pack(self) -> FileIO:
        """The pack of this process."""
        if self._own is None:
            self.folder.mkdir(parents=True, exist_ok=True)
            for number in count():
                try:
                    self._own = (self.folder / f"{os.getpid()}-{number}.pack").open("xb", buffering=0)
                    break
                except FileExistsError:
                    continue
        assert self._own is not None, "made above"
        return self._own

    @property
    def empty(self) -> bool:
        """Whether nothing is kept."""
        return not self._held()

    def _held(self) -> dict[str, _Result]:
        """Where the results lie that earlier runs kept, by key."""
        if self._results is None:
            self._results = {
                key: result for pack in sorted(self.folder.glob("*.pack")) for key, result in _results(pack)
            }
        return self._results

    def head(self, key: str) -> tuple[SourceRecord, tuple[Kept, ...]] | None:
        """The source's record and what each document is; None when nothing whole is kept."""
        result = self._held().get(key)
        if result is None:
            return None
        try:
            data = _read_at(self._file(result.pack), result.head + result.body, result.at + _LINE_SIZE)
            if hashlib.sha256(data).hexdigest() != result.digest:
                return None
            head = json.loads(data[: result.head].decode())
            if head["form"] != _FORM:
                return None
            return _source(head["source"]), _documents(
                result.pack, result.at + _LINE_SIZE + result.head, head["documents"]
            )
        except (OSError, ValueError, KeyError, TypeError, MemoryError):
            return None

    def stream(self, kept: Kept) -> StreamPart:
        """What the streams of a release hold of a document."""
        try:
            return stream_part(self._parts(kept, _STREAM))
        except ValueError as error:
            raise self._changed(error) from error

    def atoms(self, kept: Kept) -> tuple[bytes, bytes]:
        """The frame of the leaves of its atoms, and their hashes laid end to end."""
        pack, at, sizes = kept.place
        said, hashes, digests, atoms = sizes[:4]
        try:
            data = _read_at(self._file(pack), hashes + digests + atoms, at + said)
        except OSError as error:
            raise self._changed(error) from error
        return data[hashes + digests :], data[: kept.atoms * HASH]

    def lines(self, packed: bytes) -> bytes:
        """The lines of a frame."""
        try:
            return unpacked(packed)
        except zstandard.ZstdError as error:
            raise self._changed(error) from error

    def index(self, kept: Kept) -> IndexPart:
        """What its index holds."""
        parts = self._parts(kept, len(PARTS))
        try:
            return index_part(stream_part(parts[:_STREAM]), parts[_STREAM:])
        except (ValueError, zstandard.ZstdError) as error:
            raise self._changed(error) from error

    def postings(self, kept: Kept) -> bytes:
        """Its fingerprints alone."""
        pack, at, sizes = kept.place
        try:
            return _read_at(self._file(pack), sizes[-1], at + sum(sizes[:-1]))
        except OSError as error:
            raise self._changed(error) from error

    def _parts(self, kept: Kept, number: int) -> list[bytes]:
        pack, at, sizes = kept.place
        wanted = sizes[:number]
        try:
            data = _read_at(self._file(pack), sum(wanted), at)
        except OSError as error:
            raise self._changed(error) from error
        return [data[end - size : end] for end, size in zip(accumulate(wanted), wanted, strict=True)]

    def _changed(self, error: Exception) -> CannotRun:
        return CannotRun(
            f"the work folder {self.folder} was changed during the build ({error})", remedy="Run the build again."
        )

    def _file(self, pack: str) -> int:
        if pack not in self._open:
            self._open[pack] = os.open(self.folder / pack, os.O_RDONLY | getattr(os, "O_BINARY", 0))
        return self._open[pack]

    def keep_only(self, keys: Iterable[str]) -> None:
        """Forget what these keys do not name: once it is the greater part of what is kept, the rest is written anew."""
        wanted = set(keys)
        before = self._held()
        packs = sorted(self.folder.glob("*.pack"))
        sizes = sum(pack.stat().st_size for pack in packs)
        gone = sum(result.size for key, result in before.items() if key not in wanted)
        if len(packs) <= MOST_PACKS and (gone * 2 <= sizes or sizes <= SMALL) and gone < sizes:
            return
        self.close()
        made = self.folder / "whole.tmp"
        place = next(path for number in count() if not (path := self.folder / f"whole-{number}.pack").exists())
        done: set[str] = set()
        with made.open("wb") as out:
            for pack in packs:
                with pack.open("rb") as file:
                    for key, result in _results(pack):
                        if key in wanted and key not in done:
                            done.add(key)
                            file.seek(result.at)
                            out.write(file.read(result.size))
        made.replace(place)
        for pack in packs:
            pack.unlink()
        self._results = None


def _read_at(file: int, size: int, at: int) -> bytes:
    if hasattr(os, "pread"):
        return os.pread(file, size, at)
    os.lseek(file, at, os.SEEK_SET)
    return os.read(file, size)


def _results(pack: Path) -> Iterator[tuple[str, _Result]]:
    """The results of a pack, up to the first that is not whole."""
    at, size = 0, pack.stat().st_size
    with pack.open("rb", buffering=0) as file:
        while at + _LINE_SIZE <= size:
            try:
                key, head, body, digest = _read_at(file.fileno(), _LINE_SIZE, at).decode("ascii").split()
                result = _Result(pack.name, at, int(head), int(body), digest)
            except ValueError:
                return
            if result.head < 0 or result.body < 0 or at + result.size > size:
                return
            yield key, result
            at += result.size


def _documents(pack: str, at: int, documents: Iterable[Any]) -> tuple[Kept, ...]:
    """What each document is, its parts beginning here."""
    found: list[Kept] = []
    for (work, expression, leaf, kind, language, extractor, atoms, blocks, length), sizes in documents:
        if len(sizes) != len(PARTS):
            raise ValueError("not the parts of a document")
        words = (intern(kind), intern(language), intern(extractor))
        place = (intern(pack), at, tuple(sizes))
        found.append(Kept(work, expression, bytes.fromhex(leaf), *words, atoms, blocks, length, place))
        at += sum(sizes)
    return tuple(found)


def _source(said: dict[str, Any]) -> SourceRecord:
    """The record; what is the same in thousands of them is held once."""
    for key in ("media_type", "publisher", "licence", "legal_value", "redistribute", "reader"):
        said[key] = intern(said[key])
    return SourceRecord(**said)
