"""Writes a release folder (layout: design, releases); nothing is seen at its place before all of it is written.

Keeps true:
1. Files are written to a hidden folder beside the place, synced, and renamed there as the last step; a build that is
   killed leaves only that hidden folder, which the next one clears away. A release that exists is replaced only by an
   equal one, unless replacing was asked for.
2. All but the index is the same bytes whatever was kept and whatever was read anew: frames that were packed where a
   document was read, in the order of leaves.
3. A text stands once in a work; texts that several works share stand in each.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, BinaryIO

import zstandard

from pincite.corpus.manifest import FileRecord, Manifest
from pincite.digests import sha256
from pincite.errors import BadInput, CannotRun
from pincite.storage.frames import LEVEL, frame
from pincite.storage.ready import DIGEST, HASH, StreamPart
from pincite.storage.release_index import Index
from pincite.storage.shelf import FolderShelf
from pincite.transparency.merkle import RunningRoot, leaf_hash
from pincite.workflows.read_sources import Kept
from pincite.workflows.write_leaves import WrittenFiles

__all__ = ["FolderWriter"]

FOLDED = 4096 * HASH
_LINES = 256
"""Lines that are packed at a time."""
DERIVED = ("index/",)
_AFTER = ("expression", "finding", "op", "source", "work")
"""Types of leaves that come after atoms and blocks, in their order."""
_LISTS = {"finding": "findings.jsonl", "op": "ops.jsonl"}
"""Types whose leaves stand in a list of their own too; atoms, whose do as well, come by frames."""


class FolderWriter:
    """Writes `<out>/<jurisdiction>/<tag>/`.

    Args:
        out, jurisdiction, tag: of the folder.
        shelf: where the documents are kept.
        index: makes the writer of the index in a folder.
        replace: whether another release of this tag gives way.

    """

    def __init__(
        self,
        out: Path,
        jurisdiction: str,
        tag: str,
        *,
        shelf: FolderShelf,
        index: Callable[[Path], Index],
        replace: bool = False,
    ) -> None:
        self.place = out / jurisdiction / tag
        self.partial = self.place.with_name(f".{tag}.partial")
        self.replace = replace
        self._shelf = shelf
        try:
            if self.partial.exists():
                shutil.rmtree(self.partial)
            (self.partial / "index").mkdir(parents=True)
            self._leaves = _File(self.partial / "leaves.jsonl.zst")
            self._texts = _File(self.partial / "texts.jsonl.zst")
            self._lists = {kind: _File(self.partial / name) for kind, name in _LISTS.items()}
            self._lock = _File(self.partial / "SOURCES.lock")
            self._atoms = _File(self.partial / "atoms.jsonl")
            self._after = {kind: _Later(self.partial / f".{kind}") for kind in _AFTER}
        except OSError as error:
            raise _disk(self.partial, error) from error
        self._tree = RunningRoot()
        self._unfolded = bytearray()
        self._work = ""
        self._written: set[bytes] = set()
        self._index = index(self.partial)

    def atoms(self, document: Kept) -> None:
        """The leaves of a document's atoms; all of them before the first document."""
        packed, hashes = self._shelf.atoms(document)
        self._atoms.write(self._shelf.lines(packed))
        self._leaves.write(packed)
        self._fold(hashes)

    def document(self, document: Kept, *, alone: bool) -> StreamPart:
        """Its blocks, texts and index; in the order of leaves. `alone`: its work has no other document."""
        stream = self._shelf.stream(document)
        self._leaves.write(stream.blocks)
        self._fold(stream.hashes[document.atoms * HASH :])
        self._texts.write(stream.texts if alone else self._new_texts(document.work, stream))
        self._index.document(document)
        return stream

    def _fold(self, hashes: bytes | bytearray) -> None:
        """The next hashes of leaves, laid end to end; folded into the tree many at a time."""
        self._unfolded += hashes
        if len(self._unfolded) >= FOLDED:
            self._fold_all()

    def _fold_all(self) -> None:
        joined = bytes(self._unfolded)
        self._tree.extend([joined[at : at + HASH] for at in range(0, len(joined), HASH)])
        self._unfolded.clear()

    def _new_texts(self, work: str, stream: StreamPart) -> bytes:
        """Those of its texts that no document of the work before it has."""
        if work != self._work:
            self._work = work
            self._written.clear()
        digests = [stream.digests[at : at + DIGEST] for at in range(0, len(stream.digests), DIGEST)]
        known = self._written.intersection(digests)
        self._written.update(digests)
        if not known:
            return stream.texts
        lines = self._shelf.lines(stream.texts).split(b"\n")[:-1]
        return frame([line for digest, line in zip(digests, lines, strict=True) if digest not in known])

    def lines(self, kind: str, lines: Sequence[bytes]) -> None:
        """The next leaves of another kind, of each kind in order."""
        self._after[kind].lines(lines)
        if kind in self._lists:
            self._lists[kind].write(b"\n".join((*lines, b"")))

    def work(self, work: str, line: bytes) -> None:
        """The leaf of a work, once all its documents are written."""
        self._after["work"].lines((line,))
        self._index.work(work, line)

    def lock(self, line: bytes) -> None:
        """A line of SOURCES.lock, which ends with its line feed."""
        self._lock.write(line)

    @property
    def _files(self) -> tuple[_File, ...]:
        return (self._leaves, self._texts, self._lock, self._atoms, *self._lists.values())

    def finish(self, manifest: Callable[[WrittenFiles], Manifest]) -> str:
        """Close, write the manifest, move the folder to its place."""
        try:
            for later in self._after.values():
                self._leaves.write_all(later.close())
                self._fold(later.hashes)
            self._fold_all()
            self._index.close()
            for file in self._files:
                file.close()
            files = tuple(self._record(path) for path in sorted(self.partial.rglob("*")) if path.is_file())
            lock = next(file.sha256 for file in files if file.path == "SOURCES.lock")
            made = manifest(WrittenFiles(files, self._tree.size, self._tree.root.hex(), lock))
            _write_synced(self.partial / "manifest.json", made.to_bytes())
            self._move(made)
        except OSError as error:
            raise _disk(self.partial, error) from error
        self._index.moved(self.place, made.digest())
        return str(self.place)

    def _record(self, path: Path) -> FileRecord:
        name = path.relative_to(self.partial).as_posix()
        digest = next((file.digest() for file in self._files if file.path == path), "") or self._index.digest(name)
        with path.open("rb") as file:
            digest = digest or hashlib.file_digest(file, "sha256").hexdigest()
            os.fsync(file.fileno())
        return FileRecord(name, path.stat().st_size, digest, derived=name.startswith(DERIVED))

    def _move(self, made: Manifest) -> None:
        if not self.place.exists():
            self.partial.rename(self.place)
            return
        held = self.place / "manifest.json"
        if held.is_file() and sha256(held.read_bytes()) == made.digest():
            shutil.rmtree(self.partial)
            return
        if not self.replace:
            shutil.rmtree(self.partial)
            raise BadInput(
                f"{self.place} holds another release of that tag; it was left as it is",
                remedy=f"Give the spec a new tag (such as {made.tag}.1), or build with --replace.",
            )
        old = self.place.with_name(f".{made.tag}.old")
        if old.exists():
            shutil.rmtree(old)
        self.place.rename(old)
        self.partial.rename(self.place)
        shutil.rmtree(old)

    def abandon(self) -> None:
        """Remove what was written so far."""
        self._index.abandon()
        for file in self._files:
            file.abandon()
        for later in self._after.values():
            later.abandon()
        shutil.rmtree(self.partial, ignore_errors=True)


