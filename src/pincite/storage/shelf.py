"""The work folder of a build: what was read from each source file, kept between runs.

Keeps true: a file here is whole or not there (written beside and renamed), and one that was damaged is as good as absent:
each part carries a checksum, and the source is read again. Nothing here is part of a release.

A file is one JSON line (the source's record, the expressions, the length of each part), then three zstd frames a document
(storage.ready): its lines, its atoms, which a release writes before all else, and what is packed already. All of it is made
here, where several processes are at work, so that writing a release only puts it in its place.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple

import zstandard

from pincite.corpus.leaves import DocumentRecord, SourceRecord, atom_lines, leaf_bytes
from pincite.errors import CannotRun
from pincite.storage.ready import ReadyDocument, ready

__all__ = ["FolderShelf"]

LEVEL = 1
_FORM = [4, *zstandard.ZSTD_VERSION]
"""Results of another form are read again, and those that another zstd packed: a rebuild gives the bytes of a full build."""
PARTS = 3
SMALL = 4 << 20
LIMIT = 1 << 30  # no document is larger; a damaged length must not ask for the machine's memory


class _Kept(NamedTuple):
    """The result that was read last: its head, where its parts begin, and all of them when they are small."""

    key: str
    head: dict[str, Any]
    begin: int
    data: bytes | None


class FolderShelf:
    """Results in a folder, one file a source."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._kept: _Kept | None = None
        self._unpack = zstandard.ZstdDecompressor()

    def __getstate__(self) -> Path:
        return self.folder

    def __setstate__(self, folder: Path) -> None:
        self.__init__(folder)  # type: ignore[misc]

    def _path(self, key: str) -> Path:
        return self.folder / key[:2] / f"{key}.read"

    @property
    def empty(self) -> bool:
        """Whether nothing is kept."""
        return next(self.folder.glob("*/*.read"), None) is None

    def put(self, key: str, source: SourceRecord, records: Sequence[DocumentRecord]) -> tuple[tuple[str, str], ...]:
        """Keep the documents of a source; returns (work, expression) of each."""
        self._kept = None
        compressor = zstandard.ZstdCompressor(level=LEVEL, write_checksum=True)
        frames: list[bytes] = []
        for record in records:
            said, packed = ready(record).to_parts()
            frames += map(compressor.compress, (said, atom_lines(record.atoms), packed))
        names = tuple((record.expression["work"], record.expression["id"]) for record in records)
        sizes = [len(frame) for frame in frames]
        head = {"source": asdict(source), "expressions": names, "frames": sizes, "form": _FORM}
        path = self._path(key)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            beside = path.with_suffix(f".{os.getpid()}.tmp")
            beside.write_bytes(b"".join([leaf_bytes(head), b"\n", *frames]))
            beside.replace(path)
        except OSError as error:
            raise CannotRun(
                f"{path} cannot be written: {error.strerror}", remedy="Check the disk and its permissions."
            ) from error
        return names

    def head(self, key: str) -> tuple[SourceRecord, tuple[tuple[str, str], ...]] | None:
        """The source's record and (work, expression) of each document kept; None when nothing whole is kept."""
        try:
            head, _ = self._head(key)
            if head["form"] != _FORM:
                return None
            for number in range(len(head["frames"])):
                self._frame(key, number)
            return SourceRecord(**head["source"]), tuple((work, expression) for work, expression in head["expressions"])
        except (OSError, ValueError, KeyError, TypeError, MemoryError, zstandard.ZstdError):
            return None

    def document(self, key: str, number: int) -> ReadyDocument:
        """The document of this number, from 0."""
        try:
            return ReadyDocument.from_parts(self._frame(key, number * PARTS), self._frame(key, number * PARTS + 2))
        except (OSError, ValueError, KeyError, IndexError, zstandard.ZstdError) as error:
            raise self._changed(error) from error

    def atoms(self, key: str, number: int) -> list[bytes]:
        """The leaves of a document's atoms, in order, without line feeds."""
        try:
            return self._frame(key, number * PARTS + 1).splitlines()
        except (OSError, ValueError, KeyError, IndexError, zstandard.ZstdError) as error:
            raise self._changed(error) from error

    def _changed(self, error: Exception) -> CannotRun:
        return CannotRun(
            f"the work folder {self.folder} was changed during the build ({error})", remedy="Run the build again."
        )

    def _head(self, key: str) -> tuple[dict[str, Any], int]:
        """The first line of a result, read, and how long it is."""
        if self._kept is not None and self._kept.key == key:
            return self._kept.head, self._kept.begin
        path = self._path(key)
        with path.open("rb") as file:
            line = file.readline(1 << 26)
            head = json.loads(line)
            if not isinstance(head, dict):
                raise ValueError("not a head")  # noqa: TRY004 (damaged, like any other text that stands there)
            size = sum(head["frames"])
            # the parts of one document are asked for one after the other; a large file is not read whole for each
            self._kept = _Kept(key, head, len(line), file.read(size) if size <= SMALL else None)
            return head, len(line)

    def _frame(self, key: str, number: int) -> bytes:
        head, begin = self._head(key)
        sizes = head["frames"]
        before = sum(sizes[:number])
        if self._kept is not None and self._kept.data is not None:
            packed = self._kept.data[before : before + sizes[number]]
        else:
            with self._path(key).open("rb") as file:
                file.seek(begin + before)
                packed = file.read(sizes[number])
        return self._unpack.decompress(packed, max_output_size=LIMIT)

    def keep_only(self, keys: Iterable[str]) -> None:
        """Forget what these keys do not name."""
        wanted = set(keys)
        for path in self.folder.glob("*/*"):
            if path.suffix == ".tmp" or path.stem not in wanted:
                path.unlink(missing_ok=True)
