"""Writes a release folder (layout: design, releases); nothing is seen at its place before all of it is written.

Keeps true: files are written to a hidden folder beside the place, synced, and renamed there as the last step; a build
that is killed leaves only that hidden folder, which the next one clears away. A release that exists is replaced only by
an equal one, unless replacing was asked for.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, BinaryIO

import zstandard

from pincite.corpus.manifest import FileRecord, Manifest
from pincite.digests import sha256
from pincite.errors import BadInput, CannotRun
from pincite.storage.fingerprints import FILE as FINGERPRINTS
from pincite.storage.fingerprints import FingerprintWriter
from pincite.storage.ready import ReadyDocument
from pincite.storage.sqlite.index_db import IndexWriter
from pincite.transparency.merkle import RunningRoot, leaf_hash
from pincite.workflows.build_release import WrittenFiles

__all__ = ["FolderWriter"]

LEVEL = 3
DERIVED = ("index/",)
_DIGEST = slice(len('{"sha256":"'), len('{"sha256":"') + 32)
"""Where the first half of its digest stands in the line of a text."""


class FolderWriter:
    """Writes `<out>/<jurisdiction>/<tag>/`."""

    def __init__(self, out: Path, jurisdiction: str, tag: str, *, replace: bool = False) -> None:
        self.place = out / jurisdiction / tag
        self.partial = self.place.with_name(f".{tag}.partial")
        self.replace = replace
        try:
            if self.partial.exists():
                shutil.rmtree(self.partial)
            (self.partial / "index").mkdir(parents=True)
            self._leaves = _Stream(self.partial / "leaves.jsonl.zst", compressed=True)
            self._texts = _Stream(self.partial / "texts.jsonl.zst", compressed=True)
            self._lock = _Stream(self.partial / "SOURCES.lock")
            self._findings = _Stream(self.partial / "findings.jsonl")
            self._atoms = _Stream(self.partial / "atoms.jsonl")
            self._ops = _Stream(self.partial / "ops.jsonl")
        except OSError as error:
            raise _disk(self.partial, error) from error
        self._index = IndexWriter(self.partial / "index" / "corpus.db")
        self._behind = _Behind()
        self._fingerprints = FingerprintWriter(self.partial / FINGERPRINTS)
        self._tree = RunningRoot()
        self._written: set[bytes] = set()

    def leaf(self, line: bytes) -> None:
        """The next leaf."""
        self._leaves.line(line)
        self._tree.append(leaf_hash(line))

    def leaves(self, lines: Sequence[bytes]) -> None:
        """The next leaves."""
        self._leaves.all(lines)
        for line in lines:
            self._tree.append(leaf_hash(line))

    def document(self, document: ReadyDocument) -> None:
        """Its texts, each once, and its rows."""
        new: list[bytes] = []
        for line in document.texts:
            short = line[_DIGEST]
            if short not in self._written:
                self._written.add(short)
                new.append(line)
        self._texts.all(new)
        self._behind.do(self._index.rows, document.rows)
        self._fingerprints.postings(document.postings, document.expression["text_length"])

    def work(self, leaf: Mapping[str, Any]) -> None:
        """A work's row."""
        self._behind.do(self._index.work, leaf)

    def lock(self, line: bytes) -> None:
        """A line of SOURCES.lock, which ends with its line feed."""
        self._lock.line(line.rstrip(b"\n"))

    def finding(self, line: bytes) -> None:
        """A line of findings.jsonl."""
        self._findings.line(line)

    def atom(self, line: bytes) -> None:
        """A line of atoms.jsonl."""
        self._atoms.line(line)

    def op(self, line: bytes) -> None:
        """A line of ops.jsonl."""
        self._ops.line(line)

    @property
    def _streams(self) -> tuple[_Stream, ...]:
        return (self._leaves, self._texts, self._lock, self._findings, self._atoms, self._ops)

    def finish(self, manifest: Callable[[WrittenFiles], Manifest]) -> str:
        """Close, write the manifest, move the folder to its place."""
        self._behind.do(self._index.close)
        self._fingerprints.close()
        self._behind.end()
        try:
            for stream in self._streams:
                stream.close()
            files = tuple(self._record(path) for path in sorted(self.partial.rglob("*")) if path.is_file())
            written = WrittenFiles(
                files, self._leaves.lines, self._leaves.digest(), self._tree.root.hex(), self._lock.digest()
            )
            made = manifest(written)
            _write_synced(self.partial / "manifest.json", made.to_bytes())
            self._move(made)
        except OSError as error:
            raise _disk(self.partial, error) from error
        return str(self.place)

    def _record(self, path: Path) -> FileRecord:
        name = path.relative_to(self.partial).as_posix()
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
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
        self._behind.abandon()
        self._index.abandon()
        self._fingerprints.abandon()
        for stream in self._streams:
            stream.abandon()
        shutil.rmtree(self.partial, ignore_errors=True)


class _Behind:
    """Does one thing after the other in a thread: the index is written while the next document is unpacked and hashed.

    At most `AHEAD` things wait; what one raises is raised at the next call.
    """

    AHEAD = 32

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "index")
        self._waiting: deque[Future[None]] = deque()

    def do(self, action: Callable[..., None], *given: object) -> None:
        """Do this after all before it."""
        while len(self._waiting) >= self.AHEAD:
            self._waiting.popleft().result()
        self._waiting.append(self._thread.submit(action, *given))

    def end(self) -> None:
        """Wait for all of it."""
        while self._waiting:
            self._waiting.popleft().result()
        self._thread.shutdown()

    def abandon(self) -> None:
        """Do nothing more."""
        self._thread.shutdown(cancel_futures=True)


class _Stream:
    """Lines to a file, with the digest of the lines themselves, whatever the file's compression."""

    def __init__(self, path: Path, *, compressed: bool = False) -> None:
        self._file: BinaryIO = path.open("wb")
        self._hash = hashlib.sha256()
        self._out: Any = (
            zstandard.ZstdCompressor(level=LEVEL, write_checksum=True).stream_writer(self._file, closefd=False)
            if compressed
            else self._file
        )
        self.lines = 0

    def line(self, line: bytes) -> None:
        whole = line + b"\n"
        self._hash.update(whole)
        self._out.write(whole)
        self.lines += 1

    def all(self, lines: Sequence[bytes]) -> None:
        if lines:
            whole = b"\n".join((*lines, b""))
            self._hash.update(whole)
            self._out.write(whole)
            self.lines += len(lines)

    def digest(self) -> str:
        return self._hash.hexdigest()

    def close(self) -> None:
        if self._out is not self._file:
            self._out.close()
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()

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