class _File:
    """A file that is written from its beginning to its end."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: BinaryIO = path.open("wb", buffering=1 << 17)
        self._hash = hashlib.sha256()

    def write(self, data: bytes) -> None:
        self._hash.update(data)
        self._file.write(data)

    def digest(self) -> str:
        """SHA-256 of what was written."""
        return self._hash.hexdigest()

    def write_all(self, path: Path) -> None:
        """What another file holds, which is then gone."""
        with path.open("rb") as other:
            while piece := other.read(1 << 20):
                self.write(piece)
        path.unlink()

    def close(self) -> None:
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()

    def abandon(self) -> None:
        self._file.close()


class _Later:
    """Leaves that come behind others: packed into a file of their own meanwhile, with their hashes in memory."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: BinaryIO = path.open("wb")
        self._out: Any = None
        self._lines: list[bytes] = []
        self.hashes = bytearray()

    def lines(self, lines: Sequence[bytes]) -> None:
        for line in lines:
            self.hashes += leaf_hash(line)
        self._lines += lines
        if len(self._lines) >= _LINES:
            self._pack()

    def _pack(self) -> None:
        if self._out is None:
            packer = zstandard.ZstdCompressor(level=LEVEL, write_checksum=True)
            self._out = packer.stream_writer(self._file, closefd=False)
        self._out.write(b"\n".join((*self._lines, b"")))
        self._lines.clear()

    def close(self) -> Path:
        if self._lines:
            self._pack()
        if self._out is not None:
            self._out.close()
        self._file.close()
        return self._path

    def abandon(self) -> None:
        self._file.close()


def _write_synced(path: Path, data: bytes) -> None:
    with path.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _disk(path: Path, error: OSError) -> CannotRun:
    return CannotRun(
        f"{path} cannot be written: {error.strerror}", remedy="Check the space on the disk and its permissions."
    )
